//! Night Ferry: three smugglers load crates in secret onto a ferry that carries only so much. Not a game that ships: the proof
//! that a game is one crate and one word.

mod show;

use kernel::{
    BadContent, BadOption, Contents, Edition, Game, Log, Odds, Outcome, Pack, Seat, Step, Story, Turn, below,
    notation,
    options::{Choice, Number},
    pack::{self, File},
    rule, words,
};
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::fmt;

words! {
    /// How heavy a crate is, and what a die shows.
    pub enum Six as "number" { One = "1", Two = "2", Three = "3", Four = "4", Five = "5", Six = "6" }
}
words! {
    /// What goes overboard when the ferry carries too much.
    pub enum Overboard as "overboard" { Heaviest = "heaviest", All = "all" }
}
notation! { pub enum Action { "load" Load { weight: Six } } }
notation! { pub enum Chance { "deal" Deal { weight: Six }, "roll" Roll { pips: Six } } }

kernel::options! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Options {
        crossings: u8 = 4, Number(3, 6), "how many crossings there are: 3 to 6";
        overboard: Overboard = Overboard::Heaviest, Choice, "too much on board: the heaviest crates are lost, or all";
    }
}

/// Crates by weight.
pub type Crates = [u8; 6];

/// What lies on the quay.
#[derive(Clone, Debug)]
pub struct Content {
    pub copies: Crates,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stack {
    weight: u8,
    copies: u8,
}

impl Contents for Content {
    const FILES: &'static [File] = &[("crates.ron", include_str!("../content/crates.ron"))];

    fn load(pack: &dyn Pack) -> Result<Content, BadContent> {
        let mut copies = [0; 6];
        for stack in pack::read::<Vec<Stack>>(pack, Self::FILES, "crates.ron")? {
            match copies.get_mut(usize::from(stack.weight).wrapping_sub(1)) {
                Some(place) => *place = stack.copies.min(40),
                None => return pack::wrong("crates.ron", stack.weight, "its weight", "1 to 6"),
            }
        }
        let all: u8 = copies.iter().sum();
        match all {
            // Three hands, and what is loaded in five more crossings.
            24.. => Ok(Content { copies }),
            few => pack::wrong("crates.ron", "all", format!("{few} crates"), "at least 24"),
        }
    }
}

pub const SEATS: u8 = 3;
const HAND: u8 = 3;
/// What the ferry carries besides what the die shows.
const ROOM: u8 = 6;

/// The rules with content and options.
#[derive(Clone, Debug)]
pub struct NightFerry {
    pub content: Content,
    pub options: Options,
}

/// The whole table. In a view, what others hold is among what lies on the quay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub quay: Crates,
    pub hands: [Crates; 3],
    /// How many crates each has in hand, which all can see.
    pub sizes: [u8; 3],
    /// What is loaded and not shown yet; `Some(None)` in a view: a crate of somebody else.
    pub loaded: [Option<Option<Six>>; 3],
    /// What was on board of a ferry before.
    pub gone: Crates,
    pub scores: [u8; 3],
    pub crossing: u8,
    pub die: Option<Six>,
}

/// One line of the story: what all may read, or what one alone may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    said: String,
    to_one: Option<(Seat, String)>,
}

impl Event {
    fn said(said: String) -> Event {
        Event { said, to_one: None }
    }
}

impl Story for Event {
    fn seen_by(&self, me: Seat) -> Option<Event> {
        let to_one = self.to_one.clone().filter(|(seat, _)| *seat == me);
        Some(Event { said: self.said.clone(), to_one })
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_one.as_ref().map_or(&self.said, |(_, own)| own))
    }
}

/// How much the ferry carries when the die shows this.
pub fn carries(die: Six) -> u8 {
    ROOM + die.index() as u8 + 1
}

fn weight_at(index: usize) -> Six {
    Six::ALL[index.min(5)]
}

/// One of these crates, each as likely as any other.
fn pick<R: Rng + ?Sized>(crates: &Crates, rng: &mut R) -> Option<Six> {
    let all: u32 = crates.iter().map(|n| u32::from(*n)).sum();
    let mut left = if all == 0 { return None } else { below(rng, all) };
    for (at, count) in crates.iter().enumerate() {
        match left.checked_sub(u32::from(*count)) {
            Some(less) => left = less,
            None => return Some(weight_at(at)),
        }
    }
    None
}

impl NightFerry {
    /// Who is dealt a crate next.
    pub fn dealt(&self, s: &State) -> Option<Seat> {
        let may = s.die.is_none() && s.crossing < self.options.crossings;
        Seat::first(SEATS).find(|seat| may && s.sizes[seat.index()] < HAND)
    }
    /// All have loaded: crates are shown and cross, or go overboard.
    fn cross(&self, s: &mut State, log: &mut Log<Event>) {
        rule!("NF-003", "NF-004", "NF-005");
        let Some(die) = s.die.take() else { return };
        let shown = s.loaded.map(|one| one.flatten().unwrap_or(Six::One));
        let weights = shown.map(|weight| weight.index() as u8 + 1);
        let too_much = weights.iter().sum::<u8>() > carries(die);
        let heaviest = weights.iter().copied().max().unwrap_or_default();
        let lost = weights
            .map(|weight| too_much && (weight == heaviest || self.options.overboard == Overboard::All));
        for seat in 0..usize::from(SEATS) {
            s.hands[seat][shown[seat].index()] -= 1;
            s.sizes[seat] -= 1;
            s.gone[shown[seat].index()] += 1;
            s.scores[seat] += if lost[seat] { 0 } else { weights[seat] };
        }
        (s.loaded, s.crossing) = ([None; 3], s.crossing + 1);
        log.say(|| {
            let [a, b, c] = weights.map(|weight| weight.to_string());
            let over = Seat::first(SEATS).filter(|seat| lost[seat.index()]);
            let over: String = over.map(|seat| format!("; that of {seat} goes overboard")).collect();
            Event::said(format!("crates of {a}, {b} and {c} cross{over}"))
        });
    }
}

impl Game for NightFerry {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;

    fn seats(&self) -> u8 {
        SEATS
    }
    fn setup(&self) -> State {
        State {
            quay: self.content.copies,
            hands: [[0; 6]; 3],
            sizes: [0; 3],
            loaded: [None; 3],
            gone: [0; 6],
            scores: [0; 3],
            crossing: 0,
            die: None,
        }
    }
    fn turn(&self, s: &State) -> Turn {
        match s.die {
            _ if s.crossing >= self.options.crossings => Turn::Over,
            None => Turn::Chance,
            Some(_) => {
                Turn::Each(Seat::first(SEATS).filter(|seat| s.loaded[seat.index()].is_none()).collect())
            }
        }
    }
    fn legal_actions(&self, s: &State, seat: Seat, into: &mut Vec<Action>) {
        if self.turn(s).asked().contains(seat) {
            let held = Six::ALL.iter().filter(|weight| s.hands[seat.index()][weight.index()] > 0);
            into.extend(held.map(|weight| Action::Load { weight: *weight }));
        }
    }
    fn odds(&self, s: &State) -> Odds<Chance> {
        rule!("NF-001", "NF-002");
        match self.dealt(s) {
            Some(_) => Odds::weighted(
                Six::ALL
                    .iter()
                    .map(|weight| (Chance::Deal { weight: *weight }, u32::from(s.quay[weight.index()])))
                    .filter(|(_, count)| *count > 0),
            ),
            None => Odds::even(Six::ALL.iter().map(|pips| Chance::Roll { pips: *pips })),
        }
    }
    fn sample<R: Rng + ?Sized>(&self, s: &State, rng: &mut R) -> Chance {
        match self.dealt(s) {
            Some(_) => Chance::Deal { weight: pick(&s.quay, rng).unwrap_or(Six::One) },
            None => Chance::Roll { pips: weight_at(below(rng, 6) as usize) },
        }
    }
    fn apply(&self, s: &mut State, step: Step<Action, Chance>, log: &mut Log<Event>) {
        match step {
            Step::Chance(Chance::Deal { weight }) => {
                let Some(seat) = self.dealt(s) else { return };
                s.quay[weight.index()] -= 1;
                s.hands[seat.index()][weight.index()] += 1;
                s.sizes[seat.index()] += 1;
                let own = Some((seat, format!("{seat} is dealt a crate of {weight}")));
                log.say(|| Event { said: format!("{seat} is dealt a crate"), to_one: own });
            }
            Step::Chance(Chance::Roll { pips }) => {
                s.die = Some(pips);
                log.say(|| Event::said(format!("the ferry carries {}", carries(pips))));
            }
            Step::Act { seat, action: Action::Load { weight } } => {
                s.loaded[seat.index()] = Some(Some(weight));
                log.say(|| Event::said(format!("{seat} has loaded a crate")));
                if s.loaded.iter().all(Option::is_some) {
                    self.cross(s, log);
                }
            }
        }
    }
    fn outcome(&self, s: &State) -> Option<Outcome> {
        rule!("NF-006");
        let best = s.scores.iter().max().filter(|_| self.turn(s) == Turn::Over)?;
        let winners = s.scores.iter().filter(|score| *score == best).count() as u16;
        Some(Outcome::new(&s.scores.map(|score| if score == *best { Outcome::BEST / winners } else { 0 })))
    }
    fn mask(&self, s: &mut State, seat: Seat) {
        for other in Seat::first(SEATS).filter(|other| *other != seat) {
            let hand = std::mem::take(&mut s.hands[other.index()]);
            s.quay.iter_mut().zip(hand).for_each(|(quay, held)| *quay += held);
            s.loaded[other.index()] = s.loaded[other.index()].map(|_| None);
        }
    }
    fn fill<R: Rng + ?Sized>(&self, s: &mut State, rng: &mut R) {
        for seat in 0..usize::from(SEATS) {
            let held: u32 = s.hands[seat].iter().map(|n| u32::from(*n)).sum();
            for _ in held..u32::from(s.sizes[seat].min(HAND)) {
                let Some(weight) = pick(&s.quay, rng) else { break };
                s.quay[weight.index()] -= 1;
                s.hands[seat][weight.index()] += 1;
            }
            if s.loaded[seat] == Some(None) {
                s.loaded[seat] = pick(&s.hands[seat], rng).map(Some);
            }
        }
    }
}

impl Edition for NightFerry {
    const ID: &'static str = "night_ferry";
    const TITLE: &'static str = "Night Ferry";
    const SEATS: (u8, u8) = (SEATS, SEATS);
    const ABOUT: &'static str =
        "Three smugglers load crates in secret onto a ferry that carries only so much.";
    const RULES: &'static str = include_str!("../rules.toml");
    const SECRETS: bool = true;
    type Content = Content;
    type Options = Options;

    fn of(content: Content, options: Options) -> Result<NightFerry, BadOption> {
        Ok(NightFerry { content, options })
    }
    fn any_options<R: Rng + ?Sized>(rng: &mut R) -> Options {
        let overboard = Overboard::ALL[below(rng, 2) as usize];
        Options { crossings: 3 + below(rng, 4) as u8, overboard }
    }
    fn check(&self, s: &State) -> Result<(), String> {
        let sum = |crates: &Crates| crates.iter().map(|n| u32::from(*n)).sum::<u32>();
        let [a, b, c] = s.hands;
        let lies =
            |at: usize| [s.quay[at], s.gone[at], a[at], b[at], c[at]].map(u32::from).iter().sum::<u32>();
        let all = (0..6).all(|at| lies(at) == u32::from(self.content.copies[at]));
        let held =
            s.hands.iter().zip(s.sizes).all(|(hand, size)| sum(hand) == u32::from(size) && size <= HAND);
        let loads = |(hand, one): (&Crates, &Option<Option<Six>>)| {
            one.is_none_or(|one| one.is_some_and(|weight| hand[weight.index()] > 0))
        };
        let loads = s.hands.iter().zip(&s.loaded).all(loads);
        let may_load =
            s.sizes == [HAND; 3] && s.loaded.contains(&None) && s.crossing < self.options.crossings;
        let when = if s.die.is_some() { may_load } else { s.loaded == [None; 3] };
        let when = when && s.crossing <= self.options.crossings && s.scores.iter().all(|score| *score <= 36);
        match (all, held, loads, when) {
            (true, true, true, true) => Ok(()),
            (all, held, loads, when) => {
                Err(format!("crates {all}, hands {held}, loads {loads}, time {when}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{Table, proves, script::play};
    use std::sync::Arc;

    /// A whole game: a light load, one that is too heavy, and a light one again.
    fn played(overboard: Overboard) -> Table<NightFerry> {
        let game = NightFerry::of(Content::built_in(), Options { crossings: 3, overboard });
        let table = Table::new(Arc::new(game.expect("options that fit")));
        let table = play(table, &"deal 2\ndeal 5\ndeal 6\n".repeat(3));
        let script = "
            roll 1
            says the ferry carries 7
            seat 1 has 3 options
            seat 0: load 2
            says seat 0 has loaded
            seat 2: load 2
            seat 1: load 2
            says crates of 2, 2 and 2 cross
            2.score is 2
            refused roll 1
            deal 1
            deal 1
            deal 1
            roll 1
            seat 0: load 6
            seat 1: load 5
            seat 2: load 1
            says that of seat 0 goes overboard";
        let table = play(table, script);
        play(
            table,
            "deal 1\ndeal 1\ndeal 3\nroll 6\nseat 0: load 1\nseat 1: load 1\nseat 2: load 3\nasked nobody",
        )
    }

    #[test]
    fn crates_score_their_weight_unless_the_ferry_carries_too_much() {
        proves!("NF-001", "NF-002", "NF-003", "NF-004", "NF-005", "NF-006");
        let table = played(Overboard::Heaviest);
        assert_eq!(table.state().scores, [3, 8, 6]);
        assert_eq!(table.outcome(), Some(Outcome::new(&[0, Outcome::BEST, 0])));
        let all = played(Overboard::All);
        assert_eq!(all.state().scores, [3, 3, 5], "with all of them overboard");
    }

    #[test]
    fn the_pack_and_the_options_are_as_in_every_game() {
        assert_eq!(pack::check::<Content>(), Ok(()));
        assert_eq!(kernel::options::check::<Options>(), Ok(()));
        let few = Content::load(&pack::Changed("crates.ron", "copies: 5", "copies: 1")).expect_err("too few");
        assert_eq!(few.to_string(), "crates.ron: all: 20 crates; expected at least 24");
    }
}
