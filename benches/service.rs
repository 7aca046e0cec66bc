//! Speed of the server beside a bare echo: calls a second, durable steps, waits while bots think, memory, and its start.
//!
//! `cargo bench -p benches --bench service` prints a table with the targets; a folder after `--` puts the durable stores
//! on that disk, `--only apply,durable,view,idle,start` measures a part. Servers run in processes of their own on
//! 127.0.0.1, callers in this one; a machine that does other things meanwhile moves all numbers, the ratios least.

use benches::server::{
    calls::{Call, Measured, connect, measure},
    child::{self, Server},
    echo,
    script::{self, Script, VIEW},
};
use proto::v1::{self, match_service_client::MatchServiceClient};
use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tonic::transport::Channel;

/// As the binary itself has it; the echo gets it too.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const CALLERS: usize = 64;
const CONNECTIONS: usize = 4;
/// Calls of a caller in a round; rounds of echo and server take turns, so that both meet the same neighbours.
const CALLS: usize = 600;
const ROUNDS: usize = 5;
/// No round takes longer, whatever the machine.
const ROUND_MAX: Duration = Duration::from_secs(30);
const SECONDS: f64 = 1.0;
/// The disk that the target for durable steps speaks of.
const SYNCS: f64 = 1_000.0;
/// More than one caller gets in the time there is.
const VIEWS: usize = 100_000;
const IDLE: usize = 10_000;
const STORED: usize = 100_000;
/// Steps of each stored match.
const STEPS: usize = 20;

fn main() {
    child::play_role();
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let only = words.iter().position(|word| word == "--only").and_then(|at| words.get(at + 1));
    let folder = words.iter().find(|word| !word.starts_with('-') && Some(*word) != only);
    let folder = folder.map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = folder.join(format!("understudy-service-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let wants = |part: &str| only.is_none_or(|only| only.split(',').any(|name| name == part));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        println!("load before: {}", load());
        if wants("apply") {
            apply().await;
        }
        if wants("durable") {
            durable(&folder).await;
        }
        if wants("view") {
            views().await;
        }
        if wants("idle") {
            idle(&folder).await;
        }
        if wants("start") {
            starts(&folder).await;
        }
        println!("load after: {}", load());
    });
    fs::remove_dir_all(&folder).expect("removed");
}

/// How busy the machine was in the last minutes.
fn load() -> String {
    let told = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    told.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

/// One line of the table.
fn line(what: &str, number: &str, target: &str, met: bool) {
    println!("{what:<64} {number:>14}   target {target:<12} {}", if met { "met" } else { "MISSED" });
}

/// Tells what was measured; gives the microseconds of processor time a call, of server and caller together.
fn print(what: &str, measured: &Measured, server: &Server, cpu_before: f64) -> f64 {
    let calls = measured.calls.max(1) as f64;
    let cpu = (server.cpu() - cpu_before) / calls * 1e6;
    let callers = measured.cpu.as_secs_f64() / calls * 1e6;
    println!(
        "  {what:<12} {:8.0} calls/s, p50 {:.2} ms, p99 {:.2} ms; processor a call: server {cpu:3.0} us, caller {callers:3.0} us; answers of {} bytes",
        measured.rate(),
        measured.percentile(50),
        measured.percentile(99),
        measured.bytes / measured.calls.max(1)
    );
    cpu + callers
}

/// Calls to the echo that are as large as these.
fn as_large_as(calls: &[Vec<Call>]) -> Vec<Vec<Call>> {
    let like = |call: &Call| {
        // Field and length of a message of bytes take two or three themselves.
        let size = call.message.len().saturating_sub(if call.message.len() < 130 { 2 } else { 3 });
        let message = prost::Message::encode_to_vec(&vec![7_u8; size]).into();
        Call { path: echo::PATH, token: call.token.clone(), message }
    };
    calls.iter().map(|own| own.iter().map(like).collect()).collect()
}

/// ApplyAction with the store in memory, beside the echo.
async fn apply() {
    let server = Server::understudy("--in-memory");
    let ours = connect(&server.address, CONNECTIONS).await;
    let script = Script::play(ours[0].clone()).await;
    println!(
        "\nApplyAction, {CALLERS} callers, {CONNECTIONS} connections, a game of {} decisions",
        script.len()
    );
    // The size of the answers is known only once they were given.
    let warm = script.cast(ours[0].clone(), CALLERS, script.len().min(CALLS)).await;
    let first = measure(&ours, warm, ROUND_MAX).await;
    let bare = Server::start(&format!("echo {}", (first.bytes / first.calls).saturating_sub(3)));
    let echoes = connect(&bare.address, CONNECTIONS).await;
    let (mut ratios, mut by_processor) = (vec![], vec![]);
    for _ in 0..ROUNDS {
        let calls = script.cast(ours[0].clone(), CALLERS, CALLS).await;
        let same = as_large_as(&calls);
        let cpu = bare.cpu();
        let beside = measure(&echoes, same, ROUND_MAX).await;
        let least = print("echo", &beside, &bare, cpu);
        let cpu = server.cpu();
        let own = measure(&ours, calls, ROUND_MAX).await;
        let ours = print("ApplyAction", &own, &server, cpu);
        ratios.push(own.rate() / beside.rate());
        by_processor.push(least / ours);
    }
    share("ApplyAction in memory / echo, calls a second", &mut ratios);
    // On a busy machine a process that works more gets no more of it, so there the clock exaggerates.
    share("the same by processor time, callers included", &mut by_processor);
    server.stop();
    bare.kill();
}

/// The median of the rounds against the target.
fn share(what: &str, ratios: &mut [f64]) {
    ratios.sort_by(f64::total_cmp);
    let (median, low, high) = (ratios[ratios.len() / 2], ratios[0], ratios[ratios.len() - 1]);
    let what = format!("{what} ({low:.2} to {high:.2})");
    line(&what, &format!("{:.0} %", median * 100.0), ">= 60 %", median >= 0.6);
}

/// Acknowledged decisions a second on this disk, and on one as slow as the target says. A disk that is slower still, as
/// disks of busy machines are, is scaled up: what counts is how many decisions share a sync.
async fn durable(folder: &Path) {
    println!("\nApplyAction with the durable store, {CALLERS} matches at a time");
    // Played where nothing is synced: it is the same game, and sooner there.
    let quick = Server::understudy("--in-memory");
    let script = Script::play(connect(&quick.address, 1).await.remove(0)).await;
    quick.stop();
    let here = Server::understudy(&format!("--data {}", folder.join("durable").display()));
    acknowledged(&here, &script, folder, f64::INFINITY).await;
    here.stop();
    let slow = Server::start(&format!("slow {} {SYNCS}", folder.join("slow").display()));
    let scaled = acknowledged(&slow, &script, folder, SYNCS).await;
    line(
        "decisions a second, scaled to 1,000 fsync/s",
        &format!("{scaled:.0}"),
        ">= 5,000",
        scaled >= 5_000.0,
    );
    slow.kill();
}

/// Answered calls a second for every thousand syncs that the disk does in one.
async fn acknowledged(server: &Server, script: &Script, folder: &Path, syncs_max: f64) -> f64 {
    let channels = connect(&server.address, CONNECTIONS).await;
    let calls = script.cast(channels[0].clone(), CALLERS, CALLS).await;
    let before = syncs(&folder.join("plain"));
    let cpu = server.cpu();
    let measured = measure(&channels, calls, ROUND_MAX).await;
    let disk = f64::midpoint(before, syncs(&folder.join("plain"))).min(syncs_max);
    print("ApplyAction", &measured, server, cpu);
    let (rate, steps) = (measured.rate(), measured.rate() * script.steps_per_act);
    println!("  {disk:.0} fsync/s: {rate:.0} answered decisions, {steps:.0} stored steps a second");
    // A faster disk than the target's is not scaled down: then other things may be the limit.
    rate * (SYNCS / disk).max(1.0)
}

fn syncs(path: &Path) -> f64 {
    let mut file = File::create(path).expect("a file");
    let (begun, mut count) = (Instant::now(), 0);
    while begun.elapsed().as_secs_f64() < SECONDS {
        file.write_all(&[7; 100]).expect("written");
        file.sync_data().expect("synced");
        count += 1;
    }
    f64::from(count) / begun.elapsed().as_secs_f64()
}

/// GetView, before and while two bots think.
async fn views() {
    let server = Server::understudy("--in-memory --thinking-threads 2");
    let channels = connect(&server.address, CONNECTIONS).await;
    let mut client = MatchServiceClient::new(channels[0].clone());
    let made = script::create(&mut client, script::four_people(1)).await;
    let ask = v1::GetViewRequest { match_id: made.id.clone(), ..Default::default() };
    let call = Call::new(VIEW, &made.tokens[0], &ask);
    let time = Duration::from_secs(4);
    println!("\nGetView, all of it: view, decision, actions with labels");
    for (callers, what) in [(1, "1 caller"), (8, "8 callers")] {
        let cpu = server.cpu();
        let quiet = measure(&channels, vec![vec![call.clone(); VIEWS]; callers], time / 2).await;
        print(what, &quiet, &server, cpu);
    }
    for _ in 0..2 {
        script::create(&mut client, two_thinkers()).await;
    }
    println!("  while two bots think:");
    for (callers, what) in [(1, "1 caller"), (8, "8 callers")] {
        let (cpu, bots) = (server.cpu(), server.bots_cpu());
        let busy = measure(&channels, vec![vec![call.clone(); VIEWS]; callers], time).await;
        let cores = (server.bots_cpu() - bots) / busy.elapsed.as_secs_f64();
        print(what, &busy, &server, cpu);
        let row = format!("p99 of GetView, two bots on {cores:.1} cores, {what}");
        let p99 = busy.percentile(99);
        line(&row, &format!("{p99:.2} ms"), "< 5 ms", p99 < 5.0);
    }
    server.stop();
}

/// Bots alone, who think a second over each decision.
fn two_thinkers() -> v1::CreateMatchRequest {
    let time = prost_types::Duration { seconds: 1, nanos: 0 };
    let budget = v1::Budget { time: Some(time), iterations: None };
    let bot = v1::Bot { agent_id: "mcts".into(), level: 0, budget: Some(budget) };
    let seat = v1::Controller { controller: Some(v1::controller::Controller::Bot(bot)) };
    v1::CreateMatchRequest { seats: vec![seat; 4], ..script::four_people(2) }
}

/// Memory of matches that nobody asks for, but that have not left it yet.
async fn idle(folder: &Path) {
    println!("\n{IDLE} idle matches");
    let disk = format!("--data {}", folder.join("idle").display());
    for (flags, what) in [("--in-memory", "in memory"), (disk.as_str(), "durable")] {
        let server = Server::understudy(flags);
        let channels = connect(&server.address, 1).await;
        // What a server needs once, it has after the first few.
        create_many(&channels[0], 200).await;
        let before = server.resident();
        create_many(&channels[0], IDLE).await;
        let grown = server.resident().saturating_sub(before) as f64 / f64::from(1 << 20);
        let row = format!("memory of {IDLE} idle matches, {what}");
        line(&row, &format!("{grown:.0} MiB"), "< 200 MiB", grown < 200.0);
        server.stop();
    }
}

async fn create_many(channel: &Channel, count: usize) {
    let tasks: Vec<_> = (0..CALLERS)
        .map(|caller| {
            let mut client = MatchServiceClient::new(channel.clone());
            tokio::spawn(async move {
                for n in (caller..count).step_by(CALLERS) {
                    script::create(&mut client, script::four_people(n as u64)).await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("a caller");
    }
}

/// How fast a server with many stored matches is there again.
async fn starts(folder: &Path) {
    let data = folder.join("start");
    let flags = format!("--data {} --idle-eviction 1s", data.display());
    let server = Server::understudy(&flags);
    let begun = Instant::now();
    let channels = connect(&server.address, CONNECTIONS).await;
    import_many(&channels).await;
    drop(channels);
    let size = fs::metadata(data.join(service::store::disk::FILE)).map_or(0, |file| file.len() >> 20);
    println!(
        "\n{STORED} matches of {STEPS} steps, {size} MiB, imported in {:.0} s",
        begun.elapsed().as_secs_f64()
    );
    server.stop();
    let server = timed_start(&flags, "after SIGTERM").await;
    // A change, so that there is something that was not closed.
    create_many(&connect(&server.address, 1).await[0], 64).await;
    server.kill();
    timed_start(&flags, "after SIGKILL").await.stop();
}

/// From the start of the process to the first answer.
async fn timed_start(flags: &str, what: &str) -> Server {
    let begun = Instant::now();
    let server = Server::understudy(flags);
    let channel = connect(&server.address, 1).await.remove(0);
    let ask = v1::ListMatchesRequest { page_size: 10, ..Default::default() };
    let listed = MatchServiceClient::new(channel).list_matches(ask).await.expect("a list").into_inner();
    let seconds = begun.elapsed().as_secs_f64();
    assert_eq!(listed.matches.len(), 10, "they are there");
    let row = format!("first answer with {STORED} stored matches, {what}");
    line(&row, &format!("{seconds:.2} s"), "<= 2 s", seconds <= 2.0);
    server
}

/// Stores many matches that were played for a while; in every hundredth somebody is waited for.
async fn import_many(channels: &[Channel]) {
    let mut client = MatchServiceClient::new(channels[0].clone());
    let record = script::opening(&mut client, STEPS).await;
    let tasks: Vec<_> = (0..CALLERS)
        .zip(channels.iter().cycle().cloned())
        .map(|(caller, channel)| {
            let (mut client, record) = (MatchServiceClient::new(channel), record.clone());
            tokio::spawn(async move {
                for n in (caller..STORED).step_by(CALLERS) {
                    if n % 100 == 0 {
                        let turn_timeout = Some(prost_types::Duration { seconds: 86_400, nanos: 0 });
                        let ask = v1::CreateMatchRequest { turn_timeout, ..script::four_people(n as u64) };
                        script::create(&mut client, ask).await;
                    } else {
                        let record = Some(record.clone());
                        let ask = v1::ImportMatchRequest { record, ..Default::default() };
                        client.import_match(ask).await.expect("a match");
                    }
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("a caller");
    }
}
