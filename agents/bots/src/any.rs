//! Bots for a game that is known only at run time: what a front end asks them for.

use crate::{
    arena::{Broken, Ground, Orders, Seating, Summary},
    levels,
    para_roles::Insight,
    players::{Agent, Player},
    reason::reason,
};
use catalog::{AnyTable, GameKind, PackFiles, SetupError};
use kernel::{SeatSet, Show, Table};
use para_roles::ParaRoles;
use search::Heuristic;
use std::sync::Arc;

/// Why sides could not be compared.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoContest {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Broken(#[from] Broken),
}

/// In Para Roles a victory is worth at least this, a defeat always less.
const PARA_ROLES_VICTORY: u16 = 400;

/// Compares two agents; `tell` hears of every deal that is done.
///
/// # Errors
/// If the game cannot be set up, or a game goes wrong.
pub fn arena(
    game: GameKind,
    options: &[(String, String)],
    pack: &PackFiles,
    orders: &Orders,
    tell: &(dyn Fn() + Sync),
) -> Result<Summary, NoContest> {
    match game {
        GameKind::ParaRoles => {
            let ground = Ground {
                game: Arc::new(catalog::para_roles(options, pack)?),
                heuristic: &Insight::new(),
                tuning: &levels::para_roles(),
                seating: Seating::Party,
                success: PARA_ROLES_VICTORY,
            };
            Ok(ground.run(orders, tell)?)
        }
    }
}

/// A bot beside a table of any game: it sits in seats, or gives advice.
pub struct Companion(Knows);

/// One player for each game there is.
enum Knows {
    ParaRoles { player: Box<Player<ParaRoles>>, insight: Insight },
}

/// What a companion would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// As [`AnyTable::play`] reads it.
    pub line: String,
    pub reason: String,
}

impl Companion {
    #[must_use]
    pub fn new(game: GameKind, agent: Agent) -> Companion {
        Companion(match game {
            GameKind::ParaRoles => {
                let player = Box::new(Player::new(agent, &levels::para_roles()));
                Knows::ParaRoles { player, insight: Insight::new() }
            }
        })
    }

    /// What it would do for one of these seats; `None` if none of them is asked, or the table is of another game.
    pub fn advise(&mut self, table: &dyn AnyTable, seats: SeatSet, seed: u64) -> Option<Hint> {
        match &mut self.0 {
            Knows::ParaRoles { player, insight } => {
                hint(table.as_any().downcast_ref()?, player, insight, seats, seed)
            }
        }
    }
}

/// Asks for all these seats at once, as a party does. The player gets a view; the table stays here.
fn hint<G: Show, H: Heuristic<G>>(
    table: &Table<G>,
    player: &mut Player<G>,
    heuristic: &H,
    seats: SeatSet,
    seed: u64,
) -> Option<Hint> {
    let asked = table.turn().asked().and(seats);
    let view = table.view(asked.lowest()?);
    let advice = player.choose(table.game(), heuristic, &view, asked, seed)?;
    let line = format!("{}: {}", advice.seat, advice.action);
    Some(Hint { line, reason: reason(&**table.game(), heuristic, &view, &advice) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{Seat, Turn};
    use rand::SeedableRng;

    #[test]
    fn a_companion_plays_a_fight_with_moves_the_table_takes() {
        let mut table = GameKind::ParaRoles.table(&[], &PackFiles::default()).expect("the defaults work");
        let mut companion = Companion::new(GameKind::ParaRoles, "greedy".parse().expect("an agent"));
        let mut rng = search::BotRng::seed_from_u64(1);
        for n in 0..200 {
            let line = match table.turn() {
                Turn::Chance => table.sample(&mut rng).expect("chance is due"),
                Turn::Each(seats) | Turn::Any(seats) => {
                    let hint = companion.advise(&*table, seats, n).expect("somebody is asked");
                    assert!(!hint.reason.is_empty());
                    hint.line
                }
                Turn::Over => break,
            };
            table.play(&line).expect("a legal step");
        }
        let nobody = SeatSet::only(Seat::new(5));
        assert_eq!(companion.advise(&*table, nobody, 1), None);
    }

    #[test]
    fn a_party_of_para_roles_is_compared_deal_by_deal() {
        let agent = |name: &str| name.parse().expect("an agent");
        let orders =
            Orders { a: agent("greedy"), b: agent("random"), deals: 2, seed: 1, threads: 2, sprt: None };
        let options = [("campaign".to_owned(), "random_encounters".to_owned())];
        let told = std::sync::atomic::AtomicU32::new(0);
        let tell = || {
            told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        };
        let played = arena(GameKind::ParaRoles, &options, &PackFiles::default(), &orders, &tell);
        let played = played.expect("games that end");
        assert_eq!((played.deals, played.sides[0].games, told.into_inner()), (2, 2, 2));
        assert!(played.sides[0].payoff.value > played.sides[1].payoff.value);
    }
}
