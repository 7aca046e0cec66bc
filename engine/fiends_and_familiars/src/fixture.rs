//! Tables for tests: a game in the middle of a round, named facts, and small changes to both.

use crate::{queries::Look, rules::final_scoring, words::EACH_ROW};
use kernel::Seat;

/// A named fact of the table for scripted tests: `a.gold`, `b.str`, `round`, `market`.
#[must_use]
pub fn fact(look: Look, name: &str) -> Option<String> {
    let s = look.s;
    if let Some((who, what)) = name.split_once('.') {
        let letter = who.bytes().next().filter(|_| who.len() == 1)?;
        let seat = Seat::checked(letter.checked_sub(b'a')?, look.seats())?;
        return player_fact(look, seat, what);
    }
    Some(match name {
        "round" => s.round.to_string(),
        "bag" => s.bag.len().to_string(),
        "deck" => s.market_deck.cards().to_string(),
        "discard" => s.discard.count().to_string(),
        "trash" => s.trash.count().to_string(),
        "minions" => s.minions.cards().to_string(),
        "minion" => s.minions.revealed.to_string(),
        "pool" => s.fight.pool.to_string(),
        "start" => s.start.to_string(),
        "dice_per_card" => s.dice_per_card.to_string(),
        "market" => s.market.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        _ => return None,
    })
}

fn player_fact(look: Look, seat: Seat, what: &str) -> Option<String> {
    let me = look.player(seat);
    if let Some(row) = EACH_ROW.iter().find(|row| row.word() == what) {
        return Some(me.row(*row).iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    }
    Some(match what {
        "gold" => me.gold.to_string(),
        "xp" => me.xp.to_string(),
        "stored_xp" => me.stored_xp.to_string(),
        "charisma" => me.charisma.to_string(),
        "honor" => me.honor.to_string(),
        "injury" => me.injury.to_string(),
        "tokens" => me.tokens.to_string(),
        "token" => me.token.to_string(),
        "trophies" => me.trophies.count().to_string(),
        "fiends" => me.active.count().to_string(),
        "banished" => me.banished.count().to_string(),
        "cards" => me.cards.count().to_string(),
        "stored" => me.stored.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        "stars" => final_scoring::score(look, seat).total().to_string(),
        "result" => me.result.map_or_else(|| "none".to_owned(), |r| r.to_string()),
        _ => return None,
    })
}
