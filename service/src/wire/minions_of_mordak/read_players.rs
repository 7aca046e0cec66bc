//! What players have, read from a view.

use super::{
    Misfit,
    read::{dice, place, seat},
};
use crate::wire::parts::{At, byte, every_seat, few, maybe, word};
use ::minions_of_mordak::{
    MinionsOfMordak, State,
    ids::{SpellId, TreasureId},
    standing::{self, ORDERS},
    state::{HAND, HandCard, Player},
    words::{DeckId, Row},
};
use kernel::{Seat, SeatSet};
use proto::v1::minions_of_mordak_view as wire;

pub(super) fn players(
    game: &MinionsOfMordak,
    state: &mut State,
    told: &[wire::Player],
) -> Result<(), Misfit> {
    let all = every_seat(("players", "seat"), game.options.seats, told, |at, one| seat(game, at, one.seat))?;
    for (seat, one) in all {
        let name = format!("players[{}]", seat.number());
        state.players[seat] = player(game, &name, one)?;
        orders(game, state, seat, At(&name, "standing_orders"), &one.standing_orders)?;
        for (on, set) in [
            (one.acted, &mut state.acted),
            (one.defender, &mut state.defenders),
            (one.shielded, &mut state.shielded),
            (one.silent, &mut state.silent),
            (one.hidden_hand, &mut state.hidden),
        ] {
            if on {
                set.insert(seat);
            } else {
                set.remove(seat);
            }
        }
    }
    Ok(())
}

fn player(game: &MinionsOfMordak, name: &str, told: &wire::Player) -> Result<Player, Misfit> {
    let at = |what| At(name, what);
    let mut me = Player {
        present: told.present,
        hero: maybe(at("hero"), &told.hero)?,
        health: byte(at("health"), told.health)?,
        ap: byte(at("action_points"), told.action_points)?,
        xp: byte(at("xp"), told.xp)?,
        slots: [
            treasure(at("offense"), &told.offense)?,
            treasure(at("defense"), &told.defense)?,
            treasure(at("item"), &told.item)?,
        ],
        region: place(at("region"), &told.region)?,
        fell: place(at("fell"), &told.fell)?,
        crystal: told.crystal,
        in_stash: told.in_stash,
        leaving: told.leaving,
        ..Player::default()
    };
    few(at("rows"), &told.rows, 4)?;
    let mut seen = vec![];
    for one in &told.rows {
        let row: Row = word(at("rows.id"), &one.id)?;
        if seen.contains(&row) {
            return Err(Misfit::new(at("rows.id"), row, "each row once"));
        }
        seen.push(row);
        let (Some(place), Some(plus)) = (me.rows.get_mut(row.index()), me.plus.get_mut(row.index())) else {
            continue;
        };
        *place = dice(at("rows.dice"), &one.dice)?;
        *plus = byte(at("rows.plus_ones"), one.plus_ones)?;
    }
    few(at("hand"), &told.hand, HAND - 1)?;
    for card in &told.hand {
        me.take(hand_card(game, at("hand"), card)?);
    }
    Ok(me)
}

/// Standing orders, each as it was given.
fn orders(
    game: &MinionsOfMordak,
    state: &mut State,
    seat: Seat,
    at: At,
    told: &[String],
) -> Result<(), Misfit> {
    few(at, told, ORDERS)?;
    state.orders.withdraw_all(seat);
    for text in told {
        let order = standing::read(game, seat, text).map_err(|why| Misfit::new(at, text, why))?;
        let kept = state.orders.of(seat).len();
        // One that replaces others, or is none, would not come back as it was told.
        if !state.orders.give(seat, order) || state.orders.of(seat).len() != kept + 1 {
            return Err(Misfit::new(at, text, "each order once, and none that the next one replaces"));
        }
    }
    Ok(())
}

fn treasure(at: At, text: &str) -> Result<TreasureId, Misfit> {
    Ok(maybe(at, text)?.unwrap_or_default())
}

fn hand_card(game: &MinionsOfMordak, at: At, told: &wire::HandCard) -> Result<HandCard, Misfit> {
    let spell = match told.spell.as_str() {
        "" => SpellId::hidden(word::<DeckId>(at, &told.deck)?),
        id => word(at, id)?,
    };
    few(at, &told.seen_by, game.options.seats.into())?;
    let seen = told.seen_by.iter().map(|found| seat(game, at, *found));
    Ok(HandCard { spell, seen: seen.collect::<Result<SeatSet, Misfit>>()? })
}
