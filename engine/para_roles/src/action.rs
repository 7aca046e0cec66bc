//! All a player may decide.

use crate::{
    frame::Mix,
    words::{Ability, Class, Deed, Epic, FoeId, HeroId, Item, Role, Stat, Way, Who},
};
use kernel::{BadNotation, Card, Suit, notation};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

notation! {
    pub enum Action {
        // --- set-up
        /// Take a stat card.
        "take" Take { card: Card },
        "redraw" Redraw { stat: Stat },
        /// Keep a card: the old or the new one of a redraw, or one of two that were turned.
        "keep" Keep { card: Card },
        "role" ChooseRole { role: Role },
        "class" ChooseClass { class: Class },
        "role_epic" ChooseRoleEpic { epic: Epic },
        /// Lay a Support token on a hero's stat before the first enemy.
        "token" LayToken { hero: HeroId, stat: Stat },
        "done" Done,

        // --- a hero's turn
        /// Start the turn of a hero to whom something happens first.
        "begin" Begin,
        "attack" Attack { enemy: FoeId },
        "defend" Defend,
        "joint_attack" JointAttack { ally: HeroId },
        "protect_other" ProtectOther { ally: HeroId },
        "cure" Cure { hero: HeroId },
        "boost_heal" BoostHeal,
        "precise_strike" PreciseStrike,
        "double_damage" DoubleDamage,
        "buff" Buff { hero: HeroId, stat: Stat },
        "curse" Curse { enemy: FoeId, stat: Stat },
        "epic" Epic { epic: Epic },
        "slot" Slot { slot: SlotId, ability: Ability },
        "run" Run { stat: Stat, enemy: FoeId },
        "swap" Swap { from: Stat },
        "flask" Flask { hero: HeroId },
        "bomb" Bomb,
        "summon" Summon,
        "command" Command { deed: Deed, target: Who },
        "release" Release,
        "hide" Hide,
        "stay_down" StayDown,

        // --- choices inside something
        /// Name a hero: who takes a hit, who is raised, who meets a trap.
        "hero" Hero { hero: HeroId },
        "enemy" Enemy { enemy: FoeId },
        "evacuate" Evacuate { healer: HeroId, patient: HeroId },
        "aura_health" AuraHealth,
        "aura_damage" AuraDamage,
        "mix" Mix { mix: Mix },
        /// Lay a Polymorph card on somebody, or put it back.
        "lay" Lay { target: Who },
        "put_back" PutBack,
        "from_supply" FromSupply,
        "from" From { target: Who, stat: Stat },
        "reflect" Reflect,
        "decline" Decline,

        // --- treasure and town
        /// Lay a treasure card under a hero's stat.
        "treasure" Treasure { hero: HeroId, stat: Stat },
        "pay" Pay { from: Stat },
        "upgrade" Upgrade { stat: Stat },
        "learn" Learn { ability: Ability },
        "become" Become { role: Role, ability: Ability },
        "learn_second" LearnSecond,
        "learn_epic" LearnEpic,
        "buy" Buy { item: Item },
        "hand" HandOver { item: Item, hero: HeroId },
        "scroll" Scroll,
        /// Bring a dead hero back with Resurrection, or with his treasure.
        "raise" Raise { hero: HeroId },
        "buy_back" BuyBack { hero: HeroId },

        // --- maps
        "go" Go { way: Way },
        "room" Room { room: RoomId },
        "down" Down,
        "rift" Rift { suit: Suit },
        "face" FaceAncient,
        "camp" Camp,
        "leave" Leave,
        "heal_all" HealAll,

        // --- what is told where only the enemies are kept
        /// The next encounter, of so many enemies.
        "meet" Meet { count: Count },
        /// The Tower's next level.
        "level" Level { level: Level },
        /// Damage that got through.
        "hit" Hit { enemy: FoeId, amount: Amount },
        "hit_all" HitAll { amount: Amount },
        "slain" Slain { enemy: FoeId },
        "stun" Stun { enemy: FoeId },
        /// A hero attacked an enemy whose riposte waits, and did it no harm.
        "attacked" Attacked { enemy: FoeId, hero: HeroId },
        "uncurse" Uncurse { enemy: FoeId, stat: Stat },
        "ends" Ends { hero: HeroId, epic: Epic },
        "dead" Dead { hero: HeroId },
        "alive" Alive { hero: HeroId },
        "stance" Stance { hero: HeroId },
        "covers" Covers { hero: HeroId },
        "hides" Hides { hero: HeroId },
        "shaken" Shaken { enemy: FoeId },
        "fled" Fled,
        "reshuffled" Reshuffled,
        "yes" Yes,
        "no" No,
    }
}

/// The actions of one part of the game, as a pattern: whoever has nothing to do with that part leaves it aside in one word, and
/// an action that stands in no part compiles nowhere.
#[macro_export]
macro_rules! actions {
    (set_up) => {
        $crate::Action::Take { .. }
            | $crate::Action::Redraw { .. }
            | $crate::Action::ChooseRole { .. }
            | $crate::Action::ChooseClass { .. }
            | $crate::Action::ChooseRoleEpic { .. }
            | $crate::Action::LayToken { .. }
    };
    (turn) => {
        $crate::Action::Begin
            | $crate::Action::StayDown
            | $crate::Action::Attack { .. }
            | $crate::Action::Defend
            | $crate::Action::JointAttack { .. }
            | $crate::Action::ProtectOther { .. }
            | $crate::Action::Cure { .. }
            | $crate::Action::BoostHeal
            | $crate::Action::PreciseStrike
            | $crate::Action::DoubleDamage
            | $crate::Action::Buff { .. }
            | $crate::Action::Curse { .. }
            | $crate::Action::Epic { .. }
            | $crate::Action::Run { .. }
            | $crate::Action::Bomb
            | $crate::Action::Summon
            | $crate::Action::Command { .. }
            | $crate::Action::Release
            | $crate::Action::Hide
    };
    // In a turn as well as in a pause.
    (errand) => {
        $crate::Action::Slot { .. } | $crate::Action::Swap { .. } | $crate::Action::Flask { .. }
    };
    // Inside something else: who, which treasure, and the rest.
    (name) => {
        $crate::Action::Hero { .. } | $crate::Action::Enemy { .. }
    };
    (purse) => {
        $crate::Action::Treasure { .. } | $crate::Action::Pay { .. }
    };
    (pick) => {
        $crate::Action::Keep { .. }
            | $crate::Action::Evacuate { .. }
            | $crate::Action::AuraHealth
            | $crate::Action::AuraDamage
            | $crate::Action::Mix { .. }
            | $crate::Action::Lay { .. }
            | $crate::Action::PutBack
            | $crate::Action::FromSupply
            | $crate::Action::From { .. }
            | $crate::Action::Reflect
            | $crate::Action::Decline
            | $crate::Action::HealAll
    };
    // In town, and in a pause before it.
    (shop) => {
        $crate::Action::Upgrade { .. }
            | $crate::Action::Learn { .. }
            | $crate::Action::Become { .. }
            | $crate::Action::LearnSecond
            | $crate::Action::LearnEpic
            | $crate::Action::HandOver { .. }
            | $crate::Action::Scroll
    };
    (raise) => {
        $crate::Action::Raise { .. } | $crate::Action::BuyBack { .. }
    };
    (map) => {
        $crate::Action::Go { .. }
            | $crate::Action::Room { .. }
            | $crate::Action::Down
            | $crate::Action::Rift { .. }
            | $crate::Action::FaceAncient
            | $crate::Action::Camp
            | $crate::Action::Leave
    };
    // Only where nothing but the enemies is kept.
    (meet) => {
        $crate::Action::Meet { .. } | $crate::Action::Level { .. }
    };
    (fallen) => {
        $crate::Action::Dead { .. } | $crate::Action::Alive { .. }
    };
    (fight) => {
        $crate::Action::Hit { .. }
            | $crate::Action::HitAll { .. }
            | $crate::Action::Slain { .. }
            | $crate::Action::Stun { .. }
            | $crate::Action::Attacked { .. }
            | $crate::Action::Uncurse { .. }
            | $crate::Action::Ends { .. }
            | $crate::Action::Stance { .. }
            | $crate::Action::Covers { .. }
            | $crate::Action::Hides { .. }
            | $crate::Action::Shaken { .. }
            | $crate::Action::Fled
            | $crate::Action::Reshuffled
    };
    (word) => {
        $crate::Action::Yes | $crate::Action::No
    };
    (choice) => {
        $crate::actions!(name) | $crate::actions!(purse) | $crate::actions!(pick)
    };
    (town) => {
        $crate::actions!(shop) | $crate::actions!(raise) | $crate::Action::Buy { .. }
    };
    (told) => {
        $crate::actions!(meet) | $crate::actions!(fallen) | $crate::actions!(fight) | $crate::actions!(word)
    };
}

macro_rules! small_number {
    ($(#[$meta:meta])* $Name:ident, $what:literal, $low:literal ..= $high:literal, $expected:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $Name(u8);

        impl $Name {
            /// # Panics
            /// Outside the range.
            #[must_use]
            pub const fn new(number: u8) -> Self {
                let (low, high): (u8, u8) = ($low, $high);
                assert!(low <= number && number <= high, "out of range");
                $Name(number)
            }
            #[must_use]
            pub const fn number(self) -> u8 {
                self.0
            }
        }
        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
        impl FromStr for $Name {
            type Err = BadNotation;
            fn from_str(text: &str) -> Result<Self, BadNotation> {
                let read = text.parse().ok().filter(|n| ($low..=$high).contains(n));
                read.map($Name).ok_or_else(|| BadNotation::operand($what, text, $expected))
            }
        }
    };
}
pub(crate) use small_number;

small_number!(
    /// An ability slot, 1 or 2.
    SlotId, "slot", 1..=2, "1 or 2"
);
small_number!(
    /// How many enemies come.
    Count, "count", 1..=2, "1 or 2"
);
small_number!(
    /// A level of the Tower, 1 to 13.
    Level, "level", 1..=13, "1 to 13"
);
small_number!(
    /// Damage as it is told.
    Amount, "amount", 1..=20, "1 to 20"
);
small_number!(
    /// A room of the dungeon, 1 to 7.
    RoomId, "room", 1..=7, "1 to 7"
);
