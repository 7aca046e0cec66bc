//! Side against side on the same deals: who plays better, and how sure is that?
//!
//! Where the seats are a party, each side plays every deal once, alone, and the payoffs are compared. Where they are
//! rivals, A takes each seat in turn against B in all others; where they are sides, each side. What falls comes from the number of the deal, so luck is
//! shared as far as the choices allow, and nothing depends on the number of threads.

use crate::{
    crew,
    levels::Tuning,
    players::{Agent, Player, seed_of},
    stats::{self, Estimate, Sprt, Verdict},
};
use kernel::{Game, Log, Outcome, Refused, Seat, SeatSet, Step, Table, Turn};
use rand::SeedableRng;
use search::{BotRng, Budget, Heuristic, Question};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// How the seats stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// All win or lose together; one player speaks for all of them.
    Party,
    Rivals,
    /// Sides of one or several seats that win or lose together; places that no side needs are empty.
    Sides([SeatSet; SIDES_MAX]),
}

/// No game has more sides.
pub const SIDES_MAX: usize = 4;

/// A game that sides can be compared in.
pub struct Ground<'a, G: Game, H> {
    pub game: Arc<G>,
    pub heuristic: &'a H,
    pub tuning: &'a Tuning,
    pub seating: Seating,
    /// The payoff from which on a game counts as won.
    pub success: u16,
    /// How a game that is over ended, in a word, where the game tells kinds of endings apart.
    pub ending: fn(&G::State) -> Option<&'static str>,
}

/// Who is compared with whom, and for how long.
#[derive(Clone, Debug)]
pub struct Orders {
    pub a: Agent,
    pub b: Agent,
    pub deals: u64,
    pub seed: u64,
    pub threads: usize,
    /// Stop as soon as this test is decided.
    pub sprt: Option<Sprt>,
}

/// A game that could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    #[error("deal {deal}: no end after {steps} steps")]
    Endless { deal: u64, steps: u32 },
    #[error("deal {deal}: a bot did what is not possible: {why}")]
    Refused { deal: u64, why: Refused },
    #[error("deal {deal}: a bot had no answer")]
    Silent { deal: u64 },
}

/// No game is as long as this.
const STEPS_MAX: u32 = 5_000_000;

/// A game on its way, to be left and gone on with.
pub struct Bout<G: Game> {
    pub table: Table<G>,
    luck: BotRng,
    steps: u32,
    /// The seats of the first player.
    pub first: SeatSet,
    seed: u64,
    deal: u64,
}

/// What a side made of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// 0 to 1.
    pub payoff: f64,
    pub won: bool,
}

/// What one side did on one deal, all its games together.
#[derive(Clone, Debug, Default)]
pub struct Deal {
    payoff: f64,
    won: usize,
    games: usize,
    /// Which of its games it won, in order.
    wins: Vec<bool>,
    steps: Vec<u32>,
    /// Choices between at least two options.
    decisions: usize,
    /// How long each of them took, in microseconds.
    times: Vec<u32>,
    /// How the games ended; all of them stand with the first side.
    endings: Vec<&'static str>,
}

/// One side after all deals.
#[derive(Clone, Debug)]
pub struct Side {
    pub agent: Agent,
    /// 0 to 1.
    pub payoff: Estimate,
    pub success: Estimate,
    pub games: usize,
    /// Steps of each game, what falls included; sorted.
    pub steps: Vec<u32>,
    /// Choices between at least two options, in all games.
    pub decisions: usize,
    /// How long each of them took, in microseconds; sorted.
    pub times: Vec<u32>,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Summary {
    pub sides: [Side; 2],
    /// How often A won with these seats, where the seats are sides that differ.
    pub as_side: Vec<(SeatSet, Estimate)>,
    pub deals: usize,
    /// What A gained more than B, deal by deal; the payoff is 0 to 1.
    pub difference: Estimate,
    /// Deals on which A did better, worse, or the same.
    pub wins: usize,
    pub losses: usize,
    pub ties: usize,
    pub elo: Estimate,
    pub sprt: Option<(Verdict, f64)>,
    /// How the games ended and how many of them, the most frequent first; empty where the game makes no difference.
    pub endings: Vec<(&'static str, usize)>,
    pub took: Duration,
}

/// How often each ending came, the most frequent first.
#[must_use]
pub fn count_endings(all: impl Iterator<Item = &'static str>) -> Vec<(&'static str, usize)> {
    let mut counts: Vec<(&'static str, usize)> = vec![];
    for ending in all {
        match counts.iter_mut().find(|(word, _)| *word == ending) {
            Some((_, count)) => *count += 1,
            None => counts.push((ending, 1)),
        }
    }
    counts.sort_by_key(|(word, count)| (std::cmp::Reverse(*count), *word));
    counts
}

impl<G: Game, H: Heuristic<G>> Ground<'_, G, H> {
    /// Plays all deals; `tell` hears of every one that is done.
    ///
    /// # Errors
    /// If a game does not end or a bot breaks its rules: the game or the bot is wrong then.
    pub fn run(&self, orders: &Orders, tell: &(dyn Fn() + Sync)) -> Result<Summary, Broken> {
        let players = || [orders.a, orders.b].map(|agent| Player::new(agent, self.tuning));
        self.run_with(orders, players, tell)
    }

    /// The same with players of one's own making, a pair for each thread.
    ///
    /// # Errors
    /// If a game does not end or a bot breaks its rules.
    pub fn run_with(
        &self,
        orders: &Orders,
        players: impl Fn() -> [Player<G>; 2] + Sync,
        tell: &(dyn Fn() + Sync),
    ) -> Result<Summary, Broken> {
        let clock = Instant::now();
        let mut deals: Vec<[Deal; 2]> = Vec::new();
        let mut differences = Vec::new();
        let mut broken = None;
        let play = |players: &mut [Player<G>; 2], deal| {
            let played = self.deal(players, orders.seed, deal);
            tell();
            played
        };
        crew::in_order(orders.threads, orders.deals, players, play, |played| match played {
            Ok(sides) => {
                differences.push(sides[0].payoff - sides[1].payoff);
                deals.push(sides);
                orders.sprt.is_some_and(|test| test.verdict(&differences) != Verdict::Open)
            }
            Err(why) => {
                broken = Some(why);
                true
            }
        });
        match broken {
            Some(why) => Err(why),
            None => {
                let as_side = self.as_side(&deals);
                Ok(Summary { as_side, ..summary(orders, &deals, &differences, clock.elapsed()) })
            }
        }
    }

    /// What A made of each side of the game.
    fn as_side(&self, deals: &[[Deal; 2]]) -> Vec<(SeatSet, Estimate)> {
        if !matches!(self.seating, Seating::Sides(_)) {
            return Vec::new();
        }
        let won = |at: usize| deals.iter().filter(|[a, _]| a.wins.get(at) == Some(&true)).count();
        let seatings = self.seatings().into_iter().enumerate();
        seatings.map(|(at, seats)| (seats, stats::rate(won(at), deals.len()))).collect()
    }

    /// All games of one deal.
    fn deal(&self, players: &mut [Player<G>; 2], seed: u64, deal: u64) -> Result<[Deal; 2], Broken> {
        let mut sides = [Deal::default(), Deal::default()];
        for first in self.seatings() {
            let mut bout = self.bout(first, [seed, deal]);
            let [a, b] = &mut *players;
            while self.step(&mut bout, [&mut *a, &mut *b], &Budget::default(), &mut sides)? {}
            sides[0].endings.extend((self.ending)(bout.table.state()));
            for (side, score) in sides.iter_mut().zip(self.scores(&bout)) {
                if let Some(Score { payoff, won }) = score {
                    side.payoff += payoff;
                    side.won += usize::from(won);
                    side.games += 1;
                    side.wins.push(won);
                    side.steps.push(bout.steps);
                }
            }
        }
        for side in &mut sides {
            side.payoff /= side.games.max(1) as f64;
        }
        Ok(sides)
    }

    /// The seats of the first player in each game of a deal; the second one has all others.
    #[must_use]
    pub fn seatings(&self) -> Vec<SeatSet> {
        let all = SeatSet::first(self.game.seats());
        match self.seating {
            Seating::Party => vec![all, SeatSet::EMPTY],
            Seating::Rivals => all.into_iter().map(SeatSet::only).collect(),
            Seating::Sides(sides) => sides.into_iter().filter(|side| !side.is_empty()).collect(),
        }
    }

    /// A game before its first step.
    #[must_use]
    pub fn bout(&self, first: SeatSet, [seed, deal]: [u64; 2]) -> Bout<G> {
        let luck = BotRng::seed_from_u64(seed_of(&[seed, deal]));
        Bout { table: Table::new(Arc::clone(&self.game)), luck, steps: 0, first, seed, deal }
    }

    /// Plays a step; false if the game is over. Who is out of patience can leave it between any two.
    ///
    /// # Errors
    /// If the game does not end or a bot breaks its rules.
    pub fn step(
        &self,
        bout: &mut Bout<G>,
        [a, b]: [&mut Player<G>; 2],
        limits: &Budget,
        sides: &mut [Deal; 2],
    ) -> Result<bool, Broken> {
        let deal = bout.deal;
        let step = match bout.table.turn() {
            Turn::Over => return Ok(false),
            Turn::Chance => Step::Chance(self.game.sample(bout.table.state(), &mut bout.luck)),
            Turn::Each(_) | Turn::Any(_) => {
                let asked = self.asked(&bout.table, bout.first).ok_or(Broken::Silent { deal })?;
                let [of_a, of_b] = sides;
                let (player, into) = if bout.first.contains(asked.0) { (a, of_a) } else { (b, of_b) };
                // The same for both sides: equal players then play equal games.
                let seed = seed_of(&[bout.seed, deal, u64::from(bout.steps)]);
                let step = self.decision(&bout.table, player, asked, (limits, seed), into);
                step.ok_or(Broken::Silent { deal })?
            }
        };
        bout.table.play(step, &mut Log::off()).map_err(|why| Broken::Refused { deal, why })?;
        bout.steps += 1;
        if bout.steps >= STEPS_MAX {
            return Err(Broken::Endless { deal, steps: bout.steps });
        }
        Ok(true)
    }

    /// What each side made of a game that is over; `None` for one that had no seat in it.
    #[must_use]
    pub fn scores(&self, bout: &Bout<G>) -> [Option<Score>; 2] {
        let payoffs = bout.table.outcome().unwrap_or_else(|| Outcome::shared(0, self.game.seats()));
        [true, false].map(|has| {
            let seats = Seat::first(self.game.seats()).filter(|seat| bout.first.contains(*seat) == has);
            let own: Vec<u16> = seats.map(|seat| payoffs.payoff(seat)).collect();
            let mean = own.iter().copied().map(f64::from).sum::<f64>() / own.len() as f64;
            let won = mean >= f64::from(self.success);
            (!own.is_empty()).then(|| Score { payoff: mean / f64::from(Outcome::BEST), won })
        })
    }

    /// Whose view is taken, and which seats are asked along with it.
    fn asked(&self, table: &Table<G>, first: SeatSet) -> Option<(Seat, SeatSet)> {
        let asked = table.turn().asked();
        let seat = asked.lowest()?;
        let own = if first.contains(seat) { asked.and(first) } else { asked.minus(first) };
        let together = self.seating == Seating::Party && matches!(table.turn(), Turn::Any(_));
        Some((seat, if together { own } else { SeatSet::only(seat) }))
    }

    fn decision(
        &self,
        table: &Table<G>,
        player: &mut Player<G>,
        (seat, seats): (Seat, SeatSet),
        (limits, seed): (&Budget, u64),
        into: &mut Deal,
    ) -> Option<kernel::StepOf<G>> {
        let view = table.view(seat);
        let clock = Instant::now();
        let question = Question::new(&*self.game, self.heuristic, &view).of(seats);
        let advice = player.choose_within(&question, limits, seed)?;
        let took = clock.elapsed();
        if seats.into_iter().map(|seat| table.legal(seat).len()).sum::<usize>() > 1 {
            into.decisions += 1;
            into.times.push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
        }
        Some(Step::Act { seat: advice.seat, action: advice.action })
    }
}

fn summary(orders: &Orders, deals: &[[Deal; 2]], differences: &[f64], took: Duration) -> Summary {
    let side = |at: usize, agent| {
        let own = || deals.iter().map(|sides| &sides[at]);
        let games: usize = own().map(|deal| deal.games).sum();
        let sorted = |of: fn(&Deal) -> &Vec<u32>| {
            let mut all: Vec<u32> = own().flat_map(of).copied().collect();
            all.sort_unstable();
            all
        };
        Side {
            agent,
            payoff: stats::mean(&own().map(|deal| deal.payoff).collect::<Vec<_>>()).within(0.0, 1.0),
            success: stats::rate(own().map(|deal| deal.won).sum(), games),
            games,
            steps: sorted(|deal| &deal.steps),
            decisions: own().map(|deal| deal.decisions).sum(),
            times: sorted(|deal| &deal.times),
        }
    };
    // Payoffs come in thousandths: less than half of one is no difference.
    const SAME: f64 = 0.0005;
    let wins = differences.iter().filter(|d| **d > SAME).count();
    let losses = differences.iter().filter(|d| **d < -SAME).count();
    let ties = deals.len() - wins - losses;
    Summary {
        sides: [side(0, orders.a), side(1, orders.b)],
        as_side: Vec::new(),
        deals: deals.len(),
        difference: stats::mean(differences),
        wins,
        losses,
        ties,
        elo: stats::elo(wins, losses, ties),
        sprt: orders.sprt.map(|test| (test.verdict(differences), test.likelihood(differences))),
        endings: count_endings(deals.iter().flat_map(|[first, _]| first.endings.iter().copied())),
        took,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{
        Plain,
        parlour::{ConnectFour, Pig, TicTacToe},
    };

    fn orders(a: &str, b: &str, deals: u64) -> Orders {
        let agent = |name: &str| name.parse().expect("an agent");
        Orders { a: agent(a), b: agent(b), deals, seed: 1, threads: 2, sprt: None }
    }

    fn duel<G: Game>(game: G, orders: &Orders) -> Summary {
        let tuning = Tuning::default();
        let game = Arc::new(game);
        let ground = Ground {
            game,
            heuristic: &Plain,
            tuning: &tuning,
            seating: Seating::Rivals,
            success: 501,
            ending: |_| None,
        };
        ground.run(orders, &|| {}).expect("all games end")
    }

    #[test]
    fn a_search_beats_a_random_player_at_connect_four_from_either_seat() {
        let played = duel(ConnectFour, &orders("mcts:100", "random", 10));
        assert_eq!((played.deals, played.sides[0].games, played.sides[1].games), (10, 20, 20));
        assert!(played.sides[0].success.value > 0.9, "{:?}", played.sides[0].success);
        assert!(played.difference.low > 0.5 && played.elo.low > 100.0);
        assert!(played.wins >= 9);
    }

    #[test]
    fn a_payoff_is_never_thought_to_lie_beyond_what_a_game_can_bring() {
        let [a, b] = duel(ConnectFour, &orders("mcts:100", "random", 1)).sides;
        assert_eq!([a.payoff, b.payoff].map(|payoff| (payoff.low, payoff.high)), [(0.0, 1.0); 2]);
    }

    #[test]
    fn equal_players_on_equal_seeds_tie_every_deal() {
        let played = duel(TicTacToe, &orders("mcts:50", "mcts:50", 5));
        assert_eq!((played.wins, played.losses, played.ties), (0, 0, 5));
        assert!(played.elo.value.abs() < 1e-9);
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let with = |threads| {
            let orders = Orders { threads, ..orders("mcts:30", "random", 12) };
            let played = duel(Pig::new(20), &orders);
            (played.difference, played.wins, played.sides[0].steps.clone(), played.sides[0].decisions)
        };
        assert_eq!(with(1), with(3));
    }

    #[test]
    fn a_clear_difference_ends_the_test_early_and_always_at_the_same_deal() {
        let with = |threads| {
            let sprt = Some(Sprt::default());
            duel(TicTacToe, &Orders { threads, sprt, ..orders("mcts:100", "random", 400) })
        };
        let played = with(2);
        assert_eq!(played.sprt.map(|(verdict, _)| verdict), Some(Verdict::Better));
        assert!(played.deals < 100, "{}", played.deals);
        assert_eq!(with(1).deals, played.deals);
    }

    #[test]
    fn what_must_be_done_counts_as_no_decision() {
        let played = duel(TicTacToe, &orders("random", "random", 20));
        let longest = *played.sides[0].steps.last().expect("games were played");
        assert!(longest == 9, "some game fills the board");
        assert!(played.sides[0].decisions < played.sides[0].games * 5);
        assert_eq!(played.sides[0].times.len(), played.sides[0].decisions);
    }
}
