//! The table: each thing in the box is a field. Plain data, no logic beyond looking things up by name.

use crate::{
    frame::{Frame, Polymorph},
    words::{
        Ability, AbilitySet, Class, Deed, Epic, EpicSet, FoeId, FoeSet, HeroId, Item, Kind, Role, Side, Stat,
        Who,
    },
};
use kernel::{ArrayVec, Card, CardSet, Deck, PerSeat, Rank, RankSet, Seat, SeatSet, Stack, Suit, Turn};
use serde::{Deserialize, Serialize};

pub use crate::journey::{COMBATS_MAX, Dungeon, Journey, MOVES_MAX, Maze, PAUSE_MAX, Rifts, Waiting};

/// Deep enough for a treasure found by a creature's blow inside a charmed turn; the laws would notice if not.
pub const FRAMES: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub stack: Stack<Frame, FRAMES>,
    /// Whom the frame on top waits for; follows from it and is kept because everybody asks.
    pub turn: Turn,
    pub heroes: PerSeat<Hero, 4>,
    /// Enemies, then a summoned creature and its guard.
    pub foes: [Foe; FoeId::COUNT],
    /// Support tokens: four for each seat.
    pub tokens: PerSeat<[Place; 4], 4>,
    /// Sums over heroes, enemies and tokens that play asks for all the time; [`State::recount`] keeps them true.
    pub sums: Sums,
    /// EPICs that run as written, and those that run turned against the party (fired under a charm).
    pub running: EpicSet,
    pub turned: EpicSet,

    pub random: Deck<CardSet, 52>,
    /// Random Deck cards of the resolution in progress: neither in the deck nor in the discard yet.
    pub hand: CardSet,
    pub polymorph: Polymorph,
    /// Player Stat Decks, one per suit.
    pub player_decks: [RankSet; 4],
    /// Enemy Stat Decks.
    pub alive: [RankSet; 4],
    pub graveyard: [RankSet; 4],
    /// Cards of enemies that were fled from for good.
    pub escaped: [RankSet; 4],
    pub treasure_deck: u8,
    /// Treasure left behind with an enemy that was fled from.
    pub treasure_lost: u8,

    pub suits: PerSeat<Suit, 4>,
    /// Set-up: which stat cards each seat has, a bit for each suit.
    pub dealt: PerSeat<u8, 4>,
    pub items: Items,
    pub combat: Combat,
    pub journey: Journey,
    pub tally: Tally,
    /// Combats without EPICs still to come, for Resurrections used outside combat.
    pub lockout: u8,
    pub ending: Option<Ending>,
}

/// What follows from the rest of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sums {
    pub living: SeatSet,
    /// Enemies on the table by place, guards included.
    pub enemies: u8,
    /// Those of them that take turns.
    pub acting: u8,
    /// How many tokens lie on each hero's and each enemy's stat.
    pub on_heroes: [[u8; 4]; 4],
    pub on_enemies: [[u8; 4]; 4],
}

/// A hero: the player sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hero {
    /// False only in laid-out positions with fewer than four heroes.
    pub seated: bool,
    pub hp: u8,
    pub temporary_hp: u8,
    pub cards: [Rank; 4],
    pub treasure: [u8; 4],
    pub temporary: [Option<Temporary>; 4],

    pub role: Option<Role>,
    pub known: AbilitySet,
    pub slots: [Option<Ability>; 2],
    /// The EPIC of the original role, or the one assigned in an Elite Squadron.
    pub role_epic: Option<Epic>,
    pub grown: Growth,

    pub stance: bool,
    pub stunned: bool,
    pub charmed_by: Option<FoeId>,
    pub precise_strike: bool,
    pub double_damage: bool,
    pub boost_heal: bool,
    pub hidden: bool,
    /// Holy Aura: chose damage this turn.
    pub aura_damage: bool,
    /// From the Shadows: own curses count double until the next turn.
    pub curses_doubled: bool,
    pub bleeds: Option<FoeId>,
    pub charge: Option<Charge>,
    pub token: Option<Token>,
    /// Dead, and no reshuffle since: may still raise himself.
    pub fell_this_shuffle: bool,

    pub running: EpicSet,
    /// Those of `running` that were fired under a charm.
    pub turned: EpicSet,
    /// The EPIC that took effect on this very turn.
    pub fired: Option<Epic>,
    pub evacuated: Option<(Seat, Seat)>,
    pub heretic: Option<Who>,
    pub bombed: Option<Who>,
    pub grave: Option<Grave>,
    /// The Queen on whose side a turned EPIC runs.
    pub queen: Option<FoeId>,
}

/// How far a peasant has come by what he bought; everybody else is a full hero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Growth {
    #[default]
    Peasant,
    /// He has a role and one of its abilities.
    OneAbility,
    BothAbilities,
    /// And its EPIC.
    Full,
}

impl Growth {
    pub const ALL: [Growth; 4] = [Growth::Peasant, Growth::OneAbility, Growth::BothAbilities, Growth::Full];

    /// What he still has to buy.
    #[must_use]
    pub const fn purchases_left(self) -> u8 {
        Growth::Full as u8 - self as u8
    }
}

/// A Player Stat card lying over a stat, and whose Polymorph laid it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Temporary {
    pub rank: Rank,
    pub by: Seat,
}

/// Something that takes three turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    pub what: Charging,
    pub turns: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Charging {
    Epic(Epic),
    Summoning,
}

/// The Protector's token on an ally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Token {
    pub ally: Seat,
    pub side: Side,
}

/// Call of the Grave: the suit that was drawn, and whom it curses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grave {
    pub suit: Suit,
    /// Enemies by place, or, turned, heroes by seat.
    pub on: u8,
}

/// Where a Support token lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place(u8);

impl Place {
    pub const SUPPLY: Place = Place(0);
    pub const fn hero(seat: Seat, stat: Stat) -> Place {
        Place(1 + seat.number() * 4 + stat as u8)
    }
    pub const fn foe(foe: FoeId, stat: Stat) -> Place {
        Place(17 + foe.index() as u8 * 4 + stat as u8)
    }
    pub const fn of(who: Who, stat: Stat) -> Place {
        match who {
            Who::Hero(seat) => Place::hero(seat, stat),
            Who::Foe(foe) => Place::foe(foe, stat),
        }
    }
    /// The hero whose stat this is.
    pub const fn seat(self) -> Seat {
        Seat::new(self.0.wrapping_sub(1) / 4 % 4)
    }
    /// Whose stat it lies on; `None` in the supply.
    pub fn on(self) -> Option<(Who, Stat)> {
        let stat = |n: u8| Stat::ALL[usize::from(n % 4)];
        match self.0 {
            0 => None,
            n @ 1..=16 => Some((Who::Hero(Seat::new((n - 1) / 4)), stat(n - 1))),
            n => Some((Who::Foe(FoeId::enemy((n - 17) / 4)), stat(n - 17))),
        }
    }
}

/// An enemy, an Undead Guard, or a summoned creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Foe {
    pub present: bool,
    pub kind: Kind,
    /// Acts as a Minion whatever its cards.
    pub minion: bool,
    /// Printed cards; a guard has only the first two.
    pub cards: [Rank; 4],
    pub temporary: [Option<Temporary>; 4],
    /// A King can rise above his maximum without limit.
    pub hp: u16,
    pub temporary_hp: u8,
    pub stance: bool,
    pub stunned: bool,
    pub knocked_down: bool,
    pub hidden: bool,
    pub aura_damage: bool,
    /// Must strike at its own side on its next turn.
    pub misled: bool,
    pub boost: Option<u8>,
    pub riposte: bool,
    pub pending: Option<Deed>,
    /// The fellow it covers.
    pub covers: Option<FoeId>,
    /// The hero a creature covers.
    pub covers_hero: Option<Seat>,
    pub guard_of: Option<FoeId>,
    pub stolen: u8,
    /// Treasure cards the party gets for beating it.
    pub treasure: u8,
    /// Its cards are real ones that go to the Graveyard.
    pub from_deck: bool,
}

impl Default for Foe {
    fn default() -> Self {
        Foe {
            present: false,
            kind: Kind::Minion,
            minion: false,
            cards: [Rank::TWO; 4],
            temporary: [None; 4],
            hp: 0,
            temporary_hp: 0,
            stance: false,
            stunned: false,
            knocked_down: false,
            hidden: false,
            aura_damage: false,
            misled: false,
            boost: None,
            riposte: false,
            pending: None,
            covers: None,
            covers_hero: None,
            guard_of: None,
            stolen: 0,
            treasure: 0,
            from_deck: false,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Items {
    pub scrolls: u8,
    pub flasks: u8,
    pub bombs: u8,
    pub mirror_shield: Option<Seat>,
    pub purple_staff: Option<Seat>,
    pub spiked_armor: Option<Seat>,
    pub summoning_book: Option<Seat>,
    /// The Mirror Shield has been used in this combat.
    pub mirror_used: bool,
}

impl Items {
    /// Who carries an item that has a bearer.
    pub const fn bearer(&self, item: Item) -> Option<Seat> {
        match item {
            Item::MirrorShield => self.mirror_shield,
            Item::PurpleStaff => self.purple_staff,
            Item::SpikedArmor => self.spiked_armor,
            Item::SummoningBook => self.summoning_book,
            Item::Scroll | Item::FlaskSet | Item::BombKit => None,
        }
    }
    pub fn bears_any(&self, seat: Seat) -> bool {
        let borne = [self.mirror_shield, self.purple_staff, self.spiked_armor, self.summoning_book];
        borne.contains(&Some(seat))
    }
    pub fn bearer_mut(&mut self, item: Item) -> Option<&mut Option<Seat>> {
        match item {
            Item::MirrorShield => Some(&mut self.mirror_shield),
            Item::PurpleStaff => Some(&mut self.purple_staff),
            Item::SpikedArmor => Some(&mut self.spiked_armor),
            Item::SummoningBook => Some(&mut self.summoning_book),
            Item::Scroll | Item::FlaskSet | Item::BombKit => None,
        }
    }
}

/// The combat in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combat {
    pub on: bool,
    pub round: u16,
    /// Enemies in acting order.
    pub order: ArrayVec<[FoeId; 4]>,
    /// Who has not had a turn this round.
    pub to_act: SeatSet,
    /// The party may declare an EPIC.
    pub allowance: bool,
    pub reshuffles: u8,
    /// Who has drawn a club in the resolution in progress.
    pub clubs: SeatSet,
    /// Future Sight: whose action check showed two clubs.
    pub two_clubs: SeatSet,
    /// Treasure cards still to be won.
    pub spoils: u8,
    /// Stolen treasure taken back.
    pub recovered: u8,
    /// An enemy of this encounter was fled from.
    pub fled: bool,
    /// An enemy of this encounter was beaten.
    pub beaten: u8,
    /// It was, just now: what follows from it waits for the end of the turn.
    pub steps_due: bool,
    /// The enemies cannot be fled from.
    pub no_escape: bool,
    /// The owner of the summoned creature.
    pub summoner: Seat,
    /// Minimal: whom the enemy that is acting has hurt, and who may have fallen by it.
    pub hurt: SeatSet,
}

/// Counts for the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    pub combats: u16,
    pub enemies_beaten: u16,
    pub encounters_beaten: u16,
    pub encounters_fled: u16,
    pub rounds: u32,
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    Victory,
    Defeat,
    /// Alive and without victory: the party ran from more than it beat, or a safety net ended it.
    GaveUp,
}

/// What to call somebody in the story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    Hero(Seat, Option<Class>),
    /// A hero of whom no more is known.
    Suit(Seat, Suit),
    Foe(FoeId, Kind),
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Name::Hero(seat, Some(class)) => write!(f, "{} ({})", class.title(), HeroId::from(*seat)),
            Name::Hero(seat, None) => write!(f, "Peasant ({})", HeroId::from(*seat)),
            Name::Suit(seat, suit) => write!(f, "{} hero ({})", suit.glyph(), HeroId::from(*seat)),
            Name::Foe(foe, kind) => write!(f, "{} ({foe})", kind.title()),
        }
    }
}

impl Hero {
    /// Forgets what lasts no longer than a combat, or a life.
    pub fn rest(&mut self) {
        self.stance = false;
        self.stunned = false;
        self.charmed_by = None;
        self.precise_strike = false;
        self.double_damage = false;
        self.boost_heal = false;
        self.hidden = false;
        self.aura_damage = false;
        self.curses_doubled = false;
        self.bleeds = None;
        self.temporary_hp = 0;
        self.fired = None;
        self.queen = None;
    }
    pub const fn alive(&self) -> bool {
        self.seated && self.hp > 0
    }
    pub const fn dead(&self) -> bool {
        self.seated && self.hp == 0
    }
    #[inline]
    pub fn treasures(&self) -> u8 {
        self.treasure.iter().sum()
    }
    /// The stats that treasure lies under, one bit each.
    #[inline]
    pub fn stacks(&self) -> usize {
        // Four bytes at once: the high bit of each tells whether there is any, then the four bits are drawn together.
        let any = (u32::from_le_bytes(self.treasure) + 0x7f7f_7f7f) & 0x8080_8080;
        ((any >> 7).wrapping_mul(0x0102_0408) >> 24 & 15) as usize
    }
    pub fn slotted(&self, ability: Ability) -> bool {
        self.slots.contains(&Some(ability))
    }
    /// The card that counts for a stat: a temporary one lies over the permanent one.
    pub fn card(&self, stat: Stat) -> Rank {
        self.temporary[stat.index()].map_or(self.cards[stat.index()], |t| t.rank)
    }
}

impl Foe {
    /// The card that counts for a stat.
    pub fn card(&self, stat: Stat) -> Rank {
        self.temporary[stat.index()].map_or(self.cards[stat.index()], |t| t.rank)
    }
    pub fn is_guard(&self) -> bool {
        self.kind == Kind::UndeadGuard
    }
    /// The stats it has: a guard has Health and Defense only.
    pub fn stats(&self) -> &'static [Stat] {
        if self.is_guard() { &Stat::ALL[..2] } else { Stat::ALL }
    }
    /// The sum of the printed cards, by which enemies act and are weaker or stronger.
    pub fn strength(&self) -> u8 {
        self.cards.iter().map(|r| r.number()).sum()
    }
}

impl State {
    pub fn foe(&self, id: FoeId) -> &Foe {
        &self.foes[id.index()]
    }
    pub fn foe_mut(&mut self, id: FoeId) -> &mut Foe {
        &mut self.foes[id.index()]
    }
    pub fn seated(&self) -> SeatSet {
        self.heroes.iter().filter(|(_, h)| h.seated).map(|(seat, _)| seat).collect()
    }
    #[inline]
    pub fn living(&self) -> SeatSet {
        self.sums.living
    }
    /// Enemies on the table, guards included.
    #[inline]
    pub fn enemies(&self) -> FoeSet {
        FoeSet::from_bits(self.sums.enemies)
    }
    /// Enemies that take turns: no guards.
    #[inline]
    pub fn acting_enemies(&self) -> FoeSet {
        FoeSet::from_bits(self.sums.acting)
    }
    /// Somebody fell, rose, came or went, or a token moved.
    pub fn recount(&mut self) {
        self.sums = self.counted();
    }
    /// An enemy came or went.
    pub fn recount_enemy(&mut self, id: FoeId) {
        if !id.is_enemy() {
            return;
        }
        let (bit, foe) = (1 << id.index(), self.foe(id));
        let (present, acting) = (foe.present, foe.present && !foe.is_guard());
        self.sums.enemies = self.sums.enemies & !bit | if present { bit } else { 0 };
        self.sums.acting = self.sums.acting & !bit | if acting { bit } else { 0 };
    }
    /// A token moved.
    pub fn recount_token(&mut self, from: Place, to: Place) {
        let mut add = |place: Place, by: u8| match place.on() {
            Some((Who::Hero(seat), stat)) => {
                let count = &mut self.sums.on_heroes[seat.index()][stat.index()];
                *count = count.wrapping_add(by);
            }
            Some((Who::Foe(foe), stat)) => {
                let count = &mut self.sums.on_enemies[foe.index()][stat.index()];
                *count = count.wrapping_add(by);
            }
            None => {}
        };
        add(from, u8::MAX);
        add(to, 1);
    }
    /// The sums as they should be.
    pub fn counted(&self) -> Sums {
        let set = |holds: fn(&Foe) -> bool| {
            FoeId::enemies().filter(|id| holds(self.foe(*id))).fold(0, |all, id| all | 1 << id.index())
        };
        let mut sums = Sums {
            living: self.heroes.iter().filter(|(_, h)| h.alive()).map(|(seat, _)| seat).collect(),
            enemies: set(|f| f.present),
            acting: set(|f| f.present && !f.is_guard()),
            on_heroes: [[0; 4]; 4],
            on_enemies: [[0; 4]; 4],
        };
        for place in self.tokens.each().iter().flatten() {
            match place.on() {
                Some((Who::Hero(seat), stat)) => sums.on_heroes[seat.index()][stat.index()] += 1,
                Some((Who::Foe(foe), stat)) => sums.on_enemies[foe.index()][stat.index()] += 1,
                None => {}
            }
        }
        sums
    }
    pub fn seat_of(&self, suit: Suit) -> Seat {
        self.suits.iter().find(|(_, s)| **s == suit).map_or(Seat::new(0), |(seat, _)| seat)
    }
    /// Used Random Deck cards.
    pub fn discard(&self) -> CardSet {
        let fixed: CardSet = self.random.fixed().iter().map(|f| f.card).collect();
        CardSet::FULL.minus(*self.random.loose()).minus(fixed).minus(self.hand)
    }
    pub fn in_hand(&mut self, card: Card) {
        self.hand = self.hand.or(std::iter::once(card).collect());
    }
}
