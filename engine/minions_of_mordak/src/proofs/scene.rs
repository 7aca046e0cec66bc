//! Scenes for proofs of cards: a table laid out by hand, steps picked by what they name, everybody else passing.

use crate::{
    Action, Chance, Content, MinionsOfMordak, Options, Play, State,
    frame::{Frame, Next, then},
    ids::{KindId, RegionId, SpellId, TileId, TreasureId, Who},
    queries::Look,
    rules::{rolls, rounds, scouting, setup, turns},
    state::{HandCard, Level, Roll},
    words::{Count, Dice, Row, VILLAIN},
};
use kernel::{Log, Notation as _, Seat, SeatSet, Step, Table};
use std::sync::Arc;

fn read<T: std::str::FromStr>(text: &str) -> T
where
    T::Err: std::fmt::Display,
{
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A table being laid out. Heroes stand on the Keep; only Hawkemoor is face-up; nobody holds Spells or Plus-Ones.
pub struct Scene {
    game: Arc<MinionsOfMordak>,
    pub s: State,
    watch: String,
}

/// A game from its beginning, with options such as `seats=3 heroes=bjorn,amos`.
pub fn start(options: &str) -> Acting {
    let mut acting = Acting { table: Table::new(game(options)), watch: String::new() };
    acting.quiet();
    acting
}

fn game(options: &str) -> Arc<MinionsOfMordak> {
    let mut chosen = Options::default();
    for (name, value) in options.split_whitespace().filter_map(|pair| pair.split_once('=')) {
        chosen.set(name, value).unwrap_or_else(|e| panic!("{e}"));
    }
    Arc::new(MinionsOfMordak::new(Content::built_in(), chosen).unwrap_or_else(|e| panic!("{e}")))
}

/// Lays out a table for Heroes such as `amos bjorn`, at seats 1, 2 and so on.
pub fn scene(heroes: &str) -> Scene {
    let seats = heroes.split_whitespace().count() + 1;
    scene_with(&format!("seats={seats}"), heroes)
}

/// The same with other options; seats without a Hero are empty.
pub fn scene_with(options: &str, heroes: &str) -> Scene {
    let game = game(options);
    let mut s = setup::table(&game);
    let mut log = Log::off();
    let mut play = Play { g: &game, s: &mut s, log: &mut log };
    for (at, name) in heroes.split_whitespace().enumerate() {
        let seat = Seat::new(at as u8 + 1);
        setup::take_board(&mut play, seat, read(name));
        play.s.players[seat].plus = [0; 4];
    }
    s.players[VILLAIN].plus = [0; 4];
    s.clock = 1;
    Scene { game, s, watch: String::new() }
}

impl Scene {
    fn play(&mut self, act: impl FnOnce(&mut Play)) {
        let game = Arc::clone(&self.game);
        let mut log = Log::off();
        act(&mut Play { g: &game, s: &mut self.s, log: &mut log });
    }
    pub fn look(&self) -> Look<'_> {
        Look { g: &self.game, s: &self.s }
    }
    pub fn at(mut self, seat: u8, region: &str) -> Scene {
        self.s.players[Seat::new(seat)].region = read(region);
        self
    }
    pub fn health(mut self, seat: u8, health: u8) -> Scene {
        self.s.players[Seat::new(seat)].health = health;
        self
    }
    pub fn plus(mut self, seat: u8, row: Row, tokens: u8) -> Scene {
        self.s.players[Seat::new(seat)].plus[row.index()] = tokens;
        self
    }
    /// Any other change.
    pub fn with(mut self, change: impl FnOnce(&mut State)) -> Scene {
        change(&mut self.s);
        self
    }
    pub fn crystal(mut self, seat: u8) -> Scene {
        self.s.players[Seat::new(seat)].crystal = true;
        self
    }
    /// Spells out of their decks into a hand.
    pub fn hand(mut self, seat: u8, spells: &str) -> Scene {
        for word in spells.split_whitespace() {
            let spell: SpellId = read(word);
            self.s.spells.0[spell.index()] -= 1;
            let seat = Seat::new(seat);
            self.s.players[seat].take(HandCard { spell, seen: SeatSet::only(seat) });
        }
        self
    }
    pub fn equip(mut self, seat: u8, treasure: &str) -> Scene {
        let treasure: TreasureId = read(treasure);
        self.s.hoard.0[treasure.index()] -= 1;
        let slot = setup::slot_of(&self.game, treasure);
        self.s.players[Seat::new(seat)].slots[slot.index()] = treasure;
        self
    }
    /// A Minion out of its deck; the first is m0, the next m1, each on top of those before it.
    pub fn minion(mut self, kind: &str, region: &str) -> Scene {
        let (kind, region): (KindId, RegionId) = (read(kind), read(region));
        self.s.kinds.0[kind.index()] -= 1;
        self.play(|p| {
            scouting::spawn(p, kind, region).expect("there is room for a Minion");
        });
        self
    }
    /// A tile lies face-up.
    pub fn reveal(mut self, region: &str, tile: &str) -> Scene {
        let (region, tile): (RegionId, TileId) = (read(region), read(tile));
        self.s.tiles[region.index()] = tile;
        self.s.unseen_tiles &= !(1 << tile.index());
        self.s.revealed.insert(region);
        self
    }
    /// Mordak has appeared, here.
    pub fn mordak(mut self, region: &str) -> Scene {
        self.s.final_battle = true;
        self.s.day = self.game.content.numbers.days;
        self.s.players[VILLAIN].region = read(region);
        self
    }

    /// An Action Roll of this Character has come to so many Hits, and is to be spent.
    pub fn roll(mut self, who: &str, row: Row, pool: u8) -> Acting {
        let actor: Who = read(who);
        let seat = actor.as_player().unwrap_or(VILLAIN);
        self.s.clock = if seat == VILLAIN { 2 } else { 1 };
        self.s.acted.insert(seat);
        self.s.depth = 1;
        let roll = Roll { row, pool, dice: Dice::NONE, ..Roll::default() };
        self.s.levels[0] = Level { actor, seat, ap: 1, roll, ..Level::default() };
        let below = if seat == VILLAIN { rounds::Frame::MinionStep } else { rounds::Frame::NextHero };
        self.s.stack.push(below.into());
        self.s.stack.push(turns::Frame::Act.into());
        self.begin(then(rolls::Frame::Spend))
    }
    /// A Hero casts with so many Hits.
    pub fn magic(self, seat: u8, pool: u8) -> Acting {
        self.roll(&format!("h{seat}"), Row::Magic, pool)
    }
    /// The Villain casts with so many Hits.
    pub fn void(self, pool: u8) -> Acting {
        self.roll("mordak", Row::Magic, pool)
    }
    /// This Character begins its Turn.
    pub fn turn(mut self, who: &str) -> Acting {
        let actor: Who = read(who);
        let seat = actor.as_player().unwrap_or(VILLAIN);
        self.s.clock = if seat == VILLAIN { 2 } else { 1 };
        self.s.acted.insert(seat);
        let below = if seat == VILLAIN { rounds::Frame::MinionStep } else { rounds::Frame::NextHero };
        self.s.stack.push(below.into());
        let game = Arc::clone(&self.game);
        let mut log = Log::off();
        let next = turns::begin_turn(&mut Play { g: &game, s: &mut self.s, log: &mut log }, actor, seat);
        self.begin(next)
    }
    /// This Character begins its Turn; play stops where this card could be played.
    pub fn begin_watched(mut self, who: &str, card: &str) -> Acting {
        card.clone_into(&mut self.watch);
        self.turn(who)
    }
    /// The table at this point of the flow.
    pub fn frame(self, frame: impl Into<Frame>) -> Acting {
        self.begin(then(frame))
    }
    fn begin(mut self, next: Next) -> Acting {
        self.play(|p| p.go_on(next));
        let mut acting = Acting { table: Table::at(self.game, self.s), watch: self.watch };
        acting.quiet();
        acting
    }
}

/// A scene that is played.
pub struct Acting {
    pub table: Table<MinionsOfMordak>,
    /// A Reaction to stop for; all others are passed by.
    watch: String,
}

impl Acting {
    /// A table in the middle of a game.
    pub fn of(table: Table<MinionsOfMordak>) -> Acting {
        Acting { table, watch: String::new() }
    }
    pub fn s(&self) -> &State {
        self.table.state()
    }
    pub fn look(&self) -> Look<'_> {
        Look { g: self.table.game(), s: self.table.state() }
    }
    pub fn health(&self, seat: u8) -> u8 {
        self.s().players[Seat::new(seat)].health
    }
    pub fn region(&self, who: &str) -> String {
        self.look().region(read(who)).to_string()
    }
    pub fn pool(&self) -> u8 {
        self.s().level().roll.pool
    }
    /// The stack of a Region, top first: `m1 m0`.
    pub fn stack(&self, region: &str) -> String {
        let all = self.s().stack_of(read(region)).map(|slot| Who::minion(slot).to_string());
        all.collect::<Vec<_>>().join(" ")
    }
    fn asked(&self) -> Option<(Seat, Vec<Action>)> {
        let seat = self.table.turn().asked().into_iter().next()?;
        Some((seat, self.table.legal(seat)))
    }
    pub fn options(&self) -> Vec<String> {
        let (_, all) = self.asked().unwrap_or((VILLAIN, vec![]));
        all.iter().map(ToString::to_string).collect()
    }
    /// Is there an option with exactly these words?
    pub fn may(&self, action: &str) -> bool {
        self.options().iter().any(|option| option == action)
    }
    /// Stops at windows in which this card can be played.
    pub fn watch(mut self, card: &str) -> Acting {
        card.clone_into(&mut self.watch);
        self
    }

    fn step(&mut self, step: Step<Action, Chance>) {
        let mut log = Log::off();
        self.table.play(step, &mut log).unwrap_or_else(|e| panic!("{e}; options: {:?}", self.options()));
    }
    /// Passes by what nobody watches for.
    pub fn quiet(&mut self) {
        for _ in 0..200 {
            let Some((seat, all)) = self.asked() else { return };
            let names = |action: &Action| action.parts().operands.iter().any(|(_, word)| *word == self.watch);
            let waits = all.iter().any(|action| {
                matches!(action, Action::React { .. } | Action::ReactWith { .. }) && names(action)
            });
            let none = Action::Add { tokens: Count(0) };
            let passes = [Action::Pass, none].into_iter().find(|action| all.contains(action));
            match passes {
                Some(action) if !waits => self.step(Step::Act { seat, action }),
                Some(_) | None => return,
            }
        }
    }
    /// The only option with these words in this order, such as `cast a1 4`, or an operand alone, such as `b3`.
    #[track_caller]
    pub fn pick(mut self, words: &str) -> Acting {
        let (seat, all) = self.asked().unwrap_or_else(|| panic!("nobody is asked: {:?}", self.table.turn()));
        let exact = all.iter().find(|action| action.to_string() == words);
        let named =
            || all.iter().find(|action| action.parts().operands.iter().any(|(_, word)| word == words));
        let action = *exact.or_else(named).unwrap_or_else(|| panic!("no `{words}` in {:?}", self.options()));
        self.step(Step::Act { seat, action });
        self.quiet();
        self
    }
    /// The dice show so many Hits in all.
    #[track_caller]
    pub fn dice(mut self, hits: u8) -> Acting {
        let odds = self.table.odds().unwrap_or_else(|| panic!("no dice fall; options: {:?}", self.options()));
        let look = self.look();
        let roll = look.s.level().roll;
        let dice = match look.s.stack.top() {
            Some(Frame::Rolls(rolls::Frame::RerollDice)) => roll.aside,
            Some(_) | None => rolls::falling(look),
        };
        let fits = |chance: &Chance| match chance {
            Chance::Hits { hits: found } => found.0 == hits,
            Chance::Dice { faces } => faces.hits(dice) == hits,
            Chance::Draw { .. }
            | Chance::Steal { .. }
            | Chance::Minion { .. }
            | Chance::Treasure { .. }
            | Chance::Tile { .. } => false,
        };
        let found = odds.iter().map(|(chance, _)| chance).find(fits);
        let chance = found.unwrap_or_else(|| panic!("{hits} Hits cannot fall"));
        self.step(Step::Chance(chance));
        self.quiet();
        self
    }
    /// This falls, such as `draw v3` or `minion c1`.
    #[track_caller]
    pub fn falls(mut self, chance: &str) -> Acting {
        self.step(Step::Chance(read(chance)));
        self.quiet();
        self
    }
    /// The same table, with nothing in progress.
    pub fn next(self) -> Scene {
        let mut s = *self.table.state();
        s.stack.clear();
        s.casts.clear();
        s.depth = 0;
        s.levels = Default::default();
        Scene { game: Arc::clone(self.table.game()), s, watch: String::new() }
    }
}
