//! The table: each thing in the box is a field. No logic beyond keeping counts and stacks right.

use crate::{
    frame::Frame,
    ids::{KindId, RegionId, RegionSet, SpellId, TileId, TreasureId, Who},
    piles::Counts,
    standing::Orders,
    words::{
        CELLS, DeckId, Dice, Faces, Grade, HeroId, KINDS, MINIONS, Reason, Row, SEATS, SPELLS,
        SPELLS_PER_DECK, Side, Size, Skill, TREASURES,
    },
};
use kernel::{ArrayVec, PerSeat, Seat, SeatSet, Stack, Turn};
use serde::{Deserialize, Serialize};

/// How deep things in progress nest: Turns inside Turns, each with a roll, an attack and a window.
pub const FRAMES: usize = 48;
/// Turns inside Turns: an Ambush, a controlled Minion, a bonus Turn. Spells that would nest deeper are not offered.
pub const LEVELS: usize = 5;
/// Far above any hand that cards and Surges can lead to.
pub const HAND: usize = 28;
/// Spells inside Spells: a Turn inside a Turn, a Reaction to a Spell, and a Reaction to that.
pub const CASTS: usize = 12;
/// Lasting effects at once: more than two casts on all Minions of a full Map.
pub const LASTING: usize = 128;
/// Nothing lies below.
pub const NONE: u8 = u8::MAX;

/// A Spell in a hand, and who has seen it there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HandCard {
    /// Hidden in views of seats that have not seen it; its back is public.
    pub spell: SpellId,
    pub seen: SeatSet,
}

/// What a lasting effect does to its bearer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum What {
    /// Nothing: an unused place of the list.
    #[default]
    Nothing,
    Granted(Skill),
    /// It does not have it, whatever gives it.
    Lifted(Skill),
    Dodge(Dice),
    /// Bonus dice on the next Action Roll.
    NextDice(Dice),
    /// Bonus dice on all Action Rolls.
    Dice(Dice),
    /// Action Points more or less in its next Turn.
    Points(i8),
    /// Its attacks heal this seat's Character.
    BoundTo(Seat),
    /// Moves that begin in this Region have so many steps.
    Steps(RegionId, u8),
}

/// A lasting effect and when it lapses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lasting {
    pub who: Who,
    pub what: What,
    pub until: Lapses,
}

/// When a lasting effect lapses: one of [`When`] in a single byte, because more than a hundred of them are copied with
/// every table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lapses(u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The Round begins in which the clock shows this.
    Round(u8),
    /// The attack in progress is over.
    Attack,
    /// It has been used.
    Used,
    /// The bearer's next Turn is over.
    NextTurn,
    /// The Turn of this depth is over.
    Turn(u8),
}

impl Lapses {
    pub const ATTACK: Lapses = Lapses(238);
    pub const USED: Lapses = Lapses(239);
    pub const NEXT_TURN: Lapses = Lapses(240);
    const TURN: u8 = 241;
    /// The last Round that can be named, and the deepest Turn.
    pub const ROUND_MAX: u8 = Lapses::ATTACK.0 - 1;
    pub const TURN_MAX: u8 = u8::MAX - Lapses::TURN;

    #[must_use]
    #[inline]
    pub const fn round(clock: u8) -> Lapses {
        Lapses(if clock < Lapses::ROUND_MAX { clock } else { Lapses::ROUND_MAX })
    }
    #[must_use]
    #[inline]
    pub const fn turn(depth: u8) -> Lapses {
        Lapses(Lapses::TURN.saturating_add(depth))
    }
    #[must_use]
    #[inline]
    pub const fn when(self) -> When {
        match self {
            Lapses::ATTACK => When::Attack,
            Lapses::USED => When::Used,
            Lapses::NEXT_TURN => When::NextTurn,
            Lapses(turn @ Lapses::TURN..) => When::Turn(turn - Lapses::TURN),
            Lapses(clock) => When::Round(clock),
        }
    }
}

/// A player: a board, a hand and a standee. Seat 0 is the Villain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    pub present: bool,
    pub hero: Option<HeroId>,
    pub health: u8,
    /// The Action marker.
    pub ap: u8,
    pub xp: u8,
    pub rows: [Dice; 4],
    /// Plus-Ones by row.
    pub plus: [u8; 4],
    /// Offense, Defense, Item.
    pub slots: [TreasureId; 3],
    pub hand: ArrayVec<[HandCard; HAND]>,
    /// Off the Map for a Hero in the Stash, and for the Villain before the Final Battle.
    pub region: RegionId,
    /// Where a Hero fell.
    pub fell: RegionId,
    pub crystal: bool,
    /// The standee lies in the Villain's Loot Stash.
    pub in_stash: bool,
    pub leaving: bool,
}

impl Player {
    #[must_use]
    #[inline]
    pub fn plus_ones(&self) -> u8 {
        self.plus.iter().sum()
    }
    #[must_use]
    #[inline]
    pub fn holds(&self, spell: SpellId) -> bool {
        self.hand.iter().any(|card| card.spell == spell)
    }
    /// Takes a card in hand; hands are kept sorted.
    #[inline]
    pub fn take(&mut self, card: HandCard) {
        let at = self.hand.partition_point(|c| *c <= card);
        self.hand.insert(at, card);
    }
    /// Takes a card out of the hand: of equal ones, the one most seats know.
    ///
    /// # Panics
    /// If it is not there: legal actions name only cards that are.
    #[inline]
    pub fn leave(&mut self, spell: SpellId) -> HandCard {
        let at = self.hand.iter().rposition(|card| card.spell == spell).expect("the card is in hand");
        self.hand.remove(at)
    }
}

/// A Minion card or a Sheep on the Map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Minion {
    pub kind: KindId,
    pub region: RegionId,
    /// The slot of the card below it in its stack.
    pub below: u8,
    pub wounded: bool,
    /// It has had its Turn in this Minion Step.
    pub acted: bool,
}

bitflags::bitflags! {
    /// What has been done in a Turn.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Used: u8 {
        const MELEE = 1;
        const RANGED = 1 << 1;
        const MAGIC = 1 << 2;
        const CORRUPTION = 1 << 3;
        const SURGE = 1 << 4;
        /// The once-per-Turn reroll of a Treasure.
        const REROLL = 1 << 5;
        /// Its Turn is over: a Hero fell in it.
        const ENDED = 1 << 6;
        /// The Move in progress is broken off.
        const HALTED = 1 << 7;
    }
}

impl Used {
    /// The Action Roll of a row.
    #[must_use]
    #[inline]
    pub const fn roll(row: Row) -> Used {
        match row {
            Row::Melee => Used::MELEE,
            Row::Ranged => Used::RANGED,
            Row::Magic => Used::MAGIC,
            Row::Corruption => Used::CORRUPTION,
        }
    }
}

/// The Action Roll in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll {
    pub row: Row,
    /// Dice that lie on the table, bonus dice included.
    pub dice: Dice,
    pub faces: Faces,
    /// The Boosted die, placed before the roll.
    pub boosted: Option<Grade>,
    /// Dice taken up to be rolled again.
    pub aside: Dice,
    /// How many more dice may be taken up.
    pub rerolls: u8,
    /// Only the total was told.
    pub total_only: bool,
    pub pool: u8,
    /// The Region all damage of this Ranged roll goes to.
    pub target: RegionId,
    /// Somebody was Defeated in it.
    pub defeated: bool,
    /// The attack of this roll may not go on: its Defender has survived.
    pub stopped: bool,
    /// Hits were spent, so that others may add no more.
    pub running: bool,
    /// Its attack has healed whoever its attacker is bound to.
    pub bonded: bool,
}

impl Default for Roll {
    fn default() -> Self {
        Roll {
            row: Row::Melee,
            dice: Dice::NONE,
            faces: Faces::default(),
            boosted: None,
            aside: Dice::NONE,
            rerolls: 0,
            total_only: false,
            pool: 0,
            target: RegionId::NOWHERE,
            defeated: false,
            stopped: false,
            running: false,
            bonded: false,
        }
    }
}

/// The attack in progress: of a roll, or of a Spell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub by: Who,
    pub region: RegionId,
    pub target: Who,
    /// Damage still to be given out: a Spell's, or what those who fell did not need.
    pub amount: u8,
    /// What this target is dealt, before prevention.
    pub damage: u8,
    /// What a Dodge takes off.
    pub dodged: u8,
    /// What Reactions take off.
    pub prevented: u8,
    /// Dice of a Dodge granted for this attack.
    pub dodge: Dice,
    pub is: Traits,
    /// Minions an Area of Effect has still to hit, by slot.
    pub left: u64,
    /// Players and Gust it has still to hit, by number.
    pub left_players: u8,
}

bitflags::bitflags! {
    /// What an [`Attack`] is, and what has come of it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Traits: u8 {
        /// It comes from a Spell.
        const SPELL = 1;
        const AOE = 1 << 1;
        const IGNORES_ARMOR = 1 << 2;
        const IGNORES_DODGE = 1 << 3;
        /// This target was saved from Defeat.
        const SAVED = 1 << 4;
        /// Somebody was Defeated by it.
        const DEFEATED = 1 << 5;
        /// It has healed whoever its attacker is bound to.
        const BONDED = 1 << 6;
    }
}

/// A card whose effects are carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Card {
    Spell(SpellId),
    Treasure(TreasureId),
}

/// The Spell or Treasure that is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cast {
    pub card: Card,
    /// Which of its costs was paid, from 0.
    pub cost: u8,
    /// Whose card it is.
    pub seat: Seat,
    /// From whose place it is cast.
    pub from: Who,
    /// Whom the window of a Reaction is about.
    pub about: Who,
    pub cancelled: bool,
    /// What was picked last, or damaged last.
    pub target: Who,
    pub region: RegionId,
    /// Hits of the dice of the step in progress; [`NONE`]: not yet rolled.
    pub rolled: u8,
}

impl Default for Cast {
    fn default() -> Self {
        Cast {
            card: Card::Treasure(TreasureId::NONE),
            cost: 0,
            seat: Seat::new(0),
            from: Who::NOBODY,
            about: Who::NOBODY,
            cancelled: false,
            target: Who::NOBODY,
            region: RegionId::NOWHERE,
            rolled: NONE,
        }
    }
}

/// One Turn in progress: its Character, and the roll, attack and Spell inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Level {
    pub actor: Who,
    /// Who decides for it.
    pub seat: Seat,
    pub ap: u8,
    pub used: Used,
    /// Steps left in the Move in progress.
    pub steps: u8,
    /// No step of the Move in progress was made yet.
    pub first_step: bool,
    /// Evade for the Move in progress.
    pub evade: bool,
    pub roll: Roll,
    pub attack: Attack,
}

impl Default for Level {
    fn default() -> Self {
        Level {
            actor: Who::NOBODY,
            seat: Seat::new(0),
            ap: 0,
            used: Used::empty(),
            steps: 0,
            first_step: false,
            evade: false,
            roll: Roll::default(),
            attack: Attack::default(),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    /// `None` is a technical draw.
    pub winner: Option<Side>,
    pub reason: Reason,
}

/// The whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub turn: Turn,
    pub stack: Stack<Frame, FRAMES>,
    pub players: PerSeat<Player, SEATS>,
    pub minions: Minions,
    /// Slots in use.
    pub alive: u64,
    /// The topmost slot of each Region's stack.
    pub tops: [u8; CELLS],
    /// Where Minions lie.
    pub haunted: RegionSet,
    /// Cells with a tile.
    pub cells: RegionSet,
    pub tiles: [TileId; CELLS],
    pub revealed: RegionSet,
    /// Tiles that may still lie face-down.
    pub unseen_tiles: u64,
    /// Face-down Treasures.
    pub treasures: [u8; CELLS],
    pub labyrinth: [RegionId; 2],
    /// Gust, while he is on the Map.
    pub gust: RegionId,

    // --- decks: what is not seen, and the discard piles
    /// Hidden hand cards too.
    pub spells: Counts<SPELLS>,
    pub spell_discards: Counts<SPELLS>,
    pub kinds: Counts<KINDS>,
    pub kind_discards: Counts<KINDS>,
    /// Treasures whose front nobody has seen: in the deck, on the Map, in a Stash.
    pub hoard: Counts<TREASURES>,
    pub treasure_discards: Counts<TREASURES>,

    // --- Loot Stashes
    /// Defeated Minions in the Heroes' Stash.
    pub fallen: Counts<KINDS>,
    /// Face-down Treasures: the Villain's, the Heroes'.
    pub stash_hidden: [u8; 2],
    /// Revealed Treasures of the side that levels up.
    pub stash: Counts<TREASURES>,
    /// Treasures of Heroes who have left, for the Heroes' Stash.
    pub left_behind: Counts<TREASURES>,
    /// Defeated Heroes in the Villain's Stash.
    pub markers: u8,

    // --- the course of the game
    /// Rounds begun; odd ones are the Heroes'.
    pub clock: u8,
    pub day: u8,
    pub shrines: u8,
    pub shrines_needed: u8,
    /// The track jumps when the whole Map is revealed instead.
    pub jump_when_revealed: bool,
    pub final_battle: bool,
    pub final_rounds: u8,
    pub souls: u8,
    pub initiative: Seat,
    /// The Initiative token is flipped.
    pub acts_last: bool,
    /// Heroes who have had their Turn this Round.
    pub acted: SeatSet,
    /// Heroes with a Defender marker.
    pub defenders: SeatSet,
    pub gust_defends: bool,
    /// Heroes whose tower shield has worked this Round.
    pub shielded: SeatSet,
    /// Seats that have told everybody that they do not react: they are not asked.
    pub silent: SeatSet,
    /// Standing orders, each for its own seat alone to read. No rule reads them.
    pub orders: Orders,
    /// Seats whose hands only their players know.
    pub hidden: SeatSet,
    /// Such hands were guessed: play goes on as if the house dealt them.
    pub guessed: bool,
    /// A per-Round Treasure has given its bonus.
    pub riches_given: bool,

    // --- Turns in progress
    pub levels: [Level; LEVELS],
    /// How many Turns are in progress; the present one is the last.
    pub depth: u8,
    /// Cards being played, the present one last.
    pub casts: ArrayVec<[Cast; CASTS]>,
    pub lasting: ArrayVec<[Lasting; LASTING]>,
    /// A Minion card that was drawn and has no place yet.
    pub drawn: Option<KindId>,
    /// Minions the Procession still offers: Chumps, Elites, Bosses.
    pub offered: [u8; 3],
    /// Ambushing Minions of the Scout in progress, by slot.
    pub ambush: u64,
    /// Where the Scout in progress looks from.
    pub scout_from: RegionId,
    /// Regions of it that are still to be flipped, and those that are still to be populated.
    pub scouted: RegionSet,
    pub flipped: RegionSet,
    /// Regions of it whose ambushers are still to be spawned.
    pub ambush_tiles: RegionSet,
    /// What was equipped when Treasures began to be handed out.
    pub equipped: [[TreasureId; 3]; SEATS],
    /// Who wants the Treasure that is being handed out.
    pub wanted: SeatSet,
    /// Where a stack is being reordered: the slots that still have no place, and those that have, top first.
    pub unordered: u64,
    pub ordered: ArrayVec<[u8; MINIONS]>,
    /// Stacks that were looked at in this Level Up Step.
    pub reordered: RegionSet,
    pub ending: Option<Ending>,
}

/// All slots for Minions. A list that is stored as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Minions(pub [Minion; MINIONS]);

impl Serialize for Minions {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter())
    }
}
impl<'de> Deserialize<'de> for Minions {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let each = Vec::<Minion>::deserialize(from)?;
        each.try_into().map(Minions).map_err(|_| serde::de::Error::custom("expected all slots of Minions"))
    }
}

impl State {
    #[must_use]
    #[inline]
    pub fn level(&self) -> &Level {
        &self.levels[usize::from(self.depth.saturating_sub(1))]
    }
    #[inline]
    pub fn level_mut(&mut self) -> &mut Level {
        &mut self.levels[usize::from(self.depth.saturating_sub(1))]
    }
    /// The card being played.
    ///
    /// # Panics
    /// If none is.
    #[must_use]
    #[inline]
    pub fn cast(&self) -> &Cast {
        self.casts.last().expect("a card is being played")
    }
    /// # Panics
    /// If no card is being played.
    #[inline]
    pub fn cast_mut(&mut self) -> &mut Cast {
        self.casts.last_mut().expect("a card is being played")
    }
    #[must_use]
    #[inline]
    pub fn minion(&self, slot: u8) -> &Minion {
        &self.minions.0[usize::from(slot)]
    }
    #[inline]
    pub fn minion_mut(&mut self, slot: u8) -> &mut Minion {
        &mut self.minions.0[usize::from(slot)]
    }
    #[must_use]
    #[inline]
    pub fn is_alive(&self, slot: u8) -> bool {
        self.alive & (1 << slot) != 0
    }
    /// Slots in use, lowest first.
    #[inline]
    pub fn slots(&self) -> impl Iterator<Item = u8> + use<> {
        bits(self.alive)
    }
    /// The stack of a Region, top first.
    #[inline]
    pub fn stack_of(&self, region: RegionId) -> impl Iterator<Item = u8> + '_ {
        let mut at = if region.is_on_map() { self.tops[region.index()] } else { NONE };
        std::iter::from_fn(move || {
            let slot = (at != NONE).then_some(at)?;
            at = self.minion(slot).below;
            Some(slot)
        })
    }
    /// Lays a Minion on top of a stack.
    #[inline]
    pub fn lay(&mut self, slot: u8, region: RegionId) {
        let top = self.tops[region.index()];
        let minion = self.minion_mut(slot);
        (minion.region, minion.below) = (region, top);
        self.tops[region.index()] = slot;
        self.haunted.insert(region);
    }
    /// Takes a Minion out of its stack; it keeps its slot.
    ///
    /// # Panics
    /// If it is not in the stack of its Region.
    pub fn lift(&mut self, slot: u8) {
        let region = self.minion(slot).region;
        let below = std::mem::replace(&mut self.minion_mut(slot).below, NONE);
        let top = self.tops[region.index()];
        if top == slot {
            self.tops[region.index()] = below;
            if below == NONE {
                self.haunted.remove(region);
            }
            return;
        }
        let mut at = top;
        while self.minion(at).below != slot {
            at = self.minion(at).below;
            assert!(at != NONE, "the Minion lies in its stack");
        }
        self.minion_mut(at).below = below;
    }
    /// A Minion leaves the Map for good.
    pub fn remove(&mut self, slot: u8) {
        self.lift(slot);
        self.alive &= !(1 << slot);
        *self.minion_mut(slot) = Minion::default();
    }
    /// A free slot for a Minion; `None` if all are taken, which cards cannot lead to.
    #[must_use]
    #[inline]
    pub fn free_slot(&self) -> Option<u8> {
        let slot = (!self.alive).trailing_zeros() as u8;
        (usize::from(slot) < MINIONS).then_some(slot)
    }
    /// Does nobody here know what this player holds?
    #[must_use]
    #[inline]
    pub fn is_hidden(&self, seat: Seat) -> bool {
        self.hidden.contains(seat) && !self.guessed
    }
    /// Cards left in a Spell deck, in any view.
    #[must_use]
    pub fn spells_left(&self, deck: DeckId) -> u32 {
        let unseen = self.spells.sum(SpellId::new(deck, 0).0, SPELLS_PER_DECK as u8);
        let hidden = self.players.each().iter().flat_map(|p| p.hand.iter());
        let hidden = hidden.filter(|card| card.spell == SpellId::hidden(deck)).count() as u32;
        unseen - hidden
    }
    #[must_use]
    pub fn kinds_left(&self, size: Size) -> u32 {
        let (first, len) = KindId::range(size);
        self.kinds.sum(first, len)
    }
    /// Treasures that lie face-down on the Map or in a Stash.
    #[must_use]
    pub fn treasures_out(&self) -> u32 {
        self.treasures.iter().chain(&self.stash_hidden).map(|n| u32::from(*n)).sum()
    }
    #[must_use]
    pub fn treasures_left(&self) -> u32 {
        self.hoard.total() - self.treasures_out()
    }
    #[must_use]
    #[inline]
    pub fn is_hero_round(&self) -> bool {
        self.clock % 2 == 1
    }
}

/// The places of the bits that are set, lowest first.
#[inline]
pub fn bits(mut left: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let at = (left != 0).then(|| left.trailing_zeros() as u8)?;
        left &= left - 1;
        Some(at)
    })
}
