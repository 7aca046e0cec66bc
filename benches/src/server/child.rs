//! Servers in processes of their own: started from this binary, asked for their memory and time, and ended.

use super::{echo, slow};
use clap::Parser;
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// What a process started by [`Server::start`] is to be.
const ROLE: &str = "BENCH_SERVER_ROLE";
/// Ticks of the processor's clock a second, as `/proc` counts them; Linux has had no other number for decades.
const TICKS: f64 = 100.0;

/// A server that runs.
pub struct Server {
    child: Child,
    pub address: String,
    /// From the start of the process to its first line.
    pub started_in: Duration,
}

/// If this process was started to serve, it serves, and never comes back from here.
pub fn play_role() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let words: Vec<&str> = role.split_whitespace().collect();
    let served = match words.as_slice() {
        ["echo", size] => echo::serve(size.parse().expect("a size")),
        ["slow", folder, syncs] => slow::serve(Path::new(folder), syncs.parse().expect("a rate")),
        _ => {
            let cli = service::cli::Cli::parse_from(std::iter::once("understudy").chain(words));
            service::run(cli).map_err(|why| why.to_string())
        }
    };
    if let Err(why) = &served {
        eprintln!("error: {why}");
    }
    std::process::exit(i32::from(served.is_err()));
}

impl Server {
    /// Starts a process in a role and waits until it says where it listens.
    #[must_use]
    pub fn start(role: &str) -> Server {
        let begun = Instant::now();
        let mut child = Command::new(std::env::current_exe().expect("this binary"))
            .env(ROLE, role)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this binary starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let address = loop {
            let line = lines.next().unwrap_or_else(|| panic!("`{role}` did not start")).expect("a line");
            if let Some((_, rest)) = line.split_once("listens on ") {
                break rest.split_whitespace().next().expect("an address").to_owned();
            }
        };
        let started_in = begun.elapsed();
        // Whoever does not read lets the pipe fill; whoever closes it breaks the writer.
        std::thread::spawn(move || lines.count());
        Server { child, address, started_in }
    }
    /// Understudy itself, with these flags.
    #[must_use]
    pub fn understudy(flags: &str) -> Server {
        let place = "serve --listen 127.0.0.1:0 --metrics-listen off --log error";
        Server::start(&format!("{place} --max-concurrent off {flags}"))
    }
    /// Memory that is really there, in bytes.
    #[must_use]
    pub fn resident(&self) -> u64 {
        resident(self.child.id())
    }
    /// Seconds of processor time, in its own code and in the kernel's.
    #[must_use]
    pub fn cpu(&self) -> f64 {
        seconds(Path::new(&format!("/proc/{}", self.child.id())))
    }
    /// Seconds of processor time that bots have thought.
    #[must_use]
    pub fn bots_cpu(&self) -> f64 {
        let threads = fs::read_dir(format!("/proc/{}/task", self.child.id()));
        let threads = threads.into_iter().flatten().flatten().map(|thread| thread.path());
        let thinks = |thread: &PathBuf| {
            fs::read_to_string(thread.join("comm")).is_ok_and(|name| name.starts_with("bot-"))
        };
        threads.filter(thinks).map(|thread| seconds(&thread)).sum()
    }
    /// Ends it as an operator does.
    pub fn stop(mut self) {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(asked.is_ok_and(|asked| asked.success()), "it hears signals");
        self.child.wait().expect("it ends");
    }
    /// Ends it as a power cut would, but for the cache of the operating system.
    pub fn kill(mut self) {
        self.child.kill().expect("SIGKILL");
        self.child.wait().expect("it is gone");
    }
}

/// Processor time of a process or thread, by its folder.
fn seconds(of: &Path) -> f64 {
    let stat = fs::read_to_string(of.join("stat")).unwrap_or_default();
    // The name may hold spaces; what follows its bracket does not.
    let numbers = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = numbers.split_whitespace().skip(11).take(2);
    ticks.filter_map(|n| n.parse::<f64>().ok()).sum::<f64>() / TICKS
}

/// Memory of a process that is really there, in bytes; 0 where there is no `/proc`.
#[must_use]
pub fn resident(process: u32) -> u64 {
    const PAGE: u64 = 4096;
    let pages = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    pages.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * PAGE
}
