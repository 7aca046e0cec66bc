//! A contest among several agents, played bit by bit: whoever runs it can stop between any two steps and go on later.
//!
//! The games of a pair are those that [`crate::any::arena`] plays with the same seed.

use crate::{
    adventures,
    arena::{Bout, Broken, Deal, Ground, SIDES_MAX, Score, Seating},
    fiends_and_familiars, friends_and_foes, levels, minions_of_mordak as mordak,
    para_roles::Insight,
    players::{Agent, Player},
};
use ::adventures::Adventures;
use ::fiends_and_familiars::FiendsAndFamiliars;
use ::friends_and_foes::FriendsAndFoes;
use ::minions_of_mordak::MinionsOfMordak;
use catalog::{GameKind, PackFiles, SetupError};
use kernel::{Outcome, Seat, SeatSet, Show};
use para_roles::ParaRoles;
use search::{Budget, Heuristic};
use std::sync::Arc;

/// In Para Roles a victory is worth at least this, a defeat always less.
pub const PARA_ROLES_VICTORY: u16 = 400;
/// In Friends and Foes whoever wins has everything; a draw is half of it.
pub const FRIENDS_AND_FOES_VICTORY: u16 = 1000;
/// In Roll Player Adventures everything is won if the whole party never fell.
pub const ADVENTURES_VICTORY: u16 = 1000;
/// The Villain wins, or all Heroes do.
pub const MINIONS_OF_MORDAK_VICTORY: u16 = 1000;

/// Several agents and the game they are compared in.
pub struct Contest(Knows);

/// One ground for each game there is.
enum Knows {
    ParaRoles {
        rules: Arc<ParaRoles>,
        insight: Insight,
        seats: Box<Seats<ParaRoles>>,
    },
    FriendsAndFoes {
        rules: Arc<FriendsAndFoes>,
        insight: Box<friends_and_foes::Insight>,
        seats: Box<Seats<FriendsAndFoes>>,
    },
    Adventures {
        rules: Arc<Adventures>,
        seats: Box<Seats<Adventures>>,
    },
    MinionsOfMordak {
        rules: Arc<MinionsOfMordak>,
        seats: Box<Seats<MinionsOfMordak>>,
    },
    FiendsAndFamiliars {
        rules: Arc<FiendsAndFamiliars>,
        insight: Box<fiends_and_familiars::Insight>,
        seats: Box<Seats<FiendsAndFamiliars>>,
    },
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
        game.check_for_bots(options, pack)?;
        match game {
            GameKind::ParaRoles => {
                let tuning = levels::para_roles();
                let players = agents.iter().map(|agent| Player::new(*agent, &tuning)).collect();
                Ok(Contest(Knows::ParaRoles {
                    rules: Arc::new(catalog::game::<catalog::ParaRoles>(options, pack)?),
                    insight: Insight::new(),
                    seats: Box::new(Seats { players, open: None }),
                }))
            }
            GameKind::FriendsAndFoes => {
                let tuning = levels::friends_and_foes();
                let players = agents.iter().map(|agent| Player::new(*agent, &tuning)).collect();
                let rules = Arc::new(catalog::game::<catalog::FriendsAndFoes>(options, pack)?);
                let seats = Box::new(Seats { players, open: None });
                Ok(Contest(Knows::FriendsAndFoes { rules, insight: Box::default(), seats }))
            }
            GameKind::Adventures => {
                let tuning = levels::adventures();
                let players = agents.iter().map(|agent| Player::new(*agent, &tuning)).collect();
                let rules = Arc::new(catalog::game::<catalog::Adventures>(options, pack)?);
                Ok(Contest(Knows::Adventures { rules, seats: Box::new(Seats { players, open: None }) }))
            }
            GameKind::MinionsOfMordak => {
                let tuning = levels::minions_of_mordak();
                let players = agents.iter().map(|agent| mordak::player(*agent, &tuning)).collect();
                let rules = Arc::new(catalog::game::<catalog::MinionsOfMordak>(options, pack)?);
                Ok(Contest(Knows::MinionsOfMordak { rules, seats: Box::new(Seats { players, open: None }) }))
            }
            GameKind::FiendsAndFamiliars => {
                let tuning = levels::fiends_and_familiars();
                let players = agents.iter().map(|agent| Player::new(*agent, &tuning)).collect();
                let rules = Arc::new(catalog::game::<catalog::FiendsAndFamiliars>(options, pack)?);
                let seats = Box::new(Seats { players, open: None });
                Ok(Contest(Knows::FiendsAndFamiliars { rules, insight: Box::default(), seats }))
            }
        }
    }

    /// How many games a pair plays on each deal.
    #[must_use]
    pub fn games_per_deal(&self) -> usize {
        match &self.0 {
            Knows::ParaRoles { rules, insight, .. } => {
                let tuning = levels::para_roles();
                ground(rules, insight, &tuning).seatings().len()
            }
            Knows::FriendsAndFoes { rules, insight, .. } => {
                rivals(rules, insight, &levels::friends_and_foes()).seatings().len()
            }
            Knows::Adventures { rules, .. } => party(rules, &levels::adventures()).seatings().len(),
            Knows::MinionsOfMordak { rules, .. } => {
                battle(rules, &levels::minions_of_mordak()).seatings().len()
            }
            Knows::FiendsAndFamiliars { rules, insight, .. } => {
                heroes(rules, insight, &levels::fiends_and_familiars()).seatings().len()
            }
        }
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
        match &mut self.0 {
            Knows::ParaRoles { rules, insight, seats } => {
                let tuning = levels::para_roles();
                seats.play(&ground(rules, insight, &tuning), fixture, limits, leave)
            }
            Knows::FriendsAndFoes { rules, insight, seats } => {
                let tuning = levels::friends_and_foes();
                seats.play(&rivals(rules, insight, &tuning), fixture, limits, leave)
            }
            Knows::Adventures { rules, seats } => {
                let tuning = levels::adventures();
                seats.play(&party(rules, &tuning), fixture, limits, leave)
            }
            Knows::MinionsOfMordak { rules, seats } => {
                let tuning = levels::minions_of_mordak();
                seats.play(&battle(rules, &tuning), fixture, limits, leave)
            }
            Knows::FiendsAndFamiliars { rules, insight, seats } => {
                let tuning = levels::fiends_and_familiars();
                seats.play(&heroes(rules, insight, &tuning), fixture, limits, leave)
            }
        }
    }
}

fn ground<'a>(
    rules: &Arc<ParaRoles>,
    insight: &'a Insight,
    tuning: &'a levels::Tuning,
) -> Ground<'a, ParaRoles, Insight> {
    Ground {
        game: Arc::clone(rules),
        heuristic: insight,
        tuning,
        seating: Seating::Party,
        success: PARA_ROLES_VICTORY,
    }
}

fn rivals<'a>(
    rules: &Arc<FriendsAndFoes>,
    insight: &'a friends_and_foes::Insight,
    tuning: &'a levels::Tuning,
) -> Ground<'a, FriendsAndFoes, friends_and_foes::Insight> {
    Ground {
        game: Arc::clone(rules),
        heuristic: insight,
        tuning,
        seating: friends_and_foes::seating(rules),
        success: FRIENDS_AND_FOES_VICTORY,
    }
}

fn party<'a>(
    rules: &Arc<Adventures>,
    tuning: &'a levels::Tuning,
) -> Ground<'a, Adventures, adventures::Insight> {
    Ground {
        game: Arc::clone(rules),
        heuristic: &adventures::Insight,
        tuning,
        seating: Seating::Party,
        success: ADVENTURES_VICTORY,
    }
}

fn battle<'a>(
    rules: &Arc<MinionsOfMordak>,
    tuning: &'a levels::Tuning,
) -> Ground<'a, MinionsOfMordak, mordak::Insight> {
    Ground {
        game: Arc::clone(rules),
        heuristic: const { &mordak::Insight::new() },
        tuning,
        seating: villain_and_heroes(rules),
        success: MINIONS_OF_MORDAK_VICTORY,
    }
}

/// The Villain against everybody else.
#[must_use]
pub fn villain_and_heroes(game: &MinionsOfMordak) -> Seating {
    let mut sides = [SeatSet::EMPTY; SIDES_MAX];
    Seat::first(game.options.seats).for_each(|seat| sides[usize::from(seat.number() > 0)].insert(seat));
    Seating::Sides(sides)
}

fn heroes<'a>(
    rules: &Arc<FiendsAndFamiliars>,
    insight: &'a fiends_and_familiars::Insight,
    tuning: &'a levels::Tuning,
) -> Ground<'a, FiendsAndFamiliars, fiends_and_familiars::Insight> {
    Ground {
        game: Arc::clone(rules),
        heuristic: insight,
        tuning,
        seating: fiends_and_familiars::seating(rules),
        success: fiends_and_familiars::success(rules),
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
