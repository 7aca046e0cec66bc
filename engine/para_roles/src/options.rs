//! What a party agrees on before the game: scenario, modes, campaign, seating and house rules, checked.

use crate::words::SEATS;
use kernel::{Seat, Suit, words};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

words! {
    pub enum Scenario as "scenario" {
        Normality = "normality", MinionMadness = "minion_madness", TreasureHunt = "treasure_hunt",
        /// Everything as written but for the switches.
        HouseRules = "house_rules",
    }
}

words! {
    pub enum StatMode as "stat mode" {
        Normal = "normal", Easy = "easy", Insane = "insane", Random = "random", LessRandom = "less_random",
        Apprentice = "apprentice", OurHero = "our_hero", AceTeam = "ace_team", BandOfFools = "band_of_fools",
    }
}

words! {
    pub enum RoleMode as "role mode" {
        BasicParty = "basic_party", Defenders = "defenders_of_the_realm", Doctors = "did_someone_call_for_a_doctor",
        AssassinationSquad = "assassination_squad", TheBand = "the_band_is_back_together", Mixer = "mixer",
        BlindDate = "blind_date", Peasants = "revolt_of_the_peasants", EliteSquadron = "elite_squadron",
    }
}

words! {
    pub enum Campaign as "campaign" {
        Woods = "walk_in_the_woods" "A Walk in the Woods", RandomEncounters = "random_encounters" "Random Encounters", Tower = "dragons_tower" "The Dragon's Tower",
        Maze = "maze_of_madness" "The Maze of Madness", Dungeon = "dungeon_crawl" "Dungeon Crawl", Rifts = "dimensional_rifts" "Dimensional Rifts",
    }
}

words! {
    /// Healing between combats.
    pub enum Rest as "rest" { None = "none", One = "1hp", Full = "full" }
}

words! {
    /// How much of a real table is told: all of it, or only what touches the enemies, who then run themselves.
    pub enum Track as "track" { Whole = "whole", Minimal = "minimal" }
}

words! {
    /// How cards are taken in the modes where players choose them.
    pub enum Allotment as "allotment" { Suggested = "suggested", Choose = "choose" }
}

/// What was agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    pub scenario: Scenario,
    pub stats: StatMode,
    /// The mode of the others, or of the other three cards, where `stats` asks for another mode.
    pub other_stats: StatMode,
    pub allotment: Allotment,
    pub roles: RoleMode,
    pub campaign: Campaign,
    pub doubles: bool,
    /// The apprentice, or Our Hero.
    pub special_seat: Seat,
    pub mentor: Seat,
    /// The suit of each seat, where roles do not imply it.
    pub suits: [Suit; 4],
    /// Seats clockwise, that is, each one's left neighbour follows it.
    pub clockwise: [Seat; 4],
    pub epic_needs_reshuffle: bool,
    pub joint_attack_once: bool,
    pub boost_heal_owner_only: bool,
    pub holy_aura_both: bool,
    pub town_between: bool,
    pub rest_between: Rest,
    pub round_safety_limit: u16,
    pub track: Track,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            scenario: Scenario::Normality,
            stats: StatMode::Normal,
            other_stats: StatMode::Normal,
            allotment: Allotment::Suggested,
            roles: RoleMode::BasicParty,
            campaign: Campaign::Tower,
            doubles: false,
            special_seat: Seat::new(0),
            mentor: Seat::new(1),
            suits: Suit::ALL,
            clockwise: [0, 1, 2, 3].map(Seat::new),
            epic_needs_reshuffle: false,
            joint_attack_once: false,
            boost_heal_owner_only: false,
            holy_aura_both: false,
            town_between: true,
            rest_between: Rest::None,
            round_safety_limit: 200,
            track: Track::Whole,
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

impl Options {
    /// All options with what they mean.
    pub const NAMES: [(&'static str, &'static str); 19] = [
        ("scenario", "normality, minion_madness, treasure_hunt or house_rules"),
        (
            "stats",
            "starting stats: normal, easy, insane, random, less_random, apprentice, our_hero, ace_team, band_of_fools",
        ),
        (
            "other_stats",
            "the other mode that apprentice, our_hero, ace_team and band_of_fools need: one of the first five",
        ),
        ("allotment", "suggested cards, or choose them one by one (modes normal, easy and insane)"),
        (
            "roles",
            "basic_party, defenders_of_the_realm, did_someone_call_for_a_doctor, assassination_squad, the_band_is_back_together, mixer, blind_date, revolt_of_the_peasants or elite_squadron",
        ),
        (
            "campaign",
            "walk_in_the_woods, random_encounters, dragons_tower, maze_of_madness, dungeon_crawl or dimensional_rifts",
        ),
        ("doubles", "two enemies on each level of the Dragon's Tower"),
        ("special_seat", "who is the apprentice or Our Hero: 0 to 3"),
        ("mentor", "whose role the apprentice takes: another seat"),
        ("suits", "the suit of each seat where roles do not imply it, such as HDSC"),
        ("clockwise", "the seats in clockwise order, such as 0123; left is the next one"),
        ("epic_needs_reshuffle", "house rule: no EPIC before the first reshuffle of a combat"),
        ("joint_attack_once", "house rule: Joint Attack ends with the next attack"),
        ("boost_heal_owner_only", "house rule: Boost Heal helps only its owner's Cure"),
        ("holy_aura_both", "house rule: Holy Aura gives both benefits"),
        ("town_between", "town is open between encounters of Woods, Random Encounters and Tower"),
        ("rest_between", "house rule: healing between combats: none, 1hp or full"),
        ("round_safety_limit", "a combat ends as an escape after so many rounds: 1 to 10000"),
        ("track", "whole (every card and die), or minimal (at a real table: only the enemies, seat 0 tells)"),
    ];

    /// Sets one option by name.
    ///
    /// # Errors
    /// If there is no such option or it cannot have this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        match name {
            "scenario" => self.scenario = word("scenario", value)?,
            "stats" => self.stats = word("stats", value)?,
            "other_stats" => self.other_stats = word("other_stats", value)?,
            "allotment" => self.allotment = word("allotment", value)?,
            "roles" => self.roles = word("roles", value)?,
            "campaign" => self.campaign = word("campaign", value)?,
            "doubles" => self.doubles = yes("doubles", value)?,
            "special_seat" => self.special_seat = seat("special_seat", value)?,
            "mentor" => self.mentor = seat("mentor", value)?,
            "suits" => self.suits = each_once("suits", value, Suit::ALL, Suit::from_char)?,
            "clockwise" => {
                let read = |c: char| c.to_digit(10).and_then(|n| Seat::checked(n as u8, SEATS));
                self.clockwise = each_once("clockwise", value, [0, 1, 2, 3].map(Seat::new), read)?;
            }
            "epic_needs_reshuffle" => self.epic_needs_reshuffle = yes("epic_needs_reshuffle", value)?,
            "joint_attack_once" => self.joint_attack_once = yes("joint_attack_once", value)?,
            "boost_heal_owner_only" => self.boost_heal_owner_only = yes("boost_heal_owner_only", value)?,
            "holy_aura_both" => self.holy_aura_both = yes("holy_aura_both", value)?,
            "town_between" => self.town_between = yes("town_between", value)?,
            "rest_between" => self.rest_between = word("rest_between", value)?,
            "round_safety_limit" => self.round_safety_limit = limit(value)?,
            "track" => self.track = word("track", value)?,
            _ => return Err(BadOption::Unknown { name: name.to_owned() }),
        }
        Ok(())
    }

    /// The value of an option as `set` reads it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        Some(match name {
            "scenario" => self.scenario.to_string(),
            "stats" => self.stats.to_string(),
            "other_stats" => self.other_stats.to_string(),
            "allotment" => self.allotment.to_string(),
            "roles" => self.roles.to_string(),
            "campaign" => self.campaign.to_string(),
            "doubles" => self.doubles.to_string(),
            "special_seat" => self.special_seat.number().to_string(),
            "mentor" => self.mentor.number().to_string(),
            "suits" => self.suits.iter().map(|s| s.letter()).collect(),
            "clockwise" => self.clockwise.iter().map(|s| s.number().to_string()).collect(),
            "epic_needs_reshuffle" => self.epic_needs_reshuffle.to_string(),
            "joint_attack_once" => self.joint_attack_once.to_string(),
            "boost_heal_owner_only" => self.boost_heal_owner_only.to_string(),
            "holy_aura_both" => self.holy_aura_both.to_string(),
            "town_between" => self.town_between.to_string(),
            "rest_between" => self.rest_between.to_string(),
            "round_safety_limit" => self.round_safety_limit.to_string(),
            "track" => self.track.to_string(),
            _ => return None,
        })
    }

    /// Checks what must fit together.
    ///
    /// # Errors
    /// If two options contradict each other.
    pub fn check(&self) -> Result<(), BadOption> {
        if !StatMode::ALL[..5].contains(&self.other_stats) {
            return Err(bad("other_stats", self.other_stats, "normal, easy, insane, random or less_random"));
        }
        if self.stats == StatMode::Apprentice && self.mentor == self.special_seat {
            return Err(bad("mentor", self.mentor.number(), "a seat other than the apprentice's"));
        }
        if self.doubles && self.campaign != Campaign::Tower {
            return Err(bad("doubles", self.doubles, "false: only the Dragon's Tower has doubles"));
        }
        if self.track == Track::Minimal && self.has_map() {
            let instead =
                "whole; or campaign = random_encounters, with the map on your own table and its enemies told";
            return Err(bad("track", self.track, instead));
        }
        Ok(())
    }

    /// Does the campaign have a map, which the house draws?
    #[must_use]
    pub fn has_map(&self) -> bool {
        match self.campaign {
            Campaign::Woods | Campaign::RandomEncounters | Campaign::Tower => false,
            Campaign::Maze | Campaign::Dungeon | Campaign::Rifts => true,
        }
    }

    /// Any options that fit together, every mode and switch alike: for long runs over everything there is.
    pub fn any<R: rand::Rng + ?Sized>(rng: &mut R) -> Options {
        fn one<T: Copy, R: rand::Rng + ?Sized>(all: &[T], rng: &mut R) -> T {
            all[kernel::below(rng, all.len() as u32) as usize]
        }
        let campaign = one(Campaign::ALL, rng);
        let special = kernel::below(rng, 4) as u8;
        let turn = kernel::below(rng, 4) as usize;
        let mut suits = Suit::ALL;
        suits.rotate_left(turn);
        let mut clockwise = [0, 2, 1, 3].map(Seat::new);
        clockwise.rotate_left(turn);
        let mut yes = |one_in: u32| kernel::below(rng, one_in) == 0;
        let switches = [yes(8), yes(8), yes(8), yes(8), !yes(8), yes(2), yes(2)];
        let whole = Options {
            scenario: one(Scenario::ALL, rng),
            stats: one(StatMode::ALL, rng),
            other_stats: one(&StatMode::ALL[..5], rng),
            allotment: one(Allotment::ALL, rng),
            roles: one(RoleMode::ALL, rng),
            campaign,
            doubles: campaign == Campaign::Tower && switches[5],
            special_seat: Seat::new(special),
            mentor: Seat::new((special + 1 + kernel::below(rng, 3) as u8) % 4),
            suits,
            clockwise: if switches[6] { clockwise } else { Options::default().clockwise },
            epic_needs_reshuffle: switches[0],
            joint_attack_once: switches[1],
            boost_heal_owner_only: switches[2],
            holy_aura_both: switches[3],
            town_between: switches[4],
            rest_between: one(Rest::ALL, rng),
            round_safety_limit: 200,
            track: Track::Whole,
        };
        let minimal = !whole.has_map() && kernel::below(rng, 6) == 0;
        if minimal { Options { track: Track::Minimal, ..whole } } else { whole }
    }

    /// The mode by which cards are chosen or drawn where nothing else is prescribed.
    #[must_use]
    pub fn base_stats(&self) -> StatMode {
        match self.stats {
            StatMode::Apprentice | StatMode::OurHero | StatMode::AceTeam | StatMode::BandOfFools => {
                self.other_stats
            }
            StatMode::Normal
            | StatMode::Easy
            | StatMode::Insane
            | StatMode::Random
            | StatMode::LessRandom => self.stats,
        }
    }
}

fn bad(name: &'static str, found: impl ToString, expected: impl ToString) -> BadOption {
    BadOption::Value { name, found: found.to_string(), expected: expected.to_string() }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only operands are read here")]
fn word<T: FromStr<Err = kernel::BadNotation>>(name: &'static str, value: &str) -> Result<T, BadOption> {
    value.parse().map_err(|e| match e {
        kernel::BadNotation::Operand { expected, .. } => bad(name, value, expected),
        other => bad(name, value, other),
    })
}

fn yes(name: &'static str, value: &str) -> Result<bool, BadOption> {
    value.parse().map_err(|_| bad(name, value, "true or false"))
}

fn seat(name: &'static str, value: &str) -> Result<Seat, BadOption> {
    value.parse().ok().and_then(|n| Seat::checked(n, SEATS)).ok_or_else(|| bad(name, value, "0, 1, 2 or 3"))
}

fn limit(value: &str) -> Result<u16, BadOption> {
    let read = value.parse().ok().filter(|n| (1..=10_000).contains(n));
    read.ok_or_else(|| bad("round_safety_limit", value, "1 to 10000"))
}

fn each_once<T: Copy + PartialEq>(
    name: &'static str,
    value: &str,
    all: [T; 4],
    read: impl Fn(char) -> Option<T>,
) -> Result<[T; 4], BadOption> {
    let found: Vec<T> = value.chars().filter_map(read).collect();
    let complete = value.chars().count() == 4 && all.iter().all(|t| found.contains(t));
    complete
        .then(|| found.try_into().ok())
        .flatten()
        .ok_or_else(|| bad(name, value, "each of the four exactly once, such as HDSC or 0123"))
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
        }
        assert_eq!(options.get("nonsense"), None);
    }

    #[test]
    fn wrong_options_are_refused_with_what_would_be_right() {
        let mut o = Options::default();
        let before = o;
        let mut no = |name: &str, value: &str| o.set(name, value).unwrap_err().to_string();
        assert!(no("speed", "1").starts_with("there is no option `speed`; there are: scenario, stats"));
        assert!(no("stats", "hard").contains("`hard` is not possible; expected one of: normal easy"));
        assert!(no("suits", "HHSC").contains("exactly once"));
        assert!(no("suits", "HDSCH").contains("exactly once"));
        assert!(no("clockwise", "0124").contains("exactly once"));
        assert!(no("special_seat", "4").contains("0, 1, 2 or 3"));
        assert!(no("round_safety_limit", "0").contains("1 to 10000"));
        assert!(no("doubles", "yes").contains("true or false"));
        assert_eq!(o, before);
    }

    #[test]
    fn options_that_contradict_each_other_are_refused() {
        let check = |change: &dyn Fn(&mut Options)| {
            let mut o = Options::default();
            change(&mut o);
            o.check().map_err(|e| e.to_string())
        };
        assert!(check(&|o| o.doubles = true).is_ok());
        let no = |r: Result<(), String>| r.unwrap_err();
        assert!(no(check(&|o| (o.doubles, o.campaign) = (true, Campaign::Maze))).contains("Tower"));
        assert!(check(&|o| o.track = Track::Minimal).is_ok());
        let mapped = no(check(&|o| (o.track, o.campaign) = (Track::Minimal, Campaign::Rifts)));
        assert!(mapped.contains("campaign = random_encounters"), "{mapped}");
        assert!(no(check(&|o| o.other_stats = StatMode::AceTeam)).contains("normal, easy"));
        assert!(
            no(check(&|o| (o.stats, o.mentor) = (StatMode::Apprentice, Seat::new(0)))).contains("apprentice")
        );
    }
}
