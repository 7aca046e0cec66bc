//! What may fall now, and how likely.

use crate::{
    Chance,
    dice::{Die, Pip},
    frame::Frame,
    queries::Look,
    rules::setup,
    sets::MinionSet,
    words::{AdventureId, AdventureKind, Color},
};
use kernel::{Odds, below, rule};
use rand::Rng;

/// Kinds of chance events.
enum Event {
    Market,
    /// A die drawn from the bag and rolled.
    Draw,
    /// This die is rolled again.
    Again(Die),
    Roll,
    Token,
    Alignment,
    Backstory,
    Familiar,
    Monster,
    Minion,
    Fiend,
    Adventure(AdventureKind),
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other frame waits for chance")]
fn due(look: Look) -> Event {
    let frame = *look.s.stack.top().expect("chance is due only while something is in progress");
    match frame {
        Frame::SetupDiscard { .. } | Frame::SetupTrash | Frame::Deal | Frame::TurnUp { .. } => Event::Market,
        Frame::RollDice { .. } | Frame::StartDice { .. } => Event::Draw,
        Frame::Reroll { seat, space, .. } => Event::Again(look.player(seat).die(space)),
        Frame::PoolRoll { card, place } => {
            Event::Again(look.s.initiatives[usize::from(card)].dice[usize::from(place)])
        }
        Frame::StartRoll { .. } | Frame::CombatRoll { .. } | Frame::Enemy { .. } => Event::Roll,
        Frame::ClassColour { .. } => Event::Token,
        Frame::DealAlignment { .. } => Event::Alignment,
        Frame::DealBackstory { .. } => Event::Backstory,
        Frame::DealFamiliar { .. } => Event::Familiar,
        Frame::Monster => Event::Monster,
        Frame::FirstMinion | Frame::Reveal => Event::Minion,
        Frame::Fiends { .. } | Frame::DrawFiend { .. } => Event::Fiend,
        Frame::Look { kind, .. } | Frame::Adventure { kind } => Event::Adventure(kind),
        other => unreachable!("{other:?} does not wait for chance"),
    }
}

/// The number that a roll cannot show: the second enemy die would be rerolled.
fn barred(look: Look) -> u8 {
    match look.s.stack.top() {
        Some(Frame::Enemy { .. }) => look.s.enemy[0],
        Some(_) | None => 0,
    }
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

pub fn odds(look: Look) -> Odds<Chance> {
    match due(look) {
        Event::Market => {
            rule!("FF-1202");
            Odds::even(look.s.market_deck.packet().iter().map(|card| Chance::Card { card }))
        }
        Event::Draw => {
            rule!("FF-1205");
            let kinds = look.s.bag.kinds();
            let dice = kinds.flat_map(|(kind, count)| {
                look.g
                    .faces
                    .weights(kind)
                    .map(move |(die, weight)| (Chance::Die { die }, weight * u32::from(count)))
            });
            Odds::weighted(dice)
        }
        Event::Again(die) => Odds::weighted(
            look.g.faces.weights(die.kind()).map(|(die, weight)| (Chance::Die { die }, weight)),
        ),
        Event::Roll => {
            let barred = barred(look);
            Odds::even(Pip::all().filter(|n| n.0 != barred).map(|number| Chance::Roll { number }))
        }
        Event::Token => Odds::even(tokens(look).map(|color| Chance::Token { color })),
        Event::Alignment => Odds::even(look.s.alignments.iter().map(|card| Chance::Alignment { card })),
        Event::Backstory => Odds::even(look.s.backstories.iter().map(|card| Chance::Backstory { card })),
        Event::Familiar => Odds::even(look.s.familiars.iter().map(|board| Chance::Familiar { board })),
        Event::Monster => Odds::even(setup::monsters(look).map(|card| Chance::Monster { card })),
        Event::Minion => {
            rule!("FF-1204");
            Odds::even(minions(look).iter().map(|card| Chance::Minion { card }))
        }
        Event::Fiend => Odds::even(look.s.fiends.iter().map(|card| Chance::Fiend { card })),
        Event::Adventure(kind) => {
            Odds::even(adventures(look, kind).iter().map(|card| Chance::Adventure { card: *card }))
        }
    }
}

#[inline]
pub fn sample<R: Rng + ?Sized>(look: Look, rng: &mut R) -> Chance {
    match due(look) {
        Event::Market => Chance::Card { card: look.s.market_deck.packet().pick(rng) },
        Event::Draw => {
            let kind = look.s.bag.pick(rng);
            Chance::Die { die: look.g.faces.roll(kind, rng) }
        }
        Event::Again(die) => Chance::Die { die: look.g.faces.roll(die.kind(), rng) },
        Event::Roll => {
            let barred = barred(look);
            let number = if barred == 0 { Pip::roll(rng) } else { other_pip(barred, rng) };
            Chance::Roll { number }
        }
        Event::Token => {
            let at = below(rng, tokens(look).count() as u32) as usize;
            Chance::Token { color: tokens(look).nth(at).unwrap_or(Color::Black) }
        }
        Event::Alignment => Chance::Alignment { card: look.s.alignments.pick(rng) },
        Event::Backstory => Chance::Backstory { card: look.s.backstories.pick(rng) },
        Event::Familiar => Chance::Familiar { board: look.s.familiars.pick(rng) },
        Event::Monster => {
            let at = below(rng, setup::monsters(look).count() as u32) as usize;
            Chance::Monster { card: setup::monsters(look).nth(at).unwrap_or_default() }
        }
        Event::Minion => Chance::Minion { card: minions(look).pick(rng) },
        Event::Fiend => Chance::Fiend { card: look.s.fiends.pick(rng) },
        Event::Adventure(kind) => {
            let all = adventures(look, kind);
            Chance::Adventure { card: all[below(rng, all.len() as u32) as usize] }
        }
    }
}

fn other_pip<R: Rng + ?Sized>(barred: u8, rng: &mut R) -> Pip {
    let at = below(rng, 5) as u8 + 1;
    Pip(if at >= barred { at + 1 } else { at })
}
