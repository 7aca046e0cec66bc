//! The table: each thing in the box is a field. No logic beyond keeping counts right.

use crate::{
    Action,
    content::{
        cards::Space,
        story::{Pay, Span},
    },
    frame::Frame,
    words::{
        CardId, CardSet, ClassId, Colour, ColourSet, DICE_A_COLOUR, DieKind, EndingId, EnemyId, ItemId,
        LocationId, ModifierId, PageId, PoolDie, RaceId, SEATS, SlotId, ValueSet, VerbSet,
    },
};
use kernel::{ArrayVec, PerSeat, Seat, SeatSet, Stack, Turn};
use serde::{Deserialize, Serialize};

/// How deep things in progress nest: an adventure, a move, an encounter, its fight, an effect, a roll.
pub const FRAMES: usize = 24;
/// The most dice a pool can hold: what the limits allow, and what cards add.
pub const POOL: usize = 24;
/// The most slots in play at once.
pub const SLOTS: usize = 24;
/// Round markers in the box.
pub const FOES: usize = 3;
/// Different items one adventure can bring to light.
pub const ITEMS: usize = 15;
/// Locations of a map.
pub const LOCATIONS: usize = 26;
/// Bonus play tokens in the box.
pub const BONUS_PLAYS_MAX: u8 = 8;
/// Above this the combat dice limit is not raised: a pool has an end.
pub const COMBAT_DICE_MAX: u8 = 12;

/// A die out of the bag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Die {
    pub kind: DieKind,
    /// What it counts as.
    pub colours: ColourSet,
    /// 0 until it is rolled.
    pub value: u8,
}

/// A slot of the row or of an enemy, and what lies on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SlotState {
    pub colours: ColourSet,
    pub values: ValueSet,
    pub counterattack: u8,
    pub xp: u8,
    pub gold: u8,
    /// Whose slot it is: a place in [`Contest::foes`].
    pub foe: u8,
    pub die: Option<Die>,
}

impl SlotState {
    #[must_use]
    #[inline]
    pub const fn takes(&self, die: Die) -> bool {
        die.value > 0 && self.colours.meets(die.colours) && self.values.contains(die.value)
    }
}

/// Dice of the pool, by their places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PoolSet(u32);

impl PoolSet {
    #[inline]
    pub fn insert(&mut self, at: usize) {
        self.0 |= 1 << at;
    }
    #[must_use]
    #[inline]
    pub const fn contains(self, at: usize) -> bool {
        self.0 >> at & 1 == 1
    }
    #[must_use]
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Bit i for place i, for those who compute with sets.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// Which die shall go on which slot, by slot: its place in the pool from 1, or 0 for none. One byte a slot, because a plan is
/// copied with every table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plan([u8; SLOTS]);

impl Plan {
    #[must_use]
    #[inline]
    pub const fn die(&self, slot: SlotId) -> Option<PoolDie> {
        match self.0[slot.index() - 1] {
            0 => None,
            die => Some(PoolDie(die)),
        }
    }
    /// The slot a die is planned for.
    #[must_use]
    #[inline]
    pub fn slot(&self, die: PoolDie) -> Option<SlotId> {
        self.0.iter().position(|planned| *planned == die.0).map(|at| SlotId(at as u8 + 1))
    }
    #[inline]
    pub const fn put(&mut self, slot: SlotId, die: PoolDie) {
        self.0[slot.index() - 1] = die.0;
    }
    #[inline]
    pub const fn leave(&mut self, slot: SlotId) {
        self.0[slot.index() - 1] = 0;
    }
    /// A die goes here and nowhere else.
    pub fn move_to(&mut self, slot: SlotId, die: PoolDie) {
        if let Some(other) = self.slot(die) {
            self.leave(other);
        }
        self.put(slot, die);
    }
    /// Slots that shall be covered, each with its die.
    #[inline]
    pub fn covered(&self) -> impl Iterator<Item = (SlotId, PoolDie)> + '_ {
        let planned = self.0.iter().enumerate().filter(|(_, die)| **die > 0);
        planned.map(|(slot, die)| (SlotId(slot as u8 + 1), PoolDie(*die)))
    }
}

/// An enemy in play; a skill check is one nameless foe, so that modifiers work alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Foe {
    pub enemy: EnemyId,
    /// The space of the round track, from 1; 0 for a check.
    pub marker: u8,
    pub down: bool,
    /// The round in which it fell; 0: it stands, or that is not known.
    pub fell: u8,
    /// Its round marker could not advance.
    pub stuck: bool,
    pub mods: ArrayVec<[ModifierId; 6]>,
}

/// What is being contested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    #[default]
    None,
    Check,
    Combat,
}

/// The skill check or combat in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contest {
    pub kind: Kind,
    pub page: PageId,
    /// The row, from 1; 0 in combat.
    pub level: u8,
    pub round: u8,
    pub foes: ArrayVec<[Foe; FOES]>,
    pub slots: ArrayVec<[SlotState; SLOTS]>,
    pub pool: ArrayVec<[Die; POOL]>,
    /// Dice the pool is built up to.
    pub limit: u8,
    /// Seats that have passed or agreed since something last changed.
    pub passed: SeatSet,
    /// Colours nobody wanted to pay for, until another die comes.
    pub barred: ColourSet,
    /// Stamina laid down for the die that is being bought, by seat and row.
    pub paid: [[u8; 6]; SEATS],
    /// Plays left beyond the play limit, by anybody.
    pub extra: u8,
    /// Dice the effect in progress has touched, by place in the pool.
    pub picked: PoolSet,
    /// Which die shall go on which slot.
    pub plan: Plan,
    /// How often the plan was changed.
    pub edits: u8,
    /// What modifiers in force add up to.
    pub bent: Bent,
    /// A round marker could not advance.
    pub over: bool,
    /// The entry with the box, and where its results stand.
    pub entry: u16,
    pub passes: Span,
    pub fails: Span,
    /// People told it out of their own book, with its dice limit, its modifiers in plain terms and its round tracks.
    pub own: bool,
    pub own_limit: u8,
    pub own_bent: [Bent; FOES],
    pub own_tracks: [ToldTrack; FOES],
}

/// The most that modifiers in plain terms add up to.
const TOLD_MAX: u8 = 12;

/// The second and third space of a round track that people told.
pub type ToldTrack = [Space; 2];

/// Where an option of people's own book leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ToldLead {
    #[default]
    Turn,
    Move,
    Rest,
    Item,
    TheEnd,
}

/// An option of people's own book, as they told it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToldOption {
    pub leads: ToldLead,
    pub pay: Option<Pay>,
    pub says: ArrayVec<[u8; 28]>,
}

/// Modifiers in force, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bent {
    pub dice: i8,
    pub cost: i8,
    pub no_bonus: bool,
    pub forbidden: VerbSet,
    pub per_uncovered: u8,
}

impl Bent {
    /// Both together.
    pub fn add(&mut self, more: Bent) {
        self.dice = self.dice.saturating_add(more.dice);
        self.cost = self.cost.saturating_add(more.cost);
        self.no_bonus |= more.no_bonus;
        self.forbidden = self.forbidden.or(more.forbidden);
        self.per_uncovered = self.per_uncovered.saturating_add(more.per_uncovered);
    }
    /// Is it as little as people may tell?
    #[must_use]
    pub const fn is_small(&self) -> bool {
        let (dice, cost) = (self.dice.unsigned_abs(), self.cost.unsigned_abs());
        dice <= TOLD_MAX && cost <= TOLD_MAX && self.per_uncovered <= TOLD_MAX
    }
}

/// A character sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sheet {
    /// The number of the portrait of a pregenerated hero; 0 for an imported one.
    pub portrait: u8,
    pub class: ClassId,
    pub race: RaceId,
    /// By colour.
    pub scores: [u8; 6],
    pub rows: [u8; 6],
    pub health: u8,
    pub fatigue: u8,
    /// The class card lies face up.
    pub ready: bool,
    /// Bonus play tokens in the fatigue box.
    pub tokens: u8,
    /// Cards played in this step.
    pub plays: u8,
    pub hand: CardSet,
    pub discard: CardSet,
    pub spent: CardSet,
}

impl Sheet {
    #[must_use]
    #[inline]
    pub const fn exhausted(&self) -> bool {
        self.fatigue >= self.health
    }
    /// Stamina this hero could pay without becoming exhausted.
    #[must_use]
    #[inline]
    pub const fn cap(&self) -> u8 {
        self.health.saturating_sub(1).saturating_sub(self.fatigue)
    }
    /// All cards of this hero, wherever they lie.
    #[must_use]
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.hand.or(&self.discard).or(&self.spent)
    }
    #[must_use]
    #[inline]
    pub fn row_sum(&self) -> u8 {
        self.rows.iter().fold(0, |sum, row| sum.saturating_add(*row))
    }
}

/// The party journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Journal {
    pub xp: u16,
    pub gold: u16,
    pub play_limit: u8,
    pub bonus_limit: u8,
    /// Bonus play tokens on the bonus play space.
    pub tokens: u8,
    pub combat_dice: u8,
    pub bonus_cards: u8,
    /// The card limit of legendary mode as recorded at the start; 0: it is not known.
    pub card_limit: u8,
    /// Marked boxes of the mastery track.
    pub mastery: u8,
    /// Markers from the top of the journal down.
    pub factions: [u8; 3],
    /// Marked boxes of the campaign track.
    pub campaign: u8,
    /// Storybooks finished, sidequests included, by place.
    pub finished: u16,
    pub deaths: u8,
    pub rests: u8,
    pub legendary: bool,
    pub titles: u128,
    pub keywords: u128,
    pub ending: Option<EndingId>,
}

/// The map of the adventure and what lies on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MapState {
    pub at: LocationId,
    pub explored: u32,
    /// Locations of the run in progress.
    pub visited: u32,
    /// Those that it has passed twice.
    pub again: u32,
    pub xp: [u8; LOCATIONS],
    /// Story tokens on locations, by bit.
    pub tokens: [u16; LOCATIONS],
    /// Encounter tokens on paths.
    pub encounters: u64,
    /// Paths that are locked or not yet on the map.
    pub closed: u64,
    /// Numbers of tokens still face down.
    pub numbers: u32,
    /// Discovery cards that lie on the map.
    pub cards: u128,
    /// Items that came to light, in that order.
    pub items: ArrayVec<[ItemId; ITEMS]>,
    /// Which of them the party has, by place.
    pub held: u16,
    /// Single items and pairs used at each location; see `rules::items::use_bit`.
    pub used: [u128; LOCATIONS],
    /// The party may turn to THE END.
    pub end_open: bool,
    /// The party has rested since it last read an entry.
    pub rested: bool,
    /// A death entry was read since then.
    pub died: bool,
    /// How often the whole party was exhausted in this adventure.
    pub fallen: u8,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    Passed,
    Failed,
    Victory,
    Defeat,
    /// An adventure that was played to THE END.
    Adventure,
    Campaign,
}

/// The whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub turn: Turn,
    pub stack: Stack<Frame, FRAMES>,
    /// Who is in the party.
    pub present: SeatSet,
    pub sheets: PerSeat<Sheet, SEATS>,
    pub journal: Journal,
    pub map: MapState,
    pub storyteller: Seat,
    pub tome_keeper: Seat,
    /// The storybook that is played, by place.
    pub adventure: u8,
    /// Attribute dice in the bag, by colour.
    pub bag: [u8; 6],
    /// Familiars' dice in the bag: bit n - 1 for the card with number n.
    pub bag_familiars: u16,
    /// Market, rare and familiar cards that nobody has.
    pub decks: CardSet,
    pub display: [Option<CardId>; 5],
    pub contest: Contest,
    /// Modifiers the story has set aside for the next check or combat.
    pub pending: ArrayVec<[ModifierId; 4]>,
    /// What each seat has named in the vote in progress.
    pub votes: [Option<Action>; SEATS],
    /// The vote was tied: the storyteller chooses among the leaders.
    pub tied: bool,
    /// Keywords of people's own book, with a space between them.
    pub told_words: ArrayVec<[u8; 96]>,
    /// Options of people's own book that are voted on.
    pub told: ArrayVec<[ToldOption; 8]>,
    /// Cards that new heroes ask for and nobody has settled, by seat.
    pub wanted: [CardSet; SEATS],
    /// Random market cards due in place of such cards, by seat and deck.
    pub owed: [[u8; 7]; SEATS],
    /// Once-per-adventure cards that were played in this one, wherever they lie.
    pub once: CardSet,
    /// Cards without an owner that are shared out.
    pub loose: CardSet,
    /// Seats that have joined or left at this break.
    pub changed: SeatSet,
    /// Market decks a newcomer has drawn from, by bit.
    pub drawn_decks: u8,
    /// Adventures finished without the whole party exhausted, and all that were finished.
    pub won: u8,
    pub played: u8,
    pub ending: Option<Ending>,
}

impl State {
    /// Players in the party.
    #[must_use]
    #[inline]
    pub const fn players(&self) -> u8 {
        self.present.len() as u8
    }
    /// Dice in the bag.
    #[must_use]
    #[inline]
    pub fn bag_len(&self) -> u32 {
        self.bag.iter().map(|n| u32::from(*n)).sum::<u32>() + self.bag_familiars.count_ones()
    }
    #[must_use]
    #[inline]
    pub fn in_bag(&self, kind: DieKind) -> u8 {
        match (kind.as_colour(), kind.as_familiar()) {
            (Some(colour), _) => self.bag[colour.index()],
            (None, number) => (self.bag_familiars >> (number.unwrap_or(1) - 1) & 1) as u8,
        }
    }
    /// Takes a die out of the bag.
    ///
    /// # Panics
    /// If there is none: legal steps name only dice that are there.
    #[inline]
    pub fn leave_bag(&mut self, kind: DieKind) {
        assert!(self.in_bag(kind) > 0, "{kind} is in the bag");
        match (kind.as_colour(), kind.as_familiar()) {
            (Some(colour), _) => self.bag[colour.index()] -= 1,
            (None, number) => self.bag_familiars &= !(1 << (number.unwrap_or(1) - 1)),
        }
    }
    #[inline]
    pub fn into_bag(&mut self, kind: DieKind) {
        match (kind.as_colour(), kind.as_familiar()) {
            (Some(colour), _) => {
                self.bag[colour.index()] += 1;
                debug_assert!(self.bag[colour.index()] <= DICE_A_COLOUR, "no die comes from nowhere");
            }
            (None, number) => self.bag_familiars |= 1 << (number.unwrap_or(1) - 1),
        }
    }
    /// Is every hero exhausted?
    #[must_use]
    #[inline]
    pub fn all_exhausted(&self) -> bool {
        self.present.into_iter().all(|seat| self.sheets[seat].exhausted())
    }
    /// Heroes who may act in a check or combat.
    #[must_use]
    #[inline]
    pub fn standing(&self) -> SeatSet {
        self.present.into_iter().filter(|seat| !self.sheets[*seat].exhausted()).collect()
    }
    /// The seat after this one among those present.
    #[must_use]
    pub fn left_of(&self, seat: Seat) -> Seat {
        let after = |s: &Seat| s.number() > seat.number();
        let mut all = self.present.into_iter();
        all.find(after).or_else(|| self.present.lowest()).unwrap_or(seat)
    }
    /// Who holds this card.
    #[must_use]
    pub fn holder(&self, card: CardId) -> Option<Seat> {
        self.present.into_iter().find(|seat| self.sheets[*seat].cards().contains(card))
    }
    /// Stamina of one colour in all rows.
    #[must_use]
    pub fn stamina(&self, colour: Colour) -> u16 {
        self.present.into_iter().map(|seat| u16::from(self.sheets[seat].rows[colour.index()])).sum()
    }
    #[must_use]
    #[inline]
    pub fn has_item(&self, item: ItemId) -> bool {
        self.map.items.iter().position(|i| *i == item).is_some_and(|at| self.map.held >> at & 1 == 1)
    }
}
