//! How far a bot is from perfect play: on positions that are solved exactly, what does each of its decisions give away?
//!
//! Regret of a decision: the exact value of the best option less that of the chosen one, in shares of the payoff.

use crate::{
    crew,
    levels::Tuning,
    players::{Agent, Player, seed_of},
};
use kernel::{Game, Log, Seat, Step, Table, Turn, View};
use rand::SeedableRng;
pub use search::solve::Unsolvable;
use search::{
    BotRng, Heuristic,
    solve::{Fold, Solver},
};
use std::sync::Arc;

/// A position that is to be played as well as can be.
pub struct Task<G: Game> {
    pub name: String,
    pub game: Arc<G>,
    pub state: G::State,
}

impl<G: Game> Task<G> {
    /// What a seat sees of it: everything.
    fn view(&self, seat: Seat, state: &G::State) -> View<G> {
        Table::at(Arc::clone(&self.game), state.clone()).view(seat)
    }
}

/// The positions of a game, and what is needed to solve and to play them.
pub trait Trial: Sync {
    type Game: Game;
    type Fold: Fold<Self::Game> + Default;
    type Sense: Heuristic<Self::Game> + Default;
    /// Positions whose values are known from elsewhere.
    fn known(&self) -> Vec<(Task<Self::Game>, f64)>;
    /// Those of them that are solved within seconds.
    fn quick(&self) -> Vec<usize>;
    /// A position made by chance.
    fn generated(&self, name: &str, rng: &mut BotRng) -> Task<Self::Game>;

    /// The known positions that are solved soon, or all of them.
    fn known_positions(&self, full: bool) -> Vec<usize> {
        if full { (0..self.known().len()).collect() } else { self.quick() }
    }
}

/// A generated position must be solvable within so many positions.
const POSITIONS_MAX: usize = 300_000;
/// The known ones are bigger.
const POSITIONS_MAX_KNOWN: usize = 40_000_000;
/// Options that differ by less make no puzzle.
const STAKE_MIN: f64 = 0.01;

/// What is measured, and on how much.
#[derive(Clone, Debug)]
pub struct Orders {
    pub agents: Vec<Agent>,
    /// Generated positions beside the known ones.
    pub positions: u64,
    /// How often each agent plays each position.
    pub plays: u64,
    pub seed: u64,
    pub threads: usize,
    /// Which of the known positions; see [`Trial::known_positions`].
    pub known: Vec<usize>,
}

/// What one agent gave away.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Regret {
    /// Choices between at least two options.
    pub decisions: u64,
    /// How many of them were a best option.
    pub perfect: u64,
    pub plays: u64,
    /// The sum over all decisions; the payoff is 0 to 1.
    pub sum: f64,
    pub worst: f64,
    /// Where the worst was.
    pub worst_at: String,
    /// The sum over each play.
    pub by_play: Vec<f64>,
}

/// What came out, agent by agent.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub positions: usize,
    /// Generated positions that were too big or where nothing was at stake.
    pub passed_over: usize,
    pub regrets: Vec<Regret>,
    /// The known positions, as they were solved here.
    pub known: Vec<Solved>,
}

/// A known position: its value as found here and as it was worked out elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    pub name: String,
    pub found: f64,
    pub known: f64,
}

/// Options this close to the best are as good.
const SAME: f64 = 1e-9;

/// Measures all agents on the same positions; `tell` hears of every position that is done.
///
/// # Errors
/// If a known position cannot be solved, which would be a mistake in the rules or the solver.
pub fn measure<T: Trial>(
    trial: &T,
    orders: &Orders,
    tuning: &Tuning,
    tell: &(dyn Fn() + Sync),
) -> Result<Report, Unsolvable> {
    let mut report = Report { regrets: vec![Regret::default(); orders.agents.len()], ..Report::default() };
    let players = || orders.agents.iter().map(|agent| Player::new(*agent, tuning)).collect::<Vec<_>>();
    let mut failed = None;
    let known = &orders.known;
    let work = |players: &mut Vec<Player<T::Game>>, number: u64| {
        let (position, value) = trial.known().swap_remove(known[number as usize]);
        let (found, regrets) = one::<T>(orders, &position, POSITIONS_MAX_KNOWN, players)?;
        Ok((Solved { name: position.name, found, known: value }, regrets))
    };
    crew::in_order(orders.threads, known.len() as u64, players, work, |measured| {
        match measured {
            Ok((solved, regrets)) => {
                report.known.push(solved);
                report.add(regrets, tell);
            }
            Err(why) => failed = Some(why),
        }
        failed.is_some()
    });
    if let Some(why) = failed {
        return Err(why);
    }
    let wanted = report.positions + orders.positions as usize;
    let most = if orders.positions == 0 { 0 } else { u64::MAX };
    let work = |players: &mut Vec<Player<T::Game>>, number: u64| {
        one::<T>(orders, &generated(trial, orders.seed, number), POSITIONS_MAX, players)
    };
    crew::in_order(orders.threads, most, players, work, |measured| {
        // What is too big to be solved is no loss: there are others.
        report.add(measured.ok().and_then(|(_, regrets)| regrets), tell);
        report.positions >= wanted
    });
    Ok(report)
}

impl Report {
    /// Adds a position, or one that is none.
    fn add(&mut self, regrets: Option<Vec<Regret>>, tell: &(dyn Fn() + Sync)) {
        let Some(regrets) = regrets else {
            self.passed_over += 1;
            return;
        };
        self.positions += 1;
        self.regrets.iter_mut().zip(regrets).for_each(|(all, one)| all.add(one));
        tell();
    }
}

fn generated<T: Trial>(trial: &T, seed: u64, number: u64) -> Task<T::Game> {
    let mut rng = BotRng::seed_from_u64(seed_of(&[seed, number]));
    trial.generated(&format!("position {number} of seed {seed}"), &mut rng)
}

/// The value of a position, and all agents on it; `None` if nothing is at stake there.
fn one<T: Trial>(
    orders: &Orders,
    position: &Task<T::Game>,
    most: usize,
    players: &mut [Player<T::Game>],
) -> Result<(f64, Option<Vec<Regret>>), Unsolvable> {
    let mut solver = Solver::new(&*position.game, T::Fold::default(), most);
    let [value] = solver.value(&position.state)?;
    let first = solver.options(&position.state)?;
    let best = first.iter().map(|o| o.2).fold(0.0, f64::max);
    let least = first.iter().map(|o| o.2).fold(1.0, f64::min);
    if best - least < STAKE_MIN {
        return Ok((value, None));
    }
    let mut regrets = Vec::new();
    for player in players {
        let mut regret = Regret::default();
        for play in 0..orders.plays {
            regret.plays += 1;
            play_once::<T>(position, &mut solver, player, seed_of(&[orders.seed, play]), &mut regret)?;
        }
        regrets.push(regret);
    }
    Ok((value, Some(regrets)))
}

/// One play of a position, every decision compared with the best.
fn play_once<T: Trial>(
    position: &Task<T::Game>,
    solver: &mut Solver<T::Game, T::Fold, 1>,
    player: &mut Player<T::Game>,
    seed: u64,
    into: &mut Regret,
) -> Result<(), Unsolvable> {
    let (puzzle, sense) = (&*position.game, T::Sense::default());
    let mut luck = BotRng::seed_from_u64(seed);
    let mut state = position.state.clone();
    let (mut steps, mut sum) = (0, 0.0);
    loop {
        let step = match puzzle.turn(&state) {
            Turn::Over => break,
            Turn::Chance => Step::Chance(puzzle.sample(&state, &mut luck)),
            Turn::Each(asked) | Turn::Any(asked) => {
                let Some(seat) = asked.lowest() else { break };
                let view = position.view(seat, &state);
                let seed = seed_of(&[seed, steps]);
                let Some(advice) = player.choose(puzzle, &sense, &view, asked, seed) else { break };
                sum += given_away::<T>(&position.name, solver, &state, (advice.seat, advice.action), into)?;
                Step::Act { seat: advice.seat, action: advice.action }
            }
        };
        puzzle.apply(&mut state, step, &mut Log::off());
        steps += 1;
    }
    into.by_play.push(sum);
    Ok(())
}

fn given_away<T: Trial>(
    name: &str,
    solver: &mut Solver<T::Game, T::Fold, 1>,
    state: &<T::Game as Game>::State,
    chosen: (Seat, <T::Game as Game>::Action),
    into: &mut Regret,
) -> Result<f64, Unsolvable> {
    let options = solver.options(state)?;
    if options.len() < 2 {
        return Ok(0.0);
    }
    let best = options.iter().map(|option| option.2).fold(0.0, f64::max);
    let own = options.iter().find(|option| (option.0, option.1) == chosen).map_or(0.0, |option| option.2);
    let regret = best - own;
    into.decisions += 1;
    into.perfect += u64::from(regret < SAME);
    into.sum += regret;
    if regret > into.worst {
        into.worst = regret;
        into.worst_at =
            format!("{}: {chosen} instead of {}", name, best_of(&options, best), chosen = spoken(chosen));
    }
    Ok(regret)
}

fn spoken<A: std::fmt::Display>((seat, action): (Seat, A)) -> String {
    format!("{seat}: {action}")
}

fn best_of<A: std::fmt::Display + Copy>(options: &[(Seat, A, f64)], best: f64) -> String {
    let found = options.iter().find(|option| best - option.2 < SAME);
    found.map_or_else(String::new, |option| spoken((option.0, option.1)))
}

impl Regret {
    fn add(&mut self, other: Regret) {
        self.decisions += other.decisions;
        self.perfect += other.perfect;
        self.plays += other.plays;
        self.sum += other.sum;
        self.by_play.extend(other.by_play);
        if other.worst > self.worst {
            (self.worst, self.worst_at) = (other.worst, other.worst_at);
        }
    }
    /// The mean regret of a decision.
    #[must_use]
    pub fn each(&self) -> f64 {
        self.sum / self.decisions.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{levels, puzzles::Fights};

    fn orders(agents: &[&str], threads: usize) -> Orders {
        let agents = agents.iter().map(|name| name.parse().expect("an agent")).collect();
        Orders { agents, positions: 1, plays: 3, seed: 5, threads, known: vec![0] }
    }

    #[test]
    fn a_search_gives_away_less_than_a_random_player_whatever_the_number_of_threads() {
        let with = |threads| {
            measure(&Fights, &orders(&["random", "mcts:200"], threads), &levels::puzzles(), &|| {})
                .expect("solvable")
        };
        let report = with(2);
        assert_eq!(report.positions, 2);
        let [lone_blade] = &report.known[..] else { panic!("one known position") };
        assert!((lone_blade.found - 0.389_527_021_6).abs() < 1e-9, "{lone_blade:?}");
        let [random, search] = &report.regrets[..] else { panic!("two agents") };
        assert_eq!((random.plays, random.by_play.len()), (6, 6));
        assert!(random.decisions > 10 && random.worst > 0.05 && !random.worst_at.is_empty());
        assert!(search.each() < random.each() / 2.0, "{} {}", search.each(), random.each());
        assert_eq!(with(1).regrets, report.regrets);
    }
}
