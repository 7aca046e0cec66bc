//! The kernel's laws and the game's own invariants along random games.

use catalog::{GameKind, Known, Visitor};
use kernel::{Contents as _, OptionSet as _, Table, laws};
use para_roles::{fixture::Fixture, invariants};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// How many random games; more with `GAMES=100000 cargo test -p tests laws`.
fn games() -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000)
}

/// Plays random games and checks all laws along them.
struct Keeps<'a> {
    games: u64,
    care: laws::Care,
    /// What is set on top of the defaults (`seats=4 preset=club`) in each game, one after the other; `any` begins with
    /// options drawn at random.
    tables: &'a [&'a str],
}
impl Visitor for Keeps<'_> {
    type Out = ();
    fn visit<G: Known>(self) {
        let content = G::Content::built_in();
        for (seed, text) in (0..self.games).zip(self.tables.iter().cycle()) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let fixed = text.strip_prefix("any");
            let mut options = if fixed.is_some() { G::any_options(&mut rng) } else { G::Options::default() };
            for pair in fixed.unwrap_or(text).split_whitespace() {
                let (name, value) = pair.split_once('=').unwrap_or_else(|| panic!("{pair}"));
                options.set(name, value).unwrap_or_else(|e| panic!("{e}"));
            }
            let game = match G::of(content.clone(), options.clone()) {
                Ok(game) => game,
                // Not all that is drawn goes with what is set.
                Err(_) if *text != "any" && fixed.is_some() => continue,
                Err(why) => panic!("{text}: {why}\n{options:?}"),
            };
            if let Err(broken) = laws::check(Table::new(Arc::new(game)), &mut rng, self.care, G::check) {
                panic!("{}, {text}, seed {seed}: {broken}\n{options:?}", G::KIND);
            }
        }
    }
}

/// Checks a game at all of these tables: so many games, how thoroughly, and which.
fn keeps_all_laws(kind: GameKind, steps_max: u32, tables: &[(u64, u32, &[&str])]) {
    for (games, thorough, tables) in tables {
        let care = laws::Care { steps_max, thorough: *thorough };
        kind.visit(Keeps { games: *games, care, tables });
    }
}

#[test]
fn para_roles_keeps_all_laws() {
    let tables: &[(u64, u32, &[&str])] = &[
        (games(), 997, &["any"]),
        (games(), 97, &["any campaign=random_encounters doubles=false track=minimal"]),
    ];
    keeps_all_laws(GameKind::ParaRoles, 2_000_000, tables);
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

#[test]
fn friends_and_foes_keeps_all_laws() {
    let tables: &[&str] = &[
        "scenario=SCN-1",
        "scenario=SCN-2 preset=club",
        "scenario=SCN-3",
        "scenario=SCN-7 preset=club twist=random",
        "seats=3",
        "seats=3 preset=club",
        "seats=3 teams=01v2 twist=random",
        "seats=4",
        "seats=4 preset=club twist=random",
        "seats=4 teams=01v23 scenario=SCN-5",
        "seats=4 teams=02v13 scenario=SCN-6 preset=club",
    ];
    let tables: &[(u64, u32, &[&str])] = &[(2 * games(), 211, tables), (games(), 97, &["any"])];
    keeps_all_laws(GameKind::FriendsAndFoes, 200_000, tables);
}

#[test]
fn adventures_keeps_all_laws() {
    let scopes = [
        "scope=check check=P02:II modifiers=M01+M02",
        "scope=check check=P07:IV mode=legendary",
        "scope=combat enemies=E08",
        "scope=combat enemies=E01+E04+E12 modifiers=M06",
        "scope=adventure adventure=SQ",
        "scope=adventure adventure=ADV1",
        "scope=adventure adventure=ADV2 mode=legendary",
        "scope=adventure adventure=ADV3",
        "scope=adventure adventure=ADV4",
        "scope=adventure adventure=ADV5 mode=legendary",
        "scope=adventure adventure=ADV6",
    ];
    let tables: Vec<_> =
        (1..=4).flat_map(|seats| scopes.map(|scope| format!("seats={seats} {scope}"))).collect();
    let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
    let tables: &[(u64, u32, &[&str])] = &[(2 * games(), 997, &tables), (games() / 4, 499, &["any"])];
    keeps_all_laws(GameKind::Adventures, 20_000_000, tables);
}

#[test]
fn minions_of_mordak_keeps_all_laws() {
    let seats = ["seats=2", "seats=3", "seats=4", "seats=5", "seats=6"];
    let tables: &[(u64, u32, &[&str])] = &[(games() / 2, 997, &seats), (games() / 10, 499, &["any"])];
    keeps_all_laws(GameKind::MinionsOfMordak, 400_000, tables);
}

#[test]
fn fiends_and_familiars_keeps_all_laws() {
    let seats = ["seats=1", "seats=2", "seats=3", "seats=4", "seats=5 monsters_and_minions=true"];
    let more = seats.map(|seats| format!("{seats} monsters_and_minions=true"));
    let seats: Vec<&str> = seats.into_iter().chain(more.iter().map(String::as_str)).collect();
    let tables: &[(u64, u32, &[&str])] = &[(3 * games(), 211, &seats), (games(), 97, &["any"])];
    keeps_all_laws(GameKind::FiendsAndFamiliars, 200_000, tables);
}

/// Games with tables of their own above.
const ABOVE: [GameKind; 5] = [
    GameKind::ParaRoles,
    GameKind::FriendsAndFoes,
    GameKind::Adventures,
    GameKind::MinionsOfMordak,
    GameKind::FiendsAndFamiliars,
];

/// Games that came later.
#[test]
fn any_other_game_keeps_all_laws() {
    for game in GameKind::ALL.iter().filter(|game| !ABOVE.contains(game)) {
        keeps_all_laws(*game, 200_000, &[(games(), 7, &["any"])]);
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
