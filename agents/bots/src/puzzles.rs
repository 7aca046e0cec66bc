//! Para Roles encounters small enough to be solved exactly: the measure of how far a bot is from perfect play.
//!
//! One combat with a limit of rounds. Worth: the share of heroes alive if the enemy is beaten in time, else nothing.
//! Running away, items, swapping treasure and declaring EPICs are left out, and so is what changes nothing.

use crate::{
    puzzle_sense::PuzzleSense,
    regret::{Task, Trial},
};
use kernel::{Card, CardSet, Deck, Game, Log, Odds, Outcome, Pool as _, Rank, Seat, Step, Suit, Turn};
use para_roles::{
    Action, Chance, Event, ParaRoles, State,
    chance::Face,
    fixture::Fixture,
    frame::{Check, Frame},
    legal,
    options::{Campaign, Options},
    queries::Look,
    rules::{cards, enemy_turn},
    state::{Charge, Charging, Place},
    words::{Ability, Deed, Epic, FoeId, Stat, Who},
};
use rand::Rng;
use search::{
    BotRng,
    solve::{Fold, hasher},
};
use std::{
    hash::{BuildHasher, Hash, Hasher},
    sync::Arc,
};

/// One combat of Para Roles that has to be won within so many rounds.
#[derive(Debug)]
pub struct Puzzle {
    pub game: Arc<ParaRoles>,
    pub rounds: u16,
    pub heroes: u8,
}

/// A puzzle and its position.
pub struct Position {
    pub name: String,
    pub puzzle: Puzzle,
    pub state: State,
}

impl Position {
    fn new(name: impl Into<String>, fixture: Fixture, rounds: u16) -> Position {
        let table = fixture.table();
        let heroes = table.state().living().len() as u8;
        let puzzle = Puzzle { game: Arc::clone(table.game()), rounds, heroes };
        Position { name: name.into(), puzzle, state: *table.state() }
    }
}

impl Puzzle {
    #[must_use]
    pub fn look<'a>(&'a self, state: &'a State) -> Look<'a> {
        Look { g: &self.game, s: state }
    }
    fn decided(&self, state: &State) -> bool {
        state.acting_enemies().is_empty() || state.living().is_empty() || state.combat.round > self.rounds
    }
    #[expect(clippy::wildcard_enum_match_arm, reason = "everything else belongs to a combat without extras")]
    fn allows(&self, state: &State, seat: Seat, action: Action) -> bool {
        match action {
            Action::Run { .. }
            | Action::Swap { .. }
            | Action::Bomb
            | Action::Summon
            | Action::Flask { .. } => false,
            Action::Epic { .. } | Action::StayDown => false,
            // Tokens that lie on nobody are out of the game.
            Action::From { target: Who::Foe(foe), .. } => state.foe(foe).present,
            Action::Buff { hero, stat } => self.can_move_to(state, seat, Place::hero(hero.seat(), stat)),
            Action::Curse { enemy, stat } => self.can_move_to(state, seat, Place::foe(enemy, stat)),
            action => !legal::is_idle(self.look(state), seat, action),
        }
    }
}

impl Puzzle {
    /// Has this seat a token in the game that does not lie there yet? Without one it could not finish what it began.
    fn can_move_to(&self, state: &State, seat: Seat, to: Place) -> bool {
        state.tokens[seat].iter().any(|place| *place != to && in_play(self.look(state), *place))
    }
}

impl Game for Puzzle {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.game.seats()
    }
    fn setup(&self) -> State {
        self.game.setup()
    }
    fn turn(&self, state: &State) -> Turn {
        if self.decided(state) { Turn::Over } else { self.game.turn(state) }
    }
    fn legal_actions(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let from = into.len();
        self.game.legal_actions(state, seat, into);
        let mut kept = from;
        for at in from..into.len() {
            if self.allows(state, seat, into[at]) {
                into[kept] = into[at];
                kept += 1;
            }
        }
        into.truncate(kept);
    }
    fn odds(&self, state: &State) -> Odds<Chance> {
        self.game.odds(state)
    }
    fn sample<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        self.game.sample(state, rng)
    }
    fn apply(&self, state: &mut State, step: Step<Action, Chance>, log: &mut Log<Event>) {
        self.game.apply(state, step, log);
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let won = state.acting_enemies().is_empty() && state.combat.round <= self.rounds;
        let share = 1000 * state.living().len() as u16 / u16::from(self.heroes);
        self.decided(state).then(|| Outcome::shared(if won { share } else { 0 }, self.seats()))
    }
    fn mask(&self, state: &mut State, seat: Seat) {
        self.game.mask(state, seat);
    }
    fn fill<R: Rng + ?Sized>(&self, state: &mut State, rng: &mut R) {
        self.game.fill(state, rng);
    }
}

/// Cards that no check and no target tells apart are the same card.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameCards;

/// All numbers that a card may have to stay below, now or after tokens have moved.
fn checks(look: Look) -> u16 {
    let tokens = |ability| {
        let owners = look.s.living().into_iter().filter(|seat| look.hero(*seat).slotted(ability));
        owners.map(|seat| look.s.tokens[seat].iter().filter(|p| in_play(look, **p)).count() as u8).sum::<u8>()
    };
    let (up, down) = (tokens(Ability::BuffAlly), tokens(Ability::CurseEnemy));
    let spread = |low: u8, high: u8| (low..=high).fold(0u16, |bits, n| bits | 1 << n.clamp(2, 15));
    let stats = [Stat::Defense, Stat::Attack, Stat::Trick];
    let mut all = 0;
    for stat in stats {
        for seat in look.s.living() {
            let bare = look.stat(seat, stat) - look.s.sums.on_heroes[seat.index()][stat.index()];
            all |= spread(bare, bare + up);
        }
        for foe in look.s.enemies().filter(|id| stat != Stat::Trick || has_tricks(look, *id)) {
            let bare = look.foe(foe).card(stat).number();
            all |= spread(bare.saturating_sub(down), bare);
        }
    }
    all
}

/// Minions only attack, and a Defender without a fellow only defends himself.
fn has_tricks(look: Look, id: FoeId) -> bool {
    let plain = |deed: &Deed| {
        matches!(deed, Deed::Attack | Deed::DefendSelf | Deed::DestroyTreasure)
            || *deed == Deed::DefendOther && look.fellow_to_cover(id).is_none()
    };
    look.g.content.die(look.acts_as(id)).is_some_and(|faces| !faces.iter().all(plain))
}

/// A token that is in the supply or on somebody who is there.
fn in_play(look: Look, place: Place) -> bool {
    match place.on() {
        Some((Who::Foe(foe), _)) => look.foe(foe).present,
        Some((Who::Hero(_), _)) | None => true,
    }
}

/// Do colours count? Only an XXX asks for them here, while it is prepared and while its cards are turned.
fn colours_count(look: Look) -> bool {
    let prepared = |c: Charge| c.what == Charging::Epic(Epic::Xxx);
    look.s.heroes.iter().any(|(_, h)| h.charge.is_some_and(prepared))
        || look
            .s
            .stack
            .frames()
            .any(|frame| matches!(frame, Frame::Cards(cards::Frame::Draw { check: Check::Xxx { .. } })))
}

/// What each card can still decide, as a small number: whom it names, which checks it passes, perhaps its colour.
struct Kinds {
    of: [u8; 52],
    count: usize,
}

impl Kinds {
    fn new(look: Look) -> Kinds {
        let (checks, colour) = (checks(look), colours_count(look));
        let mut known: Vec<(u16, u8, bool)> = Vec::with_capacity(52);
        let mut of = [0; 52];
        for suit in Suit::ALL {
            // Whom a card names depends on its suit and on whether its number is even.
            let named =
                [2, 3].map(|n| look.named(Card::new(Rank::new(n), suit), None).map_or(9, Seat::number));
            for rank in Rank::all() {
                let card = Card::new(rank, suit);
                let passed = if card.number() == 2 { checks } else { checks & !((2 << card.number()) - 1) };
                let kind = (passed, named[usize::from(card.number() % 2)], colour && suit.is_black());
                let at = known.iter().position(|k| *k == kind).unwrap_or_else(|| {
                    known.push(kind);
                    known.len() - 1
                });
                of[card.index()] = at as u8;
            }
        }
        Kinds { of, count: known.len() }
    }
    fn of(&self, card: Card) -> usize {
        self.of[card.index()].into()
    }
}

impl Fold<Puzzle> for SameCards {
    /// Of each kind the lowest cards stay in the deck, as many as there were.
    fn canonical(&self, game: &Puzzle, state: &mut State) {
        let kinds = Kinds::new(game.look(state));
        let mut counts = [0u8; 52];
        for card in state.random.loose().iter() {
            counts[kinds.of(card)] += 1;
        }
        let mut kept = CardSet::EMPTY;
        for card in Card::all() {
            let count = &mut counts[kinds.of(card)];
            if *count > 0 {
                *count -= 1;
                kept = kept.or(CardSet::only(card));
            }
        }
        state.random = Deck::shuffled(kept);
        state.hand = CardSet::EMPTY;
    }
    /// What a single combat can change.
    fn key(&self, _: &Puzzle, state: &State) -> u64 {
        let mut into = hasher().build_hasher();
        (state.stack, state.random.loose(), state.combat, state.sums, state.tokens).hash(&mut into);
        for seat in state.living() {
            (seat, state.heroes[seat]).hash(&mut into);
        }
        for id in state.enemies() {
            (id, state.foe(id)).hash(&mut into);
        }
        into.finish()
    }
    fn odds(&self, game: &Puzzle, state: &State) -> Vec<(Chance, u32)> {
        let look = game.look(state);
        let mut odds: Vec<(Chance, u32)> = Vec::with_capacity(16);
        if let Some(Frame::Enemy(enemy_turn::Frame::Die { foe })) = state.stack.top() {
            // Faces that mean the same deed are the same face.
            let faces = look.g.content.die(look.acts_as(*foe)).map_or(&[][..], |faces| faces);
            let first = |deed| faces.iter().position(|d| *d == deed).unwrap_or(0);
            for (at, deed) in faces.iter().enumerate() {
                if first(*deed) == at {
                    let count = faces.iter().filter(|d| *d == deed).count();
                    odds.push((Chance::Die { face: Face::new(at as u8 + 1) }, count as u32));
                }
            }
            return odds;
        }
        let kinds = Kinds::new(look);
        let mut places = [usize::MAX; 52];
        for (outcome, weight) in game.odds(state).iter() {
            let Chance::Draw { card } = outcome else {
                odds.push((outcome, weight));
                continue;
            };
            let place = &mut places[kinds.of(card)];
            if *place == usize::MAX {
                *place = odds.len();
                odds.push((outcome, 0));
            }
            odds[*place].1 += weight;
        }
        debug_assert!(odds.len() <= kinds.count.max(1) + 1);
        odds
    }
}

/// The five encounters whose values are known from elsewhere, with their optimum.
#[must_use]
pub fn known() -> Vec<(Position, f64)> {
    let damage = |f: Fixture, cards: &str, hp: u8| f.stats(2, cards).hero(2, |h| h.hp = hp);
    let lone = damage(locked(&["4/5/5/3"]).only(&[2]), "6/5/8/8", 3).foe(1, |f| f.hp = 4);
    let shield = damage(locked(&["4/5/5/2"]).only(&[1, 2]), "6/5/9/8", 1)
        .treasure(2, Stat::Trick, 1)
        .stats(1, "9/9/5/9")
        .hero(1, |h| h.hp = 3)
        .foe(1, |f| f.hp = 2);
    let triage = damage(locked(&["5/6/9/6"]).only(&[0, 2]), "8/6/9/6", 4)
        .stats(0, "7/9/6/9")
        .hero(0, |h| h.hp = 3)
        .foe(1, |f| {
            f.hp = 2;
            f.boost = Some(3);
        })
        .deck("2H 3D 4S 4C 5H 6D 6S 7C 7H 8S 8D 8C 9S 9H 10D 10S JC JH QD KS");
    let hex = damage(locked(&["3/6/5/4"]).only(&[2, 3]), "6/7/8/6", 2)
        .hero(2, |h| h.double_damage = true)
        .stats(3, "9/6/7/9")
        .hero(3, |h| h.hp = 2)
        .with(|s| one_token(s, 3))
        .deck(&of_ranks(&[3, 4, 5, 7, 10]));
    let caster = damage(locked(&["A/6/9/9"]).only(&[1, 2]), "6/6/9/6", 2)
        .hero(2, |h| h.charge = Some(Charge { what: Charging::Epic(Epic::Xxx), turns: 1 }))
        .stats(1, "8/9/6/9")
        .hero(1, |h| h.hp = 4)
        .foe(1, |f| {
            f.hp = 6;
            f.pending = Some(Deed::DragonBreath);
        });
    vec![
        (Position::new("EX-1 Lone blade", lone, 8), 0.389_527_021_6),
        (Position::new("EX-2 Shield or spear", shield, 3), 0.599_376_916_6),
        (Position::new("EX-3 Triage", triage, 3), 0.486_524_999_4),
        (Position::new("EX-4 Hex and hammer", hex, 2), 0.472_622_733_3),
        (Position::new("EX-5 Shield the caster", caster, 2), 0.658_771_816_4),
    ]
}

/// A fight in which no EPIC may be declared.
fn locked(enemies: &[&str]) -> Fixture {
    // The values were worked out for the reading in which a lowered maximum takes HP.
    let options = Options { campaign: Campaign::RandomEncounters, maximum_cuts: true, ..Options::default() };
    let fixture = enemies.iter().fold(Fixture::new(options), |fixture, cards| fixture.enemy(cards));
    fixture.with(|s| s.lockout = 1)
}

/// Three of a Support's tokens leave the game: they lie on an enemy that is not there.
fn one_token(s: &mut State, seat: u8) {
    let away = Place::foe(FoeId::enemy(3), Stat::Health);
    s.tokens[Seat::new(seat)] = [Place::SUPPLY, away, away, away];
}

/// All four suits of these ranks.
fn of_ranks(ranks: &[u8]) -> String {
    let text = |card: Card| ranks.contains(&card.number()).then(|| card.to_string());
    Card::all().filter_map(text).collect::<Vec<_>>().join(" ")
}

/// A position made by chance: one or two heroes with few HP, one weak enemy, a small deck that lasts, a few rounds.
pub fn generated<R: Rng + ?Sized>(name: &str, rng: &mut R) -> Position {
    let mut pick = |low: u32, high: u32| low + kernel::below(rng, high - low + 1);
    let mut enemy = [0; 4].map(|_: u8| pick(3, 8) as u8);
    enemy[0] = pick(2, 5) as u8;
    enemy[1] = pick(2, 6) as u8;
    let cards = enemy.map(|n| Rank::new(n).to_string()).join("/");
    let first = pick(0, 3) as u8;
    let second = (first + pick(1, 3) as u8) % 4;
    let seats = if pick(0, 3) == 0 { vec![first] } else { vec![first, second] };
    let mut fixture = locked(&[&cards]).only(&seats);
    for seat in &seats {
        let stats = [0; 4].map(|_: u8| Rank::new(pick(6, 12) as u8).to_string()).join("/");
        let (hp, flag) = (pick(1, 3) as u8, pick(0, 5));
        fixture = fixture.stats(*seat, &stats).hero(*seat, |h| {
            h.hp = hp;
            h.double_damage = flag == 0;
            h.precise_strike = flag == 1;
        });
        fixture = fixture.with(|s| one_token(s, *seat));
    }
    let hp = u16::from(enemy[0]).min(pick(1, 3) as u16);
    // All four suits of six ranks: enough for every check of so few rounds.
    let mut deck = CardSet::EMPTY;
    while deck.count() < 24 {
        let rank = Rank::new(pick(2, 14) as u8);
        deck = Suit::ALL.into_iter().fold(deck, |deck, suit| deck.or(CardSet::only(Card::new(rank, suit))));
    }
    fixture = fixture.foe(1, |f| f.hp = hp).with(|s| s.random = Deck::shuffled(deck));
    let rounds = if seats.len() == 1 { pick(2, 4) } else { pick(1, 2) };
    Position::new(name, fixture, rounds as u16)
}

/// Positions of Para Roles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fights;

impl From<Position> for Task<Puzzle> {
    fn from(position: Position) -> Task<Puzzle> {
        Task { name: position.name, game: Arc::new(position.puzzle), state: position.state }
    }
}

impl Trial for Fights {
    type Game = Puzzle;
    type Fold = SameCards;
    type Sense = PuzzleSense;

    fn known(&self) -> Vec<(Task<Puzzle>, f64)> {
        known().into_iter().map(|(position, value)| (position.into(), value)).collect()
    }
    /// The others take minutes.
    fn quick(&self) -> Vec<usize> {
        vec![0, 4]
    }
    fn generated(&self, name: &str, rng: &mut BotRng) -> Task<Puzzle> {
        generated(name, rng).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::solve::Solver;

    fn solved(position: &Position, rounds: u16) -> (f64, usize) {
        let puzzle = Puzzle { game: Arc::clone(&position.puzzle.game), rounds, ..position.puzzle };
        let mut solver = Solver::<_, _, 1>::new(&puzzle, SameCards, 10_000_000);
        let [value] = solver.value(&position.state).expect("small enough");
        (value, solver.positions())
    }

    #[test]
    fn a_lone_blade_wins_as_often_as_is_known() {
        let (position, optimum) = known().swap_remove(0);
        let (value, _) = solved(&position, position.puzzle.rounds);
        assert!((value - optimum).abs() < 1e-9, "{value}");
    }

    #[test]
    fn a_boosted_commander_in_one_and_in_two_rounds() {
        let (position, _) = known().swap_remove(2);
        assert!((solved(&position, 1).0 - 0.090_901_272_8).abs() < 1e-9);
        assert!((solved(&position, 2).0 - 0.314_256_550_1).abs() < 1e-9);
    }

    #[test]
    fn a_hex_before_the_hammer_in_a_single_round() {
        let (position, _) = known().swap_remove(3);
        assert!((solved(&position, 1).0 - 5.0 / 19.0).abs() < 1e-9);
    }

    #[test]
    fn a_caster_is_worth_shielding() {
        let (position, optimum) = known().swap_remove(4);
        let (value, _) = solved(&position, position.puzzle.rounds);
        assert!((value - optimum).abs() < 1e-9, "{value}");
    }
}
