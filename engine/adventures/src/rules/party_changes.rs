//! Players who join or leave between adventures, one at a time. RA-200 to RA-206.

use crate::{
    Action, Event, Play,
    flow::stray,
    frame::{Asks, Fate, then, wait},
    queries::Look,
    rules::{campaign_setup, revealed},
    state::Sheet,
    words::{CardId, CardSet, Colour, Deck},
};
use kernel::{Next, Seat, SeatSet, flow::Flow, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Who comes, who goes, as it was agreed on before?
    Change,
    /// Does anybody join or leave?
    Break,
    /// Scores or health for the adventures a newcomer has missed.
    Newcomer {
        seat: u8,
        left: u8,
    },
    /// Cards likewise: of which deck, then which.
    NewcomerDeck {
        seat: u8,
        left: u8,
    },
    NewcomerDraw {
        seat: u8,
        left: u8,
        deck: Deck,
    },
    /// Who takes a card of somebody who left?
    ShareOut,
}

impl Frame {
    #[inline(always)]
    pub(crate) const fn asks(self) -> Asks {
        match self {
            Frame::Change => Asks::Nobody,
            Frame::Newcomer { seat, .. } | Frame::NewcomerDeck { seat, .. } => Asks::Seat(seat),
            Frame::NewcomerDraw { deck, .. } => Asks::Chance(Fate::Card(deck)),
            Frame::ShareOut | Frame::Break => Asks::Party,
        }
    }
}

pub fn enter(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::Change => change(p),
        Frame::Break => break_up(p),
        Frame::Newcomer { seat, left } => newcomer(p, seat, left),
        Frame::NewcomerDeck { seat, left } => newcomer_deck(p, seat, left),
        Frame::NewcomerDraw { .. } => wait(frame),
        Frame::ShareOut => share_out(p),
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, into: &mut impl FnMut(Action)) {
    match frame {
        Frame::Newcomer { .. } => {
            look.raisable(seat).for_each(|attribute| into(Action::Raise { attribute }));
            into(Action::Toughen);
        }
        Frame::NewcomerDeck { .. } => decks_left(look).for_each(|deck| into(Action::Deck { deck })),
        Frame::ShareOut => {
            rule!("RA-262");
            look.s.present.into_iter().for_each(|seat| into(Action::seat(seat)));
        }
        Frame::Break => {
            changes(look, into);
            into(Action::Done);
        }
        Frame::Change | Frame::NewcomerDraw { .. } => {}
    }
}

/// How many adventures were played at this table: what is agreed on counts from its first one.
fn played_here(look: Look) -> usize {
    let before = look.g.plan.saved.as_ref().map_or(0, |saved| saved.played);
    look.s.played.saturating_sub(before).into()
}

/// Who is to be there for the adventure that comes now.
fn wanted(look: Look) -> SeatSet {
    let schedule = &look.g.plan.party;
    let last = schedule.len().saturating_sub(1);
    let at = played_here(look);
    // What was asked at a break stands; a plan that nobody asks about goes on.
    if asked(look) {
        return look.s.present;
    }
    schedule.get(at.min(last)).copied().unwrap_or(look.s.present)
}

fn change(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-R62");
    let wanted = wanted(p.look());
    let (comes, goes) = (wanted.minus(p.s.present).lowest(), p.s.present.minus(wanted).lowest());
    match (comes, goes) {
        // Somebody must stay to carry the journal.
        (_, Some(seat)) if p.s.present.len() > 1 => leave(p, seat),
        (Some(seat), _) => join(p, seat),
        (None, _) if asked(p.look()) => then(Frame::Break),
        (None, _) => Next::Done,
    }
}

/// Is nothing agreed on for this break?
fn asked(look: Look) -> bool {
    look.g.options.breaks && played_here(look) >= look.g.plan.party.len()
}

/// Who may join or leave at this break: each seat once, and somebody stays.
fn changes(look: Look, into: &mut impl FnMut(Action)) {
    rule!("RA-R62");
    let s = look.s;
    let still = SeatSet::first(look.g.options.seats).minus(s.changed);
    still.minus(s.present).into_iter().for_each(|seat| into(Action::Join { player: seat.into() }));
    if s.present.len() > 1 {
        let leaving = still.into_iter().filter(|seat| s.present.contains(*seat));
        leaving.for_each(|seat| into(Action::Retire { player: seat.into() }));
    }
}

fn break_up(p: &mut Play) -> Next<crate::Frame> {
    let mut any = false;
    changes(p.look(), &mut |_| any = true);
    if any { wait(Frame::Break) } else { Next::Done }
}

/// Nobody else joins or leaves.
pub fn done(frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::Break => Next::Done,
        Frame::Change | Frame::Newcomer { .. } | Frame::NewcomerDeck { .. } => stray(frame),
        Frame::NewcomerDraw { .. } | Frame::ShareOut => stray(frame),
    }
}

/// The party takes somebody in.
pub fn joins(p: &mut Play, frame: crate::Frame, seat: Seat) -> Next<crate::Frame> {
    if frame != Frame::Break.into() {
        return stray(frame);
    }
    p.s.changed.insert(seat);
    join(p, seat)
}

/// Somebody leaves: it is for themselves to say, or for all others if they are gone already.
pub fn retires(p: &mut Play, frame: crate::Frame, seat: Seat) -> Next<crate::Frame> {
    if frame != Frame::Break.into() {
        return stray(frame);
    }
    p.s.votes = Default::default();
    p.s.tied = false;
    p.s.changed.insert(seat);
    leave(p, seat)
}

/// Play limit by the table, and the bonus play limit by what changed.
fn set_limits(p: &mut Play, before: u8) {
    rule!("RA-200", "RA-205", "RA-R10");
    let now = p.s.players();
    let play = p.look().limits(now).play;
    let most = p.g.content.campaign.bonus_most;
    let journal = &mut p.s.journal;
    journal.play_limit = play;
    journal.bonus_limit = match (before, now) {
        (2, 3) | (4, 3) => (journal.bonus_limit + 1).min(most),
        (3, 4 | 2) => journal.bonus_limit.saturating_sub(1),
        (_, _) => journal.bonus_limit,
    };
}

fn join(p: &mut Play, seat: Seat) -> Next<crate::Frame> {
    rule!("RA-200", "RA-201");
    let before = p.s.players();
    p.s.present.insert(seat);
    p.s.drawn_decks = 0;
    set_limits(p, before);
    let done = p.s.journal.campaign;
    p.s.stack.push(Frame::Change.into());
    p.s.stack.push(Frame::Newcomer { seat: seat.number(), left: done }.into());
    then(campaign_setup::Frame::Heroes { seat: seat.number(), only: true })
}

/// One score or one health for every adventure done.
pub fn newcomer(p: &mut Play, seat: u8, left: u8) -> Next<crate::Frame> {
    rule!("RA-202");
    if left > 0 {
        return wait(Frame::Newcomer { seat, left });
    }
    let cards = p.s.journal.campaign.div_ceil(2).min(Deck::MARKET.len() as u8);
    then(Frame::NewcomerDeck { seat, left: cards })
}

pub fn raised(p: &mut Play, frame: Frame, seat: Seat, attribute: Colour) -> Next<crate::Frame> {
    let Frame::Newcomer { seat: at, left } = frame else { return stray(frame) };
    campaign_setup::raise(p, seat, attribute);
    then(Frame::Newcomer { seat: at, left: left - 1 })
}

pub fn toughen(p: &mut Play, frame: crate::Frame, seat: Seat) -> Next<crate::Frame> {
    rule!("RA-202");
    let crate::Frame::Party(Frame::Newcomer { seat: at, left }) = frame else { return stray(frame) };
    p.s.sheets[seat].health += 1;
    let health = p.s.sheets[seat].health;
    p.say(|look| Event::Health(look.name(seat), health));
    then(Frame::Newcomer { seat: at, left: left - 1 })
}

/// Market decks a newcomer has not drawn from.
pub fn decks_left(look: Look<'_>) -> impl Iterator<Item = Deck> + '_ {
    rule!("RA-203", "RA-R59");
    look.market_left().filter(move |deck| look.s.drawn_decks >> deck.index() & 1 == 0)
}

pub fn newcomer_deck(p: &mut Play, seat: u8, left: u8) -> Next<crate::Frame> {
    if left == 0 || decks_left(p.look()).next().is_none() {
        return Next::Done;
    }
    wait(Frame::NewcomerDeck { seat, left })
}

/// A random card of this deck.
pub fn draw_from(frame: crate::Frame, deck: Deck) -> Next<crate::Frame> {
    let crate::Frame::Party(Frame::NewcomerDeck { seat, left }) = frame else { return stray(frame) };
    then(Frame::NewcomerDraw { seat, left, deck })
}

pub fn newcomer_drew(p: &mut Play, frame: Frame, card: CardId) -> Next<crate::Frame> {
    rule!("RA-203");
    let Frame::NewcomerDraw { seat, left, .. } = frame else { return stray(frame) };
    p.s.drawn_decks |= 1 << card.deck().index();
    revealed::take_card(p, Seat::new(seat), card);
    then(Frame::NewcomerDeck { seat, left: left - 1 })
}

/// Cards with a cost go back, the others are shared out, and the party is paid for what was done together.
fn leave(p: &mut Play, seat: Seat) -> Next<crate::Frame> {
    rule!("RA-204", "RA-206");
    let before = p.s.players();
    p.say(|look| Event::Leaves(seat, look.name(seat)));
    for card in p.s.sheets[seat].cards().iter() {
        if p.look().card(card).cost.is_some() {
            revealed::return_card(p, seat, card);
        } else {
            p.s.loose.insert(card);
        }
    }
    p.s.sheets[seat] = Sheet::default();
    p.s.present.remove(seat);
    set_limits(p, before);
    let paid = i16::from(p.s.journal.campaign) * 2;
    revealed::gain_gold(p, paid);
    revealed::gain_xp(p, paid);
    if p.s.storyteller == seat {
        p.s.storyteller = p.s.left_of(seat);
    }
    if p.s.tome_keeper == seat {
        p.s.tome_keeper = p.s.storyteller;
    }
    p.first(Frame::ShareOut.into(), Frame::Change.into())
}

/// The card that is shared out next.
#[must_use]
pub fn next_loose(loose: &CardSet) -> Option<CardId> {
    loose.iter().next()
}

pub fn share_out(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-204");
    match (next_loose(&p.s.loose), p.s.present.lowest()) {
        (None, _) | (_, None) => Next::Done,
        (Some(card), Some(only)) if p.s.present.len() == 1 => shared(p, only, card),
        (Some(_), Some(_)) => wait(Frame::ShareOut),
    }
}

/// Who takes the card is named.
pub fn share(p: &mut Play, frame: Frame, seat: Seat) -> Next<crate::Frame> {
    let (Frame::ShareOut, Some(card)) = (frame, next_loose(&p.s.loose)) else { return stray(frame) };
    shared(p, seat, card)
}

fn shared(p: &mut Play, seat: Seat, card: CardId) -> Next<crate::Frame> {
    p.s.loose.remove(card);
    p.s.sheets[seat].hand.insert(card);
    p.say(|look| Event::TakesCard(look.name(seat), card, look.card(card).name.clone()));
    then(Frame::ShareOut)
}
