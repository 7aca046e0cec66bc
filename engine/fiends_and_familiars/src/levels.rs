//! Reward levels in words: what a Minion gives for which result, and what a result is worth against the Monster.

use crate::{
    content::{
        cards::{Level, MinionCard, MonsterCard},
        effects::Effect,
    },
    words::Good,
};

/// `0: 1 XP, 1 Injury; 9: 2 XP, 1 Honor, Trophy`
#[must_use]
pub fn of_minion(card: &MinionCard) -> String {
    let levels: Vec<String> =
        card.levels.iter().map(|level| format!("{}: {}", level.min, reward(level))).collect();
    levels.join("; ")
}

fn reward(level: &Level) -> String {
    let goods = [
        (level.gold, Good::Gold),
        (level.xp, Good::Xp),
        (level.honor, Good::Honor),
        (level.injury, Good::Injury),
        (level.charisma, Good::Charisma),
    ];
    let mut parts: Vec<String> = goods
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, good)| format!("{count} {}", good.title()))
        .collect();
    if level.does != Effect::Nothing {
        parts.push(step(level.does));
    }
    if level.trophy {
        parts.push("Trophy".to_owned());
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// `9: 1 star, 13: 2 stars; Champion Bonus 3`
#[must_use]
pub fn of_monster(card: &MonsterCard) -> String {
    let stars = |n: u8| if n == 1 { "1 star".to_owned() } else { format!("{n} stars") };
    let levels: Vec<String> =
        card.levels.iter().map(|(from, worth)| format!("{from}: {}", stars(*worth))).collect();
    let champion = match card.champion {
        0 => "no Champion Bonus".to_owned(),
        more => format!("Champion Bonus {more}"),
    };
    format!("{}; {champion}", levels.join(", "))
}

/// What a reward does besides.
fn step(effect: Effect) -> String {
    match effect {
        Effect::Nothing => "nothing".to_owned(),
        Effect::Gain(good, n) => format!("{n} {}", good.title()),
        Effect::GainPer { what, max, .. } => format!("up to {max} {}", what.title()),
        Effect::Pay(good, n) => format!("for {n} {}", good.title()),
        Effect::Heal(n) => format!("{n} Injury less"),
        Effect::Flip(_) => "flip a die".to_owned(),
        Effect::Swap(_) => "exchange two dice".to_owned(),
        Effect::Adjust { by, .. } => format!("change a die by up to {by}"),
        Effect::Reroll { .. } => "reroll a die".to_owned(),
        Effect::Set { value, .. } => format!("turn a die to {value}"),
        Effect::Replace => "place a die again".to_owned(),
        Effect::Align(to) => format!("a step to {}", to.title()),
        Effect::Wander(n) => format!("up to {n} steps of the Alignment token"),
        Effect::Center => "the Alignment token to the centre".to_owned(),
        Effect::Action(row) => format!("the {} action", row.title()),
        Effect::AnyAction => "any Attribute Action".to_owned(),
        Effect::CompleteAction => "the action of a complete row".to_owned(),
        Effect::Buy(off) => format!("buy a card for {off} Gold less"),
        Effect::FromDiscard => "a discarded card into the Market".to_owned(),
        Effect::TurnMarket(n) => format!("turn up {n} Market cards"),
        Effect::ClearSlot => "discard a Market card".to_owned(),
        Effect::Refresh(n) => format!("refresh up to {n} Skills"),
        Effect::PoolReroll => "reroll a die on an Initiative card".to_owned(),
        Effect::PoolFlip => "flip a die on an Initiative card".to_owned(),
        Effect::PoolSwap => "exchange dice on Initiative cards".to_owned(),
        Effect::CycleMinion => "reveal another Minion".to_owned(),
        Effect::HuntDice(n) => format!("{n} Combat Dice for the next Hunt"),
        Effect::HuntBonus(n) => format!("{n} more for the next Hunt"),
        Effect::HuntReroll(n) => format!("{n} rerolls for the next Hunt"),
        Effect::Banish(gold) => format!("banish a Fiend for {gold} Gold"),
        Effect::Summon => "put a Fiend on an Initiative card".to_owned(),
        Effect::DrawFiend => "draw a Fiend".to_owned(),
    }
}
