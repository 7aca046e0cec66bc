//! Hostile messages, a few: `cargo run --release -p tests --bin hostile` sends a million.

#![cfg(unix)]

use std::process::Command;

#[test]
fn hostile_messages_break_nothing_tell_nothing_and_change_nothing() {
    let sent = Command::new(env!("CARGO_BIN_EXE_hostile"))
        // So few of them that the server is still warming up: its memory says less than that of a long run.
        .args(["--messages", "20000", "--seed", "1", "--growth", "6", "--growth-resident", "128"])
        .output()
        .expect("it starts");
    let told = String::from_utf8_lossy(&sent.stdout);
    assert!(sent.status.success(), "{told}\n{}", String::from_utf8_lossy(&sent.stderr));
    assert!(told.contains("0 panics, 0 secrets told"), "{told}");
}
