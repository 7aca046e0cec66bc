//! Tables of which people, or a front end that kept them, state how they stand: at points of rest, and only such as can
//! be played on. `sound.rs` says what must hold before any rule looks at one.
//!
//! Nothing is hidden between players, so such a table is whole.

use crate::{
    Adventures, Play, State, flow,
    frame::Frame,
    invariants,
    options::Scope,
    queries::Look,
    rules::{contest, skill_check, storybook},
    sound,
    state::{Contest, Kind},
    words::{CardId, CardSet, DICE_A_COLOUR, Deck, EntryId, SEATS},
};
use kernel::{ArrayVec, Log, Misfit, Restore, Stack, Stated, Turn};

/// The points of rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The party chooses among the options of an entry.
    Choice(EntryId),
    /// Colours are bought for a single check or combat.
    Build,
    /// Cards are played on a pool that was rolled, in a single check or combat.
    Manipulate,
    Over,
}

/// The point of rest that a table is at.
#[must_use]
pub fn moment(s: &State) -> Option<Moment> {
    let mut frames = s.stack.frames().copied();
    let settled = s.votes.iter().all(Option::is_none) && !s.tied;
    match (frames.next(), frames.next(), frames.next()) {
        (None, _, _) => Some(Moment::Over),
        (
            Some(Frame::Story(storybook::Frame::AdventureOver)),
            Some(Frame::Story(storybook::Frame::Choice { entry })),
            None,
        ) if settled => Some(Moment::Choice(EntryId(entry))),
        (Some(Frame::Contest(contest::Frame::Build)), None, _) if s.contest.passed.is_empty() => {
            Some(Moment::Build)
        }
        (Some(Frame::Contest(contest::Frame::Manipulate)), None, _) if s.contest.passed.is_empty() => {
            Some(Moment::Manipulate)
        }
        (Some(_), _, _) => None,
    }
}

impl Restore for Adventures {
    type Moment = Moment;
    /// A contest can be stated as it lies on the table; what has been paid and planned in it cannot.
    fn moment(&self, s: &State) -> Option<Moment> {
        moment(s).filter(|moment| matches!(moment, Moment::Choice(_) | Moment::Over))
    }
    fn settled(&self, s: &State) -> State {
        settled(s)
    }
    fn lay_out(&self, stated: Stated<Adventures>) -> Result<State, Misfit> {
        lay_out(self, stated.state, stated.moment)
    }
    fn invariants(&self, whole: &State) -> Result<(), String> {
        invariants::check(self, whole)
    }
}

/// The table without what is left of things that are over.
fn settled(s: &State) -> State {
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

fn lay_out(g: &Adventures, s: State, moment: Moment) -> Result<State, Misfit> {
    sound::ids(g, &s)?;
    sound::numbers(g, &s)?;
    if s.contest.own {
        return Err(Misfit::new(
            "contest.own",
            "yes",
            "no, or what goes on as it came: nobody else knows your book",
        ));
    }
    match moment {
        Moment::Over if s.ending.is_none() => {
            Err(Misfit::new("ending", "none", "an ending, or what goes on"))
        }
        Moment::Over => Ok(State { turn: Turn::Over, stack: Stack::default(), ..settled(&s) }),
        Moment::Choice(entry) => {
            if entry.index() >= g.content.entries.len() || g.is_single() || g.options.scope == Scope::Table {
                return Err(Misfit::new("entry", entry, "an entry of the storybook that is played"));
            }
            let calm = State { ending: None, ..settled(&s) };
            Ok(standing(
                g,
                calm,
                &[storybook::Frame::AdventureOver.into(), storybook::Frame::Choice { entry: entry.0 }.into()],
            ))
        }
        Moment::Build | Moment::Manipulate => {
            if s.contest.kind == Kind::None || !g.is_single() {
                return Err(Misfit::new("contest", "none", "a single check or combat"));
            }
            let mut s = s;
            skill_check::fold_modifiers(&mut Play { g, s: &mut s, log: &mut Log::off() });
            let frame =
                if moment == Moment::Build { contest::Frame::Build } else { contest::Frame::Manipulate };
            Ok(standing(g, State { votes: [None; 4], tied: false, ending: None, ..s }, &[frame.into()]))
        }
    }
}

fn standing(g: &Adventures, mut s: State, frames: &[Frame]) -> State {
    s.stack = Stack::default();
    frames.iter().for_each(|frame| s.stack.push(*frame));
    s.contest.passed = kernel::SeatSet::EMPTY;
    s.turn = flow::turn(Look { g, s: &s }, frames.last().copied());
    s
}
