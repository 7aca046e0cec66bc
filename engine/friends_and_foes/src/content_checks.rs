//! What content must be before it is played with: every entry once, numbers within their bounds, every id resolved.

use crate::{
    cards::{AbilityCard, Effect, Lasting, Scope, Sort, Until, Warband},
    content::{BadContent, Content, Deployment, read_teams},
    words::{AbilityId, AbilityKind, Class, Stat},
};
use kernel::rule;
use std::fmt::Display;

pub use kernel::pack::wrong;

pub fn within(
    file: &'static str,
    entry: &str,
    found: usize,
    low: usize,
    high: usize,
) -> Result<(), BadContent> {
    if (low..=high).contains(&found) {
        return Ok(());
    }
    wrong(file, entry, format!("{found} entries"), format!("{low} to {high}"))
}

pub fn each_once<T: Copy + PartialEq + Display>(
    file: &'static str,
    found: impl Iterator<Item = T> + Clone,
    wanted: &[T],
) -> Result<(), BadContent> {
    for id in wanted {
        let count = found.clone().filter(|f| f == id).count();
        if count != 1 {
            return wrong(file, id, format!("it is listed {count} times"), "each entry exactly once");
        }
    }
    Ok(())
}

/// Fields that belong to the kind of card, and no others.
pub fn check_ability(id: AbilityId, card: &AbilityCard) -> Result<(), BadContent> {
    let no = |what: &str, expected: &str| wrong("abilities.ron", &card.id, what, expected);
    if card.coins > 10 || card.tokens > 9 {
        return no("coins or tokens", "coins 0 to 10, tokens 0 to 9");
    }
    match id.kind() {
        AbilityKind::Attack if card.attack.is_none() || card.tokens == 0 => {
            no("attack or tokens missing", "an attack that costs a token or more")
        }
        AbilityKind::Action if card.tokens == 0 || card.effects.is_empty() => {
            no("tokens or effects missing", "effects that cost a token or more")
        }
        AbilityKind::Reaction if card.trigger.is_none() || card.effects.is_empty() => {
            no("trigger or effects missing", "a trigger and effects")
        }
        AbilityKind::Reaction if card.auto && card.tokens > 0 => {
            no("auto with a cost", "tokens 0: nobody is asked")
        }
        AbilityKind::Passive if card.passive.is_empty() => no("passive missing", "what is always on"),
        AbilityKind::Attack | AbilityKind::Action | AbilityKind::Reaction | AbilityKind::Passive => {
            check_lists(id, card)
        }
    }
}

fn check_lists(id: AbilityId, card: &AbilityCard) -> Result<(), BadContent> {
    let no = |what: &str, expected: &str| wrong("abilities.ron", &card.id, what, expected);
    let attack = id.kind() == AbilityKind::Attack;
    let riders = !card.empower.is_empty() || !card.on_damage.is_empty();
    if riders && !attack {
        return no("empower or on_damage", "only on attack abilities");
    }
    if attack && !card.effects.is_empty() {
        return no("effects", "none on an attack ability: on_damage and empower say what else it does");
    }
    let sorts = || card.effects.iter().map(Effect::sort);
    let checks = sorts().filter(|sort| *sort == Sort::Check).count();
    if checks > 1 || checks == 0 && !(card.success.is_empty() && card.critical.is_empty()) {
        return no("success or critical without one check", "one check in effects");
    }
    let nested = card.success.iter().chain(&card.critical).chain(&card.on_damage).chain(&card.empower);
    if nested.map(Effect::sort).any(|sort| match sort {
        Sort::Check | Sort::BasicAttack | Sort::OwnAttack => true,
        Sort::Asks | Sort::AtOnce => false,
    }) {
        return no("a check or an attack inside another", "these only in effects");
    }
    if card.auto && sorts().any(|sort| sort != Sort::AtOnce) {
        return no("auto with an effect that asks somebody", "tokens, treasure or healing");
    }
    if sorts().any(|sort| sort == Sort::OwnAttack) != (!attack && card.attack.is_some()) {
        return no("own_attack without attack, or attack without own_attack", "both together");
    }
    Ok(())
}

pub fn check_lasting(entry: &str, lasting: &Lasting) -> Result<(), BadContent> {
    let own = matches!(lasting.on, Scope::Actor);
    if lasting.until == Until::OwnersTurn && !own {
        return wrong(
            "abilities.ron",
            entry,
            format!("lasting `{}` until owners_turn", lasting.key),
            "on: actor, or another end",
        );
    }
    if lasting.stat == Stat::Health || lasting.by == 0 || lasting.by.unsigned_abs() > 10 {
        return wrong(
            "abilities.ron",
            entry,
            format!("lasting `{}`", lasting.key),
            "a stat other than health, by -10 to 10",
        );
    }
    Ok(())
}

/// Every class can fill its slots for nothing, so that a formation can always be finished.
pub fn check_slots(content: &Content) -> Result<(), BadContent> {
    for class in Class::ALL {
        let levels =
            content.body_ids().filter(|(_, b)| b.class == Some(*class)).map(|(_, b)| usize::from(b.level));
        let highest = levels.max().unwrap_or(0);
        let free = content.ability_ids().filter(|(_, a)| a.coins == 0 && a.classes.admits(*class)).count();
        if free < highest {
            return wrong(
                "abilities.ron",
                class,
                format!("{free} abilities of price 0"),
                format!("at least {highest}, one for each slot"),
            );
        }
    }
    for level in 0..=3 {
        if !content.body_ids().any(|(_, b)| b.level == level) {
            return wrong(
                "profiles.ron",
                format!("level {level}"),
                "nobody has it",
                "at least one character of each level and one minion",
            );
        }
    }
    Ok(())
}

/// A warband fills the slots of its formation within the coins; says what it costs.
pub fn check_warband(content: &Content, entry: &str, warband: &Warband) -> Result<u8, BadContent> {
    rule!("FO-040", "FO-041", "FO-042", "FO-047");
    const FILE: &str = "warbands.ron";
    let levels: Vec<u8> = warband.members.iter().map(|m| content.body(m.body).level).collect();
    if levels != warband.formation.slots() {
        return wrong(
            FILE,
            entry,
            format!("levels {levels:?}"),
            format!("{:?} for a {}", warband.formation.slots(), warband.formation),
        );
    }
    let minions = warband.members.iter().chain(&warband.bench).map(|m| m.body).filter(|b| b.is_minion());
    let mut kinds: Vec<_> = minions.collect();
    kinds.dedup();
    if kinds.len() > 1 {
        return wrong(FILE, entry, "two types of minion", "one type");
    }
    if warband.bench.len() > 3 || warband.bench.iter().any(|m| content.body(m.body).level > 1) {
        return wrong(FILE, entry, "bench", "at most 3 level 1 characters or minions");
    }
    let mut coins = 0;
    for member in warband.members.iter().chain(&warband.bench) {
        let body = content.body(member.body);
        let learned: Vec<AbilityId> = member.abilities.into_iter().flatten().collect();
        if learned.len() != usize::from(body.level) {
            return wrong(
                FILE,
                entry,
                format!("{} with {} abilities", body.name, learned.len()),
                format!("{}", body.level),
            );
        }
        for (i, ability) in learned.iter().enumerate() {
            let card = content.ability(*ability);
            if !body.class.is_some_and(|class| card.classes.admits(class)) {
                return wrong(
                    FILE,
                    entry,
                    format!("{} with {ability}", body.name),
                    "an ability open to its class",
                );
            }
            if learned[..i].contains(ability) {
                return wrong(
                    FILE,
                    entry,
                    format!("{} with {ability} twice", body.name),
                    "each ability once on a character",
                );
            }
        }
    }
    for member in &warband.members {
        let abilities = member.abilities.into_iter().flatten();
        coins += content.body(member.body).coins + abilities.map(|a| content.ability(a).coins).sum::<u8>();
    }
    if coins > content.prices.coins {
        return wrong(FILE, entry, format!("{coins} coins"), format!("at most {}", content.prices.coins));
    }
    Ok(coins)
}

pub fn check_scenarios(content: &Content) -> Result<(), BadContent> {
    const FILE: &str = "scenarios.ron";
    for (_, card) in &content.scenarios {
        let no = |what: String, expected: &str| wrong(FILE, &card.id, what, expected);
        let Some(map) = content.maps.iter().find(|m| m.id == card.map) else {
            return no(format!("map `{}`", card.map), "a map of maps.ron");
        };
        if let Some(bad) = card.teams.iter().find(|t| read_teams(t).is_none()) {
            return no(format!("teams `{bad}`"), "seats by team, such as 0v1 or 01v23");
        }
        if card.teams.is_empty() {
            return no("teams: none".into(), "at least one way to sit");
        }
        let (areas, edges) = match &card.deployment {
            Deployment::Random { eligible } | Deployment::Drafting { eligible } => (&eligible[..], &[][..]),
            Deployment::BoardEdge { edges } => (&[][..], &edges[..]),
        };
        if let Some(bad) = areas.iter().find(|a| map.named(a).is_none_or(|id| id == map.middle)) {
            return no(format!("eligible `{bad}`"), "areas of the map other than the middle");
        }
        if let Some(bad) = edges.iter().find(|e| map.edge(**e).is_empty()) {
            return no(format!("edge `{bad}`"), "an edge of the map");
        }
        if let Some(twist) = &card.twist
            && !content.twists.iter().any(|(id, _)| id.to_string() == *twist)
        {
            return no(format!("twist `{twist}`"), "a twist of twists.ron");
        }
        if card.victory.iter().any(|v| v.from_round == Some(0) || v.amount == Some(0)) {
            return no("victory: 0".into(), "rounds and amounts of at least 1");
        }
    }
    Ok(())
}
