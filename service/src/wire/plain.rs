//! Games without a message of their own: the table as a page of text for people, and the masked position as a snapshot that
//! comes back as it went. A game that others have written goes over the wire like this without a line of proto.

use super::{BadView, Position, snapshot::Sealer};
use bots::played::Played;
use kernel::{Page, Seen};
use proto::v1::{PlainView, view::View};

/// A masked table for front ends.
#[must_use]
pub fn view<G: Played>(game: &G, seen: &Seen<G>, sealer: &Sealer) -> View {
    let mut page = Page::default();
    game.draw(seen.state(), &mut page);
    let position = sealer.seal(seen.eyes(), seen.state());
    View::Plain(Box::new(PlainView { page: page.to_text(), position }))
}

/// The masked table that a view describes; `None` if it is a view of a game with a message of its own.
pub fn position<G: Played>(view: &View, sealer: &Sealer) -> Option<Result<Position<G>, BadView>> {
    let View::Plain(view) = view else { return None };
    let opened = sealer.open(&view.position);
    Some(opened.map(|(eyes, state)| Position { eyes, state }).map_err(BadView::from))
}
