//! Roll Player Adventures over the wire: a table as a view, and a table back from one.

mod encode;
mod encode_party;
mod read;
mod read_party;
#[cfg(test)]
mod tests;

use super::{Typed, parts::Misfit};
use ::adventures::{Adventures, State};
use kernel::Stated;
use prost::bytes::Bytes;
use proto::v1::AdventuresView;

impl Typed for Adventures {
    type View = AdventuresView;
    fn encode(&self, state: &State) -> AdventuresView {
        encode::table(self, state)
    }
    fn read(&self, view: &AdventuresView) -> Result<Stated<Adventures>, Misfit> {
        read::table(self, view)
    }
    fn snapshot(view: &mut AdventuresView) -> &mut Option<Bytes> {
        &mut view.in_progress
    }
}
