//! A table told as a view: decks, Initiative cards, what goes on. `tell_players.rs` tells players and what stands on cards.

use super::encode_players::{faces, player};
use ::fiends_and_familiars::{
    FiendsAndFamiliars, Frame, State,
    dice::Die,
    queries::Look,
    rules::{dice_phase, hunt, market_phase, monster_combat, setup},
    state::{Ending, Fight, Initiative},
    words::{AdventureKind, InitiativeId},
};
use kernel::{Restore as _, Seat, SeatSet};
use proto::v1::{FiendsAndFamiliarsView, fiends_and_familiars_view as wire};

/// Ids as words.
pub(super) fn texts<T: ToString>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    all.into_iter().map(|id| id.to_string()).collect()
}

/// An id as a word, or nothing for none.
pub(super) fn maybe<T: ToString + Default + PartialEq>(id: T) -> String {
    if id == T::default() { String::new() } else { id.to_string() }
}

pub(super) fn dice(all: impl IntoIterator<Item = Die>) -> Vec<String> {
    texts(all.into_iter().filter(|die| die.is_some()))
}

pub(super) fn seats(all: SeatSet) -> Vec<u32> {
    all.into_iter().map(|seat| seat.number().into()).collect()
}

pub(super) fn table(game: &FiendsAndFamiliars, state: &State) -> FiendsAndFamiliarsView {
    let look = Look { g: game, s: state };
    let mut told = FiendsAndFamiliarsView {
        round: state.round.into(),
        phase: phase(state).into(),
        turn_of: state.turn.asked().lowest().map(|seat| seat.number().into()),
        start_player: state.start.number().into(),
        dice_per_card: state.dice_per_card.into(),
        initiatives: (0..look.cards_in_row()).filter_map(|at| initiative(look, at)).collect(),
        market: state.market.iter().map(|card| maybe(*card)).collect(),
        market_deck: Some(market_deck(state)),
        discard: texts(state.discard.iter()),
        trash: texts(state.trash.iter()),
        turned_up: texts(state.looked),
        minion: maybe(state.minions.revealed),
        minion_deck: Some(wire::MinionDeck {
            single_dots: state.minions.upper_left.into(),
            double_dots: state.minions.lower_left.into(),
            bottom: texts(state.minions.tail),
        }),
        fiends_left: state.fiends.count(),
        monster: maybe(state.monster),
        adventures: AdventureKind::ALL.iter().filter_map(|kind| adventure(state, *kind)).collect(),
        players: Seat::first(game.options.seats).map(|seat| player(look, seat)).collect(),
        bag: state.bag.kinds().map(|(kind, count)| in_bag(kind.to_string(), count)).collect(),
        rolled: dice(state.pool),
        hand: dice(state.hand),
        enemy_dice: enemy_dice(state),
        ending: state.ending.map(ending),
        ..FiendsAndFamiliarsView::default()
    };
    if game.moment(state).is_none() {
        told.lifted = maybe(state.lifted);
        told.fight = fighting(state).then(|| fight(&state.fight));
    }
    told.faces = faces(look, &told);
    told
}

/// Both as they fell, 0 for one that is still to fall; none if none has.
fn enemy_dice(state: &State) -> Vec<u32> {
    if state.enemy == [None; 2] {
        return vec![];
    }
    state.enemy.map(|number| number.map_or(0, |number| number.value().into())).to_vec()
}

fn initiative(look: Look, at: usize) -> Option<wire::Initiative> {
    let card: &Initiative = look.s.initiatives.get(at)?;
    let number = u8::try_from(at + 1).ok()?;
    Some(wire::Initiative {
        id: InitiativeId(number).to_string(),
        dice: dice(card.dice),
        gold: card.gold,
        fiends: texts(card.fiends.iter()),
        taken_by: card.taken.lowest().map(|seat| seat.number().into()),
        top: look.is_top(at),
    })
}

fn market_deck(state: &State) -> wire::MarketDeck {
    let deck = &state.market_deck;
    wire::MarketDeck {
        next: texts(deck.upper.iter()),
        later: texts(deck.lower.iter()),
        call_under: deck.call.map(u32::from),
    }
}

fn in_bag(kind: String, count: u8) -> wire::InBag {
    wire::InBag { kind, count: count.into() }
}

/// An Adventure card that somebody has looked at; its id only if the reader is among them.
fn adventure(state: &State, kind: AdventureKind) -> Option<wire::Adventure> {
    let card = state.adventures.get(kind.index())?;
    if card.seen_by().is_empty() {
        return None;
    }
    Some(wire::Adventure {
        kind: kind.word().to_owned(),
        card: card.get().map(ToString::to_string).unwrap_or_default(),
        seen_by: seats(card.seen_by()),
    })
}

fn fighting(state: &State) -> bool {
    let fights = |frame: &Frame| {
        matches!(
            frame,
            Frame::Combat(_)
                | Frame::Hunt(hunt::Frame::Reward { .. })
                | Frame::Monster(monster_combat::Frame::Fought { .. })
        )
    };
    state.stack.frames().any(fights)
}

fn fight(fight: &Fight) -> wire::Fight {
    let shown = fight.shown.iter().zip(1u32..);
    wire::Fight {
        monster: fight.monster,
        dice: fight.pool.into(),
        shown: shown.flat_map(|(count, number)| (0..*count).map(move |_| number)).collect(),
        bonus: fight.bonus.into(),
        free_rerolls: fight.free_rerolls.into(),
        power: fight.power,
    }
}

fn ending(of: Ending) -> wire::Ending {
    match of {
        Ending::Won(winners) => wire::Ending { winners: seats(winners), ..wire::Ending::default() },
        Ending::Dead => wire::Ending { dead: true, ..wire::Ending::default() },
        Ending::Ranked { total, rank } => {
            wire::Ending { total: total.into(), rank: rank.word().to_owned(), ..wire::Ending::default() }
        }
    }
}

/// The phase that the lowest frame which says one is in.
fn phase(state: &State) -> wire::Phase {
    if state.ending.is_some() {
        return wire::Phase::Over;
    }
    if state.round == 0 {
        return wire::Phase::Unspecified;
    }
    let during = if state.dice_phase { wire::Phase::Dice } else { wire::Phase::Roll };
    state.stack.frames().find_map(phase_of).unwrap_or(during)
}

/// What happens in a phase, and would happen in others too, says none.
fn phase_of(frame: &Frame) -> Option<wire::Phase> {
    match frame {
        Frame::Roll(_) => Some(wire::Phase::Roll),
        Frame::Dice(frame) => in_dice_phase(*frame),
        Frame::Enemy(_) => Some(wire::Phase::Dice),
        Frame::Market(frame) => in_market_phase(*frame),
        Frame::Cleanup(_) | Frame::Setup(setup::Frame::Deal | setup::Frame::Fiends { .. }) => {
            Some(wire::Phase::Cleanup)
        }
        Frame::Monster(_) => Some(wire::Phase::Monster),
        Frame::Setup(_)
        | Frame::Window(_)
        | Frame::Card(_)
        | Frame::Hunt(_)
        | Frame::Combat(_)
        | Frame::Minimal(_) => None,
    }
}

fn in_dice_phase(frame: dice_phase::Frame) -> Option<wire::Phase> {
    match frame {
        dice_phase::Frame::Turn { .. } | dice_phase::Frame::Select { .. } | dice_phase::Frame::End => {
            Some(wire::Phase::Dice)
        }
        dice_phase::Frame::Place { .. }
        | dice_phase::Frame::TurnAction { .. }
        | dice_phase::Frame::PlacedAction { .. }
        | dice_phase::Frame::GainFiends { .. } => None,
    }
}

fn in_market_phase(frame: market_phase::Frame) -> Option<wire::Phase> {
    match frame {
        market_phase::Frame::Phase { .. } | market_phase::Frame::Turn { .. } | market_phase::Frame::End => {
            Some(wire::Phase::Market)
        }
        market_phase::Frame::Drop { .. } => None,
    }
}
