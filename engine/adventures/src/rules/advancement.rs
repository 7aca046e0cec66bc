//! Between adventures: guild, market, the limits of legendary mode, saving. RA-190 to RA-199, RA-223 to RA-225.

use crate::{
    Action, Event, Play,
    frame::Frame,
    options::Scope,
    queries::Look,
    rules::{exhaustion, revealed},
    state::{COMBAT_DICE_MAX, Ending, MapState},
    words::{CardId, Deck, SEATS},
};
use kernel::{Next, Seat, flow::Flow, rule};

/// What a sold card brings.
const SALE: i16 = 2;
/// Health above this is not trained: a counter must have an end.
const HEALTH_MAX: u8 = 60;

/// Each market deck shows one card, if it has any.
pub fn market_setup(p: &mut Play, deck: u8) -> Next<Frame> {
    rule!("RA-191");
    let mut at = deck;
    while let Some(kind) = Deck::MARKET.get(usize::from(at)) {
        if !p.look().deck(*kind).is_empty() {
            return Next::Wait(Frame::MarketSetup { deck: at });
        }
        at += 1;
    }
    p.say(|look| {
        let all = look.s.display.iter().flatten();
        Event::Market(all.map(|card| look.card(*card).name.clone()).collect())
    });
    rule!("RA-R53");
    Next::Then(Frame::Guild)
}

pub fn displayed(p: &mut Play, deck: u8, card: CardId) -> Next<Frame> {
    p.s.decks.remove(card);
    p.s.display[usize::from(deck)] = Some(card);
    Next::Then(Frame::MarketSetup { deck: deck + 1 })
}

/// What an advancement costs now; none if it cannot be had.
#[must_use]
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is sold at the guild")]
pub fn guild_price(look: Look, action: Action) -> Option<u16> {
    rule!("RA-192");
    let (journal, campaign) = (&look.s.journal, &look.g.content.campaign);
    let price = match action {
        Action::Health { player } => {
            let health = look.s.sheets[player.seat()].health;
            (health < HEALTH_MAX).then_some(if health < 25 { 1 } else { 2 })
        }
        Action::CombatDice => (journal.combat_dice < COMBAT_DICE_MAX).then_some(journal.combat_dice + 5),
        Action::BonusPlay => {
            rule!("RA-R10");
            (journal.bonus_limit < campaign.bonus_most)
                .then_some(journal.play_limit + journal.bonus_limit + 5)
        }
        Action::Mastery => campaign.mastery.get(usize::from(journal.mastery)).map(|b| b.cost),
        _ => None,
    };
    price.map(u16::from).filter(|price| *price <= journal.xp)
}

/// Everything the guild sells that the party can pay.
pub fn guild_offers(look: Look, into: &mut impl FnMut(Action)) {
    let health = look.s.present.into_iter().map(|seat| Action::Health { player: seat.into() });
    let all = health.chain([Action::CombatDice, Action::BonusPlay, Action::Mastery]);
    all.filter(|action| guild_price(look, *action).is_some()).for_each(into);
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is offered at the guild")]
pub fn guild(p: &mut Play, action: Action) -> Next<Frame> {
    if action == Action::Done {
        return Next::Then(Frame::Market);
    }
    let price = guild_price(p.look(), action).expect("only what can be paid is offered");
    revealed::gain_xp(p, -(price as i16));
    match action {
        Action::Health { player } => {
            let seat = player.seat();
            p.s.sheets[seat].health += 1;
            let health = p.s.sheets[seat].health;
            p.say(|look| Event::Health(look.name(seat), health));
        }
        Action::CombatDice => {
            p.s.journal.combat_dice += 1;
            let limit = p.s.journal.combat_dice;
            p.say(|_| Event::Limit("combat dice limit", limit));
        }
        Action::BonusPlay => {
            p.s.journal.bonus_limit += 1;
            let limit = p.s.journal.bonus_limit;
            p.say(|_| Event::Limit("bonus play limit", limit));
        }
        Action::Mastery => {
            rule!("RA-193");
            p.s.journal.mastery += 1;
            let level = p.s.journal.mastery;
            p.say(|_| Event::Limit("mastery level", level));
            return p.first(Frame::MasteryRaise { seat: 0 }, Frame::Guild);
        }
        other => unreachable!("{other} is not sold at the guild"),
    }
    Next::Then(Frame::Guild)
}

/// Each hero raises one score below the limit of the new tier.
pub fn mastery_raise(p: &mut Play, seat: u8) -> Next<Frame> {
    rule!("RA-193");
    let mut at = seat;
    while usize::from(at) < SEATS {
        let who = Seat::new(at);
        if p.s.present.contains(who) && p.look().raisable(who).next().is_some() {
            return Next::Wait(Frame::MasteryRaise { seat: at });
        }
        at += 1;
    }
    Next::Done
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

#[expect(clippy::wildcard_enum_match_arm, reason = "sales need no vote; nothing else is offered")]
pub fn market(p: &mut Play, action: Action) -> Next<Frame> {
    match action {
        Action::Purchase { player, card } => {
            rule!("RA-194");
            let (seat, price) = (player.seat(), p.look().price(card, player.seat()));
            p.s.display.iter_mut().filter(|shown| **shown == Some(card)).for_each(|shown| *shown = None);
            p.s.sheets[seat].hand.insert(card);
            p.say(|look| Event::Purchases(look.name(seat), card, look.card(card).name.clone(), price));
            revealed::gain_gold(p, -i16::from(price));
            Next::Then(Frame::Market)
        }
        Action::Done => Next::Then(Frame::CardLimit),
        other => unreachable!("{other} is not done at the market"),
    }
}

/// A hero sells a card: into its deck, not on display.
pub fn sell(p: &mut Play, seat: Seat, card: CardId) {
    rule!("RA-194", "RA-R54", "RA-R55");
    p.s.sheets[seat].hand.remove(card);
    p.s.decks.insert(card);
    p.say(|look| Event::Sells(look.name(seat), card, look.card(card).name.clone()));
    revealed::gain_gold(p, SALE);
}

/// What raising the bonus card limit costs.
#[must_use]
pub fn card_limit_price(look: Look) -> u16 {
    rule!("RA-224");
    u16::from(look.s.journal.bonus_cards) + 5
}

pub fn card_limit(p: &mut Play) -> Next<Frame> {
    // Displayed cards go back before anything else, so that decks are whole.
    for i in 0..p.s.display.len() {
        if let Some(card) = p.s.display[i].take() {
            rule!("RA-196");
            p.s.decks.insert(card);
        }
    }
    if p.s.journal.legendary && card_limit_price(p.look()) <= p.s.journal.gold {
        return Next::Wait(Frame::CardLimit);
    }
    Next::Then(Frame::TooManyCards)
}

pub fn card_limit_chosen(p: &mut Play, action: Action) -> Next<Frame> {
    if action == Action::Done {
        return Next::Then(Frame::TooManyCards);
    }
    rule!("RA-224");
    let price = card_limit_price(p.look());
    revealed::gain_gold(p, -(price as i16));
    p.s.journal.bonus_cards += 1;
    let limit = p.s.journal.bonus_cards;
    p.say(|_| Event::Limit("bonus card limit", limit));
    Next::Then(Frame::CardLimit)
}

/// In legendary mode the party may not carry more cards than the limit.
pub fn too_many_cards(p: &mut Play) -> Next<Frame> {
    rule!("RA-223");
    if p.s.journal.legendary && p.look().counted_cards() > p.look().card_limit() {
        rule!("RA-225");
        return Next::Wait(Frame::TooManyCards);
    }
    Next::Then(Frame::Save)
}

pub fn card_returned(p: &mut Play, card: CardId) -> Next<Frame> {
    rule!("RA-225");
    let seat = p.s.holder(card).expect("only cards of heroes are offered");
    revealed::return_card(p, seat, card);
    Next::Then(Frame::TooManyCards)
}

/// The journal is put away until the next adventure.
pub fn save(p: &mut Play) -> Next<Frame> {
    rule!("RA-190", "RA-196", "RA-197", "RA-060", "RA-061", "RA-R63", "RA-R73");
    for seat in p.s.present {
        let sheet = &mut p.s.sheets[seat];
        sheet.fatigue = 0;
        sheet.tokens = 0;
        sheet.hand = sheet.cards();
        (sheet.discard, sheet.spent, sheet.aside) = Default::default();
    }
    exhaustion::erase_rests(p);
    p.s.journal.keywords = 0;
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
    Next::Then(Frame::NextAdventure)
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

pub fn next_adventure(p: &mut Play) -> Next<Frame> {
    if sidequest(p.look()).is_some() {
        return Next::Wait(Frame::NextAdventure);
    }
    next_chosen(p, false)
}

pub fn next_chosen(p: &mut Play, aside: bool) -> Next<Frame> {
    rule!("RA-198");
    let book = if aside { sidequest(p.look()) } else { next_book(p.look()) };
    match book {
        Some(book) => {
            p.s.adventure = book;
            p.first(Frame::PartyChange, Frame::AdventureSetup)
        }
        None => {
            p.s.ending = Some(Ending::Campaign);
            p.s.stack.clear();
            Next::Done
        }
    }
}
