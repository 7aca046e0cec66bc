//! The kernel's laws and the game's own invariants along random games.

use kernel::{Table, laws};
use para_roles::{Content, Options, ParaRoles, invariants};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// How many random games; more with `GAMES=100000 cargo test -p tests laws`.
fn games() -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000)
}

#[test]
fn para_roles_keeps_all_laws_in_every_mode() {
    let content = Content::built_in();
    for seed in 0..games() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let options = Options::any(&mut rng);
        let game = ParaRoles::new(content.clone(), options).expect("any options fit together");
        let care = laws::Care { steps_max: 2_000_000, thorough: 997 };
        let result = laws::check(Table::new(Arc::new(game)), &mut rng, care, invariants::check);
        if let Err(broken) = result {
            panic!("seed {seed}: {broken}\n{options:?}");
        }
    }
}
