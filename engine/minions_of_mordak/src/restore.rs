//! Tables of which people, or a front end that kept them, state how they stand: at points of rest, and only such as can
//! be played on. `sound.rs` says what must hold before any rule looks at one.
//!
//! Such a table is one seat's view: hands of others are missing, and stay so.

use crate::{
    MinionsOfMordak, State, flow,
    frame::Frame,
    ids::{KindId, RegionId, RegionSet, SpellId, TreasureId},
    invariants,
    piles::Counts,
    queries::Look,
    rules::{rounds, setup, turns},
    sound,
    state::{LEVELS, Level, Used},
    words::{KINDS, SEATS, SPELLS_PER_DECK, VILLAIN},
};
use kernel::{Misfit, Restore, Seat, Stack, Stated, Turn};

/// The points of rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Somebody takes a Turn and has nothing begun: who, and what is left of it, stands in the first level.
    Turn,
    /// The Villain picks a Minion to act with.
    Minions,
    Over,
}

impl Restore for MinionsOfMordak {
    type Moment = Moment;
    fn moment(&self, s: &State) -> Option<Moment> {
        let mut frames = s.stack.frames().copied();
        match (frames.next(), frames.next(), frames.next()) {
            (None, _, _) => Some(Moment::Over),
            (
                Some(Frame::Rounds(rounds::Frame::NextHero | rounds::Frame::MinionStep)),
                Some(Frame::Turns(turns::Frame::Act)),
                None,
            ) if s.depth == 1 => Some(Moment::Turn),
            (Some(Frame::Rounds(rounds::Frame::MinionPick)), None, _) if s.depth == 0 => {
                Some(Moment::Minions)
            }
            (Some(_), _, _) => None,
        }
    }
    fn settled(&self, s: &State) -> State {
        settled(s)
    }
    fn lay_out(&self, stated: Stated<MinionsOfMordak>) -> Result<State, Misfit> {
        lay_out(self, stated.state, stated.moment)
    }
    fn example(&self, s: &State) -> Option<State> {
        guessed(s)
    }
    fn invariants(&self, whole: &State) -> Result<(), String> {
        invariants::check(self, whole)
    }
}

/// The table without what is left of things that are over.
fn settled(s: &State) -> State {
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

/// Puts what is nowhere else on a table as told into its decks.
///
/// # Errors
/// With the first card that there is more often than in the box.
pub fn fill_decks(g: &MinionsOfMordak, s: &mut State) -> Result<(), Misfit> {
    let laid = setup::table(g);
    (s.spells, s.kinds, s.hoard) = (laid.spells, laid.kinds, laid.hoard);
    let held = s.players.each().iter().flat_map(|player| player.hand).map(|card| card.spell);
    let spells = held.filter(|spell| !spell.is_hidden()).map(SpellId::index);
    let all = spells.collect::<Vec<_>>();
    take(&mut s.spells, "spells", all.into_iter().chain(s.spell_discards.places()))?;
    let map = s.slots().map(|slot| s.minion(slot).kind).filter(|kind| kind.index() < KINDS);
    let kinds: Vec<usize> = map.map(KindId::index).collect();
    take(
        &mut s.kinds,
        "minions",
        kinds.into_iter().chain(s.kind_discards.places()).chain(s.fallen.places()),
    )?;
    let worn = s.players.each().iter().flat_map(|player| player.slots).filter(|treasure| !treasure.is_none());
    let treasures: Vec<usize> = worn.map(TreasureId::index).collect();
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

fn lay_out(g: &MinionsOfMordak, s: State, moment: Moment) -> Result<State, Misfit> {
    sound::ids(g, &s)?;
    sound::numbers(g, &s)?;
    match moment {
        Moment::Over if s.ending.is_none() => {
            Err(Misfit::new("ending", "none", "an ending, or what goes on in a game that is not over"))
        }
        Moment::Over => Ok(State { turn: Turn::Over, stack: Stack::default(), ..s }),
        Moment::Minions => {
            sound::heroes(g, &s)?;
            Ok(standing(g, State { depth: 0, ..s }, &[rounds::Frame::MinionPick.into()]))
        }
        Moment::Turn => {
            sound::heroes(g, &s)?;
            sound::turn(g, &s)?;
            let below =
                if s.levels[0].seat == VILLAIN { rounds::Frame::MinionStep } else { rounds::Frame::NextHero };
            Ok(standing(g, s, &[below.into(), turns::Frame::Act.into()]))
        }
    }
}

/// Nothing is in the middle.
fn standing(g: &MinionsOfMordak, s: State, frames: &[Frame]) -> State {
    let mut s = settled(&s);
    s.stack = Stack::default();
    frames.iter().for_each(|frame| s.stack.push(*frame));
    s.turn = flow::turn(Look { g, s: &s }, frames.last().copied());
    s
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
