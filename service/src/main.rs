//! `understudy`: tables in the terminal.

use clap::Parser;
use std::process::ExitCode;

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
