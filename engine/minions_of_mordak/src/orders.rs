//! What a bot does, in words that people at a real table carry out: names and places. Empty where their hands have nothing to
//! do and the story says the rest.

use crate::{
    Action,
    action::Pay,
    frame::Frame,
    ids::{RegionId, SpellId, Who},
    labels,
    queries::Look,
    rules::{attacks, rounds, spells},
    state::Card,
    words::{Count, Die},
};
use kernel::{Seat, Show as _};

/// The order for an action of this seat.
#[must_use]
#[expect(clippy::too_many_lines, reason = "one line for each action")]
pub fn order(look: Look, seat: Seat, action: Action) -> String {
    let row = || look.s.level().roll.row.title();
    match action {
        // --- a Turn
        Action::Act { who } => begins(look, who),
        Action::Move { to } => goes(look, look.s.level().actor, to),
        Action::Step { to } => goes(look, walker(look), to),
        Action::Stop | Action::End | Action::Keep | Action::Done | Action::Reorder { .. } => String::new(),
        Action::StopAll if rounds::far_ones_left(look) => {
            "the other Minions without a Hero in reach stay".to_owned()
        }
        Action::StopAll => "the other Minions pass".to_owned(),
        Action::Roll { row } => {
            let who = look.s.level().actor;
            let dice = look.row_dice(who, row).plus(look.bonus_dice(who, row));
            format!("{} rolls {}: {dice}", placed(look, who), row.title())
        }
        Action::Surge { arcane, divine, void } => surges(look, [arcane, divine, void]),
        // --- an Action Roll
        Action::Boost { grade } => {
            format!("{} places one {} on its best face (Boost)", actor(look), grade.title())
        }
        Action::Reroll { die } => format!("one {} is rolled again", shows(die)),
        Action::Add { tokens: Count(0) } => String::new(),
        Action::Spend => format!("{} spends a Plus-One of {} for 1 Hit", actor(look), row()),
        Action::Buy => {
            let price = counted(look.plus_price(look.s.level().seat));
            format!("{} pays {price} for a Plus-One on {}", actor(look), row())
        }
        Action::Attack { region } => {
            let hits = counted(look.s.level().roll.pool);
            format!("{} attacks {} ({hits} to spend)", actor(look), look.region_name(region))
        }
        Action::Sweep { region } => {
            format!("{} hits everybody in {}", actor(look), look.region_name(region))
        }
        Action::Damage { hits } => deals(look, hits),
        Action::Spawn { size } => {
            let price = look.g.content.numbers.spawn_price(size).unwrap_or(0);
            format!("{} pays {}: draw {}", actor(look), counted(price), size.one())
        }
        // --- cards
        Action::Cast { spell, cost } => {
            let card = look.g.content.spell(spell);
            format!("{} casts {} for {}: {}", actor(look), card.name, counted(cost.0), card.text)
        }
        Action::React { spell, pay } => reacts(look, spell, pay),
        Action::Pass => format!("{}: no Reaction", reactor(look)),
        Action::Place { region } => place(look, region),
        Action::Target { who } => format!("{} is for {}", card(look), placed(look, who)),
        Action::Region { region } => match look.s.stack.top() {
            Some(Frame::Scouting(_)) => format!("the Labyrinth leads to {}", look.region_name(region)),
            Some(_) | None => format!("{} is for {}", card(look), look.region_name(region)),
        },
        Action::Next { who } => {
            format!("reorder the stack: next from the top lies {}", placed(look, who))
        }
        // What is wanted, and by whom: the story says who has it in the end.
        Action::Equip { .. } | Action::Cash { .. } => String::new(),
        // --- all else is said as it is offered; a bare yes or no with its question
        Action::Accept | Action::Decline => {
            format!("{}: {}", labels::prompt(look), labels::label(look, seat, action).to_lowercase())
        }
        Action::PickHero { .. }
        | Action::Join { .. }
        | Action::Wait
        | Action::Stay
        | Action::Leave
        | Action::First
        | Action::Last
        | Action::Scout
        | Action::ScoutOne { .. }
        | Action::Loot { .. }
        | Action::Use { .. }
        | Action::Add { .. }
        | Action::Defender { .. }
        | Action::ReactWith { .. }
        | Action::Gain { .. }
        | Action::Drop { .. }
        | Action::Deck { .. }
        | Action::Discard { .. }
        | Action::Show { .. }
        | Action::Return { .. }
        | Action::Learn { .. }
        | Action::Train { .. }
        | Action::Hasten => {
            format!("{}: {}", look.g.seat_name(look.s, seat), labels::label(look, seat, action))
        }
    }
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

/// Who makes a step: whoever moves for free by a card, or takes the Turn.
fn walker(look: Look) -> Who {
    match look.s.stack.top() {
        Some(Frame::Spells(spells::Frame::FreeMove { who, .. })) => *who,
        Some(_) | None => look.s.level().actor,
    }
}

/// A Minion that begins a Turn is laid on top.
fn begins(look: Look, who: Who) -> String {
    match who.as_minion() {
        Some(slot) if covered(look, slot) => {
            format!("{} begins a Turn: lay it on top of its stack", placed(look, who))
        }
        Some(_) | None => String::new(),
    }
}

fn surges(look: Look, [arcane, divine, void]: [Count; 3]) -> String {
    let decks = [("Arcane", arcane), ("Divine", divine), ("Void", void)];
    let drawn = decks.iter().filter(|(_, n)| n.0 > 0).map(|(deck, n)| format!("{n} {deck}"));
    let drawn = drawn.collect::<Vec<_>>().join(", ");
    format!("{} surges with power: {drawn} Spells", look.name(look.s.level().actor))
}

/// Does something lie on this Minion?
fn covered(look: Look, slot: u8) -> bool {
    look.s.stack_of(look.s.minion(slot).region).next().is_some_and(|top| top != slot)
}

fn deals(look: Look, hits: Count) -> String {
    let left = look.s.level().attack.amount;
    if hits == Count(0) {
        return if left > 0 { String::new() } else { "no damage is dealt".to_owned() };
    }
    if look.s.stack.top() == Some(&attacks::Frame::Amount.into()) {
        let target = look.s.level().attack.target;
        let more = if left > 0 { "more " } else { "" };
        return format!("{} deals {hits} {more}damage to {}", actor(look), placed(look, target));
    }
    format!("everybody there takes {hits} damage")
}

fn counted(hits: u8) -> String {
    if hits == 1 { "1 Hit".to_owned() } else { format!("{hits} Hits") }
}

fn shows(die: Die) -> String {
    let number = die.word().trim_start_matches(char::is_alphabetic);
    format!("{} that shows {number} ({die})", die.grade().title())
}

fn reacts(look: Look, spell: SpellId, pay: Pay) -> String {
    let card = look.g.content.spell(spell);
    let paid = match pay {
        Pay::Free => String::new(),
        Pay::PlusOne(row) => format!(" for a Plus-One of {}", row.title()),
        Pay::Discard(other) => format!(" and discards {}", look.g.content.spell(other).name),
    };
    format!("{} reacts and casts {}{paid}: {}", reactor(look), card.name, card.text)
}

fn place(look: Look, region: RegionId) -> String {
    let who = match look.s.stack.top() {
        Some(Frame::Spells(spells::Frame::PlaceTarget { who, .. })) => look.name(*who),
        Some(Frame::Spells(spells::Frame::Sheep { .. })) => look.g.content.sheep.name.clone(),
        Some(_) | None => look.s.drawn.map_or_else(String::new, |kind| look.kind_name(kind)),
    };
    format!("place {who} on {}, on top", look.region_name(region))
}

fn reactor(look: Look) -> String {
    match look.s.stack.top() {
        Some(Frame::Spells(spells::Frame::React { seat, .. })) => look.g.seat_name(look.s, *seat),
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
