//! What may fall now, and how likely.

use crate::{
    Chance,
    dice::{Die, Pip},
    flow,
    frame::Asks,
    queries::Look,
    rules::setup,
    sets::MinionSet,
    words::{AdventureId, AdventureKind, Color, Space},
};
use kernel::{Odds, Seat, below, rule};
use rand::Rng;

/// Kinds of chance events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Falls {
    Market,
    /// A die drawn from the bag and rolled.
    Draw,
    /// A die of a sheet is rolled again.
    Reroll {
        seat: Seat,
        space: Space,
    },
    /// A die on an Initiative card is rolled again.
    PoolRoll {
        card: u8,
        place: u8,
    },
    /// A Combat Die, or the roll for Start Player.
    Roll,
    /// An enemy die; the second is rolled again while it shows the number of the first.
    Enemy,
    Token,
    Alignment,
    Backstory,
    Familiar,
    Monster,
    Minion,
    Fiend,
    Adventure(AdventureKind),
}

/// What falls now. Only where chance is asked.
///
/// # Panics
/// If nothing is due.
pub fn due(look: Look) -> Falls {
    let top = look.s.stack.top().map(|frame| flow::asks(look, *frame));
    let falls = if let Some(Asks::Chance(falls)) = top { Some(falls) } else { None };
    falls.expect("chance is asked only while a card or die is due")
}

fn reroll(look: Look, seat: Seat, space: Space) -> Die {
    look.player(seat).die(space)
}

fn pool_reroll(look: Look, card: u8, place: u8) -> Die {
    look.s.initiatives[usize::from(card)].dice[usize::from(place)]
}

/// Colours whose tokens nobody has drawn.
fn tokens(look: Look<'_>) -> impl Iterator<Item = Color> {
    Color::CLASSES.into_iter().filter(move |color| setup::color_free(look, *color))
}

fn minions(look: Look) -> MinionSet {
    let deck = &look.s.minions;
    if deck.upper_left > 0 { deck.upper } else { deck.lower }
}

fn adventures(look: Look<'_>, kind: AdventureKind) -> &[AdventureId] {
    let family = look.monster().map_or(0, |m| m.family_id);
    look.g.tables.adventures(family, kind)
}

/// A die of the kinds in the bag, each with its faces.
fn drawn(look: Look) -> Odds<Chance> {
    rule!("FF-1205");
    let kinds = look.s.bag.kinds();
    Odds::weighted(kinds.flat_map(|(kind, count)| {
        let faces = look.g.faces.weights(kind);
        faces.map(move |(die, weight)| (Chance::Die { die }, weight * u32::from(count)))
    }))
}

fn again(look: Look, die: Die) -> Odds<Chance> {
    Odds::weighted(look.g.faces.weights(die.kind()).map(|(die, weight)| (Chance::Die { die }, weight)))
}

pub fn odds(look: Look) -> Odds<Chance> {
    match due(look) {
        Falls::Market => {
            rule!("FF-1202");
            Odds::even(look.s.market_deck.packet().iter().map(|card| Chance::Card { card }))
        }
        Falls::Draw => drawn(look),
        Falls::Reroll { seat, space } => again(look, reroll(look, seat, space)),
        Falls::PoolRoll { card, place } => again(look, pool_reroll(look, card, place)),
        Falls::Roll => Odds::even(Pip::all().map(|number| Chance::Roll { number })),
        Falls::Enemy => {
            let barred = look.s.enemy[0];
            Odds::even(Pip::all().filter(|n| Some(*n) != barred).map(|number| Chance::Roll { number }))
        }
        Falls::Token => Odds::even(tokens(look).map(|color| Chance::Token { color })),
        Falls::Alignment => Odds::even(look.s.alignments.iter().map(|card| Chance::Alignment { card })),
        Falls::Backstory => Odds::even(look.s.backstories.iter().map(|card| Chance::Backstory { card })),
        Falls::Familiar => Odds::even(look.s.familiars.iter().map(|board| Chance::Familiar { board })),
        Falls::Monster => Odds::even(setup::monsters(look).map(|card| Chance::Monster { card })),
        Falls::Minion => {
            rule!("FF-1204");
            Odds::even(minions(look).iter().map(|card| Chance::Minion { card }))
        }
        Falls::Fiend => Odds::even(look.s.fiends.iter().map(|card| Chance::Fiend { card })),
        Falls::Adventure(kind) => {
            Odds::even(adventures(look, kind).iter().map(|card| Chance::Adventure { card: *card }))
        }
    }
}

#[inline]
pub fn sample<R: Rng + ?Sized>(look: Look, rng: &mut R) -> Chance {
    match due(look) {
        Falls::Market => Chance::Card { card: look.s.market_deck.packet().pick(rng) },
        Falls::Draw => {
            let kind = look.s.bag.pick(rng);
            Chance::Die { die: look.g.faces.roll(kind, rng) }
        }
        Falls::Reroll { seat, space } => rolled(look, reroll(look, seat, space), rng),
        Falls::PoolRoll { card, place } => rolled(look, pool_reroll(look, card, place), rng),
        Falls::Roll => Chance::Roll { number: Pip::roll(rng) },
        Falls::Enemy => {
            let number = match look.s.enemy[0] {
                Some(barred) => Pip::roll_other(barred, rng),
                None => Pip::roll(rng),
            };
            Chance::Roll { number }
        }
        Falls::Token => {
            let at = below(rng, tokens(look).count() as u32) as usize;
            Chance::Token { color: tokens(look).nth(at).unwrap_or(Color::Black) }
        }
        Falls::Alignment => Chance::Alignment { card: look.s.alignments.pick(rng) },
        Falls::Backstory => Chance::Backstory { card: look.s.backstories.pick(rng) },
        Falls::Familiar => Chance::Familiar { board: look.s.familiars.pick(rng) },
        Falls::Monster => {
            let at = below(rng, setup::monsters(look).count() as u32) as usize;
            Chance::Monster { card: setup::monsters(look).nth(at).unwrap_or_default() }
        }
        Falls::Minion => Chance::Minion { card: minions(look).pick(rng) },
        Falls::Fiend => Chance::Fiend { card: look.s.fiends.pick(rng) },
        Falls::Adventure(kind) => {
            let all = adventures(look, kind);
            Chance::Adventure { card: all[below(rng, all.len() as u32) as usize] }
        }
    }
}

#[inline]
fn rolled<R: Rng + ?Sized>(look: Look, die: Die, rng: &mut R) -> Chance {
    Chance::Die { die: look.g.faces.roll(die.kind(), rng) }
}
