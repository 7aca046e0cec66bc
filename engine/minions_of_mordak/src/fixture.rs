//! Named facts of a table, for scripted tests and puzzles; [`scene`] lays tables out, [`lines`] plays on.

mod lines;
pub mod scene;

pub use lines::play_on;

use crate::{
    Content, State,
    content::TileCard,
    ids::{RegionId, RegionSet, SpellId, Who},
    naming,
    queries::Look,
    words::{DeckId, Row, Side, Tier, VILLAIN},
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
        "unseen" => return Some(s.spells.total().to_string()),
        "cells" => return Some(s.cells.len().to_string()),
        "shrines_needed" => return Some(s.shrines_needed.to_string()),
        "jump_when_revealed" => return Some(s.jump_when_revealed.to_string()),
        "labyrinth" => return Some(s.labyrinth.map(|region| region.to_string()).join(" ")),
        "spawn_places" => return Some(regions(look.spawn_places())),
        "hero_round" => return Some(s.is_hero_round().to_string()),
        "in_progress" => return Some(s.depth.to_string()),
        "face_up" => return Some(s.revealed.len().to_string()),
        "offers" => return Some(s.offered.map(|n| n.to_string()).join(" ")),
        "defenders" => return Some(s.defenders.len().to_string()),
        "final_battle" => return Some(s.final_battle.to_string()),
        "winner" => return Some(s.ending.and_then(|ending| ending.winner)?.word().to_owned()),
        "result" => return Some(s.ending?.reason.to_string()),
        _ => {}
    }
    let (subject, rest) = name.split_once('.')?;
    match subject {
        "left" => return left(s, rest),
        "box" => return in_box(&look.g.content, rest),
        _ => {}
    }
    if let Ok(who) = subject.parse::<Who>() {
        return who_fact(look, who, rest);
    }
    if let Ok(region) = subject.parse::<RegionId>() {
        return region_fact(look, region, rest);
    }
    let seat = Seat::checked(subject.parse().ok()?, look.g.options.seats)?;
    seat_fact(look, seat, rest)
}

fn regions(all: RegionSet) -> String {
    all.iter().map(|region| region.to_string()).collect::<Vec<_>>().join(" ")
}

/// Cards left in a deck: `left.arcane`, `left.chump`; of one Spell that nobody has seen: `left.a3`.
fn left(s: &State, of: &str) -> Option<String> {
    let deck = of.parse().map(|deck| s.spells_left(deck)).ok();
    let size = || of.parse().map(|size| s.kinds_left(size)).ok();
    let spell = || of.parse().map(|spell: SpellId| s.spells.0[spell.index()].into()).ok();
    deck.or_else(size).or_else(spell).map(|cards: u32| cards.to_string())
}

/// What the box holds: `box.chump`, `box.arcane`, `box.tiles` by tier.
fn in_box(content: &Content, of: &str) -> Option<String> {
    let tiers = |counted: fn(&TileCard) -> bool| {
        let count = |tier: &Tier| content.tiles_of(*tier).filter(|tile| counted(tile)).count().to_string();
        Tier::ALL.iter().map(count).collect::<Vec<_>>().join(" ")
    };
    let deck = |deck| content.spells_of(deck).map(|card| card.copies).sum::<u8>();
    let size = |size| content.minions_of(size).map(|card| card.copies).sum::<u8>();
    Some(match of {
        "heroes" => content.heroes.len().to_string(),
        "stashes" => content.stashes.len().to_string(),
        "days" => content.procession.len().to_string(),
        "treasures" => content.all_treasures().map(|card| card.copies).sum::<u8>().to_string(),
        "tiles" => tiers(|_| true),
        "ordinary" => tiers(|tile| tile.always.is_empty()),
        _ => of.parse().map(deck).or_else(|_| of.parse().map(size)).ok()?.to_string(),
    })
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
        "name" => look.s.revealed.contains(region).then(|| look.tile_name(region).to_owned()),
        _ => None,
    }
}

fn seat_fact(look: Look, seat: Seat, name: &str) -> Option<String> {
    let s = look.s;
    let player = &s.players[seat];
    Some(match name {
        "health" => player.health.to_string(),
        "hand" => player.hand.len().to_string(),
        "present" => player.present.to_string(),
        "max_health" => look.max_health(seat).to_string(),
        "hand_limit" => look.hand_limit(seat).to_string(),
        "spell_damage" => look.gift(seat).spell_damage.to_string(),
        "hidden" => s.is_hidden(seat).to_string(),
        "orders" => s.orders.list(seat),
        // Arcane and Divine cards that only this player knows.
        "untold" => {
            [DeckId::Arcane, DeckId::Divine].map(|deck| naming::untold(s, seat, deck).to_string()).join(" ")
        }
        "xp" => player.xp.to_string(),
        "ap" => player.ap.to_string(),
        "side" => if seat == VILLAIN { "villain" } else { "heroes" }.to_owned(),
        "defends" => s.defenders.contains(seat).to_string(),
        "crystal" => player.crystal.to_string(),
        "cards" => player.hand.iter().map(|card| card.spell.to_string()).collect::<Vec<_>>().join(" "),
        "wears" => player.slots.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        row => player.plus[row.parse::<Row>().ok()?.index()].to_string(),
    })
}
