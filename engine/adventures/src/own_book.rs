//! People's own storybook: they read it themselves and tell what it asks for; all else is played as ever.
//!
//! No rule of the game but a way to play it with one's own box: checks, combats and options come in as text, one report
//! at a time (`corrections.rs` says when). Nothing of the book needs to be in the content.

use crate::{
    Action, Adventures, Event, Play, State,
    content::{
        cards::{Slot, Slots, Space, TrackEffect},
        printed,
        story::Pay,
    },
    flow::stray,
    frame::{Asks, then, wait},
    queries::Look,
    rules::{contest, dice_pool, exhaustion, resting, revealed, skill_check},
    state::{Bent, Contest, FOES, Kind, ToldLead, ToldOption, ToldTrack},
    words::{ModifierId, Pick, Verb},
};
use kernel::{ArrayVec, Next, Seat};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// People read their own book and tell what it asks for.
    Reading,
    /// The options they told.
    Choice,
}

impl Frame {
    #[inline(always)]
    pub(crate) const fn asks(self) -> Asks {
        match self {
            Frame::Reading => Asks::Reader,
            Frame::Choice => Asks::Party,
        }
    }
}

pub fn enter(frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::Reading | Frame::Choice => wait(frame),
    }
}

pub fn legal(look: Look, frame: Frame, into: &mut impl FnMut(Action)) {
    match frame {
        Frame::Reading => offers(look, into),
        Frame::Choice => options(look, into),
    }
}

/// The most slots one row or enemy is told with, and all enemies together: modifiers may add some.
const SLOTS_EACH: usize = 8;
const SLOTS_ALL: usize = 18;
/// The largest dice limit of a check that is told.
pub const LIMIT_MAX: u8 = 12;

/// How checks and combats are told.
const CHECK: &str = "such as `check limit 5 level 2 R* *4 R/G:5(x1)`: the dice limit, the level (1 to 4, else 1) and the \
slots of the row; then modifiers, if any: dice-1, cost+1, hurried, no-flip, uncovered+1, or cards such as M02";
const COMBAT: &str = "such as `combat R*/2/- *5/1/x1 track fat+1 fat+2`: slots with counterattack and reward, then the \
second and third space of the round track, each with its icons (`fat+1,gold-1`) or `-`; modifiers of this enemy as in a check, \
or swift; further enemies after `and`";
const CHOICE: &str = "such as `choice argue your writ; 2 gold: buy oil; rest; move`: two to eight options, each at most \
28 letters, with what they cost before a colon (gold, xp or fatigue)";

/// The seat that reads the book aloud.
#[must_use]
pub fn reader(g: &Adventures) -> Seat {
    Seat::new(g.options.reader)
}

/// What whoever reads may do without a report.
fn offers(look: Look, into: &mut impl FnMut(Action)) {
    let s = look.s;
    if can_rest(s) {
        into(Action::Rest);
    }
    into(Action::TheEnd);
}

fn can_rest(s: &State) -> bool {
    s.journal.xp > 0 && !s.map.rested && !s.all_exhausted()
}

/// A rest that no option led to.
pub fn rest_between(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    p.s.stack.push(frame.into());
    rest(p)
}

fn rest(p: &mut Play) -> Next<crate::Frame> {
    p.s.map.rested = true;
    then(resting::Frame::Mark)
}

/// The options that were told and can be paid.
fn options(look: Look, into: &mut impl FnMut(Action)) {
    let open = |told: &ToldOption| {
        let possible = match told.leads {
            ToldLead::Rest => can_rest(look.s),
            ToldLead::Turn | ToldLead::Move | ToldLead::Item | ToldLead::TheEnd => true,
        };
        possible && look.payable(told.pay)
    };
    let told = look.s.told.iter().enumerate();
    // Never nothing: people may have told only what cannot be paid.
    let none = !look.s.told.iter().any(open);
    told.filter(|(_, told)| none || open(told)).for_each(|(i, _)| {
        into(Action::Option { option: Pick(i as u8 + 1) });
    });
}

/// The party has voted: what it costs is paid; where it leads, the readers will tell.
pub fn chosen(p: &mut Play, frame: Frame, option: Pick) -> Next<crate::Frame> {
    let told = p.s.told.get(option.index().wrapping_sub(1)).copied();
    let Some(told) = told else { return stray(frame) };
    let rests = told.leads == ToldLead::Rest && can_rest(p.s);
    if rests {
        // After a rest the same choices are read again.
        p.s.stack.push(frame.into());
    } else {
        p.s.told = Default::default();
    }
    match told.pay.filter(|pay| p.look().payable(Some(*pay))) {
        None => {}
        Some(Pay::Gold(k)) => revealed::gain_gold(p, -i16::from(k)),
        Some(Pay::Xp(k)) => revealed::gain_xp(p, -i16::from(k)),
        Some(Pay::Fatigue(k)) => exhaustion::suffer_all(p, k),
    }
    if rests { rest(p) } else { Next::Done }
}

/// What an option says, as it was told.
#[must_use]
pub fn says(told: &ToldOption) -> String {
    String::from_utf8_lossy(&told.says).into_owned()
}

fn wrong(found: &str, expected: &str) -> String {
    format!("`{found}` cannot be told; expected it {expected}")
}

/// What was told of a check or combat.
#[derive(Default)]
struct Report {
    limit: Option<u8>,
    level: u8,
    foes: ArrayVec<[ToldFoe; FOES]>,
}

/// The row, or one of the enemies, with the modifiers that were told with it.
#[derive(Clone, Copy, Default)]
struct ToldFoe {
    slots: Slots,
    track: Option<ToldTrack>,
    mods: ArrayVec<[ModifierId; 4]>,
    bent: Bent,
    swift: bool,
}

fn verb(text: &str) -> Option<Verb> {
    Some(match text {
        "no-flip" => Verb::Flip,
        "no-adjust" => Verb::Adjust,
        "no-reroll" => Verb::Reroll,
        "no-treat" => Verb::Treat,
        "no-add" => Verb::Add,
        _ => return None,
    })
}

/// Modifiers in plain terms, or by the card; false if it is none.
fn modifier(g: &Adventures, report: &mut ToldFoe, word: &str) -> bool {
    let amount = |name: &str| word.strip_prefix(name)?.parse::<i8>().ok().filter(|k| (-4..=4).contains(k));
    // Small before, so that adding goes well; small afterwards, or it is refused.
    if let Some(by) = amount("dice") {
        report.bent.dice += by;
    } else if let Some(by) = amount("cost") {
        report.bent.cost += by;
    } else if let Some(by) = amount("uncovered").filter(|by| *by > 0) {
        report.bent.per_uncovered += by as u8;
    } else if let Some(verb) = verb(word) {
        report.bent.forbidden.insert(verb);
    } else if word == "hurried" {
        report.bent.no_bonus = true;
    } else if word == "swift" {
        report.swift = true;
    } else if let Some(card) = word.parse::<ModifierId>().ok().filter(|card| g.content.has_modifier(*card)) {
        if report.mods.len() == report.mods.capacity() {
            return false;
        }
        report.mods.push(card);
    } else {
        return false;
    }
    report.bent.is_small()
}

/// The icons of a space: `fat+1`, two with a comma, or `-` for none.
fn space(text: &str) -> Option<Space> {
    let mut space = Space::default();
    if text == "-" {
        return Some(space);
    }
    for icon in text.split(',') {
        let icon = TrackEffect::read(icon).ok()?;
        if space.try_push(icon).is_some() {
            return None;
        }
    }
    Some(space)
}

fn report(g: &Adventures, text: &str, help: &str) -> Result<Report, String> {
    let mut report = Report { level: 1, ..Report::default() };
    let mut foe = ToldFoe::default();
    let mut words = text.split_whitespace();
    let number = |word: Option<&str>, most: u8| {
        let read = word.and_then(|w| w.parse::<u8>().ok()).filter(|n| (1..=most).contains(n));
        read.ok_or_else(|| wrong(word.unwrap_or_default(), help))
    };
    while let Some(word) = words.next() {
        match word {
            "limit" => report.limit = Some(number(words.next(), LIMIT_MAX)?),
            "level" => report.level = number(words.next(), 4)?,
            "track" => {
                let mut track = ToldTrack::default();
                for told in &mut track {
                    let icons = words.next().unwrap_or_default();
                    *told = space(icons).ok_or_else(|| wrong(icons, help))?;
                }
                foe.track = Some(track);
            }
            "and" if !foe.slots.is_empty() && report.foes.len() + 1 < FOES => {
                report.foes.push(std::mem::take(&mut foe));
            }
            word if modifier(g, &mut foe, word) => {}
            word if foe.slots.len() < SLOTS_EACH => {
                foe.slots.push(Slot::read(word).map_err(|_| wrong(word, help))?);
            }
            word => return Err(wrong(word, help)),
        }
    }
    if foe.slots.is_empty() {
        return Err(wrong(text, help));
    }
    report.foes.push(foe);
    let all: usize = report.foes.iter().map(|foe| foe.slots.len()).sum();
    if all > SLOTS_ALL { Err(wrong(text, help)) } else { Ok(report) }
}

/// A check of people's own book begins.
///
/// # Errors
/// With what was expected.
pub fn check(p: &mut Play, text: &str) -> Result<Next<crate::Frame>, String> {
    let report = report(p.g, text, CHECK)?;
    let row = report.foes[0];
    let (Some(limit), 1, None) = (report.limit, report.foes.len(), row.track) else {
        return Err(wrong(text, CHECK));
    };
    if row.swift {
        return Err(wrong("swift", CHECK));
    }
    p.s.contest = Contest { kind: Kind::Check, level: report.level, own_limit: limit, ..own(p.g, &report) };
    lay_out(p, &report, false);
    p.say(|look| Event::Check("yours".to_owned(), names(look, &report)));
    Ok(dice_pool::begin(p))
}

/// A combat of people's own book begins.
///
/// # Errors
/// With what was expected.
pub fn combat(p: &mut Play, text: &str) -> Result<Next<crate::Frame>, String> {
    let report = report(p.g, &printed::spelt_out(&p.g.content, text)?, COMBAT)?;
    if report.limit.is_some() || report.foes.iter().any(|foe| foe.bent.per_uncovered > 0) {
        return Err(wrong(text, COMBAT));
    }
    p.s.contest = Contest { kind: Kind::Combat, round: 1, ..own(p.g, &report) };
    lay_out(p, &report, true);
    p.say(|look| {
        let foes = (0..look.s.contest.foes.len()).map(|at| look.foe_name(at)).collect();
        Event::Combat(foes, names(look, &report))
    });
    if p.s.all_exhausted() && p.g.options.skip_lost_fights {
        p.say(|_| Event::Result { combat: true, passed: false });
        return Ok(then(contest::Frame::Over { passed: false, from: 0 }));
    }
    Ok(dice_pool::begin(p))
}

fn own(g: &Adventures, report: &Report) -> Contest {
    let mut contest = Contest { own: true, page: g.content.pages[0].id, ..Contest::default() };
    for (i, foe) in report.foes.iter().enumerate() {
        contest.own_bent[i] = foe.bent;
        contest.own_tracks[i] = foe.track.unwrap_or_default();
    }
    contest
}

fn lay_out(p: &mut Play, report: &Report, combat: bool) {
    let enemy = p.g.content.enemies[0].id;
    for foe in &report.foes {
        let marker = if foe.swift { 2 } else { u8::from(combat) };
        skill_check::add_foe(p, enemy, marker, &foe.slots, &foe.mods);
    }
}

fn names(look: Look, report: &Report) -> Vec<String> {
    report
        .foes
        .iter()
        .flat_map(|foe| foe.mods)
        .map(|card| look.g.content.modifier(card).name.clone())
        .collect()
}

/// Options of people's own book are voted on.
///
/// # Errors
/// With what was expected.
pub fn choice(p: &mut Play, text: &str) -> Result<Next<crate::Frame>, String> {
    let mut told = ArrayVec::default();
    for part in text.split(';').map(str::trim) {
        if told.len() == told.capacity() {
            return Err(wrong(part, CHOICE));
        }
        told.push(option(part).ok_or_else(|| wrong(part, CHOICE))?);
    }
    if told.len() < 2 {
        return Err(wrong(text, CHOICE));
    }
    p.s.told = told;
    Ok(then(Frame::Choice))
}

/// `2 gold: buy oil`, `rest`, `argue your writ`.
fn option(text: &str) -> Option<ToldOption> {
    let (pay, label) = match text.split_once(':') {
        None => (None, text),
        Some((price, label)) => {
            let (count, what) = price.trim().split_once(' ')?;
            let count: u8 = count.parse().ok().filter(|k| (1..=20).contains(k))?;
            let pay = match what.trim() {
                "gold" => Pay::Gold(count),
                "xp" => Pay::Xp(count),
                "fatigue" => Pay::Fatigue(count),
                _ => return None,
            };
            (Some(pay), label.trim())
        }
    };
    let leads = match label {
        "rest" => ToldLead::Rest,
        "move" => ToldLead::Move,
        "item" => ToldLead::Item,
        "the_end" => ToldLead::TheEnd,
        _ => ToldLead::Turn,
    };
    let mut says = ArrayVec::default();
    let fits = !label.is_empty() && label.len() <= says.capacity();
    fits.then(|| says.extend_from_slice(label.as_bytes()))?;
    Some(ToldOption { leads, pay, says })
}
