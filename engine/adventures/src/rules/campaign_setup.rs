//! Campaign set-up: journal, heroes, opening hands. RA-020 to RA-025, RA-030 to RA-037.

use crate::{
    Adventures, Event, Play, State,
    frame::Frame,
    options::{Mode, Scope},
    queries::Look,
    rules::{combat, importing, revealed, skill_check},
    state::{Journal, MapState, Sheet},
    words::{CardId, CardSet, Colour, DICE_A_COLOUR, Deck, HeroId, SEATS},
};
use kernel::{Next, PerSeat, Seat, SeatSet, Stack, Turn, flow::Flow, rule};

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
        told: Default::default(),
        wanted: [CardSet::EMPTY; SEATS],
        owed: Default::default(),
        loose: CardSet::EMPTY,
        drawn_decks: 0,
        won: 0,
        played: 0,
        ending: None,
    }
}

fn journal(g: &Adventures, players: u8) -> Journal {
    rule!("RA-021", "RA-024", "RA-007");
    let campaign = &g.content.campaign;
    let limits = campaign.limits.iter().find(|l| l.players == players);
    let limits = limits.unwrap_or_else(|| unreachable!("1 to 4 players are listed"));
    let mut factions = [0; 3];
    factions.iter_mut().zip(&campaign.factions).for_each(|(at, track)| *at = track.start);
    Journal {
        gold: limits.gold.into(),
        play_limit: limits.play,
        bonus_limit: limits.bonus,
        combat_dice: limits.dice,
        factions,
        ..Journal::default()
    }
}

/// What is asked first.
pub fn first(p: &mut Play) -> Frame {
    if let Some(saved) = &p.g.plan.saved {
        saved.lay_out(p.g, p.s);
        return Frame::NextAdventure;
    }
    Frame::Mode
}

pub fn mode(p: &mut Play) -> Next<Frame> {
    match p.g.options.mode {
        Mode::Ask => Next::Wait(Frame::Mode),
        Mode::Normal => mode_chosen(p, false),
        Mode::Legendary => mode_chosen(p, true),
    }
}

pub fn mode_chosen(p: &mut Play, legendary: bool) -> Next<Frame> {
    rule!("RA-025", "RA-220");
    p.s.journal.legendary = legendary;
    p.s.journal.rests = u8::from(legendary);
    p.say(|_| Event::Mode(legendary));
    Next::Then(Frame::Heroes { seat: 0, one: false })
}

/// Each seat in turn takes a hero, unless the table has agreed on them before.
pub fn heroes(p: &mut Play, seat: u8, one: bool) -> Next<Frame> {
    if usize::from(seat) >= SEATS {
        if p.g.plan.imports.iter().any(Option::is_some) {
            imported_wealth(p);
        }
        return Next::Then(Frame::Claims);
    }
    let who = Seat::new(seat);
    if !p.s.present.contains(who) {
        return Next::Then(Frame::Heroes { seat: seat + 1, one });
    }
    if !one && p.g.plan.imports[usize::from(seat)].is_some() {
        return import(p, seat);
    }
    match p.g.plan.heroes[usize::from(seat)] {
        Some(hero) if free_heroes(p.look(), who).any(|free| free == hero) => hero_chosen(p, seat, one, hero),
        Some(_) | None => Next::Wait(Frame::Heroes { seat, one }),
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

pub fn hero_chosen(p: &mut Play, seat: u8, one: bool, hero: HeroId) -> Next<Frame> {
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
    if one { Next::Then(Frame::Claims) } else { Next::Then(Frame::Heroes { seat: seat + 1, one }) }
}

/// The hero of an import record.
fn import(p: &mut Play, seat: u8) -> Next<Frame> {
    rule!("RA-030", "RA-034", "RA-036", "RA-R64");
    let g = p.g;
    let record = g.plan.imports[usize::from(seat)].as_ref().expect("asked for only where there is one");
    let who = Seat::new(seat);
    let scores = record.scores.map(importing::score);
    let health = importing::health_with_fiends(record.stars, record.fiends, g.options.fiend_health);
    p.s.sheets[who] = Sheet {
        class: record.class,
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
    Next::Then(Frame::Points { seat, left: importing::points(scores) })
}

fn imported_wealth(p: &mut Play) {
    let players = p.s.players();
    let records = || p.g.plan.imports.iter().flatten();
    p.s.journal.gold = importing::shared(records().map(|r| r.gold), players);
    p.s.journal.xp = importing::shared(records().map(|r| r.xp), players);
}

/// An import below six points: its player may raise scores below the limit.
pub fn points(p: &mut Play, seat: u8, left: u8) -> Next<Frame> {
    let who = Seat::new(seat);
    if left == 0 || p.look().raisable(who).next().is_none() {
        return Next::Then(Frame::Heroes { seat: seat + 1, one: false });
    }
    Next::Wait(Frame::Points { seat, left })
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
pub fn claims(p: &mut Play) -> Next<Frame> {
    rule!("RA-035", "RA-R65", "RA-201");
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
        return Next::Wait(Frame::Claims);
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
                return Next::Then(Frame::Claims);
            }
            return p.first(Frame::Deal { seat: seat.number(), deck: *deck }, Frame::Claims);
        }
    }
    Next::Then(Frame::Begin)
}

pub fn claim_settled(p: &mut Play, seat: Seat) -> Next<Frame> {
    rule!("RA-035");
    let card = contested(p.look()).expect("a card was asked for by several");
    for other in claimants(p.look(), card).without(seat) {
        p.s.wanted[other.index()].remove(card);
        p.s.owed[other.index()][card.deck().index()] += 1;
    }
    Next::Then(Frame::Claims)
}

pub fn dealt(p: &mut Play, seat: u8, card: CardId) -> Next<Frame> {
    revealed::take_card(p, Seat::new(seat), card);
    Next::Done
}

/// Everybody has a hero: what the table is there for begins. A newcomer's set-up goes on instead.
pub fn begin(p: &mut Play) -> Next<Frame> {
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
            combat::fight(p, &g.plan.enemies, &g.plan.modifiers, Default::default())
        }
        Scope::Adventure | Scope::Campaign | Scope::Table => Next::Then(Frame::AdventureSetup),
    }
}
