//! The Dungeon Crawl: three levels of seven rooms, a lair at the end of each. Our own setting.

use super::{campaigns, cards, pause, rounds};
use crate::{
    Play,
    content::span,
    event::Event,
    frame::{Check, Next, then, wait},
    state::{Dungeon, Ending, Foe, State},
    words::FoeId,
};
use kernel::{ArrayVec, Card, CardSet, Deck, Rank, RankSet, SeatSet, Suit, rule};

pub const ROOMS: u8 = 7;
const CHILDREN_MAX: usize = 3;

/// A level: fresh enemy decks, an empty Graveyard, and a map to be drawn.
pub fn begin_level(p: &mut Play, level: u8) {
    let card = &p.g.content.campaigns.dungeon.levels[usize::from(level)];
    p.s.alive = [span(card.ranks); 4];
    p.s.graveyard = [RankSet::EMPTY; 4];
    p.s.escaped = [RankSet::EMPTY; 4];
    // Enemies that wait stay behind on their level, and with them what they stole.
    rule!("PR-215");
    for left_behind in std::mem::take(&mut p.s.journey.waiting) {
        p.s.treasure_lost += left_behind.stolen;
    }
    p.s.journey.done = level;
    p.s.journey.place = 1;
    p.s.journey.from = 1;
    p.s.journey.dungeon = Dungeon { rooms: 1, entered: 1 << 1, ..Dungeon::default() };
}

/// Rooms the next one may hang on: those with fewer than three of their own.
pub fn hooks(s: &State) -> impl Iterator<Item = u8> + Clone + '_ {
    let d = &s.journey.dungeon;
    let children = |room: u8| (2..=d.rooms).filter(|k| d.parent[usize::from(*k)] == room).count();
    (1..=d.rooms).filter(move |room| children(*room) < CHILDREN_MAX)
}

pub fn hung(p: &mut Play, on: u8) -> Next {
    let d = &mut p.s.journey.dungeon;
    d.rooms += 1;
    d.parent[usize::from(d.rooms)] = on;
    if d.rooms == ROOMS {
        d.lair = deepest(d);
    }
    Next::Done
}

/// The deepest room, and of those the one with the highest number.
pub fn deepest(d: &Dungeon) -> u8 {
    let depth = |room: u8| {
        std::iter::successors(Some(room), |r| Some(d.parent[usize::from(*r)]).filter(|p| *p > 0)).count()
    };
    (1..=ROOMS).max_by_key(|room| depth(*room)).unwrap_or(ROOMS)
}

/// Rooms next to this one.
pub fn doors(s: &State) -> ArrayVec<[u8; 4]> {
    let d = &s.journey.dungeon;
    let here = s.journey.place;
    let up = d.parent[usize::from(here)];
    (1..=d.rooms).filter(|room| *room == up || d.parent[usize::from(*room)] == here).collect()
}

/// What comes next in the dungeon.
pub fn journey(p: &mut Play) -> Next {
    rule!("PR-385");
    if p.s.journey.done >= 3 {
        return campaigns::over(p, Ending::Victory);
    }
    if p.s.journey.dungeon.rooms < ROOMS {
        return wait(campaigns::Frame::NextRoom);
    }
    if std::mem::take(&mut p.s.journey.entering) {
        return enter(p);
    }
    wait(pause::Frame::Map)
}

pub fn go(p: &mut Play, room: u8) -> Next {
    p.s.journey.from = p.s.journey.place;
    p.s.journey.place = room;
    p.s.journey.entering = true;
    p.say(|_| Event::Map(format!("the party enters room {room}")));
    Next::Done
}

/// The stairs behind the lair lead to the next level.
pub fn down(p: &mut Play) -> Next {
    let level = p.s.journey.done + 1;
    begin_level(p, level);
    p.say(|_| Event::Map(format!("the party goes down to level {}", level + 1)));
    Next::Done
}

/// May the party go down? The lair must be won.
pub fn may_go_down(s: &State) -> bool {
    let d = &s.journey.dungeon;
    let won = d.entered >> d.lair & 1 == 1 && !s.journey.waiting.iter().any(|w| w.place == d.lair);
    s.journey.place == d.lair && won
}

fn enter(p: &mut Play) -> Next {
    let room = p.s.journey.place;
    if campaigns::fight_waiting(p) {
        // There may be more of them than fight at once.
        p.s.journey.entering = true;
        return then(rounds::Frame::CombatBegins);
    }
    if p.s.journey.dungeon.entered >> room & 1 == 1 {
        return Next::Done;
    }
    p.s.journey.dungeon.entered |= 1 << room;
    let level = &p.g.content.campaigns.dungeon.levels[usize::from(p.s.journey.done)];
    if room == p.s.journey.dungeon.lair {
        let cards = [Rank::new(level.lair); 4];
        campaigns::stands(
            p,
            FoeId::enemy(0),
            Foe { cards, treasure: level.lair_treasure, from_deck: true, ..Foe::default() },
        );
        return then(rounds::Frame::CombatBegins);
    }
    p.s.random = Deck::shuffled(CardSet::FULL);
    cards::draw(p, Check::Room)
}

/// The exploration card of an ordinary room.
pub fn room_card(p: &mut Play, card: Card) -> Next {
    let level = &p.g.content.campaigns.dungeon.levels[usize::from(p.s.journey.done)];
    let face = card.number() > 10;
    let foe = |treasure| Foe { treasure, ..Foe::default() };
    match card.suit() {
        Suit::Spades => campaigns::encounter(p, if face { 2 } else { 1 }, foe(level.treasure)),
        Suit::Clubs => wait(pause::Frame::TrapVictim { everyone: true, hurts: if face { 2 } else { 1 } }),
        Suit::Diamonds if card.number() <= 7 => campaigns::find_treasure(p, 1),
        Suit::Diamonds => campaigns::encounter(p, 1, foe(2)),
        Suit::Hearts if face => wait(pause::Frame::HeartsChoice),
        Suit::Hearts => {
            campaigns::heal_living(p, 1);
            Next::Done
        }
    }
}

/// A party that fled is back where it came from; the lair of the last level ends the crawl.
pub fn after_combat(p: &mut Play, beaten: bool) {
    if !beaten {
        p.s.journey.place = p.s.journey.from;
        p.s.journey.entering = false;
        return;
    }
    if p.s.journey.place == p.s.journey.dungeon.lair && p.s.journey.done == 2 {
        p.s.journey.done = 3;
    }
}

/// From the first room of the first level the party may walk to town.
pub fn leave(p: &mut Play) -> Next {
    p.s.journey.town = true;
    then(pause::Frame::Pause { left: SeatSet::first(4) })
}
