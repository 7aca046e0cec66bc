//! What holds of every table: components are conserved, tracks stay on their boards, views stay honest.

use crate::{
    FriendsAndFoes, State,
    frame::Frame,
    rules::{activation, initiative, reactions, setup},
    state::Commit,
    words::{BENCH, CharSet, TOKENS_MAX},
};
use kernel::{Pool, Seat, Turn};

/// # Errors
/// With a sentence that says what is broken.
pub fn check(g: &FriendsAndFoes, s: &State) -> Result<(), String> {
    for seat in Seat::first(g.options.seats) {
        cards(s, seat)?;
        let side = &s.sides[seat];
        ensure(side.tokens <= TOKENS_MAX, || format!("{seat} has {} tokens", side.tokens))?;
    }
    characters(g, s)?;
    board(g, s)?;
    flow(g, s)
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

/// The 52 cards of a seat are somewhere, once.
fn cards(s: &State, seat: Seat) -> Result<(), String> {
    let side = &s.sides[seat];
    let mut all = side.deck;
    let piles = [side.hand, side.discard, side.table];
    let singles = side.initiative.iter().chain(&side.tie).copied();
    let placed =
        s.chars.iter().filter_map(|c| c.sigil).filter(|sigil| sigil.of == seat).map(|sigil| sigil.card);
    for card in
        piles.into_iter().flat_map(|pile| pile.iter().collect::<Vec<_>>()).chain(singles).chain(placed)
    {
        ensure(all.copies(card) == 0, || format!("{seat}: {card} is in two places"))?;
        all.put(card);
    }
    ensure(all.count() == 52 && setup::cards_of(s, seat) == 52, || {
        format!("{seat} has {} cards", all.count())
    })?;
    let most = if s.is_hidden(seat) { side.hand.or(side.deck) } else { side.hand }.count();
    let fits = (side.hand.count()..=most).contains(&u32::from(side.hand_len));
    ensure(fits, || format!("{seat}: hand_len {}", side.hand_len))?;
    ensure(side.shown.minus(side.hand).is_empty(), || format!("{seat}: a known card is not in hand"))?;
    let committed =
        side.commit.and_then(Commit::as_card).is_none_or(|card| s.playable(seat).copies(card) == 1);
    ensure(committed, || format!("{seat}: the card laid face down is not in hand"))
}

fn characters(g: &FriendsAndFoes, s: &State) -> Result<(), String> {
    ensure(s.board.and(s.bench).is_empty(), || "somebody is on the board and on the bench".into())?;
    for who in s.board.iter() {
        let me = s.char(who);
        let resolved = !matches!(
            s.stack.top(),
            Some(
                Frame::Activation(activation::Frame::Act)
                    | Frame::Reactions(reactions::Frame::React { .. })
                    | Frame::Initiative(initiative::Frame::Choose)
            )
        );
        ensure(me.health > 0 || resolved, || format!("{who} stands without health"))?;
        ensure(me.health <= me.sheet.full, || {
            format!("{who} has {} of {} health", me.health, me.sheet.full)
        })?;
        let on_map = g.content.maps[usize::from(s.map)].areas.contains(me.area);
        ensure(on_map, || format!("{who} stands in {}", me.area))?;
        ensure((2..=10).contains(&me.sheet.sprint), || format!("{who} has sprint {}", me.sheet.sprint))?;
        ensure(who.seat().number() < g.options.seats, || format!("{who} has no player"))?;
    }
    for who in s.bench.iter() {
        ensure(who.slot() >= BENCH, || format!("{who} cannot be on the bench"))?;
    }
    let fallen = CharSet::of_bits(u32::MAX).minus(s.board);
    ensure(fallen.iter().all(|c| s.char(c).sigil.is_none()), || "a card lies on nobody".into())
}

fn board(g: &FriendsAndFoes, s: &State) -> Result<(), String> {
    let map = &g.content.maps[usize::from(s.map)];
    ensure(s.defenders.minus(s.board).is_empty(), || "a defender is not on the board".into())?;
    for who in s.defenders.iter() {
        let garrison = map.garrisons.contains(&s.area(who));
        ensure(garrison, || format!("{who} defends {}, which is no Garrison", s.area(who)))?;
    }
    for (team, zone) in s.zones.iter().enumerate() {
        ensure(!zone.contains(map.middle), || format!("team {team} deploys in the middle"))?;
        let overlap = s.zones[team + 1..].iter().any(|other| !other.and(*zone).is_empty());
        ensure(!overlap, || format!("team {team} shares its zone"))?;
    }
    Ok(())
}

fn flow(g: &FriendsAndFoes, s: &State) -> Result<(), String> {
    ensure((s.turn == Turn::Over) == s.ending.is_some(), || "over without an ending".into())?;
    let limit = g.options.round_limit;
    ensure(limit == 0 || s.round <= limit, || format!("round {} of {limit}", s.round))?;
    let mut seen = kernel::SeatSet::EMPTY;
    for seat in s.order {
        ensure(!seen.contains(seat), || format!("{seat} is twice in the order"))?;
        seen.insert(seat);
    }
    let idle = matches!(
        s.stack.top(),
        Some(
            Frame::Activation(activation::Frame::Act)
                | Frame::Initiative(initiative::Frame::Choose)
                | Frame::Setup(setup::Frame::Build)
        )
    );
    ensure(!idle || s.depth == 0, || format!("depth {} between actions", s.depth))?;
    let lying = Seat::first(g.options.seats).any(|seat| !s.sides[seat].table.is_empty());
    ensure(!idle || !lying, || "cards are left on the table between actions".into())
}
