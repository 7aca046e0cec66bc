//! Who can be asked to play: agents by name, and a player that carries one of them out.

use crate::{
    levels::{Level, Mind, Style, Tuning},
    played::styles,
};
use catalog::GameKind;
use kernel::{Game, SeatSet, View, below};
use rand::SeedableRng;
use search::{Advice, BotRng, Budget, Heuristic, Mcts, Question, greedy, random};
use std::{fmt, str::FromStr, time::Duration};

/// A bot by name, such as `greedy` or `mcts:50ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    Random,
    Greedy,
    Search(Think),
    Level(Level),
    /// One of those that think, in a style that its game knows: `master:schemer`.
    Styled(Plain, Style),
}

/// An agent that thinks, without a style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    Greedy,
    Search(Think),
    Level(Level),
}

impl From<Plain> for Agent {
    fn from(plain: Plain) -> Agent {
        match plain {
            Plain::Greedy => Agent::Greedy,
            Plain::Search(think) => Agent::Search(think),
            Plain::Level(level) => Agent::Level(level),
        }
    }
}

impl Agent {
    /// The same without its style.
    #[must_use]
    pub fn plain(self) -> Agent {
        match self {
            Agent::Styled(plain, _) => plain.into(),
            Agent::Random | Agent::Greedy | Agent::Search(_) | Agent::Level(_) => self,
        }
    }
    #[must_use]
    pub const fn style(self) -> Option<Style> {
        match self {
            Agent::Styled(_, style) => Some(style),
            Agent::Random | Agent::Greedy | Agent::Search(_) | Agent::Level(_) => None,
        }
    }
    /// The same in this style; `None` for one that does not think.
    #[must_use]
    pub const fn in_style(self, style: Style) -> Option<Agent> {
        let plain = match self {
            Agent::Random => return None,
            Agent::Greedy => Plain::Greedy,
            Agent::Search(think) => Plain::Search(think),
            Agent::Level(level) => Plain::Level(level),
            Agent::Styled(plain, _) => plain,
        };
        Some(Agent::Styled(plain, style))
    }
    /// Can it play this game? Whoever has a style needs a game that knows it.
    ///
    /// # Errors
    /// With the styles of the game.
    pub fn suits(self, game: GameKind) -> Result<(), NoStyle> {
        match self.style() {
            Some(style) if !styles(game).contains(&style) => Err(NoStyle { style, game }),
            Some(_) | None => Ok(()),
        }
    }
}

/// A style that a game does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoStyle {
    pub style: Style,
    pub game: GameKind,
}

impl fmt::Display for NoStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoStyle { style, game } = self;
        let known: Vec<&str> = styles(*game).iter().map(|style| style.word()).collect();
        match known.as_slice() {
            [] => write!(f, "`:{style}`: bots of {game} have no styles; leave it out"),
            [..] => write!(f, "`:{style}`: the styles of {game} are {}", known.join(", ")),
        }
    }
}

impl std::error::Error for NoStyle {}

/// How long a search thinks about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Think {
    /// The same on every machine.
    Iterations(u64),
    Time(Duration),
}

impl Think {
    fn budget(self) -> Budget {
        match self {
            Think::Iterations(count) => Budget::iterations(count),
            Think::Time(time) => Budget::time(time),
        }
    }
}

/// A name that belongs to no bot, or a search that cannot think.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAgent {
    #[error("there is no agent `{found}`; there are: {}", AGENTS.join(", "))]
    Unknown { found: String },
    #[error("`mcts:{found}`: {why}")]
    Think { found: String, why: BadThink },
    #[error("random has no style: `{found}`")]
    Random { found: String },
}

/// What is no time to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadThink {
    #[error("0 is no time to think: it takes at least 1 iteration or 1 ms, such as 2000, 50ms or 2s")]
    Nothing,
    #[error("expected a number of iterations or a time, such as 2000, 50ms or 2s")]
    Unclear,
}

/// All agents, as people read about them.
pub const AGENTS: [&str; 8] = [
    "random",
    "greedy (looks one step ahead)",
    "mcts:2000 (a search of 2000 iterations)",
    "mcts:50ms (a search of 50 ms; `2s` works too)",
    "novice",
    "adept",
    "master",
    "master:schemer (any of these but random in a style, where the game has them: schemer, butcher, patient)",
];

impl FromStr for Agent {
    type Err = BadAgent;
    fn from_str(text: &str) -> Result<Agent, BadAgent> {
        let unknown = || BadAgent::Unknown { found: text.to_owned() };
        let styled = text.rsplit_once(':').and_then(|(agent, style)| Some((agent, style.parse().ok()?)));
        if let Some((agent, style)) = styled {
            let agent = agent.parse::<Agent>()?;
            return agent.in_style(style).ok_or_else(|| BadAgent::Random { found: text.to_owned() });
        }
        match text.split_once(':') {
            Some(("mcts", budget)) => {
                let think = budget.parse().map_err(|why| BadAgent::Think { found: budget.to_owned(), why });
                think.map(Agent::Search)
            }
            Some(_) => Err(unknown()),
            None => match text {
                "random" => Ok(Agent::Random),
                "greedy" => Ok(Agent::Greedy),
                level => level.parse().map(Agent::Level).map_err(|_| unknown()),
            },
        }
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Agent::Random => write!(f, "random"),
            Agent::Greedy => write!(f, "greedy"),
            Agent::Search(think) => write!(f, "mcts:{think}"),
            Agent::Level(level) => write!(f, "{level}"),
            Agent::Styled(plain, style) => write!(f, "{}:{style}", Agent::from(*plain)),
        }
    }
}

impl FromStr for Think {
    type Err = BadThink;
    fn from_str(text: &str) -> Result<Think, BadThink> {
        let number = |digits: &str| match digits.parse::<u64>() {
            Ok(0) => Err(BadThink::Nothing),
            Ok(count) => Ok(count),
            Err(_) => Err(BadThink::Unclear),
        };
        if let Some(digits) = text.strip_suffix("ms") {
            return number(digits).map(Duration::from_millis).map(Think::Time);
        }
        match text.strip_suffix('s') {
            Some(digits) => number(digits).map(Duration::from_secs).map(Think::Time),
            None => number(text).map(Think::Iterations),
        }
    }
}

impl fmt::Display for Think {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Think::Iterations(count) => write!(f, "{count}"),
            Think::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// An agent at a table, with the memory it thinks in.
pub struct Player<G: Game> {
    mind: Mind,
    /// How many decisions of a hundred are made without a thought.
    blunders: u32,
    mcts: Mcts<G>,
    /// What this player knows in place of what it is asked with.
    own: Option<Box<dyn Heuristic<G>>>,
}

impl<G: Game> Player<G> {
    #[must_use]
    pub fn new(agent: Agent, tuning: &Tuning) -> Player<G> {
        let skill = match agent {
            Agent::Random => Mind::Random.unerring(),
            Agent::Greedy => Mind::Greedy.unerring(),
            Agent::Search(think) => Mind::Search(think).unerring(),
            Agent::Level(level) | Agent::Styled(Plain::Level(level), _) => tuning.skill(level),
            Agent::Styled(Plain::Greedy, _) => Mind::Greedy.unerring(),
            Agent::Styled(Plain::Search(think), _) => Mind::Search(think).unerring(),
        };
        Player { mind: skill.mind, blunders: skill.blunders, mcts: Mcts::new(tuning.settings), own: None }
    }

    /// With its own idea of the game: two players of one table may differ in more than strength.
    #[must_use]
    pub fn knowing(self, own: Box<dyn Heuristic<G>>) -> Player<G> {
        Player { own: Some(own), ..self }
    }

    /// What this player does for one of these seats; `None` if none of them has an option.
    pub fn choose<H: Heuristic<G> + ?Sized>(
        &mut self,
        game: &G,
        heuristic: &H,
        view: &View<G>,
        seats: SeatSet,
        seed: u64,
    ) -> Option<Advice<G::Action>> {
        self.choose_within(&Question::new(game, heuristic, view).of(seats), &Budget::default(), seed)
    }

    /// The same for whoever cannot wait: it also answers when these limits are reached.
    pub fn choose_within<H: Heuristic<G> + ?Sized>(
        &mut self,
        question: &Question<G, H>,
        limits: &Budget,
        seed: u64,
    ) -> Option<Advice<G::Action>> {
        self.choose_telling(question, limits, seed, None)
    }

    /// The same, telling what it would answer every now and then while it searches.
    pub fn choose_telling<H: Heuristic<G> + ?Sized>(
        &mut self,
        question: &Question<G, H>,
        limits: &Budget,
        seed: u64,
        tell: Option<&mut dyn FnMut(Advice<G::Action>)>,
    ) -> Option<Advice<G::Action>> {
        let Some(own) = self.own.take() else { return self.answer(question, limits, seed, tell) };
        let Question { game, view, seats, .. } = *question;
        let advice = self.answer(&Question { game, heuristic: &*own, view, seats }, limits, seed, tell);
        self.own = Some(own);
        advice
    }

    fn answer<H: Heuristic<G> + ?Sized>(
        &mut self,
        question: &Question<G, H>,
        limits: &Budget,
        seed: u64,
        tell: Option<&mut dyn FnMut(Advice<G::Action>)>,
    ) -> Option<Advice<G::Action>> {
        let Question { game, heuristic, view, seats } = *question;
        let mut rng = BotRng::seed_from_u64(seed);
        let mind = if below(&mut rng, 100) < self.blunders { Mind::Random } else { self.mind };
        match mind {
            Mind::Random => random::choose(game, view, seats, &mut rng),
            Mind::Greedy => greedy::choose(game, heuristic, view, seats, &mut rng),
            // The only place that asks the search.
            Mind::Search(think) => {
                self.mcts.choose_telling(question, &think.budget().within(limits), seed, tell)
            }
        }
    }
}

/// One seed out of several numbers, far from that of their neighbours.
#[must_use]
pub fn seed_of(parts: &[u64]) -> u64 {
    parts.iter().fold(0x5eed, |seed: u64, part| {
        let mixed = (seed ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{Seat, Table};
    use search::{Plain, parlour::TicTacToe};
    use std::sync::Arc;

    #[test]
    fn agents_read_back_as_they_are_written() {
        let plain = ["random", "greedy", "mcts:50ms", "mcts:2000", "novice", "adept", "master"];
        for name in plain.into_iter().chain(["master:schemer", "mcts:50ms:patient", "greedy:butcher"]) {
            assert_eq!(name.parse::<Agent>().unwrap().to_string(), name);
        }
        assert_eq!("mcts:2s".parse::<Agent>().unwrap().to_string(), "mcts:2000ms");
    }

    #[test]
    fn an_unknown_agent_is_answered_with_all_there_are() {
        for wrong in ["genius", "mcts", "greedy:5", "master:meek", ":schemer", ""] {
            let told = wrong.parse::<Agent>().unwrap_err().to_string();
            assert!(
                told.contains("`") && told.contains("random, greedy") && told.contains("master"),
                "{told}"
            );
        }
    }

    #[test]
    fn a_style_is_for_agents_that_think_and_games_that_know_it() {
        let schemer = "master:schemer".parse::<Agent>().expect("an agent");
        assert_eq!((schemer.plain(), schemer.style()), (Agent::Level(Level::Master), Some(Style::Schemer)));
        assert_eq!(schemer.suits(GameKind::MinionsOfMordak), Ok(()));
        let told = schemer.suits(GameKind::ParaRoles).unwrap_err().to_string();
        assert!(told.contains("schemer") && told.contains("para_roles have no styles"), "{told}");
        assert_eq!(Agent::Greedy.suits(GameKind::ParaRoles), Ok(()));
        assert!("random:butcher".parse::<Agent>().unwrap_err().to_string().contains("random has no style"));
    }

    #[test]
    fn a_search_without_time_is_told_what_is_wrong_and_what_would_be_right() {
        for nothing in ["mcts:0", "mcts:0ms", "mcts:0s", "mcts:000"] {
            let told = nothing.parse::<Agent>().unwrap_err().to_string();
            assert!(
                told.contains(nothing) && told.contains("0 is no time") && told.contains("50ms"),
                "{told}"
            );
        }
        for unclear in ["mcts:", "mcts:-5ms", "mcts:5m", "mcts:ms", "mcts:1.5s"] {
            let told = unclear.parse::<Agent>().unwrap_err().to_string();
            assert!(told.contains(unclear) && told.contains("2000, 50ms or 2s"), "{told}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_choice_and_nobody_is_asked_for_a_seat_without_options() {
        let table = Table::new(Arc::new(TicTacToe));
        let view = table.view(Seat::new(0));
        for name in ["random", "greedy", "mcts:100", "novice"] {
            let mut player = Player::new(name.parse().unwrap(), &Tuning::default());
            let mut ask = |seats, seed| player.choose(&TicTacToe, &Plain, &view, seats, seed);
            let first = ask(SeatSet::first(2), 3).expect("there are nine cells");
            assert_eq!(ask(SeatSet::first(2), 3).map(|advice| advice.action), Some(first.action));
            assert!(ask(SeatSet::only(Seat::new(1)), 3).is_none());
        }
    }

    #[test]
    fn a_player_of_nothing_but_blunders_plays_at_random() {
        let table = Table::new(Arc::new(TicTacToe));
        let view = table.view(Seat::new(0));
        let mut player = Player::new(Agent::Greedy, &Tuning::default());
        player.blunders = 100;
        let mut seen: Vec<String> = (0..60)
            .filter_map(|seed| player.choose(&TicTacToe, &Plain, &view, SeatSet::first(2), seed))
            .map(|advice| advice.action.to_string())
            .collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 9);
    }
}
