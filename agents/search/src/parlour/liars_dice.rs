//! Liar's dice: bid on what all dice show together, or call the last bid a lie. Sixes are wild.
//!
//! Two players with one die each: the first player loses 7/258 of a game.

use super::shared::{Face, NoStory, Number};
use crate::heuristic::{Beliefs, Evaluation, Explanation, Payoffs, Plain, Policy};
use kernel::{Game, Log, Odds, Outcome, PerSeat, Seat, SeatSet, Secret, Step, Turn, below, notation};
use rand::Rng;
use serde::{Deserialize, Serialize};

pub const PLAYERS_MAX: u8 = 4;
pub const DICE_MAX: u8 = 5;

#[derive(Clone, Copy, Debug)]
pub struct LiarsDice {
    players: u8,
    /// Of each player.
    dice: u8,
}

impl LiarsDice {
    /// # Panics
    /// Unless there are 2 to 4 players with 1 to 5 dice each.
    #[must_use]
    pub fn new(players: u8, dice: u8) -> LiarsDice {
        assert!((2..=PLAYERS_MAX).contains(&players), "2 to 4 players");
        assert!((1..=DICE_MAX).contains(&dice), "1 to 5 dice each");
        LiarsDice { players, dice }
    }
    /// How many bids there are.
    #[inline]
    fn bids(&self) -> usize {
        usize::from(self.players * self.dice) * Face::COUNT as usize
    }
    #[inline]
    fn all_rolled(&self, s: &State) -> bool {
        s.rolled == self.players * self.dice
    }
    /// How many of its dice this seat has rolled.
    #[inline]
    fn rolled_by(&self, s: &State, seat: Seat) -> u8 {
        s.rolled.saturating_sub(seat.number() * self.dice).min(self.dice)
    }
    /// Whom the last bid is from.
    #[inline]
    fn bidder(&self, s: &State) -> Seat {
        Seat::new(if s.mover.number() == 0 { self.players - 1 } else { s.mover.number() - 1 })
    }
    /// Do the dice show what the last bid says?
    fn holds(&self, s: &State) -> bool {
        let Some((quantity, face)) = s.last_bid() else { return false };
        let shown: u8 = Seat::first(self.players).map(|seat| s.hands[seat].known().matching(face)).sum();
        shown >= quantity.0
    }
}

impl Default for LiarsDice {
    /// Two players with one die each.
    fn default() -> LiarsDice {
        LiarsDice::new(2, 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    hands: PerSeat<Secret<Hand>, { PLAYERS_MAX as usize }>,
    rolled: u8,
    mover: Seat,
    called: bool,
    /// All bids so far, one bit each. They rise and go round, so this also tells who bid what.
    bids: u128,
}

impl State {
    #[must_use]
    pub fn last_bid(&self) -> Option<(Number, Face)> {
        self.bids.checked_ilog2().map(bid)
    }
    /// The dice of this seat, if they are not masked.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Option<Hand> {
        self.hands[seat].get().copied()
    }
}

/// Dice in no order: how many show each face, four bits a face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hand(u32);

impl Hand {
    #[must_use]
    #[inline]
    pub fn with(self, face: Face) -> Hand {
        Hand(self.0 + (1 << (4 * face.0)))
    }
    #[must_use]
    #[inline]
    pub fn showing(self, face: Face) -> u8 {
        (self.0 >> (4 * face.0)) as u8 & 15
    }
    /// How many count for a bid on this face.
    #[must_use]
    #[inline]
    pub fn matching(self, face: Face) -> u8 {
        let wild = if face == Face::SIX { 0 } else { self.showing(Face::SIX) };
        self.showing(face) + wild
    }
}

notation! {
    pub enum Action {
        /// At least so many dice show this face or a six.
        "bid" Bid { quantity: Number, face: Face },
        /// The last bid is not true.
        "liar" Liar,
    }
}
notation! {
    pub enum Fate { "roll" Roll { face: Face } }
}

/// The bid of this number: first by quantity, then by face.
#[inline]
const fn bid(number: u32) -> (Number, Face) {
    (Number((number / Face::COUNT) as u8 + 1), Face((number % Face::COUNT) as u8 + 1))
}

/// All bids from the lowest to the highest.
static BIDS: [Action; PLAYERS_MAX as usize * DICE_MAX as usize * Face::COUNT as usize] = {
    let mut bids = [Action::Liar; PLAYERS_MAX as usize * DICE_MAX as usize * Face::COUNT as usize];
    let mut number = 0;
    while number < bids.len() {
        let (quantity, face) = bid(number as u32);
        bids[number] = Action::Bid { quantity, face };
        number += 1;
    }
    bids
};

#[inline]
fn number(quantity: Number, face: Face) -> u32 {
    u32::from(quantity.0 - 1) * Face::COUNT + u32::from(face.0 - 1)
}

#[inline]
fn roll<R: Rng + ?Sized>(rng: &mut R) -> Face {
    Face(below(rng, Face::COUNT) as u8 + 1)
}

impl Game for LiarsDice {
    type State = State;
    type Action = Action;
    type Chance = Fate;
    type Event = NoStory;

    fn seats(&self) -> u8 {
        self.players
    }
    #[inline]
    fn setup(&self) -> State {
        let empty = |seat| Secret::new(Hand::default(), SeatSet::only(Seat::new(seat)));
        let hands = PerSeat::new([empty(0), empty(1), empty(2), empty(3)]);
        State { hands, rolled: 0, mover: Seat::new(0), called: false, bids: 0 }
    }
    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if s.called {
            Turn::Over
        } else if self.all_rolled(s) {
            Turn::Each(SeatSet::only(s.mover))
        } else {
            Turn::Chance
        }
    }
    #[inline]
    fn legal_actions(&self, s: &State, seat: Seat, into: &mut Vec<Action>) {
        if s.called || seat != s.mover || !self.all_rolled(s) {
            return;
        }
        let next = s.bids.checked_ilog2().map_or(0, |last| last + 1);
        into.extend_from_slice(&BIDS[next as usize..self.bids()]);
        if next > 0 {
            into.push(Action::Liar);
        }
    }
    fn odds(&self, _: &State) -> Odds<Fate> {
        Odds::even(Face::all().map(|face| Fate::Roll { face }))
    }
    #[inline]
    fn sample<R: Rng + ?Sized>(&self, _: &State, rng: &mut R) -> Fate {
        Fate::Roll { face: roll(rng) }
    }
    #[inline]
    fn apply(&self, s: &mut State, step: Step<Action, Fate>, _: &mut Log<NoStory>) {
        match step {
            Step::Chance(Fate::Roll { face }) => {
                let seat = Seat::new(s.rolled / self.dice);
                s.hands[seat] = Secret::new(s.hands[seat].known().with(face), SeatSet::only(seat));
                s.rolled += 1;
            }
            Step::Act { seat, action: Action::Bid { quantity, face } } => {
                s.bids |= 1 << number(quantity, face);
                let next = seat.number() + 1;
                s.mover = Seat::new(if next == self.players { 0 } else { next });
            }
            Step::Act { action: Action::Liar, .. } => {
                s.called = true;
                let all = SeatSet::first(self.players);
                s.hands.each_mut().iter_mut().for_each(|hand| hand.show_to(all));
            }
        }
    }
    /// Caller or bidder wins and the other loses; who only looks on gets the middle.
    #[inline]
    fn outcome(&self, s: &State) -> Option<Outcome> {
        if !s.called {
            return None;
        }
        let (caller, bidder) = (s.mover, self.bidder(s));
        let (winner, loser) = if self.holds(s) { (bidder, caller) } else { (caller, bidder) };
        let mut payoffs = [Outcome::BEST / 2; PLAYERS_MAX as usize];
        payoffs[winner.index()] = Outcome::BEST;
        payoffs[loser.index()] = 0;
        Some(Outcome::new(&payoffs[..usize::from(self.players)]))
    }
    #[inline]
    fn mask(&self, s: &mut State, seat: Seat) {
        s.hands.each_mut().iter_mut().for_each(|hand| hand.mask(seat));
    }
    #[inline]
    fn fill<R: Rng + ?Sized>(&self, s: &mut State, rng: &mut R) {
        for seat in Seat::first(PLAYERS_MAX) {
            let count = self.rolled_by(s, seat);
            s.hands[seat].fill(|| (0..count).fold(Hand::default(), |hand, _| hand.with(roll(rng))));
        }
    }
}

/// What players of liar's dice know: a bid mostly is about a face one holds, and what cannot be is a lie.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bidders;

impl Bidders {
    /// How much rarer a bid is for each die that it needs beyond the own ones.
    const LIE: f32 = 0.3;
    /// How much less likely a guess is for each bid on a face that it does not hold. Not as little as the lie itself:
    /// who takes every bid for the truth can be led astray.
    const DOUBT: f32 = 0.45;
    /// What a call weighs beside the bids.
    const CALL: f32 = 3.0;
    const SURE: f32 = 100.0;
}

impl Evaluation<LiarsDice> for Bidders {
    fn values(&self, game: &LiarsDice, s: &State) -> Payoffs {
        Plain.values(game, s)
    }
}

impl Policy<LiarsDice> for Bidders {
    fn priors(&self, game: &LiarsDice, s: &State, seat: Seat, actions: &[Action], into: &mut Vec<f32>) {
        let lacks = |quantity: Number, face| {
            let own = s.hand(seat).map_or(0, |hand| hand.matching(face));
            quantity.0.saturating_sub(own)
        };
        into.extend(actions.iter().map(|action| match *action {
            Action::Bid { quantity, face } => Bidders::LIE.powi(lacks(quantity, face).into()),
            Action::Liar => match s.last_bid().map_or(0, |(quantity, face)| lacks(quantity, face)) {
                0 => 0.0,
                lack if lack > (game.players - 1) * game.dice => Bidders::SURE,
                _ => Bidders::CALL,
            },
        }));
    }
}

impl Beliefs<LiarsDice> for Bidders {
    fn likelihood(&self, game: &LiarsDice, s: &State, me: Seat) -> f32 {
        let bids = (0..game.bids() as u32).filter(|number| s.bids >> number & 1 == 1).map(bid);
        let lies = bids.zip((0..game.players).cycle()).filter(|((_, face), by)| {
            let by = Seat::new(*by);
            by != me && s.hand(by).is_some_and(|hand| hand.matching(*face) == 0)
        });
        Bidders::DOUBT.powi(lies.count() as i32)
    }
}

impl Explanation<LiarsDice> for Bidders {}

#[cfg(test)]
mod tests {
    use super::super::shared::proof::{keeps_all_laws, payoffs, play};
    use super::*;

    #[test]
    fn liars_dice_keep_all_laws() {
        keeps_all_laws(LiarsDice::default());
        keeps_all_laws(LiarsDice::new(3, 2));
        keeps_all_laws(LiarsDice::new(4, 5));
    }

    #[test]
    fn a_true_bid_beats_its_caller_and_a_lie_loses() {
        let called = |bid: &str| {
            let steps = format!("roll 3, roll 6, seat 0: bid {bid}, seat 1: liar");
            payoffs(&play(LiarsDice::default(), &steps))
        };
        assert_eq!(called("1 3"), [1000, 0]);
        assert_eq!(called("2 3"), [1000, 0], "the six is wild");
        assert_eq!(called("1 5"), [1000, 0]);
        assert_eq!(called("2 5"), [0, 1000]);
        assert_eq!(called("1 6"), [1000, 0]);
        assert_eq!(called("2 6"), [0, 1000], "nothing is wild for a six");
    }

    #[test]
    fn bids_rise_and_the_highest_can_only_be_called() {
        let table = play(LiarsDice::default(), "roll 1, roll 2");
        let opening = table.legal(Seat::new(0));
        assert_eq!(opening.len(), 12);
        assert!(!opening.contains(&Action::Liar), "there is nothing to call");
        let table = play(LiarsDice::default(), "roll 1, roll 2, seat 0: bid 2 4");
        assert_eq!(
            table.legal(Seat::new(1)).iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["bid 2 5", "bid 2 6", "liar"]
        );
        let table = play(LiarsDice::default(), "roll 1, roll 2, seat 0: bid 2 6");
        assert_eq!(table.legal(Seat::new(1)), [Action::Liar]);
    }

    #[test]
    fn of_three_players_only_the_last_two_settle_a_call() {
        let table = play(
            LiarsDice::new(3, 1),
            "roll 1, roll 2, roll 3, seat 0: bid 1 1, seat 1: bid 1 2, seat 2: bid 2 2, seat 0: liar",
        );
        assert_eq!(payoffs(&table), [1000, 500, 0]);
    }

    #[test]
    fn dice_are_seen_by_others_only_after_the_call() {
        let seen = |steps| play(LiarsDice::default(), steps).view(Seat::new(1)).state().hand(Seat::new(0));
        assert_eq!(seen("roll 3, roll 6, seat 0: bid 1 3"), None);
        assert_eq!(
            seen("roll 3, roll 6, seat 0: bid 1 3, seat 1: liar"),
            Some(Hand::default().with(Face(3)))
        );
    }

    #[test]
    fn bidders_hold_what_they_bid_more_often_than_not_and_call_what_cannot_be() {
        let game = LiarsDice::default();
        let likely = |steps| Bidders.likelihood(&game, play(game, steps).state(), Seat::new(1));
        assert_eq!(likely("roll 3, roll 2, seat 0: bid 1 3"), 1.0);
        assert_eq!(likely("roll 6, roll 2, seat 0: bid 1 3"), 1.0, "a six is wild");
        assert_eq!(likely("roll 4, roll 2, seat 0: bid 1 3"), Bidders::DOUBT);
        let twice = "roll 4, roll 3, seat 0: bid 1 1, seat 1: bid 1 2, seat 0: bid 1 4";
        assert_eq!(likely(twice), Bidders::DOUBT, "one of the two is a lie; the own bid tells nothing");
        let call = |steps| {
            let table = play(game, steps);
            let mut weights = Vec::new();
            Bidders.priors(&game, table.state(), Seat::new(1), &[Action::Liar], &mut weights);
            weights[0]
        };
        assert_eq!(call("roll 3, roll 3, seat 0: bid 1 3"), 0.0, "it is true");
        assert_eq!(call("roll 3, roll 2, seat 0: bid 1 3"), Bidders::CALL);
        assert_eq!(call("roll 3, roll 2, seat 0: bid 2 4"), Bidders::SURE, "it cannot be true");
    }
}
