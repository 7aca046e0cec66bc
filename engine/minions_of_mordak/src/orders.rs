//! What a bot does, in words that people at a real table carry out: names and places. Empty where their hands have nothing to
//! do and the story says the rest.

use crate::{
    Action,
    action::Pay,
    frame::Frame,
    ids::{RegionId, Who},
    labels,
    queries::Look,
    rules::rounds,
    state::Card,
    words::{Count, Die},
};
use kernel::{Seat, Show as _};

/// The order for an action of this seat.
#[must_use]
pub fn order(look: Look, seat: Seat, action: Action) -> String {
    in_turn(look, action)
        .or_else(|| in_roll(look, action))
        .or_else(|| of_card(look, action))
        .unwrap_or_else(|| said(look, seat, action))
}

/// Whatever has no words of its own is said as it is offered; a bare yes or no with its question.
fn said(look: Look, seat: Seat, action: Action) -> String {
    if matches!(action, Action::Accept | Action::Decline) {
        return format!("{}: {}", labels::prompt(look), labels::label(look, seat, action).to_lowercase());
    }
    format!("{}: {}", look.g.seat_name(look.s, seat), labels::label(look, seat, action))
}

/// Somebody and where: `Rusted Sentry (m0) on Hawkspire (c2)`.
fn placed(look: Look, who: Who) -> String {
    let region = look.region(who);
    if region.is_on_map() {
        format!("{} on {}", look.name(who), look.region_name(region))
    } else {
        look.name(who)
    }
}

fn actor(look: Look) -> String {
    placed(look, look.s.level().actor)
}

fn goes(look: Look, who: Who, to: RegionId) -> String {
    let from = look.region_name(look.region(who));
    format!("{} goes from {from} to {}", look.name(who), look.region_name(to))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is said below")]
fn in_turn(look: Look, action: Action) -> Option<String> {
    let level = || look.s.level();
    Some(match action {
        Action::Act { who } => match who.as_minion().map(|slot| covered(look, slot)) {
            Some(true) => format!("{} begins a Turn: lay it on top of its stack", placed(look, who)),
            Some(false) | None => String::new(),
        },
        Action::Move { to } => goes(look, level().actor, to),
        Action::Step { to } => match look.s.stack.top() {
            Some(Frame::FreeMove { who, .. }) => goes(look, *who, to),
            Some(_) | None => goes(look, level().actor, to),
        },
        Action::Stop | Action::End | Action::Keep | Action::Done | Action::Reorder { .. } => String::new(),
        Action::StopAll if rounds::far_ones_left(look) => {
            "the other Minions without a Hero in reach stay".to_owned()
        }
        Action::StopAll => "the other Minions pass".to_owned(),
        Action::Roll { row } => {
            let who = level().actor;
            let dice = look.row_dice(who, row).plus(look.bonus_dice(who, row));
            format!("{} rolls {}: {dice}", placed(look, who), row.title())
        }
        Action::Surge { arcane, divine, void } => {
            let decks = [("Arcane", arcane), ("Divine", divine), ("Void", void)];
            let drawn = decks.iter().filter(|(_, n)| n.0 > 0).map(|(deck, n)| format!("{n} {deck}"));
            format!(
                "{} surges with power: {} Spells",
                look.name(level().actor),
                drawn.collect::<Vec<_>>().join(", ")
            )
        }
        _ => return None,
    })
}

/// Does something lie on this Minion?
fn covered(look: Look, slot: u8) -> bool {
    look.s.stack_of(look.s.minion(slot).region).next().is_some_and(|top| top != slot)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is said above and below")]
fn in_roll(look: Look, action: Action) -> Option<String> {
    let level = || look.s.level();
    let row = || level().roll.row.title();
    Some(match action {
        Action::Boost { grade } => {
            format!("{} places one {} on its best face (Boost)", actor(look), grade.title())
        }
        Action::Reroll { die } => format!("one {} is rolled again", shows(die)),
        Action::Add { tokens: Count(0) } => String::new(),
        Action::Spend => format!("{} spends a Plus-One of {} for 1 Hit", actor(look), row()),
        Action::Buy => {
            let price = counted(look.plus_price(level().seat));
            format!("{} pays {price} for a Plus-One on {}", actor(look), row())
        }
        Action::Attack { region } => {
            let hits = counted(level().roll.pool);
            format!("{} attacks {} ({hits} to spend)", actor(look), look.region_name(region))
        }
        Action::Sweep { region } => {
            format!("{} hits everybody in {}", actor(look), look.region_name(region))
        }
        Action::Damage { hits: Count(0) } => "no damage is dealt".to_owned(),
        Action::Damage { hits } if look.s.stack.top() == Some(&Frame::Amount) => {
            format!("{} deals {hits} damage to {}", actor(look), placed(look, level().attack.target))
        }
        Action::Damage { hits } => format!("everybody there takes {hits} damage"),
        Action::Spawn { size } => {
            let price = look.g.content.numbers.spawn_price(size).unwrap_or(0);
            format!("{} pays {}: draw {}", actor(look), counted(price), size.one())
        }
        _ => return None,
    })
}

fn counted(hits: u8) -> String {
    if hits == 1 { "1 Hit".to_owned() } else { format!("{hits} Hits") }
}

fn shows(die: Die) -> String {
    let number = die.word().trim_start_matches(char::is_alphabetic);
    format!("{} that shows {number} ({die})", die.grade().title())
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is said as it is offered")]
fn of_card(look: Look, action: Action) -> Option<String> {
    let content = &look.g.content;
    Some(match action {
        Action::Cast { spell, cost } => {
            let card = content.spell(spell);
            format!("{} casts {} for {}: {}", actor(look), card.name, counted(cost.0), card.text)
        }
        Action::React { spell, pay } => {
            let card = content.spell(spell);
            let paid = match pay {
                Pay::Free => String::new(),
                Pay::PlusOne(row) => format!(" for a Plus-One of {}", row.title()),
                Pay::Discard(other) => format!(" and discards {}", content.spell(other).name),
            };
            format!("{} reacts and casts {}{paid}: {}", reactor(look), card.name, card.text)
        }
        Action::Pass => format!("{}: no Reaction", reactor(look)),
        Action::Place { region } => {
            let who = match look.s.stack.top() {
                Some(Frame::PlaceTarget { who, .. }) => look.name(*who),
                Some(Frame::Sheep { .. }) => content.sheep.name.clone(),
                Some(_) | None => look.s.drawn.map_or_else(String::new, |kind| look.kind_name(kind)),
            };
            format!("place {who} on {}, on top", look.region_name(region))
        }
        Action::Target { who } => format!("{} is for {}", card(look), placed(look, who)),
        Action::Region { region } => match look.s.stack.top() {
            Some(Frame::Labyrinth { .. }) => format!("the Labyrinth leads to {}", look.region_name(region)),
            Some(_) | None => format!("{} is for {}", card(look), look.region_name(region)),
        },
        Action::Next { who } => {
            format!("reorder the stack: next from the top lies {}", placed(look, who))
        }
        _ => return None,
    })
}

fn reactor(look: Look) -> String {
    match look.s.stack.top() {
        Some(Frame::React { seat, .. }) => look.g.seat_name(look.s, *seat),
        Some(_) | None => String::new(),
    }
}

/// The card that is being carried out.
fn card(look: Look<'_>) -> &str {
    match look.s.cast().card {
        Card::Spell(spell) => &look.g.content.spell(spell).name,
        Card::Treasure(treasure) => &look.g.content.treasure(treasure).name,
    }
}
