//! Random games keep the laws and this game's invariants.

use crate::{Content, MinionsOfMordak, Options, invariants, options::Hands};
use kernel::{Table, laws};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

#[test]
fn random_games_with_random_options_keep_all_laws() {
    let content = Content::built_in();
    for seed in 0..60 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let options = Options::any(&mut rng);
        let game = MinionsOfMordak::new(content.clone(), options.clone()).unwrap_or_else(|e| panic!("{e}"));
        let care = laws::Care { steps_max: 200_000, thorough: 53 };
        if let Err(broken) = laws::check(Table::new(Arc::new(game)), &mut rng, care, invariants::check) {
            panic!("seed {seed}: {broken}\n{options:?}");
        }
    }
}

#[test]
fn random_games_with_hidden_hands_keep_all_laws() {
    let content = Content::built_in();
    for seed in 0..25 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(500 + seed);
        let show_spells = seed % 2 == 0;
        let options = Options { hands: Hands::Hidden, show_spells, ..Options::any(&mut rng) };
        let game = MinionsOfMordak::new(content.clone(), options.clone()).unwrap_or_else(|e| panic!("{e}"));
        let care = laws::Care { steps_max: 200_000, thorough: 29 };
        if let Err(broken) = laws::check(Table::new(Arc::new(game)), &mut rng, care, invariants::check) {
            panic!("seed {seed}: {broken}\n{options:?}");
        }
    }
}

#[test]
fn soaked_games_end_and_conserve_everything() {
    let content = Content::built_in();
    // In 7655 the Shadow casts Shadow Swap in the middle of its own Turn, and stands alone away from the others.
    for seed in (1_000..1_200).chain([7_655]) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let options = Options::any(&mut rng);
        let game = MinionsOfMordak::new(content.clone(), options.clone()).unwrap_or_else(|e| panic!("{e}"));
        if let Err(broken) = laws::soak(&game, &mut rng, 400_000, 7, invariants::check) {
            panic!("seed {seed}: {broken}\n{options:?}");
        }
    }
}
