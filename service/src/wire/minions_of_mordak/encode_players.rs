//! What players have, told as a view, and what stands on the cards that are face up.

use super::encode::place;
use ::minions_of_mordak::{
    ids::{KindId, SpellId, TileId, TreasureId, Who},
    queries::Look,
    state::HandCard,
    words::{HeroId, Row, VILLAIN},
};
use kernel::Seat;
use proto::v1::{MinionsOfMordakView, minions_of_mordak_view as wire};
use std::collections::BTreeSet;

pub(super) fn player(look: Look, seat: Seat) -> wire::Player {
    let me = &look.s.players[seat];
    let board = me.hero.is_some() || seat == VILLAIN;
    let [offense, defense, item] = me.slots.map(treasure);
    wire::Player {
        seat: seat.number().into(),
        who: Who::hero(seat).to_string(),
        present: me.present,
        hero: me.hero.map(|hero| hero.word().to_owned()).unwrap_or_default(),
        name: look.name(Who::hero(seat)),
        health: me.health.into(),
        health_max: if board { look.max_health(seat).into() } else { 0 },
        action_points: me.ap.into(),
        xp: me.xp.into(),
        rows: Row::ALL
            .iter()
            .zip(me.rows)
            .zip(me.plus)
            .map(|((id, dice), plus)| row(*id, dice.letters(), plus))
            .collect(),
        offense,
        defense,
        item,
        hand: me.hand.iter().map(hand_card).collect(),
        region: place(me.region),
        fell: place(me.fell),
        crystal: me.crystal,
        in_stash: me.in_stash,
        leaving: me.leaving,
        acted: look.s.acted.contains(seat),
        defender: look.s.defenders.contains(seat),
        shielded: look.s.shielded.contains(seat),
        silent: look.s.silent.contains(seat),
        hidden_hand: look.s.hidden.contains(seat),
        standing_orders: look.s.orders.of(seat).iter().map(ToString::to_string).collect(),
    }
}

fn treasure(id: TreasureId) -> String {
    if id.is_none() { String::new() } else { id.to_string() }
}

fn row(id: Row, dice: String, plus_ones: u8) -> wire::Row {
    wire::Row { id: id.word().to_owned(), dice, plus_ones: plus_ones.into() }
}

/// A Spell by name for whoever has seen it, to everybody else only its back.
fn hand_card(card: &HandCard) -> wire::HandCard {
    let known = !card.spell.is_hidden();
    wire::HandCard {
        spell: if known { card.spell.to_string() } else { String::new() },
        deck: card.spell.deck().word().to_owned(),
        seen_by: card.seen.into_iter().map(|seat| seat.number().into()).collect(),
    }
}

// --- what stands on cards

/// The faces of all cards, tiles and boards that the view names.
pub(super) fn faces(look: Look, told: &MinionsOfMordakView) -> Vec<wire::Card> {
    let hands = told.players.iter().flat_map(|me| &me.hand).map(|card| &card.spell);
    let spells = hands.chain(&told.spell_discards).chain(&told.playing);
    let worn = told.players.iter().flat_map(|me| [&me.offense, &me.defense, &me.item]);
    let lying = told.treasure_discards.iter().chain(&told.stash).chain(&told.left_behind);
    let treasures = worn.chain(lying).chain(&told.playing);
    let drawn = [&told.drawn];
    let minions = told.minions.iter().map(|one| &one.kind).chain(&told.fallen).chain(drawn);
    let tiles = told.regions.iter().map(|region| &region.tile);
    let heroes = told.players.iter().map(|me| &me.hero);
    let mut all = vec![];
    for id in once(spells) {
        let known = id.parse().ok().filter(|id: &SpellId| look.g.content.has_spell(*id));
        all.extend(
            known.map(|spell| look.g.content.spell(spell)).map(|c| card("spell", id, &c.name, &c.text)),
        );
    }
    for id in once(treasures) {
        let known = id.parse().ok().filter(|id: &TreasureId| look.g.content.has_treasure(*id));
        all.extend(
            known.map(|at| look.g.content.treasure(at)).map(|c| card("treasure", id, &c.name, &c.text)),
        );
    }
    for id in once(minions) {
        let known = id.parse().ok().filter(|id: &KindId| look.g.content.has_minion(*id));
        all.extend(known.map(|at| look.g.content.minion(at)).map(|c| card("minion", id, &c.name, &c.text)));
    }
    for id in once(tiles) {
        let known = id.parse().ok().filter(|id: &TileId| look.g.content.has_tile(*id));
        all.extend(known.map(|at| look.g.content.tile(at)).map(|c| card("tile", id, &c.name, &c.text)));
    }
    for id in once(heroes) {
        let known = id.parse().ok().map(|hero: HeroId| look.g.content.hero(hero));
        all.extend(known.map(|c| card("hero", id, &c.title, &c.unique.text)));
    }
    all
}

fn once<'a>(ids: impl Iterator<Item = &'a String>) -> BTreeSet<&'a str> {
    ids.map(String::as_str).filter(|id| !id.is_empty()).collect()
}

fn card(kind: &str, id: &str, name: &str, text: &str) -> wire::Card {
    wire::Card { kind: kind.to_owned(), id: id.to_owned(), name: name.to_owned(), text: text.to_owned() }
}
