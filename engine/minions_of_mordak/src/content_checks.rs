//! What content must be before it is played with: every entry once, numbers within their bounds, every reference resolved.

use crate::{
    content::{
        Ability, Cost, Effect, HeroCounts, Kind, MinionCard, Numbers, OneUse, Passive, RegionRule, SpellCard,
        Stats, Target, TileCard, TreasureCard, Until,
    },
    words::{MINIONS, Row, Slot, Tier, Window},
};
use kernel::{BadContent, pack::wrong};
use std::fmt::Display;

/// One field of one entry: its name, what was found, the least and the most.
pub type Field = (&'static str, usize, usize, usize);

pub fn within(file: &'static str, entry: impl Display, fields: &[Field]) -> Result<(), BadContent> {
    match fields.iter().find(|(_, found, low, high)| !(low..=high).contains(&found)) {
        None => Ok(()),
        Some((field, found, low, high)) => {
            wrong(file, entry, format!("{field} {found}"), format!("{low} to {high}"))
        }
    }
}

pub fn named(file: &'static str, entry: impl Display, name: &str, text: &str) -> Result<(), BadContent> {
    if name.trim().is_empty() || text.trim().is_empty() {
        return wrong(file, entry, "no name or no text", "both");
    }
    Ok(())
}

pub fn n(number: u8) -> usize {
    usize::from(number)
}

pub fn check_numbers(numbers: &Numbers) -> Result<(), BadContent> {
    const FILE: &str = "numbers.ron";
    let (chumps, elites, bosses) = numbers.minions;
    within(
        FILE,
        "decks",
        &[
            ("minions and sheep", n(chumps) + n(elites) + n(bosses) + n(numbers.sheep), 0, MINIONS),
            ("chumps", n(chumps), 4, MINIONS),
            ("elites", n(elites), 1, MINIONS),
            ("bosses", n(bosses), 1, MINIONS),
            ("arcane", n(numbers.spells.0), 2, 64),
            ("divine", n(numbers.spells.1), 2, 64),
            ("void", n(numbers.spells.2), 3, 64),
            ("treasures", n(numbers.treasures), 1, 64),
        ],
    )?;
    within(
        FILE,
        "prices",
        &[
            ("spawn price of a Chump", n(numbers.spawn_prices.0), 1, 20),
            ("spawn price of an Elite", n(numbers.spawn_prices.1), 1, 20),
            ("spawn price of a Boss", n(numbers.spawn_prices.2), 1, 20),
            ("dice price of a Novice", n(numbers.dice_prices.0), 1, 20),
            ("dice price of an Adept", n(numbers.dice_prices.1), 1, 20),
            ("dice price of a Master", n(numbers.dice_prices.2), 1, 20),
            ("action_price", n(numbers.action_price), 1, 40),
            ("plus_one_price", n(numbers.plus_one_price), 1, 9),
            ("hero_bounty", n(numbers.hero_bounty), 0, 9),
        ],
    )?;
    within(
        FILE,
        "limits",
        &[
            ("row_limit", n(numbers.row_limit), 4, 9),
            ("plus_one_limit", n(numbers.plus_one_limit), 1, 12),
            ("hand_limit", n(numbers.hand_limit), 2, 12),
            ("surge", n(numbers.surge), 1, 3),
            ("steps", n(numbers.steps), 1, 6),
            ("days", n(numbers.days), 1, 12),
            ("shrines", n(numbers.shrines), 1, 6),
            ("souls", n(numbers.souls), 1, 9),
            ("sheep", n(numbers.sheep), 0, 5),
            ("villain_step", n(numbers.villain_step), 1, 10),
            ("villain_health_max", n(numbers.villain_health_max), 50, 200),
            ("first_chumps", n(numbers.first_chumps), 0, 4),
            ("first_chumps_many", n(numbers.first_chumps_many), 0, 4),
            ("final_arcane", n(numbers.final_arcane), 0, 4),
            ("join_xp", n(numbers.join_xp), 0, 9),
            ("final_rounds_max", n(numbers.final_rounds_max), 10, 60),
        ],
    )
}

pub fn check_stats(file: &'static str, entry: impl Display + Copy, stats: &Stats) -> Result<(), BadContent> {
    within(
        file,
        entry,
        &[
            ("defeat", n(stats.defeat), 1, 30),
            ("wound", n(stats.wound), 0, n(stats.defeat)),
            ("actions", n(stats.actions), 0, 5),
            ("dice of a row", stats.rows.all().iter().map(|d| n(d.count())).max().unwrap_or(0), 0, 8),
        ],
    )?;
    if !stats.rows.corruption.is_none() {
        return wrong(file, entry, "a Corruption row", "none: it is the Villain's alone");
    }
    if stats.abilities.casts_spells == stats.rows.magic.is_none() {
        return wrong(file, entry, "casts_spells without a Magic row, or the reverse", "both or neither");
    }
    Ok(())
}

pub fn check_minion(card: &MinionCard) -> Result<(), BadContent> {
    const FILE: &str = "minions.ron";
    named(FILE, card.id, &card.name, &card.text)?;
    within(FILE, card.id, &[("copies", n(card.copies), 1, 40), ("bounty", n(card.bounty), 0, 9)])?;
    check_stats(FILE, card.id, &card.fresh)?;
    within(FILE, card.id, &[("wound", n(card.fresh.wound), 1, n(card.fresh.defeat))])?;
    let Some(wounded) = &card.wounded else {
        if card.fresh.wound != card.fresh.defeat {
            return wrong(FILE, card.id, "no Wounded side", "one, or a wound equal to defeat");
        }
        return Ok(());
    };
    check_stats(FILE, card.id, wounded)?;
    if wounded.wound != 0 {
        return wrong(FILE, card.id, "a wound on the Wounded side", "defeat alone");
    }
    if wounded.abilities.cursed {
        return wrong(FILE, card.id, "Cursed on the Wounded side", "none: Minions lose it when Wounded");
    }
    if card.fresh.abilities.regenerate && !wounded.abilities.regenerate {
        return wrong(FILE, card.id, "Regenerate only while Fresh", "on the Wounded side, where it works");
    }
    Ok(())
}

pub fn check_spell(file: &'static str, card: &SpellCard) -> Result<(), BadContent> {
    named(file, card.id, &card.name, &card.text)?;
    within(file, card.id, &[("copies", n(card.copies), 1, 48), ("steps", card.does.len(), 1, 4)])?;
    let costs = match (&card.cost, card.on) {
        (Cost::Hits(costs), None) => costs.values(),
        (Cost::Free | Cost::PlusOneOrDiscard, Some(_)) => &[0],
        (Cost::Hits(_), Some(_)) => {
            return wrong(file, card.id, "a Reaction for Hits", "free or plus_one_or_discard");
        }
        (Cost::Free | Cost::PlusOneOrDiscard, None) => {
            return wrong(
                file,
                card.id,
                "a General Spell without Hits",
                "hits([..]), or `on` for a Reaction",
            );
        }
    };
    if costs.windows(2).any(|pair| pair[0] >= pair[1]) || costs.iter().any(|cost| *cost > 20) {
        return wrong(file, card.id, format!("costs {costs:?}"), "rising costs of at most 20");
    }
    if card.pays > 0 && card.on.is_some() {
        return wrong(file, card.id, "a Reaction that pays Health", "pays only on General Spells");
    }
    check_steps(file, card.id, &card.does, costs.len(), card.on.map(|on| on.window))
}

/// The steps of a card, in the window of a Reaction or in an own Turn.
fn check_steps(
    file: &'static str,
    entry: impl Display + Copy,
    steps: &[Effect],
    costs: usize,
    window: Option<Window>,
) -> Result<(), BadContent> {
    let used = [Window::Declared, Window::Spawned, Window::LevelUp];
    if window.is_some_and(|window| used.contains(&window)) {
        return wrong(
            file,
            entry,
            "a window no card is played in",
            "begins, rolled, modify, targeted, damage, defeat or cast",
        );
    }
    for (at, step) in steps.iter().enumerate() {
        if let Some(needed) = step.window().filter(|needed| window != Some(*needed)) {
            return wrong(file, entry, format!("step {}", at + 1), format!("it only in the window {needed}"));
        }
        if window.is_some() && step.window().is_none() && !step.fits_reaction() {
            return wrong(file, entry, format!("step {} in a Reaction", at + 1), "what needs no choice");
        }
        for values in counts(step) {
            if values > 1 && values != costs {
                return wrong(file, entry, format!("{values} values for {costs} costs"), "as many, or one");
            }
        }
        check_target(file, entry, step.target(), &steps[..at], window)?;
        check_lasting(file, entry, step)?;
    }
    Ok(())
}

fn check_target(
    file: &'static str,
    entry: impl Display,
    target: Option<Target>,
    before: &[Effect],
    window: Option<Window>,
) -> Result<(), BadContent> {
    match target {
        Some(Target::Subject) if window.is_none() => {
            wrong(file, entry, "a subject", "one only in a Reaction: `on` says whom it is about")
        }
        Some(Target::Struck) if !before.iter().any(Effect::attacks) => {
            wrong(file, entry, "struck without an attack", "an attack before it")
        }
        Some(Target::Chosen)
            if !matches!(before.last().and_then(Effect::target), Some(Target::One(..) | Target::Chosen)) =>
        {
            wrong(file, entry, "chosen without a choice", "a step for one(..) right before it")
        }
        Some(Target::One(kind, _) | Target::Each(kind, _) | Target::EachInOne(kind, _))
            if matches!(kind, Kind::Caster | Kind::FreshMinion | Kind::OwnSide | Kind::EnemySide) =>
        {
            wrong(
                file,
                entry,
                "a kind for triggers only",
                "friend, other_friend, foe, player, minion or minion_up_to",
            )
        }
        Some(_) | None => Ok(()),
    }
}

/// How many values each list by cost has.
fn counts(step: &Effect) -> [usize; 2] {
    match step {
        Effect::Attack { by, dice, .. } | Effect::Heal { by, dice, .. } => [by.count(), dice.count()],
        Effect::GainPlusOnes { by, .. } | Effect::LosePlusOnes { by, .. } => [by.count(), 0],
        Effect::BonusDice { dice, .. } => [dice.count(), 0],
        Effect::Spawn { size } => [size.count(), 0],
        Effect::PlaceSheep { count } => [count.count(), 0],
        Effect::Place { who, .. }
        | Effect::Control { who }
        | Effect::Move { who, .. }
        | Effect::BonusTurn { who } => [kinds(*who), 0],
        Effect::GainHealth { .. }
        | Effect::PayHealth { .. }
        | Effect::Prevent(_)
        | Effect::StayAt(_)
        | Effect::WoundInstead
        | Effect::Grant { .. }
        | Effect::Lift { .. }
        | Effect::Reroll(_)
        | Effect::RerollAny
        | Effect::LoseHits(_)
        | Effect::ActionPoints { .. }
        | Effect::DrawSpells { .. }
        | Effect::StealSpell { .. }
        | Effect::CancelSpell
        | Effect::SwapMinions
        | Effect::ReorderStack { .. }
        | Effect::FlipRegion
        | Effect::LimitSteps { .. }
        | Effect::BecomeDefender
        | Effect::BindBlood { .. } => [0, 0],
    }
}

fn kinds(target: Target) -> usize {
    if let Target::One(Kind::MinionUpTo(sizes), _) = target { sizes.count() } else { 0 }
}

/// What the rules can keep in mind, and for how long.
fn check_lasting(file: &'static str, entry: impl Display, step: &Effect) -> Result<(), BadContent> {
    let round = |until: Until| {
        matches!(until, Until::ThisRound | Until::VillainRound | Until::VillainRoundEnd | Until::HeroRoundEnd)
    };
    let (fits, expected) = match *step {
        Effect::Grant { ability: Ability::Dodge(_), until, .. } => {
            (until == Until::ThisAttack, "Dodge until this_attack")
        }
        Effect::Grant { ability, until, .. } => (
            matches!(ability, Ability::Armor | Ability::Cursed) && round(until),
            "armor or cursed until a Round begins or ends, or a dodge until this_attack",
        ),
        Effect::Lift { ability, until, .. } => {
            (ability == Ability::Cursed && round(until), "cursed, lifted until a Round begins or ends")
        }
        Effect::BonusDice { until, .. } => (
            matches!(until, Until::ThisRound | Until::NextRoll | Until::NextRollThisRound),
            "this_round, next_roll or next_roll_this_round",
        ),
        Effect::ActionPoints { by, until, .. } => (
            by != 0 && by.abs() <= 3 && (until == Until::ThisTurn || until == Until::NextTurn && by < 0),
            "1 to 3 points this_turn, or less of them next_turn",
        ),
        Effect::BindBlood { until, .. } => (until == Until::NextTurn, "until next_turn"),
        Effect::LimitSteps { until, steps, .. } => {
            (until == Until::VillainRound && steps == 1, "1 step until villain_round")
        }
        Effect::Attack { .. }
        | Effect::Heal { .. }
        | Effect::GainHealth { .. }
        | Effect::PayHealth { .. }
        | Effect::Prevent(_)
        | Effect::StayAt(_)
        | Effect::WoundInstead
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
        | Effect::BecomeDefender => (true, ""),
    };
    if fits { Ok(()) } else { wrong(file, entry, format!("{step:?}"), expected) }
}

pub fn check_treasure(card: &TreasureCard) -> Result<(), BadContent> {
    const FILE: &str = "treasures.ron";
    named(FILE, card.id, &card.name, &card.text)?;
    within(
        FILE,
        card.id,
        &[
            ("copies", n(card.copies), 1, 48),
            ("bounty", n(card.bounty), 0, 9),
            ("passives and steps", card.passive.len() + card.does.len(), 1, 4),
        ],
    )?;
    if (card.slot == Slot::Offense) != card.row.is_some() {
        return wrong(FILE, card.id, "a row without the Offense slot, or the reverse", "both or neither");
    }
    if card.row == Some(Row::Corruption) {
        return wrong(FILE, card.id, "row corruption", "melee, ranged or magic");
    }
    if card.one_use.is_some() == card.does.is_empty() {
        return wrong(FILE, card.id, "one_use without `does`, or the reverse", "both or neither");
    }
    for passive in &card.passive {
        check_passive(card, passive)?;
    }
    match card.one_use {
        None => Ok(()),
        Some(OneUse::OwnTurn) => check_steps(FILE, card.id, &card.does, 1, None),
        Some(OneUse::On(trigger)) => check_steps(FILE, card.id, &card.does, 1, Some(trigger.window)),
    }
}

fn check_passive(card: &TreasureCard, passive: &Passive) -> Result<(), BadContent> {
    const FILE: &str = "treasures.ron";
    let offense = card.row.is_some();
    match passive {
        Passive::BonusDice(dice) if offense && (1..=3).contains(&dice.count()) => Ok(()),
        Passive::MayAoe if matches!(card.row, Some(Row::Melee | Row::Ranged)) => Ok(()),
        Passive::BonusDice(_) | Passive::MayAoe => wrong(
            FILE,
            card.id,
            "bonus dice or AOE",
            "only on an Offense Treasure, 1 to 3 dice, no AOE on Magic",
        ),
        Passive::Has(
            Ability::Ambush | Ability::Cursed | Ability::Aoe | Ability::Regenerate | Ability::CastsSpells,
        ) => wrong(FILE, card.id, "an ability of Minions", "armor, boost, dodge, evade or longshot"),
        Passive::Has(_)
        | Passive::CannotBeCursed
        | Passive::MaxHealth(1..=20)
        | Passive::GuardAsDefender(1..=5)
        | Passive::MoveSteps(1..=6)
        | Passive::EvadeFirstStep
        | Passive::XpEachRound(1..=5)
        | Passive::RerollEachTurn(1..=6)
        | Passive::MorePlusOnes(1..=8)
        | Passive::HandLimit(1..=12)
        | Passive::DrawOnEquip(1..=2)
        | Passive::ScoutOne => Ok(()),
        Passive::MaxHealth(_)
        | Passive::GuardAsDefender(_)
        | Passive::MoveSteps(_)
        | Passive::XpEachRound(_)
        | Passive::RerollEachTurn(_)
        | Passive::MorePlusOnes(_)
        | Passive::HandLimit(_)
        | Passive::DrawOnEquip(_) => {
            wrong(FILE, card.id, format!("{passive:?}"), "a smaller number, at least 1")
        }
        Passive::SpellDamage(_)
        | Passive::SpellHealing(_)
        | Passive::DiceWhenHurt { .. }
        | Passive::BattleRage { .. }
        | Passive::PlusOnePrice(_)
        | Passive::Gust { .. }
        | Passive::Crusade { .. }
        | Passive::Beats(_)
        | Passive::Meddling
        | Passive::Cowardly => wrong(FILE, card.id, format!("{passive:?}"), "it on boards only"),
    }
}

pub fn check_tile(card: &TileCard) -> Result<(), BadContent> {
    const FILE: &str = "regions.ron";
    if card.name.trim().is_empty() || card.rule.is_some() == card.text.trim().is_empty() {
        return wrong(
            FILE,
            card.id,
            "no name, or a rule without a text",
            "a name; a text that says the rule",
        );
    }
    let home = card.id.tier() == Tier::Hawkemoor;
    if home != card.at.is_some() {
        return wrong(FILE, card.id, "`at`", "the place of a Hawkemoor tile, and of no other");
    }
    if home && !(card.icons.0.is_empty() && card.always.is_empty()) {
        return wrong(
            FILE,
            card.id,
            "icons or `always`",
            "neither on a Hawkemoor tile: it lies face-up from the start",
        );
    }
    let at_home = matches!(card.rule, Some(RegionRule::Keep | RegionRule::FirstChumps));
    if at_home != (home && card.rule.is_some()) {
        return wrong(
            FILE,
            card.id,
            "its rule",
            "keep and first_chumps on Hawkemoor tiles, all others elsewhere",
        );
    }
    let limited = card.rule_heroes != HeroCounts::default();
    if limited
        && matches!(card.rule, None | Some(RegionRule::Keep | RegionRule::FirstChumps | RegionRule::Shrine))
    {
        return wrong(FILE, card.id, "rule_heroes", "only with a rule that some Hero Counts lack, no Shrine");
    }
    match card.rule {
        Some(RegionRule::HeroesHave(ability)) if ability != Ability::Longshot => {
            wrong(FILE, card.id, format!("heroes_have({ability:?})"), "longshot")
        }
        Some(RegionRule::RangedLess(by) | RegionRule::Spring(by)) if !(1..=9).contains(&by) => {
            wrong(FILE, card.id, format!("{by}"), "1 to 9")
        }
        Some(_) | None => Ok(()),
    }
}
