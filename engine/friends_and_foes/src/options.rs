//! What a table agrees on before the game: seats, teams, scenario, formations and the readings of unclear rules.

use crate::{
    content::{Teams, read_teams},
    words::{Goal, ScenarioId, TwistId, WarbandId},
};
use kernel::{
    BadNotation, OptionSet as _, Seat, SeatSet,
    options::{By, Choice, EachOr, Number, NumberOr, OptionInfo, Switch, TextOr, Values},
    words,
};

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
    pub enum StartingTreasure as "starting_treasure" { Separate = "separate", Kept = "kept", Shared = "shared" }
}
words! {
    /// What a treasure buys on its owner's turn.
    pub enum TreasurePays as "treasure_pays" { Action = "action", Token = "token" }
}
words! {
    pub enum SecondEdge as "second_edge" { Chosen = "chosen", Opposite = "opposite" }
}
words! {
    pub enum HarvestOrder as "harvest_order" { Asked = "asked", Fixed = "fixed" }
}
words! {
    pub enum Advantage as "advantage" { May = "may", Must = "must" }
}
words! {
    /// How teams come by their zones, where the table does not leave it to the scenario.
    pub enum DeploymentChoice as "deployment" {
        Scenario = "scenario", Random = "random", BoardEdge = "board_edge", Drafting = "drafting",
    }
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

/// What wins, where the table does not leave it to the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VictoryChoice {
    Scenario,
    /// The two standard conditions, and these of [`EXTRA_GOALS`], by bit.
    Standard {
        besides: u8,
    },
}

/// The conditions that custom play may add.
pub const EXTRA_GOALS: [Goal; 3] = [Goal::Territories, Goal::Hill, Goal::Breakthrough];

impl VictoryChoice {
    /// The conditions besides the two standard ones, if the table has chosen any way to win.
    pub fn chosen(self) -> Option<impl Iterator<Item = Goal>> {
        match self {
            VictoryChoice::Scenario => None,
            VictoryChoice::Standard { besides } => {
                let all = EXTRA_GOALS.into_iter().enumerate();
                Some(all.filter(move |(at, _)| besides >> at & 1 == 1).map(|(_, goal)| goal))
            }
        }
    }
}

kernel::options! {
    /// What was agreed on.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Options {
        [preset: Preset, Choice,
            "book (as printed), or club (a hand at the start, tokens and questions as we play it); sets the options it is about, others still count",
            Options::preset, Options::apply];
        seats: u8 = 2, Number(2, 4), "2, 3 or 4 players";
        /// The team of each seat; `None`: as the scenario says.
        teams: Option<Teams> = None, TEAMS,
            "auto, or the seats of each team such as 0v1, 01v23, 0v1v2v3 or 01v2";
        scenario: ScenarioChoice = ScenarioChoice::Auto, SCENARIO, "auto, random, or an id such as SCN-1";
        /// `None`: the scenario's.
        map: Option<String> = None, TextOr("auto"), "auto (the scenario's), or an id such as P1 or H5";
        victory: VictoryChoice = VictoryChoice::Scenario, VICTORY,
            "scenario (what it says), standard (treasure and Last Man Standing), or what wins besides these two: \
             territories, hill, breakthrough, or several such as territories+hill";
        deployment: DeploymentChoice = DeploymentChoice::Scenario, Choice,
            "scenario (what it says), random areas, a board_edge, or drafting areas";
        twist: TwistChoice = TwistChoice::Off, TWIST, "off, random, or an id such as TWI-1";
        /// A ready warband for a seat; `None`: its player chooses or builds.
        formations: [Option<WarbandId>; 4] = [None; 4], FORMATIONS,
            "choose, or a ready warband for each seat such as WB-1,WB-5 or WB-1,choose";
        decks: [Deck; 4] = [Deck::Real; 4], DECKS,
            "by seat, such as hidden,virtual: real (turned and told like all else), virtual (the house draws, whoever has \
             the dice), hidden (a player's own deck: hand cards are not told until they are played)";
        sprint_compare: SprintCompare = SprintCompare::AtLeast, Choice,
            "a sprint card must be at_least the sprint value, or greater";
        result_mode: ResultMode = ResultMode::Table, Choice,
            "attack results by the printed table, or by the printed text";
        doubling_stack: DoublingStack = DoublingStack::Multiply, Choice,
            "a critical that is also more than double: multiply (4 times) or once (2 times)";
        defence_timing: DefenceTiming = DefenceTiming::Sequential, Choice,
            "the defender sees the attack card (sequential), or both commit face down (simultaneous)";
        once_per: OncePer = OncePer::Turn, Choice,
            "each action of a character once per turn, or once per round";
        attack_limit: AttackLimit = AttackLimit::PerCharacter, Choice,
            "one Attack a turn per_character, or one with each attack (per_ability)";
        starting_treasure: StartingTreasure = StartingTreasure::Separate, Choice,
            "10 treasures besides the formation's coins (separate), these and coins that are left (kept), or only coins \
             that are left (shared)";
        treasure_pays: TreasurePays = TreasurePays::Action, Choice,
            "one treasure pays for a whole action, Find Treasure too (action), or for one token of it (token)";
        starting_hand: u8 = 0, Number(0, 10), "cards at the start: 0 to 10";
        /// 0: none.
        hand_limit: u8 = 0, NumberOr("none", 1, 52),
            "none, or at most so many cards in hand at the end of a round: 1 to 52";
        /// 0: none.
        hand_refill: u8 = 0, NumberOr("none", 1, 52),
            "none, or draw up to so many cards before each initiative: 1 to 52";
        initiative_source: InitiativeSource = InitiativeSource::HandOnly, Choice,
            "initiative from hand_only, or hand_or_deck";
        tie_break: TieBreak = TieBreak::DrawAndChoose, Choice,
            "tied players draw_and_choose a card, or just flip one";
        pass: Pass = Pass::Soft, Choice, "a pass is soft, or hard: it ends the player's round";
        find_base: u8 = 0, Number(0, 1), "treasure found without a critical: 0 or 1";
        search_contested: SearchContested = SearchContested::Allowed, Choice,
            "searching beside enemies is allowed or forbidden";
        advantage: Advantage = Advantage::May, Choice, "an advantage may be declined, or must be used";
        overclock: Overclock = Overclock::Mandatory, Choice, "mandatory or optional";
        reaction_chains: bool = false, Switch, "true: reactions may answer reactions";
        obscuring: Obscuring = Obscuring::Occupied, Choice,
            "what blocks sight: occupied areas only, all such terrain, or conceal (also hides who is inside)";
        garrison: GarrisonRule = GarrisonRule::WhileStanding, Choice,
            "the defender shields others while_standing, or against the first_per_turn only";
        team_control: TeamControl = TeamControl::Player, Choice,
            "areas are controlled by a player, or by a team";
        team_hands: TeamHands = TeamHands::Private, Choice, "teammates' hands are private or open";
        koth: Koth = Koth::OnlyFive, Choice,
            "King of the Hill is checked in round five only (only_five), or from_five on";
        breakthrough_from: u8 = 1, Number(1, 5), "the first round in which a breakthrough wins: 1 to 5";
        second_edge: SecondEdge = SecondEdge::Chosen, Choice,
            "the second of two teams has its board edge chosen, or gets the opposite one";
        harvest_order: HarvestOrder = HarvestOrder::Asked, Choice,
            "players are asked in which order their cards and traps come at harvest, or it is fixed";
        bench_size: u8 = 2, Number(0, 3), "characters on the bench: 0 to 3";
        bench_price: BenchPrice = BenchPrice::One, Choice, "deploying costs one treasure, or the full price";
        /// 0: none.
        round_limit: u8 = 0, NumberOr("none", 5, 50),
            "none, or the game ends after so many rounds and treasure decides: 5 to 50";
        early_end: bool = false, Switch, "true: the game ends as soon as only one team can go on";
    }
}

const FORMATIONS: EachOr = EachOr("choose", "choose, or warbands by seat such as WB-1,WB-2");

const TEAMS: By<Option<Teams>> = By {
    read: |value| match value {
        "auto" => Ok(None),
        teams => read_teams(teams)
            .map(Some)
            .ok_or_else(|| "auto, or the seats of at least two teams such as 0v1 or 01v23".to_owned()),
    },
    write: |teams| teams.map_or_else(|| "auto".to_owned(), |teams| write_teams(&teams)),
    values: Values::Text { or: Some("auto") },
};

const SCENARIO: By<ScenarioChoice> = By {
    read: |value| match value {
        "auto" => Ok(ScenarioChoice::Auto),
        "random" => Ok(ScenarioChoice::Random),
        id => id
            .parse()
            .map(ScenarioChoice::This)
            .map_err(|_| "auto, random, or an id such as SCN-1".to_owned()),
    },
    write: |scenario| match scenario {
        ScenarioChoice::Auto => "auto".to_owned(),
        ScenarioChoice::Random => "random".to_owned(),
        ScenarioChoice::This(id) => id.to_string(),
    },
    values: Values::Text { or: None },
};

const TWIST: By<TwistChoice> = By {
    read: |value| match value {
        "off" => Ok(TwistChoice::Off),
        "random" => Ok(TwistChoice::Random),
        id => id.parse().map(TwistChoice::This).map_err(|_| "off, random, or an id such as TWI-1".to_owned()),
    },
    write: |twist| match twist {
        TwistChoice::Off => "off".to_owned(),
        TwistChoice::Random => "random".to_owned(),
        TwistChoice::This(id) => id.to_string(),
    },
    values: Values::Text { or: None },
};

const DECKS: By<[Deck; 4]> = By {
    read: |value| {
        let mut all = [Deck::Real; 4];
        for (seat, text) in value.split(',').enumerate() {
            let slot = all.get_mut(seat).ok_or("at most one for each of 4 seats")?;
            *slot = text.parse().map_err(|why: BadNotation| why.expected())?;
        }
        Ok(all)
    },
    write: |decks| {
        let last = decks.iter().rposition(|deck| *deck != Deck::Real).unwrap_or(0);
        decks[..=last].iter().map(|deck| deck.word()).collect::<Vec<_>>().join(",")
    },
    values: Values::List { sign: ',', or: None },
};

/// `01v23` again.
#[must_use]
pub fn write_teams(teams: &[u8]) -> String {
    let count = teams.iter().max().map_or(0, |t| t + 1);
    let side = |team: u8| -> String {
        (0..teams.len()).filter(|s| teams[*s] == team).map(|s| s.to_string()).collect()
    };
    (0..count).map(side).collect::<Vec<_>>().join("v")
}

const VICTORY: By<VictoryChoice> = By {
    read: |value| match value {
        "scenario" => Ok(VictoryChoice::Scenario),
        "standard" => Ok(VictoryChoice::Standard { besides: 0 }),
        goals => {
            let mut besides = 0;
            for word in goals.split('+') {
                let at = EXTRA_GOALS.iter().position(|goal| goal.word() == word);
                let at = at.ok_or("scenario, standard, or some of territories+hill+breakthrough")?;
                besides |= 1 << at;
            }
            Ok(VictoryChoice::Standard { besides })
        }
    },
    write: |choice| match choice.chosen() {
        None => "scenario".to_owned(),
        Some(goals) => {
            let words: Vec<&str> = goals.map(Goal::word).collect();
            if words.is_empty() { "standard".to_owned() } else { words.join("+") }
        }
    },
    values: Values::List { sign: '+', or: Some("scenario") },
};

/// What each preset says, by option; nothing else differs between them.
const PRESETS: [(&str, &str, &str); 12] = [
    ("treasure_pays", "action", "token"),
    ("starting_hand", "0", "5"),
    ("search_contested", "allowed", "forbidden"),
    ("advantage", "may", "must"),
    ("obscuring", "occupied", "terrain"),
    ("team_control", "player", "team"),
    ("koth", "only_five", "from_five"),
    ("breakthrough_from", "1", "3"),
    ("second_edge", "chosen", "opposite"),
    ("harvest_order", "asked", "fixed"),
    ("bench_price", "one", "full"),
    ("early_end", "false", "true"),
];

/// What the first screen says where every search finds something: measured, nine games in ten are won by treasure.
const A_RACE: &str = "find_base=1: every search finds treasure, so most games are a race for it; find_base=0, as printed, is fought";

impl Options {
    /// Club only if everything is as there: whatever is mixed is told option by option.
    fn preset(&self) -> Preset {
        let club = PRESETS.iter().all(|(name, _, club)| self.get(name).as_deref() == Some(club));
        if club { Preset::Club } else { Preset::Book }
    }

    /// By whose reading this table plays, for its first screen.
    #[must_use]
    pub fn reading(&self) -> &'static str {
        let as_printed = PRESETS.iter().all(|(name, book, _)| self.get(name).as_deref() == Some(book));
        if self.find_base > 0 {
            return A_RACE;
        }
        match self.preset() {
            Preset::Club => "preset=club: the rulebook as we play it (preset=book is as printed)",
            Preset::Book if as_printed => {
                "preset=book: the rulebook as printed (preset=club is as we play it)"
            }
            Preset::Book => "readings of this table's own, option by option (preset=book is as printed)",
        }
    }

    fn apply(&mut self, preset: Preset) {
        for (name, book, club) in PRESETS {
            let value = match preset {
                Preset::Book => book,
                Preset::Club => club,
            };
            self.set(name, value).unwrap_or_else(|why| unreachable!("presets are sound: {why}"));
        }
    }

    /// The options of a preset.
    #[must_use]
    pub fn of(preset: Preset) -> Options {
        let mut options = Options::default();
        options.apply(preset);
        options
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
        let scenario = pick(&["auto", "random", "random"]);
        let agreed =
            [("seats", seats), ("teams", teams), ("scenario", scenario), ("twist", pick(&["off", "random"]))];
        let mut chosen: Vec<_> = agreed.map(|(name, value)| (name, value.to_owned())).into();
        for OptionInfo { name, default, values, .. } in Options::listed() {
            let others = match name {
                "decks" => DECKS_TRIED.map(str::to_owned).into(),
                "formations" => FORMATIONS_TRIED.map(str::to_owned).into(),
                "victory" => VICTORIES_TRIED.map(str::to_owned).into(),
                name if agreed.iter().any(|(one, _)| *one == name) => vec![],
                _ => values.others(&default),
            };
            if !others.is_empty() && kernel::below(rng, 4) == 0 {
                chosen.push((name, others[kernel::below(rng, others.len() as u32) as usize].clone()));
            }
        }
        for (name, value) in chosen {
            options.set(name, &value).unwrap_or_else(|e| unreachable!("these fit together: {e}"));
        }
        options
    }
}

/// Decks, ways to win and formations that are tried in random games.
const DECKS_TRIED: [&str; 3] = ["hidden", "real,hidden", "virtual,hidden,real,hidden"];
const VICTORIES_TRIED: [&str; 4] =
    ["standard", "territories", "hill+breakthrough", "territories+hill+breakthrough"];
const FORMATIONS_TRIED: [&str; 3] = ["WB-1,WB-2,WB-3,WB-4", "WB-5,WB-6,WB-7,WB-8", "choose,WB-4"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_random_games_try_reads_back_and_changes_the_table() {
        for (name, tried) in
            [("decks", &DECKS_TRIED[..]), ("formations", &FORMATIONS_TRIED), ("victory", &VICTORIES_TRIED)]
        {
            for other in tried.iter().copied() {
                let mut changed = Options::default();
                changed.set(name, other).unwrap();
                assert_eq!(changed.get(name).as_deref(), Some(other), "{name}");
                assert_ne!(changed, Options::default(), "{name}={other} changes nothing");
            }
        }
    }

    #[test]
    fn the_defaults_are_the_book_and_each_preset_is_recognised_by_what_it_sets() {
        assert_eq!(Options::of(Preset::Book), Options::default());
        let mut club = Options::of(Preset::Club);
        assert_eq!(club.get("preset").as_deref(), Some("club"));
        for (name, book, _) in PRESETS {
            let mut mixed = club.clone();
            mixed.set(name, book).unwrap();
            assert_ne!(mixed, club, "{name} differs between the presets");
            assert_eq!(mixed.get("preset").as_deref(), Some("book"), "{name} alone makes it no club table");
        }
        assert!(club.reading().starts_with("preset=club: "));
        club.set("koth", "only_five").unwrap();
        assert!(club.reading().starts_with("readings of this table's own"));
        club.set("preset", "book").unwrap();
        assert_eq!(club, Options::default());
        assert!(club.reading().starts_with("preset=book: "));
        club.set("find_base", "1").unwrap();
        assert!(club.reading().contains("a race"));
    }

    #[test]
    fn a_preset_gives_way_to_what_is_named_beside_it_in_any_order() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let before = [pair("bench_price", "one"), pair("preset", "club"), pair("round_limit", "5")];
        let options: Options = kernel::options::chosen(&before).unwrap();
        assert_eq!((options.bench_price, options.round_limit), (BenchPrice::One, 5));
        assert_eq!(options.search_contested, SearchContested::Forbidden);
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
        assert!(no("victory", "treasure").contains("standard, or some of territories+hill+breakthrough"));
        assert!(no("victory", "hill+").contains("standard, or some of"));
        assert!(no("deployment", "anywhere").contains("scenario random board_edge drafting"));
        assert!(no("hand_limit", "0").contains("1 to 52"));
        assert_eq!(o, before);
    }
}
