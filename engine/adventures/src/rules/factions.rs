//! Faction tracks with overflow. RA-130 to RA-132.

use crate::{Event, Play, rules::revealed, words::Faction};
use kernel::rule;

/// Moves a marker; each space it cannot move is worth one XP, at both ends.
pub fn favor(p: &mut Play, faction: Faction, by: i8) {
    rule!("RA-130", "RA-131", "RA-R45");
    let at = p.look().track(faction);
    let track = p.g.content.campaign.factions[at];
    let wanted = i16::from(p.s.journal.factions[at]) + i16::from(by);
    let reached = wanted.clamp(i16::from(track.min), i16::from(track.max));
    let over = wanted.abs_diff(reached) as u8;
    p.s.journal.factions[at] = reached as u8;
    p.say(|look| Event::Favor { faction: look.faction_name(at), to: reached as u8, by, over });
    revealed::gain_xp(p, i16::from(over));
}
