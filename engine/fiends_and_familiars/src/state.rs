//! The table: each thing in the box is a field. No logic beyond keeping counts right.

use crate::{
    dice::{Bag, Dice, Die, Pip},
    frame::Frame,
    sets::{AlignmentSet, BackstorySet, FamiliarSet, FiendSet, MarketSet, MinionSet, RowSet},
    words::{
        AdventureId, AlignmentId, BackstoryId, ClassId, Color, FamiliarId, HeroRank, INITIATIVES,
        MARKET_SLOTS, MarketId, MinionId, MonsterId, ROW_SPACES, Row, SEATS, SPACES, SheetId, Space,
    },
};
use kernel::{ArrayVec, PerSeat, Seat, SeatSet, Secret, Stack, Turn};
use serde::{Deserialize, Serialize};

/// How deep things in progress nest: a phase, a turn, a window, a card, its effects, an action among them.
pub const FRAMES: usize = 24;
/// Most dice a Backpack holds.
pub const STORED: usize = 4;

/// A cell of the Alignment grid, row by row: 0 is Good and Lawful, 4 the centre, 8 Evil and Chaotic.
pub const CENTRE: u8 = 4;

/// An Initiative card in the row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Initiative {
    /// Lowest first; `Die::NONE` where there is none.
    pub dice: [Die; 2],
    pub gold: bool,
    pub fiends: FiendSet,
    /// The seat that has chosen it this round; at most one.
    pub taken: SeatSet,
}

/// When the class ability was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ClassUse {
    pub this_round: bool,
    pub this_game: bool,
}

/// One player's place at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// By [`Space`]; the last three are the Familiar Row.
    pub dice: [Die; SPACES],
    /// Dice in a Backpack.
    pub stored: ArrayVec<[Die; STORED]>,
    pub sheet: SheetId,
    pub class: ClassId,
    pub color: Color,
    pub alignment: AlignmentId,
    /// Where the token stands on the Alignment card.
    pub token: u8,
    pub backstory: BackstoryId,
    pub familiar: FamiliarId,
    /// The Familiar Board that was not kept; everybody saw it.
    pub other_familiar: FamiliarId,
    pub gold: u8,
    pub xp: u8,
    /// XP stored on a card; it cannot be spent.
    pub stored_xp: u8,
    pub charisma: u8,
    pub honor: u8,
    pub injury: u8,
    /// Market cards owned.
    pub cards: MarketSet,
    /// Skills turned sideways.
    pub exhausted: MarketSet,
    /// Cards whose once-a-round ability was used this round.
    pub used: MarketSet,
    /// Cards whose once-a-game ability was used.
    pub spent: MarketSet,
    pub trophies: MinionSet,
    /// Adventure tokens held: Location, Obstacle, Attack, in this order.
    pub tokens: u8,
    /// Fiends face up.
    pub active: FiendSet,
    /// Those of them gained this Dice Phase: they bind when it ends.
    pub fresh: FiendSet,
    /// Fiends face down.
    pub banished: FiendSet,
    /// The place of the Initiative card chosen this round.
    pub initiative: Option<u8>,
    /// The row of the die placed last.
    pub last_row: Option<Row>,
    pub class_used: ClassUse,
    /// Combat Dice that wait for the next Hunt.
    pub hunt_dice: u8,
    /// What waits to be added to the result of the next Hunt.
    pub hunt_bonus: u8,
    /// Free rerolls that wait for the next Hunt.
    pub hunt_rerolls: u8,
    /// XP just gained that may still be put on a card.
    pub storable: u8,
    /// Mercenaries and dice for Monster Combat.
    pub pool: u8,
    /// What the Monster roll came to, once it did.
    pub result: Option<i8>,
}

impl Default for Player {
    fn default() -> Self {
        Player {
            dice: [Die::NONE; SPACES],
            stored: ArrayVec::default(),
            sheet: SheetId::NONE,
            class: ClassId::NONE,
            color: Color::Gold,
            alignment: AlignmentId::NONE,
            token: CENTRE,
            backstory: BackstoryId::NONE,
            familiar: FamiliarId::NONE,
            other_familiar: FamiliarId::NONE,
            gold: 0,
            xp: 0,
            stored_xp: 0,
            charisma: 0,
            honor: 0,
            injury: 0,
            cards: MarketSet::EMPTY,
            exhausted: MarketSet::EMPTY,
            used: MarketSet::EMPTY,
            spent: MarketSet::EMPTY,
            trophies: MinionSet::EMPTY,
            tokens: 0,
            active: FiendSet::EMPTY,
            fresh: FiendSet::EMPTY,
            banished: FiendSet::EMPTY,
            initiative: None,
            last_row: None,
            class_used: ClassUse::default(),
            hunt_dice: 0,
            hunt_bonus: 0,
            hunt_rerolls: 0,
            storable: 0,
            pool: 0,
            result: None,
        }
    }
}

impl Player {
    #[must_use]
    #[inline]
    pub fn die(&self, space: Space) -> Die {
        self.dice[space.index()]
    }
    #[must_use]
    #[inline]
    pub fn row(&self, row: Row) -> &[Die] {
        &self.dice[row.index() * ROW_SPACES..row.index() * ROW_SPACES + ROW_SPACES]
    }
    /// The leftmost empty space of a row.
    #[must_use]
    #[inline]
    pub fn room(&self, row: Row) -> Option<Space> {
        let at = self.row(row).iter().position(|die| die.is_none())?;
        Some(Space::new(row, at as u8))
    }
    /// Dice on the sheet, stored ones not among them.
    #[must_use]
    #[inline]
    pub fn placed(&self) -> u8 {
        self.dice.iter().filter(|die| die.is_some()).count() as u8
    }
    #[must_use]
    #[inline]
    pub fn filled(&self, row: Row) -> u8 {
        self.row(row).iter().filter(|die| die.is_some()).count() as u8
    }
    #[must_use]
    #[inline]
    pub fn sum(&self, row: Row) -> u8 {
        self.row(row).iter().map(|die| die.value_or_zero()).sum()
    }
    /// Fiends that bind now.
    #[must_use]
    #[inline]
    pub const fn binding(&self) -> FiendSet {
        self.active.minus(self.fresh)
    }
}

/// The Market deck: the rest of the single-dot pile, then the double-dot pile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MarketDeck {
    pub upper: MarketSet,
    pub lower: MarketSet,
    /// Cards above the Call to Adventure, until it has been drawn.
    pub call: Option<u8>,
}

impl MarketDeck {
    /// Without the Call to Adventure.
    #[must_use]
    pub fn cards(&self) -> u32 {
        self.upper.count() + self.lower.count()
    }
    /// What may be on top.
    #[must_use]
    #[inline]
    pub fn packet(&self) -> MarketSet {
        if self.upper.is_empty() { self.lower } else { self.upper }
    }
}

/// The Minion deck below the revealed card: unseen Minions by dots, then those put on the bottom in sight of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MinionDeck {
    /// Single-dot Minions nobody has seen, the removed ones among them.
    pub upper: MinionSet,
    /// How many of them are in the deck.
    pub upper_left: u8,
    pub lower: MinionSet,
    pub lower_left: u8,
    /// Minions put on the bottom, the first to come up first.
    pub tail: ArrayVec<[MinionId; 64]>,
    /// The Minion on top, or none.
    pub revealed: MinionId,
}

impl MinionDeck {
    /// The revealed Minion among them.
    #[must_use]
    pub fn cards(&self) -> u32 {
        u32::from(self.upper_left + self.lower_left)
            + self.tail.len() as u32
            + u32::from(self.revealed.is_some())
    }
    #[must_use]
    #[inline]
    pub fn shown(&self) -> Option<MinionId> {
        self.revealed.is_some().then_some(self.revealed)
    }
}

/// A combat in progress. Combat Dice are alike, so only how many show each number counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    /// Against the Monster, not a Minion.
    pub monster: bool,
    /// Dice of the pool.
    pub pool: u8,
    /// How many dice show 1 to 6.
    pub shown: [u8; 6],
    /// Added to the sum.
    pub bonus: i8,
    /// Rerolls that cost nothing.
    pub free_rerolls: u8,
    /// The Familiar's Power takes the place of the dice.
    pub power: bool,
    /// Before the roll: what adds dice still counts now.
    pub gathering: bool,
    /// Somebody is on a Hunt.
    pub hunting: bool,
    /// The Minion that is battled; a card may reveal another meanwhile.
    pub minion: MinionId,
}

impl Fight {
    #[must_use]
    pub fn sum(&self) -> i16 {
        self.shown.iter().zip(1i16..).map(|(count, value)| i16::from(*count) * value).sum()
    }
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// Most Reputation Stars, after tie-breaks.
    Won(SeatSet),
    /// The solitaire hero was killed by the Monster.
    Dead,
    /// The solitaire hero lives.
    Ranked { total: i16, rank: HeroRank },
}

/// The whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub stack: Stack<Frame, FRAMES>,
    pub turn: Turn,
    pub players: PerSeat<Player, SEATS>,
    pub start: Seat,
    /// 0 during set-up.
    pub round: u8,
    /// Dice an Initiative card.
    pub dice_per_card: u8,
    pub bag: Bag,
    /// Rolled dice that are not yet on an Initiative card.
    pub pool: Dice,
    /// Dice the player at turn still has to place.
    pub hand: Dice,
    /// Rows in which dice were placed this turn.
    pub triggered: RowSet,
    /// Who has taken an action for a placement in this Dice Phase.
    pub acted: SeatSet,
    /// Is this the Dice Phase?
    pub dice_phase: bool,
    /// Somebody may store XP.
    pub storing: bool,
    pub initiatives: [Initiative; INITIATIVES],
    /// The row from the left; [`MarketId::NONE`] where a card has gone.
    pub market: ArrayVec<[MarketId; MARKET_SLOTS]>,
    pub market_deck: MarketDeck,
    pub discard: MarketSet,
    pub trash: MarketSet,
    /// Market cards turned up for a choice.
    pub looked: ArrayVec<[MarketId; 4]>,
    pub minions: MinionDeck,
    /// Fiends nobody has seen yet.
    pub fiends: FiendSet,
    pub monster: MonsterId,
    /// Location, Obstacle, Attack: fixed when first looked at.
    pub adventures: [Secret<AdventureId>; 3],
    /// Sheets, alignments, backstories and familiars nobody has.
    pub sheets: u32,
    pub alignments: AlignmentSet,
    pub backstories: BackstorySet,
    pub familiars: FamiliarSet,
    /// The enemy dice of the solitaire game as they fell.
    pub enemy: [Option<Pip>; 2],
    pub fight: Fight,
    /// The roll for Start Player.
    pub rolls: [Option<Pip>; SEATS],
    /// The die a card took off a sheet, or is about to change.
    pub lifted: Die,
    /// Champion Bonus: who gets it.
    pub champions: SeatSet,
    pub ending: Option<Ending>,
}

impl Default for State {
    fn default() -> Self {
        State {
            stack: Stack::default(),
            turn: Turn::Chance,
            players: PerSeat::default(),
            start: Seat::new(0),
            round: 0,
            dice_per_card: 2,
            bag: Bag::default(),
            pool: Dice::default(),
            hand: Dice::default(),
            triggered: RowSet::EMPTY,
            acted: SeatSet::EMPTY,
            dice_phase: false,
            storing: false,
            initiatives: [Initiative::default(); INITIATIVES],
            market: ArrayVec::default(),
            market_deck: MarketDeck::default(),
            discard: MarketSet::EMPTY,
            trash: MarketSet::EMPTY,
            looked: ArrayVec::default(),
            minions: MinionDeck::default(),
            fiends: FiendSet::EMPTY,
            monster: MonsterId::NONE,
            adventures: [Secret::default(); 3],
            sheets: 0,
            alignments: AlignmentSet::EMPTY,
            backstories: BackstorySet::EMPTY,
            familiars: FamiliarSet::EMPTY,
            enemy: [None; 2],
            fight: Fight::default(),
            rolls: [None; SEATS],
            lifted: Die::NONE,
            champions: SeatSet::EMPTY,
            ending: None,
        }
    }
}

impl State {
    /// The Market cards of the row with their slots.
    #[inline]
    pub fn row_cards(&self) -> impl Iterator<Item = (usize, MarketId)> + '_ {
        let slots = self.market.iter().enumerate().filter(|(_, card)| card.is_some());
        slots.map(|(slot, card)| (slot, *card))
    }
    #[must_use]
    pub fn slot_of(&self, card: MarketId) -> Option<usize> {
        self.market.iter().position(|c| *c == card)
    }
    /// Takes a card out of the row; its slot stays empty.
    pub fn leave_row(&mut self, card: MarketId) {
        if let Some(slot) = self.slot_of(card) {
            self.market[slot] = MarketId::NONE;
        }
    }
}
