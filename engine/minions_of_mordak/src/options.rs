//! What a table agrees on before the game: seats, Heroes, and the readings of unclear rules.

use crate::words::{HeroId, SEATS, VILLAIN};
use kernel::{BadNotation, Seat, SeatSet, words};
use rand::Rng;
use std::str::FromStr;

words! {
    /// Who is asked in a Reaction window: whoever could hold a Reaction by what everybody knows, or only who holds one.
    pub enum Windows as "windows" { Cloaked = "cloaked", Held = "held" }
}
words! {
    /// When a Move may step onto a Mountain: as its only step, or as its last.
    pub enum Mountain as "mountain" { Alone = "alone", Last = "last" }
}

words! {
    /// Who turns the Villain's Void Spells where people use their own cards and dice: they tell, or the house does.
    pub enum VoidDeck as "void_deck" { Told = "told", House = "house" }
}

words! {
    /// Who knows the Heroes' Spells: the house, which is told what they draw, or only their players.
    pub enum Hands as "hands" { Told = "told", Hidden = "hidden" }
}

words! {
    /// The order of Minions in a Minion Step: any, or first all that cannot reach a Hero, whose moves are then one list.
    pub enum MinionOrder as "minions" { Any = "any", Fast = "fast" }
}

/// What was agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The Villain and so many Heroes.
    pub seats: u8,
    /// The Hero of a seat; `None`: its player chooses.
    pub heroes: [Option<HeroId>; SEATS],
    /// Hero seats that are empty at the start and may join.
    pub late: u8,
    /// Players may join and leave.
    pub come_and_go: bool,
    pub windows: Windows,
    pub help_foes: bool,
    /// Heroes are offered to show Spells to everybody.
    pub show_spells: bool,
    pub mountain: Mountain,
    pub void_deck: VoidDeck,
    pub hands: Hands,
    pub minions: MinionOrder,
    /// The second first Chump comes with so many Heroes; 0: as the content says.
    pub second_chump_from: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            seats: 2,
            heroes: [None; SEATS],
            late: 0,
            come_and_go: false,
            windows: Windows::Cloaked,
            help_foes: false,
            show_spells: false,
            mountain: Mountain::Alone,
            void_deck: VoidDeck::Told,
            hands: Hands::Told,
            minions: MinionOrder::Any,
            second_chump_from: 0,
        }
    }
}

/// An option that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOption {
    #[error("there is no option `{name}`; there are: {}", Options::NAMES.iter().map(|(n, _)| *n).collect::<Vec<_>>().join(", "))]
    Unknown { name: String },
    #[error("option {name}: `{found}` is not possible; expected {expected}")]
    Value { name: &'static str, found: String, expected: String },
}

fn bad(name: &'static str, found: impl ToString, expected: impl ToString) -> BadOption {
    BadOption::Value { name, found: found.to_string(), expected: expected.to_string() }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only operands are read here")]
fn word<T: FromStr<Err = BadNotation>>(name: &'static str, value: &str) -> Result<T, BadOption> {
    value.parse().map_err(|e| match e {
        BadNotation::Operand { expected, .. } => bad(name, value, expected),
        other => bad(name, value, other),
    })
}

fn number(name: &'static str, value: &str, low: u8, high: u8) -> Result<u8, BadOption> {
    let read = value.parse().ok().filter(|n| (low..=high).contains(n));
    read.ok_or_else(|| bad(name, value, format!("{low} to {high}")))
}

fn yes(name: &'static str, value: &str) -> Result<bool, BadOption> {
    value.parse().map_err(|_| bad(name, value, "true or false"))
}

/// A Hero for each Hero seat: `bjorn,choose,amos`, or `choose` for all.
fn heroes(value: &str) -> Result<[Option<HeroId>; SEATS], BadOption> {
    let mut all = [None; SEATS];
    if value == "choose" {
        return Ok(all);
    }
    let names: Vec<&str> = value.split(',').collect();
    if names.len() >= SEATS {
        return Err(bad("heroes", value, "at most 5 Heroes"));
    }
    for (at, name) in names.into_iter().enumerate() {
        let hero = if name == "choose" { None } else { Some(word::<HeroId>("heroes", name)?) };
        if hero.is_some() && all.contains(&hero) {
            return Err(bad("heroes", value, "each Hero once"));
        }
        all[at + 1] = hero;
    }
    Ok(all)
}

impl Options {
    /// All options with what they mean.
    pub const NAMES: [(&'static str, &'static str); 12] = [
        ("seats", "the Villain (seat 0) and 1 to 5 Heroes: 2 to 6"),
        ("heroes", "choose, or a Hero for each Hero seat such as bjorn,choose,amos"),
        ("late", "Hero seats, counted from the last, that are empty at the start and may join: 0 to 4"),
        ("come_and_go", "true: players may join at a Hero Round and leave at a Level Up Step"),
        (
            "windows",
            "who is asked for Reactions: cloaked (whoever could hold one, so that it tells nothing) or held (faster)",
        ),
        ("help_foes", "true: Mordak and Wugner are also asked to add Hits to enemies' rolls"),
        ("show_spells", "true: Heroes may show Spells of their hand to everybody in their Turn"),
        ("mountain", "a Mountain is a Move's only step (alone), or may be its last"),
        (
            "void_deck",
            "at a real table: told (somebody tells the Villain's draws), or house (the Void deck stays here, nobody sees his hand)",
        ),
        (
            "hands",
            "at a real table: told (somebody tells what Heroes draw), or hidden (only their players know it: a Spell is named \
             when it is played)",
        ),
        (
            "minions",
            "the order of Minions: any, or fast (at a real table: those that cannot reach a Hero go first, in one list without \
             rolls)",
        ),
        (
            "second_chump_from",
            "Heroes from which two Chumps start on the Mountain: 0 (as the content says), 2 to 6",
        ),
    ];

    /// Sets one option by name.
    ///
    /// # Errors
    /// If there is no such option or it cannot have this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        match name {
            "seats" => self.seats = number("seats", value, 2, SEATS as u8)?,
            "heroes" => self.heroes = heroes(value)?,
            "late" => self.late = number("late", value, 0, 4)?,
            "come_and_go" => self.come_and_go = yes("come_and_go", value)?,
            "windows" => self.windows = word("windows", value)?,
            "help_foes" => self.help_foes = yes("help_foes", value)?,
            "show_spells" => self.show_spells = yes("show_spells", value)?,
            "mountain" => self.mountain = word("mountain", value)?,
            "void_deck" => self.void_deck = word("void_deck", value)?,
            "hands" => self.hands = word("hands", value)?,
            "minions" => self.minions = word("minions", value)?,
            "second_chump_from" => self.second_chump_from = number("second_chump_from", value, 0, 6)?,
            other => return Err(BadOption::Unknown { name: other.to_owned() }),
        }
        Ok(())
    }

    /// The value of an option as text.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        Some(match name {
            "seats" => self.seats.to_string(),
            "heroes" if self.heroes == [None; SEATS] => "choose".to_owned(),
            "heroes" => {
                let names = self.heroes[1..].iter().map(|hero| hero.map_or("choose", HeroId::word));
                names.collect::<Vec<_>>().join(",")
            }
            "late" => self.late.to_string(),
            "come_and_go" => self.come_and_go.to_string(),
            "windows" => self.windows.to_string(),
            "help_foes" => self.help_foes.to_string(),
            "show_spells" => self.show_spells.to_string(),
            "mountain" => self.mountain.to_string(),
            "void_deck" => self.void_deck.to_string(),
            "hands" => self.hands.to_string(),
            "minions" => self.minions.to_string(),
            "second_chump_from" => self.second_chump_from.to_string(),
            _ => return None,
        })
    }

    /// The seats whose hands nobody tells.
    #[must_use]
    pub fn hidden_seats(&self) -> SeatSet {
        match self.hands {
            Hands::Told => SeatSet::EMPTY,
            Hands::Hidden => Seat::first(self.seats).filter(|seat| *seat != VILLAIN).collect(),
        }
    }

    /// Heroes that play from the start.
    #[must_use]
    pub fn heroes_at_start(&self) -> u8 {
        (self.seats - 1).saturating_sub(self.late).max(1)
    }

    /// Whether the options fit together.
    ///
    /// # Errors
    /// If they do not.
    pub fn check(&self) -> Result<(), BadOption> {
        if self.late + 2 > self.seats {
            return Err(bad("late", self.late, "at least one Hero from the start"));
        }
        if self.late > 0 && !self.come_and_go {
            return Err(bad("late", self.late, "come_and_go true, or nobody could join"));
        }
        Ok(())
    }

    /// Options that fit together, at random: for laws and soaks.
    pub fn any<R: Rng + ?Sized>(rng: &mut R) -> Options {
        let mut pick = |n: u32| kernel::below(rng, n) as u8;
        let seats = 2 + pick(5);
        let come_and_go = pick(4) == 0;
        let late = if come_and_go { pick(u32::from(seats) - 1) } else { 0 };
        let mut options = Options { seats, late, come_and_go, ..Options::default() };
        if pick(2) == 0 {
            options.windows = Windows::Held;
        }
        options.help_foes = pick(4) == 0;
        options.show_spells = pick(4) == 0;
        match pick(4) {
            0 => options.mountain = Mountain::Last,
            1 => options.hands = Hands::Hidden,
            2 => options.minions = MinionOrder::Fast,
            _ => {}
        }
        options
    }
}
