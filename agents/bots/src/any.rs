//! Bots for a game that is known only at run time: what a front end asks them for. They get views made in the catalogue, and
//! never a table.

use crate::{
    arena::{Broken, Orders, Summary},
    played::{Played, Visitor, ground, visit},
    players::{Agent, Player},
    reason::reason,
};
use catalog::{AnyStep, AnyView, GameKind, PackFiles, SetupError};
use kernel::{Edition, Log, Seat, SeatSet, Step, View};
use rand::SeedableRng as _;
use search::{Advice, BotRng, Budget, Candidate, Heuristic, Question};
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
    struct Compare<'a> {
        options: &'a [(String, String)],
        pack: &'a PackFiles,
        orders: &'a Orders,
        tell: &'a (dyn Fn() + Sync),
    }
    impl Visitor for Compare<'_> {
        type Out = Result<Summary, NoContest>;
        fn visit<G: Played>(self) -> Self::Out {
            let game = Arc::new(catalog::game::<G>(self.options, self.pack)?);
            let (insight, tuning) = (G::insight(None), G::tuning());
            let players = || [self.orders.a, self.orders.b].map(|agent| G::player(agent, &tuning));
            Ok(ground(&game, &insight, &tuning).run_with(self.orders, players, self.tell)?)
        }
    }
    game.check_for_bots(options, pack)?;
    visit(game, Compare { options, pack, orders, tell })
}

/// A bot beside a table of any game: it sits in seats, or gives advice.
pub struct Companion(Box<dyn Advises + Send>);

/// Whoever answers questions about tables of one game.
trait Advises {
    fn advise(
        &mut self,
        view: &AnyView,
        limits: &Budget,
        seed: u64,
        tell: Option<&mut dyn FnMut(Hint)>,
    ) -> Option<Hint>;
}

/// A player of this game, and what it knows.
struct Beside<G: Played> {
    player: Player<G>,
    insight: G::Insight,
}

impl<G: Played> Advises for Beside<G> {
    fn advise(
        &mut self,
        view: &AnyView,
        limits: &Budget,
        seed: u64,
        tell: Option<&mut dyn FnMut(Hint)>,
    ) -> Option<Hint> {
        let (game, seen) = view.downcast::<G>()?;
        if !game.is_known_enough(seen) {
            return None;
        }
        // Those who hide nothing from each other think together; where there are secrets, one seat thinks for itself with
        // what it alone sees.
        let seats = if G::SECRETS { SeatSet::only(view.seat()) } else { view.asked() };
        let question = Question::new(&**game, &self.insight, seen).of(seats);
        hint(&mut self.player, &question, limits, seed, tell)
    }
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
    /// A bot of this game.
    #[must_use]
    pub fn new(game: GameKind, agent: Agent) -> Companion {
        struct Sit(Agent);
        impl Visitor for Sit {
            type Out = Companion;
            fn visit<G: Played>(self) -> Companion {
                let player = Player::new(self.0, &G::tuning());
                Companion(Box::new(Beside::<G> { player, insight: G::insight(self.0.style()) }))
            }
        }
        visit(game, Sit(agent))
    }

    /// What it would do for the seats that this view was made for; `None` if it is of another game, or if nobody but people
    /// can answer.
    pub fn advise(&mut self, view: &AnyView, seed: u64) -> Option<Hint> {
        self.advise_within(view, &Budget::default(), seed)
    }

    /// The same for whoever cannot wait: it also answers when these limits are reached.
    pub fn advise_within(&mut self, view: &AnyView, limits: &Budget, seed: u64) -> Option<Hint> {
        self.0.advise(view, limits, seed, None)
    }

    /// The same, telling what it would answer every now and then while it thinks.
    pub fn advise_telling(
        &mut self,
        view: &AnyView,
        limits: &Budget,
        seed: u64,
        tell: Option<&mut dyn FnMut(Hint)>,
    ) -> Option<Hint> {
        self.0.advise(view, limits, seed, tell)
    }
}

/// The player gets a view; the table stays outside.
fn hint<G: Edition, H: Heuristic<G>>(
    player: &mut Player<G>,
    question: &Question<G, H>,
    limits: &Budget,
    seed: u64,
    tell: Option<&mut dyn FnMut(Hint)>,
) -> Option<Hint> {
    let advice = match tell {
        None => player.choose_within(question, limits, seed),
        Some(tell) => player.choose_telling(
            question,
            limits,
            seed,
            Some(&mut |so_far| tell(hint_of(question, &so_far))),
        ),
    };
    advice.map(|advice| hint_of(question, &advice))
}

/// Worlds that look the same to whoever asks, in which a line of play is tried.
const WORLDS: u64 = 8;

/// How play is expected to go on, as far as its words tell nothing that was only guessed. In games without secrets that is all of
/// it; elsewhere the seat's own steps, up to the first that others or chance stand before, or that some world does not allow:
/// also what everybody knows today may lead to cards that nobody has seen.
fn foreseen<G: Edition>(game: &G, view: &View<G>, line: &[(Seat, G::Action)]) -> Vec<String> {
    let guess = |n| view.guess(game, &mut BotRng::seed_from_u64(n));
    let mut worlds: Vec<G::State> = (0..WORLDS).map(guess).collect();
    let open = !G::SECRETS;
    let mut told = vec![];
    for (seat, action) in line {
        let allows = |world: &G::State| {
            let mut legal = vec![];
            if game.turn(world).asked().contains(*seat) {
                game.legal_actions(world, *seat, &mut legal);
            }
            legal.contains(action)
        };
        if !open && (*seat != view.seat() || !worlds.iter().all(allows)) {
            break;
        }
        told.push(format!("{seat}: {action}"));
        if !open {
            let step = Step::Act { seat: *seat, action: *action };
            worlds.iter_mut().for_each(|world| game.apply(world, step, &mut Log::off()));
        }
    }
    told
}

fn hint_of<G: Edition, H: Heuristic<G>>(question: &Question<G, H>, advice: &Advice<G::Action>) -> Hint {
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
        expected: foreseen(question.game, question.view, &advice.line),
        iterations: advice.iterations,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Turn;
    use rand::SeedableRng;

    /// A companion plays so many steps of a game, each with a reason.
    fn advised(
        game: GameKind,
        options: &[(&str, &str)],
        agent: &str,
        steps: u64,
    ) -> (Companion, Box<dyn catalog::AnyTable>) {
        let options: Vec<_> =
            options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let mut table = game.table(&options, &PackFiles::default()).expect("options that fit");
        let mut companion = Companion::new(game, agent.parse().expect("an agent"));
        let mut rng = search::BotRng::seed_from_u64(1);
        for n in 0..steps {
            let line = match table.turn() {
                Turn::Chance => table.sample(&mut rng).expect("chance is due"),
                Turn::Each(seats) | Turn::Any(seats) => {
                    let view = table.view_of(seats).expect("somebody is asked");
                    let hint = companion.advise(&view, n).expect("somebody has options");
                    assert!(!hint.reason.is_empty());
                    hint.step()
                }
                Turn::Over => break,
            };
            table.play(&line).expect("a legal step");
        }
        (companion, table)
    }

    #[test]
    fn a_companion_plays_a_fight_with_moves_the_table_takes() {
        let (mut companion, table) = advised(GameKind::ParaRoles, &[], "greedy", 200);
        assert!(table.view_of(SeatSet::only(Seat::new(5))).is_none());
        let other =
            GameKind::FiendsAndFamiliars.table(&[], &PackFiles::default()).expect("the defaults work");
        if let Some(view) = other.view_of(SeatSet::first(2)) {
            assert_eq!(companion.advise(&view, 1), None, "a table of another game");
        }
    }

    #[test]
    fn a_villain_with_a_temperament_gives_reasons() {
        advised(GameKind::MinionsOfMordak, &[("heroes", "bjorn")], "greedy:schemer", 150);
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
            let Some(view) = table.view_of(seats) else {
                let line = table.sample(&mut rng).expect("chance is due");
                table.play(&line).unwrap_or_else(|why| panic!("{line}: {why}"));
                continue;
            };
            let line = if seats.contains(Seat::new(0)) {
                asked += 1;
                let bot = if asked % 25 == 0 { &mut searcher } else { &mut villain };
                bot.advise(&view, asked).expect("the Villain has a hand of his own").step()
            } else {
                assert_eq!(villain.advise(&view, 1), None, "nobody here knows these cards");
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
