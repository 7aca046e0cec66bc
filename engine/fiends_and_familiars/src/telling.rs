//! What people with their own box mean who name a card that is drawn or turned up: by its name, as far as an onlooker knows
//! which cards there are, never by what is left in a deck.

use crate::{
    Chance, Frame,
    luck::{self, Falls},
    queries::Look,
    rules::{combat, setup},
    words::{AlignmentId, BackstoryId, FamiliarId, FiendId, MinionId},
};
use kernel::{Seat, Turn, names};

/// The card of this name; `None` where dice fall.
#[must_use]
pub fn meant(look: Look, typed: &str) -> Option<Chance> {
    if look.s.turn != Turn::Chance {
        return None;
    }
    let cards = cards(look);
    names::meant(typed, cards.iter().map(|(_, name)| *name)).map(|at| cards[at].0)
}

/// The seat whose Combat Die falls now, or whose die is rolled again; all other dice are the whole table's.
#[must_use]
pub fn roller(look: Look) -> Option<Seat> {
    match (look.s.stack.top(), luck::due(look)) {
        (Some(Frame::Combat(combat::Frame::Roll { seat, .. })), _) => Some(*seat),
        (_, Falls::Reroll { seat, .. }) => Some(seat),
        (_, _) => None,
    }
}

/// Every card that may be turned up now by the rules, with its name.
fn cards(look: Look<'_>) -> Vec<(Chance, &str)> {
    let (content, tables) = (&look.g.content, &look.g.tables);
    match luck::due(look) {
        Falls::Market => {
            let all = tables.upper.or(tables.lower).iter();
            all.map(|card| (Chance::Card { card }, &*content.market[card.index()].name)).collect()
        }
        Falls::Minion => {
            let all = tables.minions_upper.or(tables.minions_lower).iter();
            let named = |card: MinionId| (Chance::Minion { card }, &*content.minions[card.index()].name);
            all.map(named).collect()
        }
        Falls::Monster => {
            let named = |card| (Chance::Monster { card }, &*content.monsters[card.index()].name);
            setup::monsters(look).map(named).collect()
        }
        Falls::Fiend => {
            let named = |card: FiendId| (Chance::Fiend { card }, &*content.fiends[card.index()].name);
            tables.fiends.iter().map(named).collect()
        }
        Falls::Alignment => {
            let named =
                |card: AlignmentId| (Chance::Alignment { card }, &*content.alignments[card.index()].name);
            tables.alignments.iter().map(named).collect()
        }
        Falls::Backstory => {
            let named =
                |card: BackstoryId| (Chance::Backstory { card }, &*content.backstories[card.index()].name);
            tables.backstories.iter().map(named).collect()
        }
        Falls::Familiar => {
            let named =
                |board: FamiliarId| (Chance::Familiar { board }, &*content.familiars[board.index()].name);
            tables.familiars.iter().map(named).collect()
        }
        Falls::Adventure(kind) => {
            let family = look.monster().map_or(0, |monster| monster.family_id);
            let all = tables.adventures(family, kind).iter().copied();
            all.map(|card| (Chance::Adventure { card }, &*content.adventures[card.index()].name)).collect()
        }
        Falls::Draw
        | Falls::Reroll { .. }
        | Falls::PoolRoll { .. }
        | Falls::Roll
        | Falls::Enemy
        | Falls::Token => vec![],
    }
}
