//! Rounds in which nothing happens but time passing.

use super::play;
use crate::ParaRoles;
use kernel::Table;

/// Everybody who still has a turn guards, in seat order, with these cards. From a 10 on it is in vain.
#[track_caller]
pub fn all_guard(table: Table<ParaRoles>, cards: &str) -> Table<ParaRoles> {
    let mut table = table;
    for card in cards.split_whitespace() {
        let seat = table.turn().asked().into_iter().next().expect("somebody still has a turn");
        table = play(table, &format!("{seat}: defend\ndraw {card}"));
    }
    table
}
