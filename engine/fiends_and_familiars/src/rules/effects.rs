//! The one interpreter of cards: what each effect does, what it asks, and what the answer does. FF-310 to FF-316, FF-1100 ff.

use crate::{
    Action, Play,
    content::effects::{Dice, Effect},
    dice::Die,
    frame::{Frame, Source},
    queries::{Look, step},
    rules::{dice_phase, fiends, goods, hunt, market_phase, setup},
    state::CENTRE,
    words::{Coin, Direction, Face, Good, InitiativeId, Kind, MARKET_SLOTS, MarketId, Row, Space, row_bit},
};
use kernel::{Next, Seat, rule};

/// The effect of a source at a place of its list.
#[must_use]
#[inline]
pub fn effect_at(look: Look, seat: Seat, source: Source, at: u8) -> Option<Effect> {
    let at = usize::from(at);
    match source {
        Source::Card(card) => look.card(card).power.as_ref()?.effects.get(at).copied(),
        Source::Scroll(card) => look.card(card).on_buy.get(at).copied(),
        Source::Class => look.class(seat)?.power.as_ref()?.effects.get(at).copied(),
        Source::Reward(minion, level) => {
            let does = look.minion(minion).levels.get(usize::from(level))?.does;
            (at == 0).then_some(does)
        }
        Source::Row(Row::Familiar) => {
            let board = look.g.content.familiars.get(look.player(seat).familiar.index())?;
            board.action.get(at).copied()
        }
        Source::Row(row) => (at == 0).then(|| attribute_action(look, row)),
    }
}

/// What the action of an Attribute Row is.
fn attribute_action(look: Look, row: Row) -> Effect {
    match row {
        Row::Str => {
            rule!("FF-310", "FF-302");
            Effect::Flip(Dice::Any)
        }
        Row::Dex => {
            rule!("FF-311");
            Effect::Swap(Dice::Any)
        }
        Row::Con => {
            rule!("FF-312", "FF-318");
            Effect::Adjust { dice: Dice::Any, by: 1 }
        }
        Row::Int => {
            rule!("FF-313");
            Effect::Reroll { dice: Dice::Any, either: look.g.options.int_keep_either }
        }
        Row::Wis => {
            rule!("FF-314");
            Effect::Wander(1)
        }
        Row::Cha => {
            rule!("FF-315");
            Effect::Gain(Good::Charisma, 1)
        }
        Row::Familiar => Effect::Nothing,
    }
}

/// Carries out the effects of a source, one after another.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others ask once")]
pub fn run(p: &mut Play, seat: Seat, source: Source, at: u8) -> Next<Frame> {
    rule!("FF-020");
    let Some(effect) = effect_at(p.look(), seat, source, at) else { return Next::Done };
    p.s.stack.push(Frame::Run { seat, source, at: at + 1 });
    if asks(effect) {
        let left = match effect {
            Effect::Wander(n) | Effect::Refresh(n) => n,
            _ => 1,
        };
        return Next::Then(Frame::Ask { seat, source, at, left });
    }
    carry_out(p, seat, effect)
}

/// Does this effect need a choice?
#[must_use]
pub const fn asks(effect: Effect) -> bool {
    match effect {
        Effect::Nothing
        | Effect::Gain(..)
        | Effect::GainPer { .. }
        | Effect::Pay(..)
        | Effect::Heal(_)
        | Effect::Align(_)
        | Effect::Center
        | Effect::Action(_)
        | Effect::TurnMarket(_)
        | Effect::CycleMinion
        | Effect::HuntDice(_)
        | Effect::HuntBonus(_)
        | Effect::HuntReroll(_)
        | Effect::DrawFiend => false,
        Effect::Flip(_)
        | Effect::Swap(_)
        | Effect::Adjust { .. }
        | Effect::Reroll { .. }
        | Effect::Set { .. }
        | Effect::Replace
        | Effect::Wander(_)
        | Effect::AnyAction
        | Effect::CompleteAction
        | Effect::Buy(_)
        | Effect::FromDiscard
        | Effect::ClearSlot
        | Effect::Refresh(_)
        | Effect::PoolReroll
        | Effect::PoolFlip
        | Effect::PoolSwap
        | Effect::Banish(_)
        | Effect::Summon => true,
    }
}

/// Could this effect do anything now?
#[must_use]
#[expect(clippy::wildcard_enum_match_arm, reason = "gifts and prices always can, and choices are above")]
pub fn possible(look: Look, seat: Seat, effect: Effect) -> bool {
    let me = look.player(seat);
    if asks(effect) {
        let mut any = false;
        crate::legal::choices(look, seat, effect, &mut |_| any = true);
        return any;
    }
    match effect {
        Effect::Heal(_) => me.injury > 0,
        Effect::Align(to) => step(me.token, to).is_some(),
        Effect::Center => me.token != CENTRE,
        Effect::Action(row) => dice_phase::can_act(look, seat, row),
        Effect::CycleMinion => can_cycle(look),
        Effect::DrawFiend => !look.s.fiends.is_empty(),
        Effect::TurnMarket(_) => look.s.row_cards().next().is_some(),
        Effect::GainPer { counter, per, .. } => look.count(seat, counter) >= per.max(1),
        Effect::Nothing => false,
        _ => true,
    }
}

/// Is there another Minion to reveal?
#[must_use]
pub fn can_cycle(look: Look) -> bool {
    rule!("FF-R16");
    look.s.minions.revealed.is_some() && look.s.minions.cards() > 1
}

/// Effects without a choice.
#[expect(clippy::wildcard_enum_match_arm, reason = "what cannot be carried out is passed over")]
fn carry_out(p: &mut Play, seat: Seat, effect: Effect) -> Next<Frame> {
    match effect {
        Effect::Gain(good, count) => goods::gain(p, seat, good, count),
        Effect::GainPer { what, counter, per, max } => {
            let count = (p.look().count(seat, counter) / per.max(1)).min(max);
            goods::gain(p, seat, what, count);
        }
        Effect::Pay(good, count) => goods::lose(p, seat, good, count),
        Effect::Heal(count) => {
            let count = count.min(p.s.players[seat].injury);
            goods::lose(p, seat, Good::Injury, count);
        }
        Effect::Align(to) => {
            move_token(p, seat, to);
        }
        Effect::Center => p.s.players[seat].token = CENTRE,
        Effect::Action(row) if dice_phase::can_act(p.look(), seat, row) => {
            return dice_phase::act(p, seat, row);
        }
        Effect::TurnMarket(count) if p.s.row_cards().next().is_some() => {
            return Next::Then(Frame::TurnUp { seat, left: count });
        }
        Effect::CycleMinion if can_cycle(p.look()) => return hunt::cycle_minion(p),
        Effect::HuntDice(count) if p.s.fight.gathering => p.s.fight.pool += count,
        Effect::HuntDice(count) => p.s.players[seat].hunt_dice += count,
        Effect::HuntBonus(by) if p.s.fight.hunting => p.s.fight.bonus += by as i8,
        Effect::HuntBonus(by) => p.s.players[seat].hunt_bonus += by,
        Effect::HuntReroll(count) if p.s.fight.hunting => p.s.fight.free_rerolls += count,
        Effect::HuntReroll(count) => p.s.players[seat].hunt_rerolls += count,
        Effect::DrawFiend if !p.s.fiends.is_empty() => return Next::Wait(Frame::DrawFiend { seat }),
        _ => {}
    }
    Next::Done
}

/// Moves the Alignment token one step if it can.
pub fn move_token(p: &mut Play, seat: Seat, to: Direction) {
    if let Some(token) = step(p.s.players[seat].token, to) {
        p.s.players[seat].token = token;
        p.tell(|_| format!("{seat} moves towards {}", to.title()));
    }
}

/// Asks for a choice if there is one.
pub fn ask(p: &mut Play, seat: Seat, source: Source, at: u8, left: u8) -> Next<Frame> {
    let Some(effect) = effect_at(p.look(), seat, source, at) else { return Next::Done };
    if left == 0 || !possible(p.look(), seat, effect) {
        return Next::Done;
    }
    Next::Wait(Frame::Ask { seat, source, at, left })
}

/// Carries out the choice that an effect asked for.
#[expect(clippy::wildcard_enum_match_arm, reason = "answered above")]
pub fn answer(p: &mut Play, frame: Frame, action: Action) -> Next<Frame> {
    let Frame::Ask { seat, source, at, left } = frame else {
        unreachable!("only an asking frame is answered")
    };
    let effect = effect_at(p.look(), seat, source, at).unwrap_or_default();
    answer_dice(p, seat, effect, action)
        .or_else(|| answer_table(p, seat, effect, action))
        .or_else(|| {
            let again = Frame::Ask { seat, source, at, left: left - 1 };
            match action {
                Action::Step { to } => move_token(p, seat, to),
                Action::Diagonal { one, other } => {
                    move_token(p, seat, one);
                    move_token(p, seat, other);
                }
                Action::Refresh { card } => p.s.players[seat].exhausted.remove(card),
                _ => return None,
            }
            Some(Next::Then(again))
        })
        .unwrap_or_else(|| unreachable!("{action} does not answer {effect:?}"))
}

/// Choices about dice on the sheet. They trigger nothing further.
#[expect(clippy::wildcard_enum_match_arm, reason = "others are answered elsewhere")]
fn answer_dice(p: &mut Play, seat: Seat, effect: Effect, action: Action) -> Option<Next<Frame>> {
    let dice = &mut p.s.players[seat].dice;
    match action {
        Action::Skip => {}
        Action::Flip { space } => dice[space.index()] = p.g.faces.flipped(dice[space.index()]),
        Action::Swap { one, other } => dice.swap(one.index(), other.index()),
        Action::Turn { space, to: Face(value) } => dice[space.index()] = dice[space.index()].showing(value),
        Action::Reroll { space } => {
            let either = matches!(effect, Effect::Reroll { either: true, .. });
            return Some(Next::Wait(Frame::Reroll { seat, space, either }));
        }
        Action::Lift { space } => {
            rule!("FF-1101");
            p.s.lifted = std::mem::take(&mut dice[space.index()]);
            return Some(Next::Wait(Frame::PutBack { seat }));
        }
        Action::Act { row } => return Some(dice_phase::act(p, seat, row)),
        _ => return None,
    }
    p.tell(|_| format!("{seat}: {action}"));
    Some(Next::Done)
}

/// Choices about the Market, the dice on Initiative cards, and Fiends.
#[expect(clippy::wildcard_enum_match_arm, reason = "others are answered elsewhere")]
fn answer_table(p: &mut Play, seat: Seat, effect: Effect, action: Action) -> Option<Next<Frame>> {
    match action {
        Action::Buy { card, charisma } => {
            let off = if let Effect::Buy(off) = effect { off } else { 0 };
            return Some(market_phase::buy(p, seat, card, charisma.0, off));
        }
        Action::Fetch { card } => {
            p.s.discard.remove(card);
            p.s.market.push(card);
            p.tell(|look| format!("{seat} puts {} into the Market", look.card(card).name));
        }
        Action::Clear { card } => {
            p.s.leave_row(card);
            p.s.discard.insert(card);
            p.tell(|look| format!("{seat} clears {} off the Market", look.card(card).name));
        }
        Action::Pool { card, die } => return Some(pool_die(p, seat, effect, card, die)),
        Action::Trade { card, die, with, other } => {
            pool_put(p, card, die, other);
            pool_put(p, with, other, die);
            p.tell(|_| format!("{seat} exchanges {die} and {other} on Initiative cards"));
        }
        Action::Banish { fiend, .. } => {
            let gold = if let Effect::Banish(gold) = effect { gold } else { 0 };
            fiends::banish(p, seat, fiend, Coin::Card, gold);
        }
        Action::Summon { fiend, card } => fiends::summon(p, seat, fiend, usize::from(card.0 - 1)),
        _ => return None,
    }
    Some(Next::Done)
}

/// Puts another die in the place of one on an Initiative card.
fn pool_put(p: &mut Play, card: InitiativeId, old: Die, new: Die) {
    let dice = &mut p.s.initiatives[usize::from(card.0 - 1)].dice;
    if let Some(at) = dice.iter().position(|die| *die == old) {
        dice[at] = new;
    }
}

fn pool_die(p: &mut Play, seat: Seat, effect: Effect, card: InitiativeId, die: Die) -> Next<Frame> {
    if effect == Effect::PoolFlip {
        let flipped = p.g.faces.flipped(die);
        pool_put(p, card, die, flipped);
        p.tell(|_| format!("{seat} turns {die} to {flipped} on Initiative card {}", card.0));
        return Next::Done;
    }
    let place = p.s.initiatives[usize::from(card.0 - 1)].dice.iter().position(|d| *d == die).unwrap_or(0);
    Next::Wait(Frame::PoolRoll { card: card.0 - 1, place: place as u8 })
}

pub fn pool_rolled(p: &mut Play, card: u8, place: u8, die: Die) -> Next<Frame> {
    p.s.initiatives[usize::from(card)].dice[usize::from(place)] = die;
    p.tell(|_| format!("it is {die} now"));
    Next::Done
}

/// A die of the sheet was rolled again.
pub fn rerolled(p: &mut Play, seat: Seat, space: Space, either: bool, die: Die) -> Next<Frame> {
    let old = std::mem::replace(&mut p.s.players[seat].dice[space.index()], die);
    p.tell(|_| format!("{seat} rerolls {old}: {die}"));
    if either && old != die {
        p.s.lifted = old;
        return Next::Wait(Frame::KeepReroll { seat, space });
    }
    Next::Done
}

pub fn keep_reroll(p: &mut Play, seat: Seat, space: Space, new: bool) -> Next<Frame> {
    let old = std::mem::take(&mut p.s.lifted);
    if !new {
        p.s.players[seat].dice[space.index()] = old;
        p.tell(|_| format!("{seat} keeps {old}"));
    }
    Next::Done
}

/// The lifted die is placed again, with all effects of placing.
pub fn put_back(p: &mut Play, seat: Seat, space: Space) -> Next<Frame> {
    rule!("FF-R24");
    let die = std::mem::take(&mut p.s.lifted);
    let before = p.s.triggered;
    dice_phase::put(p, seat, die, space);
    p.s.triggered = before;
    Next::Then(Frame::PlacedAction { seat, rows: row_bit(space.row()) })
}

/// Market cards are turned up for all to see.
pub fn turn_up(p: &mut Play, seat: Seat, left: u8) -> Next<Frame> {
    if left > 0 && setup::prepare_deck(p) {
        return Next::Wait(Frame::TurnUp { seat, left });
    }
    if p.s.looked.is_empty() { Next::Done } else { Next::Wait(Frame::Exchange { seat }) }
}

pub fn turned_up(p: &mut Play, seat: Seat, left: u8, card: MarketId) -> Next<Frame> {
    setup::take_from_deck(p.s, card);
    p.s.looked.push(card);
    p.tell(|look| format!("{} is turned up", look.card(card).name));
    Next::Then(Frame::TurnUp { seat, left: left - 1 })
}

/// One of them may take the place of a card of the row; the rest is discarded.
pub fn exchanged(p: &mut Play, exchange: Option<(MarketId, MarketId)>) -> Next<Frame> {
    for card in std::mem::take(&mut p.s.looked) {
        p.s.discard.insert(card);
    }
    if let Some((new, old)) = exchange
        && let Some(slot) = p.s.slot_of(old)
    {
        p.s.market[slot] = new;
        p.s.discard.remove(new);
        p.s.discard.insert(old);
        p.tell(|look| format!("{} takes the place of {}", look.card(new).name, look.card(old).name));
    }
    Next::Done
}

/// May another card join the row?
#[must_use]
pub fn row_has_room(look: Look) -> bool {
    look.s.market.len() < MARKET_SLOTS
}

/// Exhausted Skills of a seat.
#[must_use]
pub fn exhausted(look: Look, seat: Seat) -> crate::sets::MarketSet {
    let me = look.player(seat);
    me.exhausted.and(me.cards).and(look.g.tables.kind(Kind::Skill))
}
