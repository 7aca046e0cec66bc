//! Standing orders along random games: the laws hold with them, tables that look alike stay alike, and views come back.

use super::start;
use crate::{
    Content, MinionsOfMordak, Options, State, invariants,
    standing::{self, ORDERS, Order, Orders},
};
use kernel::{Game as _, Log, Restore as _, Seat, SeatSet, Show as _, Stated, Step, Table, below, laws};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

type Dice = Xoshiro256PlusPlus;

fn any_table(content: &Content, rng: &mut Dice) -> Table<MinionsOfMordak> {
    let game = MinionsOfMordak::new(content.clone(), Options::any(rng)).unwrap_or_else(|e| panic!("{e}"));
    Table::new(Arc::new(game))
}

/// Some seat gives or withdraws an order; what cannot be now is refused.
fn any_order(table: &mut Table<MinionsOfMordak>, all: &[Order], rng: &mut Dice) {
    let seat = Seat::new(below(rng, table.game().seats().into()) as u8);
    let order = match below(rng, 8) {
        0 => "withdraw 1".to_owned(),
        1 => "withdraw all".to_owned(),
        // Orders without conditions answer most.
        2 | 3 => {
            ["never", "auto", "damage auto", "rolled never", "cast never"][below(rng, 5) as usize].into()
        }
        _ => all[below(rng, all.len() as u32) as usize].to_string(),
    };
    let _ = table.correct(&format!("{}.reacts {order}", crate::ids::Who::hero(seat)), &mut Log::off());
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
fn games_with_orders_keep_the_laws_and_tables_that_differ_in_them_alone_stay_alike() {
    let content = Content::built_in();
    let all = standing::all(start("seats=2").game());
    let (mut answered, mut played, mut differed) = (0u32, 0u32, 0u32);
    for seed in 0..30 {
        let mut rng = Dice::seed_from_u64(9_000 + seed);
        let mut with = any_table(&content, &mut rng);
        let mut without = with.clone();
        for number in 1.. {
            let Some((ordered, step)) = step(&with, &mut rng) else { break };
            with.play(step, &mut Log::off()).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            answered += u32::from(ordered);
            played += u32::from(ordered && step.to_string().contains("react"));
            if number < 600 {
                without.play(step, &mut Log::off()).expect("the same step is legal there");
                differed += u32::from(with.state() != without.state());
                look_alike(&with, &without);
            }
            if number % 15 == 0 {
                any_order(&mut with, &all, &mut rng);
            }
            if number % 61 == 0 {
                keeps_laws(&with, &mut rng.clone());
            }
            assert!(number < 200_000, "seed {seed} does not end");
        }
    }
    assert!(answered > 2_000 && played > 30 && differed > 3_000, "{answered} {played} {differed}");
}

/// Nobody sees others' orders.
fn look_alike(with: &Table<MinionsOfMordak>, without: &Table<MinionsOfMordak>) {
    for seat in Seat::first(with.game().seats()) {
        let (mut here, there) = (*with.view(seat).state(), *without.view(seat).state());
        here.orders.withdraw_all(seat);
        assert_eq!(here, there, "{seat} sees a difference");
    }
    assert_eq!(with.seen_by(None).state(), without.seen_by(None).state(), "onlookers see a difference");
}

/// The laws that orders could break, at this table; and each view is taken back as it was.
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
        let view = *view.state();
        let Some(moment) = game.moment(&view) else { continue };
        let back =
            Stated { state: view, moment }.check(&**game).unwrap_or_else(|why| panic!("{seat}: {why}"));
        assert_eq!(back, State { stack: view.stack, turn: view.turn, ..game.settled(&view) });
    }
}

#[test]
fn every_order_reads_back_and_is_small() {
    let table = start("seats=2 heroes=amos");
    let game = table.game();
    let all = standing::all(game);
    assert!(all.len() > 3_000, "{} shapes of orders", all.len());
    for order in all {
        let read = standing::read(game, Seat::new(1), &order.to_string());
        assert_eq!(read.as_ref(), Ok(&order), "{order}");
    }
    let (one, all) = (size_of::<Order>(), size_of::<Orders>());
    assert!(one <= 9 && all <= 336 && ORDERS == 6, "{one} bytes an order, {all} for all");
}

#[test]
fn a_table_without_orders_has_the_hash_it_had() {
    struct Counted(usize);
    impl Hasher for Counted {
        fn finish(&self) -> u64 {
            self.0 as u64
        }
        fn write(&mut self, bytes: &[u8]) {
            self.0 += bytes.len();
        }
    }
    let mut hash = Counted(0);
    Orders::default().hash(&mut hash);
    assert_eq!(hash.0, 0);
}

#[test]
fn orders_and_hidden_hands_are_the_affair_of_their_seat() {
    let table = start("seats=3");
    let game = table.game();
    for own in ["a14 auto if damage>=3", "withdraw all", "?", "nonsense", " ask"] {
        let setting = format!("h1.reacts {own}");
        assert_eq!(game.set_by(&setting), Some(Seat::new(1)), "{own}");
        assert_eq!(game.setting_seen_by(&setting), SeatSet::only(Seat::new(1)), "{own}");
    }
    for aloud in ["h1.reacts no", " h1.reacts  asked "] {
        assert_eq!(game.setting_seen_by(aloud), SeatSet::first(3), "{aloud}");
    }
    assert_eq!(game.set_by("h1.holds a1"), Some(Seat::new(1)));
    assert_eq!(game.setting_seen_by("h1.holds a1"), SeatSet::only(Seat::new(1)));
    assert_eq!(game.set_by("h1.health 3"), None, "anybody at the table may put that right");
}
