//! A contest among several agents, played bit by bit: whoever runs it can stop between any two steps and go on later.
//!
//! The games of a pair are those that [`crate::any::arena`] plays with the same seed.

use crate::{
    arena::{Bout, Broken, Deal, Ground, Score},
    levels::Tuning,
    played::{Played, Visitor, ground, visit},
    players::{Agent, Player},
};
use catalog::{GameKind, PackFiles, SetupError};
use kernel::{Outcome, Seat, Show};
use search::{Budget, Heuristic};
use std::sync::Arc;

/// Several agents and the game they are compared in.
pub struct Contest(Box<dyn Plays + Send>);

/// The ground of one game, with those who meet on it.
trait Plays {
    fn games_per_deal(&self) -> usize;
    fn play(
        &mut self,
        fixture: Fixture,
        limits: &Budget,
        leave: &dyn Fn() -> bool,
    ) -> Result<Option<Ended>, Broken>;
}

struct Meeting<G: Played> {
    rules: Arc<G>,
    insight: G::Insight,
    tuning: Tuning,
    seats: Seats<G>,
}

impl<G: Played> Plays for Meeting<G> {
    fn games_per_deal(&self) -> usize {
        ground(&self.rules, &self.insight, &self.tuning).seatings().len()
    }
    fn play(
        &mut self,
        fixture: Fixture,
        limits: &Budget,
        leave: &dyn Fn() -> bool,
    ) -> Result<Option<Ended>, Broken> {
        let ground = ground(&self.rules, &self.insight, &self.tuning);
        self.seats.play(&ground, fixture, limits, leave)
    }
}

/// Who plays, and the game they are at.
struct Seats<G: kernel::Game> {
    /// One for each entrant, with the memory it thinks in.
    players: Vec<Player<G>>,
    open: Option<(Fixture, Bout<G>)>,
}

/// One game of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Two different entrants, by number.
    pub pair: [usize; 2],
    pub seed: u64,
    pub deal: u64,
    /// Which game of the deal: below [`Contest::games_per_deal`].
    pub part: usize,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// The entrant in each seat.
    pub entrants: Vec<usize>,
    /// Of each seat, 0 to 1000.
    pub payoffs: Vec<u16>,
    /// How it ended, for people.
    pub summary: String,
    /// Of the two entrants of the pair; `None` for one that had no seat in it.
    pub scores: [Option<Score>; 2],
}

impl Contest {
    /// # Errors
    /// If the game cannot be set up.
    pub fn new(
        game: GameKind,
        options: &[(String, String)],
        pack: &PackFiles,
        agents: &[Agent],
    ) -> Result<Contest, SetupError> {
        struct Meet<'a>(&'a [(String, String)], &'a PackFiles, &'a [Agent]);
        impl Visitor for Meet<'_> {
            type Out = Result<Contest, SetupError>;
            fn visit<G: Played>(self) -> Self::Out {
                let Meet(options, pack, agents) = self;
                let (rules, tuning) = (Arc::new(catalog::game::<G>(options, pack)?), G::tuning());
                let players = agents.iter().map(|agent| G::player(*agent, &tuning)).collect();
                let seats = Seats { players, open: None };
                Ok(Contest(Box::new(Meeting { rules, insight: G::insight(None), tuning, seats })))
            }
        }
        game.check_for_bots(options, pack)?;
        visit(game, Meet(options, pack, agents))
    }

    /// How many games a pair plays on each deal.
    #[must_use]
    pub fn games_per_deal(&self) -> usize {
        self.0.games_per_deal()
    }

    /// Plays this game, or goes on with it if it was left; `None` if it is to be left again, or is no game of this
    /// contest.
    ///
    /// # Errors
    /// If the game does not end or a bot breaks its rules.
    pub fn play(
        &mut self,
        fixture: Fixture,
        limits: &Budget,
        leave: &dyn Fn() -> bool,
    ) -> Result<Option<Ended>, Broken> {
        self.0.play(fixture, limits, leave)
    }
}

impl<G: Show> Seats<G> {
    fn play<H: Heuristic<G>>(
        &mut self,
        ground: &Ground<G, H>,
        fixture: Fixture,
        limits: &Budget,
        leave: &dyn Fn() -> bool,
    ) -> Result<Option<Ended>, Broken> {
        let mut bout = match self.open.take() {
            Some((left, bout)) if left == fixture => bout,
            Some(_) | None => {
                let Some(first) = ground.seatings().get(fixture.part).copied() else { return Ok(None) };
                ground.bout(first, [fixture.seed, fixture.deal])
            }
        };
        let Ok([a, b]) = self.players.get_disjoint_mut(fixture.pair) else { return Ok(None) };
        // How long decisions took is not asked for here.
        let mut unasked = [Deal::default(), Deal::default()];
        while ground.step(&mut bout, [&mut *a, &mut *b], limits, &mut unasked)? {
            if leave() {
                self.open = Some((fixture, bout));
                return Ok(None);
            }
        }
        let seats = ground.game.seats();
        let outcome = bout.table.outcome().unwrap_or_else(|| Outcome::shared(0, seats));
        let entrant = |seat| fixture.pair[usize::from(!bout.first.contains(seat))];
        Ok(Some(Ended {
            entrants: Seat::first(seats).map(entrant).collect(),
            payoffs: outcome.payoffs().to_vec(),
            summary: ground.game.result(bout.table.state()).unwrap_or_default(),
            scores: ground.scores(&bout),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{any, arena::Orders};
    use std::cell::Cell;

    fn agents(names: &[&str]) -> Vec<Agent> {
        names.iter().map(|name| name.parse().expect("an agent")).collect()
    }

    fn options() -> [(String, String); 1] {
        [("campaign".to_owned(), "random_encounters".to_owned())]
    }

    fn contest(names: &[&str]) -> Contest {
        let pack = PackFiles::default();
        Contest::new(GameKind::ParaRoles, &options(), &pack, &agents(names)).expect("a contest")
    }

    #[test]
    fn where_people_have_to_tell_what_happens_bots_are_not_compared() {
        let (pack, both) = (PackFiles::default(), agents(&["greedy", "random"]));
        let orders = Orders { a: both[0], b: both[1], deals: 1, seed: 5, threads: 1, sprt: None };
        for (game, name, value) in [
            (GameKind::ParaRoles, "track", "minimal"),
            (GameKind::FriendsAndFoes, "decks", "hidden"),
            (GameKind::MinionsOfMordak, "hands", "hidden"),
            (GameKind::Adventures, "scope", "table"),
        ] {
            let options = [(name.to_owned(), value.to_owned())];
            let arena = any::arena(game, &options, &pack, &orders, &|| {}).map(|_| ());
            let contest = Contest::new(game, &options, &pack, &both).map(|_| ());
            for refused in [arena.expect_err(value).to_string(), contest.expect_err(value).to_string()] {
                assert!(refused.contains("so bots cannot be compared; choose options"), "{game}: {refused}");
            }
        }
    }

    #[test]
    fn a_contest_plays_the_games_of_the_arena_however_often_it_is_left() {
        let both = agents(&["greedy", "random"]);
        let orders = Orders { a: both[0], b: both[1], deals: 3, seed: 5, threads: 1, sprt: None };
        let whole = any::arena(GameKind::ParaRoles, &options(), &PackFiles::default(), &orders, &|| {});
        let whole = whole.expect("games that end");
        let mut bit_by_bit = contest(&["novice", "random", "greedy"]);
        let mut sums = [0.0, 0.0];
        let steps = Cell::new(0);
        for game in 0..6 {
            let fixture = Fixture { pair: [2, 1], seed: 5, deal: game / 2, part: (game % 2) as usize };
            let ended = loop {
                let leave = || {
                    steps.set(steps.get() + 1);
                    steps.get() % 7 == 0
                };
                let played = bit_by_bit.play(fixture, &Budget::default(), &leave).expect("no bug");
                if let Some(ended) = played {
                    break ended;
                }
            };
            assert_eq!(ended.entrants, [if game % 2 == 0 { 2 } else { 1 }; 4]);
            assert!(!ended.summary.is_empty());
            for (sum, score) in sums.iter_mut().zip(ended.scores) {
                *sum += score.map_or(0.0, |score| score.payoff);
            }
        }
        for (sum, side) in sums.iter().zip(&whole.sides) {
            assert!((sum / 3.0 - side.payoff.value).abs() < 1e-9, "{sums:?}");
        }
    }

    #[test]
    fn what_is_no_game_of_it_is_not_played() {
        let mut contest = contest(&["greedy", "random"]);
        assert_eq!(contest.games_per_deal(), 2);
        for (pair, part) in [([0, 2], 0), ([1, 1], 0), ([0, 1], 2)] {
            let fixture = Fixture { pair, seed: 1, deal: 0, part };
            assert_eq!(contest.play(fixture, &Budget::default(), &|| false), Ok(None));
        }
    }
}
