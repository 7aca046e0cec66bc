//! The table: each thing in the box is a field. No logic beyond keeping counts right.

use crate::{
    board::GARRISONS,
    frame::Frame,
    words::{
        AbilityId, AbilityKind, AreaId, AreaSet, BodyId, CHARS, CharId, CharSet, Face, Formation, Nature,
        Reason, Weapon, value,
    },
};
use bitflags::bitflags;
use kernel::{ArrayVec, Card, CardSet, PerSeat, Pool, Seat, SeatSet, Stack, Turn};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU8;

/// How deep things in progress nest: a turn, an action, its window, a reaction's attack, a card played in it.
pub const FRAMES: usize = 24;
/// How many reactions may answer each other where that is allowed at all.
pub const CHAIN: usize = 4;

/// Who holds a Garrison area: a group, that is a team or a player, or nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Holder(Option<NonZeroU8>);

impl Holder {
    pub const NOBODY: Holder = Holder(None);

    #[must_use]
    pub const fn of(group: u8) -> Holder {
        Holder(NonZeroU8::new(group + 1))
    }
    #[must_use]
    #[inline]
    pub fn group(self) -> Option<u8> {
        self.0.map(|above| above.get() - 1)
    }
}

/// A choice laid face down: a card, the top of the deck, or a number. In one byte, as each character in an attack has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commit(NonZeroU8);

impl Commit {
    /// Made, but this view does not know it.
    pub const HIDDEN: Commit = Commit(NonZeroU8::MIN);
    pub const DECK: Commit = Commit(NonZeroU8::MIN.saturating_add(1));
    const CARDS: u8 = 3;
    const COUNTS: u8 = 64;

    #[must_use]
    pub const fn card(card: Card) -> Commit {
        Commit(NonZeroU8::MIN.saturating_add(Commit::CARDS - 1 + card.index() as u8))
    }
    #[must_use]
    pub const fn count(count: u8) -> Commit {
        Commit(NonZeroU8::MIN.saturating_add(Commit::COUNTS - 1 + count))
    }
    /// The card, if it is one.
    #[must_use]
    pub fn as_card(self) -> Option<Card> {
        self.0.get().checked_sub(Commit::CARDS).and_then(|index| Card::try_from(index).ok())
    }
    /// The number, if it is one.
    #[must_use]
    pub const fn as_count(self) -> Option<u8> {
        self.0.get().checked_sub(Commit::COUNTS)
    }
}

/// What one player has: cards, tokens, treasures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Side {
    /// In a view of another seat: everything that seat has not seen, hand cards included.
    pub deck: CardSet,
    /// In a view of another seat: only what everybody knows to be in it.
    pub hand: CardSet,
    /// Hand cards that everybody knows.
    pub shown: CardSet,
    pub discard: CardSet,
    /// Face-up cards of the play in progress.
    pub table: CardSet,
    pub hand_len: u8,
    pub initiative: Option<Card>,
    pub tie: Option<Card>,
    pub commit: Option<Commit>,
    pub tokens: u8,
    /// From Activation nodes, for the next initiative card.
    pub stored: u8,
    pub treasure: u16,
    /// The treasure for a sprint was gained this round.
    pub sprinted: bool,
    /// What its player need not be asked.
    pub orders: Orders,
}

bitflags! {
    /// Standing orders of a player.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Orders: u8 {
        /// Defences are always from the deck.
        const DEFEND_FROM_DECK = 1;
        /// No reactions for the rest of the round.
        const NO_REACTIONS = 1 << 1;
    }
}

impl Orders {
    /// All of them, as people write them.
    pub const WRITTEN: [(Orders, &str); 2] =
        [(Orders::DEFEND_FROM_DECK, "defends deck"), (Orders::NO_REACTIONS, "reacts no")];
}

impl Side {
    /// Cards left in the deck, in any view.
    #[must_use]
    #[inline]
    pub fn deck_len(&self) -> u32 {
        self.deck.count() + self.hand.count() - u32::from(self.hand_len)
    }
    #[must_use]
    #[inline]
    pub fn can_draw(&self) -> bool {
        self.deck_len() > 0 || !self.discard.is_empty()
    }
    #[inline]
    pub fn take_in_hand(&mut self, card: Card) {
        self.hand.put(card);
        self.hand_len += 1;
    }
    /// Hand cards that are not known.
    #[must_use]
    #[inline]
    pub fn untold(&self) -> u8 {
        self.hand_len - self.hand.count() as u8
    }
    /// Takes a card out of the hand; one that was not known to be there was among the unseen.
    ///
    /// # Panics
    /// If it is not there: legal actions name only cards that are.
    #[inline]
    pub fn leave_hand(&mut self, card: Card) {
        let known = self.hand.take(card);
        assert!(known || self.untold() > 0 && self.deck.take(card), "{card} is in hand");
        self.shown = self.shown.minus(CardSet::only(card));
        self.hand_len -= 1;
    }
    /// Takes a card off the deck.
    ///
    /// # Panics
    /// If it is not there: chance lets only cards of the deck fall.
    #[inline]
    pub fn leave_deck(&mut self, card: Card) {
        assert!(self.deck.take(card), "{card} is in the deck");
    }
}

/// A card placed on a character, and whose deck it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sigil {
    pub card: Card,
    pub of: Seat,
}

bitflags! {
    /// What a character has done.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Used: u16 {
        const MOVED = 1;
        const SEARCHED = 1 << 1;
        const ATTACKED = 1 << 2;
        /// The basic attack, where each attack counts for itself.
        const BASIC = 1 << 3;
        /// Ability slots 0 to 2 as actions.
        const ABILITIES = 0b111 << 4;
        /// Ability slots 0 to 2 as reactions, this turn.
        const REACTIONS = 0b111 << 7;
        /// Ability slots 0 to 2, this round.
        const ROUND = 0b111 << 10;
        const SECOND_LOOK = 1 << 13;
        const ACTIONS = Self::MOVED.bits() | Self::SEARCHED.bits() | Self::ATTACKED.bits() | Self::BASIC.bits()
            | Self::ABILITIES.bits();
    }
}

impl Used {
    /// An ability as an action.
    #[must_use]
    #[inline]
    pub const fn ability(slot: usize) -> Used {
        Used::from_bits_retain(1 << (4 + slot))
    }
    /// An ability as a reaction, this turn.
    #[must_use]
    #[inline]
    pub const fn reaction(slot: usize) -> Used {
        Used::from_bits_retain(1 << (7 + slot))
    }
    /// An ability, this round.
    #[must_use]
    #[inline]
    pub const fn this_round(slot: usize) -> Used {
        Used::from_bits_retain(1 << (10 + slot))
    }
}

/// Numbers and switches of a character that never change in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sheet {
    pub full: u8,
    pub armor: u8,
    pub warding: u8,
    pub sprint: u8,
    pub beside_friend: u8,
    pub wounded: u8,
    pub from_hand: u8,
    pub guard: u8,
    /// The face that is critical; `None` for a minion.
    pub critical: Option<Face>,
    pub traits: Traits,
}

bitflags! {
    /// Switches of a [`Sheet`].
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Traits: u8 {
        const MELEE_EXPERTISE = 1;
        const PARRY = 1 << 1;
        const COUNTER_CHANT = 1 << 2;
        const BASIC_OVERCLOCK = 1 << 3;
        const TRAILWISE = 1 << 4;
        const LOPE = 1 << 5;
        const SECOND_LOOK = 1 << 6;
    }
}

/// A character, on the board or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Char {
    pub body: BodyId,
    pub abilities: [Option<AbilityId>; 3],
    pub sheet: Sheet,
    pub health: u8,
    /// Where it stands, or last stood.
    pub area: AreaId,
    pub used: Used,
    /// Lasting effects on it, by bit.
    pub marks: u32,
    pub sigil: Option<Sigil>,
}

impl Char {
    /// What it has learned.
    #[inline]
    pub fn learned(&self) -> impl Iterator<Item = AbilityId> + Clone + use<> {
        self.abilities.into_iter().flatten()
    }
    /// Its abilities of a kind, each with its slot.
    #[inline]
    pub fn learned_of(&self, kind: AbilityKind) -> impl Iterator<Item = (usize, AbilityId)> + use<> {
        self.learned().enumerate().filter(move |(_, id)| id.kind() == kind)
    }
}

/// A card that was played, and where it came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Played {
    /// `None`: there was no card to play, which counts as a black 0.
    pub card: Option<Card>,
    pub from_hand: bool,
    /// The other card of an advantage.
    pub other: Option<Card>,
    pub other_from_hand: bool,
}

impl Played {
    #[must_use]
    #[inline]
    pub fn value(&self) -> u8 {
        self.card.map_or(0, value)
    }
    #[must_use]
    #[inline]
    pub fn is_black(&self) -> bool {
        self.card.is_none_or(|card| card.suit().is_black())
    }
}

/// What a card came to with all that is added, and whether it was critical; in one byte, as each character has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Total(u8);

impl Total {
    const CRITICAL: u8 = 128;

    #[must_use]
    #[inline]
    pub const fn new(value: u8, critical: bool) -> Total {
        Total(if critical { value | Total::CRITICAL } else { value })
    }
    #[must_use]
    #[inline]
    pub const fn value(self) -> u8 {
        self.0 & !Total::CRITICAL
    }
    #[must_use]
    #[inline]
    pub const fn is_critical(self) -> bool {
        self.0 & Total::CRITICAL != 0
    }
    #[must_use]
    pub const fn plus(self, by: u8) -> Total {
        Total::new(self.value() + by, self.is_critical())
    }
    #[must_use]
    pub const fn minus(self, by: u8) -> Total {
        Total::new(self.value().saturating_sub(by), self.is_critical())
    }
}

/// The attack in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    pub attacker: CharId,
    pub weapon: Weapon,
    pub targets: CharSet,
    /// Targets whose defence card is not yet played.
    pub waiting: CharSet,
    /// Targets that may still add a card by expertise.
    pub experts: CharSet,
    pub damaged: CharSet,
    pub total: u8,
    pub critical: bool,
    /// Defence totals.
    pub defence: [Total; CHARS],
    /// Face-down choices by character, where both sides choose at once.
    pub commits: [Option<Commit>; CHARS],
}

/// What the last action did, for reactions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deed {
    /// Who attacked, if anybody did.
    pub attacker: Option<CharId>,
    pub melee: bool,
    pub magic: bool,
    pub targets: CharSet,
    pub damaged: CharSet,
    /// Moved by an action of their own player.
    pub moved: CharSet,
    pub removed: CharSet,
    /// Removed by an attack.
    pub slain: CharSet,
    /// Who has reacted to it.
    pub reacted: CharSet,
}

impl Deed {
    #[must_use]
    pub const fn nature(&self) -> Nature {
        if self.magic { Nature::Magic } else { Nature::Physical }
    }
}

/// How far a seat's list-building is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Build {
    pub formation: Option<Formation>,
    pub coins: u8,
    pub members: u8,
    pub bench: u8,
    /// The character that still learns, by slot.
    pub learns: Option<u8>,
    pub ready: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    /// The team that won; `None` is a draw.
    pub winner: Option<u8>,
    pub reason: Reason,
}

/// The whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub turn: Turn,
    pub stack: Stack<Frame, FRAMES>,
    pub sides: PerSeat<Side, 4>,
    pub chars: [Char; CHARS],
    pub board: CharSet,
    pub bench: CharSet,
    /// Who has a reaction that is asked for.
    pub reactors: CharSet,
    /// Who has a reaction that happens by itself.
    pub automatic: CharSet,
    /// Who has no health left and is still to be removed.
    pub fallen: CharSet,
    /// Lasting effects on whole teams, by bit.
    pub marks: [u32; 4],
    pub build: [Build; 4],
    /// Players in initiative order.
    pub order: ArrayVec<[Seat; 4]>,
    /// Bit k: place k is tied with the place before it.
    pub tied: u8,
    pub repeats: u8,
    /// Whose turn it is: a place in the order.
    pub at: u8,
    /// Passes in a row.
    pub passes: u8,
    /// Players whose round has ended by a hard pass.
    pub gone: SeatSet,
    /// Something was paid in this turn.
    pub spent: bool,
    pub deployed: bool,
    pub round: u8,
    pub scenario: u8,
    pub map: u8,
    pub twist: Option<u8>,
    /// By team.
    pub zones: [AreaSet; 4],
    /// Areas opposite to the zone, by team.
    pub facing: [AreaSet; 4],
    /// Breakthrough areas, by team.
    pub goals: [Option<AreaId>; 4],
    pub defenders: CharSet,
    /// Defenders already met by a melee attack in this turn.
    pub struck: CharSet,
    /// Who held each Garrison area when it was last looked at.
    pub held: [Holder; GARRISONS],
    /// Who of the holder's side stood in each of them then.
    pub posted: [CharSet; GARRISONS],
    /// Terrain for the rest of the round.
    pub added: [AreaSet; 5],
    /// Where the ground has shifted.
    pub shifting: Option<AreaId>,
    /// Somebody was removed.
    pub first_blood: bool,
    /// The bonus for the first removal by an attack was gained.
    pub blood_paid: bool,
    pub played: Played,
    pub fight: Fight,
    pub deeds: [Deed; CHAIN],
    pub depth: u8,
    /// Minions that went by the ability in progress.
    pub marshalled: CharSet,
    /// Cards somebody looks at; they are in hand already.
    pub looked: CardSet,
    pub looked_len: u8,
    /// Controlled areas by seat, as harvest found them.
    pub snapshot: [AreaSet; 4],
    /// Areas with several teams, as harvest found them.
    pub contested: AreaSet,
    pub ending: Option<Ending>,
    /// Players with a deck of their own whose hands nobody here knows. Their sides look like those of others in a view.
    pub hidden: SeatSet,
    /// Hands that nobody knows were guessed: play goes on as if the house dealt them.
    pub guessed: bool,
}

impl State {
    /// Does this player hold cards that are not told here?
    #[must_use]
    #[inline]
    pub fn is_hidden(&self, seat: Seat) -> bool {
        self.hidden.contains(seat) && !self.guessed
    }
    /// What this player may play from hand: of a hidden hand, everything that has not been seen elsewhere.
    #[must_use]
    #[inline]
    pub fn playable(&self, seat: Seat) -> CardSet {
        let side = &self.sides[seat];
        if self.is_hidden(seat) && side.untold() > 0 { side.hand.or(side.deck) } else { side.hand }
    }
    #[must_use]
    #[inline]
    pub fn char(&self, id: CharId) -> &Char {
        &self.chars[id.index()]
    }
    #[inline]
    pub fn char_mut(&mut self, id: CharId) -> &mut Char {
        &mut self.chars[id.index()]
    }
    #[must_use]
    #[inline]
    pub fn area(&self, id: CharId) -> AreaId {
        self.chars[id.index()].area
    }
    /// Whose turn it is.
    #[must_use]
    #[inline]
    pub fn active(&self) -> Seat {
        self.order[usize::from(self.at)]
    }
    #[must_use]
    #[inline]
    pub fn deed(&self) -> &Deed {
        &self.deeds[usize::from(self.depth)]
    }
    #[inline]
    pub fn deed_mut(&mut self) -> &mut Deed {
        &mut self.deeds[usize::from(self.depth)]
    }
    /// Characters on the board that this seat owns.
    #[must_use]
    #[inline]
    pub fn own(&self, seat: Seat) -> CharSet {
        self.board.and(CharSet::owned_by(seat))
    }
    /// Everybody in an area.
    #[must_use]
    #[inline]
    pub fn in_area(&self, area: AreaId) -> CharSet {
        self.board.iter().filter(|c| self.area(*c) == area).collect()
    }
}
