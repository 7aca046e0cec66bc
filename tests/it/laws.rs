//! The kernel's laws and the game's own invariants along random games.

use kernel::{Table, laws};
use para_roles::{Content, Options, ParaRoles, fixture::Fixture, invariants};
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

#[test]
fn para_roles_keeps_all_laws_with_one_to_four_heroes() {
    let parties: [&[u8]; 6] = [&[2], &[0], &[1, 2], &[0, 3], &[0, 1, 2], &[0, 1, 2, 3]];
    for (n, party) in parties.iter().enumerate() {
        for seed in 0..games() / 20 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1_000_000 * n as u64 + seed);
            let table = Fixture::fight(&["4/3/5/2", "9/6/5/7"]).only(party).table();
            let care = laws::Care { steps_max: 2_000_000, thorough: 97 };
            if let Err(broken) = laws::check(table, &mut rng, care, invariants::check) {
                panic!("party {party:?}, seed {seed}: {broken}");
            }
        }
    }
}
