//! What looks into types, plays at random or counts; all other proofs are the cases in `cases/`.

mod content;
mod knowledge;
mod orders;
mod random_play;
mod restore;
mod standing_orders;

use crate::{MinionsOfMordak, fixture::scene::laid_out};
use kernel::{Table, Turn, laws};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A game from its beginning, by options such as `seats=3 heroes=bjorn,amos`.
fn start(options: &str) -> Table<MinionsOfMordak> {
    laid_out(&format!("options {options}; start"), "")
}

/// Plays at random to the end, or for so many steps; each table is looked at before its next step.
fn at_random(
    mut table: Table<MinionsOfMordak>,
    rng: &mut Xoshiro256PlusPlus,
    steps: usize,
    mut look: impl FnMut(&Table<MinionsOfMordak>, kernel::StepOf<MinionsOfMordak>),
) {
    for _ in 0..steps {
        if table.turn() == Turn::Over {
            return;
        }
        let step = laws::random_step(&table, table.turn(), rng).expect("the game goes on");
        look(&table, step);
        table.play(step, &mut kernel::Log::off()).expect("random play is legal");
    }
}
