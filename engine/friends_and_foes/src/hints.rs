//! Headings for lists of actions, and one sentence that helps to choose, with numbers where they are cheap.

use crate::{
    Action,
    cards::AttackCard,
    queries::{Look, floor},
    rules::attack_results::Clash,
    words::{AbilityId, CharId, value},
};
use kernel::{Card, CardSet, Seat};

/// The heading to list an action under.
#[must_use]
#[expect(clippy::wildcard_enum_match_arm, reason = "short lists need no headings")]
pub fn group(_: Look, action: Action) -> &'static str {
    match action {
        Action::Warband { .. } => "Ready warbands",
        Action::Form { .. } => "Build your own",
        Action::Move { .. } => "Move",
        Action::Search { .. } | Action::Draw { .. } => "Treasure and cards",
        Action::Attack { .. } | Action::Empower { .. } => "Attack",
        Action::Use { .. } => "Abilities",
        Action::Deploy { .. } => "Bench",
        Action::End => "Turn",
        _ => "",
    }
}

/// A sentence that helps to choose; made from what the seat itself may know.
#[must_use]
#[expect(clippy::wildcard_enum_match_arm, reason = "the label says it all")]
pub fn hint(look: Look, seat: Seat, action: Action) -> String {
    match action {
        Action::Attack { who, with, .. } | Action::Empower { who, with, .. } => best_target(look, who, with),
        Action::Target { who: target } => match look.s.stack.top() {
            Some(crate::frame::Frame::AttackTarget { who, with, .. }) => against(look, *who, *with, target),
            Some(_) | None => String::new(),
        },
        Action::Use { ability, .. } | Action::React { ability, .. } => {
            look.g.content.ability(ability).text.clone()
        }
        Action::Search { who } => {
            let critical = look.s.sides[seat].deck.iter().filter(|c| look.is_critical(who, *c)).count();
            format!("{critical} of {} deck cards find more", kernel::Pool::count(&look.s.sides[seat].deck))
        }
        Action::Sprint => match look.s.stack.top() {
            Some(crate::frame::Frame::SprintAsk { who }) => {
                let needed = look.sprint(*who);
                let good = |c: &Card| value(*c) >= needed || look.is_critical(*who, *c);
                percent(look.s.sides[seat].deck, good, "deck cards succeed")
            }
            Some(_) | None => String::new(),
        },
        _ => String::new(),
    }
}

fn percent(cards: CardSet, good: impl Fn(&Card) -> bool, what: &str) -> String {
    let all = kernel::Pool::count(&cards).max(1);
    let hits = cards.iter().filter(good).count() as u32;
    format!("{} % of {what}", hits * 100 / all)
}

fn best_target(look: Look, who: CharId, with: AbilityId) -> String {
    let attack = look.attack(who, with);
    if attack.area {
        return format!("{} damage to each that is hit", attack.damage);
    }
    let best = look.targets(who, attack).iter().max_by_key(|t| chance(look, (who, with, attack), *t));
    best.map_or(String::new(), |target| {
        format!("{} % to hurt {} from the deck", chance(look, (who, with, attack), target), look.name(target))
    })
}

fn against(look: Look, who: CharId, with: AbilityId, target: CharId) -> String {
    let health = look.s.char(target).health;
    format!(
        "{} % from the deck, {health} health left",
        chance(look, (who, with, look.attack(who, with)), target)
    )
}

/// How often a deck card against an unseen card does damage. The defender's unseen cards are what its view gives.
fn chance(look: Look, (who, with, attack): (CharId, AbilityId, &AttackCard), target: CharId) -> u32 {
    let (mine, theirs) = (look.s.sides[who.seat()].deck, look.s.sides[target.seat()].deck);
    let (add, resist) = (look.attack_bonus(who, with, false), look.defence_bonus(target, attack.nature));
    let (mut hits, mut all) = (0u32, 0u32);
    for card in mine.iter() {
        for answer in theirs.iter() {
            let clash = Clash {
                attack: floor(value(card), add),
                defence: floor(value(answer), resist),
                attack_critical: look.is_critical(who, card),
                defence_critical: look.is_critical(target, answer),
            };
            all += 1;
            hits += u32::from(clash.times(look.g.options.result_mode, look.g.options.doubling_stack) > 0);
        }
    }
    hits * 100 / all.max(1)
}
