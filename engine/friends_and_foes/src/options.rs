//! What a table agrees on before the game: seats, teams, scenario, formations and the readings of unclear rules.

use crate::{
    content::{Teams, read_teams},
    words::{ScenarioId, TwistId, WarbandId},
};
use kernel::{BadNotation, Seat, SeatSet, words};
use std::str::FromStr;

words! {
    pub enum Preset as "preset" { Book = "book", Club = "club" }
}
words! {
    /// Whose cards a seat plays with, at a real table.
    pub enum Deck as "deck" {
        /// Turned by whoever turns the cards of this table, and each one told.
        Real = "real",
        /// The house shuffles and draws, also where people turn their own cards.
        Virtual = "virtual",
        /// The player's own; what is drawn into hand is told to nobody.
        Hidden = "hidden",
    }
}
words! {
    pub enum SprintCompare as "sprint_compare" { AtLeast = "at_least", Greater = "greater" }
}
words! {
    pub enum ResultMode as "result_mode" { Table = "table", Text = "text" }
}
words! {
    pub enum DoublingStack as "doubling_stack" { Multiply = "multiply", Once = "once" }
}
words! {
    pub enum DefenceTiming as "defence_timing" { Sequential = "sequential", Simultaneous = "simultaneous" }
}
words! {
    pub enum OncePer as "once_per" { Turn = "turn", Round = "round" }
}
words! {
    pub enum AttackLimit as "attack_limit" { PerCharacter = "per_character", PerAbility = "per_ability" }
}
words! {
    pub enum StartingTreasure as "starting_treasure" { Separate = "separate", Shared = "shared" }
}
words! {
    pub enum InitiativeSource as "initiative_source" { HandOnly = "hand_only", HandOrDeck = "hand_or_deck" }
}
words! {
    pub enum TieBreak as "tie_break" { DrawAndChoose = "draw_and_choose", Flip = "flip" }
}
words! {
    pub enum Pass as "pass" { Soft = "soft", Hard = "hard" }
}
words! {
    pub enum SearchContested as "search_contested" { Allowed = "allowed", Forbidden = "forbidden" }
}
words! {
    pub enum Overclock as "overclock" { Mandatory = "mandatory", Optional = "optional" }
}
words! {
    pub enum Obscuring as "obscuring" { Terrain = "terrain", Occupied = "occupied", Conceal = "conceal" }
}
words! {
    pub enum GarrisonRule as "garrison" { WhileStanding = "while_standing", FirstPerTurn = "first_per_turn" }
}
words! {
    pub enum TeamControl as "team_control" { Team = "team", Player = "player" }
}
words! {
    pub enum TeamHands as "team_hands" { Private = "private", Open = "open" }
}
words! {
    pub enum Koth as "koth" { FromFive = "from_five", OnlyFive = "only_five" }
}
words! {
    pub enum BenchPrice as "bench_price" { Full = "full", One = "one" }
}

/// Which scenario is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScenarioChoice {
    /// The first that is made for this table.
    Auto,
    /// Any that is made for this table.
    Random,
    This(ScenarioId),
}

/// Which twist is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwistChoice {
    Off,
    Random,
    This(TwistId),
}

/// What was agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub seats: u8,
    /// The team of each seat; `None`: as the scenario says.
    pub teams: Option<Teams>,
    pub scenario: ScenarioChoice,
    /// `None`: the scenario's.
    pub map: Option<String>,
    pub twist: TwistChoice,
    /// A ready warband for a seat; `None`: its player chooses or builds.
    pub formations: [Option<WarbandId>; 4],
    pub decks: [Deck; 4],
    pub sprint_compare: SprintCompare,
    pub result_mode: ResultMode,
    pub doubling_stack: DoublingStack,
    pub defence_timing: DefenceTiming,
    pub once_per: OncePer,
    pub attack_limit: AttackLimit,
    pub starting_treasure: StartingTreasure,
    pub starting_hand: u8,
    /// 0: none.
    pub hand_limit: u8,
    /// 0: none.
    pub hand_refill: u8,
    pub initiative_source: InitiativeSource,
    pub tie_break: TieBreak,
    pub pass: Pass,
    pub find_base: u8,
    pub search_contested: SearchContested,
    pub overclock: Overclock,
    pub reaction_chains: bool,
    pub obscuring: Obscuring,
    pub garrison: GarrisonRule,
    pub team_control: TeamControl,
    pub team_hands: TeamHands,
    pub koth: Koth,
    pub bench_size: u8,
    pub bench_price: BenchPrice,
    pub round_limit: u8,
    pub early_end: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            seats: 2,
            teams: None,
            scenario: ScenarioChoice::Auto,
            map: None,
            twist: TwistChoice::Off,
            formations: [None; 4],
            decks: [Deck::Real; 4],
            sprint_compare: SprintCompare::AtLeast,
            result_mode: ResultMode::Table,
            doubling_stack: DoublingStack::Multiply,
            defence_timing: DefenceTiming::Sequential,
            once_per: OncePer::Turn,
            attack_limit: AttackLimit::PerCharacter,
            starting_treasure: StartingTreasure::Separate,
            starting_hand: 5,
            hand_limit: 0,
            hand_refill: 0,
            initiative_source: InitiativeSource::HandOnly,
            tie_break: TieBreak::DrawAndChoose,
            pass: Pass::Soft,
            find_base: 1,
            search_contested: SearchContested::Allowed,
            overclock: Overclock::Mandatory,
            reaction_chains: false,
            obscuring: Obscuring::Terrain,
            garrison: GarrisonRule::WhileStanding,
            team_control: TeamControl::Team,
            team_hands: TeamHands::Private,
            koth: Koth::FromFive,
            bench_size: 2,
            bench_price: BenchPrice::Full,
            round_limit: 10,
            early_end: true,
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

pub(crate) fn bad(name: &'static str, found: impl ToString, expected: impl ToString) -> BadOption {
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

/// `none`, or a number.
fn or_none(name: &'static str, value: &str) -> Result<u8, BadOption> {
    if value == "none" { Ok(0) } else { number(name, value, 1, 52) }
}

fn yes(name: &'static str, value: &str) -> Result<bool, BadOption> {
    value.parse().map_err(|_| bad(name, value, "true or false"))
}

fn shown_or_none(number: u8) -> String {
    if number == 0 { "none".to_owned() } else { number.to_string() }
}

/// `01v23` again.
#[must_use]
pub fn write_teams(teams: &[u8]) -> String {
    let count = teams.iter().max().map_or(0, |t| t + 1);
    let side = |team: u8| -> String {
        (0..teams.len()).filter(|s| teams[*s] == team).map(|s| s.to_string()).collect()
    };
    (0..count).map(side).collect::<Vec<_>>().join("v")
}

impl Options {
    /// All options with what they mean.
    pub const NAMES: [(&'static str, &'static str); 34] = [
        (
            "preset",
            "book (closest to print), or club (no searching beside enemies); sets the other options it is about",
        ),
        ("seats", "2, 3 or 4 players"),
        ("teams", "auto, or the seats of each team such as 0v1, 01v23, 0v1v2v3 or 01v2"),
        ("scenario", "auto, random, or an id such as SCN-1"),
        ("map", "auto (the scenario's), or an id such as P1 or H5"),
        ("twist", "off, random, or an id such as TWI-1"),
        ("formations", "choose, or a ready warband for each seat such as WB-1,WB-5 or WB-1,choose"),
        (
            "decks",
            "by seat, such as hidden,virtual: real (turned and told like all else), virtual (the house draws, whoever has \
             the dice), hidden (a player's own deck: hand cards are not told until they are played)",
        ),
        ("sprint_compare", "a sprint card must be at_least the sprint value, or greater"),
        ("result_mode", "attack results by the printed table, or by the printed text"),
        ("doubling_stack", "a critical that is also more than double: multiply (4 times) or once (2 times)"),
        (
            "defence_timing",
            "the defender sees the attack card (sequential), or both commit face down (simultaneous)",
        ),
        ("once_per", "each action of a character once per turn, or once per round"),
        ("attack_limit", "one Attack a turn per_character, or one with each attack (per_ability)"),
        (
            "starting_treasure",
            "10 treasures besides the formation's coins (separate), or what the formation leaves (shared)",
        ),
        ("starting_hand", "cards at the start: 0 to 10"),
        ("hand_limit", "none, or at most so many cards in hand at the end of a round: 1 to 52"),
        ("hand_refill", "none, or draw up to so many cards before each initiative: 1 to 52"),
        ("initiative_source", "initiative from hand_only, or hand_or_deck"),
        ("tie_break", "tied players draw_and_choose a card, or just flip one"),
        ("pass", "a pass is soft, or hard: it ends the player's round"),
        ("find_base", "treasure found without a critical: 1 or 0"),
        ("search_contested", "searching beside enemies is allowed or forbidden"),
        ("overclock", "mandatory or optional"),
        ("reaction_chains", "true: reactions may answer reactions"),
        (
            "obscuring",
            "what blocks sight: terrain, occupied areas only, or conceal (also hides who is inside)",
        ),
        ("garrison", "the defender shields others while_standing, or against the first_per_turn only"),
        ("team_control", "areas are controlled by a team, or by a player"),
        ("team_hands", "teammates' hands are private or open"),
        ("koth", "King of the Hill is checked from_five on, or in round five only (only_five)"),
        ("bench_size", "characters on the bench: 0 to 3"),
        ("bench_price", "deploying costs the full price, or one treasure"),
        ("round_limit", "the game ends after so many rounds: 5 to 50"),
        ("early_end", "true: the game ends as soon as only one team can go on"),
    ];

    /// Sets one option by name.
    ///
    /// # Errors
    /// If there is no such option or it cannot have this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        match name {
            "preset" => self.apply(word("preset", value)?),
            "seats" => self.seats = number("seats", value, 2, 4)?,
            "teams" => self.teams = teams(value)?,
            "scenario" => self.scenario = scenario(value)?,
            "map" => self.map = (value != "auto").then(|| value.to_owned()),
            "twist" => self.twist = twist(value)?,
            "formations" => self.formations = formations(value)?,
            "decks" => self.decks = decks(value)?,
            "starting_hand" => self.starting_hand = number("starting_hand", value, 0, 10)?,
            "hand_limit" => self.hand_limit = or_none("hand_limit", value)?,
            "hand_refill" => self.hand_refill = or_none("hand_refill", value)?,
            "find_base" => self.find_base = number("find_base", value, 0, 1)?,
            "reaction_chains" => self.reaction_chains = yes("reaction_chains", value)?,
            "bench_size" => self.bench_size = number("bench_size", value, 0, 3)?,
            "round_limit" => self.round_limit = number("round_limit", value, 5, 50)?,
            "early_end" => self.early_end = yes("early_end", value)?,
            other => return self.set_reading(other, value),
        }
        Ok(())
    }

    /// The options that are one word out of a few.
    fn set_reading(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        match name {
            "sprint_compare" => self.sprint_compare = word("sprint_compare", value)?,
            "result_mode" => self.result_mode = word("result_mode", value)?,
            "doubling_stack" => self.doubling_stack = word("doubling_stack", value)?,
            "defence_timing" => self.defence_timing = word("defence_timing", value)?,
            "once_per" => self.once_per = word("once_per", value)?,
            "attack_limit" => self.attack_limit = word("attack_limit", value)?,
            "starting_treasure" => self.starting_treasure = word("starting_treasure", value)?,
            "initiative_source" => self.initiative_source = word("initiative_source", value)?,
            "tie_break" => self.tie_break = word("tie_break", value)?,
            "pass" => self.pass = word("pass", value)?,
            "search_contested" => self.search_contested = word("search_contested", value)?,
            "overclock" => self.overclock = word("overclock", value)?,
            "obscuring" => self.obscuring = word("obscuring", value)?,
            "garrison" => self.garrison = word("garrison", value)?,
            "team_control" => self.team_control = word("team_control", value)?,
            "team_hands" => self.team_hands = word("team_hands", value)?,
            "koth" => self.koth = word("koth", value)?,
            "bench_price" => self.bench_price = word("bench_price", value)?,
            _ => return Err(BadOption::Unknown { name: name.to_owned() }),
        }
        Ok(())
    }

    fn apply(&mut self, preset: Preset) {
        self.search_contested = match preset {
            Preset::Book => SearchContested::Allowed,
            Preset::Club => SearchContested::Forbidden,
        };
    }

    /// The options of a preset.
    #[must_use]
    pub fn of(preset: Preset) -> Options {
        let mut options = Options::default();
        options.apply(preset);
        options
    }

    /// The value of an option as `set` reads it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        Some(match name {
            "preset" if self.search_contested == SearchContested::Forbidden => Preset::Club.to_string(),
            "preset" => Preset::Book.to_string(),
            "seats" => self.seats.to_string(),
            "teams" => self.teams.map_or_else(|| "auto".to_owned(), |teams| write_teams(&teams)),
            "scenario" => match self.scenario {
                ScenarioChoice::Auto => "auto".to_owned(),
                ScenarioChoice::Random => "random".to_owned(),
                ScenarioChoice::This(id) => id.to_string(),
            },
            "map" => self.map.clone().unwrap_or_else(|| "auto".to_owned()),
            "twist" => match self.twist {
                TwistChoice::Off => "off".to_owned(),
                TwistChoice::Random => "random".to_owned(),
                TwistChoice::This(id) => id.to_string(),
            },
            "formations" => self.formations_text(),
            "decks" => self.decks_text(),
            "starting_hand" => self.starting_hand.to_string(),
            "hand_limit" => shown_or_none(self.hand_limit),
            "hand_refill" => shown_or_none(self.hand_refill),
            "find_base" => self.find_base.to_string(),
            "reaction_chains" => self.reaction_chains.to_string(),
            "bench_size" => self.bench_size.to_string(),
            "round_limit" => self.round_limit.to_string(),
            "early_end" => self.early_end.to_string(),
            other => return self.reading(other).map(str::to_owned),
        })
    }

    fn reading(&self, name: &str) -> Option<&'static str> {
        Some(match name {
            "sprint_compare" => self.sprint_compare.word(),
            "result_mode" => self.result_mode.word(),
            "doubling_stack" => self.doubling_stack.word(),
            "defence_timing" => self.defence_timing.word(),
            "once_per" => self.once_per.word(),
            "attack_limit" => self.attack_limit.word(),
            "starting_treasure" => self.starting_treasure.word(),
            "initiative_source" => self.initiative_source.word(),
            "tie_break" => self.tie_break.word(),
            "pass" => self.pass.word(),
            "search_contested" => self.search_contested.word(),
            "overclock" => self.overclock.word(),
            "obscuring" => self.obscuring.word(),
            "garrison" => self.garrison.word(),
            "team_control" => self.team_control.word(),
            "team_hands" => self.team_hands.word(),
            "koth" => self.koth.word(),
            "bench_price" => self.bench_price.word(),
            _ => return None,
        })
    }

    fn formations_text(&self) -> String {
        if self.formations == [None; 4] {
            return "choose".to_owned();
        }
        let one =
            |chosen: &Option<WarbandId>| chosen.map_or_else(|| "choose".to_owned(), |id| id.to_string());
        let last = self.formations.iter().rposition(Option::is_some).unwrap_or(0);
        self.formations[..=last].iter().map(one).collect::<Vec<_>>().join(",")
    }

    fn decks_text(&self) -> String {
        let last = self.decks.iter().rposition(|deck| *deck != Deck::Real).unwrap_or(0);
        self.decks[..=last].iter().map(|deck| deck.word()).collect::<Vec<_>>().join(",")
    }

    /// The seats whose players hold cards that are not told.
    #[must_use]
    pub fn hidden_seats(&self) -> SeatSet {
        Seat::first(self.seats).filter(|seat| self.decks[seat.index()] == Deck::Hidden).collect()
    }

    /// Any options that fit together, every mode and switch alike: for long runs over everything there is.
    pub fn any<R: rand::Rng + ?Sized>(rng: &mut R) -> Options {
        let mut options = Options::default();
        let mut pick = |all: &[&'static str]| all[kernel::below(rng, all.len() as u32) as usize];
        let table = pick(&["2 0v1", "2 0v1", "3 0v1v2", "3 01v2", "4 0v1v2v3", "4 01v23", "4 01v23"]);
        let (seats, teams) = table.split_once(' ').unwrap_or(("2", "0v1"));
        let mut chosen =
            vec![("seats", seats), ("teams", teams), ("scenario", pick(&["auto", "random", "random"]))];
        chosen.push(("twist", pick(&["off", "random"])));
        for (name, _) in Options::NAMES {
            if let Some(other) = Options::other_readings(name)
                && pick(&["0", "1", "2", "3"]) == "0"
            {
                chosen.push((name, pick(other)));
            }
        }
        for (name, value) in chosen {
            options.set(name, value).unwrap_or_else(|e| unreachable!("these fit together: {e}"));
        }
        options
    }

    /// Readings other than the default, where there are any.
    fn other_readings(name: &str) -> Option<&'static [&'static str]> {
        Some(match name {
            "preset" => &["club"],
            "sprint_compare" => &["greater"],
            "result_mode" => &["text"],
            "doubling_stack" => &["once"],
            "defence_timing" => &["simultaneous"],
            "once_per" => &["round"],
            "attack_limit" => &["per_ability"],
            "starting_treasure" => &["shared"],
            "starting_hand" => &["0", "1", "10"],
            "hand_limit" => &["1", "5", "7"],
            "hand_refill" => &["3", "6"],
            "initiative_source" => &["hand_or_deck"],
            "tie_break" => &["flip"],
            "pass" => &["hard"],
            "find_base" => &["0"],
            "search_contested" => &["forbidden"],
            "overclock" => &["optional"],
            "reaction_chains" => &["true"],
            "obscuring" => &["occupied", "conceal"],
            "garrison" => &["first_per_turn"],
            "team_control" => &["player"],
            "team_hands" => &["open"],
            "koth" => &["only_five"],
            "bench_size" => &["0", "1", "3"],
            "bench_price" => &["one"],
            "round_limit" => &["5", "20"],
            "early_end" => &["false"],
            "decks" => &["hidden", "real,hidden", "virtual,hidden,real,hidden"],
            "formations" => &["WB-1,WB-2,WB-3,WB-4", "WB-5,WB-6,WB-7,WB-8", "choose,WB-4"],
            _ => return None,
        })
    }
}

fn teams(value: &str) -> Result<Option<Teams>, BadOption> {
    if value == "auto" {
        return Ok(None);
    }
    let expected = "auto, or the seats of at least two teams such as 0v1 or 01v23";
    read_teams(value).map(Some).ok_or_else(|| bad("teams", value, expected))
}

fn scenario(value: &str) -> Result<ScenarioChoice, BadOption> {
    match value {
        "auto" => Ok(ScenarioChoice::Auto),
        "random" => Ok(ScenarioChoice::Random),
        id => id
            .parse()
            .map(ScenarioChoice::This)
            .map_err(|_| bad("scenario", id, "auto, random, or an id such as SCN-1")),
    }
}

fn twist(value: &str) -> Result<TwistChoice, BadOption> {
    match value {
        "off" => Ok(TwistChoice::Off),
        "random" => Ok(TwistChoice::Random),
        id => id
            .parse()
            .map(TwistChoice::This)
            .map_err(|_| bad("twist", id, "off, random, or an id such as TWI-1")),
    }
}

fn formations(value: &str) -> Result<[Option<WarbandId>; 4], BadOption> {
    let expected = "choose, or warbands by seat such as WB-1,WB-2";
    let mut all = [None; 4];
    for (seat, text) in value.split(',').enumerate() {
        let slot = all.get_mut(seat).ok_or_else(|| bad("formations", value, expected))?;
        *slot = match text {
            "choose" => None,
            id => Some(id.parse().map_err(|_| bad("formations", value, expected))?),
        };
    }
    Ok(all)
}

fn decks(value: &str) -> Result<[Deck; 4], BadOption> {
    let mut all = [Deck::Real; 4];
    for (seat, text) in value.split(',').enumerate() {
        let slot = all.get_mut(seat).ok_or_else(|| bad("decks", value, "at most one for each of 4 seats"))?;
        *slot = word("decks", text)?;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_reads_back_and_has_a_name() {
        let options = Options::default();
        for (name, _) in Options::NAMES {
            let value = options.get(name).expect("every named option has a value");
            let mut again = Options::default();
            again.set(name, &value).unwrap();
            assert_eq!(again, options, "{name}");
            for other in Options::other_readings(name).unwrap_or_default() {
                let mut changed = Options::default();
                changed.set(name, other).unwrap();
                assert_eq!(changed.get(name).as_deref(), Some(*other), "{name}");
                assert_ne!(changed, options, "{name}={other} changes nothing");
            }
        }
        assert_eq!(options.get("nonsense"), None);
    }

    #[test]
    fn wrong_options_are_refused_with_what_would_be_right() {
        let mut o = Options::default();
        let before = o.clone();
        let mut no = |name: &str, value: &str| o.set(name, value).unwrap_err().to_string();
        assert!(no("speed", "1").starts_with("there is no option `speed`; there are: preset, seats"));
        assert!(no("pass", "medium").contains("`medium` is not possible; expected one of: soft hard"));
        assert!(no("teams", "0v").contains("at least two teams"));
        assert!(no("teams", "01").contains("at least two teams"));
        assert!(no("teams", "00v1").contains("at least two teams"));
        assert!(no("formations", "WB-1,x").contains("by seat"));
        assert!(no("formations", "choose,choose,choose,choose,choose").contains("by seat"));
        assert!(no("decks", "mine").contains("real virtual hidden"));
        assert!(no("seats", "5").contains("2 to 4"));
        assert!(no("round_limit", "4").contains("5 to 50"));
        assert!(no("hand_limit", "0").contains("1 to 52"));
        assert_eq!(o, before);
    }
}
