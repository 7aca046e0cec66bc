//! The cases in `cases/`, each a test of its own.

use friends_and_foes::fixture::Scene;
use std::process::ExitCode;

fn main() -> ExitCode {
    cases::main::<Scene>(env!("CARGO_MANIFEST_DIR"))
}
