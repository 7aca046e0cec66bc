//! What stands on the cards: attacks, abilities, effects, triggers and passives as typed data.

use crate::words::{AbilityId, BodyId, Class, Face, Formation, Nature, Stat, Terrain};
use serde::Deserialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Range {
    /// The attacker's own area.
    Melee,
    /// Areas up to so many steps away.
    Reach(u8),
    /// Any area in line of sight.
    Sight,
}

/// An attack as printed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackCard {
    #[serde(default)]
    pub name: String,
    pub nature: Nature,
    pub range: Range,
    /// It strikes everybody eligible in one area.
    #[serde(default)]
    pub area: bool,
    /// It strikes friends in that area as well.
    #[serde(default)]
    pub friendly_fire: bool,
    pub modifier: i8,
    #[serde(default = "one")]
    pub damage: u8,
    #[serde(default)]
    pub advantage: bool,
    #[serde(default)]
    pub overclock: bool,
    #[serde(default)]
    pub expertise: bool,
}

const fn one() -> u8 {
    1
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    EndOfTurn,
    /// Until the bearer's owner starts the next turn.
    OwnersTurn,
    EndOfRound,
}

/// Whom an effect is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The character that acts.
    Actor,
    /// The target, or whom the trigger was about.
    Subject,
}

/// Whose numbers a lasting effect changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    Actor,
    Subject,
    /// All characters of the actor's team, now and later.
    Friends,
    /// All characters of all other teams.
    Enemies,
}

/// A number that is changed for a while. The same key never adds up.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lasting {
    pub key: String,
    pub stat: Stat,
    pub by: i8,
    pub on: Scope,
    pub until: Until,
    /// Which bit stands for the key; given by the loader.
    #[serde(skip)]
    pub bit: u8,
}

/// What a card does, one step at a time; the interpreter is in `rules/effects.rs`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    Heal {
        who: Who,
        by: u8,
    },
    Damage {
        who: Who,
        by: u8,
    },
    Lasting(Lasting),
    /// The actor's area has this feature until the end of the round.
    AddTerrain(Terrain),
    Draw(u8),
    /// Look at deck cards, keep one in hand, discard the others.
    Look(u8),
    GainTokens(u8),
    GainTreasure(u8),
    /// From the subject's player, as many as there are.
    StealTreasure(u8),
    /// The actor goes up to so many steps; Difficult ground needs its check for each.
    Stride(u8),
    /// The actor goes one step without a check.
    Slip,
    /// The actor goes to the subject's area without a check.
    StepTo,
    /// Up to so many friendly minions in the same or an adjacent area each go one step.
    Marshal(u8),
    /// The actor goes to any area in line of sight without a check.
    Blink,
    /// The subject goes to an adjacent area that the actor's player picks, without a check.
    Push,
    /// The basic attack on the subject.
    BasicAttack,
    /// The attack printed on this card on the subject.
    OwnAttack,
    /// Play a card; at least this, or a critical, goes on with `success`, a critical with `critical` instead.
    Check(u8),
    /// Place a card from hand on the subject; half its value helps the next defence.
    PlaceCard,
}

/// What the loader must know of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Check,
    BasicAttack,
    OwnAttack,
    /// Somebody is asked, or a card falls.
    Asks,
    /// Carried out on the spot.
    AtOnce,
}

impl Effect {
    #[must_use]
    pub const fn sort(&self) -> Sort {
        match self {
            Effect::Check(_) => Sort::Check,
            Effect::BasicAttack => Sort::BasicAttack,
            Effect::OwnAttack => Sort::OwnAttack,
            Effect::Damage { .. }
            | Effect::AddTerrain(_)
            | Effect::Draw(_)
            | Effect::Look(_)
            | Effect::Stride(_)
            | Effect::Slip
            | Effect::StepTo
            | Effect::Marshal(_)
            | Effect::Blink
            | Effect::Push
            | Effect::PlaceCard => Sort::Asks,
            Effect::Heal { .. }
            | Effect::GainTokens(_)
            | Effect::GainTreasure(_)
            | Effect::Lasting(_)
            | Effect::StealTreasure(_) => Sort::AtOnce,
        }
    }
}

/// Whom or what an action ability is aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// Nobody in particular.
    #[default]
    Nobody,
    /// A friendly character, the actor included, up to so many steps away.
    Friend(u8),
    Enemy(u8),
}

/// After what a reaction may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// An enemy attack targeted this character. The subject is the attacker.
    Attacked {
        #[serde(default)]
        melee: bool,
        #[serde(default)]
        nature: Option<Nature>,
        #[serde(default)]
        outcome: Struck,
    },
    /// An enemy ended a Move in an adjacent area. The subject is the mover.
    MovedAdjacent,
    /// An enemy ended a Move in another area within sight.
    MovedInSight,
    /// An enemy attack damaged a friendly character so near, and did not remove it. The subject is the hurt one.
    FriendHurt(u8),
    /// An enemy attack removed another friendly character.
    FriendRemoved,
    /// An enemy was removed so near.
    EnemyRemoved(u8),
}

/// How an attack on this character went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Struck {
    #[default]
    Any,
    Damaged,
    Unharmed,
}

/// What is always on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passive {
    Change {
        stat: Stat,
        by: i8,
    },
    /// To melee attack totals while another friendly character is in the area.
    AttackBesideFriend(u8),
    /// To attack totals while health is lost.
    AttackWounded(u8),
    /// To the attack total if the attack card came from hand.
    AttackFromHand(u8),
    /// Other friendly characters in the area have more Armor; several do not add up.
    GuardFriends(u8),
    MeleeExpertise,
    DefenceExpertise(Nature),
    /// Its basic attack has overclock.
    BasicOverclock,
    /// Terrain checks of first steps succeed without a card.
    Trailwise,
    /// A minion that may sprint.
    Lope,
    /// Once a round, a single deck card turned up for its play may be discarded for another.
    SecondLook,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    #[default]
    Turn,
    Round,
}

/// Which characters may learn an ability.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    Any,
    Only(Vec<Class>),
}

impl Access {
    #[must_use]
    pub fn admits(&self, class: Class) -> bool {
        match self {
            Access::Any => true,
            Access::Only(classes) => classes.contains(&class),
        }
    }
}

/// An ability card.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbilityCard {
    pub id: String,
    pub name: String,
    pub classes: Access,
    pub coins: u8,
    #[serde(default)]
    pub tokens: u8,
    #[serde(default)]
    pub limit: Limit,
    /// Happens without asking.
    #[serde(default)]
    pub auto: bool,
    #[serde(default)]
    pub trigger: Option<Trigger>,
    #[serde(default)]
    pub aim: Aim,
    #[serde(default)]
    pub attack: Option<AttackCard>,
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// For one more token, declared with the attack.
    #[serde(default)]
    pub empower: Vec<Effect>,
    #[serde(default)]
    pub on_damage: Vec<Effect>,
    #[serde(default)]
    pub success: Vec<Effect>,
    #[serde(default)]
    pub critical: Vec<Effect>,
    #[serde(default)]
    pub passive: Vec<Passive>,
    pub text: String,
}

/// Which of an ability's lists is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, Deserialize)]
pub enum List {
    Effects,
    Empower,
    OnDamage,
    Success,
    Critical,
}

impl AbilityCard {
    #[must_use]
    #[inline]
    pub fn list(&self, list: List) -> &[Effect] {
        match list {
            List::Effects => &self.effects,
            List::Empower => &self.empower,
            List::OnDamage => &self.on_damage,
            List::Success => &self.success,
            List::Critical => &self.critical,
        }
    }
    pub fn effects_mut(&mut self) -> impl Iterator<Item = &mut Effect> {
        self.effects
            .iter_mut()
            .chain(&mut self.empower)
            .chain(&mut self.on_damage)
            .chain(&mut self.success)
            .chain(&mut self.critical)
    }
}

/// The ability that comes with a class or a minion.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gift {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub passive: Vec<Passive>,
    #[serde(default)]
    pub text: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassCard {
    pub id: Class,
    pub category: crate::words::Category,
    pub critical: Face,
    pub health: u8,
    pub armor: u8,
    pub warding: u8,
    pub sprint: u8,
    pub basic: AttackCard,
    pub ability: Gift,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProfileCard {
    pub id: String,
    pub name: String,
    pub level: u8,
    #[serde(default)]
    pub health: Option<u8>,
    #[serde(default)]
    pub armor: Option<u8>,
    #[serde(default)]
    pub warding: Option<u8>,
    #[serde(default)]
    pub sprint: Option<u8>,
    #[serde(default)]
    pub coins: Option<u8>,
    #[serde(default)]
    pub basic: Option<AttackCard>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MinionCard {
    pub id: String,
    pub name: String,
    pub health: u8,
    pub armor: u8,
    pub warding: u8,
    pub sprint: u8,
    #[serde(default)]
    pub coins: Option<u8>,
    pub attack: AttackCard,
    #[serde(default)]
    pub ability: Gift,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// What a formation may cost.
    pub coins: u8,
    pub levels: (u8, u8, u8),
    pub minion: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemberCard {
    pub card: String,
    #[serde(default)]
    pub abilities: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WarbandCard {
    pub id: String,
    pub name: String,
    pub formation: Formation,
    pub members: Vec<MemberCard>,
    pub bench: Vec<MemberCard>,
}

/// A character or minion ready to be played.
#[derive(Clone, Debug)]
pub struct Body {
    pub name: String,
    /// `None` for a minion.
    pub class: Option<Class>,
    /// 0 for a minion.
    pub level: u8,
    pub health: u8,
    pub armor: u8,
    pub warding: u8,
    pub sprint: u8,
    pub coins: u8,
    pub basic: AttackCard,
    pub gift: Gift,
}

/// One member of a ready warband.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Member {
    pub body: BodyId,
    pub abilities: [Option<AbilityId>; 3],
}

/// A ready warband.
#[derive(Clone, Debug)]
pub struct Warband {
    pub name: String,
    pub formation: Formation,
    pub members: Vec<Member>,
    pub bench: Vec<Member>,
    pub coins: u8,
}
