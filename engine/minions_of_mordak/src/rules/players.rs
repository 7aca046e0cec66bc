//! Players who join or leave in the middle. Rulebook: "Players Joining and Leaving". MM-350 to MM-357.

use crate::{
    Event, Play,
    frame::{Next, Stacks as _, stray, then, wait},
    ids::{RegionId, RegionSet, SpellId, Who},
    rules::setup::{self, tier_at},
    rules::{level_up, rounds},
    words::{HeroId, Side, Tier, VILLAIN},
};
use kernel::{Seat, rule};

/// Seats that may join now are asked one by one.
pub fn joining(p: &mut Play, seat: u8) -> Next {
    rule!("MM-350", "MM-357", "MM-R36");
    for seat in seat.max(1)..p.g.options.seats {
        if p.g.options.come_and_go && !p.s.players[Seat::new(seat)].present {
            return wait(rounds::Frame::Joining { seat });
        }
    }
    then(rounds::Frame::Initiative)
}

/// A player picks a free Hero and spends the Experience of the days gone by.
pub fn joined(p: &mut Play, frame: rounds::Frame, hero: HeroId) -> Next {
    let rounds::Frame::Joining { seat } = frame else { return stray(frame) };
    rule!("MM-350", "MM-351", "MM-356");
    let (who, before) = (Seat::new(seat), p.look().hero_count());
    p.s.players[who].present = true;
    setup::take_board(p, who, hero);
    p.s.players[who].xp = p.g.content.numbers.join_xp * p.s.day;
    villain_health(p, before);
    p.say(|l| {
        let (name, xp) = (l.name(Who::hero(who)), l.s.players[who].xp);
        let keep = l.region_name(l.g.keep);
        let own = "normal Health, Action Points, Plus-One and Spells";
        Event::Told(format!("{name} joins and stands on {keep}: {own}, and {xp} XP to spend at once"))
    });
    recite_count(p);
    if before == 2 {
        grow_map(p);
    }
    p.push(rounds::Frame::Joining { seat: seat + 1 });
    p.push(level_up::Frame::SpendXp { seat, side: Side::Heroes, only: true });
    for draw in p.g.content.hero(hero).start.iter().rev() {
        p.push(setup::draw_frame(who, *draw));
    }
    Next::Done
}

pub fn waits(frame: rounds::Frame) -> Next {
    let rounds::Frame::Joining { seat } = frame else { return stray(frame) };
    then(rounds::Frame::Joining { seat: seat + 1 })
}

/// What the table changes with the Hero Count: a checklist for those who play with their own box.
fn recite_count(p: &mut Play) {
    rule!("MM-350", "MM-353");
    p.say(|l| {
        let (heroes, villain) = (l.hero_count(), l.name(Who::MORDAK));
        let health = l.s.players[VILLAIN].health;
        Event::Told(format!(
            "Loot Stash cards are exchanged for those of Hero Count {heroes}; {villain} has {health} Health"
        ))
    });
}

/// The Villain's Health moves by the difference of the starting values.
fn villain_health(p: &mut Play, before: u8) {
    rule!("MM-350", "MM-353", "MM-R39");
    let start = |heroes: u8| i16::from(p.g.content.villain.health[usize::from(heroes.clamp(1, 5)) - 1]);
    let change = start(p.look().hero_count()) - start(before);
    let numbers = &p.g.content.numbers;
    let (least, most) = (i16::from(numbers.villain_step), i16::from(numbers.villain_health_max));
    let health = &mut p.s.players[VILLAIN].health;
    *health = (i16::from(*health) + change).clamp(least, most) as u8;
}

/// From two Heroes to three: the corners are added with a fourth Shrine.
fn grow_map(p: &mut Play) {
    rule!("MM-352");
    let large = p.g.layout_at(3);
    let shrine = p.g.tables.always[large];
    let corners: RegionSet = RegionId::all()
        .filter(|region| tier_at(p.g, *region) == Tier::Three && !p.s.cells.contains(*region))
        .collect();
    if corners.is_empty() {
        return;
    }
    p.s.cells = p.s.cells.or(corners);
    if p.s.jump_when_revealed {
        rule!("MM-354");
        restore_map(p);
        return;
    }
    // One Shrine that must come besides ordinary tiles: that of Asha, the last of its tier.
    let (first, len) = crate::ids::TileId::range(Tier::Three);
    let mask = (u64::MAX >> (64 - u32::from(len))) << first;
    let third = shrine & mask;
    if third != 0 {
        p.s.unseen_tiles |= 1 << (63 - third.leading_zeros());
    }
    p.s.shrines_needed += 1;
    p.say(|l| {
        let places: Vec<String> = corners.iter().map(|region| region.to_string()).collect();
        let needed = l.s.shrines_needed;
        Event::Told(format!(
            "Tier III tiles are shuffled and laid face-down on {}, one of them a Shrine; the Heroes need {needed} Shrines now",
            places.join(", ")
        ))
    });
}

/// The third Hero comes back: so do the Tier III tiles that were taken off, and Shrines move the Procession as before.
fn restore_map(p: &mut Play) {
    p.s.jump_when_revealed = false;
    if p.s.shrines >= p.s.shrines_needed {
        p.s.day = p.g.content.numbers.days;
    }
    let needed = p.s.shrines_needed;
    p.say(|_| {
        Event::Told(format!(
            "the Tier III tiles that were removed lie face-down again; {needed} Shrines move the Procession to its end"
        ))
    });
}

/// Heroes who want to leave are asked at the start of a Level Up Step, if the table allows it.
pub fn leaving(p: &mut Play, seat: u8, side: Side) -> Next {
    rule!("MM-353");
    let may = p.g.options.come_and_go && p.look().hero_count() > 1;
    for seat in seat.max(1)..p.g.options.seats {
        if may && p.s.players[Seat::new(seat)].present {
            return wait(level_up::Frame::Leaving { seat, side });
        }
    }
    Next::Done
}

pub fn stays(frame: level_up::Frame) -> Next {
    let level_up::Frame::Leaving { seat, side } = frame else { return stray(frame) };
    then(level_up::Frame::Leaving { seat: seat + 1, side })
}

pub fn leaves(p: &mut Play, frame: level_up::Frame) -> Next {
    let level_up::Frame::Leaving { seat, side } = frame else { return stray(frame) };
    leave(p, seat, side)
}

/// Whose hand nobody knows names what it puts away, card by card, before it leaves.
pub fn leave(p: &mut Play, seat: u8, side: Side) -> Next {
    let who = Seat::new(seat);
    if p.s.is_hidden(who) && p.s.players[who].hand.iter().any(|card| card.spell.is_hidden()) {
        p.s.players[who].leaving = true;
        return wait(level_up::Frame::Leaving { seat, side });
    }
    left(p, seat, side)
}

fn left(p: &mut Play, seat: u8, side: Side) -> Next {
    rule!("MM-353", "MM-354", "MM-355");
    let (who, before) = (Seat::new(seat), p.look().hero_count());
    p.say(|l| {
        let name = l.name(Who::hero(who));
        let things = "Treasures go into the Loot Stash of the Heroes, Spells to their discard piles";
        Event::Told(format!("{name} leaves the game and the Map: {things}; XP, Plus-Ones and dice are gone"))
    });
    let gone = p.s.players[who];
    for treasure in gone.slots.into_iter().filter(|t| !t.is_none()) {
        // Everybody has seen it: it lies open, and is in the Stash when the Heroes next hand out Treasures.
        p.s.left_behind.0[treasure.index()] += 1;
    }
    for card in gone.hand {
        let spell: SpellId = card.spell;
        p.s.spell_discards.0[spell.index()] += 1;
    }
    p.s.players[who] = crate::state::Player::default();
    p.s.defenders.remove(who);
    p.s.orders.withdraw_all(who);
    let bond = crate::state::What::BoundTo(who);
    p.s.lasting.retain(|lasting| lasting.who != Who::hero(who) && lasting.what != bond);
    villain_health(p, before);
    recite_count(p);
    if before == 3 {
        shrink_map(p);
    }
    then(level_up::Frame::Leaving { seat: seat + 1, side })
}

/// From three Heroes to two: face-down Tier III Regions go, and Shrines move the track no more.
fn shrink_map(p: &mut Play) {
    rule!("MM-354");
    let hidden = p.look().face_down();
    for region in hidden.iter().filter(|region| tier_at(p.g, *region) == Tier::Three) {
        p.s.cells.remove(region);
    }
    p.s.jump_when_revealed = true;
    if p.look().face_down().is_empty() {
        p.s.day = p.s.day.max(p.g.content.numbers.days);
    }
    p.say(|_| Event::Told("face-down Tier III Regions are removed; Shrines move the Procession no more, it jumps to its end once the whole Map is \
         revealed"
            .to_owned()));
}
