//! Bots for a game that is known only at run time: what a front end asks them for.

use crate::{
    adventures,
    arena::{Broken, Ground, Orders, Seating, Summary},
    contest::{
        ADVENTURES_VICTORY, FRIENDS_AND_FOES_VICTORY, MINIONS_OF_MORDAK_VICTORY, PARA_ROLES_VICTORY,
        villain_and_heroes,
    },
    fiends_and_familiars, friends_and_foes, levels, minions_of_mordak as mordak,
    para_roles::Insight,
    players::{Agent, Player},
    reason::reason,
};
use ::adventures::Adventures;
use ::fiends_and_familiars::FiendsAndFamiliars;
use ::friends_and_foes::FriendsAndFoes;
use ::minions_of_mordak::MinionsOfMordak;
use catalog::{AnyStep, AnyTable, GameKind, PackFiles, SetupError};
use kernel::{Seat, SeatSet, Show, Table};
use para_roles::ParaRoles;
use search::{Advice, Budget, Candidate, Heuristic, Question};
use std::sync::Arc;

/// Why sides could not be compared.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoContest {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Broken(#[from] Broken),
    #[error("there are no warbands in {0}")]
    NoWarbands(GameKind),
    #[error("warbands meet two at a time: leave out the options seats, teams and formations")]
    TwoWarbands,
}

/// Compares two agents; `tell` hears of every deal that is done.
///
/// # Errors
/// If the game cannot be set up, or a game goes wrong.
pub fn arena(
    game: GameKind,
    options: &[(String, String)],
    pack: &PackFiles,
    orders: &Orders,
    tell: &(dyn Fn() + Sync),
) -> Result<Summary, NoContest> {
    game.check_for_bots(options, pack)?;
    match game {
        GameKind::ParaRoles => {
            let ground = Ground {
                game: Arc::new(catalog::para_roles(options, pack)?),
                heuristic: &Insight::new(),
                tuning: &levels::para_roles(),
                seating: Seating::Party,
                success: PARA_ROLES_VICTORY,
            };
            Ok(ground.run(orders, tell)?)
        }
        GameKind::FriendsAndFoes => {
            let game = Arc::new(catalog::friends_and_foes(options, pack)?);
            let ground = Ground {
                seating: friends_and_foes::seating(&game),
                game,
                heuristic: &friends_and_foes::Insight::new(),
                tuning: &levels::friends_and_foes(),
                success: FRIENDS_AND_FOES_VICTORY,
            };
            Ok(ground.run(orders, tell)?)
        }
        GameKind::Adventures => {
            let ground = Ground {
                game: Arc::new(catalog::adventures(options, pack)?),
                heuristic: &adventures::Insight,
                tuning: &levels::adventures(),
                seating: Seating::Party,
                success: ADVENTURES_VICTORY,
            };
            Ok(ground.run(orders, tell)?)
        }
        GameKind::MinionsOfMordak => {
            let game = Arc::new(catalog::minions_of_mordak(options, pack)?);
            let ground = Ground {
                seating: villain_and_heroes(&game),
                game,
                heuristic: &mordak::Insight::new(),
                tuning: &levels::minions_of_mordak(),
                success: MINIONS_OF_MORDAK_VICTORY,
            };
            let players = || [orders.a, orders.b].map(|agent| mordak::player(agent, ground.tuning));
            Ok(ground.run_with(orders, players, tell)?)
        }
        GameKind::FiendsAndFamiliars => {
            let game = Arc::new(catalog::fiends_and_familiars(options, pack)?);
            let ground = Ground {
                seating: fiends_and_familiars::seating(&game),
                success: fiends_and_familiars::success(&game),
                game,
                heuristic: &fiends_and_familiars::Insight::new(),
                tuning: &levels::fiends_and_familiars(),
            };
            Ok(ground.run(orders, tell)?)
        }
    }
}

/// A bot beside a table of any game: it sits in seats, or gives advice.
pub struct Companion(Knows);

/// One player for each game there is.
enum Knows {
    ParaRoles {
        player: Box<Player<ParaRoles>>,
        insight: Insight,
    },
    FriendsAndFoes {
        player: Box<Player<FriendsAndFoes>>,
        insight: Box<friends_and_foes::Insight>,
    },
    Adventures {
        player: Box<Player<Adventures>>,
    },
    FiendsAndFamiliars {
        player: Box<Player<FiendsAndFamiliars>>,
        insight: Box<fiends_and_familiars::Insight>,
    },
    MinionsOfMordak {
        player: Box<Player<MinionsOfMordak>>,
        insight: mordak::Insight,
    },
}

/// What a companion would do, and what else it weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    pub seat: Seat,
    /// In notation.
    pub action: String,
    pub reason: String,
    /// All options of that seat, the best first.
    pub candidates: Vec<Weighed>,
    /// How it expects play to go on, its own action first.
    pub expected: Vec<String>,
    pub iterations: u64,
}

impl Hint {
    /// As a step for the table.
    #[must_use]
    pub fn step(&self) -> AnyStep {
        AnyStep::Act { seat: self.seat, action: self.action.clone() }
    }
}

/// One option as the bot sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// In notation.
    pub action: String,
    /// The share of thought it got, 0 to 1.
    pub share: f32,
    /// The expected payoff, 0 to 1; `None` if it does not know.
    pub value: Option<f32>,
    pub visits: u32,
}

impl Companion {
    #[must_use]
    pub fn new(game: GameKind, agent: Agent) -> Companion {
        Companion(match game {
            GameKind::ParaRoles => {
                let player = Box::new(Player::new(agent, &levels::para_roles()));
                Knows::ParaRoles { player, insight: Insight::new() }
            }
            GameKind::FriendsAndFoes => {
                let player = Box::new(Player::new(agent, &levels::friends_and_foes()));
                Knows::FriendsAndFoes { player, insight: Box::default() }
            }
            GameKind::Adventures => {
                Knows::Adventures { player: Box::new(Player::new(agent, &levels::adventures())) }
            }
            GameKind::MinionsOfMordak => {
                let player = Box::new(Player::new(agent, &levels::minions_of_mordak()));
                Knows::MinionsOfMordak { player, insight: mordak::Insight::of(agent.style()) }
            }
            GameKind::FiendsAndFamiliars => {
                let player = Box::new(Player::new(agent, &levels::fiends_and_familiars()));
                Knows::FiendsAndFamiliars { player, insight: Box::default() }
            }
        })
    }

    /// What it would do for one of these seats; `None` if none of them is asked, or the table is of another game.
    pub fn advise(&mut self, table: &dyn AnyTable, seats: SeatSet, seed: u64) -> Option<Hint> {
        self.advise_within(table, seats, &Budget::default(), seed)
    }

    /// The same for whoever cannot wait: it also answers when these limits are reached.
    pub fn advise_within(
        &mut self,
        table: &dyn AnyTable,
        seats: SeatSet,
        limits: &Budget,
        seed: u64,
    ) -> Option<Hint> {
        self.advise_telling(table, seats, limits, seed, None)
    }

    /// The same, telling what it would answer every now and then while it thinks.
    pub fn advise_telling(
        &mut self,
        table: &dyn AnyTable,
        seats: SeatSet,
        limits: &Budget,
        seed: u64,
        tell: Option<&mut dyn FnMut(Hint)>,
    ) -> Option<Hint> {
        match &mut self.0 {
            Knows::ParaRoles { player, insight } => {
                let table: &Table<ParaRoles> = table.as_any().downcast_ref()?;
                // A party that hides nothing from each other: the lowest seat speaks for all of them.
                let asked = table.turn().asked().and(seats);
                // Where people tell what happens there is nothing to advise.
                if table.game().minimal() {
                    return None;
                }
                let view = table.view(asked.lowest()?);
                let question = Question::new(&**table.game(), &*insight, &view).of(asked);
                hint(player, &question, limits, seed, tell)
            }
            Knows::FriendsAndFoes { player, insight } => {
                let table: &Table<FriendsAndFoes> = table.as_any().downcast_ref()?;
                // Hands are secret: one seat thinks for itself with what it alone sees.
                let seat = table.turn().asked().and(seats).lowest()?;
                // Nobody here knows what its player holds.
                if table.state().is_hidden(seat) {
                    return None;
                }
                let view = table.view(seat);
                let question = Question::new(&**table.game(), &**insight, &view).of(SeatSet::only(seat));
                hint(player, &question, limits, seed, tell)
            }
            Knows::Adventures { player } => {
                let table: &Table<Adventures> = table.as_any().downcast_ref()?;
                let asked = table.turn().asked().and(seats);
                let view = table.view(asked.lowest()?);
                let question = Question::new(&**table.game(), &adventures::Insight, &view).of(asked);
                hint(player, &question, limits, seed, tell)
            }
            Knows::MinionsOfMordak { player, insight } => {
                let table: &Table<MinionsOfMordak> = table.as_any().downcast_ref()?;
                // Hands are secret, from friends too: one seat thinks for itself with what it alone sees.
                let seat = table.turn().asked().and(seats).lowest()?;
                // Nobody here knows what its player holds.
                if table.state().is_hidden(seat) {
                    return None;
                }
                let view = table.view(seat);
                let question = Question::new(&**table.game(), &*insight, &view).of(SeatSet::only(seat));
                hint(player, &question, limits, seed, tell)
            }
            Knows::FiendsAndFamiliars { player, insight } => {
                let table: &Table<FiendsAndFamiliars> = table.as_any().downcast_ref()?;
                // Adventure cards that a rival has looked at are secret: one seat thinks for itself.
                let seat = table.turn().asked().and(seats).lowest()?;
                let view = table.view(seat);
                let question = Question::new(&**table.game(), &**insight, &view).of(SeatSet::only(seat));
                hint(player, &question, limits, seed, tell)
            }
        }
    }
}

/// The player gets a view; the table stays outside.
fn hint<G: Show, H: Heuristic<G>>(
    player: &mut Player<G>,
    question: &Question<G, H>,
    limits: &Budget,
    seed: u64,
    tell: Option<&mut dyn FnMut(Hint)>,
) -> Option<Hint> {
    let advice = match tell {
        None => player.choose_within(question, limits, seed),
        Some(tell) => {
            player.choose_telling(question, limits, seed, Some(&mut |so_far| tell(told(question, &so_far))))
        }
    };
    advice.map(|advice| told(question, &advice))
}

fn told<G: Show, H: Heuristic<G>>(question: &Question<G, H>, advice: &Advice<G::Action>) -> Hint {
    let weighed = |c: &Candidate<G::Action>| Weighed {
        action: c.action.to_string(),
        share: c.share,
        value: Some(c.value).filter(|value| value.is_finite()),
        visits: c.visits,
    };
    Hint {
        seat: advice.seat,
        action: advice.action.to_string(),
        reason: reason(question.game, question.heuristic, question.view, advice),
        candidates: advice.candidates.iter().map(weighed).collect(),
        expected: advice.line.iter().map(|(seat, action)| format!("{seat}: {action}")).collect(),
        iterations: advice.iterations,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Turn;
    use rand::SeedableRng;

    #[test]
    fn a_companion_plays_a_fight_with_moves_the_table_takes() {
        let mut table = GameKind::ParaRoles.table(&[], &PackFiles::default()).expect("the defaults work");
        let mut companion = Companion::new(GameKind::ParaRoles, "greedy".parse().expect("an agent"));
        let mut rng = search::BotRng::seed_from_u64(1);
        for n in 0..200 {
            let line = match table.turn() {
                Turn::Chance => table.sample(&mut rng).expect("chance is due"),
                Turn::Each(seats) | Turn::Any(seats) => {
                    let hint = companion.advise(&*table, seats, n).expect("somebody is asked");
                    assert!(!hint.reason.is_empty());
                    hint.step()
                }
                Turn::Over => break,
            };
            table.play(&line).expect("a legal step");
        }
        let nobody = SeatSet::only(Seat::new(5));
        assert_eq!(companion.advise(&*table, nobody, 1), None);
    }

    #[test]
    fn a_villain_with_a_temperament_gives_reasons() {
        let game = GameKind::MinionsOfMordak;
        let options = [("heroes".to_owned(), "bjorn".to_owned())];
        let mut table = game.table(&options, &PackFiles::default()).expect("the defaults work");
        let mut companion = Companion::new(game, "greedy:schemer".parse().expect("an agent"));
        let mut rng = search::BotRng::seed_from_u64(3);
        for n in 0..150 {
            let line = match table.turn() {
                Turn::Chance => table.sample(&mut rng).expect("chance is due"),
                Turn::Each(seats) | Turn::Any(seats) => {
                    let hint = companion.advise(&*table, seats, n).expect("somebody is asked");
                    assert!(!hint.reason.is_empty());
                    hint.step()
                }
                Turn::Over => break,
            };
            table.play(&line).expect("a legal step");
        }
    }

    /// Heroes hold real cards and name what they play; here they name anything.
    #[test]
    fn a_villain_plays_a_whole_game_against_hands_that_nobody_tells() {
        let game = GameKind::MinionsOfMordak;
        let options = [("seats", "3"), ("heroes", "alyndra,amos"), ("hands", "hidden")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut table = game.table(&options, &PackFiles::default()).expect("options that fit");
        let companion = |name: &str| Companion::new(game, name.parse().expect("an agent"));
        let (mut villain, mut searcher) = (companion("greedy"), companion("mcts:2"));
        let mut rng = search::BotRng::seed_from_u64(4);
        let (mut asked, mut named) = (0, 0);
        while table.turn() != Turn::Over {
            let seats = table.turn().asked();
            let line = if seats.is_empty() {
                table.sample(&mut rng).expect("chance is due")
            } else if seats.contains(Seat::new(0)) {
                asked += 1;
                let bot = if asked % 25 == 0 { &mut searcher } else { &mut villain };
                bot.advise(&*table, seats, asked).expect("the Villain has a hand of his own").step()
            } else {
                assert_eq!(villain.advise(&*table, seats, 1), None, "nobody here knows these cards");
                let seat = seats.lowest().expect("somebody is asked");
                let line = table.random_action(seat, &mut rng).expect("it has options");
                named += u32::from(["cast", "react"].iter().any(|verb| line.notation().starts_with(verb)));
                line
            };
            table.play(&line).unwrap_or_else(|why| panic!("{line}: {why}"));
        }
        assert!(asked > 50 && named > 0, "{asked} decisions, {named} Spells by name");
    }

    #[test]
    fn a_party_of_para_roles_is_compared_deal_by_deal() {
        let agent = |name: &str| name.parse().expect("an agent");
        let orders =
            Orders { a: agent("greedy"), b: agent("random"), deals: 2, seed: 1, threads: 2, sprt: None };
        let options = [("campaign".to_owned(), "random_encounters".to_owned())];
        let told = std::sync::atomic::AtomicU32::new(0);
        let tell = || {
            told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        };
        let played = arena(GameKind::ParaRoles, &options, &PackFiles::default(), &orders, &tell);
        let played = played.expect("games that end");
        assert_eq!((played.deals, played.sides[0].games, told.into_inner()), (2, 2, 2));
        assert!(played.sides[0].payoff.value > played.sides[1].payoff.value);
    }
}
