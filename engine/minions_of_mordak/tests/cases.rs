//! The cases in `cases/`.

use minions_of_mordak::fixture::scene::Scene;
use std::process::ExitCode;

fn main() -> ExitCode {
    cases::main::<Scene>(env!("CARGO_MANIFEST_DIR"))
}
