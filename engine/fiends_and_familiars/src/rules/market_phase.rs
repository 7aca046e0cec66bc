//! The Market Phase: in Initiative order each buys a card, discards one, or goes on a Hunt. FF-400 to FF-413.

use crate::{
    Play,
    content::{effects::Trigger, words::Source as Income},
    frame::{Frame, Source},
    queries::Look,
    rules::{effects, goods, hunt, solitaire},
    state::NONE,
    tables::Ban,
    words::{Amount, Good, Kind, MarketId, Window},
};
use kernel::{Next, Seat, rule};

/// Gold for a discarded Market card.
const DISCARD_GOLD: u8 = 2;
/// Hands a hero has.
const HANDS: u8 = 2;

/// Ascending Initiative: the next card that somebody holds.
pub fn market_phase(p: &mut Play, card: u8) -> Next<Frame> {
    rule!("FF-400");
    let mut card = card;
    while usize::from(card) < p.look().cards_in_row() && p.s.initiatives[usize::from(card)].taken == NONE {
        card += 1;
    }
    if usize::from(card) >= p.look().cards_in_row() {
        return Next::Then(Frame::MarketEnd);
    }
    let seat = Seat::new(p.s.initiatives[usize::from(card)].taken);
    p.s.stack.push(Frame::MarketPhase { card: card + 1 });
    p.s.stack.push(Frame::Window { window: Window::Bought, seat });
    p.s.stack.push(Frame::MarketTurn { seat });
    p.s.stack.push(Frame::Reactions { window: Window::Market, owner: seat, at: 1 });
    Next::Then(Frame::Window { window: Window::Market, seat })
}

/// Calls for each way to pay for a card: with so many Charisma tokens.
pub fn purchases(look: Look, seat: Seat, card: MarketId, off: u8, mut offer: impl FnMut(Amount)) {
    rule!("FF-317", "FF-R10");
    let me = look.player(seat);
    let price = look.price(seat, card, off);
    let tokens = if me.charisma > 0 && look.bound(seat, Ban::NoMarketCharisma) { 0 } else { me.charisma };
    let fewest = price.saturating_sub(me.gold);
    for charisma in fewest..=tokens.min(price) {
        offer(Amount(charisma));
    }
}

pub fn buy(p: &mut Play, seat: Seat, card: MarketId, charisma: u8, off: u8) -> Next<Frame> {
    let price = p.look().price(seat, card, off);
    goods::lose(p, seat, Good::Charisma, charisma);
    goods::lose(p, seat, Good::Gold, price - charisma);
    p.s.leave_row(card);
    p.tell(|look| format!("{seat} buys {}", look.card(card).name));
    let face = &p.g.content.market[card.index()];
    goods::happened(p, seat, |t| t == Trigger::Buy(face.kind));
    p.s.players[seat].cards.insert(card);
    match face.kind {
        Kind::Armor => {
            rule!("FF-404");
        }
        Kind::Skill => {
            rule!("FF-407");
        }
        Kind::Trait => {
            rule!("FF-406");
            if let Some(to) = face.align {
                effects::move_token(p, seat, to);
            }
        }
        Kind::Weapon => return Next::Then(Frame::Drop { seat, bought: card }),
        Kind::Scroll => {
            rule!("FF-410");
            return Next::Then(Frame::Run { seat, source: Source::Scroll(card), at: 0 });
        }
    }
    Next::Done
}

/// Weapons are given up until two hands are enough.
pub fn drop(p: &mut Play, seat: Seat, bought: MarketId) -> Next<Frame> {
    rule!("FF-R11");
    if p.look().hands(seat) > HANDS { Next::Wait(Frame::Drop { seat, bought }) } else { Next::Done }
}

pub fn dropped(p: &mut Play, seat: Seat, bought: MarketId, card: MarketId) -> Next<Frame> {
    p.s.players[seat].cards.remove(card);
    p.s.discard.insert(card);
    p.tell(|look| format!("{seat} gives up {}", look.card(card).name));
    Next::Then(Frame::Drop { seat, bought })
}

pub fn discard(p: &mut Play, seat: Seat, card: MarketId) -> Next<Frame> {
    rule!("FF-402", "FF-R41");
    p.s.leave_row(card);
    p.s.discard.insert(card);
    p.tell(|look| format!("{seat} discards {}", look.card(card).name));
    goods::pay_out(p, seat, Income::Discard, DISCARD_GOLD);
    goods::happened(p, seat, |t| t == Trigger::Discard);
    Next::Done
}

/// Nothing to buy, discard or hunt: only then may a player pass.
#[must_use]
pub fn must_pass(look: Look) -> bool {
    rule!("FF-R09");
    look.s.row_cards().next().is_none() && !hunt::can_hunt(look)
}

/// The row is empty slots and what is left; alone, the enemy clears it.
pub fn market_end(p: &mut Play) -> Next<Frame> {
    rule!("FF-403");
    if p.g.solo() {
        solitaire::market_end(p);
    }
    Next::Then(Frame::Refresh { at: 0, left: NONE })
}
