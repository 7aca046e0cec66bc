//! What actions and prompts say to people, in the game's words.

use crate::{
    Action,
    frame::{Frame, Source},
    labels_minimal,
    queries::Look,
    rules::effects,
    words::{Coin, FiendId, Hire, MarketId, MinionId, Window},
};
use kernel::{Seat, Turn};

fn card(look: Look, card: MarketId) -> String {
    look.g.content.market.get(card.index()).map_or_else(|| card.to_string(), |c| c.name.clone())
}

fn fiend(look: Look, fiend: FiendId) -> String {
    look.g.content.fiends.get(fiend.index()).map_or_else(|| fiend.to_string(), |c| c.name.clone())
}

fn minion(look: Look, id: MinionId) -> String {
    look.g.content.minions.get(id.index()).map_or_else(|| id.to_string(), |c| c.name.clone())
}

/// What an action does.
#[must_use]
pub fn label(look: Look, seat: Seat, action: Action) -> String {
    if let Some(Frame::Minimal(at)) = look.s.stack.top() {
        return labels_minimal::label(*at, action);
    }
    free_label(look, seat, action)
        .or_else(|| effect_label(look, seat, action))
        .unwrap_or_else(|| turn_label(look, seat, action))
}

/// Free actions and set-up.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is labelled below")]
fn free_label(look: Look, seat: Seat, action: Action) -> Option<String> {
    let content = &look.g.content;
    Some(match action {
        Action::Sheet { sheet } => {
            content.sheets.get(sheet.index()).map_or(sheet.to_string(), |s| s.name.clone())
        }
        Action::Class { class } => {
            content.classes.get(class.index()).map_or(class.to_string(), |c| c.name.clone())
        }
        Action::Familiar { board } => {
            content.familiars.get(board.index()).map_or(board.to_string(), |b| format!("keep {}", b.name))
        }
        Action::Use { card: id } => format!("use {}", card(look, id)),
        Action::Ability => {
            format!("use {}", look.class(seat).map_or("the class ability", |c| c.ability.as_str()))
        }
        Action::Train { row } => format!("5 XP for a {} action", row.title()),
        Action::Heal => "2 XP to discard an Injury".to_owned(),
        Action::Banish { fiend: id, coin } => match coin {
            Coin::Charisma => format!("banish {} for a Charisma token", fiend(look, id)),
            Coin::Gold => format!("banish {} for {} Gold", fiend(look, id), look.banish_price(seat)),
            Coin::Card => format!("banish {}", fiend(look, id)),
        },
        Action::Unpack { die, row } => format!("place the stored {die} in {}", row.title()),
        Action::Done => "nothing more".to_owned(),
        _ => return None,
    })
}

/// What effects ask for.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is labelled below")]
fn effect_label(look: Look, seat: Seat, action: Action) -> Option<String> {
    let die = |space| look.player(seat).die(space);
    Some(match action {
        Action::Flip { space } => {
            format!("flip {} in {space} to {}", die(space), look.g.faces.flipped(die(space)))
        }
        Action::Swap { one, other } => {
            format!("exchange {} in {one} and {} in {other}", die(one), die(other))
        }
        Action::Turn { space, to } => format!("turn {} in {space} to {to}", die(space)),
        Action::Reroll { space } => format!("reroll {} in {space}", die(space)),
        Action::New => "keep the new number".to_owned(),
        Action::Old => format!("keep {}", look.s.lifted),
        Action::Step { to } => format!("move the Alignment token towards {}", to.title()),
        Action::Diagonal { one, other } => {
            format!("move the Alignment token to {} and {}", one.title(), other.title())
        }
        Action::Lift { space } => format!("take {} off {space}", die(space)),
        Action::Put { space } => format!("put {} into {space}", look.s.lifted),
        Action::Fetch { card: id } => format!("put {} into the Market", card(look, id)),
        Action::Exchange { card: id, slot } => {
            format!("put {} in the place of {}", card(look, id), card(look, slot))
        }
        Action::Clear { card: id } => format!("discard {} from the Market", card(look, id)),
        Action::Refresh { card: id } => format!("refresh {}", card(look, id)),
        Action::Pool { card, die } => format!("change {die} on Initiative card {}", card.0),
        Action::Trade { card, die, with, other } => {
            format!("exchange {die} on Initiative card {} and {other} on {}", card.0, with.0)
        }
        Action::Summon { fiend: id, card } => {
            format!("put {} on Initiative card {}", fiend(look, id), card.0)
        }
        Action::Drop { card: id } => format!("give up {}", card(look, id)),
        Action::Keep { amount } => format!("store {} XP", amount.0),
        Action::Carry => "carry it out".to_owned(),
        _ => return None,
    })
}

/// The turn itself, the Market, fights.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is labelled above")]
fn turn_label(look: Look, seat: Seat, action: Action) -> String {
    match action {
        Action::Order { die } => format!("{die} next"),
        Action::Take { card } => taken(look, card.0),
        Action::Place { die, row } => format!("place {die} in {}", row.title()),
        Action::Store { die } => format!("store {die}"),
        Action::Act { row } => format!("take the {} action", row.title()),
        Action::Skip => "leave it".to_owned(),
        Action::Buy { card: id, charisma } => bought(look, seat, id, charisma.0),
        Action::Discard { card: id } => format!("discard {} for Gold", card(look, id)),
        Action::Hunt => format!("hunt {}", minion(look, look.s.minions.revealed)),
        Action::Pass => "pass".to_owned(),
        Action::Fight => format!("battle {}", minion(look, look.s.minions.revealed)),
        Action::Cycle => format!("{} Gold to reveal another Minion", look.cycle_price(seat)),
        Action::Hire { with } => {
            let (xp, gold) = look.mercenary(seat);
            match with {
                Hire::Xp => format!("hire a mercenary for {xp} XP"),
                Hire::Gold => format!("hire a mercenary for {gold} Gold"),
                Hire::Charisma => {
                    format!("hire a mercenary for {} Gold and a Charisma token", gold.saturating_sub(1))
                }
            }
        }
        Action::Roll => format!("roll {} Combat Dice", look.s.fight.pool),
        Action::Again { number } => format!("reroll a {number}"),
        Action::Stop => "no more rerolls".to_owned(),
        Action::Power => {
            format!("use the Familiar's Power, {}", look.player(seat).sum(crate::words::Row::Familiar))
        }
        Action::Dice => "keep the dice".to_owned(),
        other => other.to_string(),
    }
}

fn taken(look: Look, number: u8) -> String {
    let card = &look.s.initiatives[usize::from(number - 1)];
    let dice: Vec<String> = card.dice.iter().filter(|d| d.is_some()).map(ToString::to_string).collect();
    let top = if look.is_top(usize::from(number - 1)) { " (Top)" } else { "" };
    let gold = if card.gold { ", 1 Gold" } else { "" };
    let fiends: Vec<String> = card.fiends.iter().map(|f| fiend(look, f)).collect();
    let fiends = if fiends.is_empty() { String::new() } else { format!(", with {}", fiends.join(" and ")) };
    format!("take Initiative card {number}{top}: {}{gold}{fiends}", dice.join(" "))
}

fn bought(look: Look, seat: Seat, id: MarketId, charisma: u8) -> String {
    let off = match look.s.stack.top() {
        Some(Frame::Ask { seat, source, at, .. }) => match effects::effect_at(look, *seat, *source, *at) {
            Some(crate::content::effects::Effect::Buy(off)) => off,
            Some(_) | None => 0,
        },
        Some(_) | None => 0,
    };
    let gold = look.price(seat, id, off).saturating_sub(charisma);
    let tokens = match charisma {
        0 => String::new(),
        1 => " and a Charisma token".to_owned(),
        n => format!(" and {n} Charisma tokens"),
    };
    format!("buy {} for {gold} Gold{tokens}", card(look, id))
}

fn window(window: Window) -> &'static str {
    match window {
        Window::Sorted => "after the dice are sorted",
        Window::Select => "before taking an Initiative card",
        Window::Placed => "after the Dice turn",
        Window::DiceEnd => "at the end of the Dice Phase",
        Window::Market => "before the Market turn",
        Window::Bought => "after the Market turn",
        Window::HuntPool => "before the roll",
        Window::HuntRoll => "after the roll",
        Window::Last => "before Character Creation ends",
    }
}

fn source(look: Look, seat: Seat, source: Source) -> String {
    match source {
        Source::Card(id) | Source::Scroll(id) => card(look, id),
        Source::Class => look.class(seat).map_or_else(String::new, |c| c.ability.clone()),
        Source::Row(row) => format!("the {} action", row.title()),
        Source::Reward(id, _) => format!("the reward for {}", minion(look, id)),
    }
}

/// What the game waits for now.
#[must_use]
pub fn prompt(look: Look) -> String {
    let Some(frame) = look.s.stack.top() else { return "the game is over".to_owned() };
    match look.s.turn {
        Turn::Over => "the game is over".to_owned(),
        Turn::Chance => falls(look, *frame),
        Turn::Each(seats) | Turn::Any(seats) => {
            let seat = seats.lowest().unwrap_or(look.s.start);
            format!("{seat} {}", asked(look, seat, *frame))
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other frame asks a seat")]
fn asked(look: Look, seat: Seat, frame: Frame) -> String {
    match frame {
        Frame::ChooseSheet { .. } => "chooses a Character Sheet".to_owned(),
        Frame::ChooseClass { .. } => "chooses a class".to_owned(),
        Frame::ChooseFamiliar { .. } => "keeps one of two Familiars".to_owned(),
        Frame::StartPlace { .. } | Frame::Place { .. } => "places a die".to_owned(),
        Frame::Sort { card } => format!("says which die goes onto Initiative card {}", card + 1),
        Frame::Select { .. } => "takes an Initiative card".to_owned(),
        Frame::PlacedAction { .. } => "may take an action".to_owned(),
        Frame::Window { window: w, .. } => format!("may take free actions {}", window(w)),
        Frame::Reactions { window: w, owner, .. } => format!("may react {} of {owner}", window(w)),
        Frame::Ask { source: from, .. } => format!("chooses for {}", source(look, seat, from)),
        Frame::May { source: from, .. } => format!("may carry out {}", source(look, seat, from)),
        Frame::KeepReroll { .. } => "keeps the old or the new number".to_owned(),
        Frame::PutBack { .. } => format!("places {} in any empty space", look.s.lifted),
        Frame::MarketTurn { .. } => "buys, discards or hunts".to_owned(),
        Frame::Exchange { .. } => "may exchange a card that was turned up".to_owned(),
        Frame::Drop { .. } => "gives up a Weapon: two hands are not enough".to_owned(),
        Frame::StoreXp { .. } => "may store XP just gained".to_owned(),
        Frame::Refresh { .. } => "may refresh a Skill".to_owned(),
        Frame::HuntMinion { .. } => {
            format!("battles {}, or pays for another", minion(look, look.s.minions.revealed))
        }
        Frame::Pool { .. } => format!("has {} Combat Dice and may hire", look.s.fight.pool),
        Frame::Mercenaries { .. } => {
            format!("has {} Combat Dice against the Monster and may hire", look.s.fight.pool)
        }
        Frame::Minimal(at) => labels_minimal::asked(at).to_owned(),
        Frame::Rerolls { .. } => format!("has rolled {} and may reroll", look.s.fight.sum()),
        Frame::UsePower { .. } => {
            format!("has rolled {} and may use the Familiar's Power", look.s.fight.sum())
        }
        _ => "decides".to_owned(),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other frame waits for chance")]
fn falls(look: Look, frame: Frame) -> String {
    match frame {
        Frame::SetupDiscard { left } => format!("{left} cards of the Market deck are discarded"),
        Frame::SetupTrash => "the top card of the Market deck goes to the trash".to_owned(),
        Frame::Deal | Frame::TurnUp { .. } => "the next Market card is turned up".to_owned(),
        Frame::StartRoll { left, .. } => match left.lowest() {
            Some(seat) => format!("{seat} rolls for Start Player"),
            None => "somebody rolls for Start Player".to_owned(),
        },
        Frame::ClassColour { at } => format!("{} draws a tracking token", look.seat_at(at)),
        Frame::DealAlignment { at } => format!("{} is dealt an Alignment card", look.seat_at(at)),
        Frame::DealBackstory { at } => format!("{} is dealt a Backstory card", look.seat_at(at)),
        Frame::DealFamiliar { at, .. } => format!("{} is dealt a Familiar Board", look.seat_at(at)),
        Frame::StartDice { at, left } => format!("{} draws and rolls {left} dice", look.seat_at(at)),
        Frame::Monster => "the Monster is found".to_owned(),
        Frame::FirstMinion | Frame::Reveal => "the next Minion is revealed".to_owned(),
        Frame::Fiends { card } => format!("a Fiend comes to Initiative card {}", card + 1),
        Frame::RollDice { left } => format!("{left} dice are drawn and rolled"),
        Frame::Enemy { left } => format!("{left} enemy dice fall"),
        Frame::Reroll { seat, space, .. } => format!("{seat} rerolls {}", look.player(seat).die(space)),
        Frame::PoolRoll { card, .. } => format!("a die on Initiative card {} is rerolled", card + 1),
        Frame::DrawFiend { seat } => format!("{seat} draws a Fiend"),
        Frame::Look { seat, kind } => format!("{seat} looks at the {} card", kind.title()),
        Frame::CombatRoll { seat, left } => format!("{seat} rolls {left} Combat Dice"),
        Frame::Adventure { kind } => format!("the {} card is revealed", kind.title()),
        _ => "something falls".to_owned(),
    }
}
