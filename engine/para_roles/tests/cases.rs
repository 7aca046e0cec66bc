//! The cases in `cases/`, each a test of its own.

use para_roles::fixture::Scene;
use std::process::ExitCode;

fn main() -> ExitCode {
    cases::main::<Scene>(env!("CARGO_MANIFEST_DIR"))
}
