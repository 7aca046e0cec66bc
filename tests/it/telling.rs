//! People with their own cards and dice are told how to tell what fell, in every game, and in the same words in all worlds that
//! look alike: what is left in a deck would tell what others hold.

use adventures::Adventures;
use catalog::AnyTable;
use fiends_and_familiars::FiendsAndFamiliars;
use friends_and_foes::FriendsAndFoes;
use kernel::{Log, Seat, Show, Step, Table, Turn, below};
use minions_of_mordak::MinionsOfMordak;
use para_roles::ParaRoles;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use service::fallen;
use std::sync::Arc;

/// Chances that are looked at in games where hands are hidden, and in the others.
const CHANCES: u32 = 4_000;
const CHANCES_IN_THE_OPEN: u32 = 800;
/// Of one table, so that many set-ups are met.
const CHANCES_A_TABLE: u32 = 200;

/// What people may type, right or wrong: nonsense, and something that an onlooker would not rule out.
fn tellings(table: &dyn AnyTable, rng: &mut Xoshiro256PlusPlus) -> Vec<String> {
    let possible = table.possible();
    let mut all = ["1", "99", "hits 1", "nonsense", "8H", "draw a1", "n 0 1"].map(str::to_owned).to_vec();
    all.extend((0..3).map(|_| possible[below(rng, possible.len() as u32) as usize].clone()));
    all
}

/// Compares the words for this chance with those in another world that looks alike to a seat; true if it was another one.
fn words_are_the_same<G: Show>(table: &Table<G>, rng: &mut Xoshiro256PlusPlus) -> bool {
    let seats: Vec<Seat> = Seat::first(table.game().seats()).collect();
    let seat = seats[below(rng, seats.len() as u32) as usize];
    let other = Table::at(Arc::clone(table.game()), table.view(seat).guess(table.game(), rng));
    let form = fallen::form(table);
    assert!(form.starts_with("type ") && form.len() > "type ".len(), "no form: {}", AnyTable::prompt(table));
    assert_eq!(form, fallen::form(&other), "{}", AnyTable::prompt(table));
    for typed in tellings(table, rng) {
        if fallen::named(&typed, table).is_none() && fallen::named(&typed, &other).is_none() {
            let refusal = fallen::refusal(&typed, table);
            assert_eq!(refusal, fallen::refusal(&typed, &other), "{}", AnyTable::prompt(table));
            assert!(
                !refusal.ends_with("cannot come now") && !refusal.ends_with("cannot come now."),
                "{refusal}"
            );
        }
    }
    for (outcome, _) in AnyTable::odds(table) {
        assert_eq!(
            fallen::named(&outcome, table).as_deref(),
            Some(outcome.as_str()),
            "what may fall can be told"
        );
    }
    other.state() != table.state()
}

/// Plays tables at random; says how many of the pairs were different worlds.
fn check<G: Show>(seed: u64, chances: u32, make: impl Fn(&mut Xoshiro256PlusPlus) -> G) -> u32 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut seen, mut differ) = (0, 0);
    while seen < chances {
        let mut table = Table::new(Arc::new(make(&mut rng)));
        let stop = seen + CHANCES_A_TABLE;
        while seen < stop && table.turn() != Turn::Over {
            let step = match table.turn().asked().pick(&mut rng) {
                None => {
                    differ += u32::from(words_are_the_same(&table, &mut rng));
                    seen += 1;
                    Step::Chance(table.sample(&mut rng).expect("chance is due"))
                }
                Some(seat) => {
                    let legal = table.legal(seat);
                    Step::Act { seat, action: legal[below(&mut rng, legal.len() as u32) as usize] }
                }
            };
            table.play(step, &mut Log::off()).expect("random play is legal");
        }
    }
    differ
}

#[test]
fn minions_of_mordak_asks_in_the_same_words_whatever_hands_hold() {
    let content = minions_of_mordak::Content::built_in();
    let differ = check(1, CHANCES, |rng| {
        let options = minions_of_mordak::Options::any(rng);
        MinionsOfMordak::new(content.clone(), options).expect("options that fit together")
    });
    assert!(differ > CHANCES / 4, "only {differ} pairs were different worlds");
}

#[test]
fn friends_and_foes_asks_in_the_same_words_whatever_hands_hold() {
    let content = friends_and_foes::Content::built_in();
    let differ = check(2, CHANCES, |rng| {
        let options = friends_and_foes::Options::any(rng);
        FriendsAndFoes::new(content.clone(), options).expect("options that fit together")
    });
    assert!(differ > CHANCES / 4, "only {differ} pairs were different worlds");
}

#[test]
fn the_other_games_have_words_for_all_that_falls() {
    let rivals = fiends_and_familiars::Content::built_in();
    check(3, CHANCES_IN_THE_OPEN, |rng| {
        let options = fiends_and_familiars::Options::any(rng);
        FiendsAndFamiliars::new(rivals.clone(), options).expect("options that fit together")
    });
    let books = adventures::Content::built_in();
    check(4, CHANCES_IN_THE_OPEN, |rng| {
        Adventures::new(books.clone(), adventures::Options::any(rng)).expect("options that fit together")
    });
    let fights = para_roles::Content::built_in();
    check(5, CHANCES_IN_THE_OPEN, |rng| {
        ParaRoles::new(fights.clone(), para_roles::Options::any(rng)).expect("options that fit together")
    });
}
