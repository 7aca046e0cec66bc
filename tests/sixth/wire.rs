//! Night Ferry over the wire: without a message of its own.

use super::{Wired, parts::Misfit, plain};
use ::sixth::State;
use catalog::NightFerry;
use proto::v1::view::View;

impl Wired for NightFerry {
    fn view(&self, state: &State) -> View {
        plain::view(self, state)
    }
    fn position(&self, view: &View) -> Option<Result<State, Misfit>> {
        plain::position(self, view)
    }
}
