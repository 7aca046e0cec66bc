//! Cards: drawing, "play a card", advantage, turning up, placing. FO-110 to FO-124.

use crate::{
    Action, Play,
    event::Event,
    frame::{self, Frame::Cards, Next, one, stray, then, wait},
    luck::Falls,
    options::{Advantage, TeamHands},
    queries::Look,
    rules::attack,
    state::{Commit, Played, Sigil, Traits, Used},
    words::{CharId, value},
};
use kernel::{Card, CardSet, Pool, Seat, SeatSet, Turn, rule};
use serde::{Deserialize, Serialize};

/// What a card is played for, where it matters how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum How {
    Plain,
    Advantage,
    /// The attack card: where it came from may matter.
    Attack,
    AttackAdvantage,
}

impl How {
    #[must_use]
    pub const fn advantage(self) -> bool {
        matches!(self, How::Advantage | How::AttackAdvantage)
    }
    #[must_use]
    pub const fn attack(self) -> bool {
        matches!(self, How::Attack | How::AttackAdvantage)
    }
    #[must_use]
    pub const fn without_advantage(self) -> How {
        match self {
            How::Plain | How::Advantage => How::Plain,
            How::Attack | How::AttackAdvantage => How::Attack,
        }
    }
}

/// Cards on their way from a deck or a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Draw cards into hand.
    Draws {
        seat: Seat,
        left: u8,
    },
    /// Play a card for a character.
    Play {
        who: CharId,
        how: How,
    },
    /// The top card of the deck falls; with advantage, another follows.
    Turned {
        who: CharId,
        how: How,
        second: bool,
    },
    /// Which of two cards counts.
    Pick {
        who: CharId,
        how: How,
    },
    SecondLook {
        who: CharId,
        how: How,
    },
    /// Turn up a card from the deck, without a choice unless the deck is empty.
    TurnUp {
        seat: Seat,
    },
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Draws { seat, left } => draws(p, seat, left),
        Frame::Play { who, how } => play(p, who, how),
        Frame::TurnUp { seat } => turn_up(p, seat),
        Frame::Turned { .. } | Frame::Pick { .. } | Frame::SecondLook { .. } => wait(frame),
    }
}

#[must_use]
#[inline]
pub fn turn(look: Look, frame: Frame) -> Turn {
    match frame {
        Frame::Draws { .. } => Turn::Chance,
        Frame::Turned { who, .. } => turns_up(look, who.seat()),
        Frame::TurnUp { seat } if look.s.sides[seat].deck_len() > 0 => turns_up(look, seat),
        Frame::TurnUp { seat } => one(seat),
        Frame::Play { who, .. } | Frame::Pick { who, .. } | Frame::SecondLook { who, .. } => one(who.seat()),
    }
}

/// A card falls from a deck; whoever has a deck of their own tells which.
#[must_use]
#[inline]
pub fn turns_up(look: Look, seat: Seat) -> Turn {
    if look.s.is_hidden(seat) { one(seat) } else { Turn::Chance }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Play { how, .. } => {
            offer_play(look, seat, offer);
            if how.advantage() && look.g.options.advantage == Advantage::May {
                offer(Action::Decline);
            }
        }
        Frame::Turned { .. } => offer_turn(look, seat, offer),
        Frame::TurnUp { .. } if look.s.sides[seat].deck_len() > 0 => offer_turn(look, seat, offer),
        Frame::TurnUp { .. } => look.s.playable(seat).iter().for_each(|card| offer(Action::Hand { card })),
        Frame::Pick { .. } => {
            let both = [look.s.played.card, look.s.played.other];
            both.into_iter().flatten().for_each(|card| offer(Action::Pick { card }));
        }
        Frame::SecondLook { .. } => [Action::Keep, Action::Redraw].into_iter().for_each(offer),
        Frame::Draws { .. } => {}
    }
}

/// What chance decides.
#[inline]
#[must_use]
pub fn falls(frame: Frame) -> Falls {
    match frame {
        Frame::Draws { seat, .. } | Frame::TurnUp { seat } => Falls::Card { of: seat },
        Frame::Turned { who, .. } => Falls::Card { of: who.seat() },
        Frame::Play { .. } | Frame::Pick { .. } | Frame::SecondLook { .. } => Falls::Nothing,
    }
}

/// The top card of a deck was drawn or turned up.
#[inline]
pub fn drawn(p: &mut Play, frame: Frame, card: Card) -> Next {
    match frame {
        Frame::Draws { seat, left } => {
            rule!("FO-170");
            into_hand(p, seat, card);
            then(Frame::Draws { seat, left: left - 1 })
        }
        Frame::Turned { who, how, second } => turned(p, (who, how), second, card),
        Frame::TurnUp { seat } => {
            from_deck(p, seat, card);
            turned_up(p, card, false)
        }
        Frame::Play { .. } | Frame::Pick { .. } | Frame::SecondLook { .. } => stray(frame),
    }
}

/// A hand card, or the top of the deck, is to be played.
pub fn laid(p: &mut Play, frame: Frame, choice: Commit) -> Next {
    match frame {
        Frame::Play { who, how } => chosen(p, who, how, choice),
        Frame::TurnUp { seat } => {
            let Some(card) = choice.as_card() else { return stray(frame) };
            from_hand(p, seat, card);
            turned_up(p, card, true)
        }
        Frame::Draws { .. } | Frame::Turned { .. } | Frame::Pick { .. } | Frame::SecondLook { .. } => {
            stray(frame)
        }
    }
}

/// The advantage is not used: one card, from hand or from the deck.
pub fn declined(frame: Frame) -> Next {
    rule!("FO-118", "FO-R25");
    let Frame::Play { who, how } = frame else { return stray(frame) };
    then(Frame::Play { who, how: how.without_advantage() })
}

/// Makes sure that the deck has a card, if that is possible at all.
pub fn ready_deck(p: &mut Play, seat: Seat) -> bool {
    rule!("FO-112", "FO-R23", "FO-422");
    let side = &mut p.s.sides[seat];
    if side.deck_len() > 0 {
        return true;
    }
    if side.discard.is_empty() {
        return false;
    }
    // Now that every card outside the hand has been seen, everybody knows the hand.
    side.hand = side.hand.or(side.deck);
    side.shown = side.hand;
    side.deck = side.discard;
    side.discard = CardSet::EMPTY;
    p.say(|_| Event::Reshuffles(seat));
    true
}

/// Who sees what this seat draws.
#[must_use]
pub fn drawn_seen_by(look: Look, seat: Seat) -> SeatSet {
    rule!("FO-421", "FO-423", "FO-R62");
    match look.g.options.team_hands {
        TeamHands::Private => SeatSet::only(seat),
        TeamHands::Open => look.members(look.team(seat)),
    }
}

/// Draws cards into hand, one after the other.
fn draws(p: &mut Play, seat: Seat, left: u8) -> Next {
    if left == 0 {
        return Next::Done;
    }
    if !ready_deck(p, seat) {
        p.say(|_| Event::NothingToDraw(seat));
        return Next::Done;
    }
    if p.s.is_hidden(seat) {
        untold(p, seat);
        return then(Frame::Draws { seat, left: left - 1 });
    }
    wait(Frame::Draws { seat, left })
}

/// A player with a deck of their own takes its top card: which one is not told.
pub fn untold(p: &mut Play, seat: Seat) {
    rule!("FO-170");
    p.s.sides[seat].hand_len += 1;
    p.say(|l| Event::Draws(seat, drawn_seen_by(l, seat), None));
}

pub fn into_hand(p: &mut Play, seat: Seat, card: Card) {
    p.s.sides[seat].leave_deck(card);
    p.s.sides[seat].take_in_hand(card);
    p.say(|l| Event::Draws(seat, drawn_seen_by(l, seat), Some(card)));
}

/// "Play a card": from hand or from the deck; chosen before anything is drawn.
fn play(p: &mut Play, who: CharId, how: How) -> Next {
    rule!("FO-110", "FO-124");
    p.s.played = Played::default();
    let seat = who.seat();
    let commit = std::mem::take(&mut p.s.fight.commits[who.index()]);
    if let Some(commit) = commit {
        return chosen(p, who, how, commit);
    }
    if p.s.sides[seat].hand_len > 0 {
        return wait(Frame::Play { who, how });
    }
    chosen(p, who, how, Commit::DECK)
}

/// A choice of hand or deck is carried out.
fn chosen(p: &mut Play, who: CharId, how: How, choice: Commit) -> Next {
    let seat = who.seat();
    if let Some(card) = choice.as_card() {
        from_hand(p, seat, card);
        (p.s.played.card, p.s.played.from_hand) = (Some(card), true);
        let more = how.advantage() && ready_deck(p, seat);
        return if more { wait(Frame::Turned { who, how, second: true }) } else { Next::Done };
    }
    if ready_deck(p, seat) {
        return wait(Frame::Turned { who, how, second: false });
    }
    nothing_to_play(p, seat)
}

fn nothing_to_play(p: &mut Play, seat: Seat) -> Next {
    rule!("FO-112");
    p.s.played = Played::default();
    p.say(|_| Event::PlaysNothing(seat));
    Next::Done
}

/// A hand card is laid face up.
pub fn from_hand(p: &mut Play, seat: Seat, card: Card) {
    rule!("FO-111");
    p.s.sides[seat].leave_hand(card);
    p.s.sides[seat].table.put(card);
    p.say(|_| Event::Plays(seat, card, true));
}

fn from_deck(p: &mut Play, seat: Seat, card: Card) {
    p.s.sides[seat].leave_deck(card);
    p.s.sides[seat].table.put(card);
    p.say(|_| Event::Plays(seat, card, false));
}

/// A card of the deck was turned up for a character's play.
fn turned(p: &mut Play, (who, how): (CharId, How), second: bool, card: Card) -> Next {
    let seat = who.seat();
    from_deck(p, seat, card);
    if second {
        rule!("FO-118", "FO-R25");
        (p.s.played.other, p.s.played.other_from_hand) = (Some(card), false);
        return pick(p, who, how);
    }
    (p.s.played.card, p.s.played.from_hand) = (Some(card), false);
    if how.advantage() {
        return if ready_deck(p, seat) { wait(Frame::Turned { who, how, second: true }) } else { Next::Done };
    }
    let looks =
        p.look().has_trait(who, Traits::SECOND_LOOK) && !p.s.char(who).used.contains(Used::SECOND_LOOK);
    if looks && p.s.sides[seat].can_draw() { wait(Frame::SecondLook { who, how }) } else { Next::Done }
}

/// Which of two cards counts, if it makes a difference.
fn pick(p: &mut Play, who: CharId, how: How) -> Next {
    let played = p.s.played;
    let (Some(one), Some(two)) = (played.card, played.other) else { return Next::Done };
    let look = p.look();
    let hand_matters = how.attack() && p.s.char(who).sheet.from_hand > 0;
    let same = value(one) == value(two)
        && look.is_critical(who, one) == look.is_critical(who, two)
        && !(hand_matters && played.from_hand != played.other_from_hand);
    if same { Next::Done } else { wait(Frame::Pick { who, how }) }
}

pub fn picked(p: &mut Play, asked: frame::Frame, card: Card) -> Next {
    let Cards(Frame::Pick { .. }) = asked else { return stray(asked) };
    if p.s.played.other == Some(card) {
        (p.s.played.card, p.s.played.from_hand) = (Some(card), p.s.played.other_from_hand);
    }
    p.say(|_| Event::Counts(card));
    Next::Done
}

pub fn keep(asked: frame::Frame) -> Next {
    let Cards(Frame::SecondLook { .. }) = asked else { return stray(asked) };
    Next::Done
}

/// Second Look: discard the card and turn up another, which counts.
pub fn redraw(p: &mut Play, asked: frame::Frame) -> Next {
    let Cards(Frame::SecondLook { who, how }) = asked else { return stray(asked) };
    p.s.char_mut(who).used |= Used::SECOND_LOOK;
    p.say(|l| Event::Redraws(l.name(who)));
    let seat = who.seat();
    let side = &mut p.s.sides[seat];
    if let Some(card) = p.s.played.card
        && side.table.take(card)
    {
        side.discard.put(card);
    }
    p.s.played = Played::default();
    chosen(p, who, how, Commit::DECK)
}

/// Turns up the top card of the deck; with no deck left, a hand card must do.
fn turn_up(p: &mut Play, seat: Seat) -> Next {
    rule!("FO-112");
    p.s.played = Played::default();
    if ready_deck(p, seat) || p.s.sides[seat].hand_len > 0 {
        return wait(Frame::TurnUp { seat });
    }
    nothing_to_play(p, seat)
}

fn turned_up(p: &mut Play, card: Card, from_hand: bool) -> Next {
    p.s.played = Played { card: Some(card), from_hand, ..Played::default() };
    Next::Done
}

/// Played cards have done their work.
pub fn clear_table(p: &mut Play) {
    rule!("FO-111", "FO-R04");
    for seat in Seat::first(p.g.options.seats) {
        let side = &mut p.s.sides[seat];
        side.discard = side.discard.or(side.table);
        side.table = CardSet::EMPTY;
    }
}

/// What may be played from hand, or from the deck if there is one.
pub fn offer_play(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    rule!("FO-110");
    let side = &look.s.sides[seat];
    if side.can_draw() {
        offer(Action::Deck);
    }
    look.s.playable(seat).iter().for_each(|card| offer(Action::Hand { card }));
}

/// Any card that was not seen; one that its player has laid down is in hand.
pub fn offer_turn(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let unseen = look.s.sides[seat].deck.minus(attack::laid_down(look, seat));
    unseen.iter().for_each(|card| offer(Action::Turn { card }));
}

/// Lays a hand card on a character.
pub fn place(p: &mut Play, actor: CharId, subject: CharId, card: Card) {
    rule!("FO-113", "FO-114");
    let seat = actor.seat();
    p.s.sides[seat].leave_hand(card);
    p.s.char_mut(subject).sigil = Some(Sigil { card, of: seat });
    p.say(|l| Event::Lays(seat, card, l.name(subject)));
}

/// A placed card is discarded when it was used or its character is gone.
pub fn drop_sigil(p: &mut Play, who: CharId) -> Option<Card> {
    let sigil = p.s.char_mut(who).sigil.take()?;
    p.s.sides[sigil.of].discard.put(sigil.card);
    Some(sigil.card)
}

/// Did the card that counts reach the value, or is it a critical?
#[must_use]
pub fn succeeds(look: Look, who: CharId, needed: u8, greater: bool) -> bool {
    rule!("FO-120", "FO-123");
    let Some(card) = look.s.played.card else { return false };
    let enough = if greater { value(card) > needed } else { value(card) >= needed };
    enough || look.is_critical(who, card)
}
