//! Headings for lists of actions, and one sentence that helps to choose, with numbers where they are cheap.

use crate::{
    Action,
    cards::AttackCard,
    frame::Frame,
    queries::{Look, floor},
    rules::{
        attack::{self, Declared},
        attack_results::Clash,
        movement,
    },
    words::{CharId, Weapon, value},
};
use kernel::{Card, CardSet, Seat};

/// The heading to list an action under.
#[must_use]
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
        // Short lists need no headings.
        Action::Recruit { .. }
        | Action::Learn { .. }
        | Action::Bench { .. }
        | Action::Ready
        | Action::Buy { .. }
        | Action::Initiative { .. }
        | Action::Blind
        | Action::Zone { .. }
        | Action::Edge { .. }
        | Action::Place { .. }
        | Action::Breakthrough { .. }
        | Action::Defender { .. }
        | Action::NoDefender
        | Action::Target { .. }
        | Action::Area { .. }
        | Action::Deck
        | Action::Hand { .. }
        | Action::Pick { .. }
        | Action::Keep
        | Action::Redraw
        | Action::Sprint
        | Action::Stop
        | Action::Go { .. }
        | Action::Stay
        | Action::Answer { .. }
        | Action::Expertise { .. }
        | Action::Overclock
        | Action::Decline
        | Action::React { .. }
        | Action::Pass
        | Action::Lay { .. }
        | Action::Take { .. }
        | Action::Discard { .. }
        | Action::Turn { .. } => "",
    }
}

/// A sentence that helps to choose; made from what the seat itself may know. Most labels say it all.
#[must_use]
pub fn hint(look: Look, seat: Seat, action: Action) -> String {
    let top = look.s.stack.top();
    if let Action::Attack { who, with, .. } | Action::Empower { who, with, .. } = action {
        best_target(look, who, with)
    } else if let Action::Target { who: target } = action
        && let Some(Frame::Attack(attack::Frame::Target(Declared { who, with, .. }))) = top
    {
        against(look, *who, *with, target)
    } else if let Action::Use { ability, .. } | Action::React { ability, .. } = action {
        look.g.content.ability(ability).text.clone()
    } else if let Action::Search { who, .. } = action {
        let critical = look.s.sides[seat].deck.iter().filter(|c| look.is_critical(who, *c)).count();
        let what = if look.g.options.find_base == 0 { "two, others nothing" } else { "more" };
        format!("{critical} of {} deck cards find {what}", kernel::Pool::count(&look.s.sides[seat].deck))
    } else if action == Action::Sprint
        && let Some(Frame::Movement(movement::Frame::SprintAsk { who })) = top
    {
        let needed = look.sprint(*who);
        let good = |c: &Card| value(*c) >= needed || look.is_critical(*who, *c);
        percent(look.s.sides[seat].deck, good, "deck cards succeed")
    } else {
        String::new()
    }
}

fn percent(cards: CardSet, good: impl Fn(&Card) -> bool, what: &str) -> String {
    let all = kernel::Pool::count(&cards).max(1);
    let hits = cards.iter().filter(good).count() as u32;
    format!("{} % of {what}", hits * 100 / all)
}

fn best_target(look: Look, who: CharId, with: Weapon) -> String {
    let attack = look.attack(who, with);
    if attack.area {
        return format!("{} damage to each that is hit", attack.damage);
    }
    let best = look.targets(who, attack).iter().max_by_key(|t| chance(look, (who, with, attack), *t));
    best.map_or(String::new(), |target| {
        format!("{} % to hurt {} from the deck", chance(look, (who, with, attack), target), look.name(target))
    })
}

fn against(look: Look, who: CharId, with: Weapon, target: CharId) -> String {
    let health = look.s.char(target).health;
    format!(
        "{} % from the deck, {health} health left",
        chance(look, (who, with, look.attack(who, with)), target)
    )
}

/// How often a deck card against an unseen card does damage. The defender's unseen cards are what its view gives.
fn chance(look: Look, (who, with, attack): (CharId, Weapon, &AttackCard), target: CharId) -> u32 {
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
