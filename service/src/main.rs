//! `understudy`: tables in the terminal.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match service::run(service::cli::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
