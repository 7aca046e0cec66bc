//! What holds of every table: dice and cards are conserved, counters stay on their boards.

use crate::{
    Adventures, State,
    options::Scope,
    rules::storybook,
    state::Kind,
    words::{CardSet, DICE_A_COLOUR, Deck, DieKind},
};
use kernel::{Seat, Turn};

/// # Errors
/// With a sentence that says what is broken.
pub fn check(g: &Adventures, s: &State) -> Result<(), String> {
    dice(s)?;
    cards(g, s)?;
    heroes(s)?;
    journal(g, s)?;
    flow(g, s)
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

/// Every die is in exactly one place.
fn dice(s: &State) -> Result<(), String> {
    let out = s.contest.pool.iter().copied().chain(s.contest.slots.iter().filter_map(|slot| slot.die));
    let mut count = [0u8; 22];
    out.clone().for_each(|die| count[usize::from(die.kind.0)] += 1);
    for kind in (0..6).map(DieKind) {
        let all = s.in_bag(kind) + count[usize::from(kind.0)];
        ensure(all == DICE_A_COLOUR, || format!("there are {all} {kind} dice"))?;
    }
    for number in 1..=16u8 {
        let kind = DieKind::familiar(number);
        let all = s.in_bag(kind) + count[usize::from(kind.0)];
        let card = crate::words::CardId::new(Deck::Familiar, number.into());
        let held = card.is_some_and(|card| s.holder(card).is_some() || s.loose.contains(card));
        ensure(all == u8::from(held), || format!("{kind}: {all} dice, card held: {held}"))?;
    }
    if s.contest.kind == Kind::None {
        ensure(out.count() == 0, || "dice are out of the bag outside of a check".into())?;
    }
    Ok(())
}

/// Every card is in exactly one place.
fn cards(g: &Adventures, s: &State) -> Result<(), String> {
    let mut seen = CardSet::EMPTY;
    let mut add = |pile: CardSet, what: &str| -> Result<(), String> {
        let twice = seen.and(&pile);
        seen = seen.or(&pile);
        ensure(twice.is_empty(), || format!("{:?} is twice there, once in {what}", twice.iter().next()))
    };
    add(s.decks, "a deck")?;
    add(s.display.iter().flatten().copied().collect(), "the display")?;
    add(s.loose, "what is shared out")?;
    for seat in s.present {
        let sheet = &s.sheets[seat];
        for pile in [sheet.hand, sheet.discard, sheet.spent] {
            add(pile, &seat.to_string())?;
        }
        let outside = s.contest.kind == Kind::None;
        ensure(!outside || sheet.discard.is_empty(), || format!("{seat} has discards outside of a check"))?;
    }
    let all = g.deck_masks.iter().fold(CardSet::EMPTY, |all, deck| all.or(deck));
    ensure(seen == all, || format!("{} cards of {}", seen.len(), all.len()))
}

fn heroes(s: &State) -> Result<(), String> {
    for seat in s.present {
        let sheet = &s.sheets[seat];
        ensure(sheet.fatigue <= sheet.health, || {
            format!("{seat}: fatigue {}/{}", sheet.fatigue, sheet.health)
        })?;
    }
    let absent = Seat::first(4).filter(|seat| !s.present.contains(*seat));
    for seat in absent {
        ensure(s.sheets[seat].cards().is_empty(), || format!("{seat} is not there but has cards"))?;
    }
    Ok(())
}

fn journal(g: &Adventures, s: &State) -> Result<(), String> {
    let (j, campaign) = (&s.journal, &g.content.campaign);
    ensure(j.rests <= campaign.rest_boxes, || format!("{} rests", j.rests))?;
    ensure(j.deaths <= campaign.death_boxes, || format!("{} deaths", j.deaths))?;
    ensure(!j.legendary || j.rests >= 1, || {
        "the first rest box of a legendary campaign is not marked".into()
    })?;
    for (at, track) in campaign.factions.iter().enumerate() {
        let on = (track.min..=track.max).contains(&j.factions[at]);
        ensure(on, || format!("{} stands at {}", track.id, j.factions[at]))?;
    }
    let playing = s.stack.frames().any(|f| *f == storybook::Frame::AdventureOver.into());
    let tokens = j.tokens + s.present.into_iter().map(|seat| s.sheets[seat].tokens).sum::<u8>();
    // People who play with their own box put one counter right after the other.
    let fits =
        if g.options.scope == Scope::Table { tokens <= j.bonus_limit } else { tokens == j.bonus_limit };
    ensure(!playing || fits, || format!("{tokens} bonus play tokens of {}", j.bonus_limit))
}

fn flow(g: &Adventures, s: &State) -> Result<(), String> {
    ensure((s.turn == Turn::Over) == s.ending.is_some(), || "over without an ending".into())?;
    ensure(!s.present.is_empty(), || "nobody is there".into())?;
    ensure(s.present.contains(s.storyteller), || {
        format!("{} tells the story but is not there", s.storyteller)
    })?;
    let playing = s.stack.frames().any(|f| *f == storybook::Frame::AdventureOver.into());
    let right = s.left_of(s.tome_keeper) == s.storyteller;
    ensure(!playing || right, || {
        format!("{} keeps the Tome, {} the storybook", s.tome_keeper, s.storyteller)
    })?;
    let voting = s.stack.top().is_some_and(|top| top.is_group());
    ensure(voting || s.votes.iter().all(Option::is_none), || "votes without a vote".into())?;
    let seats = kernel::SeatSet::first(g.options.seats);
    ensure(s.present.minus(seats).is_empty(), || "somebody sits at no seat".into())
}
