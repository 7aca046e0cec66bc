//! What bots of this game must hold to, on small tables and in short matches.

use super::Insight;
use crate::{
    arena::{Orders, Seating},
    levels,
    played::{Played, ground},
    players::Player,
};
use ::friends_and_foes::{
    Action, Content, FriendsAndFoes, Options,
    fixture::Fixture,
    rules::{initiative, movement},
};
use kernel::{Game, Log, Seat, SeatSet, Step, Table, Turn, below};
use rand::SeedableRng;
use search::{Beliefs, BotRng, Evaluation, Explanation, Policy};
use std::{collections::BTreeSet, sync::Arc};

fn duel(options: &str) -> Fixture {
    Fixture::new(options)
}

/// Two equal sides, mirrored on the map.
fn mirrored() -> Fixture {
    duel("map=P1").put("a1", "WA2 ATK-02 PAS-05", "r1c1").put("b1", "WA2 ATK-02 PAS-05", "r3c3")
}

fn value(table: &Table<FriendsAndFoes>, seat: u8) -> f32 {
    Insight::new().values(table.game(), table.state())[usize::from(seat)]
}

/// Every decision of random games with any options.
fn along_random_games(games: u64, mut look: impl FnMut(&Table<FriendsAndFoes>, Seat, &mut BotRng)) {
    let content = Content::built_in();
    for seed in 0..games {
        let mut rng = BotRng::seed_from_u64(seed);
        let game = FriendsAndFoes::new(content.clone(), Options::any(&mut rng)).expect("options that fit");
        let mut table = Table::new(Arc::new(game));
        loop {
            let step = match table.turn() {
                Turn::Over => break,
                Turn::Chance => Step::Chance(table.sample(&mut rng).expect("chance is due")),
                Turn::Each(seats) | Turn::Any(seats) => {
                    let seat = seats.pick(&mut rng).expect("somebody is asked");
                    look(&table, seat, &mut rng);
                    let legal = table.legal(seat);
                    Step::Act { seat, action: legal[below(&mut rng, legal.len() as u32) as usize] }
                }
            };
            table.play(step, &mut Log::off()).expect("random play is legal");
        }
    }
}

#[test]
fn equal_sides_have_equal_chances() {
    let table = mirrored().table();
    assert!((value(&table, 0) - 0.5).abs() < 0.001, "{}", value(&table, 0));
}

/// A mirrored table on which a round begins, with what was changed for seat 0.
fn begins(round: u8, change: impl Fn(&mut ::friends_and_foes::State)) -> f32 {
    let table = mirrored().table();
    let (game, mut state) = (table.game(), *table.state());
    state.round = round;
    state.stack.clear();
    state.stack.push(initiative::Frame::Choose.into());
    change(&mut state);
    let payoffs = Insight::new().rested(game, &state);
    assert!((payoffs[0] + payoffs[1] - 1.0).abs() < 1e-5, "{payoffs:?}");
    payoffs[0]
}

#[test]
fn as_a_round_begins_equal_sides_are_equal_and_treasure_and_health_count() {
    for round in 1..9 {
        assert!((begins(round, |_| {}) - 0.5).abs() < 0.001, "round {round}");
    }
    for round in 2..9 {
        let richer = begins(round, |state| state.sides[Seat::new(0)].treasure += 3);
        let hurt = begins(round, |state| {
            let who = state.own(Seat::new(0)).iter().next().expect("somebody stands there");
            state.char_mut(who).health -= 1;
        });
        assert!(richer > 0.52 && hurt < 0.48, "round {round}: {richer} {hurt}");
    }
}

#[test]
fn playouts_rest_where_the_next_round_begins() {
    let table = mirrored().table();
    let (game, from, mut next) = (table.game(), *table.state(), *table.state());
    assert!(!Insight::new().rests(game, &from, &next));
    next.round += 1;
    assert!(Insight::new().rests(game, &from, &next));
}

#[test]
fn health_treasure_tokens_and_nodes_are_worth_having() {
    let even = value(&mirrored().table(), 0);
    let better = [
        mirrored().health("b1", 3),
        mirrored().treasure(0, 4),
        mirrored().tokens(0, 8),
        mirrored().stored(0, 2),
        mirrored().hand(0, "QC QD"),
    ];
    for fixture in better {
        let table = fixture.table();
        assert!(value(&table, 0) > even + 0.005, "{} {even}", value(&table, 0));
    }
}

#[test]
fn chances_add_up_and_teams_share_them_at_every_table() {
    let insight = Insight::new();
    along_random_games(60, |table, _, _| {
        let game = table.game();
        let all = insight.values(game, table.state());
        let team = |team| game.team_of.iter().position(|t| *t == team).expect("a member");
        let sum: f32 = (0..game.teams).map(|t| all[team(t)]).sum();
        assert!((sum - 1.0).abs() < 0.001, "{all:?}");
        for seat in Seat::first(game.seats()) {
            assert_eq!(all[seat.index()], all[team(game.team(seat))], "partners want the same");
        }
    });
}

#[test]
fn weights_guesses_and_reasons_hold_at_every_table() {
    let insight = Insight::new();
    let (mut weights, mut reasons) = (Vec::new(), 0);
    along_random_games(40, |table, seat, rng| {
        let (game, legal) = (table.game(), table.legal(seat));
        weights.clear();
        insight.priors(game, table.state(), seat, &legal, &mut weights);
        assert_eq!(weights.len(), legal.len());
        assert!(weights.iter().all(|w| w.is_finite() && *w >= 0.0), "{weights:?}");
        let view = table.view(seat);
        let guess = view.guess(game, rng);
        let likely = insight.likelihood(game, &guess, seat);
        assert!((0.0..=1.0).contains(&likely) && likely > 0.0, "{likely}");
        let action = legal[below(rng, legal.len() as u32) as usize];
        if let Some(why) = insight.because(game, view.state(), seat, action) {
            assert!(!why.is_empty() && !why.ends_with('.') && !why.contains("NaN"), "{why}");
            reasons += 1;
        }
    });
    assert!(reasons > 1000, "{reasons}");
}

#[test]
fn reasons_speak_the_games_words() {
    let table = mirrored().put("b2", "KN1 ATK-03", "r1c1").table();
    let told = |action: &str| {
        let action: Action = action.parse().expect("an action");
        Insight::new().because(table.game(), table.state(), Seat::new(0), action).expect("a reason")
    };
    let attack = told("attack a1 basic 0t");
    assert!(attack.contains("times in 10") && attack.contains("damage expected"), "{attack}");
    assert!(told("move a1 r1c2 0t").contains("takes the Activation Node"), "{}", told("move a1 r1c2 0t"));
    assert!(told("move a1 r2c1 0t").contains("check"), "{}", told("move a1 r2c1 0t"));
    assert!(told("search a1 0t").contains("treasures"), "{}", told("search a1 0t"));
}

#[test]
fn reasons_tell_what_is_held_and_what_a_sprint_risks() {
    let knight = || duel("map=P1").put("a1", "KN1 ATK-03", "r3c2").put("b1", "WA2 ATK-02 PAS-05", "r1c3");
    let told = |table: &Table<FriendsAndFoes>, action: &str| {
        let action: Action = action.parse().expect("an action");
        Insight::new().because(table.game(), table.state(), Seat::new(0), action).expect("a reason")
    };
    let table = knight().table();
    let high = told(&table, "move a1 r3c1 0t");
    assert!(high.contains("takes the Card Node and brings the Errant on high ground"), "{high}");
    let who = "a1".parse().expect("a character");
    let asked = knight().at(movement::Frame::SprintAsk { who });
    let stop = told(&asked, "stop");
    assert!(stop.contains("takes the Activation Node; sprinting now risks a failed check"), "{stop}");
    assert!(stop.contains("5 times in 10"), "a Knight sprints on an 8: {stop}");
}

#[test]
fn partners_sit_together() {
    let four = duel("seats=4 teams=01v23").table();
    let Seating::Sides(sides) = four.game().seating() else { panic!("sides") };
    assert_eq!(sides.map(SeatSet::len), [2, 2, 0, 0]);
}

#[test]
fn the_heuristic_beats_a_random_player() {
    let content = Content::built_in();
    for formations in ["WB-1,WB-5", "WB-4,WB-7"] {
        let mut options = Options::default();
        options.set("formations", formations).expect("an option");
        let game = Arc::new(FriendsAndFoes::new(content.clone(), options).expect("a game"));
        let (insight, tuning) = (Insight::new(), levels::friends_and_foes());
        let ground = ground(&game, &insight, &tuning);
        let agent = |name: &str| name.parse().expect("an agent");
        let orders =
            Orders { a: agent("greedy"), b: agent("random"), deals: 3, seed: 4, threads: 2, sprt: None };
        let played = ground.run(&orders, &|| {}).expect("games that end");
        assert!(played.sides[0].success.value > 0.9, "{formations}: {:?}", played.sides[0].success);
    }
}

#[test]
fn initiative_is_mixed() {
    let table = mirrored().hand(0, "2C 5D 8S TC QD").hand(1, "3C 6D 8H TD KD").at(initiative::Frame::Choose);
    let view = table.view(Seat::new(0));
    let mut player = Player::new("mcts:300".parse().expect("an agent"), &levels::friends_and_foes());
    let seen: BTreeSet<String> = (0..24)
        .filter_map(|seed| {
            let only = SeatSet::only(Seat::new(0));
            player.choose(&**table.game(), &Insight::new(), &view, only, seed)
        })
        .map(|advice| advice.action.to_string())
        .collect();
    assert!(seen.len() > 1, "{seen:?}");
}
