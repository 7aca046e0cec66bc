//! What a table agrees on before the game: seats, Heroes, and the readings of unclear rules.

use crate::words::{HeroId, SEATS, VILLAIN};
use kernel::{
    BadNotation, BadOption, Seat, SeatSet,
    options::{By, Choice, Number, Switch, Values, bad},
    words,
};
use rand::Rng;

words! {
    /// Who is asked in a Reaction window: whoever could hold a Reaction by what everybody knows, or only who holds one.
    pub enum Windows as "windows" { Cloaked = "cloaked", Held = "held" }
}
words! {
    /// When a Hero's Unique Ability works: always, the Crystal upgrades it; or not before the Crystal.
    pub enum Unique as "unique" { Always = "always", Crystal = "crystal" }
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

kernel::options! {
    /// What was agreed on.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Options {
        /// The Villain and so many Heroes.
        seats: u8 = 2, Number(2, SEATS as u32), "the Villain (seat 0) and 1 to 5 Heroes: 2 to 6";
        /// The Hero of a seat; `None`: its player chooses.
        heroes: [Option<HeroId>; SEATS] = [None; SEATS], HEROES,
            "choose, or a Hero for each Hero seat such as bjorn,choose,amos";
        /// Hero seats that are empty at the start and may join.
        late: u8 = 0, Number(0, 4),
            "Hero seats, counted from the last, that are empty at the start and may join: 0 to 4";
        /// Players may join and leave.
        come_and_go: bool = false, Switch, "true: players may join at a Hero Round and leave at a Level Up Step";
        windows: Windows = Windows::Cloaked, Choice,
            "who is asked for Reactions: cloaked (whoever could hold one, so that it tells nothing) or held (faster)";
        help_foes: bool = true, Switch,
            "true: Mordak and Wugner may add Hits to anybody's roll, also to enemies'; false: they are asked about their own side";
        /// Heroes are offered to show Spells to everybody.
        show_spells: bool = false, Switch,
            "true: Heroes may show Spells of their hand to everybody in their Turn";
        mountain: Mountain = Mountain::Alone, Choice,
            "a Mountain is a Move's only step (alone), or may be its last";
        unique: Unique = Unique::Always, Choice,
            "Unique Abilities work always, and better with a Dojo Crystal (always), or not before it (crystal)";
        shadow_meddling: bool = false, Switch, "true: Mordak may add Hits to rolls of Shadow Mordak too";
        void_deck: VoidDeck = VoidDeck::Told, Choice,
            "at a real table: told (somebody tells the Villain's draws), or house (the Void deck stays here, nobody \
             sees his hand)";
        hands: Hands = Hands::Told, Choice,
            "at a real table: told (somebody tells what Heroes draw), or hidden (only their players know it: a Spell \
             is named when it is played)";
        minions: MinionOrder = MinionOrder::Any, Choice,
            "the order of Minions: any, or fast (at a real table: those that cannot reach a Hero go first, in one \
             list without rolls)";
        /// The second first Chump comes with so many Heroes; 0: as the content says.
        second_chump_from: u8 = 0, Number(0, 6),
            "Heroes from which two Chumps start on the Mountain: 0 (as the content says), 2 to 6";
    }
}

const HEROES: By<[Option<HeroId>; SEATS]> =
    By { read: heroes, write: heroes_text, values: Values::List { sign: ',', or: Some("choose") } };

/// A Hero for each Hero seat: `bjorn,choose,amos`, or `choose` for all.
fn heroes(value: &str) -> Result<[Option<HeroId>; SEATS], String> {
    let mut all = [None; SEATS];
    if value == "choose" {
        return Ok(all);
    }
    let names: Vec<&str> = value.split(',').collect();
    if names.len() >= SEATS {
        return Err("at most 5 Heroes".to_owned());
    }
    for (at, name) in names.into_iter().enumerate() {
        let read = || name.parse().map_err(|why: BadNotation| why.expected());
        let hero = if name == "choose" { None } else { Some(read()?) };
        if hero.is_some() && all.contains(&hero) {
            return Err("each Hero once".to_owned());
        }
        all[at + 1] = hero;
    }
    Ok(all)
}

fn heroes_text(heroes: &[Option<HeroId>; SEATS]) -> String {
    if *heroes == [None; SEATS] {
        return "choose".to_owned();
    }
    let names = heroes[1..].iter().map(|hero| hero.map_or("choose", HeroId::word));
    names.collect::<Vec<_>>().join(",")
}

impl Options {
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
        options.help_foes = pick(4) != 0;
        options.show_spells = pick(4) == 0;
        match pick(4) {
            0 => options.mountain = Mountain::Last,
            1 => options.hands = Hands::Hidden,
            2 => options.minions = MinionOrder::Fast,
            3 => (options.unique, options.shadow_meddling) = (Unique::Crystal, true),
            _ => {}
        }
        options
    }
}
