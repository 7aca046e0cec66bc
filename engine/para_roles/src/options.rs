//! What a party agrees on before the game: scenario, modes, campaign, seating and house rules, checked.

use crate::{
    party::{self, Party},
    words::SEATS,
};
use kernel::{
    BadOption, Seat, Suit,
    options::{By, Choice, Number, Switch, Values, bad},
    words,
};
use serde::{Deserialize, Serialize};

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

kernel::options! {
    /// What was agreed on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Options {
        scenario: Scenario = Scenario::Normality, Choice, "normality, minion_madness, treasure_hunt or house_rules";
        stats: StatMode = StatMode::Normal, Choice,
            "starting stats: normal, easy, insane, random, less_random, apprentice, our_hero, ace_team, band_of_fools";
        /// The mode of the others, or of the other three cards, where `stats` asks for another mode.
        other_stats: StatMode = StatMode::Normal, Choice,
            "the other mode that apprentice, our_hero, ace_team and band_of_fools need: one of the first five";
        allotment: Allotment = Allotment::Suggested, Choice,
            "suggested cards, or choose them one by one (modes normal, easy and insane)";
        roles: RoleMode = RoleMode::BasicParty, Choice,
            "basic_party, defenders_of_the_realm, did_someone_call_for_a_doctor, assassination_squad, \
             the_band_is_back_together, mixer, blind_date, revolt_of_the_peasants or elite_squadron";
        campaign: Campaign = Campaign::Tower, Choice,
            "walk_in_the_woods, random_encounters, dragons_tower, maze_of_madness, dungeon_crawl or dimensional_rifts";
        doubles: bool = false, Switch, "two enemies on each level of the Dragon's Tower";
        /// The apprentice, or Our Hero.
        special_seat: Seat = Seat::new(0), SEAT, "who is the apprentice or Our Hero: 0 to 3";
        mentor: Seat = Seat::new(1), SEAT, "whose role the apprentice takes: another seat";
        /// The suit of each seat, where roles do not imply it.
        suits: [Suit; 4] = Suit::ALL, SUITS, "the suit of each seat where roles do not imply it, such as HDSC";
        /// Seats clockwise, that is, each one's left neighbour follows it.
        clockwise: [Seat; 4] = ALL_SEATS, CLOCKWISE,
            "the seats in clockwise order, such as 0123; left is the next one";
        epic_needs_reshuffle: bool = false, Switch, "house rule: no EPIC before the first reshuffle of a combat";
        joint_attack_once: bool = false, Switch, "house rule: Joint Attack ends with the next attack";
        boost_heal_owner_only: bool = false, Switch, "house rule: Boost Heal helps only its owner's Cure";
        holy_aura_both: bool = false, Switch, "house rule: Holy Aura gives both benefits";
        steal_is_no_attack: bool = false, Switch,
            "house rule: a theft is no attack: it passes a Protector and reaches into the shadows";
        guard_takes_all: bool = false, Switch,
            "house rule: an Undead Guard takes all damage meant for its King, not only attacks";
        no_idle_defense_card: bool = false, Switch,
            "house rule: whoever cannot be hurt by a hit turns no Defense card";
        defeat_steps_once: bool = false, Switch,
            "house rule: treasure, shuffle and tokens of beaten enemies wait for the end of the combat";
        grave_spares_guarded: bool = false, Switch,
            "house rule: the Call of the Grave curses only who stands there unguarded when it is fired";
        sneak_attack_waits: bool = false, Switch,
            "house rule: Sneak Attack waits for an attack that does damage";
        maximum_cuts: bool = false, Switch, "house rule: a lowered maximum takes HP, as many as it was lowered by";
        town_between: bool = true, Switch,
            "town is open between encounters of Woods, Random Encounters and Tower";
        rest_between: Rest = Rest::None, Choice, "house rule: healing between combats: none, 1hp or full";
        round_safety_limit: u16 = 200, Number(1, 10_000),
            "a combat ends as an escape after so many rounds: 1 to 10000";
        track: Track = Track::Whole, Choice,
            "whole (every card and die), or minimal (at a real table: only the enemies, seat 0 tells)";
        /// A party that was in another campaign. Its heroes are as they are: modes for stats and roles do not matter.
        party: Option<Party> = None, party::OPTION, "none, or a party from another campaign, as text";
        wounds: bool = false, Switch, "true: such a party keeps its wounds and its fallen; else it has rested";
    }
}

const ALL_SEATS: [Seat; 4] = [Seat::new(0), Seat::new(1), Seat::new(2), Seat::new(3)];

const SEAT: By<Seat> = By {
    read: |value| {
        value.parse().ok().and_then(|n| Seat::checked(n, SEATS)).ok_or_else(|| "0, 1, 2 or 3".to_owned())
    },
    write: |seat| seat.number().to_string(),
    values: Values::Number { least: 0, most: 3, or: None },
};

const SUITS: By<[Suit; 4]> = By {
    read: |value| each_once(value, Suit::ALL, Suit::from_char),
    write: |suits| suits.iter().map(|suit| suit.letter()).collect(),
    values: Values::Text { or: None },
};

const CLOCKWISE: By<[Seat; 4]> = By {
    read: |value| each_once(value, ALL_SEATS, |c| c.to_digit(10).and_then(|n| Seat::checked(n as u8, SEATS))),
    write: |seats| seats.iter().map(|seat| seat.number().to_string()).collect(),
    values: Values::Text { or: None },
};

impl Options {
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
        if self.track == Track::Minimal && self.party.is_some() {
            return Err(bad(
                "party",
                "a party",
                "none: with track = minimal heroes are kept on your own sheets",
            ));
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

    /// Do enemies that were fled from wait where they were, as in the Tower and on a map?
    #[must_use]
    pub fn enemies_wait(&self) -> bool {
        match self.campaign {
            Campaign::Woods | Campaign::RandomEncounters => false,
            Campaign::Tower | Campaign::Maze | Campaign::Dungeon | Campaign::Rifts => true,
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
        let readings: [bool; 7] = std::array::from_fn(|_| yes(4));
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
            steal_is_no_attack: readings[0],
            guard_takes_all: readings[1],
            no_idle_defense_card: readings[2],
            defeat_steps_once: readings[3],
            grave_spares_guarded: readings[4],
            sneak_attack_waits: readings[5],
            maximum_cuts: readings[6],
            town_between: switches[4],
            rest_between: one(Rest::ALL, rng),
            round_safety_limit: 200,
            track: Track::Whole,
            party: None,
            wounds: false,
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

fn each_once<T: Copy + PartialEq>(
    value: &str,
    all: [T; 4],
    read: impl Fn(char) -> Option<T>,
) -> Result<[T; 4], String> {
    let found: Vec<T> = value.chars().filter_map(read).collect();
    let complete = value.chars().count() == 4 && all.iter().all(|t| found.contains(t));
    complete
        .then(|| found.try_into().ok())
        .flatten()
        .ok_or_else(|| "each of the four exactly once, such as HDSC or 0123".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

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
