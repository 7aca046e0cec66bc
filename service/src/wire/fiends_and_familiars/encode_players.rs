//! What players have, told as a view, and what stands on the cards that are face up.

use super::encode::{dice, maybe, texts};
use ::fiends_and_familiars::{
    levels,
    queries::Look,
    rules::final_scoring,
    state::Player,
    words::{
        AdventureId, AlignmentId, BackstoryId, ClassId, EACH_ROW, FamiliarId, FiendId, InitiativeId,
        MarketId, MinionId, MonsterId, Row, SheetId, Space,
    },
};
use kernel::Seat;
use proto::v1::{FiendsAndFamiliarsView, fiends_and_familiars_view as wire};
use std::collections::BTreeSet;

pub(super) fn player(look: Look, seat: Seat) -> wire::Player {
    let me = look.player(seat);
    let hero = me.class.is_some() && me.sheet.is_some() && look.s.round > 0;
    let card = me.initiative.map(|place| InitiativeId(place.saturating_add(1)));
    wire::Player {
        seat: seat.number().into(),
        sheet: maybe(me.sheet),
        character_class: maybe(me.class),
        color: me.color.to_string(),
        alignment: maybe(me.alignment),
        alignment_token: Some(me.token.into()),
        backstory: maybe(me.backstory),
        familiar: maybe(me.familiar),
        other_familiar: maybe(me.other_familiar),
        initiative: card.map(|card| card.to_string()).unwrap_or_default(),
        last_row: me.last_row.map(|row| row.word().to_owned()).unwrap_or_default(),
        class_used_this_round: me.class_used.this_round,
        class_used_this_game: me.class_used.this_game,
        monster_result: me.result.map(i32::from),
        champion: look.s.champions.contains(seat),
        acted: look.s.acted.contains(seat),
        stored_dice: dice(me.stored),
        spaces: Space::all().filter_map(|space| self::space(me, space)).collect(),
        rows: if hero {
            EACH_ROW.into_iter().map(|row| self::row(look, seat, row)).collect()
        } else {
            vec![]
        },
        stars: if hero { final_scoring::score(look, seat).total().into() } else { 0 },
        ..owned(me)
    }
}

/// Cards, tokens and Fiends.
fn owned(me: &Player) -> wire::Player {
    wire::Player {
        gold: me.gold.into(),
        xp: me.xp.into(),
        stored_xp: me.stored_xp.into(),
        charisma: me.charisma.into(),
        honor: me.honor.into(),
        injury: me.injury.into(),
        cards: texts(me.cards.iter()),
        exhausted: texts(me.exhausted.iter()),
        used_this_round: texts(me.used.iter()),
        used_this_game: texts(me.spent.iter()),
        trophies: texts(me.trophies.iter()),
        adventure_tokens: me.tokens.into(),
        fiends: texts(me.active.iter()),
        new_fiends: texts(me.fresh.iter()),
        banished: texts(me.banished.iter()),
        hunt_dice: me.hunt_dice.into(),
        hunt_bonus: me.hunt_bonus.into(),
        hunt_rerolls: me.hunt_rerolls.into(),
        storable_xp: me.storable.into(),
        monster_dice: me.pool.into(),
        ..wire::Player::default()
    }
}

fn space(me: &Player, space: Space) -> Option<wire::Space> {
    let die = me.die(space);
    die.is_some().then(|| wire::Space { id: space.to_string(), die: die.to_string() })
}

fn row(look: Look, seat: Seat, row: Row) -> wire::Row {
    let met = if row == Row::Familiar { look.power_met(seat) } else { look.goal_met(seat, row) };
    wire::Row { id: row.word().to_owned(), score: look.score(seat, row).into(), met }
}

// --- what stands on cards

/// The faces of all cards that the view names, without the decks.
pub(super) fn faces(look: Look, told: &FiendsAndFamiliarsView) -> Vec<wire::Card> {
    let mut ids: BTreeSet<&str> = BTreeSet::new();
    for list in [&told.market, &told.discard, &told.turned_up] {
        ids.extend(list.iter().map(String::as_str));
    }
    ids.extend(told.initiatives.iter().flat_map(|card| &card.fiends).map(String::as_str));
    ids.extend(told.adventures.iter().map(|card| card.card.as_str()));
    ids.extend([told.minion.as_str(), told.monster.as_str()]);
    for me in &told.players {
        ids.extend([me.sheet.as_str(), &me.character_class, &me.alignment, &me.backstory]);
        ids.extend([me.familiar.as_str(), &me.other_familiar]);
        for list in [&me.cards, &me.trophies, &me.fiends, &me.banished] {
            ids.extend(list.iter().map(String::as_str));
        }
    }
    ids.into_iter().filter_map(|id| face(look, id)).collect()
}

fn face(look: Look, id: &str) -> Option<wire::Card> {
    let c = &look.g.content;
    let card = |kind: &str, name: &str, text: &str, cost: u8| wire::Card {
        id: id.to_owned(),
        kind: kind.to_owned(),
        name: name.to_owned(),
        text: text.to_owned(),
        cost: cost.into(),
    };
    macro_rules! plain {
        ($Id:ty, $list:ident, $kind:literal) => {{
            let found = c.$list.get(id.parse::<$Id>().ok()?.index())?;
            card($kind, &found.name, &found.text, 0)
        }};
    }
    Some(match id.get(..2)? {
        "MK" => {
            let found = c.market.get(id.parse::<MarketId>().ok()?.index())?;
            card(found.kind.word(), &found.name, &found.text, found.cost)
        }
        "SH" => plain!(SheetId, sheets, "sheet"),
        "CL" => plain!(ClassId, classes, "class"),
        "AL" => plain!(AlignmentId, alignments, "alignment"),
        "BS" => plain!(BackstoryId, backstories, "backstory"),
        "FA" => plain!(FamiliarId, familiars, "familiar"),
        "MI" => {
            let found = c.minions.get(id.parse::<MinionId>().ok()?.index())?;
            card("minion", &found.name, &format!("{} {}", found.text, levels::of_minion(found)), 0)
        }
        "MO" => {
            let found = c.monsters.get(id.parse::<MonsterId>().ok()?.index())?;
            card("monster", &found.name, &format!("{} {}", found.text, levels::of_monster(found)), 0)
        }
        "AD" => plain!(AdventureId, adventures, "adventure"),
        "FI" => plain!(FiendId, fiends, "fiend"),
        _ => return None,
    })
}
