//! Headings for lists of actions, and one sentence that helps to choose.

use crate::{
    Action,
    ids::{RegionId, Who},
    queries::Look,
    rules::{damage, rolls},
    words::{Count, Row},
};
use kernel::Seat;

/// The heading to list an action under.
#[must_use]
pub fn group(action: Action) -> &'static str {
    match action {
        Action::Move { .. } | Action::Step { .. } => "Move",
        Action::Roll { .. } => "Action Rolls",
        Action::Surge { .. } => "Power Surge",
        Action::Scout | Action::ScoutOne { .. } | Action::Loot { .. } | Action::Use { .. } => "Free Actions",
        Action::Cast { .. } => "Spells",
        Action::Attack { .. } | Action::Sweep { .. } => "Attack",
        Action::Learn { .. } | Action::Train { .. } | Action::Hasten => "Level Ups",
        Action::End | Action::Done | Action::Pass | Action::Stop => "Enough",
        // Short lists need no headings.
        Action::PickHero { .. }
        | Action::Join { .. }
        | Action::Wait
        | Action::Stay
        | Action::Leave
        | Action::First
        | Action::Last
        | Action::Boost { .. }
        | Action::Reroll { .. }
        | Action::Keep
        | Action::Add { .. }
        | Action::Spend
        | Action::Buy
        | Action::Damage { .. }
        | Action::Spawn { .. }
        | Action::Place { .. }
        | Action::Target { .. }
        | Action::Region { .. }
        | Action::Defender { .. }
        | Action::React { .. }
        | Action::ReactWith { .. }
        | Action::Gain { .. }
        | Action::Drop { .. }
        | Action::Decline
        | Action::Accept
        | Action::Act { .. }
        | Action::StopAll
        | Action::Deck { .. }
        | Action::Discard { .. }
        | Action::Show { .. }
        | Action::Reorder { .. }
        | Action::Next { .. }
        | Action::Return { .. }
        | Action::Equip { .. }
        | Action::Cash { .. } => "",
    }
}

/// A sentence that helps to choose; made from what the seat itself may know.
#[must_use]
#[expect(clippy::too_many_lines, reason = "one line for each action")]
pub fn hint(look: Look, seat: Seat, action: Action) -> String {
    match action {
        Action::PickHero { hero } | Action::Join { hero } => look.g.content.hero(hero).unique.text.clone(),
        Action::Move { to } | Action::Step { to } => there(look, to),
        Action::Region { region } | Action::Place { region } | Action::Attack { region } => {
            there(look, region)
        }
        Action::Act { who } | Action::Target { who } => about(look, who),
        Action::Roll { row } => {
            let who = look.s.level().actor;
            let dice = look.row_dice(who, row).plus(look.bonus_dice(who, row));
            format!("{dice}: {}.{} Hits on average", dice.mean_twice() / 2, dice.mean_twice() % 2 * 5)
        }
        Action::Cast { spell, .. } | Action::React { spell, .. } => look.g.content.spell(spell).text.clone(),
        Action::Use { treasure }
        | Action::ReactWith { treasure }
        | Action::Equip { treasure, .. }
        | Action::Cash { treasure } => look.g.content.treasure(treasure).text.clone(),
        Action::Damage { hits: Count(0) } => String::new(),
        Action::Damage { hits } => {
            let all = hits.0.saturating_add(look.s.level().attack.amount);
            let dealt = all.saturating_sub(damage::prevention(look));
            format!("{dealt} after prevention; {} would Defeat", damage::to_defeat(look))
        }
        Action::Add { .. } => {
            let each = rolls::help(look, seat).each;
            format!("{each} for each token; the roll has {}", look.s.level().roll.pool)
        }
        Action::Learn { row } | Action::Train { row, .. } => now(look, seat, row),
        // The label says it all.
        Action::Wait
        | Action::Stay
        | Action::Leave
        | Action::First
        | Action::Last
        | Action::Stop
        | Action::Surge { .. }
        | Action::Scout
        | Action::ScoutOne { .. }
        | Action::Loot { .. }
        | Action::End
        | Action::Boost { .. }
        | Action::Reroll { .. }
        | Action::Keep
        | Action::Spend
        | Action::Buy
        | Action::Sweep { .. }
        | Action::Spawn { .. }
        | Action::Done
        | Action::Defender { .. }
        | Action::Pass
        | Action::Gain { .. }
        | Action::Drop { .. }
        | Action::Decline
        | Action::Accept
        | Action::StopAll
        | Action::Deck { .. }
        | Action::Discard { .. }
        | Action::Show { .. }
        | Action::Reorder { .. }
        | Action::Next { .. }
        | Action::Return { .. }
        | Action::Hasten => String::new(),
    }
}

/// The rule of a Region, and who and what is there.
fn there(look: Look, at: RegionId) -> String {
    let mut parts = vec![];
    if look.s.revealed.contains(at) {
        let text = &look.g.content.tile(look.s.tiles[at.index()]).text;
        parts.extend(Some(text.clone()).filter(|text| !text.is_empty()));
    }
    let names: Vec<String> = look.all_in(at).map(|who| look.name(who)).collect();
    if !names.is_empty() {
        parts.push(format!("There: {}.", names.join(", ")));
    }
    if look.s.treasures[at.index()] > 0 {
        parts.push(format!("Treasures: {}.", look.s.treasures[at.index()]));
    }
    parts.join(" ")
}

/// What it takes to fell somebody.
fn about(look: Look, who: Who) -> String {
    match (who.as_minion(), who.as_player()) {
        (Some(slot), _) => match damage::thresholds(look, slot) {
            (Some(wound), defeat) => format!("{defeat} Defeat it, {wound} Wound it"),
            (None, defeat) => format!("{defeat} Defeat it"),
        },
        (_, Some(seat)) => format!("{} of {} Health", look.s.players[seat].health, look.max_health(seat)),
        (None, None) => String::new(),
    }
}

fn now(look: Look, seat: Seat, row: Row) -> String {
    format!("now {}; {} XP left", look.s.players[seat].rows[row.index()], look.s.players[seat].xp)
}
