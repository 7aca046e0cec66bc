//! What cards do: the vocabulary of effects, of Reactions, of things that are always on, and of Regions.
//!
//! Sides are seen from the caster (the Character that casts the Spell or uses the Item): a *friend* is a player Character
//! of the caster's side, a *foe* one of the other side. So a Divine Spell in Mordak's hand serves Mordak.
//! A step that has no legal target is skipped; a card can be played if at least one of its steps can be carried out
//! (steps for [`Target::Struck`] and [`Target::Chosen`] do not count). Whatever is chosen is chosen by the caster, unless the step says otherwise.

use super::{
    abilities::Ability,
    values::{self, PerCost},
};
use crate::words::{DeckId, Dice, Row, Size, Window};
use serde::Deserialize;

/// Regions seen from the caster's own. A caster off the Map reaches only [`Where::Anywhere`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Where {
    /// The caster's own Region.
    Own,
    /// The Regions beside it, not itself.
    Adjacent,
    /// Its own and the adjacent ones.
    Nearby,
    /// Any revealed Region; for player Characters, wherever on the Map.
    #[default]
    Anywhere,
}

/// A sort of Character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The caster alone.
    Caster,
    /// A Hero if the caster is on the Heroes' side, Mordak if on the Villain's; the caster included.
    Friend,
    /// A friend that is not the caster.
    OtherFriend,
    /// A player Character of the other side.
    Foe,
    /// Any Hero, or Mordak while he is on the Map.
    Player,
    /// Any Character of the caster's side: Minions and Gust as well.
    OwnSide,
    /// Any Character of the other side: Minions and Gust as well.
    EnemySide,
    /// Any Minion, Sheep included.
    Minion,
    /// A Minion that is not Wounded.
    FreshMinion,
    /// A Minion of at most this Size, Sheep included.
    MinionUpTo(PerCost<Size>),
}

/// Whom a step is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    Caster,
    /// In a Reaction: whom its window is about.
    Subject,
    /// Whom the attack of this card damaged last, if that Character is still there.
    Struck,
    /// Whom the step before was for.
    Chosen,
    /// One, picked by the caster.
    One(Kind, Where),
    /// All of them.
    Each(Kind, Where),
    /// All in one Region, which the caster picks among those that hold one.
    EachInOne(Kind, Where),
}

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// Until the attack in progress is over.
    ThisAttack,
    /// In the Turn in progress.
    ThisTurn,
    /// In the bearer's next Turn: its end ends it.
    NextTurn,
    /// Until the Round in progress ends, its Level Up Step included.
    ThisRound,
    /// For the bearer's next Action Roll, whenever that is.
    NextRoll,
    /// For the bearer's next Action Roll; gone when the Round in progress ends.
    NextRollThisRound,
    /// Until the next Villain Round begins.
    VillainRound,
    /// Until the Villain Round in progress, or else the next one, ends.
    VillainRoundEnd,
    /// Until the Hero Round in progress, or else the next one, ends.
    HeroRoundEnd,
}

/// What opens a Reaction: something happens to a Character of this kind, so near to the caster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    pub window: Window,
    pub who: Kind,
    #[serde(default)]
    pub at: Where,
}

/// From which deck a Spell is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawFrom {
    Deck(DeckId),
    /// A deck that the drawer may use for a Power Surge now; the drawer chooses.
    Allowed,
}

/// One step of what a card does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// An attack on one Region that holds an enemy: `by` and the Hits of `dice` as damage, down the stack.
    /// `aoe`: on everybody there but the caster, no enemy needed. `piercing`: Armor and Dodge do not count.
    Attack {
        at: Where,
        #[serde(default)]
        by: PerCost<u8>,
        #[serde(default, deserialize_with = "values::dice_by_cost")]
        dice: PerCost<Dice>,
        #[serde(default)]
        aoe: bool,
        #[serde(default)]
        piercing: bool,
    },
    /// Player Characters regain Health, up to their maximum (the Villain in steps of 5).
    Heal {
        who: Target,
        by: PerCost<u8>,
        #[serde(default, deserialize_with = "values::dice_by_cost")]
        dice: PerCost<Dice>,
    },
    /// Health that may go above the start; the Villain's only.
    GainHealth {
        who: Target,
        by: u8,
    },
    /// A cost, not damage: not prevented; who has less is left out.
    PayHealth {
        who: Target,
        by: u8,
    },
    /// Window `damage`: so much of the damage is not dealt.
    Prevent(u8),
    /// Window `defeat`: the subject is not Defeated and stays at so much Health.
    StayAt(u8),
    /// Window `defeat`: the subject, a Fresh Minion with a Wounded side, is Wounded instead.
    WoundInstead,
    Grant {
        who: Target,
        ability: Ability,
        until: Until,
    },
    /// The bearer does not have the ability, and what gives it to everybody in a Region does not count for it.
    Lift {
        who: Target,
        ability: Ability,
        until: Until,
    },
    /// Bonus dice on Action Rolls of any type.
    BonusDice {
        who: Target,
        #[serde(deserialize_with = "values::dice_by_cost")]
        dice: PerCost<Dice>,
        until: Until,
    },
    /// Window `rolled`: so many dice of the subject's roll, picked by the caster, are rolled again.
    Reroll(u8),
    /// Window `rolled`: any of them.
    RerollAny,
    /// Window `modify`: the subject's pool has so many Hits less, not below 0.
    LoseHits(u8),
    /// On that row, or without a row on rows that the gainer picks, token by token.
    GainPlusOnes {
        who: Target,
        #[serde(default)]
        row: Option<Row>,
        by: PerCost<u8>,
    },
    /// From rows that the loser picks, token by token; as many as there are.
    LosePlusOnes {
        who: Target,
        by: PerCost<u8>,
    },
    /// Action Points in a Turn. Never below 1, unless it had none to begin with.
    ActionPoints {
        who: Target,
        by: i8,
        until: Until,
    },
    DrawSpells {
        from: DrawFrom,
        count: u8,
    },
    /// A random Spell from a hand with at least one goes to the caster's hand, unseen by others.
    StealSpell {
        who: Target,
    },
    /// Window `cast`: the Spell is paid for and discarded, and does nothing.
    CancelSpell,
    /// Put onto a revealed Region at most so many steps of the grid from where it stands, not where it stands.
    /// No Move: enemies do not hold it, and nothing that waits for Moves happens.
    Place {
        who: Target,
        within: u8,
    },
    /// A free Move of up to so many steps, or one onto a Mountain, at once. Needs a Character with Action Points.
    Move {
        who: Target,
        steps: u8,
        #[serde(default)]
        evade: bool,
    },
    /// Two Minions, each where the other was, on top of the stacks there.
    SwapMinions,
    /// The caster plays a Turn with it at once, as if it were of the caster's side. Needs Action Points on its card.
    Control {
        who: Target,
    },
    /// It takes a whole Turn at once, played by its own side, and still has its Turn in the Minion Step.
    BonusTurn {
        who: Target,
    },
    /// A Minion of that deck, placed like one bought with Corruption.
    Spawn {
        size: PerCost<Size>,
    },
    /// So many Woeful Sheep, each in any revealed Region, while there are tokens.
    PlaceSheep {
        count: PerCost<u8>,
    },
    /// The Minions of one stack in any order.
    ReorderStack {
        at: Where,
    },
    /// Flips a face-down Region beside any Hero and populates it; nobody ambushes.
    FlipRegion,
    /// Moves that begin in one Region have so many steps.
    LimitSteps {
        at: Where,
        steps: u8,
        until: Until,
    },
    /// Window `targeted`, no AOE: the caster is the Defender of its Region from now on, and the target of this attack.
    BecomeDefender,
    /// Damage that `who` deals with its attacks heals the caster by as much; healing of a Spell.
    BindBlood {
        who: Target,
        until: Until,
    },
}

impl Effect {
    /// Whom the step is for, if it names somebody.
    #[must_use]
    pub const fn target(&self) -> Option<Target> {
        match *self {
            Effect::Heal { who, .. }
            | Effect::GainHealth { who, .. }
            | Effect::PayHealth { who, .. }
            | Effect::Grant { who, .. }
            | Effect::Lift { who, .. }
            | Effect::BonusDice { who, .. }
            | Effect::GainPlusOnes { who, .. }
            | Effect::LosePlusOnes { who, .. }
            | Effect::ActionPoints { who, .. }
            | Effect::StealSpell { who }
            | Effect::Place { who, .. }
            | Effect::Move { who, .. }
            | Effect::Control { who }
            | Effect::BonusTurn { who }
            | Effect::BindBlood { who, .. } => Some(who),
            Effect::Attack { .. }
            | Effect::Prevent(_)
            | Effect::StayAt(_)
            | Effect::WoundInstead
            | Effect::Reroll(_)
            | Effect::RerollAny
            | Effect::LoseHits(_)
            | Effect::DrawSpells { .. }
            | Effect::CancelSpell
            | Effect::SwapMinions
            | Effect::Spawn { .. }
            | Effect::PlaceSheep { .. }
            | Effect::ReorderStack { .. }
            | Effect::FlipRegion
            | Effect::LimitSteps { .. }
            | Effect::BecomeDefender => None,
        }
    }
    /// The dice that are rolled before the step is carried out.
    #[must_use]
    pub fn dice(&self, cost: u8) -> Dice {
        match self {
            Effect::Attack { dice, .. } | Effect::Heal { dice, .. } => dice.at(cost),
            Effect::GainHealth { .. }
            | Effect::PayHealth { .. }
            | Effect::Prevent(_)
            | Effect::StayAt(_)
            | Effect::WoundInstead
            | Effect::Grant { .. }
            | Effect::Lift { .. }
            | Effect::BonusDice { .. }
            | Effect::Reroll(_)
            | Effect::RerollAny
            | Effect::LoseHits(_)
            | Effect::GainPlusOnes { .. }
            | Effect::LosePlusOnes { .. }
            | Effect::ActionPoints { .. }
            | Effect::DrawSpells { .. }
            | Effect::StealSpell { .. }
            | Effect::CancelSpell
            | Effect::Place { .. }
            | Effect::Move { .. }
            | Effect::SwapMinions
            | Effect::Control { .. }
            | Effect::BonusTurn { .. }
            | Effect::Spawn { .. }
            | Effect::PlaceSheep { .. }
            | Effect::ReorderStack { .. }
            | Effect::FlipRegion
            | Effect::LimitSteps { .. }
            | Effect::BecomeDefender
            | Effect::BindBlood { .. } => Dice::NONE,
        }
    }
    /// The only window in which the step means something; `None` if it is for General Spells and own Turns too.
    #[must_use]
    pub const fn window(&self) -> Option<Window> {
        match self {
            Effect::Prevent(_) => Some(Window::Damage),
            Effect::StayAt(_) | Effect::WoundInstead => Some(Window::Defeat),
            Effect::Reroll(_) | Effect::RerollAny => Some(Window::Rolled),
            Effect::LoseHits(_) => Some(Window::Modify),
            Effect::CancelSpell => Some(Window::Cast),
            Effect::BecomeDefender | Effect::Grant { until: Until::ThisAttack, .. } => Some(Window::Targeted),
            Effect::Attack { .. }
            | Effect::Heal { .. }
            | Effect::GainHealth { .. }
            | Effect::PayHealth { .. }
            | Effect::Grant { .. }
            | Effect::Lift { .. }
            | Effect::BonusDice { .. }
            | Effect::GainPlusOnes { .. }
            | Effect::LosePlusOnes { .. }
            | Effect::ActionPoints { .. }
            | Effect::DrawSpells { .. }
            | Effect::StealSpell { .. }
            | Effect::Place { .. }
            | Effect::Move { .. }
            | Effect::SwapMinions
            | Effect::Control { .. }
            | Effect::BonusTurn { .. }
            | Effect::Spawn { .. }
            | Effect::PlaceSheep { .. }
            | Effect::ReorderStack { .. }
            | Effect::FlipRegion
            | Effect::LimitSteps { .. }
            | Effect::BindBlood { .. } => None,
        }
    }
    /// Does it attack, so that later steps may be for whom it struck?
    #[must_use]
    pub const fn attacks(&self) -> bool {
        match self {
            Effect::Attack { .. } => true,
            Effect::Heal { .. }
            | Effect::GainHealth { .. }
            | Effect::PayHealth { .. }
            | Effect::Prevent(_)
            | Effect::StayAt(_)
            | Effect::WoundInstead
            | Effect::Grant { .. }
            | Effect::Lift { .. }
            | Effect::BonusDice { .. }
            | Effect::Reroll(_)
            | Effect::RerollAny
            | Effect::LoseHits(_)
            | Effect::GainPlusOnes { .. }
            | Effect::LosePlusOnes { .. }
            | Effect::ActionPoints { .. }
            | Effect::DrawSpells { .. }
            | Effect::StealSpell { .. }
            | Effect::CancelSpell
            | Effect::Place { .. }
            | Effect::Move { .. }
            | Effect::SwapMinions
            | Effect::Control { .. }
            | Effect::BonusTurn { .. }
            | Effect::Spawn { .. }
            | Effect::PlaceSheep { .. }
            | Effect::ReorderStack { .. }
            | Effect::FlipRegion
            | Effect::LimitSteps { .. }
            | Effect::BecomeDefender
            | Effect::BindBlood { .. } => false,
        }
    }
    /// May a Reaction do it, although no window is its own: has nobody to be asked?
    #[must_use]
    pub const fn fits_reaction(&self) -> bool {
        match *self {
            Effect::Heal { who, .. }
            | Effect::GainHealth { who, .. }
            | Effect::Grant { who, .. }
            | Effect::BonusDice { who, .. }
            | Effect::ActionPoints { who, .. } => match who {
                Target::Caster | Target::Subject => true,
                Target::Struck
                | Target::Chosen
                | Target::One(..)
                | Target::Each(..)
                | Target::EachInOne(..) => false,
            },
            Effect::Attack { .. }
            | Effect::PayHealth { .. }
            | Effect::Prevent(_)
            | Effect::StayAt(_)
            | Effect::WoundInstead
            | Effect::Lift { .. }
            | Effect::Reroll(_)
            | Effect::RerollAny
            | Effect::LoseHits(_)
            | Effect::GainPlusOnes { .. }
            | Effect::LosePlusOnes { .. }
            | Effect::DrawSpells { .. }
            | Effect::StealSpell { .. }
            | Effect::CancelSpell
            | Effect::Place { .. }
            | Effect::Move { .. }
            | Effect::SwapMinions
            | Effect::Control { .. }
            | Effect::BonusTurn { .. }
            | Effect::Spawn { .. }
            | Effect::PlaceSheep { .. }
            | Effect::ReorderStack { .. }
            | Effect::FlipRegion
            | Effect::LimitSteps { .. }
            | Effect::BecomeDefender
            | Effect::BindBlood { .. } => false,
        }
    }
}

/// What is always on: of a Treasure while it is equipped, of a board for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Passive {
    // --- Treasures
    /// On rolls of the row that the Offense Treasure names.
    BonusDice(#[serde(deserialize_with = "values::dice")] Dice),
    /// Of an Offense Treasure: on rolls of its row.
    Has(Ability),
    /// Attacks of the Offense Treasure's row are AOE if the roller says so.
    MayAoe,
    CannotBeCursed,
    MaxHealth(u8),
    /// While Defender, the first damage each Round is so much less.
    GuardAsDefender(u8),
    /// Moves have so many steps.
    MoveSteps(u8),
    /// Evade on the first step of each Move.
    EvadeFirstStep,
    /// In the first Level Up Step of a Round, if no other Hero got it this Round.
    XpEachRound(u8),
    /// Once a Turn, so many of the bearer's dice are rolled again; before all other rerolls.
    RerollEachTurn(u8),
    /// So many more Plus-Ones may be held.
    MorePlusOnes(u8),
    /// The number of Spells that may be kept in the Level Up Step.
    HandLimit(u8),
    /// Each time it is equipped by somebody who did not have it before this Level Up Step: draw from an allowed deck.
    DrawOnEquip(u8),
    /// A Scout may flip one chosen Region instead of all.
    ScoutOne,
    // --- Unique Abilities
    /// To each damage of own Spells.
    SpellDamage(u8),
    /// To each healing of own Spells.
    SpellHealing(u8),
    /// Bonus dice on all Action Rolls while Health is at most so much.
    DiceWhenHurt {
        health: u8,
        #[serde(deserialize_with = "values::dice")]
        dice: Dice,
    },
    /// When an own Action Roll ends in which somebody was Defeated: a Plus-One on that row, and Health.
    BattleRage {
        row: Row,
        heal: u8,
    },
    /// A Plus-One costs so many Hits.
    PlusOnePrice(u8),
    /// Gust acts at the end of each own Turn; improved: with the other side of his card.
    Gust {
        improved: bool,
    },
    /// A Plus-One on a row of choice when a Purple Minion is Defeated: in own Turns, or always.
    Crusade {
        always: bool,
    },
    /// Plus-Ones of the Magic row add so much each to anybody's Action Roll.
    Beats(u8),
    /// Plus-Ones add 1 each to anybody else's Action Roll of their row.
    Meddling,
    /// At the bottom of any stack.
    Cowardly,
}

/// A special rule printed on a Region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RegionRule {
    /// Where Heroes start and return to; its back is the Ruins of the Throne.
    Keep,
    /// Where the first Chumps stand.
    FirstChumps,
    /// One of the Shrines to be found; finding it weakens the Villain.
    Shrine,
    /// Where Unique Abilities are upgraded.
    Dojo,
    /// Heroes here have it.
    HeroesHave(Ability),
    /// Ranged rolls made here have so many Hits less.
    RangedLess(u8),
    /// It and another revealed Region, picked by the Villain, are adjacent for Move steps.
    Labyrinth,
    /// In the Hero Level Up Step a Hero here without enemies heals so much.
    Spring(u8),
}
