//! The test vectors of the specification, each under its number.

mod round;

mod checks;
mod targeting;
mod abilities;
mod epic_machine;
mod enemies_low;
mod enemies_mid;
mod queen;
mod king;
mod dragon;
mod prestige;
mod prestige_more;
mod prestige_last;
mod several;
mod items;
mod campaigns;

/// Plays a script; the table it leaves must be one that can be.
#[track_caller]
fn play(table: kernel::Table<crate::ParaRoles>, script: &str) -> kernel::Table<crate::ParaRoles> {
    let table = kernel::script::play(table, script);
    if let Err(why) = crate::invariants::check(table.game(), table.state()) {
        panic!("after the last line: {why}");
    }
    table
}
