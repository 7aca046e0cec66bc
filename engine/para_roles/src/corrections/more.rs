//! Treasure, conditions and bearers put right: what lies under stats and with enemies, who is stunned, who bears an item.

use super::yes_or_no;
use crate::{
    ParaRoles, State,
    queries::Look,
    words::{FoeId, HeroId, Item, Stat, Who},
};
use kernel::{
    Seat,
    setting::{number, read, wrong},
};

/// What may be put right here, for people.
pub const MORE: &str = "\
h0.under.attack 2 (treasure under a stat), h0.stunned no, h0.hidden, h0.precise_strike, h0.double_damage, h0.alive 3 (a dead \
hero is back); e1.stolen 2, e1.stunned yes, e1.knocked_down, e1.hidden; party.mirror_shield h1 or none, and so for \
purple_staff, spiked_armor, summoning_book; party.lost 3 (treasure out of the game)";

/// So many treasure cards lie here; the others are in their deck.
fn count(deck: &mut u8, here: &mut u8, value: &str) -> Result<(), String> {
    let all = *deck + *here;
    *here = number(value, 0, all)?;
    *deck = all - *here;
    Ok(())
}

/// Something of a hero who is alive. `None` if it is none of this.
pub fn hero(s: &mut State, seat: Seat, what: &str, value: &str) -> Option<Result<(), String>> {
    if let Some(stat) = what.strip_prefix("under.") {
        let stat = read::<Stat>(stat, "health, defense, attack or trick");
        return Some(stat.and_then(|stat| {
            let State { treasure_deck, heroes, .. } = s;
            count(treasure_deck, &mut heroes[seat].treasure[stat.index()], value)
        }));
    }
    let hero = &mut s.heroes[seat];
    let place = match what {
        "stunned" => &mut hero.stunned,
        "hidden" => &mut hero.hidden,
        "precise_strike" => &mut hero.precise_strike,
        "double_damage" => &mut hero.double_damage,
        _ => return None,
    };
    Some(yes_or_no(value).map(|yes| *place = yes))
}

/// A dead hero is back at the table.
pub fn alive(g: &ParaRoles, s: &mut State, seat: Seat, value: &str) -> Result<(), String> {
    if !s.heroes[seat].dead() {
        return Err(wrong(&HeroId::of(seat).to_string(), "a hero who is dead"));
    }
    let most = Look { g, s }.max_hp(Who::Hero(seat));
    s.heroes[seat].hp = number(value, 1, most)? as u8;
    s.recount();
    Ok(())
}

/// Something of an enemy on the table. `None` if it is none of this.
pub fn foe(s: &mut State, foe: FoeId, what: &str, value: &str) -> Option<Result<(), String>> {
    let State { treasure_deck, foes, .. } = s;
    let foe = &mut foes[foe.index()];
    let place = match what {
        "stolen" => return Some(count(treasure_deck, &mut foe.stolen, value)),
        "stunned" => &mut foe.stunned,
        "knocked_down" => &mut foe.knocked_down,
        "hidden" => &mut foe.hidden,
        _ => return None,
    };
    Some(yes_or_no(value).map(|yes| *place = yes))
}

/// Something of the whole party. `None` if it is none of this.
pub fn party(s: &mut State, what: &str, value: &str) -> Option<Result<(), String>> {
    if what == "lost" {
        let State { treasure_deck, treasure_lost, .. } = s;
        return Some(count(treasure_deck, treasure_lost, value));
    }
    let item = if what == "purple_staff" { Item::PurpleStaff } else { what.parse().ok()? };
    let living = s.living();
    let bearer = s.items.bearer_mut(item)?;
    let told = match value {
        "none" => Ok(None),
        who => read::<HeroId>(who, "a hero such as h1, or none").map(|hero| Some(hero.seat())),
    };
    Some(told.and_then(|told| {
        if told.is_some_and(|seat| !living.contains(seat)) {
            return Err(wrong(value, "a hero who is alive, or none"));
        }
        *bearer = told;
        Ok(())
    }))
}
