//! Night Ferry over the wire: without a message of its own.

use super::{BadView, Position, Wired, plain, snapshot::Sealer};
use catalog::NightFerry;
use kernel::Seen;
use proto::v1::view::View;

impl Wired for NightFerry {
    fn view(&self, seen: &Seen<Self>, sealer: &Sealer) -> View {
        plain::view(self, seen, sealer)
    }
    fn position(&self, view: &View, sealer: &Sealer) -> Option<Result<Position<Self>, BadView>> {
        plain::position(view, sealer)
    }
}
