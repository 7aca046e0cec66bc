//! Kuhn poker: three cards, one chip to bet. The first player loses 1/18 of a chip a hand.

use super::shared::{FIRST, Hands, NoStory, Rank, SECOND, nth_bit, set_bits, stakes};
use kernel::{Game, Log, Odds, Outcome, Seat, SeatSet, Step, Turn, below, notation};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// Both ante a chip and get a card. A bet is one chip more; the higher card wins if nobody gives up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kuhn;

/// The most that can be won or lost.
pub const CHIPS_MAX: i32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    hands: Hands,
    line: Line,
}

/// What has been said so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Line {
    Deal,
    Open,
    Pass,
    Bet,
    PassBet,
    PassPass,
    BetBet,
    BetPass,
    PassBetBet,
    PassBetPass,
}

notation! {
    pub enum Action {
        /// Puts in no chip; gives up if the other has bet.
        "pass" Pass,
        /// Puts in a chip; calls if the other has bet.
        "bet" Bet,
    }
}
notation! {
    pub enum Fate { "deal" Deal { card: Rank } }
}

impl Line {
    #[inline]
    fn turn(self) -> Turn {
        match self {
            Line::Deal => Turn::Chance,
            Line::Open | Line::PassBet => Turn::Each(SeatSet::only(FIRST)),
            Line::Pass | Line::Bet => Turn::Each(SeatSet::only(SECOND)),
            Line::PassPass | Line::BetBet | Line::BetPass | Line::PassBetBet | Line::PassBetPass => {
                Turn::Over
            }
        }
    }
    #[inline]
    fn after(self, action: Action) -> Line {
        match (self, action) {
            (Line::Open, Action::Pass) => Line::Pass,
            (Line::Open, Action::Bet) => Line::Bet,
            (Line::Pass, Action::Pass) => Line::PassPass,
            (Line::Pass, Action::Bet) => Line::PassBet,
            (Line::Bet, Action::Pass) => Line::BetPass,
            (Line::Bet, Action::Bet) => Line::BetBet,
            (Line::PassBet, Action::Pass) => Line::PassBetPass,
            (Line::PassBet, Action::Bet) => Line::PassBetBet,
            (_, _) => unreachable!("nobody is asked"),
        }
    }
    /// Do the cards decide, and for how many chips?
    #[inline]
    fn showdown(self) -> Option<i32> {
        match self {
            Line::PassPass => Some(1),
            Line::BetBet | Line::PassBetBet => Some(2),
            Line::Deal | Line::Open | Line::Pass | Line::Bet | Line::PassBet => None,
            Line::BetPass | Line::PassBetPass => None,
        }
    }
}

impl State {
    #[must_use]
    pub fn line(&self) -> Line {
        self.line
    }
    /// The card of this seat, if it is dealt and not masked.
    #[must_use]
    pub fn card(&self, seat: Seat) -> Option<Rank> {
        self.hands.card(seat)
    }
    /// The chips the first player has won, once the hand is over.
    #[must_use]
    pub fn net(&self) -> Option<i32> {
        if let Some(chips) = self.line.showdown() {
            let higher = self.card(FIRST) > self.card(SECOND);
            return Some(if higher { chips } else { -chips });
        }
        match self.line {
            Line::BetPass => Some(1),
            Line::PassBetPass => Some(-1),
            Line::Deal | Line::Open | Line::Pass | Line::Bet | Line::PassBet => None,
            Line::PassPass | Line::BetBet | Line::PassBetBet => None,
        }
    }
    /// The cards nobody is known to hold, one bit a rank.
    #[inline]
    fn unknown(&self) -> u32 {
        let taken = |seat| self.card(seat).map_or(0, |card| 1 << card.index());
        0b111 & !(taken(FIRST) | taken(SECOND))
    }
    /// One of them.
    #[inline]
    fn pick<R: Rng + ?Sized>(&self, rng: &mut R) -> Rank {
        let unknown = self.unknown();
        Rank::ALL[nth_bit(unknown, below(rng, unknown.count_ones())) as usize]
    }
}

impl Game for Kuhn {
    type State = State;
    type Action = Action;
    type Chance = Fate;
    type Event = NoStory;

    fn seats(&self) -> u8 {
        2
    }
    #[inline]
    fn setup(&self) -> State {
        State { hands: Hands::default(), line: Line::Deal }
    }
    #[inline]
    fn turn(&self, s: &State) -> Turn {
        s.line.turn()
    }
    #[inline]
    fn legal_actions(&self, s: &State, seat: Seat, into: &mut Vec<Action>) {
        if s.line.turn().asked().contains(seat) {
            into.extend_from_slice(&[Action::Pass, Action::Bet]);
        }
    }
    fn odds(&self, s: &State) -> Odds<Fate> {
        Odds::even(set_bits(s.unknown()).map(|rank| Fate::Deal { card: Rank::ALL[rank as usize] }))
    }
    #[inline]
    fn sample<R: Rng + ?Sized>(&self, s: &State, rng: &mut R) -> Fate {
        Fate::Deal { card: s.pick(rng) }
    }
    #[inline]
    fn apply(&self, s: &mut State, step: Step<Action, Fate>, _: &mut Log<NoStory>) {
        match step {
            Step::Chance(Fate::Deal { card }) => {
                let seat = s.hands.next().unwrap_or(SECOND);
                s.hands.deal(seat, card);
                s.line = if seat == FIRST { Line::Deal } else { Line::Open };
            }
            Step::Act { action, .. } => {
                s.line = s.line.after(action);
                if s.line.showdown().is_some() {
                    s.hands.show();
                }
            }
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
    fn kuhn_poker_keeps_all_laws() {
        keeps_all_laws(Kuhn);
    }

    #[test]
    fn each_line_pays_its_chips() {
        for (line, paid) in [
            ("seat 0: pass, seat 1: pass", [750, 250]),
            ("seat 0: bet, seat 1: bet", [1000, 0]),
            ("seat 0: bet, seat 1: pass", [750, 250]),
            ("seat 0: pass, seat 1: bet, seat 0: pass", [250, 750]),
            ("seat 0: pass, seat 1: bet, seat 0: bet", [1000, 0]),
        ] {
            assert_eq!(payoffs(&play(Kuhn, &format!("deal K, deal J, {line}"))), paid, "{line}");
        }
        assert_eq!(payoffs(&play(Kuhn, "deal J, deal Q, seat 0: bet, seat 1: bet")), [0, 1000]);
    }

    #[test]
    fn cards_are_shown_only_if_they_decide() {
        let shown = |line: &str| play(Kuhn, line).view(SECOND).state().card(FIRST);
        assert_eq!(shown("deal K, deal J, seat 0: bet, seat 1: pass"), None);
        assert_eq!(shown("deal K, deal J, seat 0: bet, seat 1: bet"), Some(Rank::King));
    }

    /// The chance to bet in one of the equilibria: here the first player never opens with a bet.
    fn bets(s: &State, seat: Seat) -> f64 {
        let third = 1.0 / 3.0;
        let by_card = match s.line() {
            Line::Open => [0.0, 0.0, 0.0],
            Line::Pass => [third, 0.0, 1.0],
            Line::Bet | Line::PassBet => [0.0, third, 1.0],
            Line::Deal | Line::PassPass | Line::BetBet => unreachable!("nobody is asked"),
            Line::BetPass | Line::PassBetBet | Line::PassBetPass => unreachable!("nobody is asked"),
        };
        by_card[s.card(seat).expect("own card").index()]
    }

    /// What the first player wins on average, where `choose` gives each seat's chance to bet.
    fn value(s: &State, choose: &impl Fn(&State, Seat) -> f64) -> f64 {
        let after = |step| {
            let mut next = *s;
            Kuhn.apply(&mut next, step, &mut Log::off());
            value(&next, choose)
        };
        match s.line().turn() {
            Turn::Over => f64::from(s.net().expect("the hand is over")),
            Turn::Chance => {
                let odds = Kuhn.odds(s);
                let sum: f64 = odds.iter().map(|(fate, w)| f64::from(w) * after(Step::Chance(fate))).sum();
                sum / f64::from(odds.total())
            }
            Turn::Each(asked) | Turn::Any(asked) => {
                let seat = asked.lowest().expect("somebody is asked");
                let bet = choose(s, seat);
                bet * after(Step::Act { seat, action: Action::Bet })
                    + (1.0 - bet) * after(Step::Act { seat, action: Action::Pass })
            }
        }
    }

    #[test]
    fn best_play_costs_the_first_player_an_eighteenth_of_a_chip() {
        let loss = -1.0 / 18.0;
        assert!((value(&Kuhn.setup(), &bets) - loss).abs() < 1e-12);
        // No way to play certain cards does better against it: six places for each seat.
        for plan in 0..64_u32 {
            let planned = |s: &State, seat: Seat| {
                let late = u32::from(matches!(s.line(), Line::Bet | Line::PassBet));
                let place = 3 * late + s.card(seat).expect("own card").index() as u32;
                f64::from((plan >> place) & 1)
            };
            let versus = |mine: Seat| {
                value(&Kuhn.setup(), &|s, seat| if seat == mine { planned(s, seat) } else { bets(s, seat) })
            };
            assert!(versus(FIRST) < loss + 1e-12 && versus(SECOND) > loss - 1e-12, "plan {plan:b}");
        }
    }
}
