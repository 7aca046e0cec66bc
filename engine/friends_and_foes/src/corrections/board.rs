//! Who stands on the board and how far the round is, put right.

use crate::{
    FriendsAndFoes, State,
    state::Used,
    words::{AreaId, CharId, CharSet},
};
use kernel::{
    Pool as _, Seat,
    setting::{number, wrong},
};

/// What may be put right here, for people.
pub const BOARD: &str = "\
a1.gone yes (it was removed), a1.back r2c1 (it was not: it stands there with 1 health), a1.used none (it has done nothing yet \
this turn and round), a1.defends yes (it is the defender where it stands); 0.passed yes (its round is over); round 2";

/// The round that is played.
pub fn round(s: &mut State, value: &str) -> Result<(), String> {
    s.round = number(value, 1, 30)?;
    Ok(())
}

/// The place of an area on the map that is played on.
pub fn area(g: &FriendsAndFoes, s: &State, value: &str) -> Result<AreaId, String> {
    let map = &g.content.maps[usize::from(s.map)];
    let area = value.parse::<AreaId>().ok().or_else(|| map.named(value));
    let on_map = area.filter(|area| map.areas.contains(*area));
    on_map.ok_or_else(|| wrong(value, "an area of the map such as r2c1"))
}

fn yes(value: &str) -> Result<bool, String> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(wrong(value, "yes or no")),
    }
}

/// Something of a character. `None` if it is none of this.
pub fn character(
    g: &FriendsAndFoes,
    s: &mut State,
    who: CharId,
    what: &str,
    value: &str,
) -> Option<Result<(), String>> {
    Some(match what {
        "gone" => gone(s, who, value),
        "back" => back(g, s, who, value),
        "used" if value == "none" => {
            s.char_mut(who).used = Used::empty();
            Ok(())
        }
        "used" => Err(wrong(value, "none")),
        "defends" => yes(value).map(|yes| {
            let only = CharSet::only(who);
            s.defenders = if yes { s.defenders.or(only) } else { s.defenders.minus(only) };
        }),
        _ => return None,
    })
}

fn gone(s: &mut State, who: CharId, value: &str) -> Result<(), String> {
    if value != "yes" || !s.board.contains(who) {
        return Err(wrong(value, "yes, of a character on the board"));
    }
    if s.own(who.seat()) == CharSet::only(who) {
        return Err("it is the last one of its player: let it fall in play, so that the game ends".to_owned());
    }
    let only = CharSet::only(who);
    (s.board, s.defenders) = (s.board.minus(only), s.defenders.minus(only));
    if let Some(sigil) = s.char_mut(who).sigil.take() {
        s.sides[sigil.of].discard.put(sigil.card);
    }
    s.char_mut(who).marks = 0;
    Ok(())
}

fn back(g: &FriendsAndFoes, s: &mut State, who: CharId, value: &str) -> Result<(), String> {
    let out = s.char(who).sheet.full > 0 && !s.board.contains(who) && !s.bench.contains(who);
    if !out {
        return Err(wrong(&who.to_string(), "a character that was removed"));
    }
    let area = area(g, s, value)?;
    s.board = s.board.or(CharSet::only(who));
    let char = s.char_mut(who);
    (char.area, char.health) = (area, 1);
    Ok(())
}

/// Whether the round of a player is over.
pub fn passed(s: &mut State, seat: Seat, value: &str) -> Result<(), String> {
    if s.order.get(usize::from(s.at)) == Some(&seat) {
        return Err("it is asked now: it passes by itself".to_owned());
    }
    if yes(value)? {
        s.gone.insert(seat);
    } else {
        s.gone.remove(seat);
    }
    Ok(())
}
