//! What is put right where only the enemies are kept: their marks, and what they have to know of heroes.

use crate::{
    ParaRoles, State,
    corrections::{FOE_HP_MAX, yes_or_no},
    rules::setup::TREASURE_CARDS,
    state::{Foe, Token},
    words::{Deed, FoeId, HeroId, Side, Stat},
};
use kernel::{
    Seat,
    setting::{number, wrong},
};

/// What may be put right, for people.
pub const HELP: &str = "\
e1.hp 3, e1.stance no, e1.stunned yes, e1.misled no, e1.riposte no, e1.boost 2 (or no), e1.pending fear (or no), \
e1.covers e2 (or no), e1.stolen 1 (enemies on the table); h0.stance yes, h0.covers h1 (or no), h0.charmed no, \
h0.hidden no, h0.treasure.attack 2 (heroes h0 to h3); party.mirror_used no. People keep the rest themselves";

/// Puts one thing right.
///
/// # Errors
/// With what was expected.
pub fn correct(g: &ParaRoles, s: &mut State, thing: &str, what: &str, value: &str) -> Result<(), String> {
    match (thing, thing.parse::<HeroId>(), thing.parse::<FoeId>()) {
        ("party", _, _) if what == "mirror_used" => s.items.mirror_used = yes_or_no(value)?,
        (_, Ok(hero), _) => of_hero(s, hero.seat(), what, value)?,
        (_, _, Ok(foe)) if s.foe(foe).present => of_foe(g, s, foe, what, value)?,
        (_, _, Ok(foe)) => return Err(wrong(&foe.to_string(), "an enemy that is on the table")),
        (_, Err(_), Err(_)) => return Err(wrong(&format!("{thing}.{what}"), HELP)),
    }
    Ok(())
}

fn of_hero(s: &mut State, seat: Seat, what: &str, value: &str) -> Result<(), String> {
    if let Some(stat) = what.strip_prefix("treasure.") {
        let stat: Stat = stat.parse().map_err(|_| wrong(stat, "health, defense, attack or trick"))?;
        return treasure(s, seat, stat, value);
    }
    let living = s.living();
    if !living.contains(seat) {
        return Err(wrong(&HeroId::of(seat).to_string(), "a hero who is alive; tell `alive h0` first"));
    }
    let hero = &mut s.heroes[seat];
    match what {
        "stance" => hero.stance = yes_or_no(value)?,
        "hidden" if !yes_or_no(value)? => hero.hidden = false,
        "charmed" if !yes_or_no(value)? => hero.charmed_by = None,
        "hidden" | "charmed" => return Err(wrong(value, "no")),
        "covers" if value == "no" => hero.token = None,
        "covers" => {
            let ally = value.parse::<HeroId>().ok().map(HeroId::seat);
            let other = ally.filter(|ally| *ally != seat && living.contains(*ally));
            let ally = other.ok_or_else(|| wrong(value, "another hero who is alive, such as h1, or no"))?;
            hero.token = Some(Token { ally, side: Side::Protect });
        }
        _ => return Err(wrong(what, HELP)),
    }
    Ok(())
}

/// So many treasure cards lie under a stat; the Treasure Deck has the others.
fn treasure(s: &mut State, seat: Seat, stat: Stat, value: &str) -> Result<(), String> {
    let stack = &mut s.heroes[seat].treasure[stat.index()];
    let there = (*stack + s.treasure_deck).min(TREASURE_CARDS);
    let now = number(value, 0, there)?;
    s.treasure_deck = there - now;
    *stack = now;
    Ok(())
}

fn of_foe(g: &ParaRoles, s: &mut State, id: FoeId, what: &str, value: &str) -> Result<(), String> {
    let fellows = s.enemies();
    let deck = s.treasure_deck;
    let foe = s.foe_mut(id);
    match what {
        "hp" => foe.hp = number(value, 1, FOE_HP_MAX)?,
        "stance" => foe.stance = yes_or_no(value)?,
        "stunned" => foe.stunned = yes_or_no(value)?,
        "misled" => foe.misled = yes_or_no(value)?,
        "riposte" => foe.riposte = yes_or_no(value)?,
        "boost" if value == "no" => foe.boost = None,
        "boost" => foe.boost = Some(number(value, 0, 4)?),
        "pending" => foe.pending = pending(g, foe, value)?,
        "covers" if value == "no" => foe.covers = None,
        "covers" => {
            let fellow =
                value.parse().ok().filter(|of: &FoeId| *of != id && fellows.clone().any(|f| f == *of));
            foe.covers = Some(fellow.ok_or_else(|| wrong(value, "another enemy on the table, or no"))?);
        }
        "stolen" => {
            let there = (foe.stolen + deck).min(TREASURE_CARDS);
            foe.stolen = number(value, 0, there)?;
            s.treasure_deck = there - s.foe(id).stolen;
        }
        _ => return Err(wrong(what, HELP)),
    }
    Ok(())
}

/// What an enemy of this kind tries again.
fn pending(g: &ParaRoles, foe: &Foe, value: &str) -> Result<Option<Deed>, String> {
    if value == "no" {
        return Ok(None);
    }
    let faces = g.content.die(foe.kind).into_iter().flatten().copied().filter(|deed| deed.is_repeated());
    let mut own: Vec<Deed> = faces.collect();
    own.dedup();
    let words: Vec<&str> = own.iter().map(|deed| deed.word()).collect();
    let found = own.iter().copied().find(|deed| deed.word() == value);
    found.map(Some).ok_or_else(|| wrong(value, format!("one of: {} no", words.join(" "))))
}
