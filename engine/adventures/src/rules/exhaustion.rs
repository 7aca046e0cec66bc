//! Fatigue, exhaustion and the death track. RA-180 to RA-183.

use crate::{Event, Play, rules::storybook};
use kernel::{Next, Seat, rule};

/// A hero takes fatigue from the supply; what is above health is ignored.
pub fn suffer(p: &mut Play, seat: Seat, by: u8) {
    rule!("RA-180");
    let sheet = &mut p.s.sheets[seat];
    let before = sheet.fatigue;
    sheet.fatigue = before.saturating_add(by).min(sheet.health).max(before.min(sheet.health));
    let (fatigue, health) = (sheet.fatigue, sheet.health);
    if fatigue > before {
        p.say(|look| Event::Fatigue { who: look.name(seat), by: fatigue - before, fatigue, health });
        if fatigue == health {
            p.say(|look| Event::Exhausted(look.name(seat)));
        }
    }
}

pub fn suffer_all(p: &mut Play, by: u8) {
    if by > 0 {
        p.s.present.into_iter().for_each(|seat| suffer(p, seat, by));
    }
}

/// A hero loses up to this fatigue, and is revived if it was exhausted.
pub fn heal(p: &mut Play, seat: Seat, by: u8) {
    rule!("RA-182", "RA-R74");
    let sheet = &mut p.s.sheets[seat];
    let (before, was_exhausted) = (sheet.fatigue, sheet.exhausted());
    sheet.fatigue = before.saturating_sub(by);
    let (fatigue, health, revived) = (sheet.fatigue, sheet.health, was_exhausted && !sheet.exhausted());
    if fatigue < before {
        p.say(|look| Event::Heals { who: look.name(seat), by: before - fatigue, fatigue, health });
        if revived {
            p.say(|look| Event::Revived(look.name(seat)));
        }
    }
}

/// Marks the next death box, erases the rest track, and reads the entry of the box.
pub fn death(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-183", "RA-R51");
    let boxes = p.g.content.campaign.death_boxes;
    let number = (p.s.journal.deaths + 1).min(boxes);
    p.s.journal.deaths = number;
    p.s.map.fallen = p.s.map.fallen.saturating_add(1);
    erase_rests(p);
    p.say(|_| Event::DeathBox(number));
    let entry = p.g.content.death_entry(number);
    let next = storybook::read(p, entry);
    p.s.map.died = true;
    next
}

/// Erases all marks of the rest track, but never the first box of a legendary campaign.
pub fn erase_rests(p: &mut Play) {
    rule!("RA-R41");
    p.s.journal.rests = u8::from(p.s.journal.legendary);
}
