//! Entries: actions from top to bottom, then one option. RA-050 to RA-056, RA-060 to RA-065.

use crate::{
    Action, Event, Play,
    content::story::{Choice, Directive, Kind, Lead, Pay},
    frame::{Frame, Loss},
    queries::Look,
    rules::{combat, exhaustion, factions, items, movement, revealed, rows, skill_check},
    state::ITEMS,
    words::{CardId, Deck, EntryId, ItemId, PathId, Pick},
};
use kernel::{Next, flow::Flow, rule};

/// Reads an entry from its first action on.
pub fn read(p: &mut Play, entry: EntryId) -> Next<Frame> {
    rule!("RA-050");
    let read = p.g.content.entry(entry);
    p.s.map.rested = false;
    p.s.map.died = false;
    if let Kind::Base(at) = read.kind {
        p.s.map.explored |= at.bit();
    }
    p.say(|_| Event::Reads(read.label.clone(), read.text.clone()));
    Next::Then(Frame::Run { entry: entry.0, at: read.actions.from, to: read.actions.to })
}

/// Turns to an entry. One of the storybook ends an encounter that is still going on.
pub fn turn_to(p: &mut Play, entry: EntryId) -> Next<Frame> {
    rule!("RA-052", "RA-R49");
    if !matches!(p.g.content.entry(entry).kind, Kind::Tome(..) | Kind::Death(_)) {
        while p.s.stack.top().is_some_and(|top| *top != Frame::AdventureOver) {
            p.s.stack.pop();
        }
    }
    read(p, entry)
}

pub fn run(p: &mut Play, entry: u16, at: u16, to: u16) -> Next<Frame> {
    rule!("RA-051");
    let mut at = at;
    while at < to {
        let action = &p.g.content.actions[usize::from(at)];
        at += 1;
        if p.look().holds(&action.when) {
            return carry_out(p, action.does, Frame::Run { entry, at, to });
        }
    }
    Next::Then(Frame::Choice { entry })
}

/// Carries out one directive; `rest` is what follows unless it leads elsewhere.
pub fn carry_out(p: &mut Play, does: Directive, rest: Frame) -> Next<Frame> {
    rule!("RA-056");
    match does {
        Directive::Xp(by) => revealed::gain_xp(p, by.into()),
        Directive::Gold(by) => revealed::gain_gold(p, by.into()),
        Directive::Fatigue(by) => exhaustion::suffer_all(p, by),
        Directive::Heal(by) => p.s.present.into_iter().for_each(|seat| exhaustion::heal(p, seat, by)),
        Directive::Drain(by) => return p.first(rows::for_all(by, true), rest),
        Directive::Rows(by) => return p.first(rows::for_all(by, false), rest),
        Directive::Favor(faction, by) => factions::favor(p, faction, by),
        Directive::TakeXp => take_xp(p),
        Directive::GainRare(card) | Directive::GainFamiliar(card) => return gain_card(p, card, rest),
        Directive::GainCard(deck) => return gain_random(p, deck, rest),
        Directive::AssignModifier(modifier) => {
            if p.s.pending.len() < p.s.pending.capacity() {
                p.s.pending.push(modifier);
            }
        }
        Directive::Check(check) => return skill_check::begin(p, check, entry_of(rest)),
        Directive::Combat(combat) => return combat::begin(p, combat, entry_of(rest)),
        Directive::Go(entry) => return turn_to(p, entry),
        Directive::End => return turn_to(p, p.look().adventure().end),
        Directive::Resume | Directive::Back => return Next::Done,
        Directive::Death => return p.first(Frame::Death, rest),
        Directive::LoseCard => return p.first(Frame::LoseWho { why: Loss::Story }, rest),
        Directive::Finish => {
            p.s.journal.finished |= 1 << p.s.adventure;
            return Next::Done;
        }
        Directive::Record(_)
        | Directive::Erase(_)
        | Directive::RevealTitle(_)
        | Directive::RevealItem(_)
        | Directive::ReturnItem(_)
        | Directive::RevealMap(_)
        | Directive::PlaceParty(_)
        | Directive::PutToken(..)
        | Directive::TakeToken(..)
        | Directive::Unlock(_)
        | Directive::EndOpen
        | Directive::Ending(_) => note(p, does),
    }
    Next::Then(rest)
}

/// The entry a frame belongs to.
fn entry_of(rest: Frame) -> u16 {
    if let Frame::Run { entry, .. } = rest { entry } else { 0 }
}

/// What is written down or put on the map.
#[expect(clippy::wildcard_enum_match_arm, reason = "the others are carried out above")]
fn note(p: &mut Play, does: Directive) {
    match does {
        Directive::Record(word) => {
            rule!("RA-060");
            p.s.journal.keywords |= word.bit();
            p.say(|look| Event::Keyword(look.g.content.keywords[word.index()].clone(), true));
        }
        Directive::Erase(word) => {
            rule!("RA-060");
            p.s.journal.keywords &= !word.bit();
            p.say(|look| Event::Keyword(look.g.content.keywords[word.index()].clone(), false));
        }
        Directive::RevealTitle(title) => {
            rule!("RA-061", "RA-064");
            p.s.journal.titles |= title.bit();
            p.say(|look| Event::Title(look.g.content.title(title).name.clone()));
        }
        Directive::RevealItem(item) => reveal_item(p, item),
        Directive::ReturnItem(item) => {
            if let Some(at) = p.s.map.items.iter().position(|i| *i == item) {
                p.s.map.held &= !(1 << at);
                p.say(|look| Event::Item(look.g.content.discovery(item).name.clone(), false));
            }
        }
        Directive::RevealMap(card) => reveal_map(p, card),
        Directive::PlaceParty(at) => p.s.map.at = at,
        Directive::PutToken(token, at) => {
            rule!("RA-R70", "RA-012");
            p.s.map.tokens[at.index()] |= 1 << token.0;
            p.say(|look| Event::Token(look.g.content.tokens[token.index()].clone(), at.letter(), true));
        }
        Directive::TakeToken(token, at) => {
            rule!("RA-R70", "RA-012");
            p.s.map.tokens[at.index()] &= !(1 << token.0);
            p.say(|look| Event::Token(look.g.content.tokens[token.index()].clone(), at.letter(), false));
        }
        Directive::Unlock(path) => open(p, path),
        Directive::EndOpen => {
            p.s.map.end_open = true;
            p.say(|_| Event::EndOpen);
        }
        Directive::Ending(ending) => {
            p.s.journal.ending = Some(ending);
            p.say(|look| Event::Ending(look.g.content.campaign.endings[ending.index()].text.clone()));
        }
        other => unreachable!("{other:?} is carried out above"),
    }
}

fn open(p: &mut Play, path: PathId) {
    p.s.map.closed &= !path.bit();
    p.say(|look| {
        let (a, b) = look.adventure().paths[path.index()].ends;
        Event::Path(format!("{a}-{b}"))
    });
}

fn reveal_item(p: &mut Play, item: ItemId) {
    rule!("RA-062", "RA-065");
    let map = &mut p.s.map;
    let at = map.items.iter().position(|i| *i == item).unwrap_or(map.items.len());
    if at == ITEMS {
        return;
    }
    if at == map.items.len() {
        map.items.push(item);
    }
    map.held |= 1 << at;
    p.say(|look| Event::Item(look.g.content.discovery(item).name.clone(), true));
}

fn reveal_map(p: &mut Play, card: ItemId) {
    rule!("RA-062", "RA-009");
    p.s.map.cards |= card.bit();
    p.say(|look| Event::MapCard(look.g.content.discovery(card).name.clone()));
    let g = p.g;
    if let crate::content::cards::Discovery::Map { opens, .. } = &g.content.discovery(card).is {
        for (a, b) in opens {
            if let Some(path) = p.look().adventure().path_between(*a, *b) {
                open(p, path);
            }
        }
    }
}

fn take_xp(p: &mut Play) {
    rule!("RA-055");
    let here = std::mem::take(&mut p.s.map.xp[p.s.map.at.index()]);
    revealed::gain_xp(p, here.into());
}

fn gain_card(p: &mut Play, card: CardId, rest: Frame) -> Next<Frame> {
    if p.s.decks.contains(card) {
        return p.first(Frame::Gift { card }, rest);
    }
    revealed::depleted(p);
    Next::Then(rest)
}

fn gain_random(p: &mut Play, deck: Deck, rest: Frame) -> Next<Frame> {
    if p.look().deck(deck).is_empty() {
        revealed::depleted(p);
        return Next::Then(rest);
    }
    p.first(Frame::GiftRandom { deck }, rest)
}

/// The options of an entry are due.
pub fn choice(p: &mut Play, entry: u16) -> Next<Frame> {
    if p.s.all_exhausted() && !p.s.map.died {
        rule!("RA-R50", "RA-R38");
        return p.first(Frame::Death, Frame::Choice { entry });
    }
    let read = p.look().entry(entry);
    if !read.choices.is_empty() {
        return Next::Wait(Frame::Choice { entry });
    }
    match read.kind {
        Kind::Tome(..) | Kind::Death(_) | Kind::End => Next::Done,
        // A book that leads nowhere: the party stays where it is.
        Kind::Start => {
            let base = p.look().adventure().locations[p.s.map.at.index()].base;
            turn_to(p, base)
        }
        Kind::Base(_) | Kind::Turn(..) | Kind::Item(..) => Next::Wait(Frame::Choice { entry }),
    }
}

/// Is this option open?
fn offered(look: Look, choice: &Choice) -> bool {
    rule!("RA-054");
    let open = match choice.leads {
        Lead::Turn(_) | Lead::TheEnd => true,
        Lead::Move => look.ways().next().is_some(),
        Lead::Rest => {
            rule!("RA-120", "RA-R37", "RA-R38");
            look.s.journal.xp > 0 && !look.s.map.rested && !look.s.all_exhausted()
        }
        Lead::Item => items::any(look),
    };
    open && look.holds(&choice.when) && look.payable(choice.pay)
}

/// The step an option is named by; options that lead to entries are numbered as they stand.
const fn step_of(leads: Lead, number: u8) -> Action {
    match leads {
        Lead::Turn(_) => Action::Option { option: Pick(number) },
        Lead::Move => Action::Move,
        Lead::Rest => Action::Rest,
        Lead::Item => Action::Item,
        Lead::TheEnd => Action::TheEnd,
    }
}

/// What the party may choose. Never nothing: where an entry leaves no way out, the party may walk on.
#[expect(clippy::wildcard_enum_match_arm, reason = "only standing options are named once")]
pub fn options(look: Look, entry: u16, into: &mut impl FnMut(Action)) {
    rule!("RA-053", "RA-054");
    let span = look.entry(entry).choices;
    let mut given = 0u8;
    let mut once = |action: Action| {
        let bit = match action {
            Action::Move => 1,
            Action::Rest => 2,
            Action::Item => 4,
            Action::TheEnd => 8,
            _ => 0,
        };
        if bit == 0 || given & bit == 0 {
            given |= bit | 16;
            into(action);
        }
    };
    for (i, choice) in look.g.content.choices[span.range()].iter().enumerate() {
        if offered(look, choice) {
            once(step_of(choice.leads, i as u8 + 1));
        }
        if choice.leads == Lead::Move && look.s.map.end_open && look.holds(&choice.when) {
            rule!("RA-140");
            once(Action::TheEnd);
        }
    }
    if given == 0 {
        rule!("RA-260");
        into(if look.ways().next().is_some() { Action::Move } else { Action::TheEnd });
    }
}

/// The party has chosen.
pub fn chosen(p: &mut Play, entry: u16, action: Action) -> Next<Frame> {
    rule!("RA-053");
    let span = p.look().entry(entry).choices;
    let g = p.g;
    let all = g.content.choices[span.range()].iter().enumerate();
    let named = all.filter(|(i, choice)| step_of(choice.leads, *i as u8 + 1) == action);
    let choice = named.map(|(_, choice)| choice).find(|choice| offered(p.look(), choice));
    match choice.and_then(|choice| choice.pay) {
        None => {}
        Some(Pay::Gold(k)) => revealed::gain_gold(p, -i16::from(k)),
        Some(Pay::Xp(k)) => revealed::gain_xp(p, -i16::from(k)),
        Some(Pay::Fatigue(k)) => exhaustion::suffer_all(p, k),
    }
    match (choice.map(|choice| choice.leads), action) {
        (Some(Lead::Turn(entry)), _) => turn_to(p, entry),
        (_, Action::TheEnd) => turn_to(p, p.look().adventure().end),
        (_, Action::Rest) => {
            p.s.stack.push(Frame::Choice { entry });
            p.s.map.rested = true;
            Next::Then(Frame::RestMark)
        }
        (_, Action::Item) => Next::Then(Frame::Items { entry }),
        (_, _) => movement::set_out(p),
    }
}
