//! Why a bot does what it does, in one or two sentences. Told from the view alone, so nothing hidden can slip in.

use kernel::{Outcome, Show, View};
use search::{Advice, Heuristic};

/// Payoffs are told in points of a hundred; less than this is no difference.
const POINT_MIN: f32 = 0.05;

/// `Attack Commander (e1): hits 6 times in 10. 4.1 points better than Defend Self.`
#[must_use]
pub fn reason<G: Show, H: Heuristic<G> + ?Sized>(
    game: &G,
    heuristic: &H,
    view: &View<G>,
    advice: &Advice<G::Action>,
) -> String {
    let state = view.state();
    let label = |action| game.label(state, advice.seat, action);
    let mut told = label(advice.action);
    if advice.candidates.len() < 2 {
        return told + ": there is nothing else to do.";
    }
    if let Some(why) = heuristic.because(game, state, advice.seat, advice.action) {
        told = format!("{told}: {why}");
    }
    told.push('.');
    if tried_alone(advice) {
        told += " Nothing else needed to be tried.";
    } else if let Some((other, gain)) = over_the_next(advice) {
        let other = label(other);
        told += &match gain * points() {
            points if points >= POINT_MIN => format!(" {points:.1} points better than {other}."),
            _ => format!(" About as good: {other}."),
        };
    }
    told
}

/// Was the chosen option tried, and no other? Values of the others are a first look then, and not compared.
fn tried_alone<A: PartialEq>(advice: &Advice<A>) -> bool {
    advice.candidates.iter().all(|c| (c.action == advice.action) == (c.visits > 0))
}

/// Points in a whole payoff.
fn points() -> f32 {
    f32::from(Outcome::BEST) / 10.0
}

/// The best of the other options, and what the chosen one is worth more; `None` where values are not known.
fn over_the_next<A: Copy + PartialEq>(advice: &Advice<A>) -> Option<(A, f32)> {
    let value = |action: A| advice.candidates.iter().find(|c| c.action == action).map(|c| c.value);
    let own = value(advice.action).filter(|value| value.is_finite())?;
    let others = advice.candidates.iter().filter(|c| c.action != advice.action && c.value.is_finite());
    // An option that was hardly looked at says little: the one with the most thought stands for the rest.
    let next = others.max_by(|a, b| a.visits.cmp(&b.visits).then(a.value.total_cmp(&b.value)))?;
    Some((next.action, own - next.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::para_roles::Insight;
    use kernel::{Seat, SeatSet};
    use para_roles::{Action, fixture::Fixture};
    use search::Candidate;

    fn reason_of(values: &[(&str, f32, u32)]) -> String {
        let table = Fixture::fight(&["4/3/5/2"]).table();
        let view = table.view(Seat::new(2));
        let action = |name: &str| -> Action { name.parse().expect("an action") };
        let option = |(name, value, visits): &(&str, f32, u32)| Candidate {
            action: action(name),
            share: 0.5,
            value: *value,
            visits: *visits,
        };
        let candidates: Vec<Candidate<Action>> = values.iter().map(option).collect();
        let (seat, action) = (Seat::new(2), candidates[0].action);
        let advice = Advice { seat, action, candidates, line: vec![], iterations: 9 };
        reason(&**table.game(), &Insight::new(), &view, &advice)
    }

    #[test]
    fn a_reason_names_the_action_why_and_what_it_gains() {
        let told = reason_of(&[("attack e1", 0.641, 90), ("defend", 0.600, 10)]);
        assert!(told.starts_with("Attack ") && told.contains("(e1)"), "{told}");
        assert!(told.contains(": ") && told.contains(" 4.1 points better than Defend Self"), "{told}");
        assert!(told.ends_with('.') && !told.contains(".."), "{told}");
    }

    #[test]
    fn what_is_as_good_or_unknown_is_not_praised() {
        assert!(
            reason_of(&[("attack e1", 0.6, 90), ("defend", 0.6, 10)]).contains("About as good: Defend Self")
        );
        let blind = reason_of(&[("attack e1", f32::NAN, 0), ("defend", f32::NAN, 0)]);
        assert!(!blind.contains("NaN") && !blind.contains("points"), "{blind}");
        assert!(reason_of(&[("defend", f32::NAN, 0)]).ends_with("there is nothing else to do."));
    }

    #[test]
    fn what_was_tried_is_not_compared_with_what_was_not() {
        let alone = reason_of(&[("attack e1", 0.99, 12), ("defend", 0.90, 0)]);
        assert!(alone.ends_with("Nothing else needed to be tried."), "{alone}");
        assert!(!alone.contains("points better") && !alone.contains("Defend"), "{alone}");
    }

    #[test]
    fn the_choice_of_a_search_can_be_explained() {
        use crate::{levels, players::Player};
        let table = Fixture::fight(&["4/3/5/2"]).table();
        let mut player = Player::new("mcts:60".parse().expect("an agent"), &levels::para_roles());
        let view = table.view(Seat::new(0));
        let insight = Insight::new();
        let seats = SeatSet::first(4);
        let advice = player.choose(&**table.game(), &insight, &view, seats, 1).expect("somebody may act");
        let told = reason(&**table.game(), &insight, &view, &advice);
        assert!(told.len() > 10 && told.ends_with('.'), "{told}");
    }
}
