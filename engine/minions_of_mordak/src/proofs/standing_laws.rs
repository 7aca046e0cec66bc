//! Standing orders along random games: the laws hold with them, tables that look alike stay alike, and views come back.

use crate::{
    Content, MinionsOfMordak, Options, State, invariants,
    standing::{self, Order},
};
use kernel::{Game as _, Log, Restore as _, Seat, Show as _, Stated, Step, Table, below, laws};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

type Dice = Xoshiro256PlusPlus;

fn any_table(content: &Content, rng: &mut Dice) -> Table<MinionsOfMordak> {
    let game = MinionsOfMordak::new(content.clone(), Options::any(rng)).unwrap_or_else(|e| panic!("{e}"));
    Table::new(Arc::new(game))
}

/// Orders of every shape.
fn shapes(content: &Content) -> Vec<Order> {
    let game = MinionsOfMordak::new(content.clone(), Options::default()).expect("the usual options");
    standing::all(&game)
}

/// Some seat gives or withdraws an order; what cannot be now is refused.
fn any_order(table: &mut Table<MinionsOfMordak>, all: &[Order], rng: &mut Dice) {
    let seat = Seat::new(below(rng, table.game().seats().into()) as u8);
    let who = crate::ids::Who::hero(seat);
    let order = match below(rng, 8) {
        0 => "withdraw 1".to_owned(),
        1 => "withdraw all".to_owned(),
        // Orders without conditions answer most.
        2 | 3 => {
            ["never", "auto", "damage auto", "rolled never", "cast never"][below(rng, 5) as usize].to_owned()
        }
        _ => all[below(rng, all.len() as u32) as usize].to_string(),
    };
    let _ = table.correct(&format!("{who}.reacts {order}"), &mut Log::off());
}

/// What an order answers, or else what random players do.
fn step(table: &Table<MinionsOfMordak>, rng: &mut Dice) -> Option<(bool, kernel::StepOf<MinionsOfMordak>)> {
    let ordered = table.turn().asked().into_iter().find_map(|seat| {
        let action = table.game().standing_answer(table.state(), seat)?;
        Some((true, Step::Act { seat, action }))
    });
    ordered.or_else(|| Some((false, laws::random_step(table, table.turn(), rng)?)))
}

#[test]
fn random_games_keep_all_laws_after_everybody_gave_orders() {
    let content = Content::built_in();
    let all = shapes(&content);
    for seed in 0..12 {
        let mut rng = Dice::seed_from_u64(8_800 + seed);
        let mut table = any_table(&content, &mut rng);
        // Everybody has a board when the first Round begins.
        while table.state().clock == 0 {
            let step = laws::random_step(&table, table.turn(), &mut rng).expect("the game has just begun");
            table.play(step, &mut Log::off()).expect("a legal step");
        }
        (0..40).for_each(|_| any_order(&mut table, &all, &mut rng));
        assert!(!table.state().orders.is_empty(), "seed {seed}");
        let care = laws::Care { steps_max: 200_000, thorough: 53 };
        if let Err(broken) = laws::check(table, &mut rng, care, invariants::check) {
            panic!("seed {seed}: {broken}");
        }
    }
}

#[test]
fn games_with_orders_keep_the_laws_and_end() {
    let content = Content::built_in();
    let all = shapes(&content);
    let (mut answered, mut played) = (0u32, 0u32);
    for seed in 0..30 {
        let mut rng = Dice::seed_from_u64(9_000 + seed);
        let mut table = any_table(&content, &mut rng);
        let mut number = 0u32;
        while let Some((ordered, step)) = step(&table, &mut rng) {
            if ordered {
                answered += 1;
                played += u32::from(step.to_string().contains("react"));
            }
            number += 1;
            if number.is_multiple_of(40) {
                any_order(&mut table, &all, &mut rng);
            }
            if number.is_multiple_of(61) {
                keeps_laws(&table, &mut rng.clone());
            }
            // An order may have been withdrawn or given since.
            if table.check(step).is_ok() {
                table.play(step, &mut Log::off()).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            }
            assert!(number < 200_000, "seed {seed} does not end");
        }
    }
    assert!(answered > 2_000 && played > 30, "{answered} answers, {played} cards");
}

/// The laws that orders could break, at this table.
fn keeps_laws(table: &Table<MinionsOfMordak>, rng: &mut Dice) {
    let game = table.game();
    invariants::check(game, table.state()).unwrap_or_else(|why| panic!("{why}"));
    for seat in Seat::first(game.seats()) {
        let view = table.view(seat);
        let mut again = *view.state();
        game.mask(&mut again, seat);
        assert_eq!(again, *view.state(), "a view masks to itself");
        let mut guess = view.guess(game, rng);
        let others = Seat::first(game.seats()).filter(|other| *other != seat);
        assert!(others.clone().all(|other| guess.orders.of(other).is_empty()), "nobody knows others' orders");
        assert_eq!(guess.orders.of(seat), table.state().orders.of(seat), "everybody knows their own");
        game.mask(&mut guess, seat);
        assert_eq!(guess, *view.state(), "a guess looks the same");
        let asked = table.turn().asked().contains(seat);
        let (here, there) =
            (game.standing_answer(table.state(), seat), game.standing_answer(view.state(), seat));
        assert_eq!(here, there, "an answer follows from the view");
        assert!(here.is_none_or(|action| asked && table.legal(seat).contains(&action)));
        let (mut own, mut from_view) = (vec![], vec![]);
        game.legal_actions(table.state(), seat, &mut own);
        game.legal_actions(view.state(), seat, &mut from_view);
        assert_eq!(own, from_view, "orders take away no options");
    }
}

#[test]
fn tables_that_differ_in_others_orders_alone_stay_alike() {
    let content = Content::built_in();
    let all = shapes(&content);
    let mut differed = 0u32;
    for seed in 0..20 {
        let mut rng = Dice::seed_from_u64(9_500 + seed);
        let mut with = any_table(&content, &mut rng);
        let mut without = with.clone();
        for number in 0..600u32 {
            if number.is_multiple_of(15) {
                any_order(&mut with, &all, &mut rng);
            }
            let Some((_, step)) = step(&with, &mut rng) else { break };
            with.play(step, &mut Log::off()).expect("a legal step");
            without.play(step, &mut Log::off()).expect("the same step is legal there");
            differed += u32::from(with.state() != without.state());
            for seat in Seat::first(with.game().seats()) {
                let (mut here, there) = (*with.view(seat).state(), *without.view(seat).state());
                here.orders.withdraw_all(seat);
                assert_eq!(here, there, "seed {seed}, step {number}: {seat} sees a difference");
            }
            assert_eq!(
                with.seen_by(None).state(),
                without.seen_by(None).state(),
                "onlookers see a difference"
            );
        }
    }
    assert!(differed > 3_000, "{differed} tables differed");
}

#[test]
fn views_with_orders_are_taken_back_as_they_were() {
    let content = Content::built_in();
    let all = shapes(&content);
    let mut orders = 0u32;
    for seed in 0..8 {
        let mut rng = Dice::seed_from_u64(9_900 + seed);
        let mut table = any_table(&content, &mut rng);
        for number in 0..500u32 {
            if number.is_multiple_of(15) {
                any_order(&mut table, &all, &mut rng);
            }
            for seat in Seat::first(table.game().seats()) {
                let view = *table.view(seat).state();
                orders += view.orders.of(seat).len() as u32;
                let Some(moment) = table.game().moment(&view) else { continue };
                let back = Stated { state: view, moment }.check(&**table.game());
                let back = back.unwrap_or_else(|why| panic!("{seat}: {why}"));
                let wanted = table.game().settled(&view);
                assert_eq!(back, State { stack: view.stack, turn: view.turn, ..wanted });
            }
            let Some((_, step)) = step(&table, &mut rng) else { break };
            table.play(step, &mut Log::off()).expect("a legal step");
        }
    }
    assert!(orders > 1_000, "{orders} orders");
}
