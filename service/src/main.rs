//! `understudy`: tables in the terminal.

use clap::Parser;
use std::process::ExitCode;

/// Every call makes and drops dozens of small things.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match service::run(service::cli::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever was reading has seen enough: `understudy ... | head`.
        Err(service::Error::Terminal(why)) if why.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            anstream::eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
