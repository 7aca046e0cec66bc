//! What people at a real table tell or put right: `0.fatigue 5`, `xp +2`, `check limit 3 R* *4`. No rule of the game: where
//! the table and what is told here have drifted apart, the table is right.

use crate::{
    Adventures, Event, Play, State,
    frame::Frame,
    invariants, own_book,
    rules::{advancement, contest, exhaustion, factions, revealed, storybook},
    state::COMBAT_DICE_MAX,
    told,
    words::{CardId, Colour, Faction},
};
use kernel::{
    Log, Next, Seat, SeatSet,
    setting::{name_and_value, wrong},
};

/// What may be told, for people.
pub const HELP: &str = "\
0.fatigue 5, 0.health 17, 0.R 2 (a row), 0.score.R 3, 0.ready no, 0.gains A05, 0.returns A05, 0.tokens 1, 0.spent A05, \
0.hand A05 (heroes from 0, or each); xp +2, gold 3, combat_dice 4, play_limit 2, bonus_limit 2, tokens 1, mastery 1, \
bonus_cards 1, card_limit 20, rests 1, deaths 2, C +1 (a faction; S and H), storyteller 1; death now (the next box); and where \
people read their own book: check ..., combat ..., choice ..., arrive C (the books are passed on), at C, title +014, \
keyword +ALARM, item +65, use 65 cost 1, king +1 (dragul, door); numbers are set, or changed with + and -";

const WEALTH_MAX: u16 = 999;
const HEALTH_MAX: u16 = 60;
const ROW_MAX: u16 = 20;

/// Takes a report or a correction. Nothing has changed if it is refused.
///
/// # Errors
/// With what was expected.
pub fn correct(g: &Adventures, s: &mut State, text: &str, log: &mut Log<Event>) -> Result<(), String> {
    let mut changed = *s;
    let (name, value) = name_and_value(text, HELP)?;
    let Some(frame) = changed.stack.pop() else { return Err("the game is over".to_owned()) };
    if !between(frame) {
        return Err("something is being resolved; set it when the next choice is asked for".to_owned());
    }
    changed.votes = Default::default();
    changed.tied = false;
    changed.contest.passed = SeatSet::EMPTY;
    log.say(|| Event::Told(text.trim().to_owned()));
    let mut p = Play { g, s: &mut changed, log };
    let next = match name {
        "check" | "combat" | "choice" => report(&mut p, frame, name, value)?,
        _ => {
            number(&mut p, name, value)?;
            Next::Then(frame)
        }
    };
    p.go_on(next);
    invariants::check(g, &changed).map_err(|why| wrong(text, format!("what can be on a table: {why}")))?;
    *s = changed;
    Ok(())
}

/// Is nothing half done?
const fn between(frame: Frame) -> bool {
    match frame {
        Frame::OwnBook(_)
        | Frame::Story(storybook::Frame::Choice { .. })
        | Frame::Contest(contest::Frame::Build | contest::Frame::Manipulate)
        | Frame::Town(advancement::Frame::Guild | advancement::Frame::Market) => true,
        // Others of these chapters are in the middle of something.
        Frame::Story(_) | Frame::Contest(_) | Frame::Town(_) => false,
        Frame::Setup(_) | Frame::Move(_) | Frame::Rest(_) | Frame::Gains(_) => false,
        Frame::Effect(_) | Frame::Party(_) => false,
    }
}

/// What the book asks for.
fn report(p: &mut Play, frame: Frame, name: &str, text: &str) -> Result<Next<Frame>, String> {
    if frame != own_book::Frame::Reading.into() {
        return Err(wrong(name, "it while people read their own book: option scope=table"));
    }
    p.s.stack.push(own_book::Frame::Reading.into());
    p.s.map.rested = false;
    match name {
        "check" => own_book::check(p, text),
        "combat" => own_book::combat(p, text),
        _ => own_book::choice(p, text),
    }
}

/// `5`, `+2` or `-1`: what stands there afterwards. Changes end at the bounds, as far as they go.
fn amount(value: &str, now: u16, [least, most]: [u16; 2]) -> Result<u16, String> {
    let bad = || wrong(value, format!("{least} to {most}, or a change such as +2"));
    if let Some(by) = value.strip_prefix('+') {
        return by.parse::<u16>().map(|by| now.saturating_add(by).min(most)).map_err(|_| bad());
    }
    if let Some(by) = value.strip_prefix('-') {
        return by.parse::<u16>().map(|by| now.saturating_sub(by).max(least)).map_err(|_| bad());
    }
    value.parse::<u16>().ok().filter(|n| (least..=most).contains(n)).ok_or_else(bad)
}

fn number(p: &mut Play, name: &str, value: &str) -> Result<(), String> {
    if let Some((who, what)) = name.split_once('.') {
        let seats: Vec<Seat> = match who {
            "each" => p.s.present.into_iter().collect(),
            one => one.parse().ok().and_then(|n| Seat::checked(n, p.g.options.seats)).into_iter().collect(),
        };
        if seats.is_empty() || seats.iter().any(|seat| !p.s.present.contains(*seat)) {
            return Err(wrong(name, "a hero of the party, from 0, or each"));
        }
        return seats.into_iter().try_for_each(|seat| hero(p, seat, what, value));
    }
    if told::report(p, name, value)? {
        return Ok(());
    }
    let boxes = [p.g.content.campaign.rest_boxes, p.g.content.campaign.death_boxes];
    let legendary = u16::from(p.s.journal.legendary);
    let j = &mut p.s.journal;
    match name {
        "xp" => j.xp = amount(value, j.xp, [0, WEALTH_MAX])?,
        "gold" => j.gold = amount(value, j.gold, [0, WEALTH_MAX])?,
        "combat_dice" => {
            j.combat_dice = amount(value, j.combat_dice.into(), [1, COMBAT_DICE_MAX.into()])? as u8;
        }
        "play_limit" => j.play_limit = amount(value, j.play_limit.into(), [1, 9])? as u8,
        "bonus_cards" => j.bonus_cards = amount(value, j.bonus_cards.into(), [0, 99])? as u8,
        "card_limit" => j.card_limit = amount(value, j.card_limit.into(), [1, 99])? as u8,
        "mastery" => {
            let most = p.g.content.campaign.mastery.len() as u16;
            j.mastery = amount(value, j.mastery.into(), [0, most])? as u8;
        }
        "bonus_limit" | "tokens" => bonus_plays(p, name, value)?,
        "rests" => j.rests = amount(value, j.rests.into(), [legendary, boxes[0].into()])? as u8,
        "deaths" => j.deaths = amount(value, j.deaths.into(), [0, boxes[1].into()])? as u8,
        "death" if value == "now" => death(p),
        _ => return faction(p, name, value),
    }
    Ok(())
}

/// A limit that rises brings a token at once; one that falls takes them from the journal first.
fn bonus_plays(p: &mut Play, name: &str, value: &str) -> Result<(), String> {
    let held: u8 = p.s.present.into_iter().map(|seat| p.s.sheets[seat].tokens).sum();
    let most = p.g.content.campaign.bonus_most;
    let j = &mut p.s.journal;
    if name == "tokens" {
        let room = j.bonus_limit.saturating_sub(held);
        j.tokens = amount(value, j.tokens.into(), [0, room.into()])? as u8;
        return Ok(());
    }
    let before = j.bonus_limit;
    j.bonus_limit = amount(value, before.into(), [0, most.into()])? as u8;
    j.tokens = (j.tokens + j.bonus_limit.saturating_sub(before)).min(j.bonus_limit);
    let mut over = (j.tokens + held).saturating_sub(j.bonus_limit);
    let back = over.min(j.tokens);
    j.tokens -= back;
    over -= back;
    for seat in p.s.present {
        let sheet = &mut p.s.sheets[seat];
        let back = over.min(sheet.tokens);
        sheet.tokens -= back;
        over -= back;
    }
    Ok(())
}

/// The next box of the death track; its entry is people's to read.
fn death(p: &mut Play) {
    p.s.journal.deaths = (p.s.journal.deaths + 1).min(p.g.content.campaign.death_boxes);
    p.s.map.fallen = p.s.map.fallen.saturating_add(1);
    exhaustion::erase_rests(p);
    let number = p.s.journal.deaths;
    p.say(|_| Event::DeathBox(number));
}

/// A change pays XP for what the track cannot show; a number is set.
fn faction(p: &mut Play, name: &str, value: &str) -> Result<(), String> {
    let printed =
        told::faction(name).and_then(|at| p.g.content.campaign.factions.get(at)).map(|track| track.id);
    let faction: Faction = printed.map_or_else(|| name.parse().map_err(|_| wrong(name, HELP)), Ok)?;
    let track = p.g.content.campaign.factions[p.look().track(faction)];
    if value.starts_with(['+', '-']) {
        let by = value.parse::<i8>().ok().filter(|by| (-20..=20).contains(by));
        factions::favor(p, faction, by.ok_or_else(|| wrong(value, "a change such as +2"))?);
        return Ok(());
    }
    let at = p.look().track(faction);
    let bounds = [track.min.into(), track.max.into()];
    p.s.journal.factions[at] = amount(value, p.s.journal.factions[at].into(), bounds)? as u8;
    Ok(())
}

fn hero(p: &mut Play, seat: Seat, what: &str, value: &str) -> Result<(), String> {
    let sheet = &mut p.s.sheets[seat];
    let health = u16::from(sheet.health);
    match what {
        "fatigue" => sheet.fatigue = amount(value, sheet.fatigue.into(), [0, health])? as u8,
        "health" => {
            sheet.health = amount(value, health, [1, HEALTH_MAX])? as u8;
            sheet.fatigue = sheet.fatigue.min(sheet.health);
        }
        "ready" => {
            sheet.ready = match value {
                "yes" => true,
                "no" => false,
                other => return Err(wrong(other, "yes or no")),
            };
        }
        "tokens" => {
            let (mine, there) = (sheet.tokens, p.s.journal.tokens);
            let now = amount(value, mine.into(), [0, u16::from(mine) + u16::from(there)])? as u8;
            p.s.sheets[seat].tokens = now;
            p.s.journal.tokens = mine + there - now;
        }
        "spent" | "hand" => {
            let card: CardId = value.parse().map_err(|_| wrong(value, "a card such as A05"))?;
            let (from, to) = if what == "spent" {
                (&mut sheet.hand, &mut sheet.spent)
            } else {
                (&mut sheet.spent, &mut sheet.hand)
            };
            if !from.contains(card) {
                let where_ = if what == "spent" { "hand" } else { "spent space" };
                return Err(wrong(value, format!("a card in the hero's {where_}")));
            }
            from.remove(card);
            to.insert(card);
        }
        "gains" | "returns" => return card(p, seat, what == "gains", value),
        what => {
            let (scores, colour) = match what.strip_prefix("score.") {
                Some(colour) => (true, colour),
                None => (false, what),
            };
            let colour: Colour = colour.parse().map_err(|_| wrong(what, HELP))?;
            let row = if scores { &mut sheet.scores } else { &mut sheet.rows };
            row[colour.index()] = amount(value, row[colour.index()].into(), [0, ROW_MAX])? as u8;
        }
    }
    Ok(())
}

/// A card comes from its deck or goes back to it.
fn card(p: &mut Play, seat: Seat, gains: bool, value: &str) -> Result<(), String> {
    let card: CardId = value.parse().map_err(|_| wrong(value, "a card such as A05"))?;
    if gains && p.s.decks.contains(card) {
        revealed::take_card(p, seat, card);
    } else if !gains && p.s.sheets[seat].cards().contains(card) {
        let on_table =
            p.s.contest.kind != crate::state::Kind::None && card.deck() == crate::words::Deck::Familiar;
        if on_table {
            return Err(wrong(value, "it after the check: its die may lie there"));
        }
        revealed::return_card(p, seat, card);
    } else {
        return Err(wrong(value, if gains { "a card that lies in its deck" } else { "a card the hero has" }));
    }
    Ok(())
}
