//! The cases in `cases/`, each a test of its own.

use fiends_and_familiars::fixture::Scene;
use std::process::ExitCode;

fn main() -> ExitCode {
    cases::main::<Scene>(env!("CARGO_MANIFEST_DIR"))
}
