//! Free actions. Skills, Weapons and classes are used in the windows they name. XP, banishing and stored dice belong to no
//! window but to any time before Character Creation ends (`anytime`): they stand among the options of every decision that a
//! seat has anyway, and open a window of their own only where waiting for the next one would cost something (`urgent`).

use crate::{
    Action, Play,
    content::{
        cards::{Limit, Power},
        effects::{Effect, Trigger},
    },
    dice::Die,
    frame::{Asks, Next, stray, then, wait},
    queries::{Look, step},
    rules::{
        cleanup_phase, combat, dice_phase,
        effects::{self, Source},
        experience, fiends, goods, hunt, market_phase,
    },
    sets::RowSet,
    tables::{Ban, Topic},
    words::{Coin, FiendId, Good, MarketId, Row, Space, Window},
};
use kernel::{Seat, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Free actions of one seat.
    Own { window: Window, seat: Seat },
    /// The same window of all seats, clockwise.
    Each { window: Window, at: u8 },
    /// Others with a card that reacts, clockwise from the seat whose window it was.
    Reactions { window: Window, owner: Seat, at: u8 },
    /// A Backpack was given up: what was in it is placed.
    Emptied { seat: Seat },
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Own { window, seat } => own(p, window, seat),
        Frame::Each { window, at } => each(p, window, at),
        Frame::Reactions { window, owner, at } => reactions(p, window, owner, at),
        Frame::Emptied { seat } => emptied(p, seat),
    }
}

#[must_use]
#[inline]
pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::Own { seat, .. } | Frame::Emptied { seat } => Asks::Seat(seat),
        Frame::Reactions { owner, at, .. } => Asks::Seat(reacting(look, owner, at)),
        Frame::Each { .. } => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Own { window, seat } => {
            free_actions(look, window, seat, offer);
            // Stored dice must all be placed before Creation ends.
            if window != Window::Last || look.player(seat).stored.is_empty() {
                offer(Action::Done);
            }
        }
        Frame::Reactions { window, owner, at } => {
            let seat = reacting(look, owner, at);
            reaction_powers(look, window, seat, offer);
            anytime(look, seat, offer);
            offer(Action::Done);
        }
        Frame::Emptied { seat } => stored_dice(look, seat, offer),
        Frame::Each { .. } => {}
    }
}

/// Nothing more is used here.
pub fn done(_: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Own { .. } => Next::Done,
        Frame::Reactions { window, owner, at } => then(Frame::Reactions { window, owner, at: at + 1 }),
        Frame::Each { .. } | Frame::Emptied { .. } => stray(frame),
    }
}

/// Whose free actions a frame takes; it stays open while they are carried out.
fn open_to(look: Look, frame: crate::Frame) -> Option<Seat> {
    match frame {
        crate::Frame::Window(Frame::Own { seat, .. } | Frame::Emptied { seat })
        | crate::Frame::Dice(
            dice_phase::Frame::Select { seat }
            | dice_phase::Frame::Place { seat }
            | dice_phase::Frame::PlacedAction { seat, .. },
        )
        | crate::Frame::Market(market_phase::Frame::Turn { seat })
        | crate::Frame::Hunt(hunt::Frame::Minion { seat, .. })
        | crate::Frame::Combat(
            combat::Frame::Pool { seat } | combat::Frame::Rerolls { seat } | combat::Frame::UsePower { seat },
        ) => Some(seat),
        crate::Frame::Window(Frame::Reactions { owner, at, .. }) => Some(reacting(look, owner, at)),
        crate::Frame::Cleanup(cleanup_phase::Frame::Refresh { at, .. }) => Some(look.seat_at(at)),
        crate::Frame::Window(Frame::Each { .. })
        | crate::Frame::Combat(combat::Frame::Roll { .. })
        | crate::Frame::Dice(
            dice_phase::Frame::Turn { .. }
            | dice_phase::Frame::TurnAction { .. }
            | dice_phase::Frame::GainFiends { .. }
            | dice_phase::Frame::End,
        )
        | crate::Frame::Market(
            market_phase::Frame::Phase { .. } | market_phase::Frame::Drop { .. } | market_phase::Frame::End,
        )
        | crate::Frame::Hunt(
            hunt::Frame::Reward { .. }
            | hunt::Frame::Trophy { .. }
            | hunt::Frame::Look { .. }
            | hunt::Frame::Reveal,
        )
        | crate::Frame::Cleanup(
            cleanup_phase::Frame::Refreshes { .. }
            | cleanup_phase::Frame::Tidy
            | cleanup_phase::Frame::NewRound,
        )
        | crate::Frame::Setup(_)
        | crate::Frame::Roll(_)
        | crate::Frame::Card(_)
        | crate::Frame::Monster(_)
        | crate::Frame::Enemy(_)
        | crate::Frame::Minimal(_) => None,
    }
}

/// Asks a seat if it can use anything in this window, or should not wait for the next decision.
fn own(p: &mut Play, window: Window, seat: Seat) -> Next {
    rule!("FF-409", "FF-R29");
    let mut any = false;
    powers(p.look(), window, seat, &mut |_| any = true);
    if any || urgent(p.look(), window, seat) { wait(Frame::Own { window, seat }) } else { Next::Done }
}

/// Would it cost something to leave what may be done at any time to the next decision?
fn urgent(look: Look, window: Window, seat: Seat) -> bool {
    let me = look.player(seat);
    match window {
        // The selection, the Market turn and the Hunt offer it as well.
        Window::Sorted
        | Window::Select
        | Window::DiceEnd
        | Window::Market
        | Window::HuntPool
        | Window::HuntRoll => false,
        // Fiends just gained do not bind yet.
        Window::Placed => {
            !me.fresh.is_empty()
                && (!me.stored.is_empty() || experience::trainable(look, seat).next().is_some())
        }
        // The Cleanup Phase takes unused Charisma tokens, and some Fiends bite in it.
        Window::Bought => {
            let tokens = me.charisma > 0 && !look.has(seat, Topic::KeepCharisma);
            can_banish(look, seat)
                && (tokens || look.bound(seat, Ban::Upkeep) || look.bound(seat, Ban::NoRefresh))
        }
        Window::Last => {
            let mut any = false;
            anytime(look, seat, &mut |_| any = true);
            any
        }
    }
}

/// What was in a Backpack that was given up is placed before anything else.
fn emptied(p: &mut Play, seat: Seat) -> Next {
    rule!("FF-R45");
    let kept = usize::from(p.look().store_room(seat));
    if p.s.players[seat].stored.len() > kept { wait(Frame::Emptied { seat }) } else { Next::Done }
}

/// The same window for all seats clockwise.
fn each(p: &mut Play, window: Window, at: u8) -> Next {
    if at >= p.g.options.seats {
        return Next::Done;
    }
    let seat = p.look().seat_at(at);
    p.both(Frame::Own { window, seat }, Frame::Each { window, at: at + 1 })
}

/// Others whose cards react in this window of the owner, clockwise.
fn reactions(p: &mut Play, window: Window, owner: Seat, at: u8) -> Next {
    let seats = p.g.options.seats;
    for at in at..seats {
        let seat = Seat::new((owner.number() + at) % seats);
        if reacts(p.look(), window, seat) {
            return wait(Frame::Reactions { window, owner, at });
        }
    }
    Next::Done
}

/// The seat that a frame of reactions asks.
fn reacting(look: Look, owner: Seat, at: u8) -> Seat {
    Seat::new((owner.number() + at) % look.seats())
}

fn reacts(look: Look, window: Window, seat: Seat) -> bool {
    let mut any = false;
    reaction_powers(look, window, seat, &mut |_| any = true);
    any
}

/// What a seat may use in another's window.
fn reaction_powers(look: Look, window: Window, seat: Seat, offer: &mut impl FnMut(Action)) {
    let cards = look.player(seat).cards.and(look.g.tables.reactions[window.index()]);
    cards.iter().filter(|card| usable(look, seat, *card)).for_each(|card| offer(Action::Use { card }));
}

/// Everything a seat may do in its window, `done` apart.
fn free_actions(look: Look, window: Window, seat: Seat, offer: &mut impl FnMut(Action)) {
    powers(look, window, seat, offer);
    anytime(look, seat, offer);
}

/// What a seat may do at any time before Character Creation ends.
pub fn anytime(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    rule!("FF-R44");
    if look.s.fight.monster {
        return;
    }
    let me = look.player(seat);
    if me.xp >= experience::INJURY_XP {
        experience::trainable(look, seat).for_each(|row| offer(Action::Train { row }));
        if experience::can_heal(look, seat) {
            offer(Action::Heal);
        }
    }
    if can_banish(look, seat) {
        let price = look.banish_price(seat);
        for fiend in me.active.iter() {
            if me.charisma > 0 {
                offer(Action::Banish { fiend, coin: Coin::Charisma });
            }
            if me.gold >= price {
                offer(Action::Banish { fiend, coin: Coin::Gold });
            }
        }
    }
    stored_dice(look, seat, offer);
}

/// Has this seat a Fiend, and what banishing it costs?
#[must_use]
pub fn can_banish(look: Look, seat: Seat) -> bool {
    let me = look.player(seat);
    !me.active.is_empty() && (me.charisma > 0 || me.gold >= look.banish_price(seat))
}

/// Does a Fiend of this kind bind a seat that could banish it?
#[must_use]
pub fn may_lift(look: Look, seat: Seat, ban: Ban) -> bool {
    look.bound(seat, ban) && can_banish(look, seat)
}

fn stored_dice(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let me = look.player(seat);
    for (at, die) in me.stored.iter().enumerate() {
        if at > 0 && me.stored[at - 1] == *die {
            continue;
        }
        let open = dice_phase::open_rows(look, seat);
        open.iter().for_each(|row| offer(Action::Unpack { die: *die, row }));
    }
}

/// Cards and the class, as far as they may be used in this window.
pub fn powers(look: Look, window: Window, seat: Seat, offer: &mut impl FnMut(Action)) {
    let cards = look.player(seat).cards.and(look.g.tables.windows[window.index()]);
    for card in cards.iter().filter(|card| usable(look, seat, *card)) {
        offer(Action::Use { card });
    }
    if class_usable(look, window, seat) {
        offer(Action::Ability);
    }
}

/// Are the prices in this list there, and is there anything to do?
fn affordable(look: Look, seat: Seat, power: &Power, fee: u8) -> bool {
    let me = look.player(seat);
    power.effects.iter().all(|effect| {
        let Effect::Pay(good, n) = effect else { return true };
        let fee = if *good == Good::Gold { fee } else { 0 };
        goods::held(me, *good) >= fee + n
    })
}

fn anything(look: Look, seat: Seat, power: &Power) -> bool {
    power
        .effects
        .iter()
        .any(|effect| !matches!(effect, Effect::Pay(..)) && effects::possible(look, seat, *effect))
}

/// May this card be used now, windows aside?
#[must_use]
pub fn usable(look: Look, seat: Seat, card: MarketId) -> bool {
    let me = look.player(seat);
    let face = look.card(card);
    let Some(power) = &face.power else { return false };
    match power.limit {
        Limit::Exhaust => {
            rule!("FF-408");
            let fee = look.skill_fee(seat);
            !me.exhausted.contains(card)
                && face.align.is_none_or(|to| step(me.token, to).is_some())
                && me.gold >= fee
                && affordable(look, seat, power, fee)
        }
        Limit::Round => {
            !me.used.contains(card) && affordable(look, seat, power, 0) && anything(look, seat, power)
        }
        Limit::Game => {
            !me.spent.contains(card) && affordable(look, seat, power, 0) && anything(look, seat, power)
        }
    }
}

fn class_usable(look: Look, window: Window, seat: Seat) -> bool {
    let Some(power) = look.class(seat).and_then(|class| class.power.as_ref()) else { return false };
    let class = look.player(seat).class_used;
    let used = match power.limit {
        Limit::Exhaust | Limit::Round => class.this_round,
        Limit::Game => class.this_game,
    };
    power.windows.contains(window) && !used && affordable(look, seat, power, 0) && anything(look, seat, power)
}

/// A card is used: a Skill moves the Alignment token and is exhausted, then does what it says.
pub fn use_card(p: &mut Play, frame: crate::Frame, card: MarketId) -> Next {
    let Some(seat) = open_to(p.look(), frame) else { return stray(frame) };
    p.later(frame);
    let face = &p.g.content.market[card.index()];
    p.say_line(|_| format!("{seat} uses {}", face.name));
    let source = Source::Card(card);
    let limit = face.power.as_ref().map_or(Limit::Exhaust, |power| power.limit);
    match limit {
        Limit::Exhaust => {
            let fee = p.look().skill_fee(seat);
            if fee > 0 {
                goods::lose(p, seat, Good::Gold, fee);
            }
            if let Some(to) = face.align {
                effects::move_token(p, seat, to);
            }
            p.s.players[seat].exhausted.insert(card);
            goods::happened(p, seat, |t| t == Trigger::Skill);
            if p.g.tables.doubtful.contains(card) {
                return wait(effects::Frame::May { seat, source });
            }
        }
        Limit::Round => p.s.players[seat].used.insert(card),
        Limit::Game => p.s.players[seat].spent.insert(card),
    }
    then(effects::Frame::Run { seat, source, at: 0 })
}

pub fn use_class(p: &mut Play, frame: crate::Frame) -> Next {
    let Some(seat) = open_to(p.look(), frame) else { return stray(frame) };
    p.later(frame);
    let limit = p.look().class(seat).and_then(|class| class.power.as_ref()).map(|power| power.limit);
    let used = &mut p.s.players[seat].class_used;
    match limit {
        Some(Limit::Game) => used.this_game = true,
        Some(Limit::Round | Limit::Exhaust) | None => used.this_round = true,
    }
    p.say_line(|look| format!("{seat} uses {}", look.class(seat).map_or("", |class| class.ability.as_str())));
    then(effects::Frame::Run { seat, source: Source::Class, at: 0 })
}

/// 5 XP for one Attribute Action.
pub fn train(p: &mut Play, frame: crate::Frame, row: Row) -> Next {
    let Some(seat) = open_to(p.look(), frame) else { return stray(frame) };
    p.later(frame);
    experience::train(p, seat, row)
}

pub fn heal(p: &mut Play, frame: crate::Frame) -> Next {
    let Some(seat) = open_to(p.look(), frame) else { return stray(frame) };
    p.later(frame);
    experience::heal(p, seat)
}

pub fn banish(p: &mut Play, frame: crate::Frame, fiend: FiendId, coin: Coin) -> Next {
    let Some(seat) = open_to(p.look(), frame) else { return stray(frame) };
    p.later(frame);
    let price = p.look().banish_price(seat);
    fiends::banish(p, seat, fiend, coin, price);
    Next::Done
}

/// A stored die is placed with all effects of placing. Among the dice of one's turn it is one of those of which one action
/// is taken; at any other time it may be answered by itself.
pub fn unpack(p: &mut Play, frame: crate::Frame, die: Die, row: Row) -> Next {
    rule!("FF-R23", "FF-R38");
    let Some(seat) = open_to(p.look(), frame) else { return stray(frame) };
    p.later(frame);
    let me = &mut p.s.players[seat];
    if let Some(at) = me.stored.iter().position(|d| *d == die) {
        me.stored.remove(at);
    }
    let space = me.room(row).unwrap_or_else(|| Space::new(row, 0));
    let before = p.s.triggered;
    dice_phase::put(p, seat, die, space);
    if let crate::Frame::Dice(dice_phase::Frame::Place { .. }) = frame {
        return Next::Done;
    }
    p.s.triggered = before;
    if dice_phase::has_acted(p.look(), seat) {
        return Next::Done;
    }
    then(dice_phase::Frame::PlacedAction { seat, rows: RowSet::only(row) })
}
