//! Between adventures: guild, market, the limits of legendary mode, saving. RA-190 to RA-199, RA-223 to RA-225.

use crate::{
    Action, Event, Play,
    flow::stray,
    frame::{Asks, Fate, then, wait},
    options::Scope,
    queries::Look,
    rules::{campaign_setup, exhaustion, party_changes, revealed, storybook},
    state::{COMBAT_DICE_MAX, Ending, MapState},
    words::{CardId, CardSet, Colour, Deck, Player, SEATS},
};
use kernel::{Next, Seat, flow::Flow, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// A card of this market deck is displayed, then of those after it.
    MarketSetup {
        deck: u8,
    },
    Guild,
    /// This hero raises a score, then those after it.
    MasteryRaise {
        seat: u8,
    },
    Market,
    CardLimit,
    TooManyCards,
    Save,
    NextAdventure,
}

impl Frame {
    #[inline]
    pub(crate) const fn asks(self) -> Asks {
        match self {
            Frame::MarketSetup { deck } => Asks::Chance(Fate::Card(Deck::MARKET[deck as usize])),
            Frame::Guild | Frame::Market | Frame::CardLimit | Frame::TooManyCards | Frame::NextAdventure => {
                Asks::Party
            }
            Frame::MasteryRaise { seat } => Asks::Seat(seat),
            Frame::Save => Asks::Nobody,
        }
    }
}

pub fn enter(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::MarketSetup { deck } => market_setup(p, deck),
        Frame::Guild | Frame::Market => wait(frame),
        Frame::MasteryRaise { seat } => mastery_raise(p, seat),
        Frame::CardLimit => card_limit(p),
        Frame::TooManyCards => too_many_cards(p),
        Frame::Save => save(p),
        Frame::NextAdventure => next_adventure(p),
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, into: &mut impl FnMut(Action)) {
    let s = look.s;
    match frame {
        Frame::Guild => {
            guild_offers(look, into);
            into(Action::Done);
        }
        Frame::MasteryRaise { .. } => {
            look.raisable(seat).for_each(|attribute| into(Action::Raise { attribute }));
        }
        Frame::Market => {
            rule!("RA-262");
            purchases(look, into);
            into(Action::Done);
            rule!("RA-R79");
            let sheet = &s.sheets[seat];
            let mine = if look.g.options.sell_spent { sheet.hand.or(&sheet.spent) } else { sheet.hand };
            let sold = mine.iter().filter(|card| look.sellable(*card));
            sold.for_each(|card| into(Action::Sell { card }));
        }
        Frame::CardLimit => {
            into(Action::CardLimit);
            into(Action::Done);
        }
        Frame::TooManyCards => {
            let held = s.present.into_iter().flat_map(|seat| s.sheets[seat].cards().iter());
            held.for_each(|card| into(Action::Return { card }));
        }
        Frame::NextAdventure => {
            into(Action::Sidequest);
            into(Action::Onward);
        }
        Frame::MarketSetup { .. } | Frame::Save => {}
    }
}

/// The party is done here: from the guild to the market, and on.
pub fn done(frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::Guild => then(Frame::Market),
        Frame::Market => then(Frame::CardLimit),
        Frame::CardLimit => then(Frame::TooManyCards),
        Frame::MarketSetup { .. }
        | Frame::MasteryRaise { .. }
        | Frame::TooManyCards
        | Frame::Save
        | Frame::NextAdventure => stray(frame),
    }
}

/// What a sold card brings.
const SALE: i16 = 2;
/// Health above this is not trained: a counter must have an end.
const HEALTH_MAX: u8 = 60;

/// Each market deck shows one card, if it has any.
pub fn market_setup(p: &mut Play, deck: u8) -> Next<crate::Frame> {
    rule!("RA-191");
    let mut at = deck;
    while let Some(kind) = Deck::MARKET.get(usize::from(at)) {
        if !p.look().deck(*kind).is_empty() {
            return wait(Frame::MarketSetup { deck: at });
        }
        at += 1;
    }
    p.say(|look| {
        let all = look.s.display.iter().flatten();
        Event::Market(all.map(|card| look.card(*card).name.clone()).collect())
    });
    rule!("RA-R53");
    then(Frame::Guild)
}

pub fn displayed(p: &mut Play, frame: Frame, card: CardId) -> Next<crate::Frame> {
    let Frame::MarketSetup { deck } = frame else { return stray(frame) };
    p.s.decks.remove(card);
    p.s.display[usize::from(deck)] = Some(card);
    then(Frame::MarketSetup { deck: deck + 1 })
}

/// What the guild teaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Training {
    Health(Player),
    CombatDice,
    BonusPlay,
    Mastery,
}

impl Training {
    const fn action(self) -> Action {
        match self {
            Training::Health(player) => Action::Health { player },
            Training::CombatDice => Action::CombatDice,
            Training::BonusPlay => Action::BonusPlay,
            Training::Mastery => Action::Mastery,
        }
    }
}

/// What an advancement costs now; none if it cannot be had.
#[must_use]
pub fn guild_price(look: Look, training: Training) -> Option<u16> {
    rule!("RA-192");
    let (journal, campaign) = (&look.s.journal, &look.g.content.campaign);
    let price = match training {
        Training::Health(player) => {
            let health = look.s.sheets[player.seat()].health;
            (health < HEALTH_MAX).then_some(if health < 25 { 1 } else { 2 })
        }
        Training::CombatDice => (journal.combat_dice < COMBAT_DICE_MAX).then_some(journal.combat_dice + 5),
        Training::BonusPlay => {
            rule!("RA-R10");
            (journal.bonus_limit < campaign.bonus_most)
                .then_some(journal.play_limit + journal.bonus_limit + 5)
        }
        Training::Mastery => campaign.mastery.get(usize::from(journal.mastery)).map(|b| b.cost),
    };
    price.map(u16::from).filter(|price| *price <= journal.xp)
}

/// Everything the guild sells that the party can pay.
pub fn guild_offers(look: Look, into: &mut impl FnMut(Action)) {
    let health = look.s.present.into_iter().map(|seat| Training::Health(seat.into()));
    let all = health.chain([Training::CombatDice, Training::BonusPlay, Training::Mastery]);
    all.filter(|training| guild_price(look, *training).is_some())
        .for_each(|training| into(training.action()));
}

pub fn train(p: &mut Play, training: Training) -> Next<crate::Frame> {
    let price = guild_price(p.look(), training).expect("only what can be paid is offered");
    revealed::gain_xp(p, -(price as i16));
    match training {
        Training::Health(player) => {
            let seat = player.seat();
            p.s.sheets[seat].health += 1;
            let health = p.s.sheets[seat].health;
            p.say(|look| Event::Health(look.name(seat), health));
        }
        Training::CombatDice => {
            p.s.journal.combat_dice += 1;
            let limit = p.s.journal.combat_dice;
            p.say(|_| Event::Limit("combat dice limit", limit));
        }
        Training::BonusPlay => {
            p.s.journal.bonus_limit += 1;
            let limit = p.s.journal.bonus_limit;
            p.say(|_| Event::Limit("bonus play limit", limit));
        }
        Training::Mastery => {
            rule!("RA-193");
            p.s.journal.mastery += 1;
            let level = p.s.journal.mastery;
            p.say(|_| Event::Limit("mastery level", level));
            return p.first(Frame::MasteryRaise { seat: 0 }.into(), Frame::Guild.into());
        }
    }
    then(Frame::Guild)
}

/// Each hero raises one score below the limit of the new tier.
pub fn mastery_raise(p: &mut Play, seat: u8) -> Next<crate::Frame> {
    rule!("RA-193");
    let mut at = seat;
    while usize::from(at) < SEATS {
        let who = Seat::new(at);
        if p.s.present.contains(who) && p.look().raisable(who).next().is_some() {
            return wait(Frame::MasteryRaise { seat: at });
        }
        at += 1;
    }
    Next::Done
}

/// The score is named.
pub fn raised(p: &mut Play, frame: Frame, seat: Seat, attribute: Colour) -> Next<crate::Frame> {
    let Frame::MasteryRaise { seat: at } = frame else { return stray(frame) };
    campaign_setup::raise(p, seat, attribute);
    then(Frame::MasteryRaise { seat: at + 1 })
}

/// What the party could buy, and for whom.
pub fn purchases(look: Look, into: &mut impl FnMut(Action)) {
    rule!("RA-194");
    for card in look.s.display.iter().flatten() {
        for seat in look.s.present {
            if u16::from(look.price(*card, seat)) <= look.s.journal.gold {
                into(Action::Purchase { player: seat.into(), card: *card });
            }
        }
    }
}

pub fn purchase(p: &mut Play, seat: Seat, card: CardId) -> Next<crate::Frame> {
    rule!("RA-194");
    let price = p.look().price(card, seat);
    p.s.display.iter_mut().filter(|shown| **shown == Some(card)).for_each(|shown| *shown = None);
    p.s.sheets[seat].hand.insert(card);
    p.say(|look| Event::Purchases(look.name(seat), card, look.card(card).name.clone(), price));
    revealed::gain_gold(p, -i16::from(price));
    then(Frame::Market)
}

/// A hero sells a card: into its deck, not on display. It needs no vote, but the others think again.
pub fn sell(p: &mut Play, frame: crate::Frame, seat: Seat, card: CardId) -> Next<crate::Frame> {
    rule!("RA-194", "RA-R54", "RA-R55");
    p.s.sheets[seat].hand.remove(card);
    p.s.sheets[seat].spent.remove(card);
    p.s.decks.insert(card);
    p.say(|look| Event::Sells(look.name(seat), card, look.card(card).name.clone()));
    revealed::gain_gold(p, SALE);
    p.s.votes = Default::default();
    p.s.tied = false;
    Next::Wait(frame)
}

/// What raising the bonus card limit costs.
#[must_use]
pub fn card_limit_price(look: Look) -> u16 {
    rule!("RA-224");
    u16::from(look.s.journal.bonus_cards) + 5
}

pub fn card_limit(p: &mut Play) -> Next<crate::Frame> {
    // Displayed cards go back before anything else, so that decks are whole.
    for i in 0..p.s.display.len() {
        if let Some(card) = p.s.display[i].take() {
            rule!("RA-196");
            p.s.decks.insert(card);
        }
    }
    if p.s.journal.legendary && card_limit_price(p.look()) <= p.s.journal.gold {
        return wait(Frame::CardLimit);
    }
    then(Frame::TooManyCards)
}

pub fn raise_card_limit(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-224");
    let price = card_limit_price(p.look());
    revealed::gain_gold(p, -(price as i16));
    p.s.journal.bonus_cards += 1;
    let limit = p.s.journal.bonus_cards;
    p.say(|_| Event::Limit("bonus card limit", limit));
    then(Frame::CardLimit)
}

/// In legendary mode the party may not carry more cards than the limit.
pub fn too_many_cards(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-223");
    if p.s.journal.legendary && p.look().counted_cards() > p.look().card_limit() {
        rule!("RA-225");
        return wait(Frame::TooManyCards);
    }
    then(Frame::Save)
}

pub fn card_returned(p: &mut Play, frame: Frame, card: CardId) -> Next<crate::Frame> {
    rule!("RA-225");
    let Some(seat) = p.s.holder(card) else { return stray(frame) };
    revealed::return_card(p, seat, card);
    then(Frame::TooManyCards)
}

/// The journal is put away until the next adventure.
pub fn save(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-190", "RA-196", "RA-197", "RA-060", "RA-061", "RA-R63", "RA-R73");
    for seat in p.s.present {
        let sheet = &mut p.s.sheets[seat];
        sheet.fatigue = 0;
        sheet.tokens = 0;
        sheet.hand = sheet.cards();
        (sheet.discard, sheet.spent) = Default::default();
    }
    p.s.once = CardSet::EMPTY;
    exhaustion::erase_rests(p);
    p.s.journal.keywords = 0;
    p.s.told_words = Default::default();
    p.s.journal.tokens = 0;
    // How often the party fell is what a single adventure is judged by.
    let fallen = if p.g.options.scope == Scope::Table { p.s.map.fallen } else { 0 };
    p.s.map = MapState { fallen, ..MapState::default() };
    if !p.look().adventure().sidequest {
        p.s.journal.campaign += 1;
    }
    let boxes = p.s.journal.campaign;
    p.say(|_| Event::Saved(boxes));
    if p.g.options.scope == Scope::Table {
        p.s.ending = Some(Ending::Adventure);
        p.s.stack.clear();
        return Next::Done;
    }
    then(Frame::NextAdventure)
}

/// The sidequest that is still open, if it may be played now.
#[must_use]
pub fn sidequest(look: Look) -> Option<u8> {
    rule!("RA-198");
    let open = |i: &usize| look.g.content.adventures[*i].sidequest && look.s.journal.finished >> i & 1 == 0;
    let found = (0..look.g.content.adventures.len()).find(open);
    found.filter(|_| look.s.journal.campaign > 0).map(|i| i as u8)
}

/// The next storybook of the campaign; none if all are done.
#[must_use]
pub fn next_book(look: Look) -> Option<u8> {
    rule!("RA-001", "RA-042", "RA-198");
    let at = usize::from(look.s.journal.campaign);
    look.g.content.adventures.get(at).filter(|book| !book.sidequest).map(|_| at as u8)
}

pub fn next_adventure(p: &mut Play) -> Next<crate::Frame> {
    if sidequest(p.look()).is_some() {
        return wait(Frame::NextAdventure);
    }
    next_chosen(p, false)
}

pub fn next_chosen(p: &mut Play, aside: bool) -> Next<crate::Frame> {
    rule!("RA-198");
    let book = if aside { sidequest(p.look()) } else { next_book(p.look()) };
    match book {
        Some(book) => {
            p.s.adventure = book;
            p.first(party_changes::Frame::Change.into(), storybook::Frame::AdventureSetup.into())
        }
        None => {
            p.s.ending = Some(Ending::Campaign);
            p.s.stack.clear();
            Next::Done
        }
    }
}
