//! What each action means and what the game waits for, in the game's words.

use crate::{
    Action,
    action::Pay,
    frame::{For, Frame},
    ids::{RegionId, Who},
    queries::Look,
    rules::{rolls, rounds},
    telling::counted,
    words::{Count, VILLAIN, Window},
};
use kernel::{Seat, Turn};

fn region(look: Look, at: RegionId) -> String {
    look.region_name(at)
}

/// What an action does.
pub fn label(look: Look, seat: Seat, action: Action) -> String {
    in_turn(look, action).or_else(|| in_roll(look, seat, action)).unwrap_or_else(|| choice(look, action))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is told below")]
fn in_turn(look: Look, action: Action) -> Option<String> {
    Some(match action {
        Action::PickHero { hero } => format!("Play {}, {}", hero.title(), look.g.content.hero(hero).title),
        Action::Join { hero } => format!("Join as {}", hero.title()),
        Action::Wait => "Do not join yet".to_owned(),
        Action::Stay => "Stay".to_owned(),
        Action::Leave => "Leave the game".to_owned(),
        Action::First => "Act first".to_owned(),
        Action::Last => "Act last this Round".to_owned(),
        Action::Move { to } => format!("Move: to {}", region(look, to)),
        Action::Step { to } => format!("On to {}", region(look, to)),
        Action::Stop => "Stop here".to_owned(),
        Action::Roll { row } => format!("Roll {}", row.title()),
        Action::Surge { arcane, divine, void } => {
            let decks = [("Arcane", arcane), ("Divine", divine), ("Void", void)];
            let drawn = decks.iter().filter(|(_, n)| n.0 > 0).map(|(deck, n)| format!("{n} {deck}"));
            format!("Power Surge: draw {}", drawn.collect::<Vec<_>>().join(" and "))
        }
        Action::Scout => "Scout: flip all Regions beside you".to_owned(),
        Action::ScoutOne { region: at } => format!("Scout only {at}"),
        Action::Loot { treasures } => format!("Loot {treasures} Treasure"),
        Action::Use { treasure } => format!("Use {}", look.g.content.treasure(treasure).name),
        Action::End => "End the Turn".to_owned(),
        Action::Act { who } => format!("{} acts", look.name(who)),
        Action::StopAll if rounds::far_ones_left(look) => {
            "The other Minions without a Hero in reach stay".to_owned()
        }
        Action::StopAll => "The other Minions pass".to_owned(),
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is told above and below")]
fn in_roll(look: Look, seat: Seat, action: Action) -> Option<String> {
    Some(match action {
        Action::Boost { grade } => format!("Boost: place a {} on its best face", grade.title()),
        Action::Reroll { die } => format!("Roll {die} again"),
        Action::Keep => "Keep the dice".to_owned(),
        Action::Add { tokens: Count(0) } => "Add nothing".to_owned(),
        Action::Add { tokens } => format!("Add with {tokens} Plus-Ones"),
        Action::Spend => "Spend a Plus-One for 1 Hit".to_owned(),
        Action::Buy => format!("Buy a Plus-One for {} Hits", look.plus_price(seat)),
        Action::Attack { region: at } => format!("Attack {}", region(look, at)),
        Action::Sweep { region: at } => format!("Hit everybody in {}", region(look, at)),
        Action::Damage { hits: Count(0) } => "Deal no damage".to_owned(),
        Action::Damage { hits } => format!("Deal {hits} damage"),
        Action::Cast { spell, cost } => format!("Cast {} for {cost} Hits", look.g.content.spell(spell).name),
        Action::Spawn { size } => {
            let price = look.g.content.numbers.spawn_price(size).unwrap_or(0);
            format!("Spawn {} for {price} Hits", size.one())
        }
        Action::Done => "Enough".to_owned(),
        Action::React { spell, pay } => {
            format!("React with {}{}", look.g.content.spell(spell).name, paid(look, pay))
        }
        Action::ReactWith { treasure } => format!("React with {}", look.g.content.treasure(treasure).name),
        Action::Pass => "No Reaction".to_owned(),
        _ => return None,
    })
}

fn paid(look: Look, pay: Pay) -> String {
    match pay {
        Pay::Free => String::new(),
        Pay::PlusOne(row) => format!(" for a Plus-One of {}", row.title()),
        Pay::Discard(spell) => format!(" for {}", look.g.content.spell(spell).name),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "told above")]
fn choice(look: Look, action: Action) -> String {
    match action {
        Action::Place { region: at } => format!("Place in {}", region(look, at)),
        Action::Target { who } => look.name(who),
        Action::Region { region: at } => region(look, at),
        Action::Defender { who } => format!("{} is the Defender", look.name(who)),
        Action::Gain { row } => format!("Gain a Plus-One on {}", row.title()),
        Action::Drop { row } => format!("Give up a Plus-One of {}", row.title()),
        Action::Decline => "No".to_owned(),
        Action::Accept => "Yes".to_owned(),
        Action::Deck { deck } => format!("Draw from the {} deck", deck.title()),
        Action::Discard { spell } => format!("Discard {}", look.g.content.spell(spell).name),
        Action::Show { spell } => format!("Show {} to everybody", look.g.content.spell(spell).name),
        Action::Reorder { region: at } => format!("Reorder the stack in {}", region(look, at)),
        Action::Next { who } => format!("Next from the top: {}", look.name(who)),
        Action::Return { who, slot } => format!("{} returns its {} Treasure", look.name(who), slot.title()),
        Action::Equip { treasure, who } => {
            format!("{} equips {}", look.name(who), look.g.content.treasure(treasure).name)
        }
        Action::Cash { treasure } => {
            let card = look.g.content.treasure(treasure);
            format!("Cash in {} (Bounty {})", card.name, card.bounty)
        }
        Action::Learn { row } => format!("A new Novice on {}", row.title()),
        Action::Train { row, grade } => {
            format!("One {} more on {}, out of a lower die", grade.title(), row.title())
        }
        Action::Hasten => "One more Action Point".to_owned(),
        _ => unreachable!("{action} is told above"),
    }
}

/// What the game waits for now.
pub fn prompt(look: Look) -> String {
    let Some(frame) = look.s.stack.top().copied() else { return "the game is over".to_owned() };
    if look.s.turn == Turn::Chance {
        return falls(look, frame);
    }
    let asked = look.s.turn.asked().lowest().unwrap_or_default();
    let who = kernel::Show::seat_name(look.g, look.s, asked);
    format!("{who} {}", asks(look, frame))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else falls")]
fn falls(look: Look, frame: Frame) -> String {
    let actor = || look.name(look.s.level().actor);
    match frame {
        Frame::RollDice => throws(look),
        Frame::RerollDice => format!("{} rolled again", counted(look.s.level().roll.aside)),
        Frame::Die { what: For::Dodge, dice } => {
            format!("{} dodges: {}", look.name(look.s.level().attack.target), counted(dice))
        }
        Frame::Die { what: For::Regenerate, dice } => {
            format!("{} may regenerate: {}", actor(), counted(dice))
        }
        Frame::Die { what: For::Loot, dice } => format!("the Heroes' loot: {}", counted(dice)),
        Frame::Die { what: For::Effect, dice } => format!("dice of the Spell: {}", counted(dice)),
        Frame::DrawSpells { seat: VILLAIN, deck, .. } => {
            let name = look.name(Who::MORDAK);
            format!("{name} draws from the {} deck; only who tells it should see it", deck.title())
        }
        Frame::DrawSpells { seat, deck, .. } => {
            format!("{} draws from the {} deck", look.name(Who::hero(seat)), deck.title())
        }
        Frame::Steal { from, to } => {
            let (from, to) = (look.name(Who::hero(from)), look.name(Who::hero(to)));
            format!("{to} takes a Spell at random out of the hand of {from}")
        }
        Frame::DrawMinion { size, region: at, .. } if at.is_on_map() => {
            format!("{} is drawn for {}", size.one(), region(look, at))
        }
        Frame::DrawMinion { size, .. } => format!("{} is drawn", size.one()),
        Frame::FlipTile { region: at, .. } => format!("{at} is flipped"),
        _ => "a Treasure is turned up".to_owned(),
    }
}

fn throws(look: Look) -> String {
    let roll = look.s.level().roll;
    let dice = counted(rolls::falling(look));
    let who = look.name(look.s.level().actor);
    let boosted = roll.boosted.map_or_else(String::new, |grade| {
        format!("; the Boosted {} lies there already and is not told", grade.title())
    });
    format!("{who} rolls {}: {dice}{boosted}", roll.row.title())
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is said below")]
fn asks(look: Look, frame: Frame) -> String {
    let level = look.s.level();
    match frame {
        Frame::PickHero { .. } => "chooses a Hero".to_owned(),
        Frame::Joining { .. } => "may join".to_owned(),
        Frame::Leaving { seat, .. } if look.s.players[Seat::new(seat)].leaving => {
            "puts the cards in hand away".to_owned()
        }
        Frame::Leaving { .. } => "may leave".to_owned(),
        Frame::Initiative => "acts first or last".to_owned(),
        Frame::MinionPick => "picks the next Minion".to_owned(),
        Frame::AmbushNext => "picks the next ambusher".to_owned(),
        Frame::Act => format!("acts with {}: {} AP", look.name(level.actor), level.ap),
        Frame::Moving => format!("moves {}: {} steps left", look.name(level.actor), level.steps),
        Frame::FreeMove { who, steps, .. } => format!("moves {}: {steps} steps left", look.name(who)),
        Frame::GustAsk { .. } => "may ride out with Gust".to_owned(),
        Frame::Boost => "may Boost a die".to_owned(),
        Frame::RerollPick { .. } => {
            format!("may roll dice again ({} Hits now)", level.roll.faces.hits(level.roll.dice))
        }
        Frame::HelpAsk { .. } => {
            format!("may add to the roll of {} ({} Hits)", look.name(level.actor), level.roll.pool)
        }
        Frame::Spend => format!("spends {} Hits of {}", level.roll.pool, level.roll.row.title()),
        Frame::SweepAmount => {
            format!("says how much everybody in {} takes", look.region_name(level.attack.region))
        }
        Frame::Defender => format!("names the Defender of {}", look.region_name(level.attack.region)),
        Frame::Amount => {
            format!("deals damage to {} out of {} Hits", look.name(level.attack.target), level.roll.pool)
        }
        Frame::React { window, about, .. } => format!("may react: {}", happens(look, window, about)),
        other => asks_more(look, other),
    }
}

fn happens(look: Look, window: Window, about: Who) -> String {
    let who = look.name(about);
    let attack = &look.s.level().attack;
    match window {
        Window::Begins => format!("{who} begins its Actions"),
        Window::Declared => format!("{who} is about to roll"),
        Window::Rolled => format!("{who} has rolled {}", look.s.level().roll.pool),
        Window::Modify => format!("{who} is about to spend {} Hits", look.s.level().roll.pool),
        Window::Targeted => format!("{who} is attacked"),
        Window::Damage => {
            format!("{who} is about to take {}", attack.damage.saturating_sub(attack.prevented))
        }
        Window::Defeat => format!("{who} is about to be Defeated"),
        Window::Cast => format!("{who} casts a Spell"),
        Window::Spawned => "something has appeared".to_owned(),
        Window::LevelUp => "a Level Up Step begins".to_owned(),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else asks")]
fn asks_more(look: Look, frame: Frame) -> String {
    match frame {
        Frame::Gain { row, .. } => {
            format!("is at the limit: a Plus-One of {} for one of another row?", row.title())
        }
        Frame::GainAny { .. } => "picks a row for a Plus-One".to_owned(),
        Frame::Lose { .. } => "gives up a Plus-One".to_owned(),
        Frame::PickTarget { .. } | Frame::PickSecond { .. } => "picks a Character".to_owned(),
        Frame::PickRegion { .. } => "picks a Region".to_owned(),
        Frame::PlaceTarget { who, .. } => format!("places {}", look.name(who)),
        Frame::Sheep { .. } => "places a Woeful Sheep".to_owned(),
        Frame::PlaceMinion => {
            let name = look.s.drawn.map_or_else(String::new, |kind| look.kind_name(kind));
            format!("places {name}")
        }
        Frame::Labyrinth { .. } => "says where the Labyrinth leads".to_owned(),
        Frame::DrawChoice { .. } => "picks a deck".to_owned(),
        Frame::Discard { .. } => "discards down to the hand limit".to_owned(),
        Frame::ProcessionAsk { .. } => {
            let size =
                crate::rules::procession::next_offer(look).map_or_else(String::new, crate::words::Size::one);
            format!("may spawn {size}")
        }
        Frame::ReorderAsk => "may reorder stacks".to_owned(),
        Frame::Reorder { region: at } => format!("orders the stack in {} from the top", region(look, at)),
        Frame::Dojo { .. } => "may take a Dojo Crystal".to_owned(),
        Frame::Return { .. } => "may return Treasures to the Stash".to_owned(),
        Frame::Equip { .. } => "hands out Treasures".to_owned(),
        Frame::SpendXp { seat, .. } => format!("spends {} XP", look.s.players[Seat::new(seat)].xp),
        _ => "decides".to_owned(),
    }
}
