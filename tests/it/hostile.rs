//! Hostile messages, a few: `cargo run --release -p tests --bin hostile` sends a million.

#![cfg(unix)]

use std::process::Command;

#[test]
fn hostile_messages_break_nothing_tell_nothing_and_change_nothing() {
    let sent = Command::new(env!("CARGO_BIN_EXE_hostile"))
        // So few of them that the server is still warming up: its memory says little yet.
        .args(["--messages", "20000", "--seed", "1", "--growth", "128"])
        .output()
        .expect("it starts");
    let told = String::from_utf8_lossy(&sent.stdout);
    assert!(sent.status.success(), "{told}\n{}", String::from_utf8_lossy(&sent.stderr));
    assert!(told.contains("0 panics, 0 secrets told"), "{told}");
}
