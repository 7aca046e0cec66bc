//! Cards: drawing, "play a card", advantage, turning up, placing. FO-110 to FO-124.

use crate::{
    Action, Play,
    event::Event,
    frame::{Frame, How},
    options::TeamHands,
    queries::Look,
    state::{Commit, Played, Sigil, trait_bit, used},
    words::{CharId, value},
};
use kernel::{Card, CardSet, Next, Pool, Seat, SeatSet, rule};

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
pub fn draws(p: &mut Play, seat: Seat, left: u8) -> Next<Frame> {
    if left == 0 {
        return Next::Done;
    }
    if !ready_deck(p, seat) {
        p.say(|_| Event::NothingToDraw(seat));
        return Next::Done;
    }
    if p.s.is_hidden(seat) {
        untold(p, seat);
        return Next::Then(Frame::Draws { seat, left: left - 1 });
    }
    Next::Wait(Frame::Draws { seat, left })
}

/// A player with a deck of their own takes its top card: which one is not told.
pub fn untold(p: &mut Play, seat: Seat) {
    rule!("FO-170");
    p.s.sides[seat].hand_len += 1;
    p.say(|l| Event::Draws(seat, drawn_seen_by(l, seat), None));
}

pub fn drawn(p: &mut Play, seat: Seat, left: u8, card: Card) -> Next<Frame> {
    rule!("FO-170");
    into_hand(p, seat, card);
    Next::Then(Frame::Draws { seat, left: left - 1 })
}

pub fn into_hand(p: &mut Play, seat: Seat, card: Card) {
    p.s.sides[seat].leave_deck(card);
    p.s.sides[seat].take_in_hand(card);
    p.say(|l| Event::Draws(seat, drawn_seen_by(l, seat), Some(card)));
}

/// "Play a card": from hand or from the deck; chosen before anything is drawn.
pub fn play(p: &mut Play, who: CharId, how: How) -> Next<Frame> {
    rule!("FO-110", "FO-124");
    p.s.played = Played::default();
    let seat = who.seat();
    let commit = std::mem::take(&mut p.s.fight.commits[who.index()]);
    if !commit.is_none() {
        return chosen(p, who, how, commit);
    }
    if p.s.sides[seat].hand_len > 0 {
        return Next::Wait(Frame::Play { who, how });
    }
    chosen(p, who, how, Commit::DECK)
}

/// A choice of hand or deck is carried out.
pub fn chosen(p: &mut Play, who: CharId, how: How, choice: Commit) -> Next<Frame> {
    let seat = who.seat();
    if let Some(card) = choice.as_card() {
        from_hand(p, seat, card);
        (p.s.played.card, p.s.played.from_hand) = (Some(card), true);
        let more = how.advantage() && ready_deck(p, seat);
        return if more { Next::Wait(Frame::Turned { who, how, second: true }) } else { Next::Done };
    }
    if ready_deck(p, seat) {
        return Next::Wait(Frame::Turned { who, how, second: false });
    }
    nothing_to_play(p, seat)
}

fn nothing_to_play(p: &mut Play, seat: Seat) -> Next<Frame> {
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
pub fn turned(p: &mut Play, (who, how): (CharId, How), second: bool, card: Card) -> Next<Frame> {
    let seat = who.seat();
    from_deck(p, seat, card);
    if second {
        rule!("FO-118", "FO-R25");
        (p.s.played.other, p.s.played.other_from_hand) = (Some(card), false);
        return pick(p, who, how);
    }
    (p.s.played.card, p.s.played.from_hand) = (Some(card), false);
    if how.advantage() {
        return if ready_deck(p, seat) {
            Next::Wait(Frame::Turned { who, how, second: true })
        } else {
            Next::Done
        };
    }
    let looks =
        p.look().has_trait(who, trait_bit::SECOND_LOOK) && p.s.char(who).used & used::SECOND_LOOK == 0;
    if looks && p.s.sides[seat].can_draw() { Next::Wait(Frame::SecondLook { who, how }) } else { Next::Done }
}

/// Which of two cards counts, if it makes a difference.
fn pick(p: &mut Play, who: CharId, how: How) -> Next<Frame> {
    let played = p.s.played;
    let (Some(one), Some(two)) = (played.card, played.other) else { return Next::Done };
    let look = p.look();
    let hand_matters = how.attack() && p.s.char(who).sheet.from_hand > 0;
    let same = value(one) == value(two)
        && look.is_critical(who, one) == look.is_critical(who, two)
        && !(hand_matters && played.from_hand != played.other_from_hand);
    if same { Next::Done } else { Next::Wait(Frame::Pick { who, how }) }
}

pub fn picked(p: &mut Play, card: Card) -> Next<Frame> {
    if p.s.played.other == Some(card) {
        (p.s.played.card, p.s.played.from_hand) = (Some(card), p.s.played.other_from_hand);
    }
    p.say(|_| Event::Counts(card));
    Next::Done
}

/// Second Look: discard the card and turn up another, which counts.
pub fn second_look(p: &mut Play, who: CharId, how: How, again: bool) -> Next<Frame> {
    if !again {
        return Next::Done;
    }
    p.s.char_mut(who).used |= used::SECOND_LOOK;
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
pub fn turn_up(p: &mut Play, seat: Seat) -> Next<Frame> {
    rule!("FO-112");
    p.s.played = Played::default();
    if ready_deck(p, seat) || p.s.sides[seat].hand_len > 0 {
        return Next::Wait(Frame::TurnUp { seat });
    }
    nothing_to_play(p, seat)
}

pub fn turned_up(p: &mut Play, seat: Seat, card: Card, hand: bool) -> Next<Frame> {
    if hand {
        from_hand(p, seat, card)
    } else {
        from_deck(p, seat, card)
    }
    p.s.played = Played { card: Some(card), from_hand: hand, ..Played::default() };
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
