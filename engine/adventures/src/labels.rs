//! What each action means and what the game waits for, in the game's words.

use crate::{
    Action,
    content::story::{Lead, Pay},
    frame::{Frame, Loss, Source},
    own_book,
    queries::Look,
    rules::{advancement, campaign_setup, dice_pool::die_text, effects, manipulate, party_changes},
    state::Kind,
    words::{CardId, Pick, PoolDie, SlotId},
};
use kernel::{Seat, Turn};

fn card(look: Look, id: CardId) -> String {
    look.card(id).name.clone()
}

fn die(look: Look, at: PoolDie) -> String {
    look.s.contest.pool.get(at.index().wrapping_sub(1)).map_or_else(|| at.to_string(), |die| die_text(*die))
}

/// A slot as people write it, with whose it is.
pub fn slot(look: Look, at: SlotId) -> String {
    let Some(slot) = look.s.contest.slots.get(at.index().wrapping_sub(1)) else { return at.to_string() };
    let shown =
        crate::content::cards::Slot { colours: slot.colours, values: slot.values, ..Default::default() };
    match look.s.contest.foes.get(usize::from(slot.foe)) {
        Some(_) if look.s.contest.foes.len() > 1 => {
            format!("{shown} of {}", look.foe_name(slot.foe.into()))
        }
        Some(_) | None => shown.to_string(),
    }
}

/// What an action does.
pub fn label(look: Look, seat: Seat, action: Action) -> String {
    story(look, action).or_else(|| dice(look, seat, action)).unwrap_or_else(|| campaign(look, seat, action))
}

/// The text of an option of the entry that is open.
fn option(look: Look, option: Pick) -> String {
    if let (Some(Frame::ToldChoice), Some(told)) =
        (look.s.stack.top(), look.s.told.get(option.index().wrapping_sub(1)))
    {
        return format!("{}{}", own_book::says(told), price(told.pay));
    }
    let Some(Frame::Choice { entry }) = look.s.stack.top() else { return option.to_string() };
    let span = look.entry(*entry).choices;
    let choice = look.g.content.choices[span.range()].get(option.index().wrapping_sub(1));
    let Some(choice) = choice else { return option.to_string() };
    let label = match choice.leads {
        Lead::Turn(to) => look.g.content.entry(to).label.clone(),
        Lead::Move | Lead::Rest | Lead::Item | Lead::TheEnd => String::new(),
    };
    format!("{}{} ({label})", choice.says, price(choice.pay))
}

/// What an option costs.
fn price(pay: Option<Pay>) -> String {
    match pay {
        None => String::new(),
        Some(Pay::Gold(k)) => format!(" for {k} gold"),
        Some(Pay::Xp(k)) => format!(" for {k} XP"),
        Some(Pay::Fatigue(k)) => format!(" for {k} fatigue each"),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is labelled below")]
fn story(look: Look, action: Action) -> Option<String> {
    let item = |id| look.g.content.discovery(id).name.clone();
    Some(match action {
        Action::Option { option: at } => option(look, at),
        Action::Move => "move to another location".to_owned(),
        Action::Rest => "rest".to_owned(),
        Action::Item => "use an item".to_owned(),
        Action::TheEnd => "turn to THE END".to_owned(),
        Action::Go { to } => {
            let name = &look.adventure().locations[to.index()].name;
            let token = look.further().any(|(p, l)| l == to && look.s.map.encounters & p.bit() != 0);
            format!("go to {to}, {name}{}", if token { ", past an encounter token" } else { "" })
        }
        Action::Stop => format!("stop at {}", look.adventure().locations[look.s.map.at.index()].name),
        Action::Use { item: id } => format!("use {} ({} fatigue each)", item(id), look.item_cost(id)),
        Action::Combine { low, high } => {
            let cost = look.item_cost(low) + look.item_cost(high);
            format!("use {} with {} ({cost} fatigue each)", item(low), item(high))
        }
        Action::Spend { xp } => format!("spend {xp} XP: {xp} dice for everybody"),
        Action::Storyteller { player } => format!("{} tells the story", look.name(player.seat())),
        Action::Normal => "normal mode".to_owned(),
        Action::Legendary => "legendary mode, if all agree".to_owned(),
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is labelled below")]
fn dice(look: Look, seat: Seat, action: Action) -> Option<String> {
    Some(match action {
        Action::Buy { colour } => {
            let (matching, others) = crate::rules::dice_pool::price(look, colour).unwrap_or_default();
            match others {
                0 => format!("buy a {} die for {matching} {}", colour.title(), colour.attribute()),
                others => format!(
                    "buy a {} die for {matching} {} and {others} other stamina",
                    colour.title(),
                    colour.attribute()
                ),
            }
        }
        Action::Pay { row, stamina } => format!("pay {stamina} {}", row.attribute()),
        Action::Decline => "decline: no such die now".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Play { card: id, option } => {
            let card = look.card(id);
            let token = matches!(manipulate::next_play(look, seat), Some(manipulate::Paid::Token));
            let chain = card.ability.options.get(option.index().wrapping_sub(1));
            let does = chain.map(|c| c.iter().map(ToString::to_string).collect::<Vec<_>>().join(" then "));
            format!(
                "play {}: {}{}",
                card.name,
                does.unwrap_or_default(),
                if token { ", a bonus play" } else { "" }
            )
        }
        Action::Ability { .. } => {
            let class = look.g.content.class(look.s.sheets[seat].class);
            format!("{}: {}", class.name, class.ability)
        }
        Action::Target { die: at } => format!("{} {}", deed(look), die(look, at)),
        Action::Up { die: at } => format!("{} one up", die(look, at)),
        Action::Down { die: at } => format!("{} one down", die(look, at)),
        Action::Treat { die: at, colour } => format!("treat {} as {}", die(look, at), colour.title()),
        Action::Set { die: at, value } => format!("treat {} as a {value}", die(look, at)),
        Action::Enough => "no more".to_owned(),
        Action::Recover { card: id } => format!("take back {}", card(look, id)),
        Action::Place { die: at, slot: to } => format!("put {} on {}", die(look, at), slot(look, to)),
        Action::Leave { slot: at } => format!("leave {} empty", slot(look, at)),
        Action::Agree => "agree with the plan".to_owned(),
        Action::Drain { row } => format!("give up 1 {}", row.attribute()),
        Action::Fill { row } => format!("gain 1 {}", row.attribute()),
        _ => return None,
    })
}

/// What the effect in progress does to a die.
fn deed(look: Look) -> &'static str {
    let Some(Frame::Effect { seat, source, option, step }) = look.s.stack.top().copied() else {
        return "choose";
    };
    match effects::current(look, seat, source, option, step) {
        Some(crate::content::effect::Effect::Flip { .. }) => "flip",
        Some(_) => "reroll",
        None => "choose",
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "all others are labelled above")]
fn campaign(look: Look, seat: Seat, action: Action) -> String {
    let price = || advancement::guild_price(look, action).unwrap_or_default();
    match action {
        Action::Hero { hero } => {
            let card = look.g.content.hero(hero);
            let class = look.g.content.class(card.class);
            format!("{}, {} {}", card.name, look.g.content.race_name(card.race), class.name)
        }
        Action::Raise { attribute } => {
            format!("{} to {}", attribute.attribute(), look.s.sheets[seat].scores[attribute.index()] + 1)
        }
        Action::Toughen => format!("health to {}", look.s.sheets[seat].health + 1),
        Action::Deck { deck } => format!("a random {deck} card"),
        Action::Seat { player } => look.name(player.seat()),
        Action::Return { card: id } => format!("return {} to its deck", card(look, id)),
        Action::Health { player } => format!("health of {} for {} XP", look.name(player.seat()), price()),
        Action::CombatDice => format!("combat dice limit for {} XP", price()),
        Action::BonusPlay => format!("bonus play limit for {} XP", price()),
        Action::Mastery => format!("mastery level for {} XP", price()),
        Action::CardLimit => format!("bonus card limit for {} gold", advancement::card_limit_price(look)),
        Action::Purchase { player, card: id } => {
            let (name, gold) = (look.name(player.seat()), look.price(id, player.seat()));
            format!("buy {} for {name}, {gold} gold", card(look, id))
        }
        Action::Sell { card: id } => format!("sell {} for 2 gold", card(look, id)),
        Action::Done => "go on".to_owned(),
        Action::Sidequest => "play the sidequest now".to_owned(),
        Action::Onward => "go on with the campaign".to_owned(),
        other => unreachable!("{other} is labelled above"),
    }
}

/// What the game waits for.
pub fn prompt(look: Look) -> String {
    let Some(frame) = look.s.stack.top().copied() else { return "the game is over".to_owned() };
    if look.s.tied {
        return format!("the vote is tied: {} decides", look.name(look.s.storyteller));
    }
    contest_prompt(look, frame)
        .or_else(|| story_prompt(look, frame))
        .unwrap_or_else(|| table_prompt(look, frame))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is told below")]
fn contest_prompt(look: Look, frame: Frame) -> Option<String> {
    let contest = &look.s.contest;
    let who = |seat: u8| look.name(Seat::new(seat));
    let source = |source: Source, seat: u8| match source {
        Source::Card(id) => card(look, id),
        Source::Class => look.g.content.class(look.s.sheets[Seat::new(seat)].class).name.clone(),
    };
    Some(match frame {
        Frame::Build => format!("buy colours for a pool of {} dice, or pass", contest.limit),
        Frame::Paying { buyer, colour, matching, others } => {
            let more = if others > 0 { format!(" and {others} other stamina") } else { String::new() };
            let (who, colour, row) = (who(buyer), colour.title(), colour.attribute());
            format!("{who} wants a {colour} die: who pays {matching} {row}{more}?")
        }
        Frame::DrawDice | Frame::AddRandom { .. } => "a random die is drawn from the bag".to_owned(),
        Frame::Roll => {
            let die = contest.pool.iter().find(|die| die.value == 0);
            format!("{} is rolled", die.map_or("a die".to_owned(), |die| format!("the {} die", die.kind)))
        }
        Frame::Manipulate => "play cards and abilities, or pass".to_owned(),
        Frame::Effect { seat, source: from, .. } => {
            format!("{}: a die for {}", who(seat), source(from, seat))
        }
        Frame::HealOne { seat, by } => format!("{}: who loses {by} fatigue?", who(seat)),
        Frame::RecoverCard { seat, .. } => format!("{}: which spent card comes back?", who(seat)),
        Frame::Place => {
            let planned = contest.plan.iter().filter(|die| **die > 0).count();
            let what = if contest.kind == Kind::Check { "the row" } else { "the enemies" };
            format!("the plan puts {planned} dice on {what}: agree, or change it")
        }
        Frame::Rows { seat, left, drain: true, .. } => format!("{} gives up {left} stamina", who(seat)),
        Frame::Rows { seat, left, .. } => format!("{} gains {left} stamina", who(seat)),
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is told below")]
fn story_prompt(look: Look, frame: Frame) -> Option<String> {
    let who = |seat: u8| look.name(Seat::new(seat));
    Some(match frame {
        Frame::Choice { entry } => format!("entry {}: the party chooses", look.entry(entry).label),
        Frame::Travel => "where does the party go?".to_owned(),
        Frame::Flip { .. } => "the encounter token is flipped".to_owned(),
        Frame::Items { .. } => "which item does the party use?".to_owned(),
        Frame::RestXp => "how much XP is spent on the rest?".to_owned(),
        Frame::RestRoll { seat, left, .. } => {
            format!("{} rolls {} dice to rest", who(seat), left.min(crate::rules::resting::DICE_AT_ONCE))
        }
        Frame::LoseWho { why: Loss::Rest } => "the rest costs a card: whose?".to_owned(),
        Frame::LoseWho { why: Loss::Story } => "the story costs a card: whose?".to_owned(),
        Frame::LoseCard { seat, .. } => format!("{} returns a card", who(seat)),
        Frame::Gift { card: id } => format!("who takes {}?", card(look, id)),
        Frame::GiftRandom { deck } => format!("who takes a random {deck} card?"),
        Frame::GiftDraw { seat, deck }
        | Frame::Deal { seat, deck }
        | Frame::NewcomerDraw { seat, deck, .. } => {
            format!("{} draws a {deck} card", who(seat))
        }
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the others never wait")]
fn table_prompt(look: Look, frame: Frame) -> String {
    let who = |seat: u8| look.name(Seat::new(seat));
    match frame {
        Frame::Mode => "normal or legendary? Legendary needs everybody".to_owned(),
        Frame::Heroes { seat, .. } => format!("{} chooses a hero", Seat::new(seat)),
        Frame::Points { seat, left } => format!("{} may raise scores by {left}", who(seat)),
        Frame::Claims => {
            let wanted = campaign_setup::contested(look).map(|id| card(look, id));
            format!("who keeps {}?", wanted.unwrap_or_default())
        }
        Frame::Storyteller => "who tells the story first?".to_owned(),
        Frame::Told => {
            "your book: tell what it asks for with `set check ...`, `set combat ...` or `set choice ...`"
                .to_owned()
        }
        Frame::ToldChoice => "what does the party do?".to_owned(),
        Frame::MarketSetup { deck } => {
            format!("a {} card is revealed for the market", crate::words::Deck::MARKET[usize::from(deck)])
        }
        Frame::Guild => format!("the guild: {} XP to spend", look.s.journal.xp),
        Frame::MasteryRaise { seat } => format!("{} raises a score", who(seat)),
        Frame::Market => format!("the market: {} gold to spend", look.s.journal.gold),
        Frame::CardLimit => "raise the bonus card limit?".to_owned(),
        Frame::TooManyCards => {
            format!("{} cards, {} are allowed: one goes back", look.counted_cards(), look.card_limit())
        }
        Frame::NextAdventure => "the sidequest now?".to_owned(),
        Frame::Newcomer { seat, left } => format!("{}: a score or health, {left} left", who(seat)),
        Frame::NewcomerDeck { seat, left } => format!("{} draws a card of a deck, {left} left", who(seat)),
        Frame::ShareOut => {
            let next = party_changes::next_loose(&look.s.loose).map(|id| card(look, id));
            format!("who takes {}?", next.unwrap_or_default())
        }
        other if look.s.turn == Turn::Over => format!("the game is over ({other:?})"),
        other => unreachable!("{other:?} never waits"),
    }
}
