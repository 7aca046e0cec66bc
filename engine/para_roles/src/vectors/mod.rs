//! The test vectors of the specification, each under its number.

mod abilities;
mod campaigns;
mod checks;
mod dragon;
mod enemies_low;
mod enemies_mid;
mod epic_machine;
mod items;
mod king;
mod prestige;
mod prestige_last;
mod prestige_more;
mod queen;
pub(crate) mod round;
mod several;
mod targeting;

/// Plays a script; the table it leaves must be one that can be.
#[track_caller]
pub(crate) fn play(table: kernel::Table<crate::ParaRoles>, script: &str) -> kernel::Table<crate::ParaRoles> {
    let table = kernel::script::play(table, script);
    if let Err(why) = crate::invariants::check(table.game(), table.state()) {
        panic!("after the last line: {why}");
    }
    table
}
