//! A table from what was told of it: by a front end that got it from here, or by people at a real one. What cannot be
//! played on is refused with the thing at fault; rules never run on it.
//!
//! Nothing is hidden between players, so such a table is whole.

use crate::{
    Action, Adventures, Play, State, flow,
    frame::{Asks, Frame},
    invariants, legal,
    options::Scope,
    queries::Look,
    rules::{contest, skill_check, storybook},
    sound,
    state::{Contest, FRAMES, Kind, ToldOption},
    words::{CardId, CardSet, DICE_A_COLOUR, Deck, EntryId, SEATS},
};
use kernel::{ArrayVec, Game as _, Log, Misfit, Stack, Turn, stable};
use serde::{Deserialize, Serialize};

/// What of a table has no name for people: what is in the middle of being resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InProgress {
    frames: Vec<Frame>,
    /// What a view does not tell of the contest.
    contest: Contest,
    votes: [Option<Action>; SEATS],
    tied: bool,
    told: ArrayVec<[ToldOption; 8]>,
    wanted: [CardSet; SEATS],
    owed: [[u8; 7]; SEATS],
    drawn_decks: u8,
    /// Of the whole table, so that this cannot be laid beside another one by mistake.
    digest: u64,
}

/// What is going on at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The party chooses among the options of an entry.
    Choice(EntryId),
    /// Colours are bought for a single check or combat.
    Build,
    /// Cards are played on a pool that was rolled, in a single check or combat.
    Manipulate,
    Over,
    Amid(Box<InProgress>),
}

/// What goes on at a table that play led to.
#[must_use]
pub fn moment(g: &Adventures, s: &State) -> Moment {
    let frames: Vec<Frame> = s.stack.frames().copied().collect();
    let settled = s.votes.iter().all(Option::is_none) && !s.tied;
    match frames[..] {
        [] => Moment::Over,
        [Frame::Story(storybook::Frame::AdventureOver), Frame::Story(storybook::Frame::Choice { entry })]
            if settled =>
        {
            Moment::Choice(EntryId(entry))
        }
        [Frame::Contest(contest::Frame::Build)] if s.contest.passed.is_empty() => Moment::Build,
        [Frame::Contest(contest::Frame::Manipulate)] if s.contest.passed.is_empty() => Moment::Manipulate,
        _ => Moment::Amid(Box::new(in_progress(g, s))),
    }
}

/// What is in the middle of being resolved, whatever it is.
#[must_use]
pub fn in_progress(g: &Adventures, s: &State) -> InProgress {
    InProgress {
        frames: s.stack.frames().copied().collect(),
        contest: s.contest,
        votes: s.votes,
        tied: s.tied,
        told: s.told,
        wanted: s.wanted,
        owed: s.owed,
        drawn_decks: s.drawn_decks,
        digest: digest(g, s),
    }
}

/// The table without what is left of things that are over. Play goes on from it as from the table itself.
#[must_use]
pub fn settled(s: &State) -> State {
    State {
        contest: Contest::default(),
        votes: [None; SEATS],
        tied: false,
        told: ArrayVec::default(),
        wanted: [CardSet::EMPTY; SEATS],
        owed: Default::default(),
        drawn_decks: 0,
        ..*s
    }
}

/// Puts cards and dice that are nowhere else on a table as told into decks and bag.
///
/// # Errors
/// If there are more dice than in the box.
pub fn fill_decks(g: &Adventures, s: &mut State) -> Result<(), Misfit> {
    let all = g.deck_masks.iter().fold(CardSet::EMPTY, |all, deck| all.or(deck));
    let shown: CardSet = s.display.iter().flatten().copied().collect();
    let held = s.present.into_iter().fold(s.loose, |sum, seat| sum.or(&s.sheets[seat].cards()));
    s.decks = all.minus(&held.or(&shown));
    s.bag = [DICE_A_COLOUR; 6];
    s.bag_familiars = (1..=16u8)
        .filter(|n| CardId::new(Deck::Familiar, usize::from(*n)).is_some_and(|card| held.contains(card)))
        .fold(0, |bag, n| bag | 1 << (n - 1));
    let pool = s.contest.pool.into_iter();
    let dice: Vec<_> = pool.chain(s.contest.slots.into_iter().filter_map(|slot| slot.die)).collect();
    for die in dice {
        if die.kind.0 >= 22 || s.in_bag(die.kind) == 0 {
            return Err(Misfit::new("contest.dice", "one that is not there, or too many", "dice of the box"));
        }
        s.leave_bag(die.kind);
    }
    Ok(())
}

/// Tells tables apart. Not against forgery: against a table that was changed while what goes on was not.
fn digest(g: &Adventures, s: &State) -> u64 {
    stable::of(&(g.options.seats, g.content.entries.len(), s))
}

/// A table that was laid out as told, with what goes on there: checked, and with whom it waits for worked out.
///
/// # Errors
/// With the first thing that does not fit.
pub fn restore(g: &Adventures, s: State, moment: Moment) -> Result<State, Misfit> {
    sound::ids(g, &s)?;
    sound::numbers(g, &s)?;
    if s.contest.own && !matches!(moment, Moment::Amid(_)) {
        return Err(Misfit::new(
            "contest.own",
            "yes",
            "no, or what goes on as it came: nobody else knows your book",
        ));
    }
    let state = match moment {
        Moment::Over if s.ending.is_none() => {
            return Err(Misfit::new("ending", "none", "an ending, or what goes on"));
        }
        Moment::Over => State { turn: Turn::Over, stack: Stack::default(), ..s },
        Moment::Choice(entry) => {
            if entry.index() >= g.content.entries.len() || g.is_single() || g.options.scope == Scope::Table {
                return Err(Misfit::new("entry", entry, "an entry of the storybook that is played"));
            }
            let calm =
                State { contest: Contest::default(), votes: [None; 4], tied: false, ending: None, ..s };
            standing(
                g,
                calm,
                &[storybook::Frame::AdventureOver.into(), storybook::Frame::Choice { entry: entry.0 }.into()],
            )
        }
        Moment::Build | Moment::Manipulate => {
            if s.contest.kind == Kind::None || !g.is_single() {
                return Err(Misfit::new("contest", "none", "a single check or combat"));
            }
            let mut s = s;
            skill_check::fold_modifiers(&mut Play { g, s: &mut s, log: &mut Log::off() });
            let frame =
                if moment == Moment::Build { contest::Frame::Build } else { contest::Frame::Manipulate };
            standing(g, State { votes: [None; 4], tied: false, ending: None, ..s }, &[frame.into()])
        }
        Moment::Amid(rest) => amid(g, s, &rest)?,
    };
    checked(g, state)
}

fn standing(g: &Adventures, mut s: State, frames: &[Frame]) -> State {
    s.stack = Stack::default();
    frames.iter().for_each(|frame| s.stack.push(*frame));
    s.contest.passed = kernel::SeatSet::EMPTY;
    s.turn = flow::turn(Look { g, s: &s }, frames.last().copied());
    s
}

/// In the middle of something: exactly as it was.
fn amid(g: &Adventures, mut s: State, rest: &InProgress) -> Result<State, Misfit> {
    let wrong = |found: &str| Misfit::new("in_progress", found, "the bytes of this very view, or none");
    if rest.frames.is_empty() || rest.frames.len() > FRAMES {
        return Err(wrong("what cannot be going on"));
    }
    let Contest { picked, plan, edits, paid, bent, entry, passes, fails, .. } = rest.contest;
    let Contest { own_limit, own_bent, own_tracks, .. } = rest.contest;
    s.contest = Contest { picked, plan, edits, paid, bent, entry, passes, fails, ..s.contest };
    s.contest = Contest { own_limit, own_bent, own_tracks, ..s.contest };
    (s.votes, s.tied, s.wanted, s.owed) = (rest.votes, rest.tied, rest.wanted, rest.owed);
    (s.told, s.drawn_decks) = (rest.told, rest.drawn_decks);
    sound::ids(g, &s)?;
    sound::numbers(g, &s)?;
    if !rest.frames.iter().all(|frame| sound::frame(g, &s, *frame)) {
        return Err(wrong("something that names what is not there"));
    }
    s.stack = Stack::default();
    rest.frames.iter().for_each(|frame| s.stack.push(*frame));
    if !rest.frames.last().is_some_and(|frame| frame.asks() != Asks::Nobody) {
        return Err(wrong("nothing that waits for anybody"));
    }
    s.turn = flow::turn(Look { g, s: &s }, rest.frames.last().copied());
    if digest(g, &s) == rest.digest { Ok(s) } else { Err(wrong("bytes made with another table")) }
}

/// What holds of every table, and that whoever is asked can answer.
fn checked(g: &Adventures, s: State) -> Result<State, Misfit> {
    invariants::check(g, &s).map_err(|why| Misfit::new("the table", why, "a table that play can lead to"))?;
    let asked = s.turn.asked();
    for seat in asked {
        let mut any = false;
        legal::actions(Look { g, s: &s }, seat, &mut |_| any = true);
        if !any {
            return Err(Misfit::new(seat, "no possible action", "something to decide for everybody asked"));
        }
    }
    let nothing_falls = s.turn == Turn::Chance && g.odds(&s).is_empty();
    let nobody = asked.is_empty() && matches!(s.turn, Turn::Each(_) | Turn::Any(_));
    if nothing_falls || nobody {
        return Err(Misfit::new("the table", "nobody who can act", "somebody, or a die that can fall"));
    }
    Ok(s)
}
