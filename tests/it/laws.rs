//! The kernel's laws and the game's own invariants along random games.

use adventures::{Adventures, invariants as party_invariants};
use catalog::{GameKind, Known, Visitor};
use fiends_and_familiars::{FiendsAndFamiliars, invariants as fiends_invariants};
use friends_and_foes::{FriendsAndFoes, invariants as foes_invariants};
use kernel::{Contents as _, Table, laws};
use minions_of_mordak::MinionsOfMordak;
use para_roles::{Content, Options, ParaRoles, fixture::Fixture, invariants};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// How many random games; more with `GAMES=100000 cargo test -p tests laws`.
fn games() -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000)
}

#[test]
fn para_roles_keeps_all_laws_where_only_the_enemies_are_kept() {
    let content = Content::built_in();
    let mut games_played = 0;
    for seed in 0..games() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8_000_000 + seed);
        let options = Options { track: para_roles::options::Track::Minimal, ..Options::any(&mut rng) };
        // Campaigns with a map are refused.
        let Ok(game) = ParaRoles::new(content.clone(), options) else { continue };
        games_played += 1;
        let care = laws::Care { steps_max: 2_000_000, thorough: 97 };
        let result = laws::check(Table::new(Arc::new(game)), &mut rng, care, invariants::check);
        if let Err(broken) = result {
            panic!("seed {seed}: {broken}\n{options:?}");
        }
    }
    assert!(games_played > games() / 3, "{games_played} games");
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

/// Friends and Foes with options such as `seats=4`.
fn foes(content: &friends_and_foes::Content, options: &str) -> Arc<FriendsAndFoes> {
    let mut chosen = friends_and_foes::Options::default();
    for (name, value) in options.split_whitespace().filter_map(|pair| pair.split_once('=')) {
        chosen.set(name, value).unwrap_or_else(|e| panic!("{e}"));
    }
    Arc::new(FriendsAndFoes::new(content.clone(), chosen).unwrap_or_else(|e| panic!("{e}")))
}

#[test]
fn friends_and_foes_keeps_all_laws_for_two_to_four_players_alone_and_in_teams() {
    let content = friends_and_foes::Content::built_in();
    let tables: [&[&str]; 4] = [
        &[
            "scenario=SCN-1",
            "scenario=SCN-2 preset=club",
            "scenario=SCN-3",
            "scenario=SCN-7 preset=club twist=random",
        ],
        &["seats=3", "seats=3 preset=club", "seats=3 teams=01v2 twist=random"],
        &["seats=4", "seats=4 preset=club twist=random"],
        &["seats=4 teams=01v23 scenario=SCN-5", "seats=4 teams=02v13 scenario=SCN-6 preset=club"],
    ];
    for options in tables {
        let games_of: Vec<_> = options.iter().map(|text| (text, foes(&content, text))).collect();
        for seed in 0..games() {
            let (text, game) = &games_of[seed as usize % games_of.len()];
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let care = laws::Care { steps_max: 200_000, thorough: 211 };
            if let Err(broken) =
                laws::check(Table::new(Arc::clone(game)), &mut rng, care, foes_invariants::check)
            {
                panic!("{text}, seed {seed}: {broken}");
            }
        }
    }
}

/// Roll Player Adventures with options such as `seats=4`.
fn party(content: &adventures::Content, options: &str) -> Arc<Adventures> {
    let mut chosen = adventures::Options::default();
    for (name, value) in options.split_whitespace().filter_map(|pair| pair.split_once('=')) {
        chosen.set(name, value).unwrap_or_else(|e| panic!("{e}"));
    }
    Arc::new(Adventures::new(content.clone(), chosen).unwrap_or_else(|e| panic!("{e}")))
}

#[test]
fn adventures_keeps_all_laws_for_one_to_four_players() {
    let content = adventures::Content::built_in();
    for seats in 1..=4 {
        let scopes = [
            "scope=check check=P02:II modifiers=M01+M02",
            "scope=check check=P07:IV mode=legendary",
            "scope=combat enemies=E08",
            "scope=combat enemies=E01+E04+E12 modifiers=M06",
            "scope=adventure adventure=SQ",
            "scope=adventure adventure=ADV1",
            "scope=adventure adventure=ADV2 mode=legendary",
            "scope=adventure adventure=ADV3",
        ];
        let games_of = scopes.map(|text| (text, party(&content, &format!("seats={seats} {text}"))));
        for seed in 0..games() {
            let (text, game) = &games_of[seed as usize % games_of.len()];
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let care = laws::Care { steps_max: 20_000_000, thorough: 997 };
            let table = Table::new(Arc::clone(game));
            if let Err(broken) = laws::check(table, &mut rng, care, party_invariants::check) {
                panic!("{seats} players, {text}, seed {seed}: {broken}");
            }
        }
    }
}

#[test]
fn minions_of_mordak_keeps_all_laws_with_one_to_five_heroes() {
    let content = minions_of_mordak::Content::built_in();
    for seats in 2..=6u8 {
        let mut options = minions_of_mordak::Options::default();
        options.set("seats", &seats.to_string()).unwrap_or_else(|e| panic!("{e}"));
        let game = MinionsOfMordak::new(content.clone(), options).expect("options that fit together");
        let game = Arc::new(game);
        for seed in 0..games() / 10 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1_000_000 * u64::from(seats) + seed);
            let care = laws::Care { steps_max: 400_000, thorough: 997 };
            let check = minions_of_mordak::invariants::check;
            if let Err(broken) = laws::check(Table::new(Arc::clone(&game)), &mut rng, care, check) {
                panic!("{seats} seats, seed {seed}: {broken}");
            }
        }
    }
}

#[test]
fn fiends_and_familiars_keeps_all_laws_for_one_to_five_players() {
    let content = fiends_and_familiars::Content::built_in();
    for seats in 1..=5u8 {
        let games_of: Vec<_> = [false, true]
            .into_iter()
            .filter(|mm| seats < 5 || *mm)
            .map(|mm| {
                let options = fiends_and_familiars::Options {
                    seats,
                    monsters_and_minions: mm,
                    ..fiends_and_familiars::Options::default()
                };
                Arc::new(FiendsAndFamiliars::new(content.clone(), options).expect("these fit together"))
            })
            .collect();
        for seed in 0..games() {
            let game = &games_of[seed as usize % games_of.len()];
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let care = laws::Care { steps_max: 200_000, thorough: 211 };
            let table = Table::new(Arc::clone(game));
            if let Err(broken) = laws::check(table, &mut rng, care, fiends_invariants::check) {
                panic!("{seats} seats, seed {seed}: {broken}\n{:?}", game.options);
            }
        }
    }
}

/// Plays random games with any options, so many and beginning with this seed, and checks all laws along them.
struct Keeps {
    games: u64,
    seed: u64,
    care: laws::Care,
}
impl Visitor for Keeps {
    type Out = ();
    fn visit<G: Known>(self) {
        let content = G::Content::built_in();
        for seed in self.seed..self.seed + self.games {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let options = G::any_options(&mut rng);
            let game = G::of(content.clone(), options.clone()).expect("any options fit together");
            if let Err(broken) = laws::check(Table::new(Arc::new(game)), &mut rng, self.care, G::check) {
                panic!("{}, seed {seed}: {broken}\n{options:?}", G::KIND);
            }
        }
    }
}

#[test]
fn para_roles_keeps_all_laws_in_every_mode() {
    let care = laws::Care { steps_max: 2_000_000, thorough: 997 };
    GameKind::ParaRoles.visit(Keeps { games: games(), seed: 0, care });
}

#[test]
fn friends_and_foes_keeps_all_laws_with_any_options() {
    let care = laws::Care { steps_max: 200_000, thorough: 97 };
    GameKind::FriendsAndFoes.visit(Keeps { games: games(), seed: 7_000_000, care });
}

#[test]
fn adventures_keeps_all_laws_with_any_options() {
    let care = laws::Care { steps_max: 20_000_000, thorough: 499 };
    GameKind::Adventures.visit(Keeps { games: games() / 4, seed: 9_000_000, care });
}

#[test]
fn minions_of_mordak_keeps_all_laws_with_any_options() {
    let care = laws::Care { steps_max: 400_000, thorough: 499 };
    GameKind::MinionsOfMordak.visit(Keeps { games: games() / 10, seed: 9_000_000, care });
}

#[test]
fn fiends_and_familiars_keeps_all_laws_with_any_options() {
    let care = laws::Care { steps_max: 200_000, thorough: 97 };
    GameKind::FiendsAndFamiliars.visit(Keeps { games: games(), seed: 9_000_000, care });
}

/// Games that came later.
#[test]
fn any_other_game_keeps_all_laws_with_any_options() {
    for game in &GameKind::ALL[5..] {
        let care = laws::Care { steps_max: 200_000, thorough: 7 };
        game.visit(Keeps { games: games(), seed: 0, care });
    }
}

#[test]
fn packs_and_options_are_read_alike_in_every_game() {
    struct Reads;
    impl Visitor for Reads {
        type Out = Result<(), String>;
        fn visit<G: Known>(self) -> Self::Out {
            kernel::pack::check::<G::Content>()?;
            kernel::options::check::<G::Options>()
        }
    }
    for game in GameKind::ALL {
        game.visit(Reads).unwrap_or_else(|why| panic!("{game}: {why}"));
    }
}
