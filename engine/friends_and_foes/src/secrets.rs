//! Who knows what: hand cards, face-down choices and formations in the making. FO-420 to FO-424.

use crate::{
    FriendsAndFoes, State,
    frame::Frame,
    options::TeamHands,
    queries::Look,
    rules::{effects, formation, initiative, setup},
    state::{Build, Char, Commit},
    words::{CharId, CharSet, SLOTS},
};
use kernel::{CardSet, Pool, Seat, Turn, below, rule};
use rand::Rng;

/// Forgets what this seat has not seen.
pub fn mask(g: &FriendsAndFoes, s: &mut State, me: Seat) {
    rule!("FO-420", "FO-421", "FO-423", "FO-R62");
    for seat in Seat::first(g.options.seats).filter(|seat| *seat != me) {
        let open = g.options.team_hands == TeamHands::Open && g.team(seat) == g.team(me);
        if !open {
            mask_hand(s, seat);
        }
        mask_commits(s, seat);
    }
    // What its player never told is not known to a teammate either.
    if std::mem::take(&mut s.guessed) {
        s.hidden.into_iter().for_each(|seat| mask_hand(s, seat));
    }
    if s.stack.top() == Some(&Frame::Setup(setup::Frame::Build)) {
        mask_building(g, s, me);
    }
}

/// Unknown hand cards lie somewhere among the unseen.
fn mask_hand(s: &mut State, seat: Seat) {
    let side = &mut s.sides[seat];
    side.deck = side.deck.or(side.hand.minus(side.shown));
    side.hand = side.shown;
    if looks_at_cards(s, seat) {
        s.looked = CardSet::EMPTY;
    }
}

/// Is this seat looking at cards of its deck?
fn looks_at_cards(s: &State, seat: Seat) -> bool {
    use effects::Frame::{Look, LookKeep};
    matches!(s.stack.top(), Some(Frame::Effects(Look { seat: at, .. } | LookKeep { seat: at })) if *at == seat)
}

fn mask_commits(s: &mut State, seat: Seat) {
    let hide = |laid: &mut Option<Commit>| *laid = laid.map(|_| Commit::HIDDEN);
    hide(&mut s.sides[seat].commit);
    CharSet::owned_by(seat).iter().for_each(|who| hide(&mut s.fight.commits[who.index()]));
}

/// Nobody sees how far the others are with their formations, nor what is in them.
fn mask_building(g: &FriendsAndFoes, s: &mut State, me: Seat) {
    rule!("FO-424");
    for seat in Seat::first(g.options.seats).filter(|seat| *seat != me) {
        if g.options.formations[seat.index()].is_some() {
            continue;
        }
        s.build[seat.index()] = Build::default();
        for slot in 0..SLOTS {
            *s.char_mut(CharId::new(seat, slot)) = Char::default();
        }
    }
    s.turn = Turn::Each(formation::building(Look { g, s }));
}

/// A fair guess where something is missing.
pub fn fill<R: Rng + ?Sized>(g: &FriendsAndFoes, s: &mut State, rng: &mut R) {
    s.guessed = !s.hidden.is_empty();
    for seat in Seat::first(g.options.seats) {
        hold_commits(s, seat);
        fill_hand(s, seat, rng);
        fill_commits(g, s, seat, rng);
    }
}

/// What its player has laid face down is in the hand, whatever else is.
pub(crate) fn hold_commits(s: &mut State, seat: Seat) {
    let laid = CharSet::owned_by(seat).iter().filter_map(|who| s.fight.commits[who.index()]?.as_card());
    let all: CardSet = laid.chain(s.sides[seat].commit.and_then(Commit::as_card)).collect();
    let side = &mut s.sides[seat];
    let missing = all.and(side.deck);
    side.deck = side.deck.minus(missing);
    side.hand = side.hand.or(missing);
}

/// Every set of unseen cards is as likely as any other to be the hand.
fn fill_hand<R: Rng + ?Sized>(s: &mut State, seat: Seat, rng: &mut R) {
    let side = &mut s.sides[seat];
    let missing = u32::from(side.hand_len).saturating_sub(side.hand.count());
    for _ in 0..missing {
        let card = side.deck.pick(rng);
        side.deck.take(card);
        side.hand.put(card);
    }
    if looks_at_cards(s, seat) {
        let hidden = s.sides[seat].hand.minus(s.sides[seat].shown).minus(s.looked);
        let mut from = hidden;
        while s.looked.count() < u32::from(s.looked_len) && !from.is_empty() {
            let card = from.pick(rng);
            from.take(card);
            s.looked.put(card);
        }
    }
}

fn fill_commits<R: Rng + ?Sized>(g: &FriendsAndFoes, s: &mut State, seat: Seat, rng: &mut R) {
    if s.sides[seat].commit == Some(Commit::HIDDEN) {
        s.sides[seat].commit = Some(guess_commit(g, s, seat, rng));
    }
    for who in CharSet::owned_by(seat).iter() {
        if s.fight.commits[who.index()] == Some(Commit::HIDDEN) {
            let laid = crate::rules::attack::laid_down(Look { g, s }, seat);
            let free = s.sides[seat].hand.minus(laid);
            s.fight.commits[who.index()] = Some(card_or_deck(free, true, rng));
        }
    }
}

fn guess_commit<R: Rng + ?Sized>(g: &FriendsAndFoes, s: &State, seat: Seat, rng: &mut R) -> Commit {
    let side = &s.sides[seat];
    match s.stack.top() {
        Some(Frame::Setup(setup::Frame::Buy)) => {
            Commit::count(below(rng, u32::from(setup::buys_at_most(side)) + 1) as u8)
        }
        Some(Frame::Initiative(initiative::Frame::Choose)) => {
            let deck = g.options.initiative_source == crate::options::InitiativeSource::HandOrDeck
                && side.can_draw();
            card_or_deck(side.hand, deck, rng)
        }
        Some(_) | None => card_or_deck(side.hand, side.can_draw(), rng),
    }
}

fn card_or_deck<R: Rng + ?Sized>(hand: CardSet, deck: bool, rng: &mut R) -> Commit {
    let at = below(rng, hand.count() + u32::from(deck || hand.is_empty()));
    if at < hand.count() { Commit::card(hand.nth(at)) } else { Commit::DECK }
}
