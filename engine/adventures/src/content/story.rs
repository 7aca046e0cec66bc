//! Storybooks as the engine plays them: entries, actions (`!`), choices (`?`), maps. Flat tables; a span points into them.

use super::words::{
    AdventureId, CardId, ClassId, Deck, EndingId, EnemyId, EntryId, Faction, ItemId, KeywordId, Level,
    LocationId, ModifierId, PageId, PathId, RaceId, TitleId, TokenId,
};
use kernel::ArrayVec;
use serde::{Deserialize, Serialize};

/// Some entries of a table in a row: `from` up to but not including `to`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    pub from: u16,
    pub to: u16,
}

impl Span {
    #[must_use]
    pub const fn len(self) -> usize {
        (self.to - self.from) as usize
    }
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.from >= self.to
    }
    /// Its indices as a range.
    #[must_use]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.from as usize..self.to as usize
    }
}

/// What a condition asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The keyword is recorded.
    Keyword(KeywordId),
    /// The item lies in the items space.
    Item(ItemId),
    /// The title lies in the titles space.
    Title(TitleId),
    /// XP lies at the party's location.
    XpHere,
    /// The entire party is exhausted.
    Exhausted,
    /// The campaign is legendary.
    Legendary,
    /// The party has at least this gold.
    Gold(u8),
    /// There are at least this many players.
    Players(u8),
    /// This faction is the highest; of tied ones the one nearest the top.
    Highest(Faction),
    /// This faction is the lowest; of tied ones the one nearest the bottom.
    Lowest(Faction),
    /// The faction's marker stands at this number or above.
    Favor(Faction, u8),
    /// A hero of this class is in the party.
    Class(ClassId),
    /// A hero of this race is in the party.
    Race(RaceId),
}

impl Test {
    /// The keyword it asks for.
    #[must_use]
    pub const fn keyword(self) -> Option<KeywordId> {
        match self {
            Test::Keyword(word) => Some(word),
            Test::Item(_) | Test::Title(_) | Test::XpHere | Test::Exhausted | Test::Legendary => None,
            Test::Gold(_) | Test::Players(_) | Test::Highest(_) | Test::Lowest(_) | Test::Favor(..) => None,
            Test::Class(_) | Test::Race(_) => None,
        }
    }
}

/// One part of a condition; `no` turns it round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    pub no: bool,
    pub test: Test,
}

impl Default for Condition {
    fn default() -> Condition {
        Condition { no: false, test: Test::XpHere }
    }
}

/// All must hold; none means: always.
pub type Conditions = ArrayVec<[Condition; 4]>;
/// Modifiers named in a box.
pub type Modifiers = ArrayVec<[ModifierId; 4]>;

/// A skill check box. Each result is a list of actions that ends by leading elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    pub modifiers: Modifiers,
    pub page: PageId,
    pub level: Level,
    pub pass: Span,
    pub fail: Span,
}

/// A combat box with one to three enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combat {
    /// Of each enemy, in their order.
    pub modifiers: [Modifiers; 3],
    pub enemies: ArrayVec<[EnemyId; 3]>,
    pub victory: Span,
    pub defeat: Span,
}

/// One thing an entry orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// `xp+k`, `xp-k`: the party gains or loses XP, never below 0.
    Xp(i8),
    /// `gold+k`, `gold-k`: likewise gold.
    Gold(i8),
    /// `fat+k`: each hero takes this fatigue from the supply.
    Fatigue(u8),
    /// `heal+k`: each hero loses up to this fatigue.
    Heal(u8),
    /// `drain+k`: each hero gives up this row stamina to the supply, own choice.
    Drain(u8),
    /// `rows+k`: each hero puts this stamina from the supply into rows, own choice.
    Rows(u8),
    /// `kw+X`
    Record(KeywordId),
    /// `kw-X`
    Erase(KeywordId),
    /// `title+003`
    RevealTitle(TitleId),
    /// `item+31`
    RevealItem(ItemId),
    /// `item-31`: back to the discovery deck.
    ReturnItem(ItemId),
    /// `mapcard+9`: opens its paths.
    RevealMap(ItemId),
    /// `rare+R01`: to one player, the party agrees; 2 XP if it is not in its deck.
    GainRare(CardId),
    /// `fam+F01`: likewise, with its die; 2 XP if it is not in its deck.
    GainFamiliar(CardId),
    /// `card(scroll)`: a random card of the deck to one player; 2 XP if the deck is empty.
    GainCard(Deck),
    /// `fav(C)+2`: one XP for each space the marker cannot move.
    Favor(Faction, i8),
    /// `takexp`: the XP lying here goes to the journal.
    TakeXp,
    /// `place(A)`: the party stands here now. The entry goes on; nothing is read.
    PlaceParty(LocationId),
    /// `token(SENTRY,B)+`
    PutToken(TokenId, LocationId),
    /// `token(SENTRY,B)-`
    TakeToken(TokenId, LocationId),
    /// `unlock(D-E)`
    Unlock(PathId),
    /// `mod+Wearied`: for the next check or combat.
    AssignModifier(ModifierId),
    /// `check([Foggy] Sneak II) pass{…} fail{…}`
    Check(Check),
    /// `combat([Foggy] E01+E04) victory{…} defeat{…}`
    Combat(Combat),
    /// `go(A1)`: turn there at once; what is left of this entry is skipped.
    Go(EntryId),
    /// `resume`: the Tome entry is over, the move goes on.
    Resume,
    /// `death`: mark the next death box, read `Death-k`, erase the rest marks, then go on here.
    Death,
    /// `back`: a death entry is over.
    Back,
    /// `losecard`: one player, picked by the party, returns a card of their choice.
    LoseCard,
    /// `endok`: THE END is open from now on.
    EndOpen,
    /// `end`: read THE END now.
    End,
    /// `ending(PEACE)`
    Ending(EndingId),
    /// `finish`: the adventure is complete.
    Finish,
}

/// What readers of a book want to know of a directive without carrying it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nature {
    /// What stands behind it in its list is never reached.
    pub leaves: bool,
    /// It changes counters and asks nobody, so that a modifier card may say it.
    pub plain: bool,
    pub records: Option<KeywordId>,
    pub reveals: Option<ItemId>,
    pub unlocks: Unlocks,
    /// Lists of actions inside it.
    pub results: [Span; 2],
    pub enemies: ArrayVec<[EnemyId; 3]>,
}

/// Paths that come into use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlocks {
    Nothing,
    Path(PathId),
    /// Those of a map card, which may be any.
    MapCard,
}

impl Directive {
    /// What it is, in one table: a new directive has its line here.
    #[must_use]
    pub fn nature(self) -> Nature {
        let other = Nature {
            leaves: false,
            plain: false,
            records: None,
            reveals: None,
            unlocks: Unlocks::Nothing,
            results: [Span::default(); 2],
            enemies: ArrayVec::default(),
        };
        let leaves = Nature { leaves: true, ..other };
        match self {
            Directive::Xp(_) | Directive::Gold(_) | Directive::Fatigue(_) | Directive::Heal(_) => {
                Nature { plain: true, ..other }
            }
            Directive::Record(word) => Nature { records: Some(word), ..other },
            Directive::RevealItem(item) => Nature { reveals: Some(item), ..other },
            Directive::Unlock(path) => Nature { unlocks: Unlocks::Path(path), ..other },
            Directive::RevealMap(_) => Nature { unlocks: Unlocks::MapCard, ..other },
            Directive::Check(check) => Nature { results: [check.pass, check.fail], ..leaves },
            Directive::Combat(combat) => {
                let results = [combat.victory, combat.defeat];
                Nature { results, enemies: combat.enemies, ..leaves }
            }
            Directive::Go(_) | Directive::Resume | Directive::Back | Directive::End | Directive::Finish => {
                leaves
            }
            Directive::Drain(_) | Directive::Rows(_) | Directive::Favor(..) | Directive::TakeXp => other,
            Directive::Erase(_) | Directive::RevealTitle(_) | Directive::ReturnItem(_) => other,
            Directive::GainRare(_) | Directive::GainFamiliar(_) | Directive::GainCard(_) => other,
            Directive::PlaceParty(_) | Directive::PutToken(..) | Directive::TakeToken(..) => other,
            Directive::AssignModifier(_) | Directive::Death | Directive::LoseCard => other,
            Directive::EndOpen | Directive::Ending(_) => other,
        }
    }
    /// Whether what stands behind it in its list is never reached.
    #[must_use]
    pub fn leaves(self) -> bool {
        self.nature().leaves
    }
}

/// A directive with its condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    pub when: Conditions,
    pub does: Directive,
}

/// What an option costs, on top of its condition; without enough it is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pay {
    Gold(u8),
    Xp(u8),
    /// Each hero takes this fatigue; not offered if it would exhaust the entire party.
    Fatigue(u8),
}

/// Where an option leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    Turn(EntryId),
    Move,
    Rest,
    Item,
    TheEnd,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub when: Conditions,
    pub pay: Option<Pay>,
    pub leads: Lead,
    /// What the option says; empty for the standing options.
    pub says: String,
}

/// What kind of entry it is; its label says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `START`
    Start,
    /// `END`
    End,
    /// `A`: read on arrival.
    Base(LocationId),
    /// `A4`: turned to.
    Turn(LocationId, u8),
    /// `C31` or `E12.17`: read only through the item option; the lower number first.
    Item(LocationId, ItemId, Option<ItemId>),
    /// `ADV1-3` or `ADV1-3a`: the second is turned to from the first.
    Tome(u8, Option<char>),
    /// `Death-2`
    Death(u8),
}

impl Kind {
    /// Does the tome keeper read it?
    #[must_use]
    pub const fn is_of_the_tome(self) -> bool {
        match self {
            Kind::Tome(..) | Kind::Death(_) => true,
            Kind::Start | Kind::End | Kind::Base(_) | Kind::Turn(..) | Kind::Item(..) => false,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub label: String,
    /// `None` for death entries, which belong to all.
    pub adventure: Option<AdventureId>,
    pub kind: Kind,
    pub text: String,
    /// In `Content::actions`.
    pub actions: Span,
    /// In `Content::choices`.
    pub choices: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub name: String,
    /// Column and row of the map's grid.
    pub at: (u8, u8),
    /// XP cubes at set-up.
    pub xp: u8,
    pub base: EntryId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    pub ends: (LocationId, LocationId),
    /// Whether a face-down encounter token lies on it at set-up.
    pub encounter: bool,
    /// Closed until an entry unlocks it.
    pub locked: bool,
}

impl Path {
    /// The other end, if `from` is one of them.
    #[must_use]
    pub fn other(&self, from: LocationId) -> Option<LocationId> {
        match self.ends {
            (a, b) if a == from => Some(b),
            (a, b) if b == from => Some(a),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Adventure {
    pub id: AdventureId,
    /// The start of its Tome labels: `ADV1` or `SQ`.
    pub code: String,
    pub title: String,
    pub sidequest: bool,
    /// By `LocationId::index`; letters without a gap.
    pub locations: Vec<Location>,
    pub paths: Vec<Path>,
    pub start: EntryId,
    pub end: EntryId,
    /// The numbers of its encounter tokens with their Tome entries; as many as paths with an encounter space.
    pub encounters: Vec<(u8, EntryId)>,
    /// Item entries: location, item, second item.
    pub items: Vec<(LocationId, ItemId, Option<ItemId>, EntryId)>,
}

impl Adventure {
    /// The entry for an item or a pair, in either order, at a location.
    #[must_use]
    pub fn item_entry(&self, at: LocationId, one: ItemId, two: Option<ItemId>) -> Option<EntryId> {
        let (first, second) = match two {
            Some(two) if two < one => (two, Some(one)),
            other => (one, other),
        };
        self.items.iter().find(|(l, a, b, _)| (*l, *a, *b) == (at, first, second)).map(|(.., entry)| *entry)
    }
    #[must_use]
    pub fn encounter_entry(&self, token: u8) -> Option<EntryId> {
        self.encounters.iter().find(|(number, _)| *number == token).map(|(_, entry)| *entry)
    }
    #[must_use]
    pub fn path_between(&self, a: LocationId, b: LocationId) -> Option<PathId> {
        let at = self.paths.iter().position(|p| p.ends == (a, b) || p.ends == (b, a))?;
        Some(PathId(at as u8))
    }
}

/// One box of the mastery track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MasteryBox {
    pub cost: u8,
    /// No score may pass this once the box is marked.
    pub limit: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactionTrack {
    pub id: Faction,
    pub min: u8,
    pub max: u8,
    pub start: u8,
}

/// Numbers printed by player count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub players: u8,
    pub play: u8,
    pub bonus: u8,
    pub dice: u8,
    pub gold: u8,
    /// Legendary mode only.
    pub cards: u8,
}

/// The numbers of the journal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    pub name: String,
    pub text: String,
    /// From the top of the journal down.
    pub factions: Vec<FactionTrack>,
    pub limits: Vec<Limits>,
    pub health: u8,
    pub mastery: Vec<MasteryBox>,
    /// The limit of every score before the first mastery box.
    pub start_limit: u8,
    pub bonus_most: u8,
    pub death_boxes: u8,
    pub rest_boxes: u8,
    pub races: Vec<String>,
    /// Endings in the order of `EndingId`, with what is read out.
    pub endings: Vec<EndingCard>,
    /// Files of the storybooks of the campaign in order, then of the sidequests.
    pub adventures: Vec<String>,
    pub sidequests: Vec<String>,
}

impl Campaign {
    /// The numbers printed for this many players.
    ///
    /// # Panics
    /// If they are not listed: content is refused that lists other numbers than 1 to 4.
    #[must_use]
    pub fn limits(&self, players: u8) -> Limits {
        *self.limits.iter().find(|l| l.players == players).expect("1 to 4 players are listed")
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndingCard {
    pub id: String,
    pub text: String,
}
