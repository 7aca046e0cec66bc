//! How search goes about the last level of the Tower.

use super::Insight;
use crate::{levels, players::Player};
use kernel::{Seat, SeatSet, Table};
use para_roles::{
    Action, ParaRoles,
    fixture::Fixture,
    options::{Campaign, Options},
};
use search::Policy;

/// A fight on the level after so many.
fn level(campaign: Campaign, done: u8, cards: &str) -> Fixture {
    Fixture::new(Options { campaign, ..Options::default() }).with(|s| s.journey.done = done).enemy(cards)
}

/// The four Aces.
fn top() -> Fixture {
    level(Campaign::Tower, 12, "A/A/A/A")
}

fn run(action: &Action) -> bool {
    matches!(action, Action::Run { .. })
}

#[test]
fn options_are_tried_side_by_side_only_near_the_top_of_the_tower() {
    let near = |table: &Table<ParaRoles>| Insight::new().side_by_side(&**table.game(), table.state());
    assert!(near(&top().table()));
    assert!(
        near(&Fixture::default().with(|s| s.journey.done = 10).pause(true)),
        "the pause before the Queens"
    );
    assert!(!near(&level(Campaign::Tower, 9, "J/J/J/J").table()), "nobody falls there");
    assert!(!near(&level(Campaign::RandomEncounters, 12, "A/A/A/A").table()), "it can be passed by");
    let pair = Options { doubles: true, ..Options::default() };
    let pair = Fixture::new(pair).with(|s| s.journey.done = 9).enemy("J/J/J/J").enemy("Q/Q/Q/Q");
    assert!(near(&pair.table()), "with two on each there are twelve levels");
}

#[test]
fn near_the_top_getting_away_is_tried_whatever_the_weights_say() {
    let table = top().table();
    let (insight, seat) = (Insight::new(), Seat::new(1));
    let actions = table.legal(seat);
    let (mut weights, mut first) = (Vec::new(), Vec::new());
    insight.priors(&**table.game(), table.state(), seat, &actions, &mut weights);
    insight.first_priors(&**table.game(), table.state(), seat, &actions, &mut first);
    let runs = |weights: &[f32]| {
        actions.iter().zip(weights).filter(|(action, weight)| run(action) && **weight > 0.0).count()
    };
    assert_eq!((runs(&weights), runs(&first)), (0, 1), "by the better of two stats");
    let tried = |weights: &[f32]| weights.iter().filter(|weight| **weight > 0.0).count();
    assert!(tried(&weights) > 5 && (2..=5).contains(&tried(&first)), "{first:?}");
    assert_eq!(
        search::heaviest(&weights),
        search::heaviest(&first),
        "what the weights like best is still liked best"
    );
}

#[test]
fn a_worn_party_gets_away_from_the_last_enemy_where_the_weights_would_go_on() {
    let worn = [2, 1, 4, 1].into_iter().zip(0..);
    let worn = worn.fold(top().foe(1, |foe| foe.hp = 8), |f, (hp, seat)| f.hero(seat, |h| h.hp = hp));
    let table = worn.acting(&[1]).table();
    let ask = |agent: &str, seed| {
        let mut player = Player::new(agent.parse().expect("an agent"), &levels::para_roles());
        let view = table.view(Seat::new(1));
        let only = SeatSet::only(Seat::new(1));
        player.choose(&**table.game(), &Insight::new(), &view, only, seed).expect("there are options").action
    };
    assert!((0..3).all(|seed| !run(&ask("greedy", seed))));
    assert!((0..3).all(|seed| run(&ask("mcts:600", seed))));
}
