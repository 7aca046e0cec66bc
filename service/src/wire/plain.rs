//! Games without a message of their own: the table as a page of text for people, and the masked position as bytes that come
//! back as they went. A game that others have written goes over the wire like this without a line of proto.

use super::parts::Misfit;
use kernel::{Edition, Page, stable};
use proto::v1::{PlainView, view::View};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The longest position that is looked at.
const POSITION_MAX: usize = 16_384;
/// Bytes before it: their hash.
const HASH: usize = 8;

/// A masked table for front ends.
#[must_use]
pub fn view<G: Edition>(game: &G, state: &G::State) -> View {
    let mut page = Page::default();
    game.draw(state, &mut page);
    let bytes = postcard::to_allocvec(state).unwrap_or_default();
    let position = [&stable::of_bytes([&bytes[..]]).to_be_bytes(), &bytes[..]].concat();
    View::Plain(Box::new(PlainView { page: page.to_text(), position: position.into() }))
}

/// The masked table that a view describes; `None` if it is a view of a game with a message of its own.
pub fn position<G: Edition>(game: &G, view: &View) -> Option<Result<G::State, Misfit>> {
    let View::Plain(view) = view else { return None };
    Some(read(game, &view.position))
}

fn read<G: Edition>(game: &G, position: &[u8]) -> Result<G::State, Misfit> {
    let misfit = |found: &str| Misfit::new("position", found, "the bytes of a view, as they came");
    if position.len() > POSITION_MAX {
        return Err(misfit("too many bytes"));
    }
    let (hash, bytes) = position.split_first_chunk::<HASH>().ok_or_else(|| misfit("too few bytes"))?;
    if u64::from_be_bytes(*hash) != stable::of_bytes([bytes]) {
        return Err(misfit("other bytes"));
    }
    let state: G::State = postcard::from_bytes(bytes).map_err(|_| misfit("bytes of another game"))?;
    // What holds of one guess holds of all of them.
    let mut whole = state.clone();
    game.fill(&mut whole, &mut ChaCha8Rng::seed_from_u64(0));
    game.check(&whole).map_err(|why| Misfit::new("the table", why, "a table that play can lead to"))?;
    Ok(state)
}
