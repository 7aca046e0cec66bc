//! The vocabulary of the game: stats, roles, abilities, classes, EPICs, enemy kinds and actions, items, and the names
//! by which heroes and enemies are called.

use kernel::{BadNotation, Seat, Suit, words};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Four seats, always; seat and basic role share their number (Healer 0, Protector 1, Damage 2, Support 3).
pub const SEATS: u8 = 4;

words! {
    /// A stat of a hero or an enemy; each belongs to one suit.
    pub enum Stat as "stat" { Health = "health", Defense = "defense", Attack = "attack", Trick = "trick" }
}

impl Stat {
    pub const fn suit(self) -> Suit {
        Suit::ALL[self as usize]
    }
    pub const fn of_suit(suit: Suit) -> Stat {
        [Stat::Health, Stat::Defense, Stat::Attack, Stat::Trick][suit as usize]
    }
}

words! {
    /// A basic role.
    pub enum Role as "role" { Healer = "healer", Protector = "protector", Damage = "damage", Support = "support" }
}

impl Role {
    /// The role that belongs to a suit in a Basic Party and on a Blind Date.
    pub const fn of_suit(suit: Suit) -> Role {
        [Role::Healer, Role::Protector, Role::Damage, Role::Support][suit as usize]
    }
    pub const fn suit(self) -> Suit {
        Suit::ALL[self as usize]
    }
}

words! {
    /// One of the eight role abilities.
    pub enum Ability as "ability" {
        JointAttack = "joint_attack" "Joint Attack", ProtectOther = "protect_other" "Protect Other",
        Cure = "cure", BoostHeal = "boost_heal" "Boost Heal",
        PreciseStrike = "precise_strike" "Precise Strike", DoubleDamage = "double_damage" "Double Damage",
        BuffAlly = "buff_ally" "Buff Ally", CurseEnemy = "curse_enemy" "Curse Enemy",
    }
}

impl Ability {
    /// The role whose ability it is.
    pub const fn role(self) -> Role {
        match self {
            Ability::JointAttack | Ability::ProtectOther => Role::Protector,
            Ability::Cure | Ability::BoostHeal => Role::Healer,
            Ability::PreciseStrike | Ability::DoubleDamage => Role::Damage,
            Ability::BuffAlly | Ability::CurseEnemy => Role::Support,
        }
    }
}

/// Where the one bits of a set stand.
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (at < 32).then_some(at)
    })
}

/// A set of abilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AbilitySet(u8);

impl AbilitySet {
    pub const fn contains(self, ability: Ability) -> bool {
        self.0 >> ability as u8 & 1 == 1
    }
    pub fn insert(&mut self, ability: Ability) {
        self.0 |= 1 << ability as u8;
    }
    pub fn iter(self) -> impl Iterator<Item = Ability> {
        ones(self.0.into()).map(|i| Ability::ALL[i])
    }
    /// Is there any ability but those that are slotted?
    #[inline]
    pub const fn exceeds(self, slots: [Option<Ability>; 2]) -> bool {
        let mut rest = self.0;
        if let Some(one) = slots[0] {
            rest &= !(1 << one as u8);
        }
        if let Some(two) = slots[1] {
            rest &= !(1 << two as u8);
        }
        rest != 0
    }
}

impl FromIterator<Ability> for AbilitySet {
    fn from_iter<I: IntoIterator<Item = Ability>>(abilities: I) -> Self {
        let mut set = AbilitySet::default();
        abilities.into_iter().for_each(|a| set.insert(a));
        set
    }
}

words! {
    /// What a pair of slotted abilities makes of a hero: one of 4 roles or 24 prestige classes.
    pub enum Class as "class" {
        Healer = "healer", Protector = "protector", Damage = "damage", Support = "support",
        Paladin = "paladin", Paramedic = "paramedic", Barbarian = "barbarian", Musketeer = "musketeer",
        Cavalier = "cavalier", DarkKnight = "dark_knight" "Dark Knight", WarCleric = "war_cleric" "War Cleric", Strategist = "strategist",
        Rogue = "rogue", Duelist = "duelist", Squire = "squire", Saboteur = "saboteur",
        Shaman = "shaman", Surgeon = "surgeon", Bard = "bard", Warlock = "warlock",
        Druid = "druid", Monk = "monk", Servant = "servant", Inquisitor = "inquisitor",
        Troubadour = "troubadour", Necromancer = "necromancer", Diviner = "diviner", Assassin = "assassin",
    }
}

words! {
    /// An EPIC ability.
    pub enum Epic as "EPIC" {
        Resurrection = "resurrection", Immunity = "immunity", Xxx = "xxx" "XXX", Polymorph = "polymorph",
        HolyAura = "holy_aura" "Holy Aura", MedicalEvac = "medical_evac" "Medical Evac", RageMonster = "rage_monster" "Rage Monster", AllForOne = "all_for_one" "All for One; One for All",
        OnceMore = "once_more_into_the_fray" "Once More into the Fray", UnholyAura = "unholy_aura" "Unholy Aura", BattlePrayer = "battle_prayer" "Battle Prayer",
        PatternRecognition = "pattern_recognition" "Pattern Recognition", SneakAttack = "sneak_attack" "Sneak Attack", EnGarde = "en_garde" "En Garde",
        SetUp = "set_up" "Set Up", DirtyBomb = "dirty_bomb" "Dirty Bomb", CallOfTheWild = "call_of_the_wild" "Call of the Wild",
        PressurePoint = "pressure_point" "Pressure Point", Harmony = "melodramatic_harmony" "Melodramatic Harmony", BloodMoon = "blood_moon_rises" "Blood Moon Rises",
        ForestGrowth = "forest_growth" "Forest Growth", Acupuncture = "acupuncture", AsYouWish = "as_you_wish" "As You Wish",
        HereticBane = "heretic_bane" "Heretic Bane", InspiringPoetry = "inspiring_poetry" "Inspiring Poetry", CallOfTheGrave = "call_of_the_grave" "Call of the Grave",
        FutureSight = "future_sight" "Future Sight", FromTheShadows = "from_the_shadows" "From the Shadows",
    }
}

/// A set of EPICs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EpicSet(u32);

impl EpicSet {
    pub const EMPTY: EpicSet = EpicSet(0);
    pub const fn contains(self, epic: Epic) -> bool {
        self.0 >> epic as u32 & 1 == 1
    }
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub const fn meets(self, other: EpicSet) -> bool {
        self.0 & other.0 != 0
    }
    #[must_use]
    pub const fn and(self, other: EpicSet) -> EpicSet {
        EpicSet(self.0 & other.0)
    }
    #[must_use]
    pub const fn or(self, other: EpicSet) -> EpicSet {
        EpicSet(self.0 | other.0)
    }
    #[must_use]
    pub const fn minus(self, other: EpicSet) -> EpicSet {
        EpicSet(self.0 & !other.0)
    }
    /// The first and the last of them; the very first EPIC twice in an empty set.
    #[inline]
    pub const fn ends(self) -> [Epic; 2] {
        // The bit beyond all EPICs only keeps an empty set from having no first one.
        let first = (self.0 | 1 << Epic::ALL.len()).trailing_zeros() as usize % Epic::ALL.len();
        let last = 31 - (self.0 | 1).leading_zeros() as usize;
        [Epic::ALL[first], Epic::ALL[last]]
    }
    pub const fn only(epic: Epic) -> EpicSet {
        EpicSet(1 << epic as u32)
    }
    pub fn insert(&mut self, epic: Epic) {
        self.0 |= 1 << epic as u32;
    }
    pub fn iter(self) -> impl Iterator<Item = Epic> {
        ones(self.0).map(|i| Epic::ALL[i])
    }
}

words! {
    /// What a running EPIC does. "Party" effects reach all heroes, or, fired under a charm, the enemies and the owner;
    /// "owner" effects reach the owner alone.
    pub enum Standing as "standing effect" {
        AutoHit = "auto_hit", AutoAbility = "auto_ability", NoDamage = "no_damage", OwnerNoDamage = "owner_no_damage",
        AttackBase = "attack_base", AceDefense = "ace_defense", AceAttack = "ace_attack", AceTrick = "ace_trick",
        BonusDefenseAttack = "bonus_defense_attack", HurtsAttackers = "hurts_attackers",
        NoEnemyAttack = "no_enemy_attack", PartyPicksTaker = "party_picks_taker", HitStuns = "hit_stuns",
        HitKnocksDown = "hit_knocks_down", TripleBuffs = "triple_buffs", DoubleDamage = "double_damage",
        LifeSteal = "life_steal", MayHide = "may_hide", AuraChoice = "aura_choice", Evacuates = "evacuates",
        SneakCard = "sneak_card", Heretic = "heretic", Grave = "grave", TwoCards = "two_cards", Shadows = "shadows",
        AsAsked = "as_asked", Needles = "needles", StunsTarget = "stuns_target", TemporaryCards = "temporary_cards",
    }
}

/// Whom a standing effect concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concerns {
    /// Its owner alone; a charm changes nothing about it.
    Owner,
    /// The owner, and the enemies who feel it.
    OwnerAndEnemies,
    /// The heroes among themselves.
    Heroes,
    /// The heroes, and the enemies who feel it.
    HeroesAndEnemies,
}

impl Standing {
    #[must_use]
    pub const fn concerns(self) -> Concerns {
        match self {
            Standing::AttackBase
            | Standing::AceDefense
            | Standing::AceAttack
            | Standing::AceTrick
            | Standing::HitStuns
            | Standing::HitKnocksDown
            | Standing::SneakCard => Concerns::Owner,
            Standing::OwnerNoDamage | Standing::HurtsAttackers | Standing::Shadows | Standing::AsAsked => {
                Concerns::OwnerAndEnemies
            }
            Standing::AutoHit
            | Standing::AutoAbility
            | Standing::BonusDefenseAttack
            | Standing::TripleBuffs
            | Standing::DoubleDamage
            | Standing::LifeSteal
            | Standing::AuraChoice
            | Standing::Needles => Concerns::Heroes,
            Standing::NoDamage
            | Standing::NoEnemyAttack
            | Standing::PartyPicksTaker
            | Standing::MayHide
            | Standing::Evacuates
            | Standing::Heretic
            | Standing::Grave
            | Standing::TwoCards
            | Standing::StunsTarget
            | Standing::TemporaryCards => Concerns::HeroesAndEnemies,
        }
    }
    #[must_use]
    pub fn is_owners(self) -> bool {
        match self.concerns() {
            Concerns::Owner | Concerns::OwnerAndEnemies => true,
            Concerns::Heroes | Concerns::HeroesAndEnemies => false,
        }
    }
    /// Does it change what enemies do, whom they reach, or what becomes of them?
    #[must_use]
    pub fn is_felt(self) -> bool {
        match self.concerns() {
            Concerns::OwnerAndEnemies | Concerns::HeroesAndEnemies => true,
            Concerns::Owner | Concerns::Heroes => false,
        }
    }
}

words! {
    /// What happens once when an EPIC takes effect.
    pub enum Start as "start effect" {
        RaiseOne = "raise_one", Xxx = "xxx" "XXX", Polymorph = "polymorph", ChooseEvacuees = "choose_evacuees",
        HurtEnemies = "hurt_enemies", HealHeroes = "heal_heroes", Bomb = "bomb", NameHeretic = "name_heretic",
        GraveCard = "grave_card", Needle = "needle",
    }
}

impl Start {
    /// Does more come of it for an enemy than damage, which is told as such?
    #[must_use]
    pub const fn is_felt(self) -> bool {
        match self {
            Start::Xxx | Start::Polymorph | Start::Bomb | Start::NameHeretic | Start::GraveCard => true,
            Start::RaiseOne
            | Start::ChooseEvacuees
            | Start::HurtEnemies
            | Start::HealHeroes
            | Start::Needle => false,
        }
    }
}

words! {
    /// What happens at the start of each later turn of the owner.
    pub enum Tick as "tick effect" { HurtEnemies = "hurt_enemies", HealHeroes = "heal_heroes" }
}

words! {
    /// When a running EPIC ends by itself.
    pub enum Until as "end" {
        Instant = "instant", Club = "club", DamageOrClub = "damage_or_club", TwoClubs = "two_clubs",
        TurnWithClub = "turn_with_club",
    }
}

words! {
    /// An enemy kind, named by its highest card.
    pub enum Kind as "enemy kind" {
        Minion = "minion_of_darkness" "Minion of Darkness", Defender = "chaotic_defender" "Chaotic Defender", Trickster = "unlucky_trickster" "Unlucky Trickster",
        PHool = "phool_of_destruction" "pHool of Destruction", Commander = "commander_of_the_void" "Commander of the Void", DemonGuard = "royal_demon_guard" "Royal Demon Guard",
        Prince = "prince_of_pain" "Prince of Pain", Queen = "dread_queen" "Dread Queen", King = "king_of_the_dead" "King of the Dead", Dragon = "dragon",
        UndeadGuard = "undead_guard" "Undead Guard",
    }
}

words! {
    /// What an enemy does on its turn.
    pub enum Deed as "enemy action" {
        Attack = "attack", DefendSelf = "defend_self" "Defend Self", DefendOther = "defend_other" "Defend Other", StealTreasure = "steal_treasure" "Steal Treasure",
        DestroyTreasure = "destroy_treasure" "Destroy Treasure", DamageBoost = "damage_boost" "Damage Boost", DemonWhip = "demon_whip" "Demon Whip",
        CursedRiposte = "cursed_riposte" "Cursed Riposte", SeductiveSmile = "seductive_smile" "Seductive Smile", LifeToDeath = "life_to_death" "Life to Death",
        UndeadGuard = "undead_guard" "Undead Guard", Fear = "fear", DragonBreath = "dragon_breath" "Dragon Breath",
    }
}

impl Deed {
    /// The stat an enemy's card is compared with; none where only its colour counts.
    #[must_use]
    pub const fn stat(self) -> Option<Stat> {
        match self {
            Deed::Attack => Some(Stat::Attack),
            Deed::DefendSelf => Some(Stat::Defense),
            Deed::DestroyTreasure => None,
            Deed::DefendOther
            | Deed::StealTreasure
            | Deed::DamageBoost
            | Deed::DemonWhip
            | Deed::CursedRiposte
            | Deed::SeductiveSmile
            | Deed::LifeToDeath
            | Deed::UndeadGuard
            | Deed::Fear
            | Deed::DragonBreath => Some(Stat::Trick),
        }
    }
    /// What fails by a check of Trick is tried again on the next turn.
    #[must_use]
    pub fn is_repeated(self) -> bool {
        self.stat() == Some(Stat::Trick)
    }
}

words! {
    /// A legendary item of the shop.
    pub enum Item as "item" {
        Scroll = "scroll_of_teleportation" "Scroll of Teleportation", FlaskSet = "superior_healing_flask_set" "Superior Healing Flask Set", BombKit = "smoke_bomb_kit" "Smoke Bomb Kit",
        MirrorShield = "mirror_shield" "Mirror Shield", PurpleStaff = "purple_staff_of_destiny" "Purple Staff of Destiny", SpikedArmor = "spiked_armor" "Spiked Armor",
        SummoningBook = "summoning_book" "Summoning Book",
    }
}

words! {
    /// The two sides of the Protector's token.
    pub enum Side as "token side" { Joint = "joint_attack" "Joint Attack", Protect = "protect_other" "Protect Other" }
}

words! {
    /// A way out of a maze cell.
    pub enum Way as "way" { North = "north", East = "east", South = "south", West = "west" }
}

words! {
    /// What lies in a maze cell.
    pub enum Marker as "marker" {
        Empty = "empty", Patrol = "patrol", Trap = "trap", Cache = "cache", Spring = "spring",
    }
}

/// A hero by its seat. Written `h0` to `h3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HeroId(Seat);

impl HeroId {
    pub const fn of(seat: Seat) -> HeroId {
        HeroId(seat)
    }
    pub const fn seat(self) -> Seat {
        self.0
    }
}

impl From<Seat> for HeroId {
    fn from(seat: Seat) -> HeroId {
        HeroId(seat)
    }
}

impl fmt::Display for HeroId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "h{}", self.0.number())
    }
}

impl FromStr for HeroId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<HeroId, BadNotation> {
        text.strip_prefix('h')
            .and_then(|n| n.parse().ok())
            .and_then(|n| Seat::checked(n, SEATS))
            .map(HeroId)
            .ok_or_else(|| BadNotation::operand("hero", text, "h0 to h3"))
    }
}

/// A combatant that is no hero: `e1` to `e4` for enemies (an Undead Guard is one of them), `c1` for a summoned
/// creature and `c2` for that creature's guard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FoeId(u8);

impl FoeId {
    /// Enemies on the table at once: two Kings with a guard each.
    pub const ENEMIES: u8 = 4;
    pub const COUNT: usize = 6;
    pub const CREATURE: FoeId = FoeId(4);
    pub const CREATURE_GUARD: FoeId = FoeId(5);

    pub const fn enemy(index: u8) -> FoeId {
        assert!(index < FoeId::ENEMIES, "there are four places for enemies");
        FoeId(index)
    }
    /// The combatant of a place at the table: enemies first, then the creature and its guard.
    pub const fn at(index: u8) -> FoeId {
        assert!((index as usize) < FoeId::COUNT, "there are six places");
        FoeId(index)
    }
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    pub const fn is_enemy(self) -> bool {
        self.0 < FoeId::ENEMIES
    }
    pub fn enemies() -> impl DoubleEndedIterator<Item = FoeId> + Clone {
        (0..FoeId::ENEMIES).map(FoeId)
    }
}

impl fmt::Display for FoeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_enemy() { write!(f, "e{}", self.0 + 1) } else { write!(f, "c{}", self.0 - 3) }
    }
}

impl FromStr for FoeId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<FoeId, BadNotation> {
        let read = match text.split_at_checked(1) {
            Some(("e", n)) => n.parse::<u8>().ok().filter(|n| (1..=4).contains(n)).map(|n| n - 1),
            Some(("c", n)) => n.parse::<u8>().ok().filter(|n| (1..=2).contains(n)).map(|n| n + 3),
            Some((_, _)) | None => None,
        };
        read.map(FoeId).ok_or_else(|| BadNotation::operand("enemy", text, "e1 to e4"))
    }
}

/// Some of the enemies, walked in the order they were drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoeSet(u8);

impl FoeSet {
    pub const fn from_bits(bits: u8) -> FoeSet {
        FoeSet(bits)
    }
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// One bit an enemy, below 16.
    #[inline]
    pub const fn bits(self) -> usize {
        (self.0 & 0b1111) as usize
    }
}

impl FromIterator<FoeId> for FoeSet {
    fn from_iter<I: IntoIterator<Item = FoeId>>(foes: I) -> FoeSet {
        FoeSet(foes.into_iter().fold(0, |set, id| set | 1 << id.index()))
    }
}

impl Iterator for FoeSet {
    type Item = FoeId;
    #[inline]
    fn next(&mut self) -> Option<FoeId> {
        let at = self.0.trailing_zeros() as u8;
        self.0 &= self.0.wrapping_sub(1);
        (at < FoeId::ENEMIES).then(|| FoeId::enemy(at))
    }
}

/// Anyone in a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Who {
    Hero(Seat),
    Foe(FoeId),
}

impl Who {
    pub const fn hero(self) -> Option<Seat> {
        match self {
            Who::Hero(seat) => Some(seat),
            Who::Foe(_) => None,
        }
    }
    pub const fn foe(self) -> Option<FoeId> {
        match self {
            Who::Foe(foe) => Some(foe),
            Who::Hero(_) => None,
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Hero(seat) => HeroId(*seat).fmt(f),
            Who::Foe(foe) => foe.fmt(f),
        }
    }
}

impl FromStr for Who {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Who, BadNotation> {
        text.parse::<HeroId>()
            .map(|h| Who::Hero(h.seat()))
            .or_else(|_| text.parse().map(Who::Foe))
            .map_err(|_| BadNotation::operand("target", text, "h0 to h3 or e1 to e4"))
    }
}
