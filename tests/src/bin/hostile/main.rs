//! Hostile messages by the million against a real server: it lives, answers properly, tells no secrets and does not grow.
//!
//! `cargo run --release -p tests --bin hostile -- --messages 1000000 --seed 1`. Message number n of a seed is always made
//! in the same way, so `--first N --messages 1` sends one of them again. Reading order: this file, `world` (the matches
//! that are attacked), `kinds` (what is sent), `send` (how, and what is wrong with an answer), `tally` (what came back),
//! `memory` (whether the server has grown).

mod bytes_of;
mod heap;
mod http1;
mod kinds;
mod meddle;
mod memory;
mod process;
mod seen;
mod send;
mod shapes;
mod tally;
mod wishes;
mod world;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use kinds::{Kind, Way};
use memory::{Allowed, Memory};
use process::Program;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use send::Line;
use std::{
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};
use tally::Tally;
use world::World;

/// As the server is shipped, and counted.
#[global_allocator]
static MEMORY: heap::Counting = heap::Counting;

/// Sends hostile messages to a server of its own and checks what comes back.
#[derive(Parser, Clone, Debug)]
struct Args {
    /// How many messages are sent
    #[arg(long, default_value_t = 1_000_000)]
    messages: u64,
    /// The number all messages follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first message
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Messages under way at once
    #[arg(long, default_value_t = 64)]
    callers: u64,
    /// Sends these kinds alone, as `mutant,records`
    #[arg(long, value_delimiter = ',')]
    only: Vec<Kind>,
    /// By how many MiB what the server holds may grow over the second half
    #[arg(long, default_value_t = 2.0)]
    growth: f64,
    /// The same for what the operating system has given it
    #[arg(long, default_value_t = 24.0)]
    growth_resident: f64,
}

fn main() -> ExitCode {
    process::play_role();
    let args = Args::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(attack(args))
}

/// What the callers share.
struct Attack {
    args: Args,
    world: World,
    next: AtomicU64,
    bar: ProgressBar,
}

async fn attack(args: Args) -> ExitCode {
    let program = Arc::new(Program::start());
    let world = World::make(&program.address).await;
    println!(
        "{} messages of seed {} to {} from {} callers",
        args.messages, args.seed, program.address, args.callers
    );
    let style =
        ProgressStyle::with_template("{bar:40} {human_pos}/{human_len}  {per_sec}  {eta} left  {msg}");
    let bar = ProgressBar::new(args.messages).with_style(style.expect("a style that is right"));
    let attack = Arc::new(Attack { next: AtomicU64::new(0), args, world, bar });
    let begun = Instant::now();
    let callers: Vec<_> = (0..attack.args.callers).map(|_| tokio::spawn(call(attack.clone()))).collect();
    let memory = tokio::spawn(watch_memory(attack.clone(), program.clone()));
    let mut tally = Tally::default();
    for caller in callers {
        tally.add(caller.await.expect("a caller does not break down"));
    }
    attack.bar.finish_and_clear();
    let memory = memory.await.expect("memory can be read");
    println!("{:.1} s, {:.0} messages a second\n", begun.elapsed().as_secs_f64(), {
        attack.args.messages as f64 / begun.elapsed().as_secs_f64()
    });
    tally.print();
    let mut wrong = tally.wrong;
    wrong.extend(attack.world.changed().await);
    let allowed = Allowed { held: attack.args.growth, resident: attack.args.growth_resident };
    wrong.extend(memory.judged(allowed));
    match Arc::into_inner(program) {
        Some(program) => wrong.extend(program.end(&attack.world.secrets).await),
        None => wrong.push("the server cannot be ended: somebody still looks at it".to_owned()),
    }
    for each in wrong.iter().take(20) {
        println!("WRONG: {each}");
    }
    if wrong.is_empty() {
        println!("0 panics, 0 secrets told, 0 matches changed that nobody might change");
    }
    ExitCode::from(u8::from(!wrong.is_empty()))
}

/// One caller: takes the next number, makes its message, sends it, looks at the answer.
async fn call(attack: Arc<Attack>) -> Tally {
    let mut tally = Tally::default();
    let mut line = Line::new(&attack.world.address);
    loop {
        let n = attack.next.fetch_add(1, Ordering::Relaxed);
        if n >= attack.args.messages {
            return tally;
        }
        let number = attack.args.first + n;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(attack.args.seed.rotate_left(40) ^ number);
        let kind = Kind::pick(&mut rng, &attack.args.only);
        let message = kind.message(&attack.world, &mut rng);
        let answer = match &message.way {
            Way::Call => line.send(&message).await,
            Way::Leave(after) => line.leave(&message, *after).await,
            Way::Bytes(bytes) => http1::send(&attack.world.address, bytes).await,
        };
        let wrong = answer.wrong(&attack.world, &message);
        tally.count(kind, &answer, wrong.map(|why| format!("message {number} ({kind:?}): {why}")));
        attack.bar.inc(1);
    }
}

/// Looks at the server's memory two hundred times on the way.
async fn watch_memory(attack: Arc<Attack>, program: Arc<Program>) -> Memory {
    const LOOKS: u64 = 200;
    let mut memory = Memory::default();
    for look in 1..=LOOKS {
        let after = attack.args.messages * look / LOOKS;
        while attack.next.load(Ordering::Relaxed) < after {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let look = program.look(after).await;
        attack.bar.set_message(format!("server {:.1} of {:.0} MiB", look.held, look.resident));
        memory.looks.push(look);
    }
    memory
}
