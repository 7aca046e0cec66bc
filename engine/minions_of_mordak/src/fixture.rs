//! Named facts of a table, for scripted tests and puzzles; [`scene`] lays tables out.

pub mod scene;

use crate::{
    ids::{RegionId, Who},
    queries::Look,
    words::{Row, Side, VILLAIN},
};
use kernel::Seat;

/// A named fact: `h1.health`, `m0.region`, `b2.stack`, `0.hand`, `day`, `souls`, `result`.
#[must_use]
pub fn fact(look: Look, name: &str) -> Option<String> {
    let s = look.s;
    match name {
        "day" => return Some(s.day.to_string()),
        "souls" => return Some(s.souls.to_string()),
        "shrines" => return Some(s.shrines.to_string()),
        "round" => return Some(s.clock.to_string()),
        "initiative" => return Some(s.initiative.to_string()),
        "pool" => return Some(s.level().roll.pool.to_string()),
        "actor" => return Some(s.level().actor.to_string()),
        "points" => return Some(s.level().ap.to_string()),
        "dice" => return Some(s.level().roll.dice.letters()),
        "fallen" => return Some(s.fallen.total().to_string()),
        "markers" => return Some(s.markers.to_string()),
        "looted" => return Some(s.stash_hidden[Side::Heroes.index()].to_string()),
        "minion_discards" => return Some(s.kind_discards.total().to_string()),
        "treasure_discards" => return Some(s.treasure_discards.total().to_string()),
        "discards" => return Some(s.spell_discards.total().to_string()),
        "face_up" => return Some(s.revealed.len().to_string()),
        "offers" => return Some(s.offered.map(|n| n.to_string()).join(" ")),
        "defenders" => return Some(s.defenders.len().to_string()),
        "final_battle" => return Some(s.final_battle.to_string()),
        "winner" => return Some(s.ending.and_then(|ending| ending.winner)?.word().to_owned()),
        "result" => return Some(s.ending?.reason.to_string()),
        _ => {}
    }
    let (subject, rest) = name.split_once('.')?;
    if let Ok(who) = subject.parse::<Who>() {
        return who_fact(look, who, rest);
    }
    if let Ok(region) = subject.parse::<RegionId>() {
        return region_fact(look, region, rest);
    }
    let seat = Seat::checked(subject.parse().ok()?, look.g.options.seats)?;
    seat_fact(look, seat, rest)
}

fn who_fact(look: Look, who: Who, name: &str) -> Option<String> {
    if let Some((row, what)) = name.split_once('_')
        && let Ok(row) = row.parse::<Row>()
    {
        return match what {
            "roll" => Some(look.row_dice(who, row).letters()),
            "bonus" => Some(look.bonus_dice(who, row).letters()),
            _ => who.as_player().map(|seat| look.s.players[seat].rows[row.index()].letters()),
        };
    }
    match (name, who.as_player(), who.as_minion()) {
        ("armor", _, _) => Some(look.abilities(who, None).armor.to_string()),
        ("kind", _, Some(slot)) => Some(look.s.minion(slot).kind.to_string()),
        ("acted", _, Some(slot)) => Some(look.s.minion(slot).acted.to_string()),
        ("region", _, _) => Some(look.region(who).to_string()),
        ("wounded", _, Some(slot)) => Some(look.s.minion(slot).wounded.to_string()),
        (_, Some(seat), _) => seat_fact(look, seat, name),
        (_, None, _) => None,
    }
}

fn region_fact(look: Look, region: RegionId, name: &str) -> Option<String> {
    match name {
        "stack" => {
            let all = look.s.stack_of(region).map(|slot| Who::minion(slot).to_string());
            Some(all.collect::<Vec<_>>().join(" "))
        }
        "treasures" => Some(look.s.treasures[region.index()].to_string()),
        "defender" => Some(look.defending_villain(region)?.to_string()),
        "revealed" => Some(look.s.revealed.contains(region).to_string()),
        _ => None,
    }
}

fn seat_fact(look: Look, seat: Seat, name: &str) -> Option<String> {
    let player = &look.s.players[seat];
    Some(match name {
        "health" => player.health.to_string(),
        "hand" => player.hand.len().to_string(),
        "xp" => player.xp.to_string(),
        "ap" => player.ap.to_string(),
        "side" => if seat == VILLAIN { "villain" } else { "heroes" }.to_owned(),
        "defends" => look.s.defenders.contains(seat).to_string(),
        "crystal" => player.crystal.to_string(),
        "cards" => player.hand.iter().map(|card| card.spell.to_string()).collect::<Vec<_>>().join(" "),
        "wears" => player.slots.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        row => player.plus[row.parse::<Row>().ok()?.index()].to_string(),
    })
}
