//! What bots of this game must hold to, along random games and in short matches.

use super::{Insight, Weights, hero::Hero, odds::Odds};
use crate::{arena::Orders, levels, played::ground};
use ::fiends_and_familiars::{
    Action, Content, FiendsAndFamiliars, Frame, Options, State,
    content::cards::Goal,
    dice::Die,
    queries::Look,
    rules::dice_phase,
    words::{Color, DieKind, Row, Space},
};
use kernel::{Log, Seat, Step, Table, Turn, below};
use rand::SeedableRng;
use search::{BotRng, Evaluation, Explanation, Policy};
use std::sync::Arc;

fn rules(seats: u8) -> Arc<FiendsAndFamiliars> {
    let options = Options { seats, ..Options::default() };
    Arc::new(FiendsAndFamiliars::new(Content::built_in(), options).expect("options that fit"))
}

/// Every decision of random games, until it says that it has seen enough.
fn along_random_games(seats: u8, games: u64, mut look: impl FnMut(&Table<FiendsAndFamiliars>, Seat) -> bool) {
    let game = rules(seats);
    for seed in 0..games {
        let mut rng = BotRng::seed_from_u64(seed);
        let mut table = Table::new(Arc::clone(&game));
        loop {
            let step = match table.turn() {
                Turn::Over => break,
                Turn::Chance => Step::Chance(table.sample(&mut rng).expect("chance is due")),
                Turn::Each(asked) | Turn::Any(asked) => {
                    let seat = asked.lowest().expect("somebody is asked");
                    if look(&table, seat) {
                        return;
                    }
                    let legal = table.legal(seat);
                    Step::Act { seat, action: legal[below(&mut rng, legal.len() as u32) as usize] }
                }
            };
            table.play(step, &mut Log::off()).expect("random play is legal");
        }
    }
}

/// A table at which seat a must place its dice in some round.
fn placing() -> (Arc<FiendsAndFamiliars>, State) {
    let mut found = None;
    along_random_games(2, 1, |table, seat| {
        let here = table.state().stack.top() == Some(&dice_phase::Frame::Place { seat }.into());
        if here && table.state().round == 2 {
            found = Some((*table.state(), Arc::clone(table.game())));
        }
        found.is_some()
    });
    let (state, game) = found.expect("a turn of the second round");
    (game, state)
}

fn plain(color: Color, value: u8) -> Die {
    Die::new(DieKind::plain(color), value)
}

#[test]
fn chances_of_rows_are_chances_and_better_with_more_to_come() {
    let odds = Odds::new(Weights::default());
    for stage in 0..6 {
        for need in -10..20 {
            for open in 0..=3 {
                let chance = odds.reach(stage, 1, open, need);
                assert!((0.0..=1.0).contains(&chance), "{stage} {need} {open}: {chance}");
                assert!(odds.reach(stage, 2, open, need) >= chance - 1e-6, "a wider goal is no harder");
            }
        }
        assert!(odds.reach(stage, 0, 1, 6) > odds.reach(stage, 0, 1, 7), "a die can show 6, not 7");
        assert!((odds.reach(stage, 0, 0, 0) - 1.0).abs() < 1e-6, "a goal that is met is met");
    }
    assert!((odds.at_least(2, 12) - 1.0 / 36.0).abs() < 1e-6);
    assert!((odds.at_least(3, 3) - 1.0).abs() < 1e-5);
}

#[test]
fn the_die_that_meets_the_goal_of_a_row_is_placed_there() {
    let (game, mut state) = placing();
    let Some(Frame::Dice(dice_phase::Frame::Place { seat })) = state.stack.top().copied() else {
        panic!("somebody places")
    };
    let me = &mut state.players[seat];
    let class = &game.content.classes[me.class.index()];
    let goal = |row: &Row| class.goals.each()[row.index()];
    let mods = game.content.sheets[me.sheet.index()].mods.each();
    let near = |row: &Row| matches!(goal(row), Goal::Range(low, _) if low as i8 - mods[row.index()] <= 16);
    let row = Row::ATTRIBUTES.into_iter().find(near).expect("a range that three dice reach");
    let Goal::Range(low, _) = goal(&row) else { panic!("it is a range") };
    // Two dice that leave exactly a 4 to the goal; the backstory wants none of it.
    let rest = (low as i8 - mods[row.index()] - 4) as u8;
    let gold = |value| plain(Color::Gold, value);
    me.dice[Space::new(row, 0).index()] = gold(rest / 2);
    me.dice[Space::new(row, 1).index()] = gold(rest - rest / 2);
    me.dice[Space::new(row, 2).index()] = Die::NONE;
    state.hand.clear();
    state.hand.push(gold(4));
    let table = Table::at(Arc::clone(&game), state);
    let legal = table.legal(seat);
    let mut weights = vec![];
    Insight::new().priors(&game, table.state(), seat, &legal, &mut weights);
    let best = (0..legal.len()).max_by(|a, b| weights[*a].total_cmp(&weights[*b])).expect("options");
    assert_eq!(legal[best], Action::Place { die: gold(4), row }, "{weights:?}");
    let why = Insight::new().because(&game, table.state(), seat, legal[best]).expect("a reason");
    assert!(why.contains(&format!("the gold 4 fills {} to {low} (goal {low} to", row.title())), "{why}");
    assert!(why.contains("stars expected"), "{why}");
}

#[test]
fn gold_trophies_and_honor_are_worth_having_and_fiends_are_not() {
    let (game, state) = placing();
    let insight = Insight::new();
    let seat = Seat::new(0);
    let even = insight.values(&game, &state)[0];
    let better: [fn(&mut State); 4] = [
        |s| s.players[Seat::new(0)].gold += 4,
        |s| s.players[Seat::new(0)].tokens = 3,
        |s| s.players[Seat::new(0)].honor += 3,
        |s| s.players[Seat::new(0)].xp += 4,
    ];
    for (at, change) in better.into_iter().enumerate() {
        let mut other = state;
        change(&mut other);
        assert!(insight.values(&game, &other)[0] > even + 0.001, "change {at}");
    }
    let mut haunted = state;
    haunted.players[seat].active = game.tables.fiends;
    assert!(insight.values(&game, &haunted)[0] < even, "thirty Fiends");
}

#[test]
fn chances_of_rivals_add_up_and_a_lone_hero_stays_between_nothing_and_all() {
    let insight = Insight::new();
    for seats in [1, 2, 4] {
        along_random_games(seats, 3, |table, _| {
            let all = insight.values(table.game(), table.state());
            let sum: f32 = all.iter().sum();
            assert!(all.iter().all(|value| (0.0..=1.0).contains(value)), "{all:?}");
            assert!(seats == 1 || (sum - 1.0).abs() < 0.001, "{all:?}");
            false
        });
    }
}

#[test]
fn every_reason_reads_as_words() {
    let insight = Insight::new();
    let mut told = 0;
    along_random_games(1, 2, |table, seat| {
        for action in table.legal(seat).into_iter().take(6) {
            if let Some(why) = insight.because(table.game(), table.state(), seat, action) {
                assert!(!why.contains("NaN") && !why.contains("inf") && !why.ends_with('.'), "{why}");
                told += 1;
            }
        }
        false
    });
    assert!(told > 200, "{told}");
}

#[test]
fn the_monster_is_expected_as_it_will_be_rolled() {
    let (game, mut state) = placing();
    let odds = Odds::new(Weights::default());
    let seat = Seat::new(0);
    let alive = |state: &State| Hero::new(Look { g: &game, s: state }, &odds, seat).alive;
    let weak = alive(&state);
    state.players[seat].honor = 20;
    assert!(alive(&state) > weak.max(0.95));
    state.players[seat].result = Some(0);
    assert!(alive(&state) < 0.01, "a result that is known counts");
}

fn orders(a: &str, b: &str, deals: u64) -> Orders {
    let agent = |name: &str| name.parse().expect("an agent");
    Orders { a: agent(a), b: agent(b), deals, seed: 11, threads: 2, sprt: None }
}

#[test]
fn greedy_beats_random_at_a_table_for_two_and_alone() {
    for (seats, deals) in [(2, 6), (1, 6)] {
        let game = rules(seats);
        let (insight, tuning) = (Insight::new(), levels::fiends_and_familiars());
        let ground = ground(&game, &insight, &tuning);
        let played = ground.run(&orders("greedy", "random", deals), &|| {}).expect("games that end");
        assert!(played.wins > played.losses, "{seats}: {played:?}");
    }
}
