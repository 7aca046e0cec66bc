//! Are the numbers of a told table numbers of this game? Asked before any rule looks anything up.

use crate::{FiendsAndFamiliars, State, restore::Misfit, state::NONE, words::SEATS};
use kernel::Seat;

fn fits(
    thing: impl FnOnce() -> String,
    found: impl ToString,
    holds: bool,
    expected: &str,
) -> Result<(), Misfit> {
    if holds { Ok(()) } else { Err(Misfit::new(thing(), found, expected)) }
}

/// Every id, die and place is one of this game.
pub fn ids(g: &FiendsAndFamiliars, s: &State) -> Result<(), Misfit> {
    let c = &g.content;
    fits(|| "start".into(), s.start, s.start.number() < g.options.seats, "a seat of this table")?;
    fits(|| "dice_per_card".into(), s.dice_per_card, (1..=2).contains(&s.dice_per_card), "1 or 2")?;
    let monster = s.monster.is_none() || s.monster.index() < c.monsters.len();
    fits(|| "monster".into(), s.monster, monster, "a Monster of the content")?;
    for card in s.market.iter().filter(|card| card.is_some()) {
        fits(|| "Market row".into(), card, card.index() < c.market.len(), "a Market card of the content")?;
    }
    let revealed = s.minions.revealed;
    fits(
        || "Minion".into(),
        revealed,
        revealed.is_none() || revealed.index() < c.minions.len(),
        "a Minion of the content",
    )?;
    for id in &s.minions.tail {
        fits(|| "Minion deck".into(), id, id.index() < c.minions.len(), "a Minion of the content")?;
    }
    let left = u32::from(s.minions.upper_left) <= s.minions.upper.count()
        && u32::from(s.minions.lower_left) <= s.minions.lower.count();
    fits(
        || "Minion deck".into(),
        s.minions.cards(),
        left,
        "no more cards than there are Minions nobody has seen",
    )?;
    for (card, at) in s.adventures.iter().zip(1..) {
        let known = card.get().is_none_or(|id| id.index() < c.adventures.len());
        fits(|| format!("Adventure card {at}"), "another number", known, "an Adventure card of the content")?;
    }
    for (card, at) in s.initiatives.iter().zip(1..) {
        let taken = card.taken == NONE || card.taken < g.options.seats;
        fits(|| format!("Initiative card {at}"), card.taken, taken, "a seat of this table, or nobody")?;
        let sound = card.dice.iter().all(|die| die.is_none() || die.is_sound(&g.faces));
        fits(|| format!("Initiative card {at}"), "no such die", sound, "dice of this game")?;
    }
    Seat::first(g.options.seats).try_for_each(|seat| player(g, s, seat))
}

fn player(g: &FiendsAndFamiliars, s: &State, seat: Seat) -> Result<(), Misfit> {
    let (me, c) = (&s.players[seat], &g.content);
    let named = |what: &'static str| move || format!("{seat}: {what}");
    fits(named("sheet"), me.sheet, me.sheet.is_none() || me.sheet.index() < c.sheets.len(), "a sheet")?;
    fits(named("class"), me.class, me.class.is_none() || me.class.index() < c.classes.len(), "a class")?;
    let alignment = me.alignment.is_none() || me.alignment.index() < c.alignments.len();
    fits(named("alignment"), me.alignment, alignment, "an Alignment card")?;
    let backstory = me.backstory.is_none() || me.backstory.index() < c.backstories.len();
    fits(named("backstory"), me.backstory, backstory, "a Backstory card")?;
    let familiar = me.familiar.is_none() || me.familiar.index() < c.familiars.len();
    fits(named("familiar"), me.familiar, familiar, "a Familiar Board")?;
    fits(named("token"), me.token, me.token < 9, "a cell of the grid, 0 to 8")?;
    fits(named("tokens"), me.tokens, me.tokens <= 3, "0 to 3 Adventure tokens")?;
    let dice = me.dice.iter().chain(&me.stored).all(|die| die.is_none() || die.is_sound(&g.faces));
    fits(named("dice"), "no such die", dice, "dice of this game")?;
    let row = g.tables.layout.initiative.len();
    let card = me.initiative == NONE || usize::from(me.initiative) < row && SEATS > seat.index();
    fits(named("initiative"), me.initiative, card, "an Initiative card of the row")?;
    let both = me.initiative == NONE || s.initiatives[usize::from(me.initiative)].taken == seat.number();
    fits(named("initiative"), me.initiative, both, "the card that is marked as taken by this seat")
}

/// In play everybody has a sheet, a class and a Familiar.
pub fn heroes(g: &FiendsAndFamiliars, s: &State) -> Result<(), Misfit> {
    for seat in Seat::first(g.options.seats) {
        let me = &s.players[seat];
        let whole = me.sheet.is_some()
            && me.class.is_some()
            && me.alignment.is_some()
            && me.backstory.is_some()
            && me.familiar.is_some();
        fits(|| seat.to_string(), "a hero without sheet, class, cards or Familiar", whole, "a whole hero")?;
        let color = me.class.is_some() && g.content.classes[me.class.index()].color == me.color;
        fits(|| format!("{seat}: colour"), me.color, color, "the colour of the class")?;
    }
    Ok(())
}
