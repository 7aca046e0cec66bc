//! Campaign set-up: journal, heroes, opening hands. RA-020 to RA-025, RA-030 to RA-037.

use crate::{
    Action, Adventures, Event, Play, State,
    flow::stray,
    frame::{Asks, Fate, then, wait},
    options::{Mode, Scope},
    queries::Look,
    rules::{advancement, combat, importing, party_changes, revealed, skill_check, storybook},
    state::{Journal, MapState, Sheet},
    words::{CardId, CardSet, ClassId, Colour, DICE_A_COLOUR, Deck, HeroId, SEATS},
};
use kernel::{Next, PerSeat, Seat, SeatSet, Stack, Turn, flow::Flow, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Normal or legendary?
    Mode,
    /// This seat chooses a hero; those after it follow, unless it is the `only` one.
    Heroes { seat: u8, only: bool },
    /// An import below six points may raise scores.
    Points { seat: u8, left: u8 },
    /// Cards that heroes bring along: several may ask for the same.
    Claims,
    /// An import whose class is not here: which class card of its colour?
    Class { seat: u8 },
    /// A card in place of this one of those that are not here.
    Substitute { seat: u8, at: u8 },
    /// A random card in place of one somebody else has.
    Deal { seat: u8, deck: Deck },
    /// Everybody is ready: the scope's first thing follows.
    Begin,
}

impl Frame {
    #[inline(always)]
    pub(crate) const fn asks(self) -> Asks {
        match self {
            Frame::Mode | Frame::Claims => Asks::Party,
            Frame::Heroes { seat, .. } | Frame::Points { seat, .. } => Asks::Seat(seat),
            Frame::Class { seat } | Frame::Substitute { seat, .. } => Asks::Seat(seat),
            Frame::Deal { deck, .. } => Asks::Chance(Fate::Card(deck)),
            Frame::Begin => Asks::Nobody,
        }
    }
}

pub fn enter(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::Mode => mode(p),
        Frame::Heroes { seat, only } => heroes(p, seat, only),
        Frame::Points { seat, left } => points(p, seat, left),
        Frame::Claims => claims(p),
        Frame::Deal { .. } | Frame::Class { .. } => wait(frame),
        Frame::Substitute { seat, at } => substitute(p, seat, at),
        Frame::Begin => begin(p),
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, into: &mut impl FnMut(Action)) {
    match frame {
        Frame::Mode => {
            into(Action::Normal);
            into(Action::Legendary);
        }
        Frame::Heroes { .. } => free_heroes(look, seat).for_each(|hero| into(Action::Hero { hero })),
        Frame::Points { .. } => {
            look.raisable(seat).for_each(|attribute| into(Action::Raise { attribute }));
            into(Action::Enough);
        }
        Frame::Class { seat } => {
            class_cards(look, seat).for_each(|class| into(Action::Class { class }));
        }
        Frame::Substitute { seat, at } => {
            substitutes(look, seat, at).iter().for_each(|card| into(Action::Substitute { card }));
            into(Action::Enough);
        }
        Frame::Claims => {
            let card = contested(look);
            let all = card.map(|card| claimants(look, card)).unwrap_or_default();
            all.into_iter().for_each(|seat| into(Action::seat(seat)));
        }
        Frame::Deal { .. } | Frame::Begin => {}
    }
}

/// The table before anything is chosen.
#[must_use]
pub fn table(g: &Adventures) -> State {
    rule!("RA-020", "RA-004", "RA-R03", "RA-R04", "RA-003", "RA-002");
    let present = g.plan.party.first().copied().unwrap_or(SeatSet::first(g.options.seats));
    let first = present.lowest().unwrap_or(Seat::new(0));
    let decks = g.deck_masks.iter().fold(CardSet::EMPTY, |all, deck| all.or(deck));
    State {
        turn: Turn::Over,
        stack: Stack::default(),
        present,
        sheets: PerSeat::new([Sheet::default(); SEATS]),
        journal: journal(g, present.len() as u8),
        map: MapState::default(),
        storyteller: first,
        tome_keeper: first,
        adventure: g.plan.adventure,
        bag: [DICE_A_COLOUR; 6],
        bag_familiars: 0,
        decks,
        display: [None; 5],
        contest: Default::default(),
        pending: Default::default(),
        votes: [None; SEATS],
        tied: false,
        told_words: Default::default(),
        told: Default::default(),
        wanted: [CardSet::EMPTY; SEATS],
        owed: Default::default(),
        once: CardSet::EMPTY,
        loose: CardSet::EMPTY,
        changed: SeatSet::EMPTY,
        drawn_decks: 0,
        won: 0,
        played: 0,
        ending: None,
    }
}

fn journal(g: &Adventures, players: u8) -> Journal {
    rule!("RA-021", "RA-024", "RA-007");
    let campaign = &g.content.campaign;
    let limits = campaign.limits(players);
    let mut factions = [0; 3];
    factions.iter_mut().zip(&campaign.factions).for_each(|(at, track)| *at = track.start);
    Journal {
        gold: limits.gold.into(),
        play_limit: limits.play,
        bonus_limit: limits.bonus,
        combat_dice: limits.dice,
        card_limit: limits.cards,
        factions,
        ..Journal::default()
    }
}

/// What is asked first.
pub fn first(p: &mut Play) -> crate::Frame {
    if let Some(saved) = &p.g.plan.saved {
        saved.lay_out(p.g, p.s);
        let anew = p.look().limits(p.s.players()).cards;
        p.s.journal.card_limit = saved.card_limit.unwrap_or(anew);
        return match p.g.options.scope {
            // Which of people's own books comes next, they know.
            Scope::Table => {
                p.s.stack.push(storybook::Frame::AdventureSetup.into());
                party_changes::Frame::Change.into()
            }
            Scope::Campaign | Scope::Adventure | Scope::Check | Scope::Combat => {
                advancement::Frame::NextAdventure.into()
            }
        };
    }
    Frame::Mode.into()
}

pub fn mode(p: &mut Play) -> Next<crate::Frame> {
    match p.g.options.mode {
        Mode::Ask => wait(Frame::Mode),
        Mode::Normal => mode_chosen(p, false),
        Mode::Legendary => mode_chosen(p, true),
    }
}

pub fn mode_chosen(p: &mut Play, legendary: bool) -> Next<crate::Frame> {
    rule!("RA-025", "RA-220");
    p.s.journal.legendary = legendary;
    p.s.journal.rests = u8::from(legendary);
    p.say(|_| Event::Mode { legendary });
    then(Frame::Heroes { seat: 0, only: false })
}

/// Each seat in turn takes a hero, unless the table has agreed on them before.
pub fn heroes(p: &mut Play, seat: u8, only: bool) -> Next<crate::Frame> {
    if usize::from(seat) >= SEATS {
        if p.g.plan.imports.iter().any(Option::is_some) {
            imported_wealth(p);
        }
        return then(Frame::Claims);
    }
    let who = Seat::new(seat);
    if !p.s.present.contains(who) {
        return then(Frame::Heroes { seat: seat + 1, only });
    }
    if !only && p.g.plan.imports[usize::from(seat)].is_some() {
        return import(p, seat);
    }
    match p.g.plan.heroes[usize::from(seat)] {
        Some(hero) if free_heroes(p.look(), who).any(|free| free == hero) => hero_chosen(p, seat, only, hero),
        Some(_) | None => wait(Frame::Heroes { seat, only }),
    }
}

/// Heroes this seat may take: nobody else has the portrait, and no class of that colour is in the party.
pub fn free_heroes<'a>(look: Look<'a>, seat: Seat) -> impl Iterator<Item = HeroId> + 'a {
    rule!("RA-022");
    let others = look.s.present.without(seat);
    let taken = move |colour: Colour| {
        others.into_iter().any(|s| look.s.sheets[s].health > 0 && look.class_colour(s) == colour)
    };
    look.g.content.heroes.iter().filter(move |h| !taken(look.g.content.class(h.class).colour)).map(|h| h.id)
}

pub fn take_hero(p: &mut Play, frame: crate::Frame, hero: HeroId) -> Next<crate::Frame> {
    let crate::Frame::Setup(Frame::Heroes { seat, only }) = frame else { return stray(frame) };
    hero_chosen(p, seat, only, hero)
}

fn hero_chosen(p: &mut Play, seat: u8, only: bool, hero: HeroId) -> Next<crate::Frame> {
    rule!("RA-023", "RA-006", "RA-201");
    let g = p.g;
    let card = g.content.hero(hero);
    let who = Seat::new(seat);
    p.s.sheets[who] = Sheet {
        portrait: hero.number(),
        class: card.class,
        race: card.race,
        scores: card.scores,
        rows: card.scores,
        health: g.content.campaign.health,
        ready: true,
        ..Sheet::default()
    };
    p.s.wanted[who.index()] = card.hand.iter().copied().collect();
    p.say(|look| Event::Joins(who, look.name(who)));
    if only { then(Frame::Claims) } else { then(Frame::Heroes { seat: seat + 1, only }) }
}

/// The hero of an import record.
fn import(p: &mut Play, seat: u8) -> Next<crate::Frame> {
    rule!("RA-030", "RA-034", "RA-036", "RA-R64");
    let g = p.g;
    let record = g.plan.imports[usize::from(seat)].as_ref().expect("asked for only where there is one");
    let who = Seat::new(seat);
    let scores = record.scores.map(importing::score);
    let health = importing::health_with_fiends(record.stars, record.fiends, g.options.fiend_health);
    p.s.sheets[who] = Sheet {
        class: record.class.or_else(|| class_cards(p.look(), seat).next()).unwrap_or_default(),
        race: record.race,
        scores,
        rows: scores,
        health,
        ready: true,
        ..Sheet::default()
    };
    let known = p.s.decks;
    p.s.wanted[who.index()] = record.cards.iter().copied().filter(|card| known.contains(*card)).collect();
    p.say(|look| Event::Joins(who, look.name(who)));
    let points = Frame::Points { seat, left: importing::points(scores) };
    if record.class.is_some() {
        return then(points);
    }
    p.first(Frame::Class { seat }.into(), points.into())
}

/// Class cards of the colour of an import's class.
pub fn class_cards(look: Look<'_>, seat: u8) -> impl Iterator<Item = ClassId> + '_ {
    let own = look.g.plan.imports[usize::from(seat)].as_ref().map(|import| import.colour);
    look.g.content.classes.iter().filter(move |class| Some(class.colour) == own).map(|class| class.id)
}

/// Cards that lie in a deck and are offered in place of one that is not here.
#[must_use]
pub fn offered(look: Look) -> CardSet {
    match look.s.stack.top() {
        Some(crate::Frame::Setup(Frame::Substitute { seat, at })) => substitutes(look, *seat, *at),
        Some(_) | None => CardSet::EMPTY,
    }
}

/// The class card an import plays with.
pub fn class_chosen(p: &mut Play, frame: crate::Frame, class: ClassId) -> Next<crate::Frame> {
    let crate::Frame::Setup(Frame::Class { seat }) = frame else { return stray(frame) };
    p.s.sheets[Seat::new(seat)].class = class;
    p.say(|look| Event::Joins(Seat::new(seat), look.calling(Seat::new(seat))));
    Next::Done
}

/// The next card that an import owned and that is not here.
fn substitute(p: &mut Play, seat: u8, at: u8) -> Next<crate::Frame> {
    // A newcomer is no import.
    if usize::from(seat) >= SEATS || p.s.stack.top().is_some() {
        return then(Frame::Begin);
    }
    let lost = p.look().import(Seat::new(seat)).map_or(0, |import| import.missing.len());
    if usize::from(at) >= lost {
        return then(Frame::Substitute { seat: seat + 1, at: 0 });
    }
    if substitutes(p.look(), seat, at).is_empty() {
        rule!("RA-R60");
        return then(Frame::Substitute { seat, at: at + 1 });
    }
    wait(Frame::Substitute { seat, at })
}

/// Cards of the same deck that nobody has.
fn substitutes(look: Look, seat: u8, at: u8) -> CardSet {
    rule!("RA-R64");
    let lost = look.import(Seat::new(seat)).and_then(|import| import.missing.get(usize::from(at)));
    lost.map_or(CardSet::EMPTY, |(deck, _)| look.deck(*deck))
}

/// What was chosen in its place; `None`: nothing.
pub fn substituted(p: &mut Play, frame: crate::Frame, card: Option<CardId>) -> Next<crate::Frame> {
    let crate::Frame::Setup(Frame::Substitute { seat, at }) = frame else { return stray(frame) };
    if let Some(card) = card {
        revealed::take_card(p, Seat::new(seat), card);
    }
    then(Frame::Substitute { seat, at: at + 1 })
}

fn imported_wealth(p: &mut Play) {
    let players = p.s.players();
    let records = || p.g.plan.imports.iter().flatten();
    p.s.journal.gold = importing::shared(records().map(|r| r.gold), players);
    p.s.journal.xp = importing::shared(records().map(|r| r.xp), players);
}

/// An import below six points: its player may raise scores below the limit.
pub fn points(p: &mut Play, seat: u8, left: u8) -> Next<crate::Frame> {
    let who = Seat::new(seat);
    if left == 0 || p.look().raisable(who).next().is_none() {
        return then(Frame::Heroes { seat: seat + 1, only: false });
    }
    wait(Frame::Points { seat, left })
}

/// One score more, and the row with it.
pub fn raise(p: &mut Play, seat: Seat, attribute: Colour) {
    rule!("RA-033", "RA-193", "RA-202");
    let sheet = &mut p.s.sheets[seat];
    sheet.scores[attribute.index()] += 1;
    sheet.rows[attribute.index()] += 1;
    let score = sheet.scores[attribute.index()];
    p.say(|look| Event::Raises(look.name(seat), attribute, score));
}

/// An import has raised a score.
pub fn raised(p: &mut Play, frame: Frame, seat: Seat, attribute: Colour) -> Next<crate::Frame> {
    let Frame::Points { left, .. } = frame else { return stray(frame) };
    raise(p, seat, attribute);
    then(Frame::Points { seat: seat.number(), left: left - 1 })
}

/// An import raises no more scores, or does without a card.
pub fn enough(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::Points { seat, .. } => then(Frame::Points { seat, left: 0 }),
        Frame::Substitute { .. } => substituted(p, frame.into(), None),
        Frame::Mode | Frame::Heroes { .. } | Frame::Class { .. } => stray(frame),
        Frame::Claims | Frame::Deal { .. } | Frame::Begin => stray(frame),
    }
}

/// A card that several heroes ask for.
#[must_use]
pub fn contested(look: Look) -> Option<CardId> {
    let s = look.s;
    let all = s.wanted.iter().fold(CardSet::EMPTY, |all, wanted| all.or(wanted));
    all.and(&s.decks).iter().find(|card| claimants(look, *card).len() > 1)
}

/// Heroes who ask for a card.
#[must_use]
pub fn claimants(look: Look, card: CardId) -> SeatSet {
    let s = look.s;
    s.present.into_iter().filter(|seat| s.wanted[seat.index()].contains(card)).collect()
}

/// Opening hands: what only one asks for is taken, the party settles the rest, and whoever goes without draws instead.
pub fn claims(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-035", "RA-R65", "RA-R81", "RA-201");
    for seat in p.s.present {
        for card in p.s.wanted[seat.index()].iter() {
            if !p.s.decks.contains(card) {
                p.s.wanted[seat.index()].remove(card);
                p.s.owed[seat.index()][card.deck().index()] += 1;
            } else if claimants(p.look(), card).len() == 1 {
                p.s.wanted[seat.index()].remove(card);
                revealed::take_card(p, seat, card);
            }
        }
    }
    if contested(p.look()).is_some() {
        return wait(Frame::Claims);
    }
    for seat in p.s.present {
        for deck in Deck::ALL {
            let owed = &mut p.s.owed[seat.index()][deck.index()];
            if *owed == 0 {
                continue;
            }
            *owed -= 1;
            if p.look().deck(*deck).is_empty() {
                rule!("RA-R60");
                return then(Frame::Claims);
            }
            return p.first(Frame::Deal { seat: seat.number(), deck: *deck }.into(), Frame::Claims.into());
        }
    }
    then(Frame::Substitute { seat: 0, at: 0 })
}

pub fn claim_settled(p: &mut Play, frame: Frame, seat: Seat) -> Next<crate::Frame> {
    rule!("RA-035");
    let Some(card) = contested(p.look()) else { return stray(frame) };
    for other in claimants(p.look(), card).without(seat) {
        p.s.wanted[other.index()].remove(card);
        p.s.owed[other.index()][card.deck().index()] += 1;
    }
    then(Frame::Claims)
}

pub fn dealt(p: &mut Play, frame: Frame, card: CardId) -> Next<crate::Frame> {
    let Frame::Deal { seat, .. } = frame else { return stray(frame) };
    revealed::take_card(p, Seat::new(seat), card);
    Next::Done
}

/// Everybody has a hero: what the table is there for begins. A newcomer's set-up goes on instead.
pub fn begin(p: &mut Play) -> Next<crate::Frame> {
    if p.s.stack.top().is_some() {
        return Next::Done;
    }
    let g = p.g;
    match g.options.scope {
        Scope::Check => {
            let (page, level) = g.plan.check;
            p.s.journal.tokens = p.s.journal.bonus_limit;
            skill_check::check_at(p, page, level, &g.plan.modifiers, Default::default())
        }
        Scope::Combat => {
            p.s.journal.tokens = p.s.journal.bonus_limit;
            let mods = [&g.plan.modifiers[..], &g.options.modifiers2, &g.options.modifiers3];
            combat::fight(p, &g.plan.enemies, mods, Default::default())
        }
        Scope::Adventure | Scope::Campaign | Scope::Table => then(storybook::Frame::AdventureSetup),
    }
}
