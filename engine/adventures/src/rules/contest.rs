//! A skill check or combat from beginning to end: a pool of dice is built, changed by cards and laid on slots; then it is
//! seen what that means. RA-150 to RA-177.

use crate::{
    Action, Play,
    frame::{Asks, Fate, Source, then},
    queries::Look,
    rules::{
        combat,
        dice_pool::{self, Due},
        manipulate, placing, skill_check,
    },
    words::Pick,
};
use kernel::{Next, Seat};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Colours are bought.
    Build,
    /// Who pays for a die?
    Paying(Due),
    DrawDice,
    /// All dice that show nothing yet.
    Roll,
    /// Cards are played on the pool.
    Manipulate,
    /// A plan of which die goes where lies on the table.
    Place,
    CheckOver,
    RoundOver,
    /// This icon of this enemy's next space.
    Track {
        foe: u8,
        icon: u8,
    },
    TrackOver,
    CombatOver,
    /// What modifiers do at the end, from this one on; then the result.
    Over {
        passed: bool,
        from: u8,
    },
}

impl Frame {
    #[inline]
    pub(crate) const fn asks(self) -> Asks {
        match self {
            Frame::Build => Asks::Buyers,
            Frame::Paying(due) => Asks::Payers(due),
            Frame::DrawDice => Asks::Chance(Fate::Die),
            Frame::Roll => Asks::Chance(Fate::Face),
            Frame::Manipulate => Asks::Players,
            Frame::Place => Asks::Planners,
            Frame::CheckOver
            | Frame::RoundOver
            | Frame::Track { .. }
            | Frame::TrackOver
            | Frame::CombatOver
            | Frame::Over { .. } => Asks::Nobody,
        }
    }
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::Build => dice_pool::build(p),
        Frame::Paying(due) => dice_pool::paying(p, due),
        Frame::DrawDice => dice_pool::draw_dice(p),
        Frame::Roll => dice_pool::roll(p),
        Frame::Manipulate => manipulate::manipulate(p),
        Frame::Place => placing::place(p),
        Frame::CheckOver => skill_check::check_over(p),
        Frame::RoundOver => combat::round_over(p),
        Frame::Track { foe, icon } => combat::track(p, foe, icon),
        Frame::TrackOver => combat::track_over(p),
        Frame::CombatOver => combat::combat_over(p),
        Frame::Over { passed, from } => skill_check::contest_over(p, passed, from),
    }
}

#[inline]
pub fn legal(look: Look, seat: Seat, frame: Frame, into: &mut impl FnMut(Action)) {
    let contest = &look.s.contest;
    match frame {
        Frame::Build => {
            dice_pool::buyable(look).iter().for_each(|colour| into(Action::Buy { colour }));
            into(Action::Pass);
        }
        Frame::Paying(due) => dice_pool::payments(look, seat, due, into),
        Frame::Manipulate => {
            manipulate::plays(look, seat, &mut |source, option| {
                let option = Pick(option + 1);
                into(match source {
                    Source::Card(card) => Action::Play { card, option },
                    Source::Class => Action::Ability { option },
                });
            });
            into(Action::Pass);
        }
        Frame::Place => {
            into(Action::Agree);
            if contest.edits < placing::edits_most(contest) {
                placing::changes(look).for_each(|(die, slot)| into(Action::Place { die, slot }));
                contest.plan.covered().for_each(|(slot, _)| into(Action::Leave { slot }));
            }
        }
        Frame::DrawDice
        | Frame::Roll
        | Frame::CheckOver
        | Frame::RoundOver
        | Frame::Track { .. }
        | Frame::TrackOver
        | Frame::CombatOver
        | Frame::Over { .. } => {}
    }
}

/// A hero has nothing to add: no die, no card, no change to the plan.
pub fn pass(p: &mut Play, frame: crate::Frame, seat: Seat) -> Next<crate::Frame> {
    p.s.contest.passed.insert(seat);
    then(frame)
}
