//! What play looks up all the time, worked out once from the content.

use crate::{
    content::{Abilities, Ability, Content, OneUse, Passive, RegionRule, Trigger},
    ids::{RegionId, SpellId, TileId, TreasureId},
    words::{CELLS, DeckId, Dice, HeroId, Row, Skill, Slot, TILES, TREASURES, Terrain, Tier, Window},
};

/// Which cells share a side, as bits.
pub const BESIDE: [u32; CELLS] = {
    let mut all = [0; CELLS];
    let mut at = 0;
    while at < CELLS {
        let beside = RegionId(at as u8).beside();
        let mut side = 0;
        while side < 4 {
            if let Some(region) = beside[side] {
                all[at] |= 1 << region.0;
            }
            side += 1;
        }
        at += 1;
    }
    all
};

/// What a Treasure gives while it is equipped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gear {
    pub slot: Option<Slot>,
    pub row: Option<Row>,
    pub bounty: u8,
    pub dice: Dice,
    pub has: Abilities,
    pub may_aoe: bool,
    pub cannot_be_cursed: bool,
    pub max_health: u8,
    pub guard: u8,
    pub steps: u8,
    pub evade_first: bool,
    pub xp: u8,
    pub rerolls: u8,
    pub more_plus: u8,
    pub hand_limit: u8,
    pub draws: u8,
    pub scout_one: bool,
    /// It is used up in the own Turn.
    pub own_turn: bool,
    /// It is used up as a Reaction.
    pub reacts: Option<Trigger>,
}

/// What a Unique Ability gives.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gift {
    pub spell_damage: u8,
    pub spell_healing: u8,
    pub hurt_at: u8,
    pub hurt_dice: Dice,
    pub rage: Option<(Row, u8)>,
    pub plus_price: u8,
    pub more_plus: u8,
    /// Gust acts; improved or not.
    pub gust: Option<bool>,
    /// Vengeful Crusade; always or not.
    pub crusade: Option<bool>,
    pub beats: u8,
}

/// Everything worked out.
#[derive(Clone, Debug)]
pub struct Tables {
    pub gear: [Gear; TREASURES],
    /// By Hero: base and upgraded.
    pub gifts: [[Gift; 2]; 8],
    /// Spells that react in each window.
    pub reactions: [Vec<(SpellId, Trigger)>; 10],
    /// Whether any Treasure reacts in a window.
    pub gear_reacts: [bool; 10],
    pub mountains: u64,
    pub rules: [Option<RegionRule>; TILES],
    /// Tiles whose rule holds for some Hero Counts only.
    pub limited: u64,
    /// Those of them whose rule does not hold, by Hero Count less one.
    pub lacking: [u64; 5],
    /// Tiles of Tier I to III that are always part of a layout, by layout.
    pub always: Vec<u64>,
    /// Tiles that are drawn at random.
    pub ordinary: u64,
}

impl Tables {
    #[must_use]
    pub fn new(content: &Content) -> Tables {
        let mut gear = [Gear::default(); TREASURES];
        let mut gear_reacts = [false; 10];
        for card in content.all_treasures() {
            let made = worn(card);
            if let Some(trigger) = made.reacts {
                gear_reacts[trigger.window.index()] = true;
            }
            gear[card.id.index()] = made;
        }
        let gifts = std::array::from_fn(|at| {
            let unique = &content.hero(HeroId::ALL[at]).unique;
            [gift(&unique.base), gift(&unique.upgraded)]
        });
        let all_spells = || DeckId::ALL.iter().flat_map(|deck| content.spells_of(*deck));
        let reactions = std::array::from_fn(|at| {
            let fits = |t: &Trigger| t.window == Window::ALL[at];
            all_spells().filter_map(|card| Some((card.id, card.on.filter(fits)?))).collect()
        });
        let (mut mountains, mut ordinary) = (0, 0);
        let mut rules = [None; TILES];
        let (mut limited, mut lacking) = (0, [0; 5]);
        let mut always = vec![0; content.layouts.len()];
        for tile in Tier::ALL.iter().flat_map(|tier| content.tiles_of(*tier)) {
            let bit = 1u64 << tile.id.index();
            rules[tile.id.index()] = tile.rule;
            for (heroes, lacking) in (1..).zip(&mut lacking) {
                if !tile.rule_heroes.holds(heroes) {
                    *lacking |= bit;
                    limited |= bit;
                }
            }
            if tile.terrain == Terrain::Mountain {
                mountains |= bit;
            }
            if tile.id.tier() != Tier::Hawkemoor && tile.always.is_empty() {
                ordinary |= bit;
            }
            for (at, layout) in content.layouts.iter().enumerate() {
                if tile.always.contains(&layout.id) && tile.id.tier() != Tier::Hawkemoor {
                    always[at] |= bit;
                }
            }
        }
        Tables { gear, gifts, reactions, gear_reacts, mountains, rules, limited, lacking, always, ordinary }
    }
    #[must_use]
    #[inline]
    pub fn worn(&self, treasure: TreasureId) -> Option<&Gear> {
        self.gear.get(treasure.index())
    }
    #[must_use]
    #[inline]
    pub fn rule(&self, tile: TileId) -> Option<RegionRule> {
        self.rules.get(tile.index()).copied().flatten()
    }
}

fn worn(card: &crate::content::TreasureCard) -> Gear {
    let mut gear = Gear { slot: Some(card.slot), row: card.row, bounty: card.bounty, ..Gear::default() };
    for passive in &card.passive {
        match *passive {
            Passive::BonusDice(dice) => gear.dice = gear.dice.plus(dice),
            Passive::Has(ability) => gear.has = gear.has.with(ability),
            Passive::MayAoe => gear.may_aoe = true,
            Passive::CannotBeCursed => gear.cannot_be_cursed = true,
            Passive::MaxHealth(more) => gear.max_health = more,
            Passive::GuardAsDefender(less) => gear.guard = less,
            Passive::MoveSteps(steps) => gear.steps = steps,
            Passive::EvadeFirstStep => gear.evade_first = true,
            Passive::XpEachRound(xp) => gear.xp = xp,
            Passive::RerollEachTurn(dice) => gear.rerolls = dice,
            Passive::MorePlusOnes(more) => gear.more_plus = more,
            Passive::HandLimit(limit) => gear.hand_limit = limit,
            Passive::DrawOnEquip(spells) => gear.draws = spells,
            Passive::ScoutOne => gear.scout_one = true,
            // The content checks that these stand on boards only.
            Passive::SpellDamage(_)
            | Passive::SpellHealing(_)
            | Passive::DiceWhenHurt { .. }
            | Passive::BattleRage { .. }
            | Passive::PlusOnePrice(_)
            | Passive::Gust { .. }
            | Passive::Crusade { .. }
            | Passive::Beats(_)
            | Passive::Meddling
            | Passive::Cowardly => {}
        }
    }
    match card.one_use {
        Some(OneUse::OwnTurn) => gear.own_turn = true,
        Some(OneUse::On(trigger)) => gear.reacts = Some(trigger),
        None => {}
    }
    gear
}

fn gift(passives: &[Passive]) -> Gift {
    let mut gift = Gift::default();
    for passive in passives {
        match *passive {
            Passive::SpellDamage(more) => gift.spell_damage = more,
            Passive::SpellHealing(more) => gift.spell_healing = more,
            Passive::DiceWhenHurt { health, dice } => (gift.hurt_at, gift.hurt_dice) = (health, dice),
            Passive::BattleRage { row, heal } => gift.rage = Some((row, heal)),
            Passive::PlusOnePrice(price) => gift.plus_price = price,
            Passive::MorePlusOnes(more) => gift.more_plus = more,
            Passive::Gust { improved } => gift.gust = Some(improved),
            Passive::Crusade { always } => gift.crusade = Some(always),
            Passive::Beats(more) => gift.beats = more,
            // The content checks that these stand on Treasures, or on the Villain's board.
            Passive::BonusDice(_)
            | Passive::Has(_)
            | Passive::MayAoe
            | Passive::CannotBeCursed
            | Passive::MaxHealth(_)
            | Passive::GuardAsDefender(_)
            | Passive::MoveSteps(_)
            | Passive::EvadeFirstStep
            | Passive::XpEachRound(_)
            | Passive::RerollEachTurn(_)
            | Passive::HandLimit(_)
            | Passive::DrawOnEquip(_)
            | Passive::ScoutOne
            | Passive::Meddling
            | Passive::Cowardly => {}
        }
    }
    gift
}

/// An ability that can be granted or lifted, without dice.
#[must_use]
pub const fn skill(ability: Ability) -> Option<Skill> {
    Some(match ability {
        Ability::Aoe => Skill::Aoe,
        Ability::Armor => Skill::Armor,
        Ability::Boost => Skill::Boost,
        Ability::Cursed => Skill::Cursed,
        Ability::Evade => Skill::Evade,
        Ability::Longshot => Skill::Longshot,
        Ability::Regenerate => Skill::Regenerate,
        Ability::CastsSpells => Skill::CastsSpells,
        // It is about how a Minion comes onto the Map, and nothing grants it later.
        Ability::Ambush | Ability::Dodge(_) => return None,
    })
}

/// Sets one ability.
pub const fn set(abilities: &mut Abilities, skill: Skill, yes: bool) {
    match skill {
        Skill::Aoe => abilities.aoe = yes,
        Skill::Armor => abilities.armor = yes,
        Skill::Boost => abilities.boost = yes,
        Skill::Cursed => abilities.cursed = yes,
        Skill::Evade => abilities.evade = yes,
        Skill::Longshot => abilities.longshot = yes,
        Skill::Regenerate => abilities.regenerate = yes,
        Skill::CastsSpells => abilities.casts_spells = yes,
    }
}
