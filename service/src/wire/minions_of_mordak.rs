//! Minions of Mordak over the wire: a table as a view, and a table back from one.

mod encode;
mod encode_players;
mod read;
mod read_players;
#[cfg(test)]
mod tests;

use super::{Typed, parts::Misfit};
use ::minions_of_mordak::{MinionsOfMordak, State};
use kernel::Stated;
use prost::bytes::Bytes;
use proto::v1::MinionsOfMordakView;

impl Typed for MinionsOfMordak {
    type View = MinionsOfMordakView;
    fn encode(&self, state: &State) -> MinionsOfMordakView {
        encode::table(self, state)
    }
    fn read(&self, view: &MinionsOfMordakView) -> Result<Stated<MinionsOfMordak>, Misfit> {
        read::table(self, view)
    }
    fn snapshot(view: &mut MinionsOfMordakView) -> &mut Option<Bytes> {
        &mut view.in_progress
    }
}
