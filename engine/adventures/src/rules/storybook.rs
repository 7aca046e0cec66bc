//! Entries: actions from top to bottom, then one option. RA-050 to RA-056, RA-060 to RA-065.

use crate::{
    Action, Event, Play,
    content::story::{Choice, Directive, Kind, Lead, Pay},
    flow::stray,
    frame::{Asks, then, wait},
    queries::Look,
    rules::{
        adventure_setup, combat, exhaustion, factions, items, movement, resting,
        revealed::{self, Loss},
        rows, skill_check,
    },
    state::ITEMS,
    words::{CardId, Deck, EndingId, EntryId, ItemId, KeywordId, LocationId, PathId, Pick, TitleId, TokenId},
};
use kernel::{Next, flow::Flow, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Everything is laid out for an adventure.
    AdventureSetup,
    /// Who tells the story first?
    Storyteller,
    /// Carry out the actions of an entry from this place on.
    Run { entry: u16, at: u16, to: u16 },
    /// The options of an entry.
    Choice { entry: u16 },
    /// Which item is used, in place of an option of this entry?
    Items { entry: u16 },
    /// The whole party is exhausted.
    Death,
    /// THE END was read.
    AdventureOver,
}

impl Frame {
    #[inline]
    pub(crate) const fn asks(self) -> Asks {
        match self {
            Frame::Storyteller | Frame::Choice { .. } | Frame::Items { .. } => Asks::Party,
            Frame::AdventureSetup | Frame::Run { .. } | Frame::Death | Frame::AdventureOver => Asks::Nobody,
        }
    }
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::AdventureSetup => adventure_setup::setup(p),
        Frame::Storyteller => adventure_setup::storyteller(p),
        Frame::Run { entry, at, to } => run(p, entry, at, to),
        Frame::Choice { entry } => choice(p, entry),
        Frame::Items { .. } => wait(frame),
        Frame::Death => exhaustion::death(p),
        Frame::AdventureOver => adventure_setup::over(p),
    }
}

pub fn legal(look: Look, frame: Frame, into: &mut impl FnMut(Action)) {
    // No card is ever offered here: all use is inside checks and combats.
    rule!("RA-R27");
    match frame {
        Frame::Storyteller => {
            look.s.present.into_iter().for_each(|seat| into(Action::Storyteller { player: seat.into() }));
        }
        Frame::Choice { entry } => options(look, entry, into),
        Frame::Items { .. } => items::uses(look, into),
        Frame::AdventureSetup | Frame::Run { .. } | Frame::Death | Frame::AdventureOver => {}
    }
}

/// Reads an entry from its first action on.
pub fn read(p: &mut Play, entry: EntryId) -> Next<crate::Frame> {
    rule!("RA-050");
    let read = p.g.content.entry(entry);
    p.s.map.rested = false;
    p.s.map.died = false;
    if let Kind::Base(at) = read.kind {
        p.s.map.explored |= at.bit();
    }
    p.say(|_| Event::Reads(read.label.clone(), read.text.clone()));
    then(Frame::Run { entry: entry.0, at: read.actions.from, to: read.actions.to })
}

/// Turns to an entry. One of the storybook ends an encounter that is still going on.
pub fn turn_to(p: &mut Play, entry: EntryId) -> Next<crate::Frame> {
    rule!("RA-052", "RA-R49");
    if !p.g.content.entry(entry).kind.is_of_the_tome() {
        while p.s.stack.top().is_some_and(|top| *top != Frame::AdventureOver.into()) {
            p.s.stack.pop();
        }
    }
    read(p, entry)
}

pub fn run(p: &mut Play, entry: u16, at: u16, to: u16) -> Next<crate::Frame> {
    rule!("RA-051");
    let mut at = at;
    while at < to {
        let action = &p.g.content.actions[usize::from(at)];
        at += 1;
        if p.look().holds(&action.when) {
            return carry_out(p, action.does, Frame::Run { entry, at, to }.into());
        }
    }
    then(Frame::Choice { entry })
}

/// Carries out one directive; `rest` is what follows unless it leads elsewhere.
pub fn carry_out(p: &mut Play, does: Directive, rest: crate::Frame) -> Next<crate::Frame> {
    rule!("RA-056");
    match does {
        Directive::Xp(by) => revealed::gain_xp(p, by.into()),
        Directive::Gold(by) => revealed::gain_gold(p, by.into()),
        Directive::Fatigue(by) => exhaustion::suffer_all(p, by),
        Directive::Heal(by) => p.s.present.into_iter().for_each(|seat| exhaustion::heal(p, seat, by)),
        Directive::Drain(by) => return p.first(rows::for_all(by, true).into(), rest),
        Directive::Rows(by) => return p.first(rows::for_all(by, false).into(), rest),
        Directive::Favor(faction, by) => factions::favor(p, faction, by),
        Directive::TakeXp => take_xp(p),
        Directive::GainRare(card) | Directive::GainFamiliar(card) => return gain_card(p, card, rest),
        Directive::GainCard(deck) => return gain_random(p, deck, rest),
        Directive::AssignModifier(modifier) => {
            if p.s.pending.len() < p.s.pending.capacity() {
                p.s.pending.push(modifier);
            }
        }
        Directive::Record(word) => keyword(p, word, true),
        Directive::Erase(word) => keyword(p, word, false),
        Directive::RevealTitle(title) => reveal_title(p, title),
        Directive::RevealItem(item) => reveal_item(p, item),
        Directive::ReturnItem(item) => return_item(p, item),
        Directive::RevealMap(card) => reveal_map(p, card),
        Directive::PlaceParty(at) => p.s.map.at = at,
        Directive::PutToken(id, at) => token(p, id, at, true),
        Directive::TakeToken(id, at) => token(p, id, at, false),
        Directive::Unlock(path) => open(p, path),
        Directive::EndOpen => {
            p.s.map.end_open = true;
            p.say(|_| Event::EndOpen);
        }
        Directive::Ending(id) => ending(p, id),
        Directive::Check(check) => return skill_check::begin(p, check, entry_of(rest)),
        Directive::Combat(combat) => return combat::begin(p, combat, entry_of(rest)),
        Directive::Go(entry) => return turn_to(p, entry),
        Directive::End => return turn_to(p, p.look().adventure().end),
        Directive::Resume | Directive::Back => return Next::Done,
        Directive::Death => return p.first(Frame::Death.into(), rest),
        Directive::LoseCard => return p.first(revealed::Frame::LoseWho { why: Loss::Story }.into(), rest),
        Directive::Finish => {
            p.s.journal.finished |= 1 << p.s.adventure;
            return Next::Done;
        }
    }
    then(rest)
}

/// The entry a frame belongs to.
fn entry_of(rest: crate::Frame) -> u16 {
    if let crate::Frame::Story(Frame::Run { entry, .. }) = rest { entry } else { 0 }
}

// --- what is written down or put on the map

fn keyword(p: &mut Play, word: KeywordId, recorded: bool) {
    rule!("RA-060");
    let keywords = &mut p.s.journal.keywords;
    *keywords = if recorded { *keywords | word.bit() } else { *keywords & !word.bit() };
    p.say(|look| Event::Keyword { word: look.g.content.keywords[word.index()].clone(), recorded });
}

fn reveal_title(p: &mut Play, title: TitleId) {
    rule!("RA-061", "RA-064");
    p.s.journal.titles |= title.bit();
    p.say(|look| Event::Title(look.g.content.title(title).name.clone()));
}

fn token(p: &mut Play, token: TokenId, at: LocationId, put: bool) {
    rule!("RA-R70", "RA-012");
    let (there, bit) = (&mut p.s.map.tokens[at.index()], 1 << token.0);
    *there = if put { *there | bit } else { *there & !bit };
    p.say(|look| Event::Token { name: look.g.content.tokens[token.index()].clone(), at: at.letter(), put });
}

fn ending(p: &mut Play, ending: EndingId) {
    p.s.journal.ending = Some(ending);
    p.say(|look| Event::Ending(look.g.content.campaign.endings[ending.index()].text.clone()));
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
    p.say(|look| Event::Item { name: look.g.content.discovery(item).name.clone(), gained: true });
}

fn return_item(p: &mut Play, item: ItemId) {
    if let Some(at) = p.s.map.items.iter().position(|i| *i == item) {
        p.s.map.held &= !(1 << at);
        p.say(|look| Event::Item { name: look.g.content.discovery(item).name.clone(), gained: false });
    }
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

fn gain_card(p: &mut Play, card: CardId, rest: crate::Frame) -> Next<crate::Frame> {
    if p.s.decks.contains(card) {
        return p.first(revealed::Frame::Gift { card }.into(), rest);
    }
    rule!("RA-R78");
    if p.g.options.named_pays || p.look().deck(card.deck()).is_empty() {
        revealed::depleted(p);
    }
    then(rest)
}

fn gain_random(p: &mut Play, deck: Deck, rest: crate::Frame) -> Next<crate::Frame> {
    if p.look().deck(deck).is_empty() {
        revealed::depleted(p);
        return then(rest);
    }
    p.first(revealed::Frame::GiftRandom { deck }.into(), rest)
}

/// The options of an entry are due.
pub fn choice(p: &mut Play, entry: u16) -> Next<crate::Frame> {
    if p.s.all_exhausted() && !p.s.map.died {
        rule!("RA-R50", "RA-R38");
        return p.first(Frame::Death.into(), Frame::Choice { entry }.into());
    }
    let read = p.look().entry(entry);
    if !read.choices.is_empty() {
        return wait(Frame::Choice { entry });
    }
    match read.kind {
        Kind::Tome(..) | Kind::Death(_) | Kind::End => Next::Done,
        // A book that leads nowhere: the party stays where it is.
        Kind::Start => {
            let base = p.look().adventure().locations[p.s.map.at.index()].base;
            turn_to(p, base)
        }
        Kind::Base(_) | Kind::Turn(..) | Kind::Item(..) => wait(Frame::Choice { entry }),
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
pub fn options(look: Look, entry: u16, into: &mut impl FnMut(Action)) {
    // What an entry does not offer cannot be done, items included.
    rule!("RA-053", "RA-054", "RA-102");
    let span = look.entry(entry).choices;
    let mut given = [None; 4];
    let mut any = false;
    // Standing options are named once.
    let mut once = |leads: Lead, number: u8| {
        let action = step_of(leads, number);
        if given.contains(&Some(action)) {
            return;
        }
        let free = given.iter_mut().find(|given| given.is_none());
        if let (Some(free), false) = (free, matches!(leads, Lead::Turn(_))) {
            *free = Some(action);
        }
        any = true;
        into(action);
    };
    for (i, choice) in look.g.content.choices[span.range()].iter().enumerate() {
        if offered(look, choice) {
            once(choice.leads, i as u8 + 1);
        }
        if choice.leads == Lead::Move && look.s.map.end_open && look.holds(&choice.when) {
            rule!("RA-140");
            once(Lead::TheEnd, 0);
        }
    }
    if !any {
        rule!("RA-260");
        into(if look.ways().next().is_some() { Action::Move } else { Action::TheEnd });
    }
}

/// The party has chosen this option of an entry: what it costs is paid. None for what is open without being printed.
fn paid(p: &mut Play, entry: u16, action: Action) -> Option<Lead> {
    rule!("RA-053");
    let span = p.look().entry(entry).choices;
    let g = p.g;
    let all = g.content.choices[span.range()].iter().enumerate();
    let named = all.filter(|(i, choice)| step_of(choice.leads, *i as u8 + 1) == action);
    let choice = named.map(|(_, choice)| choice).find(|choice| offered(p.look(), choice))?;
    match choice.pay {
        None => {}
        Some(Pay::Gold(k)) => revealed::gain_gold(p, -i16::from(k)),
        Some(Pay::Xp(k)) => revealed::gain_xp(p, -i16::from(k)),
        Some(Pay::Fatigue(k)) => exhaustion::suffer_all(p, k),
    }
    Some(choice.leads)
}

pub fn option_chosen(p: &mut Play, frame: Frame, option: Pick) -> Next<crate::Frame> {
    let Frame::Choice { entry } = frame else { return stray(frame) };
    let Some(Lead::Turn(to)) = paid(p, entry, Action::Option { option }) else { return stray(frame) };
    turn_to(p, to)
}

pub fn move_on(p: &mut Play, frame: crate::Frame) -> Next<crate::Frame> {
    let crate::Frame::Story(Frame::Choice { entry }) = frame else { return stray(frame) };
    paid(p, entry, Action::Move);
    movement::set_out(p)
}

pub fn rest(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    let Frame::Choice { entry } = frame else { return stray(frame) };
    paid(p, entry, Action::Rest);
    p.s.stack.push(frame.into());
    p.s.map.rested = true;
    then(resting::Frame::Mark)
}

pub fn use_item(p: &mut Play, frame: crate::Frame) -> Next<crate::Frame> {
    let crate::Frame::Story(Frame::Choice { entry }) = frame else { return stray(frame) };
    paid(p, entry, Action::Item);
    then(Frame::Items { entry })
}

pub fn the_end(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    let Frame::Choice { entry } = frame else { return stray(frame) };
    paid(p, entry, Action::TheEnd);
    turn_to(p, p.look().adventure().end)
}
