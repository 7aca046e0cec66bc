//! The laws of the kernel along random games of every size.

use crate::{Content, FiendsAndFamiliars, Options, invariants};
use kernel::{Table, laws};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

#[test]
fn random_games_of_every_size_keep_the_laws() {
    for seats in 1..=5u8 {
        for mm in [false, true].into_iter().filter(|mm| seats < 5 || *mm) {
            let options = Options { seats, monsters_and_minions: mm, ..Options::default() };
            let game = Arc::new(FiendsAndFamiliars::new(Content::built_in(), options).expect("these fit"));
            for seed in 0..12 {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let care = laws::Care { steps_max: 50_000, thorough: 53 };
                let table = Table::new(Arc::clone(&game));
                if let Err(why) = laws::check(table, &mut rng, care, invariants::check) {
                    panic!("{seats} seats, Monsters & Minions {mm}, seed {seed}: {why}");
                }
            }
        }
    }
}

#[test]
fn soaked_games_of_every_size_end_and_lose_nothing() {
    for seats in 1..=5u8 {
        let options = Options { seats, monsters_and_minions: seats == 5, ..Options::default() };
        let game = FiendsAndFamiliars::new(Content::built_in(), options).expect("these fit");
        for seed in 0..200 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            if let Err(why) = laws::soak(&game, &mut rng, 1_000_000, 16, invariants::check) {
                panic!("{seats} seats, seed {seed}: {why}");
            }
        }
    }
}
