//! Dimensional Rifts: four rifts to seal before the clock strikes; only then can the Ancient One be faced. Our own setting.

use super::{campaigns, cards, pause, rounds, treasure};
use crate::{
    Play,
    event::Event,
    frame::{Check, Next, then, wait},
    queries::passes,
    state::{Ending, Foe},
    words::{FoeId, Kind, Stat},
};
use kernel::{Card, CardSet, Deck, Rank, Seat, SeatSet, Suit, rule};

/// Where the Ancient One is faced; rifts are places 0 to 3.
const HUB: u8 = 4;
const ALL_SEALED: u8 = 0b1111;

pub fn tick(p: &mut Play) {
    p.s.journey.rifts.clock = p.s.journey.rifts.clock.saturating_add(1);
    let now = p.s.journey.rifts.clock;
    p.say(|_| Event::Clock(now));
}

fn strikes(p: &Play) -> bool {
    rule!("PR-R90");
    let rifts = &p.s.journey.rifts;
    !all_sealed(rifts.sealed) && rifts.clock >= p.g.content.campaigns.rifts.clock
}

/// What comes next: the Ancient One, the rift the party is in, or the choice of one.
pub fn journey(p: &mut Play) -> Next {
    rule!("PR-385");
    if p.s.journey.rifts.ancient {
        return campaigns::over(p, Ending::Victory);
    }
    if strikes(p) {
        // He comes through a rift that stands open, and nobody can challenge him then.
        return campaigns::over(p, Ending::Defeat);
    }
    let Some(suit) = p.s.journey.rifts.inside else {
        p.s.journey.place = HUB;
        return wait(pause::Frame::Map);
    };
    if campaigns::fight_waiting(p) {
        tick(p);
        return then(rounds::Frame::CombatBegins);
    }
    if p.s.journey.rifts.beaten[suit.index()] < p.g.content.campaigns.rifts.enemies_per_rift {
        tick(p);
        return campaigns::encounter(p, 1, Foe { treasure: 1, ..Foe::default() });
    }
    wait(pause::Frame::SealRift)
}

pub fn go_in(p: &mut Play, suit: Suit) -> Next {
    p.s.journey.rifts.inside = Some(suit);
    p.s.journey.place = suit.index() as u8;
    p.say(|_| Event::Map(format!("the party enters the {} rift", suit.glyph())));
    Next::Done
}

pub fn all_sealed(sealed: u8) -> bool {
    sealed == ALL_SEALED
}

/// The Ancient One acts as a Dragon, weakened by the sealed rifts. It cannot be fled.
pub fn face_ancient(p: &mut Play) -> Next {
    let cards = [Rank::new(p.g.content.campaigns.rifts.sealed_stat); 4];
    campaigns::stands(p, FoeId::enemy(0), Foe { cards, ..Foe::default() });
    p.s.foe_mut(FoeId::enemy(0)).kind = Kind::Dragon;
    p.s.journey.rifts.inside = None;
    p.s.combat.no_escape = true;
    then(rounds::Frame::CombatBegins)
}

/// The one who tries to seal the rift turns a card.
pub fn try_seal(p: &mut Play, seat: Seat) -> Next {
    p.s.random = Deck::shuffled(CardSet::FULL);
    cards::draw(p, Check::Seal { seat })
}

pub fn seal_card(p: &mut Play, seat: Seat, card: Card) -> Next {
    let Some(suit) = p.s.journey.rifts.inside else { return Next::Done };
    rule!("PR-R74");
    if !passes(card, p.look().stat(seat, Stat::Trick)) {
        tick(p);
        return Next::Done;
    }
    p.s.journey.rifts.sealed |= 1 << suit.index();
    p.s.journey.rifts.inside = None;
    p.say(|_| Event::Sealed(suit));
    p.s.random = Deck::shuffled(CardSet::FULL);
    p.s.combat.spoils = p.g.content.campaigns.rifts.seal_treasure;
    treasure::spoils(p)
}

/// After a combat: progress in the rift, or out of it. True if the game is over.
pub fn after_combat(p: &mut Play, beaten: bool, ancient: bool) -> bool {
    if ancient {
        p.s.journey.rifts.ancient = beaten;
        if !beaten {
            // Only the safety net ends a fight with the Ancient One without a winner.
            campaigns::over(p, Ending::GaveUp);
        }
        return true;
    }
    match p.s.journey.rifts.inside {
        Some(suit) if beaten => p.s.journey.rifts.beaten[suit.index()] += 1,
        Some(_) | None => {
            tick(p);
            p.s.journey.rifts.inside = None;
        }
    }
    false
}

/// Between rifts the town is open.
pub fn camp(p: &mut Play) -> Next {
    p.s.journey.town = p.s.journey.rifts.inside.is_none();
    then(pause::Frame::Pause { left: SeatSet::first(4) })
}
