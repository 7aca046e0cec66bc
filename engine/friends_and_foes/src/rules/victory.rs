//! Victory: conditions in their order, ties, the round limit, the early end. FO-370 to FO-380, FO-400.

use crate::{
    Play,
    event::Event,
    frame::{Next, then},
    options::Koth,
    queries::Look,
    rules::harvest::Frame,
    state::Ending,
    words::{CharSet, Goal, Reason},
};
use kernel::{Seat, rule};

/// The first round after which treasure, territories and the hill count.
pub const LATE_ROUND: u8 = 5;
/// Treasures for each teammate, if the scenario does not say.
pub const TREASURE: u8 = 30;

fn teams(look: Look) -> impl Iterator<Item = u8> + Clone {
    0..look.g.teams
}

fn on_board(look: Look, team: u8) -> CharSet {
    look.s.board.and(look.team_chars(team))
}

/// A team's treasures; every starting member counts as a teammate.
#[must_use]
pub fn treasure(look: Look, team: u8) -> u32 {
    look.members(team).into_iter().map(|s| u32::from(look.s.sides[s].treasure)).sum()
}

#[must_use]
pub fn health(look: Look, team: u8) -> u32 {
    on_board(look, team).iter().map(|c| u32::from(look.s.char(c).health)).sum()
}

/// Areas a team controls.
#[must_use]
pub fn territories(look: Look, team: u8) -> u32 {
    let held = |area: &_| look.controller(*area).is_some_and(|seat| look.team(seat) == team);
    look.board().areas.iter().filter(held).count() as u32
}

/// The team with strictly the most of something for each member.
fn most(look: Look, among: impl Iterator<Item = u8> + Clone, of: impl Fn(u8) -> u32) -> Option<u8> {
    // Compared as fractions, so that teams of different sizes are treated alike.
    let per = |team: u8| (of(team), look.members(team).len());
    let above =
        |a: u8, b: u8| u64::from(per(a).0) * u64::from(per(b).1) > u64::from(per(b).0) * u64::from(per(a).1);
    among.clone().find(|team| among.clone().all(|other| other == *team || above(*team, other)))
}

/// Is this condition met by this team now?
fn meets(look: Look, team: u8, goal: Goal) -> bool {
    let Some(victory) = look.goal(goal) else { return false };
    let round = look.s.round;
    match goal {
        Goal::Breakthrough => {
            rule!("FO-375", "FO-R60");
            let area = look.s.goals[usize::from(team)];
            round >= victory.from_round.unwrap_or(1)
                && area.is_some_and(|a| look.controller(a).is_some_and(|s| look.team(s) == team))
        }
        Goal::Hill => {
            rule!("FO-374", "FO-R59");
            let five = victory.from_round.unwrap_or(LATE_ROUND);
            let due = match look.g.options.koth {
                Koth::FromFive => round >= five,
                Koth::OnlyFive => round == five,
            };
            due && look.controller(look.board().middle).is_some_and(|s| look.team(s) == team)
        }
        Goal::Treasure => {
            rule!("FO-372", "FO-194");
            let wanted = u32::from(victory.amount.unwrap_or(TREASURE)) * look.members(team).len();
            round >= victory.from_round.unwrap_or(LATE_ROUND) && treasure(look, team) >= wanted
        }
        Goal::Territories => {
            rule!("FO-373");
            let mine = territories(look, team);
            let lead = teams(look).all(|other| other == team || territories(look, other) < mine);
            round >= victory.from_round.unwrap_or(LATE_ROUND) && lead
        }
    }
}

const fn reason(goal: Goal) -> Reason {
    match goal {
        Goal::Breakthrough => Reason::Breakthrough,
        Goal::Hill => Reason::Hill,
        Goal::Treasure => Reason::Treasure,
        Goal::Territories => Reason::Territories,
    }
}

/// Who has won when the Harvest Phase ends, if anybody has.
#[must_use]
pub fn decided(look: Look) -> Option<Ending> {
    rule!("FO-370", "FO-371", "FO-377", "FO-R61");
    let mut standing = teams(look).filter(|team| !on_board(look, *team).is_empty());
    match (standing.next(), standing.next()) {
        (Some(last), None) => return Some(Ending { winner: Some(last), reason: Reason::LastStanding }),
        (None, _) => {
            rule!("FO-378");
            let winner = most(look, teams(look), |team| treasure(look, team));
            return Some(Ending { winner, reason: Reason::AllFallen });
        }
        (Some(_), Some(_)) => {}
    }
    for goal in Goal::ALL {
        let meeting = teams(look).filter(|team| meets(look, *team, *goal));
        if meeting.clone().next().is_some() {
            // Several at once: the richest, and if none is richer than all others, the game goes on.
            let winner = most(look, meeting, |team| treasure(look, team));
            return winner
                .map(|team| Ending { winner: Some(team), reason: reason(*goal) })
                .or_else(|| at_limit(look));
        }
    }
    at_limit(look)
}

/// At the round limit treasure decides, then health.
fn at_limit(look: Look) -> Option<Ending> {
    rule!("FO-081", "FO-379", "FO-R18");
    if !look.at_round_limit() {
        return None;
    }
    let winner = most(look, teams(look), |team| treasure(look, team)).or_else(|| {
        let most = teams(look).map(|t| health(look, t)).max();
        let mut best = teams(look).filter(|t| Some(health(look, *t)) == most);
        best.next().filter(|_| best.next().is_none())
    });
    Some(Ending { winner, reason: Reason::RoundLimit })
}

pub fn victory(p: &mut Play) -> Next {
    match decided(p.look()) {
        Some(ending) => {
            over(p, ending);
            Next::Done
        }
        None => then(Frame::Cleanup),
    }
}

/// Ends the game at once if only one team can still go on.
pub fn early_end(p: &mut Play) -> bool {
    rule!("FO-380");
    let ending = if p.g.options.early_end { alone(p.look()) } else { None };
    if let Some(ending) = ending {
        over(p, ending);
    }
    ending.is_some()
}

/// Only one team has characters, and no other could still deploy one.
fn alone(look: Look) -> Option<Ending> {
    let lives = |team: &u8| {
        !on_board(look, *team).is_empty() || look.members(*team).into_iter().any(|s| look.can_deploy(s))
    };
    let mut left = teams(look).filter(lives);
    match (left.next(), left.next()) {
        (Some(_), Some(_)) => None,
        (Some(last), None) => (!on_board(look, last).is_empty())
            .then_some(Ending { winner: Some(last), reason: Reason::LastStanding }),
        (None, _) => {
            let winner = most(look, teams(look), |team| treasure(look, team));
            Some(Ending { winner, reason: Reason::AllFallen })
        }
    }
}

fn over(p: &mut Play, ending: Ending) {
    rule!("FO-400");
    p.s.ending = Some(ending);
    p.s.stack.clear();
    p.say(|l| {
        let winners = ending.winner.map(|team| l.members(team).into_iter().collect::<Vec<Seat>>());
        Event::Over(winners, ending.reason)
    });
    if ending.winner.is_some() {
        let g = p.g;
        for reward in &g.content.scenarios[usize::from(p.s.scenario)].1.rewards {
            p.say(|_| Event::Reward(reward.clone()));
        }
    }
}
