//! Tables come back exactly, and tables that cannot be are refused.

use crate::{Adventures, Content, Options, State, fixture::Fixture, restore::Moment};
use kernel::{Log, Misfit, Restore as _, Seat, Stated, Table, laws::random_step};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

fn restore(game: &Adventures, state: State, moment: Moment) -> Result<State, Misfit> {
    Stated { state, moment }.check(game)
}

#[test]
fn every_table_of_random_play_that_is_at_rest_comes_back_exactly() {
    let mut met = 0u32;
    let content = Content::built_in();
    for seed in 0..25 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let game = Adventures::new(content.clone(), Options::any(&mut rng)).unwrap_or_else(|e| panic!("{e}"));
        let mut table = Table::new(Arc::new(game));
        for number in 0..3_000 {
            let Some(step) = random_step(&table, table.turn(), &mut rng) else { break };
            if let Some(told) = table.game().moment(table.state()) {
                let back = restore(table.game(), *table.state(), told)
                    .unwrap_or_else(|e| panic!("seed {seed}, step {number}: {e}"));
                assert_eq!(back, table.game().settled(table.state()), "seed {seed}, step {number}");
                met += 1;
            }
            table.play(step, &mut Log::off()).expect("random play is legal");
        }
    }
    assert!(met > 100, "{met} tables at rest");
}

#[test]
fn a_check_typed_in_at_a_real_table_is_played_on() {
    let f = Fixture::bare("scope=check check=P01:I seats=2").hand(0, "K10").slots("R* *4 W*").pool("R3 B5");
    let (game, state) = (Arc::clone(f.game()), f.state);
    let back = restore(&game, state, Moment::Manipulate).unwrap_or_else(|e| panic!("{e}"));
    kernel::script::play(Table::at(game, back), "seat 0: play K10 1\nseat 0: up d1\nseat 0: agree");
}

#[test]
fn what_cannot_be_is_refused_with_the_thing_at_fault() {
    let f = Fixture::new("seats=2 scope=adventure adventure=ADV1").keyword("GATE").at_entry("A1");
    let (game, good) = (Arc::clone(f.game()), f.state);
    let entry = game.content.labelled(crate::words::AdventureId(0), "A1").expect("an entry");
    let refused = |change: &dyn Fn(&mut State)| {
        let mut state = good;
        change(&mut state);
        restore(&game, state, Moment::Choice(entry)).err().map(|misfit| misfit.thing)
    };
    let me = Seat::new(0);
    assert_eq!(refused(&|_| {}), None);
    type Change<'a> = &'a dyn Fn(&mut State);
    let wrong: [(Change, &str); 7] = [
        (&|s| s.sheets[me].fatigue = 99, "p0.fatigue"),
        (&|s| s.sheets[me].rows[2] = 200, "p0.rows"),
        (&|s| s.journal.xp = 60_000, "xp"),
        (&|s| s.bag[0] = 5, "the table"),
        (&|s| s.sheets[me].hand = Default::default(), "the table"),
        (&|s| s.adventure = 9, "adventure"),
        (&|s| s.map.explored = 1 << 20, "map"),
    ];
    for (change, thing) in wrong {
        assert_eq!(refused(change).as_deref(), Some(thing));
    }
    assert!(restore(&game, good, Moment::Over).is_err());
    assert!(restore(&game, good, Moment::Build).is_err());
    assert!(matches!(game.moment(&good), Some(Moment::Choice(_))));
    let mut voted = good;
    voted.votes[0] = Some(crate::Action::Move);
    assert_eq!(game.moment(&voted), None, "a vote is no point of rest");
}

#[test]
fn an_own_book_cannot_be_stated() {
    let mut table = Fixture::new("scope=table seats=1").table();
    let amid = |table: &Table<Adventures>| assert_eq!(table.game().moment(table.state()), None);
    amid(&table);
    table.correct("choice argue your writ; rest; 1 gold: move", &mut Log::off()).expect("options");
    amid(&table);
    table = kernel::script::play(table, "seat 0: option 1");
    table.correct("combat R6/2/- track fat+1 rows-1 dice-1", &mut Log::off()).expect("a combat");
    amid(&table);
    let why = restore(table.game(), *table.state(), Moment::Build).expect_err("the book is unknown");
    assert_eq!(why.thing, "contest.own");
}
