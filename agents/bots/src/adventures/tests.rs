//! What bots do and say at tables laid out for it.

use super::Insight;
use crate::{levels, players::Player, reason::reason};
use ::adventures::{Action, Adventures, fixture::Fixture};
use kernel::{Game, Log, Seat, Step, Table, Turn};
use search::{Beliefs, Known, Policy};

fn asks(table: &Table<Adventures>, agent: &str) -> (String, String) {
    let mut player = Player::new(agent.parse().expect("an agent"), &levels::adventures());
    let asked = table.turn().asked();
    let view = table.view(asked.lowest().expect("somebody is asked"));
    let advice = player.choose(&**table.game(), &Insight, &view, asked, 1).expect("an option");
    let told = reason(&**table.game(), &Insight, &view, &advice);
    (format!("{}: {}", advice.seat, advice.action), told)
}

fn worth(table: &Table<Adventures>, action: &str) -> f32 {
    let seat = table.turn().asked().lowest().expect("somebody is asked");
    let (mut actions, mut worths) = (vec![], vec![]);
    table.game().legal_actions(table.state(), seat, &mut actions);
    let known = Insight.worths(table.game(), table.state(), seat, &actions, &mut worths);
    assert_ne!(known, Known::Nothing);
    let wanted: Action = action.parse().expect("an action");
    let at = actions.iter().position(|a| *a == wanted).expect("a legal action");
    worths[at]
}

fn order() -> Table<Adventures> {
    // X1: reroll first, then one up or down.
    Fixture::bare("scope=check check=P01:I seats=1").hand(0, "K07 K10").slots("*4 *6").pool("R3 B5").table()
}

#[test]
fn chance_comes_before_repair() {
    let table = order();
    let (step, told) = asks(&table, "greedy");
    assert_eq!(step, "seat 0: play K07 1", "{told}");
    assert!((worth(&table, "play K07 1") - 1.0 / 3.0).abs() < 0.02);
    assert!((worth(&table, "play K10 1") - 1.0 / 6.0).abs() < 0.02);
    assert!(told.contains("the check is passed 33 times in 100"), "{told}");
}

#[test]
fn whoever_can_cover_everything_plays_no_card() {
    let table = Fixture::bare("scope=check check=P01:I seats=1")
        .hand(0, "K07 K10")
        .slots("*4 *6")
        .pool("R4 B6")
        .table();
    let (step, told) = asks(&table, "greedy");
    assert_eq!(step, "seat 0: pass");
    assert!(told.contains("every slot can be covered already"), "{told}");
}

#[test]
fn a_colour_is_bought_for_a_slot_that_only_asks_for_a_colour() {
    let table = Fixture::bare("scope=check check=P01:I seats=1").rows(0, "R1 G3").table();
    let (step, told) = asks(&table, "greedy");
    assert_eq!(step, "seat 0: buy R");
    assert!(told.contains("ask for STR"), "{told}");
}

#[test]
fn a_worn_party_rests_and_a_fresh_one_goes_on() {
    let at = |fatigue: u8| {
        let fixture = Fixture::new("scope=adventure seats=2").keyword("GATE").xp(4);
        fixture.fatigue(0, fatigue, 16).fatigue(1, fatigue, 16).at_entry("A1").table()
    };
    let (step, told) = asks(&at(13), "greedy");
    assert_eq!(step, "seat 0: rest");
    assert!(told.contains("% of its health left"), "{told}");
    assert_eq!(asks(&at(0), "greedy").0, "seat 0: move");
    assert_eq!(asks(&at(0), "mcts:50").0, "seat 0: move", "a search does not read ahead in the book");
}

#[test]
fn whoever_thinks_rests_for_class_cards_and_the_heuristic_only_for_wounds() {
    let fixture = Fixture::new("scope=adventure seats=2").keyword("GATE").xp(4);
    let table = fixture.ready(0, false).ready(1, false).at_entry("A1").table();
    assert_eq!(asks(&table, "greedy").0, "seat 0: move");
    assert_eq!(asks(&table, "mcts:5").0, "seat 0: rest");
}

#[test]
fn whoever_thinks_spends_no_strength_on_items_nobody_has_asked_for() {
    let with = |items: &str| {
        let fixture = Fixture::new("scope=adventure seats=2").keyword("GATE").items(items);
        fixture.at_entry("A1").table()
    };
    assert_eq!(asks(&with("81"), "greedy").0, "seat 0: item", "a gear costs each hero a fatigue");
    assert_eq!(asks(&with("81"), "mcts:5").0, "seat 0: move");
    assert_eq!(
        asks(&with("31"), "mcts:5").0,
        "seat 0: item",
        "a rope costs as much, but the text speaks of one"
    );
    assert_eq!(asks(&with("23"), "mcts:5").0, "seat 0: item", "a key costs nothing");
}

#[test]
fn whoever_thinks_leaves_when_the_end_is_open() {
    let mut fixture = Fixture::new("scope=adventure seats=2").explored("A B F").no_encounters();
    fixture.state.map.end_open = true;
    let table = fixture.at_entry("F1").table();
    assert_eq!(asks(&table, "greedy").0, "seat 0: move", "there are places nobody has seen");
    assert_eq!(asks(&table, "mcts:5").0, "seat 0: the_end");
}

#[test]
fn whoever_thinks_still_follows_a_vote_for_a_rest_that_does_no_harm() {
    let fixture = Fixture::new("scope=adventure seats=2").keyword("GATE").xp(4);
    let mut table = fixture.at_entry("A1").table();
    assert_eq!(asks(&table, "mcts:5").0, "seat 0: move");
    table
        .play(Step::Act { seat: Seat::new(1), action: Action::Rest }, &mut Log::off())
        .expect("a legal vote");
    assert_eq!(asks(&table, "mcts:5").0, "seat 0: rest");
}

#[test]
fn a_vote_of_somebody_else_is_followed_where_it_does_no_harm() {
    let mut table = Fixture::new("scope=adventure seats=2").at_entry("A").table();
    let own = asks(&table, "greedy").0;
    let other = if own.ends_with("option 1") { "option 2" } else { "option 1" };
    let action: Action = other.parse().expect("an action");
    table.play(Step::Act { seat: Seat::new(1), action }, &mut Log::off()).expect("a legal vote");
    let (step, told) = asks(&table, "greedy");
    assert_eq!(step, format!("seat 0: {other}"));
    assert!(told.contains(" wants it"), "{told}");
}

#[test]
fn what_the_book_says_next_is_not_looked_at() {
    let table = Fixture::new("scope=adventure seats=2").at_entry("A2").table();
    let mut state = *table.state();
    Insight.foresee(table.game(), &mut state);
    assert_eq!(state.turn, table.turn());
    let game = table.game();
    let mut log = Log::off();
    let mut rng = <search::BotRng as rand::SeedableRng>::seed_from_u64(3);
    while state.turn != Turn::Over {
        let step = match state.turn {
            Turn::Chance => Step::Chance(game.sample(&state, &mut rng)),
            Turn::Each(seats) | Turn::Any(seats) => {
                let (seat, mut actions) = (seats.lowest().expect("somebody"), vec![]);
                game.legal_actions(&state, seat, &mut actions);
                Step::Act { seat, action: actions[0] }
            }
            Turn::Over => break,
        };
        game.apply(&mut state, step, &mut log);
    }
    let recorded = state.journal.keywords;
    assert_eq!(recorded, table.state().journal.keywords, "the result of the check was not read");
    assert!(state.ending.is_some());
}

#[test]
fn a_party_of_bots_ends_an_adventure_at_every_size() {
    let greedy = (1..=4u8).map(|seats| (seats, "greedy"));
    for (seats, agent) in greedy.chain([(1, "mcts:1"), (2, "mcts:1")]) {
        let options = format!("scope=adventure seats={seats}");
        let mut table = Fixture::new(&options).table();
        let mut player = Player::<Adventures>::new(agent.parse().expect("an agent"), &levels::adventures());
        let mut rng = <search::BotRng as rand::SeedableRng>::seed_from_u64(7);
        let mut steps = 0;
        while table.turn() != Turn::Over {
            let step = match table.turn() {
                Turn::Chance => Step::Chance(table.game().sample(table.state(), &mut rng)),
                Turn::Each(asked) | Turn::Any(asked) => {
                    let view = table.view(asked.lowest().expect("somebody"));
                    let game = std::sync::Arc::clone(table.game());
                    let advice = player.choose(&*game, &Insight, &view, asked, steps).expect("an option");
                    Step::Act { seat: advice.seat, action: advice.action }
                }
                Turn::Over => break,
            };
            table.play(step, &mut Log::off()).expect("a legal step");
            steps += 1;
            assert!(steps < 6_000, "a party of {seats} finds its way with {agent}");
        }
        assert!(table.outcome().is_some());
    }
}
