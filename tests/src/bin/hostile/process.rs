//! The server in a process of its own: this binary starts itself in the role of `understudy`, and reads all it logs.

use crate::{heap, memory::Look, world::Secrets};
use clap::Parser;
use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

const ROLE: &str = "UNDERSTUDY_TEST_HOSTILE_ROLE";
/// Log lines kept for the end: those that could hold what they must not.
const LINES_MAX: usize = 3_000_000;
/// How the server's process begins a line that tells the bytes it holds, and how often it does.
const HELD: &str = "held ";
const HELD_EVERY: Duration = Duration::from_millis(10);

/// If this process was started to serve, it serves, and never comes back from here.
pub fn play_role() {
    let Ok(role) = std::env::var(ROLE) else { return };
    std::thread::spawn(|| {
        loop {
            let (now, most) = heap::held();
            println!("{HELD}{now} {most}");
            std::thread::sleep(HELD_EVERY);
        }
    });
    let words = std::iter::once("understudy").chain(role.split_whitespace());
    let served = service::run(service::cli::Cli::parse_from(words));
    if let Err(why) = &served {
        eprintln!("error: {why}");
    }
    std::process::exit(i32::from(served.is_err()));
}

/// The server.
pub struct Program {
    child: Child,
    pub address: String,
    /// Where its metrics are.
    pages: String,
    data: PathBuf,
    /// Bytes it holds, as it told last, and the most it told since the last look.
    held: Arc<[AtomicUsize; 2]>,
    log: Arc<Mutex<Log>>,
    reader: JoinHandle<()>,
}

/// What it wrote to stderr.
#[derive(Default)]
struct Log {
    lines: usize,
    panics: Vec<String>,
    /// Words long enough to be a token or a seed, once each.
    words: std::collections::HashSet<String>,
}

impl Program {
    pub fn start() -> Program {
        let data = std::env::temp_dir().join(format!("understudy-hostile-{}", std::process::id()));
        // What is stored grows, and pages of its file are kept until their memory is full: little of it is soon full.
        let role = format!(
            "serve --data {} --listen 127.0.0.1:0 --metrics-listen 127.0.0.1:0 --thinking-threads 1 --idle-eviction 5s --store-cache 4MiB",
            data.display()
        );
        let mut child = Command::new(std::env::current_exe().expect("this binary"))
            .env(ROLE, role)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("this binary starts");
        let mut text = String::new();
        let mut lines = BufReader::new(child.stdout.take().expect("its output"));
        while !text.contains("Ctrl-C") {
            assert!(lines.read_line(&mut text).expect("its output") > 0, "it did not start: {text}");
        }
        let log = Arc::<Mutex<Log>>::default();
        let (told, errors) = (log.clone(), child.stderr.take().expect("its errors"));
        let reader = std::thread::spawn(move || read_log(errors, &told));
        let held = Arc::<[AtomicUsize; 2]>::default();
        let heard = held.clone();
        std::thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                let told = line.strip_prefix(HELD).and_then(|rest| rest.split_once(' '));
                let Some((now, most)) = told else { continue };
                heard[0].store(now.parse().unwrap_or(0), Ordering::Relaxed);
                heard[1].fetch_max(most.parse().unwrap_or(0), Ordering::Relaxed);
            }
        });
        let after = |mark: &str| {
            let rest = text.split(mark).nth(1).expect("the banner says it");
            rest.split(|c: char| c.is_whitespace() || c == '/').next().expect("an address").to_owned()
        };
        let (address, pages) = (after("listens on http://"), after("probes: http://"));
        Program { child, address, pages, data, held, log, reader }
    }

    /// Its memory now, and what fills it.
    pub async fn look(&self, messages: u64) -> Look {
        let metrics = page(&self.pages, "/metrics").await;
        let stored = fs::metadata(self.data.join(service::store::disk::FILE)).map_or(0, |file| file.len());
        Look {
            messages,
            held: mib(self.held[0].load(Ordering::Relaxed) as u64),
            most: mib(self.held[1].swap(0, Ordering::Relaxed) as u64),
            resident: mib(status(self.child.id(), "RssAnon:") << 10),
            threads: status(self.child.id(), "Threads:"),
            stored: mib(stored),
            matches: gauge(&metrics, "understudy_matches_in_memory "),
            waiting: gauge(&metrics, "understudy_thinking_queue "),
        }
    }

    /// Asks for the end; gives what is wrong with how it lived.
    pub async fn end(mut self, secrets: &Secrets) -> Vec<String> {
        let mut wrong = vec![];
        if self.child.try_wait().is_ok_and(|ended| ended.is_some()) {
            wrong.push("the server has ended".to_owned());
        }
        let metrics = page(&self.pages, "/metrics").await;
        println!("{}", handled(&metrics));
        wrong.extend(secrets.in_text(&metrics).map(|what| format!("the metrics tell {what}")));
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let ended = asked.is_ok() && self.ended().await;
        if !ended {
            wrong.push("it does not end on SIGTERM".to_owned());
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        let _ = self.reader.join();
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        println!("{} log lines read", log.lines);
        wrong.extend(log.panics.iter().map(|line| format!("panic: {line}")));
        wrong.extend(
            log.words
                .iter()
                .filter_map(|word| secrets.in_text(word))
                .map(|what| format!("a log tells {what}")),
        );
        fs::remove_dir_all(&self.data).ok();
        wrong
    }

    async fn ended(&mut self) -> bool {
        for _ in 0..1_500 {
            if self.child.try_wait().is_ok_and(|ended| ended.is_some()) {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        false
    }
}

fn read_log(errors: impl Read, told: &Mutex<Log>) {
    for line in BufReader::new(errors).lines().map_while(Result::ok).take(LINES_MAX) {
        let mut log = told.lock().unwrap_or_else(PoisonError::into_inner);
        log.lines += 1;
        if line.contains("panicked at") {
            log.panics.push(line.clone());
        }
        // Ids of calls and matches are shorter than any secret.
        let long = line.split(|c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c)));
        for word in long.filter(|word| word.len() > 36) {
            if !log.words.contains(word) {
                log.words.insert(word.to_owned());
            }
        }
    }
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// The value of a metric without labels.
fn gauge(metrics: &str, name: &str) -> u64 {
    let told = metrics.lines().find_map(|line| line.strip_prefix(name));
    told.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
}

/// A line of what the operating system says of a process, by its name; sizes are in KiB there.
fn status(process: u32, name: &str) -> u64 {
    let told = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|rest| rest.split_whitespace().next()).and_then(|n| n.parse().ok()).unwrap_or(0)
}

async fn page(address: &str, path: &str) -> String {
    let read = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        let ask = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        stream.write_all(ask.as_bytes()).await.ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await.ok()?;
        Some(text)
    };
    timeout(Duration::from_secs(10), read).await.ok().flatten().unwrap_or_default()
}

/// The calls the server has counted, by status.
fn handled(metrics: &str) -> String {
    let mut counts = std::collections::BTreeMap::<&str, f64>::new();
    for line in metrics.lines().filter(|line| line.starts_with("grpc_server_handled_total")) {
        let code = line.split("grpc_code=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("?");
        let count = line.rsplit(' ').next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0);
        *counts.entry(code).or_default() += count;
    }
    let told: Vec<String> = counts.iter().map(|(code, count)| format!("{code} {count}")).collect();
    format!("as the server counts: {}", told.join(", "))
}
