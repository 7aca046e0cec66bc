//! Reads standing orders: `damage never`, `ward auto if damage>=3`, `w1 ask if target=h2 until round`. What an order prints
//! reads back as the same order. What has no meaning is refused with what has.

use super::{Aim, Order, Will, knows_damage, knows_target};
use crate::{
    MinionsOfMordak,
    content::{OneUse, Trigger},
    ids::{KindId, Who},
    state::Card,
    words::{DeckId, Window},
};
use kernel::{
    Seat,
    setting::{number, wrong},
};

/// How orders are written, for people.
pub const HELP: &str = "\
[window] [card] ask, never or auto [if condition and condition] [until round], such as `never`, `damage never`, \
`a14 auto if damage>=3`, `w1 ask if target=h2 until round`; conditions: damage>=3, would_defeat_me, \
target=h2 (or mordak, gust, me, hero, minion, or a kind such as c7); windows: begins (w1), rolled (w3), modify (w4), \
targeted (w5), damage (w6), defeat (w7), cast (w8); `withdraw 2` and `withdraw all` take orders back, `?` lists them";

/// The most damage that an order can wait for.
const DAMAGE_MOST: u8 = 60;

/// Reads an order of this seat.
///
/// # Errors
/// With what was wrong, and what would be an order.
pub fn read(g: &MinionsOfMordak, seat: Seat, text: &str) -> Result<Order, String> {
    let tidy = tidied(text);
    let words: Vec<&str> = tidy.split(' ').filter(|word| !word.is_empty()).collect();
    let will_at = will_at(&words).ok_or_else(|| wrong(text, HELP))?;
    let (before, after) = (&words[..will_at], &words[will_at + 1..]);
    let will: Will = words[will_at].parse().map_err(|_| wrong(text, HELP))?;
    let (window, card) = named(g, before)?;
    let mut order = Order { will, window, card, ..Order::default() };
    let conditions = match after {
        [rest @ .., "until", "round"] | [rest @ .., "until", "end", "of", "round"] => {
            order.this_round = true;
            rest
        }
        rest => rest,
    };
    match conditions {
        [] => {}
        ["if", rest @ ..] if !rest.is_empty() => {
            for condition in rest.split(|word| *word == "and") {
                read_condition(g, seat, &mut order, &condition.join(" "))?;
            }
        }
        _ => return Err(wrong(&conditions.join(" "), "`if` with a condition, `until round`, or nothing")),
    }
    check(g, order)?;
    Ok(order)
}

/// Small letters, single spaces, and conditions in one word each.
fn tidied(text: &str) -> String {
    let words = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words.replace(" >=", ">=").replace(">= ", ">=").replace(" =", "=").replace("= ", "=");
    words.replace("target_is( ", "target_is(").replace(" )", ")")
}

/// Where it says what is to be done: before the end, a condition or a term. A card's name may have such a word as well.
fn will_at(words: &[&str]) -> Option<usize> {
    let ends = |at: usize| matches!(words.get(at + 1), None | Some(&"if" | &"until"));
    (0..words.len()).find(|at| words[*at].parse::<Will>().is_ok() && ends(*at))
}

/// The window and the card that an order names, if any. A window that is also a card's name is the window.
fn named(g: &MinionsOfMordak, words: &[&str]) -> Result<(Option<Window>, Option<Card>), String> {
    match words {
        [] => Ok((None, None)),
        [first, rest @ ..] => {
            let window = window(first);
            let rest = if window.is_some() { rest } else { words };
            let card = if rest.is_empty() { None } else { Some(card(g, &rest.join(" "))?) };
            Ok((window, card))
        }
    }
}

/// A window by its name or its number: `damage`, `w6`.
fn window(word: &str) -> Option<Window> {
    let numbered = word.strip_prefix('w').and_then(|n| n.parse::<usize>().ok()).filter(|n| *n > 0);
    let by_number = numbered.and_then(|n| Window::ALL.get(n - 1).copied());
    word.parse().ok().or(by_number)
}

/// Every card that reacts, with what opens it.
fn reactions(g: &MinionsOfMordak) -> impl Iterator<Item = (Card, &str, Trigger)> {
    let spells = DeckId::ALL.iter().flat_map(|deck| g.content.spells_of(*deck));
    let spells = spells.filter_map(|card| Some((Card::Spell(card.id), card.name.as_str(), card.on?)));
    let treasures = g.content.all_treasures().filter_map(|card| match card.one_use {
        Some(OneUse::On(trigger)) => Some((Card::Treasure(card.id), card.name.as_str(), trigger)),
        Some(OneUse::OwnTurn) | None => None,
    });
    spells.chain(treasures)
}

/// A card that reacts, by its notation, its name, or a word of its name that no other has. Whoever holds it: an order says
/// nothing of hands.
fn card(g: &MinionsOfMordak, text: &str) -> Result<Card, String> {
    let is = |(card, name, _): &(Card, &str, Trigger)| {
        super::card_id(*card) == text || name.to_lowercase() == text
    };
    if let Some((card, ..)) = reactions(g).find(is) {
        return Ok(card);
    }
    let has = |name: &str| name.to_lowercase().split(' ').any(|word| word == text);
    let mut like = reactions(g).filter(|(_, name, _)| has(name));
    match (like.next(), like.next()) {
        (Some((card, ..)), None) => Ok(card),
        (_, _) => {
            let all = reactions(g).map(|(card, name, _)| format!("{name} ({})", super::card_id(card)));
            let expected = format!("a window, or a card that reacts: {}", all.collect::<Vec<_>>().join(", "));
            Err(wrong(text, expected))
        }
    }
}

fn read_condition(g: &MinionsOfMordak, seat: Seat, order: &mut Order, condition: &str) -> Result<(), String> {
    let target = || {
        let inside = condition.strip_prefix("target_is(").and_then(|rest| rest.strip_suffix(')'));
        condition.strip_prefix("target=").or(inside)
    };
    let twice = if let Some(least) = condition.strip_prefix("damage>=") {
        std::mem::replace(&mut order.damage, number(least, 1, DAMAGE_MOST)?) > 0
    } else if matches!(condition, "would_defeat_me" | "defeats_me") {
        std::mem::replace(&mut order.would_defeat_me, true)
    } else if let Some(target) = target() {
        order.target.replace(aim(g, seat, target)?).is_some()
    } else {
        return Err(wrong(
            condition,
            "damage>=3, would_defeat_me or target=h2, more than one joined by `and`",
        ));
    };
    if twice { Err(wrong(condition, "each condition once")) } else { Ok(()) }
}

/// Whom a window is to be about.
fn aim(g: &MinionsOfMordak, seat: Seat, text: &str) -> Result<Aim, String> {
    match text {
        "me" => return Ok(Aim::Who(Who::hero(seat))),
        "minion" => return Ok(Aim::AnyMinion),
        "hero" => return Ok(Aim::AnyHero),
        "sheep" => return Ok(Aim::Kind(KindId::SHEEP)),
        _ => {}
    }
    if let Some(kind) = text.parse().ok().filter(|kind| g.content.has_minion(*kind)) {
        return Ok(Aim::Kind(kind));
    }
    let expected = "me, a Hero such as h2, mordak, gust, hero, minion, or a kind of Minions such as c7";
    let who: Who = text.parse().map_err(|_| wrong(text, expected))?;
    if who.is_minion() {
        let why = "a kind of Minions such as c7: a number is given to another Minion when its own falls";
        return Err(wrong(text, why));
    }
    match who.as_player() {
        Some(player) if player.number() >= g.options.seats => Err(wrong(text, "somebody who plays")),
        Some(_) | None => Ok(Aim::Who(who)),
    }
}

/// Can it ever fit?
fn check(g: &MinionsOfMordak, order: Order) -> Result<(), String> {
    let opens = |window: Window| reactions(g).any(|(_, _, trigger)| trigger.window == window);
    if let Some(window) = order.window.filter(|window| !opens(*window)) {
        let all = listed(opens);
        return Err(wrong(&window_in_words(window), format!("a window in which a card reacts: {all}")));
    }
    let of_card = order.card.and_then(|card| reactions(g).find(|(own, ..)| *own == card));
    let window = match (order.window, of_card) {
        (Some(window), Some((_, name, trigger))) if trigger.window != window => {
            let expected = format!("{}, the window in which {name} reacts", window_in_words(trigger.window));
            return Err(wrong(&window_in_words(window), expected));
        }
        (Some(window), _) => Some(window),
        (None, of_card) => of_card.map(|(_, _, trigger)| trigger.window),
    };
    let Some(window) = window else { return Ok(()) };
    let blind = |condition: &str, what: &str, knows: fn(Window) -> bool| {
        let all = listed(|window| opens(window) && knows(window));
        Err(format!(
            "`{condition}` means nothing in the window {}; {what} is known in {all}",
            window_in_words(window)
        ))
    };
    if order.damage > 0 && !knows_damage(window) {
        return blind(&format!("damage>={}", order.damage), "damage", knows_damage);
    }
    if order.would_defeat_me && !knows_damage(window) {
        return blind("would_defeat_me", "who would be Defeated", knows_damage);
    }
    match order.target.filter(|_| !knows_target(window)) {
        Some(aim) => blind(&format!("target={aim}"), "a target", knows_target),
        None => Ok(()),
    }
}

/// A window with its number: `damage (w6)`.
fn window_in_words(window: Window) -> String {
    format!("{window} (w{})", window.index() + 1)
}

fn listed(which: impl Fn(Window) -> bool) -> String {
    let all = Window::ALL.iter().filter(|window| which(**window)).map(|window| window_in_words(*window));
    all.collect::<Vec<_>>().join(", ")
}

/// An order of every shape that can be written.
#[cfg(test)]
pub fn all(g: &MinionsOfMordak) -> Vec<Order> {
    let cards = reactions(g).map(|(card, _, trigger)| (Some(card), Some(trigger.window)));
    let named: Vec<_> = cards
        .flat_map(|(card, window)| [(card, None), (card, window)])
        .chain(Window::ALL.iter().map(|window| (None, Some(*window))))
        .chain([(None, None)])
        .collect();
    let kind = crate::words::Size::ALL
        .iter()
        .flat_map(|size| g.content.minions_of(*size))
        .next()
        .map(|card| card.id);
    let mut aims = vec![None, Some(Aim::AnyMinion), Some(Aim::AnyHero), Some(Aim::Kind(KindId::SHEEP))];
    aims.extend(kind.map(|kind| Some(Aim::Kind(kind))));
    aims.extend([Who::MORDAK, Who::GUST, Who(1)].map(|who| Some(Aim::Who(who))));
    let mut all = vec![];
    for will in Will::ALL {
        for (card, window) in &named {
            for target in &aims {
                for bits in 0..8u8 {
                    all.push(Order {
                        will: *will,
                        window: *window,
                        card: *card,
                        damage: if bits & 1 == 0 { 0 } else { 3 + bits },
                        would_defeat_me: bits & 2 != 0,
                        target: *target,
                        this_round: bits & 4 != 0,
                    });
                }
            }
        }
    }
    all.retain(|order| check(g, *order).is_ok());
    all
}
