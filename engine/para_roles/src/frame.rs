//! Things in progress: what the game is in the middle of. `flow.rs` says what each of them leads to.

use crate::{
    action::Action,
    words::{Ability, Deed, Epic, FoeId, Item, Role, Stat, Who},
};
use kernel::{Card, Rank, Seat, SeatSet, Suit};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    // --- set-up
    #[default]
    Setup,
    /// The next card of a hero: chosen, drawn or prescribed.
    StatCard {
        seat: Seat,
        suit: Suit,
    },
    /// Ace Team, Band of Fools: which suit's card this seat takes.
    OneCard {
        seat: Seat,
    },
    Redraw {
        seat: Seat,
    },
    RedrawCard {
        seat: Seat,
        stat: Stat,
    },
    RedrawKeep {
        seat: Seat,
        stat: Stat,
        new: Rank,
    },
    ChooseRole {
        seat: Seat,
    },
    ChooseRoleEpic {
        seat: Seat,
    },
    FreeTokens {
        left: SeatSet,
    },

    // --- campaign
    Journey,
    /// Maze: the digger goes on; the last walls are opened.
    Dig,
    Openings {
        left: u8,
    },
    /// Dungeon: where the next room hangs.
    NextRoom,
    Map,
    FindMarker,
    TrapVictim {
        everyone: bool,
        hurts: u8,
    },
    HeartsChoice,
    SealRift,
    Pause {
        left: SeatSet,
    },
    SwapTo {
        seat: Seat,
        from: Stat,
        fight: bool,
    },
    Pay {
        seat: Seat,
        left: u8,
        goods: Goods,
    },
    Spoils,
    LayTreasure {
        seat: Seat,
    },
    HandOut {
        left: u8,
    },

    // --- combat
    /// An enemy (or a creature) gets its next card.
    Reveal {
        foe: FoeId,
        suit: Suit,
    },
    CombatBegins,
    Round,
    Charmed {
        from: u8,
    },
    Players,
    Enemies {
        next: u8,
    },
    CombatEnds,
    AfterCombat,

    // --- a hero's turn
    AuraChoice {
        seat: Seat,
        charmed: bool,
    },
    Menu {
        seat: Seat,
    },
    TurnEnd {
        seat: Seat,
        acted: bool,
        charmed: bool,
    },
    Needle {
        seat: Seat,
    },
    TokenFrom {
        seat: Seat,
        to: crate::state::Place,
    },
    Fire {
        seat: Seat,
        epic: Epic,
        start: u8,
        turned: bool,
    },
    XxxTarget {
        seat: Seat,
        black: u8,
    },
    PolymorphMix {
        seat: Seat,
    },
    PolymorphDraw {
        seat: Seat,
        turned: bool,
        left: [u8; 4],
        drawn: Drawn,
    },
    PolymorphLay {
        seat: Seat,
        drawn: Drawn,
    },
    Raise {
        seat: Seat,
    },
    Evacuate {
        seat: Seat,
    },
    BombTarget {
        seat: Seat,
    },
    HereticTarget {
        seat: Seat,
    },

    // --- an enemy's turn
    Die {
        foe: FoeId,
    },
    FoeEnd,
    GuardCard {
        of: FoeId,
        suit: Suit,
        dead: bool,
    },
    Mirror {
        foe: FoeId,
        at: Reflects,
    },

    // --- cards and blows
    Draw {
        check: Check,
        first: Option<Card>,
    },
    Pick {
        check: Check,
        cards: (Card, Card),
    },
    Cover(Blow),
    Taker(Blow),
}

/// What a card is turned for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Check {
    Attack {
        seat: Seat,
        foe: FoeId,
    },
    /// An attack that goes at another hero: charmed, or under a turned Call of the Grave.
    AttackHero {
        seat: Seat,
        charmed: bool,
    },
    Defend {
        seat: Seat,
    },
    Ability {
        seat: Seat,
        action: Action,
    },
    Run {
        seat: Seat,
        stat: Stat,
        foe: FoeId,
    },
    Swap {
        seat: Seat,
        from: Stat,
        to: Seat,
        stat: Stat,
    },
    /// A suit-only or free card of an EPIC.
    Xxx {
        seat: Seat,
        turned: bool,
        turned_cards: u8,
        black: u8,
    },
    XxxVictim {
        seat: Seat,
        black: u8,
    },
    GraveCard {
        seat: Seat,
        turned: bool,
    },
    Bomb {
        seat: Seat,
        on: FoeId,
    },
    BombVictim {
        seat: Seat,
    },
    HereticVictim {
        seat: Seat,
    },
    Sneak(Blow),

    FoeAttack {
        foe: FoeId,
    },
    /// At a given fellow: misled, or its whip reflected.
    FoeStrikes {
        foe: FoeId,
        at: FoeId,
    },
    FoeDefend {
        foe: FoeId,
    },
    FoeTrick {
        foe: FoeId,
        deed: Deed,
    },
    FoeDestroy {
        foe: FoeId,
    },
    Whip {
        foe: FoeId,
    },
    /// The creature on the party's side.
    Command {
        deed: Deed,
        at: Who,
    },
    CreatureWhip {
        at: FoeId,
    },
    Defense(Blow),

    Trap {
        seat: Seat,
        everyone: bool,
        hurts: u8,
    },
    Seal {
        seat: Seat,
    },
    Treasure,
    Hunt,
    Room,
    BlindDate {
        seat: Seat,
    },
}

/// One attack on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blow {
    pub by: Who,
    /// Who is struck at the moment: first the one aimed at, then whoever covers him.
    pub on: Who,
    pub card: Card,
    pub hit: bool,
    pub manner: Manner,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Manner {
    Plain,
    /// A Demon Whip: the target is stunned as well.
    Whip,
    /// A charmed hero strikes: no help from party EPICs.
    Charmed,
    /// As You Wish: passes every defense.
    Wish,
}

/// What a Mirror Shield may turn back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reflects {
    Deed { deed: Deed, card: Card },
    Whip(Blow),
    Riposte(Blow),
}

/// What is being paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Goods {
    Upgrade(Stat),
    Ability(Ability),
    Item(Item),
    PeasantRole(Role, Ability),
    PeasantAbility,
    PeasantEpic,
}

/// How many cards of each suit a Polymorph draws; four in all. Written as four digits, `1111`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Mix {
    /// Hearts, diamonds and spades; the rest are clubs.
    first: [u8; 3],
}

impl Mix {
    pub const ONE_EACH: Mix = Mix { first: [1, 1, 1] };

    /// All 35 ways to draw four cards from four suits.
    pub fn all() -> impl Iterator<Item = Mix> {
        (0..5u8)
            .flat_map(|h| (0..5 - h).flat_map(move |d| (0..5 - h - d).map(move |s| Mix { first: [h, d, s] })))
    }
    /// Cards of each suit.
    #[must_use]
    pub const fn counts(self) -> [u8; 4] {
        let [h, d, s] = self.first;
        [h, d, s, 4 - h - d - s]
    }
}

impl std::fmt::Display for Mix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.counts().iter().try_for_each(|n| write!(f, "{n}"))
    }
}

impl std::str::FromStr for Mix {
    type Err = kernel::BadNotation;
    fn from_str(text: &str) -> Result<Mix, kernel::BadNotation> {
        let same = |mix: &Mix| mix.to_string() == text;
        Mix::all().find(same).ok_or_else(|| {
            kernel::BadNotation::operand("mix", text, "♥♦♠♣ as four digits that make 4, such as 1111")
        })
    }
}

/// Up to four cards drawn for a Polymorph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drawn {
    pub cards: [Card; 4],
    pub count: u8,
}

impl Drawn {
    pub fn push(&mut self, card: Card) {
        self.cards[usize::from(self.count)] = card;
        self.count += 1;
    }
    /// The next one to be laid.
    pub fn pop(&mut self) -> Option<Card> {
        let first = *self.cards.first().filter(|_| self.count > 0)?;
        self.cards.rotate_left(1);
        self.cards[3] = Card::default();
        self.count -= 1;
        Some(first)
    }
}
