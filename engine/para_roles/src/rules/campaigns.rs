//! Campaigns: what comes next, encounters, and what a combat leaves behind. "Campaigns".

use super::{death, dungeon, enemy_turn, epic, maze, pause, rifts, rounds, treasure};
use crate::{
    ParaRoles, Play, State,
    chance::Chance,
    content::span,
    event::Event,
    frame::{Check, EnemyPile, Next, stray, then, wait},
    keeping,
    luck::{MapPart, Source},
    options::{Campaign, Rest},
    queries::{Look, passes},
    state::{COMBATS_MAX, Combat, Ending, Foe, MOVES_MAX, Waiting},
    words::{FoeId, Stat, Who},
};
use kernel::{Card, CardSet, Deck, Rank, Seat, SeatSet, Suit, Turn, rule};
use serde::{Deserialize, Serialize};

/// Where the journey stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Whatever comes next.
    GoesOn,
    CombatEnds,
    AfterCombat,
    /// Maze: the walls round a cell the party looks about in, from this way on.
    Walls {
        cell: u8,
        next: u8,
    },
    /// Maze: what lies in a cell.
    FindMarker,
    /// Dungeon: where the next room hangs.
    NextRoom,
}

pub fn enter(p: &mut Play, at: Frame) -> Next {
    match at {
        Frame::GoesOn => journey(p),
        Frame::CombatEnds => combat_ends(p),
        Frame::AfterCombat => after_combat(p),
        Frame::Walls { cell, next } => maze::walls(p, cell, next),
        Frame::FindMarker | Frame::NextRoom => wait(at),
    }
}

/// A map is drawn by chance; nobody is asked.
pub const fn turn(at: Frame) -> Turn {
    match at {
        Frame::GoesOn | Frame::CombatEnds | Frame::AfterCombat => Turn::Over,
        Frame::Walls { .. } | Frame::FindMarker | Frame::NextRoom => Turn::Chance,
    }
}

pub const fn source(at: Frame) -> Option<Source> {
    match at {
        Frame::Walls { cell, next } => Some(Source::Map(MapPart::Wall { cell, next })),
        Frame::FindMarker => Some(Source::Map(MapPart::Marker)),
        Frame::NextRoom => Some(Source::Map(MapPart::Hook)),
        Frame::GoesOn | Frame::CombatEnds | Frame::AfterCombat => None,
    }
}

/// A part of the map was drawn.
pub fn fell(p: &mut Play, at: Frame, outcome: Chance) -> Next {
    match (at, outcome) {
        (Frame::Walls { cell, next }, Chance::Open { .. }) => maze::drawn(p, cell, next, true),
        (Frame::Walls { cell, next }, Chance::Shut { .. }) => maze::drawn(p, cell, next, false),
        (Frame::FindMarker, Chance::Find { marker }) => maze::found(p, marker),
        (Frame::NextRoom, Chance::Hang { room }) => dungeon::hung(p, room.number()),
        (
            Frame::GoesOn
            | Frame::CombatEnds
            | Frame::AfterCombat
            | Frame::Walls { .. }
            | Frame::FindMarker
            | Frame::NextRoom,
            _,
        ) => stray(at),
    }
}

/// The enemy decks of the campaign are laid out.
pub fn begin(p: &mut Play) {
    rule!("PR-003", "PR-386");
    let all = &p.g.content.campaigns;
    let ranks = match p.g.options.campaign {
        Campaign::Woods => {
            rule!("PR-380");
            all.woods.ranks
        }
        Campaign::RandomEncounters => {
            rule!("PR-381");
            all.random.ranks
        }
        Campaign::Tower => {
            rule!("PR-382", "PR-R82");
            all.tower.ranks
        }
        Campaign::Maze => all.maze.ranks,
        Campaign::Dungeon => all.dungeon.levels[0].ranks,
        Campaign::Rifts => all.rifts.ranks,
    };
    p.s.alive = [span(ranks); 4];
    match p.g.options.campaign {
        Campaign::Maze => maze::begin(p),
        Campaign::Dungeon => dungeon::begin_level(p, 0),
        Campaign::Woods | Campaign::RandomEncounters | Campaign::Tower | Campaign::Rifts => {}
    }
}

/// What comes next.
pub fn journey(p: &mut Play) -> Next {
    if p.s.living().is_empty() {
        return over(p, Ending::Defeat);
    }
    if p.s.tally.combats >= COMBATS_MAX || p.s.journey.moves >= MOVES_MAX {
        return over(p, Ending::GaveUp);
    }
    // Whatever comes next, the journey goes on after it.
    p.s.stack.push(Frame::GoesOn.into());
    keeping::goes_on(p)
}

/// The next place on the way.
pub fn next_place(p: &mut Play) -> Next {
    match p.g.options.campaign {
        Campaign::Woods | Campaign::RandomEncounters => road(p),
        Campaign::Tower => tower(p),
        Campaign::Maze => maze::journey(p),
        Campaign::Dungeon => dungeon::journey(p),
        Campaign::Rifts => rifts::journey(p),
    }
}

/// The game is over.
pub fn over(p: &mut Play, ending: Ending) -> Next {
    rule!("PR-400", "PR-401", "PR-402", "PR-R68");
    p.s.ending = Some(ending);
    p.s.stack.clear();
    p.say(|l| Event::Over(crate::show::result_text(l)));
    Next::Done
}

/// Has the party come to the end of a road, or of the Tower?
pub fn is_won(g: &ParaRoles, s: &State) -> bool {
    let all = &g.content.campaigns;
    let road = |encounters: u8| s.journey.done >= encounters || s.alive.iter().any(|deck| deck.is_empty());
    match g.options.campaign {
        Campaign::Woods => road(all.woods.encounters),
        Campaign::RandomEncounters => road(all.random.encounters),
        Campaign::Tower => s.journey.done >= levels(g),
        Campaign::Maze | Campaign::Dungeon | Campaign::Rifts => false,
    }
}

/// Woods and Random Encounters: the next card of each suit. Who ran from more than he beat has not won.
fn road(p: &mut Play) -> Next {
    if is_won(p.g, p.s) {
        rule!("PR-401", "PR-R89");
        let tally = &p.s.tally;
        let made_it = tally.encounters_beaten > tally.encounters_fled;
        return over(p, if made_it { Ending::Victory } else { Ending::GaveUp });
    }
    encounter(p, 1, Foe { treasure: 1, ..Foe::default() })
}

/// The Dragon's Tower: the lowest rank left in each suit; in doubles the next one as well.
pub fn tower(p: &mut Play) -> Next {
    rule!("PR-382");
    if is_won(p.g, p.s) {
        return over(p, Ending::Victory);
    }
    p.s.journey.place = p.s.journey.done;
    if fight_waiting(p) {
        return then(rounds::Frame::CombatBegins);
    }
    let count = if p.g.options.doubles {
        rule!("PR-384");
        2
    } else {
        1
    };
    for i in 0..count {
        let cards = Suit::ALL.map(|suit| take_lowest(p, suit));
        let highest = cards.into_iter().max().unwrap_or(Rank::TWO);
        rule!("PR-383");
        let treasure = p.g.content.campaigns.tower.treasure_by_rank[usize::from(highest.number() - 2)];
        stands(p, FoeId::enemy(i), Foe { cards, treasure, from_deck: true, ..Foe::default() });
    }
    then(rounds::Frame::CombatBegins)
}

/// How many levels the Tower has.
pub fn levels(g: &ParaRoles) -> u8 {
    g.content.campaigns.tower.encounters - u8::from(g.options.doubles)
}

fn take_lowest(p: &mut Play, suit: Suit) -> Rank {
    // A suit can run out only if a guard was made of the living; then the strongest of the dead climbs back.
    let rank = p.s.alive[suit.index()].lowest();
    let (pile, rank) = match rank {
        Some(rank) => (&mut p.s.alive, rank),
        None => {
            let strongest = p.s.graveyard[suit.index()].iter().last().unwrap_or(Rank::ACE);
            (&mut p.s.graveyard, strongest)
        }
    };
    pile[suit.index()].remove(rank);
    rank
}

/// An encounter with drawn enemies, as far as there are cards for them.
pub fn encounter(p: &mut Play, wanted: u8, like: Foe) -> Next {
    let there = |suit: usize| p.s.alive[suit].len() + refillable(p.look(), suit);
    let most = (0..4).map(there).min().unwrap_or(0) as u8;
    let count = wanted.min(most);
    if count == 0 {
        return Next::Done;
    }
    p.s.stack.push(rounds::Frame::CombatBegins.into());
    for i in 0..count {
        *p.s.foe_mut(FoeId::enemy(i)) = like;
    }
    for i in (1..count).rev() {
        p.s.stack.push(enemy_turn::Frame::Reveal { foe: FoeId::enemy(i), suit: Suit::Hearts }.into());
    }
    reveal(p, FoeId::enemy(0), Suit::Hearts)
}

/// On a map the dead of a suit are shuffled back when its deck runs out.
fn refillable(look: Look, suit: usize) -> u32 {
    match look.g.options.campaign {
        Campaign::Maze | Campaign::Dungeon | Campaign::Rifts => look.s.graveyard[suit].len(),
        Campaign::Woods | Campaign::RandomEncounters | Campaign::Tower => 0,
    }
}

/// Are there cards for one more enemy or creature?
pub fn can_supply(look: Look) -> bool {
    (0..4).all(|suit| look.s.alive[suit].len() + refillable(look, suit) > 0)
}

/// An enemy needs a card of this suit.
pub fn reveal(p: &mut Play, foe: FoeId, suit: Suit) -> Next {
    let i = suit.index();
    if p.s.alive[i].is_empty() && refillable(p.look(), i) > 0 {
        p.s.alive[i] = std::mem::take(&mut p.s.graveyard[i]);
    }
    wait(enemy_turn::Frame::Reveal { foe, suit })
}

/// A stat card of an enemy or of a creature.
pub fn revealed(p: &mut Play, id: FoeId, card: Card) -> Next {
    let suit = card.suit();
    keeping::enemy_card(p, card, EnemyPile::Living);
    p.s.foe_mut(id).cards[suit.index()] = card.rank();
    match Suit::ALL.get(suit.index() + 1) {
        Some(next) => reveal(p, id, *next),
        None if id == FoeId::CREATURE => {
            super::creature::stands(p);
            Next::Done
        }
        None => {
            let foe = *p.s.foe(id);
            let from_deck = keeping::are_real(p, id, &foe);
            stands(p, id, Foe { from_deck, ..foe });
            Next::Done
        }
    }
}

/// An enemy stands on the table with its cards; its kind is named by the highest.
pub fn stands(p: &mut Play, id: FoeId, foe: Foe) {
    rule!("PR-200", "PR-R78");
    let highest = foe.cards.into_iter().max().unwrap_or(Rank::TWO);
    let hp = foe.cards[0].number().into();
    *p.s.foe_mut(id) = Foe { present: true, kind: p.g.content.kind(highest), hp, ..foe };
    p.s.recount_enemy(id);
}

/// Enemies that were fled from here stand again at full HP with what they stole.
pub fn fight_waiting(p: &mut Play) -> bool {
    let place = p.s.journey.place;
    let here: kernel::ArrayVec<[Waiting; 13]> =
        p.s.journey.waiting.iter().copied().filter(|w| w.place == place).collect();
    for (i, w) in here.iter().take(2).enumerate() {
        let like = Foe {
            cards: w.cards,
            minion: w.minion,
            stolen: w.stolen,
            treasure: w.treasure,
            from_deck: w.from_deck,
            ..Foe::default()
        };
        stands(p, FoeId::enemy(i as u8), like);
    }
    let mut taken = 0;
    p.s.journey.waiting.retain(|w| {
        taken += u8::from(w.place == place);
        w.place != place || taken > 2
    });
    !here.is_empty()
}

// --- after a combat

/// The last enemy is gone, or the last hero.
pub fn combat_ends(p: &mut Play) -> Next {
    p.s.combat.on = false;
    p.s.hand = CardSet::EMPTY;
    if p.s.living().is_empty() {
        return over(p, Ending::Defeat);
    }
    rule!("PR-241");
    let beaten = !p.s.combat.fled;
    p.say(|_| Event::CombatOver { beaten });
    let after = keeping::fight_ends(p);
    p.s.stack.push(after);
    p.s.stack.push(treasure::Frame::HandOut { left: p.s.combat.recovered }.into());
    then(treasure::Frame::Spoils)
}

/// Cards, tokens and boosts go back; what a combat was good for is counted; then the party may catch its breath.
pub fn after_combat(p: &mut Play) -> Next {
    if settle(p) { pause::pause(p, SeatSet::first(4)) } else { Next::Done }
}

/// Clears the table after a combat and counts it. Does the journey go on?
pub fn settle(p: &mut Play) -> bool {
    clean_up(p);
    let beaten = !p.s.combat.fled;
    let ancient = p.s.combat.no_escape;
    p.s.combat = Combat::default();
    if beaten {
        p.s.tally.encounters_beaten += 1;
    } else {
        p.s.tally.encounters_fled += 1;
    }
    rest(p);
    match p.g.options.campaign {
        Campaign::Woods | Campaign::RandomEncounters => {
            p.s.journey.done += 1;
            p.s.journey.town = p.g.options.town_between;
        }
        Campaign::Tower => after_level(p, beaten),
        Campaign::Maze => maze::after_combat(p, beaten),
        Campaign::Dungeon => dungeon::after_combat(p, beaten),
        Campaign::Rifts => {
            return !rifts::after_combat(p, beaten, ancient);
        }
    }
    true
}

fn after_level(p: &mut Play, beaten: bool) {
    p.s.journey.town = p.g.options.town_between;
    if !beaten {
        rule!("PR-R57");
        return;
    }
    p.s.journey.done += 1;
    if p.g.options.doubles && p.s.journey.done < levels(p.g) {
        rule!("PR-384", "PR-R67");
        let low = p.g.content.campaigns.tower.ranks.0;
        let upper = Rank::new(low + p.s.journey.done);
        for i in 0..4 {
            if p.s.graveyard[i].contains(upper) {
                p.s.graveyard[i].remove(upper);
                p.s.alive[i].insert(upper);
            }
        }
    }
}

/// "When an enemy is defeated", steps 3 to 6, and everything that lasts only as long as a combat.
fn clean_up(p: &mut Play) {
    rule!("PR-034", "PR-071", "PR-085", "PR-241");
    p.s.random = Deck::shuffled(CardSet::FULL);
    super::creature::release(p);
    for seat in Seat::first(4) {
        epic::end_all(p, seat);
        let hero = &mut p.s.heroes[seat];
        hero.token = None;
        hero.charge = None;
        hero.fell_this_shuffle = false;
        hero.rest();
    }
    p.s.items.mirror_used = false;
    p.s.lockout = p.s.lockout.saturating_sub(1);
}

/// House rule: healing between combats.
fn rest(p: &mut Play) {
    rule!("PR-R64");
    let amount = match p.g.options.rest_between {
        Rest::None => return,
        Rest::One => 1,
        Rest::Full => u16::MAX,
    };
    for seat in p.s.living() {
        death::gain(p, Who::Hero(seat), amount);
    }
}

// --- things maps share

/// A reshuffle inside a combat moves the rifts' clock.
pub fn clock_ticks_for_reshuffle(p: &mut Play) {
    if p.g.options.campaign == Campaign::Rifts {
        rifts::tick(p);
    }
}

/// The hero who meets a trap turns a card.
pub fn meet_trap(p: &mut Play, seat: Seat, everyone: bool, hurts: u8) -> Next {
    p.s.random = Deck::shuffled(CardSet::FULL);
    super::cards::draw(p, Check::Trap { seat, everyone, hurts })
}

pub fn trap_card(p: &mut Play, seat: Seat, everyone: bool, hurts: u8, card: Card) -> Next {
    rule!("PR-R74", "PR-385");
    let safe = passes(card, p.look().stat(seat, Stat::Trick));
    p.say(|l| Event::Trap(l.name(Who::Hero(seat)), safe));
    if !safe {
        let victims = if everyone { p.s.living() } else { SeatSet::only(seat) };
        for victim in victims {
            death::hurt(p, Who::Hero(victim), hurts.into(), None);
        }
    }
    Next::Done
}

/// Every living hero regains HP.
pub fn heal_living(p: &mut Play, amount: u8) {
    for seat in p.s.living() {
        death::gain(p, Who::Hero(seat), amount.into());
    }
}

/// Treasure found without a fight goes to one of the poorest as usual.
pub fn find_treasure(p: &mut Play, count: u8) -> Next {
    p.s.random = Deck::shuffled(CardSet::FULL);
    p.s.combat.spoils = count;
    then(treasure::Frame::Spoils)
}
