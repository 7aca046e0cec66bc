//! People with their own cards and dice are told how to tell what fell, in every game, and in the same words in all worlds that
//! look alike: what is left in a deck would tell what others hold.

use catalog::{AnyTable, GameKind, Known, Visitor};
use kernel::{Contents as _, Log, Seat, Step, Table, Turn, below};
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
fn words_are_the_same<G: Known>(table: &Table<G>, rng: &mut Xoshiro256PlusPlus) -> bool {
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

/// Plays tables with any options at random, and says how many of the pairs were different worlds.
struct Ask;
impl Visitor for Ask {
    type Out = u32;
    fn visit<G: Known>(self) -> u32 {
        let content = G::Content::built_in();
        let chances = if G::SECRETS { CHANCES } else { CHANCES_IN_THE_OPEN };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1 + G::KIND as u64);
        let (mut seen, mut differ) = (0, 0);
        while seen < chances {
            let game = G::of(content.clone(), G::any_options(&mut rng)).expect("options that fit together");
            let mut table = Table::new(Arc::new(game));
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
}

#[test]
fn minions_of_mordak_asks_in_the_same_words_whatever_hands_hold() {
    let differ = GameKind::MinionsOfMordak.visit(Ask);
    assert!(differ > CHANCES / 4, "only {differ} pairs were different worlds");
}

#[test]
fn friends_and_foes_asks_in_the_same_words_whatever_hands_hold() {
    let differ = GameKind::FriendsAndFoes.visit(Ask);
    assert!(differ > CHANCES / 4, "only {differ} pairs were different worlds");
}

#[test]
fn the_other_games_have_words_for_all_that_falls() {
    let others = GameKind::ALL
        .iter()
        .filter(|game| ![GameKind::MinionsOfMordak, GameKind::FriendsAndFoes].contains(game));
    others.for_each(|game| {
        game.visit(Ask);
    });
}
