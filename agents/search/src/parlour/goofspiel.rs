//! Goofspiel: bid a card for a prize, both at once; the higher takes it. Even by symmetry, with mixed bids only.

use super::shared::{BOTH, FIRST, NoStory, Number, SECOND, duel, nth_bit, set_bits};
use crate::heuristic::{Beliefs, Evaluation, Explanation, Payoffs, Plain, Policy};
use kernel::{Game, Log, Odds, Outcome, PerSeat, Seat, SeatSet, Secret, Step, Turn, below, notation};
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

pub const CARDS_MAX: u8 = 13;

#[derive(Clone, Copy, Debug)]
pub struct Goofspiel {
    cards: u8,
}

impl Goofspiel {
    /// Each seat bids with the cards from 1 to this number, for prizes of the same numbers.
    ///
    /// # Panics
    /// Unless there are 1 to 13 cards.
    #[must_use]
    pub fn new(cards: u8) -> Goofspiel {
        assert!((1..=CARDS_MAX).contains(&cards), "1 to 13 cards");
        Goofspiel { cards }
    }
}

impl Default for Goofspiel {
    fn default() -> Goofspiel {
        Goofspiel::new(4)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The cards not yet shown as bids: card 1 is bit 1. A secret bid is still among them.
    hands: PerSeat<u16, 2>,
    /// The prizes not yet revealed, likewise.
    prizes: u16,
    /// What both bid for now; 0 if the next prize is due.
    prize: u8,
    bids: PerSeat<Option<Secret<u8>>, 2>,
    points: [u8; 2],
}

impl State {
    #[must_use]
    pub fn points(&self) -> [u8; 2] {
        self.points
    }
    /// The prize on the table.
    #[must_use]
    pub fn prize(&self) -> Option<u8> {
        (self.prize > 0).then_some(self.prize)
    }
    #[inline]
    fn award(&mut self, first: u8, second: u8) {
        match first.cmp(&second) {
            Ordering::Less => self.points[1] += self.prize,
            Ordering::Equal => {}
            Ordering::Greater => self.points[0] += self.prize,
        }
        self.hands[FIRST] &= !(1 << first);
        self.hands[SECOND] &= !(1 << second);
        self.bids = PerSeat::default();
        self.prize = 0;
    }
}

notation! {
    pub enum Action { "bid" Bid { card: Number } }
}
notation! {
    pub enum Fate { "prize" Prize { card: Number } }
}

/// One of the cards of this set.
#[inline]
fn pick<R: Rng + ?Sized>(cards: u16, rng: &mut R) -> u8 {
    nth_bit(cards.into(), below(rng, cards.count_ones())) as u8
}

impl Game for Goofspiel {
    type State = State;
    type Action = Action;
    type Chance = Fate;
    type Event = NoStory;

    fn seats(&self) -> u8 {
        2
    }
    #[inline]
    fn setup(&self) -> State {
        let all = (1 << (self.cards + 1)) - 2;
        State {
            hands: PerSeat::new([all; 2]),
            prizes: all,
            prize: 0,
            bids: PerSeat::default(),
            points: [0; 2],
        }
    }
    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if s.prize > 0 {
            let owes = |seat: Seat| if s.bids[seat].is_none() { SeatSet::only(seat) } else { SeatSet::EMPTY };
            Turn::Each(owes(FIRST).or(owes(SECOND)))
        } else if s.prizes == 0 {
            Turn::Over
        } else {
            Turn::Chance
        }
    }
    #[inline]
    fn legal_actions(&self, s: &State, seat: Seat, into: &mut Vec<Action>) {
        if s.prize > 0 && s.bids[seat].is_none() {
            // Collected first: cheaper than to ask for room card by card.
            let mut bids = [Action::Bid { card: Number(0) }; CARDS_MAX as usize];
            let mut count = 0;
            for (place, card) in bids.iter_mut().zip(set_bits(s.hands[seat].into())) {
                *place = Action::Bid { card: Number(card as u8) };
                count += 1;
            }
            into.extend_from_slice(&bids[..count]);
        }
    }
    fn odds(&self, s: &State) -> Odds<Fate> {
        Odds::even(set_bits(s.prizes.into()).map(|card| Fate::Prize { card: Number(card as u8) }))
    }
    #[inline]
    fn sample<R: Rng + ?Sized>(&self, s: &State, rng: &mut R) -> Fate {
        Fate::Prize { card: Number(pick(s.prizes, rng)) }
    }
    #[inline]
    fn apply(&self, s: &mut State, step: Step<Action, Fate>, _: &mut Log<NoStory>) {
        match step {
            Step::Chance(Fate::Prize { card }) => {
                s.prize = card.0;
                s.prizes &= !(1 << card.0);
            }
            Step::Act { seat, action: Action::Bid { card } } => {
                s.bids[seat] = Some(Secret::new(card.0, SeatSet::only(seat)));
                if let [Some(first), Some(second)] = s.bids.each() {
                    s.award(*first.known(), *second.known());
                }
            }
        }
    }
    #[inline]
    fn outcome(&self, s: &State) -> Option<Outcome> {
        let winner = match s.points[0].cmp(&s.points[1]) {
            Ordering::Less => Some(SECOND),
            Ordering::Equal => None,
            Ordering::Greater => Some(FIRST),
        };
        (s.prize == 0 && s.prizes == 0).then(|| duel(winner))
    }
    #[inline]
    fn mask(&self, s: &mut State, seat: Seat) {
        s.bids.each_mut().iter_mut().flatten().for_each(|bid| bid.mask(seat));
    }
    #[inline]
    fn fill<R: Rng + ?Sized>(&self, s: &mut State, rng: &mut R) {
        for seat in BOTH {
            let hand = s.hands[seat];
            s.bids[seat].iter_mut().for_each(|bid| bid.fill(|| pick(hand, rng)));
        }
    }
}

/// What a bot must know of this game: a bid that lies there face down says nothing, and its owner chose it as freely as
/// if he were choosing now.
#[derive(Clone, Copy, Debug, Default)]
pub struct FaceDown;

impl Evaluation<Goofspiel> for FaceDown {
    fn values(&self, game: &Goofspiel, state: &State) -> Payoffs {
        Plain.values(game, state)
    }
}

impl Policy<Goofspiel> for FaceDown {}

impl Beliefs<Goofspiel> for FaceDown {
    fn reopen(&self, _: &Goofspiel, state: &mut State, me: Seat) {
        state.bids[Seat::new(1 - me.number())] = None;
    }
}

impl Explanation<Goofspiel> for FaceDown {}

#[cfg(test)]
mod tests {
    use super::super::shared::proof::{keeps_all_laws, payoffs, play};
    use super::*;

    #[test]
    fn goofspiel_keeps_all_laws() {
        keeps_all_laws(Goofspiel::default());
        keeps_all_laws(Goofspiel::new(CARDS_MAX));
    }

    #[test]
    fn the_higher_bid_takes_the_prize_and_a_tie_nobody() {
        let round = |first, second| {
            let steps = format!("prize 3, seat 0: bid {first}, seat 1: bid {second}");
            play(Goofspiel::default(), &steps).state().points()
        };
        assert_eq!([round(4, 1), round(2, 3), round(2, 2)], [[3, 0], [0, 3], [0, 0]]);
    }

    #[test]
    fn most_points_win_and_each_card_is_bid_once() {
        let table = play(
            Goofspiel::new(3),
            "prize 3, seat 1: bid 1, seat 0: bid 2, prize 1, seat 0: bid 1, seat 1: bid 3, prize 2",
        );
        assert_eq!(table.legal(FIRST), [Action::Bid { card: Number(3) }]);
        let mut table = table;
        for (seat, card) in [(FIRST, 3), (SECOND, 2)] {
            let step = Step::Act { seat, action: Action::Bid { card: Number(card) } };
            table.play(step, &mut Log::off()).unwrap();
        }
        assert_eq!(table.state().points(), [5, 1]);
        assert_eq!(payoffs(&table), [1000, 0]);
    }

    #[test]
    fn a_lone_bid_stays_secret() {
        let view =
            |card| *play(Goofspiel::default(), &format!("prize 2, seat 0: bid {card}")).view(SECOND).state();
        assert_eq!(view(1), view(4));
        assert_eq!(view(1).prize(), Some(2));
    }
}
