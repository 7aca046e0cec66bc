//! Leduc poker: six cards, two rounds of betting, one card on the table. The first player loses 0.0856 chips a hand.

use super::shared::{FIRST, Hands, NoStory, Rank, SECOND, other, stakes};
use kernel::{Game, Log, Odds, Outcome, Seat, SeatSet, Step, Turn, below, notation};
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Both ante a chip and get one of two jacks, queens and kings; after a round of betting a card is laid open, then
/// follows another. A pair with the open card wins, else the higher card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leduc;

const ANTE: u8 = 1;
const RAISE_FIRST: u8 = 2;
const RAISE_SECOND: u8 = 4;
const RAISES_MAX: u8 = 2;
const COPIES: u32 = 2;
/// The most that can be won or lost.
pub const CHIPS_MAX: i32 = (ANTE + RAISES_MAX * (RAISE_FIRST + RAISE_SECOND)) as i32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    hands: Hands,
    board: Option<Rank>,
    phase: Phase,
    mover: Seat,
    /// In this round.
    raises: u8,
    /// Has the first player checked in this round?
    checked: bool,
    /// The chips each seat has put in.
    paid: [u8; 2],
    /// All that was said in both rounds, two bits a word: who remembers it plays better.
    said: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Phase {
    /// A card is due: to a seat, or to the table.
    Deal,
    Betting,
    /// The mover has given up.
    Folded,
    Showdown,
}

notation! {
    pub enum Action {
        "fold" Fold,
        /// Matches what the other has put in; checks if that is nothing more.
        "call" Call,
        "raise" Raise,
    }
}
notation! {
    pub enum Fate { "deal" Deal { card: Rank } }
}

impl State {
    /// The card of this seat, if it is dealt and not masked.
    #[must_use]
    pub fn card(&self, seat: Seat) -> Option<Rank> {
        self.hands.card(seat)
    }
    #[must_use]
    pub fn board(&self) -> Option<Rank> {
        self.board
    }
    /// The chips the first player has won, once the hand is over.
    #[must_use]
    pub fn net(&self) -> Option<i32> {
        let first_wins = match self.phase {
            Phase::Deal | Phase::Betting => return None,
            Phase::Folded if self.mover == FIRST => Ordering::Less,
            Phase::Folded => Ordering::Greater,
            Phase::Showdown => self.strength(FIRST).cmp(&self.strength(SECOND)),
        };
        let lost = |seat: Seat| i32::from(self.paid[seat.index()]);
        Some(match first_wins {
            Ordering::Less => -lost(FIRST),
            Ordering::Equal => 0,
            Ordering::Greater => lost(SECOND),
        })
    }
    /// A pair, then the rank.
    fn strength(&self, seat: Seat) -> (bool, Option<Rank>) {
        let card = self.card(seat);
        (card == self.board, card)
    }
    /// How many of each rank nobody is known to hold.
    #[inline]
    fn unknown(&self) -> [u32; 3] {
        let mut left = [COPIES; 3];
        for card in [self.card(FIRST), self.card(SECOND), self.board].into_iter().flatten() {
            left[card.index()] -= 1;
        }
        left
    }
    /// One of them.
    #[inline]
    fn pick<R: Rng + ?Sized>(&self, rng: &mut R) -> Rank {
        let [jacks, queens, kings] = self.unknown();
        let n = below(rng, jacks + queens + kings);
        Rank::ALL[usize::from(n >= jacks) + usize::from(n >= jacks + queens)]
    }
    #[inline]
    fn bet(&mut self, seat: Seat, action: Action) {
        let (own, theirs) = (seat.index(), other(seat).index());
        self.said = self.said << 2 | (action as u16 + 1);
        match action {
            Action::Fold => self.phase = Phase::Folded,
            Action::Call => {
                self.paid[own] = self.paid[theirs];
                if self.raises > 0 || self.checked {
                    return self.close_round();
                }
                self.checked = true;
                self.mover = other(seat);
            }
            Action::Raise => {
                let raise = if self.board.is_none() { RAISE_FIRST } else { RAISE_SECOND };
                self.paid[own] = self.paid[theirs] + raise;
                self.raises += 1;
                self.mover = other(seat);
            }
        }
    }
    #[inline]
    fn close_round(&mut self) {
        (self.mover, self.raises, self.checked) = (FIRST, 0, false);
        self.phase = if self.board.is_none() { Phase::Deal } else { Phase::Showdown };
        if self.phase == Phase::Showdown {
            self.hands.show();
        }
    }
}

impl Game for Leduc {
    type State = State;
    type Action = Action;
    type Chance = Fate;
    type Event = NoStory;

    fn seats(&self) -> u8 {
        2
    }
    #[inline]
    fn setup(&self) -> State {
        State {
            hands: Hands::default(),
            board: None,
            phase: Phase::Deal,
            mover: FIRST,
            raises: 0,
            checked: false,
            paid: [ANTE; 2],
            said: 0,
        }
    }
    #[inline]
    fn turn(&self, s: &State) -> Turn {
        match s.phase {
            Phase::Deal => Turn::Chance,
            Phase::Betting => Turn::Each(SeatSet::only(s.mover)),
            Phase::Folded | Phase::Showdown => Turn::Over,
        }
    }
    #[inline]
    fn legal_actions(&self, s: &State, seat: Seat, into: &mut Vec<Action>) {
        if s.phase != Phase::Betting || seat != s.mover {
            return;
        }
        // After a raise one may fold; after the last one may not raise.
        let from = usize::from(s.raises == 0);
        let to = if s.raises < RAISES_MAX { 3 } else { 2 };
        into.extend_from_slice(&[Action::Fold, Action::Call, Action::Raise][from..to]);
    }
    fn odds(&self, s: &State) -> Odds<Fate> {
        let left = s.unknown();
        Odds::weighted(Rank::ALL.iter().map(|card| (Fate::Deal { card: *card }, left[card.index()])))
    }
    #[inline]
    fn sample<R: Rng + ?Sized>(&self, s: &State, rng: &mut R) -> Fate {
        Fate::Deal { card: s.pick(rng) }
    }
    #[inline]
    fn apply(&self, s: &mut State, step: Step<Action, Fate>, _: &mut Log<NoStory>) {
        match step {
            Step::Chance(Fate::Deal { card }) => {
                let to = s.hands.next();
                match to {
                    Some(seat) => s.hands.deal(seat, card),
                    None => s.board = Some(card),
                }
                s.phase = if to == Some(FIRST) { Phase::Deal } else { Phase::Betting };
            }
            Step::Act { seat, action } => s.bet(seat, action),
        }
    }
    #[inline]
    fn outcome(&self, s: &State) -> Option<Outcome> {
        s.net().map(|net| stakes(net, CHIPS_MAX))
    }
    #[inline]
    fn mask(&self, s: &mut State, seat: Seat) {
        s.hands.mask(seat);
    }
    #[inline]
    fn fill<R: Rng + ?Sized>(&self, s: &mut State, rng: &mut R) {
        for seat in [FIRST, SECOND] {
            if s.hands.is_missing(seat) {
                s.hands.fill(seat, s.pick(rng));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::shared::proof::{keeps_all_laws, payoffs, play};
    use super::*;

    #[test]
    fn leduc_poker_keeps_all_laws() {
        keeps_all_laws(Leduc);
    }

    fn net(steps: &str) -> i32 {
        play(Leduc, steps).state().net().expect("the hand is over")
    }

    #[test]
    fn a_hand_raised_to_the_limit_is_for_all_chips_and_a_pair_wins_it() {
        let limit = "seat 0: call, seat 1: raise, seat 0: raise, seat 1: call";
        let hand = format!("deal J, deal K, {limit}, deal J, {limit}");
        assert_eq!(net(&hand), CHIPS_MAX);
        assert_eq!(payoffs(&play(Leduc, &hand)), [1000, 0]);
        assert_eq!(net(&format!("deal J, deal K, {limit}, deal Q, {limit}")), -13);
    }

    #[test]
    fn checked_hands_are_for_the_ante_and_equal_cards_share() {
        let checks = "seat 0: call, seat 1: call";
        assert_eq!(net(&format!("deal Q, deal K, {checks}, deal J, {checks}")), -1);
        assert_eq!(net(&format!("deal Q, deal Q, {checks}, deal J, {checks}")), 0);
        assert_eq!(net(&format!("deal K, deal Q, {checks}, deal Q, {checks}")), -1);
    }

    #[test]
    fn who_folds_loses_what_it_has_put_in() {
        assert_eq!(net("deal J, deal K, seat 0: raise, seat 1: fold"), 1);
        assert_eq!(net("deal J, deal K, seat 0: raise, seat 1: raise, seat 0: fold"), -3);
        let first = "deal J, deal K, seat 0: raise, seat 1: call, deal Q";
        assert_eq!(net(&format!("{first}, seat 0: raise, seat 1: fold")), 3);
        assert_eq!(net(&format!("{first}, seat 0: raise, seat 1: raise, seat 0: fold")), -7);
    }

    #[test]
    fn one_folds_only_after_a_raise_and_raises_only_twice() {
        use Action::{Call, Fold, Raise};
        let dealt = "deal J, deal K";
        assert_eq!(play(Leduc, dealt).legal(FIRST), [Call, Raise]);
        assert_eq!(play(Leduc, &format!("{dealt}, seat 0: raise")).legal(SECOND), [Fold, Call, Raise]);
        let raised = format!("{dealt}, seat 0: raise, seat 1: raise");
        assert_eq!(play(Leduc, &raised).legal(FIRST), [Fold, Call]);
        let second = format!("{raised}, seat 0: call, deal J");
        assert_eq!(play(Leduc, &second).legal(FIRST), [Call, Raise], "the first player opens again");
    }

    #[test]
    fn each_card_is_there_twice() {
        let odds = |steps| play(Leduc, steps).odds().expect("a card is due");
        let left =
            |steps| Rank::ALL.iter().map(|c| odds(steps).weight(Fate::Deal { card: *c })).collect::<Vec<_>>();
        assert_eq!(left(""), [2, 2, 2]);
        assert_eq!(left("deal J, deal J, seat 0: call, seat 1: call"), [0, 2, 2]);
    }
}
