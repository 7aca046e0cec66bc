//! Who knows what: only the Adventure cards are secret, and they are fixed when somebody first looks. FF-1200 to FF-1209.

use crate::{FiendsAndFamiliars, State, words::AdventureKind};
use kernel::{Seat, below, rule};
use rand::Rng;

/// Forgets the Adventure cards this seat has not seen.
pub fn mask(s: &mut State, me: Seat) {
    rule!("FF-1200", "FF-1201", "FF-1203", "FF-1206", "FF-1207", "FF-1208", "FF-1209", "FF-R27", "FF-411");
    s.adventures.iter_mut().for_each(|card| card.mask(me));
}

/// A fair guess: each of the cards of that kind of this Monster is as likely as the others.
pub fn fill<R: Rng + ?Sized>(g: &FiendsAndFamiliars, s: &mut State, rng: &mut R) {
    let Some(monster) = g.content.monsters.get(s.monster.index()) else { return };
    for kind in AdventureKind::ALL {
        let card = &mut s.adventures[kind.index()];
        // A card nobody has looked at is not fixed yet: it falls when it is turned up.
        if !card.seen_by().is_empty() {
            let all = g.tables.adventures(monster.family_id, *kind);
            card.fill(|| all[below(rng, all.len() as u32) as usize]);
        }
    }
}
