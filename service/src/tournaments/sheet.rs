//! What is kept of a tournament: who plays what, how far it is, and enough of every game to make the table.

use bots::{
    contest::{Ended, Fixture},
    players::{Agent, seed_of},
    stats,
};
use serde::{Deserialize, Serialize};

/// Where a tournament stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    Running,
    Done,
    Cancelled,
    Failed(String),
}

/// All of a tournament but its games one by one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    pub made_ms: u64,
    pub game: String,
    pub options: Vec<(String, String)>,
    /// Fingerprint of the content it is played with.
    pub content: String,
    /// As [`Agent`] writes itself.
    pub entrants: Vec<String>,
    /// Deals of each pair.
    pub deals: u32,
    pub games_per_deal: u32,
    pub seed: u64,
    /// Scope, id and fingerprint of the request that made it.
    pub request: Option<(u128, u128, u64)>,
    pub state: State,
    /// Games played.
    pub done: u32,
    /// One for each entrant.
    pub tallies: Vec<Tally>,
    /// One for each pair, in the order of [`Sheet::pairs`].
    pub duels: Vec<Duel>,
    /// The deal that is being played: payoff and games of each side so far.
    pub open: [(f64, u32); 2],
}

/// What an entrant has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    pub games: u32,
    won: u32,
    deals: u32,
    /// Of the payoffs of its deals, each 0 to 1.
    sum: f64,
    squares: f64,
}

/// How the deals of a pair went for the first of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duel {
    pub wins: u32,
    pub losses: u32,
    pub ties: u32,
}

/// A line of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    pub entrant: usize,
    pub games: u32,
    /// 0 to 1000.
    pub mean_payoff: f64,
    pub margin: f64,
    pub elo: f64,
    pub success_rate: f64,
}

/// A game that is over, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    pub entrants: Vec<u8>,
    pub payoffs: Vec<u16>,
    pub summary: String,
}

impl From<&Ended> for Game {
    fn from(ended: &Ended) -> Game {
        let number = |entrant: &usize| u8::try_from(*entrant).unwrap_or(u8::MAX);
        Game {
            entrants: ended.entrants.iter().map(number).collect(),
            payoffs: ended.payoffs.clone(),
            summary: ended.summary.clone(),
        }
    }
}

/// What is played, before the first game.
pub struct Plan {
    pub made_ms: u64,
    pub game: String,
    pub options: Vec<(String, String)>,
    pub content: String,
    pub agents: Vec<Agent>,
    pub deals: u32,
    pub games_per_deal: u32,
    pub seed: u64,
    pub request: Option<(u128, u128, u64)>,
}

/// Payoffs come in thousandths: less than half of one is no difference.
const SAME: f64 = 0.0005;
/// The best payoff: beyond it a margin says nothing.
const BEST: f64 = 1000.0;

impl Sheet {
    #[must_use]
    pub fn new(plan: Plan) -> Sheet {
        let count = plan.agents.len();
        Sheet {
            made_ms: plan.made_ms,
            game: plan.game,
            options: plan.options,
            content: plan.content,
            entrants: plan.agents.iter().map(Agent::to_string).collect(),
            deals: plan.deals,
            games_per_deal: plan.games_per_deal.max(1),
            seed: plan.seed,
            request: plan.request,
            state: State::Running,
            done: 0,
            tallies: vec![Tally::default(); count],
            duels: vec![Duel::default(); count * count.saturating_sub(1) / 2],
            open: Default::default(),
        }
    }
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.state == State::Running
    }
    #[must_use]
    pub fn total(&self) -> u32 {
        (self.duels.len() as u32).saturating_mul(self.deals).saturating_mul(self.games_per_deal)
    }
    /// Every pair once, the lower number first.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let count = self.entrants.len();
        (0..count).flat_map(move |a| (a + 1..count).map(move |b| [a, b]))
    }
    /// The game of this number; `None` past the last. All pairs play a deal before any plays the next, so that the table
    /// means something on the way.
    #[must_use]
    pub fn fixture(&self, number: u32) -> Option<Fixture> {
        let (turn, part) = (number / self.games_per_deal, number % self.games_per_deal);
        let pairs = (self.duels.len() as u32).max(1);
        let (deal, pair) = (turn / pairs, (turn % pairs) as usize);
        let found = (deal < self.deals).then(|| self.pairs().nth(pair)).flatten()?;
        // The first pair plays what `understudy arena` plays with this seed; luck is new for every other.
        let seed = if pair == 0 { self.seed } else { seed_of(&[self.seed, pair as u64]) };
        Some(Fixture { pair: found, seed, deal: deal.into(), part: part as usize })
    }
    /// Enters a game that was played.
    pub fn enter(&mut self, ended: &Ended) {
        let Some(fixture) = self.fixture(self.done) else { return };
        for ((open, score), entrant) in self.open.iter_mut().zip(ended.scores).zip(fixture.pair) {
            let (Some(score), Some(tally)) = (score, self.tallies.get_mut(entrant)) else { continue };
            open.0 += score.payoff;
            open.1 += 1;
            tally.games += 1;
            tally.won += u32::from(score.won);
        }
        self.done += 1;
        if self.done.is_multiple_of(self.games_per_deal) {
            self.close_deal(fixture.pair);
        }
        if self.done >= self.total() {
            self.state = State::Done;
        }
    }
    fn close_deal(&mut self, pair: [usize; 2]) {
        let means = std::mem::take(&mut self.open).map(|(sum, games)| sum / f64::from(games.max(1)));
        for (entrant, payoff) in pair.into_iter().zip(means) {
            if let Some(tally) = self.tallies.get_mut(entrant) {
                tally.deals += 1;
                tally.sum += payoff;
                tally.squares += payoff * payoff;
            }
        }
        let [a, b] = means;
        let at = self.pairs().position(|known| known == pair);
        if let Some(duel) = at.and_then(|at| self.duels.get_mut(at)) {
            match a - b {
                better if better > SAME => duel.wins += 1,
                worse if worse < -SAME => duel.losses += 1,
                _ => duel.ties += 1,
            }
        }
    }

    /// The table, best first.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let line = |(entrant, (tally, elo)): (usize, (&Tally, f64))| {
            let payoff = tally.payoff();
            Standing {
                entrant,
                games: tally.games,
                mean_payoff: payoff.value * BEST,
                margin: ((payoff.high - payoff.value) * BEST).min(BEST),
                elo,
                success_rate: f64::from(tally.won) / f64::from(tally.games.max(1)),
            }
        };
        let mut table: Vec<Standing> = self.tallies.iter().zip(self.elo()).enumerate().map(line).collect();
        table.sort_by(|a, b| b.elo.total_cmp(&a.elo).then(b.mean_payoff.total_cmp(&a.mean_payoff)));
        table
    }

    /// Ratings that explain best who won against whom, entrant 0 at 0 (Bradley and Terry). Every pair that has met gets
    /// one tie more than it played: else whoever takes all would be infinitely good.
    fn elo(&self) -> Vec<f64> {
        const ROUNDS: usize = 500;
        let count = self.entrants.len();
        let mut strength = vec![1.0_f64; count];
        for _ in 0..ROUNDS {
            let mut points = vec![0.0; count];
            let mut weights = vec![0.0; count];
            for ([a, b], duel) in self.pairs().zip(&self.duels) {
                let met = duel.wins + duel.losses + duel.ties;
                let (Some(&of_a), Some(&of_b)) = (strength.get(a), strength.get(b)) else { continue };
                if met == 0 {
                    continue;
                }
                let half = f64::from(duel.ties + 1) / 2.0;
                let weight = f64::from(met + 1) / (of_a + of_b);
                for (who, won) in [(a, duel.wins), (b, duel.losses)] {
                    let (Some(own), Some(sum)) = (points.get_mut(who), weights.get_mut(who)) else {
                        continue;
                    };
                    *own += f64::from(won) + half;
                    *sum += weight;
                }
            }
            for (strength, (points, weight)) in strength.iter_mut().zip(points.iter().zip(&weights)) {
                if *weight > 0.0 {
                    *strength = points / weight;
                }
            }
        }
        let first = strength.first().copied().unwrap_or(1.0);
        strength.iter().map(|own| 400.0 * (own / first).log10()).collect()
    }
}

impl Tally {
    fn payoff(&self) -> stats::Estimate {
        let count = f64::from(self.deals);
        let mean = self.sum / count.max(1.0);
        let spread = (self.squares - count * mean * mean).max(0.0) / (count - 1.0).max(1.0);
        stats::mean_of(self.deals as usize, mean, spread.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::arena::Score;

    fn sheet(entrants: usize, deals: u32) -> Sheet {
        Sheet::new(Plan {
            made_ms: 1,
            game: "para_roles".into(),
            options: vec![],
            content: "built-in".into(),
            agents: vec![Agent::Greedy; entrants],
            deals,
            games_per_deal: 2,
            seed: 7,
            request: None,
        })
    }

    /// A game of a party: one side alone.
    fn ended(side: usize, payoff: f64) -> Ended {
        let mut scores = [None, None];
        scores[side] = Some(Score { payoff, won: payoff > 0.5 });
        Ended { entrants: vec![side; 4], payoffs: vec![0; 4], summary: String::new(), scores }
    }

    #[test]
    fn all_pairs_play_a_deal_before_any_plays_the_next() {
        let sheet = sheet(3, 2);
        assert_eq!(sheet.total(), 12);
        let games: Vec<Fixture> = (0..12).map(|n| sheet.fixture(n).unwrap()).collect();
        assert_eq!(sheet.fixture(12), None);
        let pairs: Vec<[usize; 2]> = games.iter().step_by(2).map(|game| game.pair).collect();
        assert_eq!(pairs, [[0, 1], [0, 2], [1, 2], [0, 1], [0, 2], [1, 2]]);
        assert!(games[..6].iter().all(|game| game.deal == 0) && games[6..].iter().all(|game| game.deal == 1));
        assert_eq!(games[0].seed, 7, "as the arena");
        assert!(games[2].seed != games[0].seed && games[2].seed == games[9].seed);
    }

    #[test]
    fn the_table_says_how_good_and_how_sure() {
        let mut sheet = sheet(2, 4);
        assert_eq!(sheet.standings()[0].margin, 1000.0, "nothing is known yet");
        for payoff in [0.8, 0.6, 0.8, 0.6] {
            sheet.enter(&ended(0, 0.4));
            sheet.enter(&ended(1, payoff));
        }
        assert_eq!(sheet.state, State::Done);
        let table = sheet.standings();
        assert_eq!((table[0].entrant, table[1].entrant, table[1].games), (1, 0, 4));
        assert!((table[0].mean_payoff - 700.0).abs() < 1e-6 && (table[1].mean_payoff - 400.0).abs() < 1e-6);
        let known = stats::mean(&[0.8, 0.6, 0.8, 0.6]);
        assert!((table[0].margin - (known.high - known.value) * 1000.0).abs() < 1e-6);
        assert!(table[1].margin.abs() < 1e-3);
        assert_eq!((table[0].success_rate, table[1].elo), (1.0, 0.0));
        // Four wins and half a tie each: 4.5 to 0.5.
        assert!((table[0].elo - 400.0 * 9.0_f64.log10()).abs() < 1e-6, "{}", table[0].elo);
    }

    #[test]
    fn a_sheet_reads_back() {
        let mut sheet = sheet(3, 2);
        sheet.enter(&ended(0, 0.3));
        let bytes = postcard::to_allocvec(&sheet).unwrap();
        assert_eq!(postcard::from_bytes::<Sheet>(&bytes).unwrap(), sheet);
    }
}
