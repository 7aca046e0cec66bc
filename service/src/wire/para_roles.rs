//! Para Roles over the wire: a table as a view, and a table back from one.

mod encode;
mod read;
mod read_journey;
mod read_parts;
#[cfg(test)]
mod tests;

use super::{Typed, parts::Misfit};
use ::para_roles::{ParaRoles, State};
use kernel::Stated;
use prost::bytes::Bytes;
use proto::v1::ParaRolesView;

impl Typed for ParaRoles {
    type View = ParaRolesView;
    fn encode(&self, state: &State) -> ParaRolesView {
        encode::table(self, state)
    }
    fn read(&self, view: &ParaRolesView) -> Result<Stated<ParaRoles>, Misfit> {
        read::table(self, view)
    }
    fn snapshot(view: &mut ParaRolesView) -> &mut Option<Bytes> {
        &mut view.in_progress
    }
}
