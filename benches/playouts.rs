//! Random play: steps and games a second, state size, mean branching, heap allocations a step.
//!
//! `cargo bench -p benches --bench playouts` prints a table; `-- --machine` adds lines for scripts,
//! `-- --headline` stops after the first row.

use benches::{Counting, allocations};
use cpu_time::ProcessTime;
use kernel::{Game, Log, Step, Turn, below};
use para_roles::{
    Content, Options, ParaRoles,
    options::{Campaign, RoleMode, StatMode},
};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Duration;

#[global_allocator]
static COUNTING: Counting = Counting;

/// Each repeat plays for about this long in processor time, as the peers are measured; the best of the repeats counts.
const REPEAT: Duration = Duration::from_millis(350);
const REPEATS: u32 = 10;

#[derive(Default)]
struct Count {
    steps: u64,
    games: u64,
    decisions: u64,
    options: u64,
    allocations: u64,
}

/// One random game to its end. `buffer` is warm, so whatever is allocated is the engine's doing.
fn playout<G: Game, R: Rng>(
    game: &G,
    start: &G::State,
    buffer: &mut Vec<G::Action>,
    rng: &mut R,
    count: &mut Count,
) where
    G::State: Copy,
{
    let mut state = *start;
    let mut log = Log::off();
    let before = allocations();
    let (mut steps, mut decisions, mut options) = (0, 0, 0);
    loop {
        let step = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => Step::Chance(game.sample(&state, rng)),
            Turn::Each(seats) | Turn::Any(seats) => {
                let seat = seats.pick(rng).expect("somebody is asked");
                buffer.clear();
                game.legal_actions(&state, seat, buffer);
                decisions += 1;
                options += buffer.len() as u64;
                Step::Act { seat, action: buffer[below(rng, buffer.len() as u32) as usize] }
            }
        };
        game.apply(&mut state, step, &mut log);
        steps += 1;
    }
    count.steps += steps;
    count.decisions += decisions;
    count.options += options;
    count.games += 1;
    count.allocations += allocations() - before;
}

fn party(name: &str, options: Options, machine: bool) {
    let game = ParaRoles::new(Content::built_in(), options).expect("options of a bench fit together");
    measure(name, &game, machine);
}

/// Options such as `seats=4 mode=normal`.
fn chosen(options: &str) -> Vec<(String, String)> {
    let pairs = options.split_whitespace().filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn sizes<G: Game, Frame>(name: &str) {
    let (state, action) = (size_of::<G::State>(), size_of::<G::Action>());
    println!("{name}: state {state} bytes, action {action}, frame {}", size_of::<Frame>());
}

/// Rows of one game: a name and options each.
macro_rules! rows {
    ($game:ident, $kind:ty, [$(($name:expr, $options:expr)),+ $(,)?]) => {
        sizes::<$kind, $game::frame::Frame>(stringify!($game));
        $(
            let game = catalog::game::<$kind>(&chosen($options), &catalog::PackFiles::default());
            measure($name, &game.expect("options of a bench fit together"), false);
        )+
    };
}

fn other_games() {
    rows!(
        friends_and_foes,
        friends_and_foes::FriendsAndFoes,
        [
            ("road toll, two warbands", "formations=WB-1,WB-5"),
            ("grave goods, club, built formations", "preset=club scenario=SCN-2"),
            ("three crowns, three players", "seats=3 formations=WB-1,WB-4,WB-6"),
            ("break the line, two against two", "seats=4 scenario=SCN-5 formations=WB-1,WB-2,WB-7,WB-8"),
        ]
    );
    rows!(
        minions_of_mordak,
        minions_of_mordak::MinionsOfMordak,
        [("one Hero", "seats=2"), ("three Heroes", "seats=4"), ("five Heroes", "seats=6"),]
    );
    rows!(
        fiends_and_familiars,
        fiends_and_familiars::FiendsAndFamiliars,
        [
            ("alone", "seats=1"),
            ("two players", "seats=2"),
            ("five players, both boxes", "seats=5 monsters_and_minions=true"),
        ]
    );
    rows!(
        adventures,
        adventures::Adventures,
        [
            ("heave II, two heroes", "scope=check check=P01:II heroes=H01,H03 mode=normal"),
            (
                "saltborn raider, four heroes",
                "scope=combat enemies=E08 seats=4 heroes=H01,H03,H05,H07 mode=normal"
            ),
            ("the dark lamp, alone", "seats=1 scope=adventure adventure=ADV1 heroes=H01 mode=normal"),
            ("whole campaign, three heroes", "seats=3 heroes=H01,H03,H05 mode=normal"),
        ]
    );
}

fn measure<G: Game>(name: &str, game: &G, machine: bool)
where
    G::State: Copy,
{
    let start = game.setup();
    let mut buffer = Vec::with_capacity(kernel::game::OPTIONS_MAX);
    let mut best = 0.0f64;
    let mut all = Count::default();
    let mut time = 0.0;
    for repeat in 0..REPEATS {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(repeat) + 1);
        let mut count = Count::default();
        let clock = ProcessTime::now();
        while clock.elapsed() < REPEAT {
            playout(game, &start, &mut buffer, &mut rng, &mut count);
        }
        let seconds = clock.elapsed().as_secs_f64();
        best = best.max(count.steps as f64 / seconds);
        time += seconds;
        all.steps += count.steps;
        all.games += count.games;
        all.decisions += count.decisions;
        all.options += count.options;
        all.allocations += count.allocations;
    }
    println!(
        "{name:<34} {:>8.2} M {:>8.0} {:>9.0} {:>9.1} {:>12.6}",
        best / 1e6,
        all.games as f64 / time,
        all.steps as f64 / all.games as f64,
        all.options as f64 / all.decisions as f64,
        all.allocations as f64 / all.steps as f64,
    );
    if machine && name == HEADLINE {
        println!("machine para_roles steps_per_second {best:.0}");
    }
}

/// The row that stands for the game in comparisons: the campaign that uses all enemy cards at random.
const HEADLINE: &str = "random encounters, normal";

/// A fixed amount of play for tools that count instructions: `-- --fixed 2000`.
fn fixed(games: u64) {
    let options = Options { campaign: Campaign::RandomEncounters, ..Options::default() };
    let game = ParaRoles::new(Content::built_in(), options).expect("options of a bench fit together");
    let start = game.setup();
    let mut buffer = Vec::with_capacity(kernel::game::OPTIONS_MAX);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut count = Count::default();
    for _ in 0..games {
        playout(&game, &start, &mut buffer, &mut rng, &mut count);
    }
    println!("{} games, {} steps", count.games, count.steps);
}

fn main() {
    let mut args = std::env::args().skip_while(|arg| arg != "--fixed");
    if let (Some(_), Some(games)) = (args.next(), args.next().and_then(|n| n.parse().ok())) {
        return fixed(games);
    }
    let machine = std::env::args().any(|arg| arg == "--machine");
    sizes::<ParaRoles, para_roles::frame::Frame>("para_roles");
    println!(
        "{:<34} {:>10} {:>8} {:>9} {:>9} {:>12}",
        "random play", "steps/s", "games/s", "steps/gm", "branching", "allocs/step"
    );
    let base = Options { campaign: Campaign::RandomEncounters, ..Options::default() };
    party(HEADLINE, base, machine);
    if std::env::args().any(|arg| arg == "--headline") {
        return;
    }
    party(
        "random encounters, easy, elite",
        Options { stats: StatMode::Easy, roles: RoleMode::EliteSquadron, ..base },
        machine,
    );
    party("dragon's tower, normal", Options::default(), machine);
    party(
        "dungeon crawl, easy",
        Options { campaign: Campaign::Dungeon, stats: StatMode::Easy, ..base },
        machine,
    );
    party(
        "maze of madness, random stats",
        Options { campaign: Campaign::Maze, stats: StatMode::Random, ..base },
        machine,
    );
    party(
        "dimensional rifts, four supports",
        Options { campaign: Campaign::Rifts, roles: RoleMode::TheBand, ..base },
        machine,
    );
    other_games();
}
