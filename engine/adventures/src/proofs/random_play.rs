//! Random games keep the laws and this game's invariants.

use crate::{Adventures, Content, Options, invariants};
use kernel::{Table, laws};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

#[test]
fn random_games_with_random_options_keep_all_laws() {
    let content = Content::built_in();
    for seed in 0..150 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let options = Options::any(&mut rng);
        let game = Adventures::new(content.clone(), options.clone()).unwrap_or_else(|e| panic!("{e}"));
        let care = laws::Care { steps_max: 200_000, thorough: 97 };
        if let Err(broken) = laws::check(Table::new(Arc::new(game)), &mut rng, care, invariants::check) {
            panic!("seed {seed}: {broken}\n{options:?}");
        }
    }
}
