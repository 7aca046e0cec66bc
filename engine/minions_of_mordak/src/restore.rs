//! A table from what was told of it: by a front end that got it from here, or by people at a real one. What cannot be
//! played on is refused with the thing at fault; rules never run on it.
//!
//! Such a table is one seat's view: hands of others are missing, and stay so.

use crate::{
    MinionsOfMordak, State, flow,
    frame::Frame,
    ids::{KindId, RegionId, RegionSet, SpellId, TreasureId},
    invariants, legal,
    piles::Counts,
    queries::Look,
    rules::{rounds, setup, turns},
    sound,
    state::{CASTS, Card, Cast, FRAMES, LEVELS, Level, Minion, Used, bits},
    words::{KINDS, MINIONS, SEATS, SPELLS_PER_DECK, VILLAIN},
};
use kernel::{Game as _, Misfit, Seat, Stack, Turn, stable};
use serde::{Deserialize, Serialize};

/// What of a table has no name for people: what is in the middle of being resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InProgress {
    frames: Vec<Frame>,
    levels: Vec<Level>,
    casts: Vec<Cast>,
    drawn: Option<KindId>,
    offered: [u8; 3],
    ambush: u64,
    scout_from: RegionId,
    scouted: RegionSet,
    flipped: RegionSet,
    equipped: Vec<[TreasureId; 3]>,
    unordered: u64,
    ordered: Vec<u8>,
    reordered: RegionSet,
    ambush_tiles: RegionSet,
    /// Minions on the Map that lie in no stack, by slot: somebody else plays them.
    loose: Vec<(u8, Minion)>,
    /// Of the whole table, so that this cannot be laid beside another one by mistake.
    digest: u64,
}

/// What is going on at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Somebody takes a Turn and has nothing begun: who, and what is left of it, stands in the first level.
    Turn,
    /// The Villain picks a Minion to act with.
    Minions,
    Over,
    Amid(Box<InProgress>),
}

/// What goes on at a table that play led to.
#[must_use]
pub fn moment(g: &MinionsOfMordak, s: &State) -> Moment {
    let frames: Vec<Frame> = s.stack.frames().copied().collect();
    match frames[..] {
        [] => Moment::Over,
        [
            Frame::Rounds(rounds::Frame::NextHero | rounds::Frame::MinionStep),
            Frame::Turns(turns::Frame::Act),
        ] if s.depth == 1 => Moment::Turn,
        [Frame::Rounds(rounds::Frame::MinionPick)] if s.depth == 0 => Moment::Minions,
        _ => Moment::Amid(Box::new(in_progress(g, s, frames))),
    }
}

/// The table without what is left of things that are over. Play goes on from it as from the table itself.
#[must_use]
pub fn settled(s: &State) -> State {
    let mut whole = *s;
    whole.depth = whole.depth.min(1);
    whole.levels = [Level::default(); LEVELS];
    if whole.depth == 1 {
        let Level { actor, seat, ap, used: done, .. } = s.levels[0];
        whole.levels[0] = Level { actor, seat, ap, used: done - Used::HALTED, ..Level::default() };
    }
    whole.casts.clear();
    (whole.drawn, whole.offered, whole.ambush) = (None, [0; 3], 0);
    whole.scout_from = RegionId::NOWHERE;
    (whole.scouted, whole.flipped, whole.reordered) = (RegionSet::EMPTY, RegionSet::EMPTY, RegionSet::EMPTY);
    whole.equipped = [[TreasureId::NONE; 3]; SEATS];
    whole.unordered = 0;
    whole.ordered.clear();
    whole.ambush_tiles = RegionSet::EMPTY;
    whole
}

/// Minions on the Map that lie in no stack.
fn loose(s: &State) -> impl Iterator<Item = u8> {
    let stacked = RegionId::all().flat_map(|region| s.stack_of(region).take(MINIONS).collect::<Vec<_>>());
    let stacked = stacked.fold(0u64, |all, slot| all | 1 << slot);
    bits(s.alive & !stacked)
}

/// Puts what is nowhere else on a table as told into its decks.
///
/// # Errors
/// With the first card that there is more often than in the box.
pub fn fill_decks(g: &MinionsOfMordak, s: &mut State, moment: &Moment) -> Result<(), Misfit> {
    let (casts, drawn) = match moment {
        Moment::Amid(rest) => (&rest.casts[..], rest.drawn),
        Moment::Turn | Moment::Minions | Moment::Over => (&[][..], None),
    };
    let laid = setup::table(g);
    (s.spells, s.kinds, s.hoard) = (laid.spells, laid.kinds, laid.hoard);
    let held = s.players.each().iter().flat_map(|player| player.hand).map(|card| card.spell);
    let cast = casts.iter().filter_map(|cast| match cast.card {
        Card::Spell(spell) => Some(spell),
        Card::Treasure(_) => None,
    });
    let spells = held.chain(cast).filter(|spell| !spell.is_hidden()).map(SpellId::index);
    let all = spells.collect::<Vec<_>>();
    take(&mut s.spells, "spells", all.into_iter().chain(s.spell_discards.places()))?;
    let map = s.slots().map(|slot| s.minion(slot).kind).filter(|kind| kind.index() < KINDS);
    let kinds: Vec<usize> = map.chain(drawn).map(KindId::index).collect();
    take(
        &mut s.kinds,
        "minions",
        kinds.into_iter().chain(s.kind_discards.places()).chain(s.fallen.places()),
    )?;
    let worn = s.players.each().iter().flat_map(|player| player.slots).filter(|treasure| !treasure.is_none());
    let used = casts.iter().filter_map(|cast| match cast.card {
        Card::Treasure(treasure) => Some(treasure),
        Card::Spell(_) => None,
    });
    let treasures: Vec<usize> = worn.chain(used).map(TreasureId::index).collect();
    let lying = s.treasure_discards.places().chain(s.stash.places()).chain(s.left_behind.places());
    take(&mut s.hoard, "treasures", treasures.into_iter().chain(lying))
}

/// Takes cards out of a deck, each by its place.
fn take<const N: usize>(
    deck: &mut Counts<N>,
    what: &str,
    places: impl Iterator<Item = usize>,
) -> Result<(), Misfit> {
    for at in places {
        let left = deck.0.get(at).and_then(|left| left.checked_sub(1));
        deck.0[at] = left.ok_or_else(|| Misfit::new(what, "a card too many", "cards of the box"))?;
    }
    Ok(())
}

fn in_progress(g: &MinionsOfMordak, s: &State, frames: Vec<Frame>) -> InProgress {
    InProgress {
        frames,
        levels: s.levels[..usize::from(s.depth)].to_vec(),
        casts: s.casts.to_vec(),
        drawn: s.drawn,
        offered: s.offered,
        ambush: s.ambush,
        scout_from: s.scout_from,
        scouted: s.scouted,
        flipped: s.flipped,
        equipped: s.equipped.to_vec(),
        unordered: s.unordered,
        ordered: s.ordered.to_vec(),
        reordered: s.reordered,
        ambush_tiles: s.ambush_tiles,
        loose: loose(s).map(|slot| (slot, *s.minion(slot))).collect(),
        digest: digest(g, s),
    }
}

/// Tells tables apart. Not against forgery: against a table that was changed while what goes on was not.
fn digest(g: &MinionsOfMordak, s: &State) -> u64 {
    stable::of(&(g.options.seats, s))
}

/// A table that was laid out as told, with what goes on there, checked.
///
/// # Errors
/// With the first thing that does not fit.
pub fn restore(g: &MinionsOfMordak, s: State, moment: Moment) -> Result<State, Misfit> {
    sound::ids(g, &s)?;
    sound::numbers(g, &s)?;
    let state = match moment {
        Moment::Over if s.ending.is_none() => {
            return Err(Misfit::new(
                "ending",
                "none",
                "an ending, or what goes on in a game that is not over",
            ));
        }
        Moment::Over => State { turn: Turn::Over, stack: Stack::default(), ..s },
        Moment::Minions => {
            sound::heroes(g, &s)?;
            standing(g, State { depth: 0, ..s }, &[rounds::Frame::MinionPick.into()])
        }
        Moment::Turn => {
            sound::heroes(g, &s)?;
            sound::turn(g, &s)?;
            let below =
                if s.levels[0].seat == VILLAIN { rounds::Frame::MinionStep } else { rounds::Frame::NextHero };
            standing(g, s, &[below.into(), turns::Frame::Act.into()])
        }
        Moment::Amid(rest) => amid(g, s, *rest)?,
    };
    checked(g, state)
}

/// Nothing is in the middle.
fn standing(g: &MinionsOfMordak, s: State, frames: &[Frame]) -> State {
    let mut s = settled(&s);
    s.stack = Stack::default();
    frames.iter().for_each(|frame| s.stack.push(*frame));
    s.turn = flow::turn(Look { g, s: &s }, frames.last().copied());
    s
}

/// In the middle of something: exactly as it was.
fn amid(g: &MinionsOfMordak, s: State, rest: InProgress) -> Result<State, Misfit> {
    let wrong = |found: &str, expected: &str| Misfit::new("in_progress", found, expected);
    let fits = (1..=FRAMES).contains(&rest.frames.len())
        && rest.levels.len() <= LEVELS
        && rest.casts.len() <= CASTS
        && rest.ordered.len() <= MINIONS
        && rest.equipped.len() == SEATS
        && rest.loose.iter().all(|(slot, _)| usize::from(*slot) < MINIONS && s.is_alive(*slot));
    if !fits {
        return Err(wrong("what cannot be going on", "bytes as they came with a view"));
    }
    let mut s = settled(&s);
    s.stack = Stack::default();
    rest.frames.iter().for_each(|frame| s.stack.push(*frame));
    s.depth = rest.levels.len() as u8;
    s.levels = [Level::default(); LEVELS];
    s.levels[..rest.levels.len()].copy_from_slice(&rest.levels);
    s.casts = rest.casts.iter().copied().collect();
    (s.drawn, s.offered, s.ambush) = (rest.drawn, rest.offered, rest.ambush);
    (s.scout_from, s.scouted, s.flipped) = (rest.scout_from, rest.scouted, rest.flipped);
    s.equipped.copy_from_slice(&rest.equipped);
    s.unordered = rest.unordered;
    s.ordered = rest.ordered.iter().copied().collect();
    s.reordered = rest.reordered;
    s.ambush_tiles = rest.ambush_tiles;
    rest.loose.iter().for_each(|(slot, minion)| *s.minion_mut(*slot) = *minion);
    // Compared before any rule looks at it: what was not made here may name what is not there.
    s.turn = turn_told(&rest, g, &s)
        .ok_or_else(|| wrong("bytes made with another table", "the bytes of this very view, or none"))?;
    sound::ids(g, &s)?;
    if !sound::goes_on(g, &s, &rest.frames) {
        return Err(wrong("what cannot be going on", "bytes as they came with a view"));
    }
    Ok(s)
}

/// The turn under which the table is the one that the bytes were made with.
fn turn_told(rest: &InProgress, g: &MinionsOfMordak, s: &State) -> Option<Turn> {
    let seats = Seat::first(g.options.seats).map(|seat| Turn::Each(kernel::SeatSet::only(seat)));
    seats.chain([Turn::Chance]).find(|turn| digest(g, &State { turn: *turn, ..*s }) == rest.digest)
}

/// The table with some cards where hands are not known: what holds of it holds of every fair guess.
fn guessed(s: &State) -> Option<State> {
    let mut whole = *s;
    whole.guessed = !s.hidden.is_empty();
    for seat in Seat::first(SEATS as u8) {
        let hand = whole.players[seat].hand;
        whole.players[seat].hand.clear();
        for mut card in hand {
            if card.spell.is_hidden() {
                let first = SpellId::new(card.spell.deck(), 0).0;
                if whole.spells.sum(first, SPELLS_PER_DECK as u8) == 0 {
                    return None;
                }
                card.spell = SpellId(whole.spells.nth(first, 0));
                whole.spells.0[card.spell.index()] -= 1;
            }
            whole.players[seat].take(card);
        }
    }
    Some(whole)
}

/// What holds of every table, and that whoever is asked can answer.
fn checked(g: &MinionsOfMordak, s: State) -> Result<State, Misfit> {
    let whole =
        guessed(&s).ok_or_else(|| Misfit::new("hands", "more cards than there are", "cards of the box"))?;
    invariants::check(g, &whole)
        .map_err(|why| Misfit::new("the table", why, "a table that play can lead to"))?;
    let asked = s.turn.asked();
    for seat in asked {
        let mut any = false;
        legal::actions(Look { g, s: &whole }, seat, &mut |_| any = true);
        if !any {
            return Err(Misfit::new(seat, "no possible action", "something to decide for everybody asked"));
        }
    }
    let nothing_falls = s.turn == Turn::Chance && g.odds(&s).is_empty();
    let nobody = asked.is_empty() && matches!(s.turn, Turn::Each(_) | Turn::Any(_));
    if nothing_falls || nobody {
        return Err(Misfit::new("the table", "nobody who can act", "somebody, or a card that can fall"));
    }
    Ok(s)
}
