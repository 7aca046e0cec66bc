//! Headings for lists of actions, and one sentence that helps to choose, with numbers where they are cheap.

use crate::{Action, queries::Look, rules::resting::most_xp};
use kernel::Seat;

/// The heading to list an action under.
#[must_use]
pub fn group(_: Look, action: Action) -> &'static str {
    match action {
        Action::Option { .. } => "The entry",
        Action::Move | Action::Rest | Action::Item | Action::TheEnd => "Standing options",
        Action::Buy { .. } => "Colours",
        Action::Play { .. } => "Cards",
        Action::Ability { .. } => "Class ability",
        Action::Place { .. } | Action::Leave { .. } => "Change the plan",
        Action::Purchase { .. } => "Buy",
        Action::Sell { .. } => "Sell",
        Action::Health { .. } | Action::CombatDice | Action::BonusPlay | Action::Mastery => "Train",
        // Short lists need no headings.
        Action::Normal | Action::Legendary | Action::Hero { .. } | Action::Raise { .. } | Action::Toughen => {
            ""
        }
        Action::Deck { .. } | Action::Seat { .. } | Action::Storyteller { .. } => "",
        Action::Class { .. } | Action::Substitute { .. } | Action::Join { .. } | Action::Retire { .. } => "",
        Action::Go { .. } | Action::Stop | Action::Use { .. } | Action::Combine { .. } => "",
        Action::Spend { .. } | Action::Return { .. } | Action::Drain { .. } | Action::Fill { .. } => "",
        Action::Pay { .. } | Action::Decline | Action::Pass | Action::Agree | Action::Enough => "",
        Action::Target { .. } | Action::Up { .. } | Action::Down { .. } => "",
        Action::Treat { .. } | Action::Set { .. } | Action::Recover { .. } => "",
        Action::CardLimit | Action::Done | Action::Sidequest | Action::Onward => "",
    }
}

/// A sentence that helps to choose.
#[must_use]
pub fn hint(look: Look, seat: Seat, action: Action) -> String {
    match action {
        Action::Play { card, .. }
        | Action::Purchase { card, .. }
        | Action::Return { card }
        | Action::Substitute { card }
        | Action::Sell { card } => look.card(card).text.clone(),
        Action::Ability { .. } => look.g.content.class(look.s.sheets[seat].class).text.clone(),
        Action::Class { class } => look.g.content.class(class).text.clone(),
        Action::Hero { hero } => look.g.content.hero(hero).text.clone(),
        Action::Rest => {
            let boxes = look.g.content.campaign.rest_boxes;
            let costs = look.s.journal.rests + 1 >= boxes;
            let card = if costs { ", and a card" } else { "" };
            format!("up to {} XP{card}; rows, abilities, tokens and spent cards come back", most_xp(look))
        }
        Action::Spend { xp } => {
            // Three and a half pips a die.
            format!("heals about {} fatigue for everybody", u16::from(xp.0) * 7 / 2)
        }
        Action::Buy { colour } => {
            let slots = look.s.contest.slots.iter();
            let wants = slots.filter(|slot| slot.die.is_none() && slot.colours.contains(colour)).count();
            format!("{wants} open slots take this colour")
        }
        // The label says it all.
        Action::Normal | Action::Legendary | Action::Raise { .. } | Action::Toughen => String::new(),
        Action::Deck { .. } | Action::Seat { .. } | Action::Storyteller { .. } => String::new(),
        Action::Join { .. } | Action::Retire { .. } => String::new(),
        Action::Option { .. } | Action::Move | Action::Item | Action::TheEnd => String::new(),
        Action::Go { .. } | Action::Stop | Action::Use { .. } | Action::Combine { .. } => String::new(),
        Action::Drain { .. } | Action::Fill { .. } | Action::Pay { .. } | Action::Decline => String::new(),
        Action::Pass | Action::Agree | Action::Enough | Action::Recover { .. } => String::new(),
        Action::Target { .. } | Action::Up { .. } | Action::Down { .. } => String::new(),
        Action::Treat { .. } | Action::Set { .. } => String::new(),
        Action::Place { .. } | Action::Leave { .. } => String::new(),
        Action::Health { .. } | Action::CombatDice | Action::BonusPlay | Action::Mastery => String::new(),
        Action::CardLimit | Action::Done | Action::Sidequest | Action::Onward => String::new(),
    }
}
