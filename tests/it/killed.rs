//! Nothing lost: a server is killed again and again while people play, and every answer it gave still holds.
//!
//! `UNDERSTUDY_KILLS=200 cargo test -p tests killed -- --nocapture` kills it more often and tells the numbers.

#![cfg(unix)]

use crate::matches::rig::{Matches, asked, bot, human, played_by, request_id, with};
use clap::Parser;
use proto::v1::{self, match_service_client::MatchServiceClient};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{runtime::Handle, sync::watch, task::JoinHandle};
use tonic::{Code, Status, transport::Channel};

const CHILD: &str = "UNDERSTUDY_TEST_KILLED";
const CLIENTS: u64 = 8;

/// Not a test: the program that is killed.
#[test]
fn the_program() {
    let Ok(arguments) = std::env::var(CHILD) else { return };
    let words = std::iter::once("understudy").chain(arguments.split_whitespace());
    let served = service::run(service::cli::Cli::parse_from(words));
    std::process::exit(i32::from(served.is_err()));
}

/// Starts it on a free port with a store in this folder and says where that is.
fn start(folder: &Path) -> (Child, String) {
    let flags = format!("--data {} --metrics-listen off --thinking-threads 1", folder.display());
    let (child, at, _) = start_with(&flags);
    (child, at)
}

/// Starts it on a free port with these flags; gives where that is, and all it said until then.
pub fn start_with(flags: &str) -> (Child, String, String) {
    let mut child = Command::new(std::env::current_exe().expect("this binary"))
        .args(["killed::the_program", "--exact", "--nocapture", "--test-threads=1"])
        .env(CHILD, format!("serve --listen 127.0.0.1:0 --log error {flags}"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("this binary starts");
    let mut lines = BufReader::new(child.stdout.take().expect("its output"));
    let mut said = String::new();
    while !said.contains("Ctrl-C") {
        let read = lines.read_line(&mut said).expect("its output");
        assert!(read > 0, "it did not start: {said}");
    }
    // Kept open: a closed pipe would be a test of its own.
    std::mem::forget(lines);
    let at = said.split("listens on ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let at = at.expect("an address").to_owned();
    (child, at, said)
}

/// Somebody who plays two seats of one match after another, and notes every answer.
struct Player {
    at: watch::Receiver<String>,
    stop: Arc<AtomicBool>,
    rng: Xoshiro256PlusPlus,
    requests: u64,
    matches: Vec<Played>,
    repeated: usize,
}

/// What the server has said about a match: the version, seat and action of everything it took.
struct Played {
    id: String,
    host: String,
    taken: Vec<(u64, u32, String)>,
}

impl Player {
    /// Asks until there is an answer, however often the server goes away meanwhile.
    async fn insist<T>(
        &mut self,
        mut call: impl AsyncFnMut(Matches) -> Result<T, Status>,
    ) -> Result<T, Status> {
        let since = Instant::now();
        let mut tries = 0;
        loop {
            assert!(since.elapsed() < Duration::from_secs(60), "no answer for a minute");
            let at = self.at.borrow().clone();
            let endpoint = Channel::from_shared(at).expect("an address").timeout(Duration::from_secs(5));
            tries += 1;
            if let Ok(channel) = endpoint.connect().await {
                match call(MatchServiceClient::new(channel)).await {
                    Err(status) if lost(&status) => {}
                    answer => {
                        self.repeated += usize::from(tries > 1 && answer.is_ok());
                        return answer;
                    }
                }
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    fn request_id(&mut self) -> String {
        self.requests += 1;
        request_id(self.requests)
    }
    async fn new_match(&mut self) -> (v1::CreateMatchResponse, String) {
        let greedy = || played_by(bot("greedy"));
        let ask = v1::CreateMatchRequest {
            request_id: self.request_id(),
            game_id: "para_roles".into(),
            seats: vec![human(), human(), greedy(), greedy()],
            seed: Some(self.requests),
            ..Default::default()
        };
        let made = self.insist(async |mut client| client.create_match(ask.clone()).await).await;
        let made = made.expect("a match").into_inner();
        let id = made.r#match.clone().expect("the match").match_id;
        self.matches.push(Played { id: id.clone(), host: made.host_token.clone(), taken: vec![] });
        (made, id)
    }
    async fn play(mut self) -> Player {
        while !self.stop.load(Ordering::Relaxed) {
            let (made, id) = self.new_match().await;
            while !self.stop.load(Ordering::Relaxed) && self.step(&made, &id).await {}
        }
        self
    }
    /// One decision of one of its seats; false if the match is over.
    async fn step(&mut self, made: &v1::CreateMatchResponse, id: &str) -> bool {
        let ask = v1::GetViewRequest { match_id: id.to_owned(), ids_only: true, ..Default::default() };
        let token = &made.seat_tokens[&0];
        let seen = self.insist(async |mut client| client.get_view(with(token, ask.clone())).await).await;
        let seen = seen.expect("a view").into_inner();
        let Some(decision) = seen.decision else { return false };
        let Some(seat) = asked(Some(&decision)).into_iter().find(|seat| *seat < 2) else {
            tokio::time::sleep(Duration::from_millis(2)).await;
            return true;
        };
        let token = &made.seat_tokens[&seat];
        let own = self.insist(async |mut client| client.get_view(with(token, ask.clone())).await).await;
        let actions = own.expect("a view").into_inner().actions;
        if actions.is_empty() {
            return true;
        }
        let action = actions[self.rng.random_range(0..actions.len())].id.clone();
        let ask = v1::ApplyActionRequest {
            match_id: id.to_owned(),
            seat,
            decision_id: decision.id,
            action_id: action.clone(),
            request_id: self.request_id(),
            with_view: false,
        };
        let answer =
            self.insist(async |mut client| client.apply_action(with(token, ask.clone())).await).await;
        match answer {
            Ok(answer) => {
                let version = answer.into_inner().events[0].step.as_ref().expect("a step").version;
                self.matches.last_mut().expect("a match").taken.push((version, seat, action));
            }
            // A bot was faster; this request was not taken, and never will be.
            Err(status) => {
                assert!(
                    [Code::Aborted, Code::FailedPrecondition, Code::InvalidArgument].contains(&status.code()),
                    "{status:?}"
                );
            }
        }
        true
    }
}

/// On a thread of its own.
fn spawn(player: Player) -> JoinHandle<Player> {
    let runtime = Handle::current();
    tokio::task::spawn_blocking(move || runtime.block_on(player.play()))
}

/// Did the server go away, so that nobody knows whether it heard?
fn lost(status: &Status) -> bool {
    matches!(
        status.code(),
        Code::Unavailable | Code::Unknown | Code::Cancelled | Code::DeadlineExceeded | Code::Internal
    )
}

/// What people did, as the log has it, and that its versions are 2, 3, 4 and so on.
fn logged(record: &v1::MatchRecord) -> Vec<(u64, u32, String)> {
    let mut acts = vec![];
    for (n, step) in record.steps.iter().enumerate() {
        assert_eq!(step.version, n as u64 + 2, "no version is missing or twice");
        if let Some(v1::step::Step::Action(act)) = &step.step
            && !act.by_bot
        {
            acts.push((step.version, act.seat, act.action_id.clone()));
        }
    }
    acts
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_server_has_answered_is_kept_once_and_in_order_however_often_it_is_killed() {
    let kills: u32 = std::env::var("UNDERSTUDY_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(8);
    let folder = std::env::temp_dir().join(format!("understudy-{}-killed", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (mut child, at) = start(&folder);
    let (tell, heard) = watch::channel(at);
    let stop = Arc::<AtomicBool>::default();
    let player = |n: u64| Player {
        at: heard.clone(),
        stop: stop.clone(),
        rng: Xoshiro256PlusPlus::seed_from_u64(n),
        requests: n * 1_000_000,
        matches: vec![],
        repeated: 0,
    };
    let players: Vec<_> = (0..CLIENTS).map(|n| spawn(player(n))).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(99);
    for _ in 0..kills {
        tokio::time::sleep(Duration::from_millis(rng.random_range(20..300))).await;
        child.kill().expect("SIGKILL");
        child.wait().expect("it is gone");
        let next;
        (child, next) = start(&folder);
        tell.send(next).expect("players listen");
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    stop.store(true, Ordering::Relaxed);
    let (mut matches, mut steps, mut repeated) = (0, 0, 0);
    for played in players {
        let mut player =
            tokio::time::timeout(Duration::from_secs(90), played).await.expect("in time").expect("no panic");
        repeated += player.repeated;
        for one in std::mem::take(&mut player.matches) {
            let ask = v1::ExportMatchRequest { match_id: one.id.clone(), with_text: false };
            let export = player
                .insist(async |mut client| client.export_match(with(&one.host, ask.clone())).await)
                .await;
            let record = export.expect("a record").into_inner().record.expect("a record");
            assert_eq!(logged(&record), one.taken, "{}: nothing lost, doubled or in another order", one.id);
            matches += 1;
            steps += one.taken.len();
        }
    }
    child.kill().expect("SIGKILL");
    child.wait().expect("it is gone");
    println!(
        "{kills} kills, {CLIENTS} players, {matches} matches, {steps} answered actions ({repeated} calls answered only when repeated): 0 lost, 0 doubled, 0 reordered"
    );
    assert!(steps >= kills as usize && repeated > 0, "{steps} actions, {repeated} repeated");
    std::fs::remove_dir_all(folder).expect("removed");
}
