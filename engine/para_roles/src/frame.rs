//! Things in progress: what the game is in the middle of. Each chapter of the rules has its own frames and says whom they
//! ask, what they offer and what follows; `flow.rs` hands over to it.

use crate::{
    minimal,
    rules::{blows, campaigns, cards, enemy_turn, epic_start, pause, rounds, setup, treasure},
    state::Place,
    words::{Ability, Deed, FoeId, Item, Role, Stat, Who},
};
use kernel::{Card, Seat, SeatSet, Turn};
use serde::{Deserialize, Serialize};

macro_rules! chapters {
    ($( $(#[$doc:meta])* $Chapter:ident($module:ident) ),+ $(,)?) => {
        /// What is in progress, by chapter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Frame { $( $(#[$doc])* $Chapter($module::Frame) ),+ }

        $( impl From<$module::Frame> for Frame {
            #[inline]
            fn from(at: $module::Frame) -> Frame {
                Frame::$Chapter(at)
            }
        } )+
    };
}

chapters! {
    /// A card of the Random Deck.
    Cards(cards),
    /// The round and a hero's turn.
    Round(rounds),
    /// An enemy's turn.
    Enemy(enemy_turn),
    /// Who takes a blow.
    Blow(blows),
    Epic(epic_start),
    Treasure(treasure),
    /// The way from one fight to the next.
    Journey(campaigns),
    /// What the party chooses outside combat.
    Outside(pause),
    Setup(setup),
    /// A real table of which only the enemies are kept.
    Minimal(minimal),
}

/// What a rule says comes next.
pub type Next = kernel::Next<Frame>;

/// Ask.
#[inline]
pub fn wait(at: impl Into<Frame>) -> Next {
    Next::Wait(at.into())
}

/// Go on with this.
#[inline]
pub fn then(at: impl Into<Frame>) -> Next {
    Next::Then(at.into())
}

/// A step that is no answer leaves the question standing. The table lets none pass that is not offered.
#[cold]
#[inline(never)]
pub fn stray(at: impl Into<Frame>) -> Next {
    let frame = at.into();
    debug_assert!(false, "no answer to {frame:?}");
    Next::Wait(frame)
}

/// One seat is asked.
#[inline]
pub const fn only(seat: Seat) -> Turn {
    Turn::Each(SeatSet::only(seat))
}

// See `kernel::Stack` why. A chapter's frame is its kind, in a byte of its own, and at most five bytes more (six for
// `Cards`, whose first byte has room for telling the chapters apart).
const _: () = assert!(size_of::<kernel::Next<Frame>>() == 8, "what comes next fits into one word");

/// What a card is turned for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
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
        ability: Ability,
        /// On whom, and for tokens on which stat; [`Place::SUPPLY`] for what needs no target.
        at: Place,
    },
    Run {
        seat: Seat,
        stat: Stat,
        foe: FoeId,
    },
    Swap {
        seat: Seat,
        from: Stat,
        to: Place,
    },
    /// A suit-only or free card of an EPIC.
    Xxx {
        seat: Seat,
        turned: bool,
        so_far: Blacks,
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
    Sneak(Struck),

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
    Defense(Struck),

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

/// How many cards of an XXX have been turned, and how many of them are black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blacks(u8);

impl Blacks {
    #[must_use]
    pub const fn and(self, black: bool) -> Blacks {
        Blacks(self.0 + 4 + black as u8)
    }
    pub const fn cards(self) -> u8 {
        self.0 / 4
    }
    pub const fn black(self) -> u8 {
        self.0 % 4
    }
}

/// One attack on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A [`Blow`] as frames keep it: three bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Struck {
    /// Who strikes in the low half, who is struck in the high half.
    who: u8,
    card: Card,
    /// Hit or not, and the manner.
    how: u8,
}

impl From<Blow> for Struck {
    #[inline]
    fn from(blow: Blow) -> Struck {
        let who = half_byte(blow.by) | half_byte(blow.on) << 4;
        Struck { who, card: blow.card, how: u8::from(blow.hit) | (blow.manner as u8) << 1 }
    }
}

impl From<Struck> for Blow {
    #[inline]
    fn from(kept: Struck) -> Blow {
        const MANNERS: [Manner; 4] = [Manner::Plain, Manner::Whip, Manner::Charmed, Manner::Wish];
        let manner = MANNERS[usize::from(kept.how >> 1 & 3)];
        let (by, on) = (from_half_byte(kept.who & 15), from_half_byte(kept.who >> 4));
        Blow { by, on, card: kept.card, hit: kept.how & 1 == 1, manner }
    }
}

#[inline]
fn half_byte(who: Who) -> u8 {
    match who {
        Who::Hero(seat) => seat.number(),
        Who::Foe(foe) => foe.index() as u8 | 8,
    }
}

#[inline]
fn from_half_byte(half: u8) -> Who {
    if half < 8 { Who::Hero(Seat::new(half & 3)) } else { Who::Foe(FoeId::at(half & 7)) }
}

/// Where a card of an enemy comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EnemyPile {
    /// The Enemy Stat Decks.
    Living,
    Graveyard,
}

/// What a Mirror Shield may turn back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reflects {
    Deed {
        deed: Deed,
        card: Card,
    },
    Whip(Struck),
    /// Whom it strikes.
    Riposte(Seat),
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

/// A Polymorph in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Polymorph {
    /// Cards of each suit still to be drawn.
    pub left: [u8; 4],
    /// Cards still to be laid.
    pub drawn: Drawn,
}

impl Polymorph {
    /// The suit that is drawn next.
    pub fn due(&self) -> Option<usize> {
        self.left.iter().position(|n| *n > 0)
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
