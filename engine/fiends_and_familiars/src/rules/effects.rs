//! The one interpreter of cards: what each effect does, what it asks, and what the answer does. FF-310 to FF-316, FF-1100 ff.

use crate::{
    Action, Chance, Play,
    content::effects::{Dice, Effect},
    dice::Die,
    frame::{Asks, Next, stray, then, wait},
    legal,
    luck::Falls,
    queries::{Look, step},
    rules::{dice_phase, fiends, goods, hunt, market_phase, setup},
    state::CENTRE,
    words::{
        Amount, Coin, Direction, Face, FiendId, Good, InitiativeId, Kind, MARKET_SLOTS, MarketId, MinionId,
        Row, Space, row_bit,
    },
};
use kernel::{Seat, rule};
use serde::{Deserialize, Serialize};

/// Where effects come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Source {
    /// What a Skill or Weapon does when used.
    Card(MarketId),
    /// What a Scroll does when bought.
    Scroll(MarketId),
    /// What the class can do.
    Class,
    /// The action of a row; of the Familiar Row, the Familiar Action.
    Row(Row),
    /// A reward level of a Minion.
    Reward(MinionId, u8),
}

/// `at` is the place in the list of effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Run {
        seat: Seat,
        source: Source,
        at: u8,
    },
    /// Carry out what the Skill does, or leave it at the move of the token.
    May {
        seat: Seat,
        source: Source,
    },
    /// A choice that an effect needs; `left` where it may be made several times.
    Ask {
        seat: Seat,
        source: Source,
        at: u8,
        left: u8,
    },
    Reroll {
        seat: Seat,
        space: Space,
        either: bool,
    },
    KeepReroll {
        seat: Seat,
        space: Space,
    },
    /// A lifted die is put into any empty space.
    PutBack {
        seat: Seat,
    },
    TurnUp {
        seat: Seat,
        left: u8,
    },
    Exchange {
        seat: Seat,
    },
    PoolRoll {
        card: u8,
        place: u8,
    },
    DrawFiend {
        seat: Seat,
    },
    /// XP just gained may go onto a card.
    StoreXp {
        seat: Seat,
    },
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Run { seat, source, at } => run(p, seat, source, at),
        Frame::Ask { seat, source, at, left } => ask(p, seat, source, at, left),
        Frame::TurnUp { seat, left } => turn_up(p, seat, left),
        Frame::May { .. }
        | Frame::Reroll { .. }
        | Frame::KeepReroll { .. }
        | Frame::PutBack { .. }
        | Frame::Exchange { .. }
        | Frame::PoolRoll { .. }
        | Frame::DrawFiend { .. }
        | Frame::StoreXp { .. } => wait(frame),
    }
}

#[must_use]
#[inline]
pub fn asks(frame: Frame) -> Asks {
    match frame {
        Frame::May { seat, .. }
        | Frame::Ask { seat, .. }
        | Frame::KeepReroll { seat, .. }
        | Frame::PutBack { seat }
        | Frame::Exchange { seat }
        | Frame::StoreXp { seat } => Asks::Seat(seat),
        Frame::Reroll { seat, space, .. } => Asks::Chance(Falls::Reroll(seat, space)),
        Frame::TurnUp { .. } => Asks::Chance(Falls::Market),
        Frame::PoolRoll { card, place } => Asks::Chance(Falls::PoolRoll(card, place)),
        Frame::DrawFiend { .. } => Asks::Chance(Falls::Fiend),
        Frame::Run { .. } => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Ask { seat, source, at, .. } => {
            if let Some(effect) = effect_at(look, seat, source, at) {
                legal::choices(look, seat, effect, offer);
            }
            offer(Action::Skip);
        }
        Frame::May { .. } => [Action::Carry, Action::Skip].into_iter().for_each(offer),
        Frame::KeepReroll { .. } => [Action::New, Action::Old].into_iter().for_each(offer),
        Frame::PutBack { seat } => {
            let me = look.player(seat);
            Space::all().filter(|s| me.die(*s).is_none()).for_each(|space| offer(Action::Put { space }));
        }
        Frame::Exchange { .. } => {
            for card in look.s.looked {
                look.s.row_cards().for_each(|(_, slot)| offer(Action::Exchange { card, slot }));
            }
            offer(Action::Skip);
        }
        Frame::StoreXp { seat } => {
            let me = look.player(seat);
            (0..=me.storable.min(me.xp)).for_each(|n| offer(Action::Keep { amount: Amount(n) }));
        }
        Frame::Run { .. }
        | Frame::Reroll { .. }
        | Frame::TurnUp { .. }
        | Frame::PoolRoll { .. }
        | Frame::DrawFiend { .. } => {}
    }
}

/// What fell, and what it does.
pub fn fell(p: &mut Play, frame: Frame, fell: Chance) -> Next {
    match frame {
        Frame::Reroll { seat, space, either } => rerolled(p, seat, space, either, fell),
        Frame::PoolRoll { card, place } => pool_rolled(p, card, place, fell),
        Frame::TurnUp { seat, left } => turned_up(p, seat, left, fell),
        Frame::DrawFiend { seat } => fiend_drawn(p, seat, fell),
        Frame::Run { .. }
        | Frame::May { .. }
        | Frame::Ask { .. }
        | Frame::KeepReroll { .. }
        | Frame::PutBack { .. }
        | Frame::Exchange { .. }
        | Frame::StoreXp { .. } => stray(frame),
    }
}

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

/// Carries out the effects of a source, one after another. What cannot be carried out is passed over.
fn run(p: &mut Play, seat: Seat, source: Source, at: u8) -> Next {
    rule!("FF-020");
    let Some(effect) = effect_at(p.look(), seat, source, at) else { return Next::Done };
    p.later(Frame::Run { seat, source, at: at + 1 });
    let choice = |left| then(Frame::Ask { seat, source, at, left });
    match effect {
        Effect::Nothing => {}
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
        Effect::Align(to) => move_token(p, seat, to),
        Effect::Center => p.s.players[seat].token = CENTRE,
        Effect::HuntDice(count) => hunt::more_dice(p, seat, count),
        Effect::HuntBonus(by) => hunt::more_bonus(p, seat, by),
        Effect::HuntReroll(count) => hunt::more_rerolls(p, seat, count),
        Effect::Action(row) if dice_phase::can_act(p.look(), seat, row) => {
            return dice_phase::act(p, seat, row);
        }
        Effect::TurnMarket(count) if p.s.row_cards().next().is_some() => {
            return then(Frame::TurnUp { seat, left: count });
        }
        Effect::CycleMinion if can_cycle(p.look()) => return hunt::cycle_minion(p),
        Effect::DrawFiend if !p.s.fiends.is_empty() => return wait(Frame::DrawFiend { seat }),
        Effect::Action(_) | Effect::TurnMarket(_) | Effect::CycleMinion | Effect::DrawFiend => {}
        Effect::Wander(times) | Effect::Refresh(times) => return choice(times),
        Effect::Flip(_)
        | Effect::Swap(_)
        | Effect::Adjust { .. }
        | Effect::Reroll { .. }
        | Effect::Set { .. }
        | Effect::Replace
        | Effect::AnyAction
        | Effect::CompleteAction
        | Effect::Buy(_)
        | Effect::FromDiscard
        | Effect::ClearSlot
        | Effect::PoolReroll
        | Effect::PoolFlip
        | Effect::PoolSwap
        | Effect::Banish(_)
        | Effect::Summon => return choice(1),
    }
    Next::Done
}

/// Could this effect do anything now?
#[must_use]
pub fn possible(look: Look, seat: Seat, effect: Effect) -> bool {
    let me = look.player(seat);
    match effect {
        Effect::Nothing => false,
        Effect::Gain(..)
        | Effect::Pay(..)
        | Effect::HuntDice(_)
        | Effect::HuntBonus(_)
        | Effect::HuntReroll(_) => true,
        Effect::Heal(_) => me.injury > 0,
        Effect::Align(to) => step(me.token, to).is_some(),
        Effect::Center => me.token != CENTRE,
        Effect::Action(row) => dice_phase::can_act(look, seat, row),
        Effect::CycleMinion => can_cycle(look),
        Effect::DrawFiend => !look.s.fiends.is_empty(),
        Effect::TurnMarket(_) => look.s.row_cards().next().is_some(),
        Effect::GainPer { counter, per, .. } => look.count(seat, counter) >= per.max(1),
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
        | Effect::Summon => {
            let mut any = false;
            legal::choices(look, seat, effect, &mut |_| any = true);
            any
        }
    }
}

/// Is there another Minion to reveal?
#[must_use]
pub fn can_cycle(look: Look) -> bool {
    rule!("FF-R16");
    look.s.minions.revealed.is_some() && look.s.minions.cards() > 1
}

/// Moves the Alignment token one step if it can.
pub fn move_token(p: &mut Play, seat: Seat, to: Direction) {
    if let Some(token) = step(p.s.players[seat].token, to) {
        p.s.players[seat].token = token;
        p.tell(|_| format!("{seat} moves towards {}", to.title()));
    }
}

/// Asks for a choice if there is one.
fn ask(p: &mut Play, seat: Seat, source: Source, at: u8, left: u8) -> Next {
    let Some(effect) = effect_at(p.look(), seat, source, at) else { return Next::Done };
    if left == 0 || !possible(p.look(), seat, effect) {
        return Next::Done;
    }
    wait(Frame::Ask { seat, source, at, left })
}

/// Who chooses in this frame; nobody if no effect asks for a choice.
fn chooser(frame: crate::Frame) -> Option<Seat> {
    if let crate::Frame::Card(Frame::Ask { seat, .. }) = frame { Some(seat) } else { None }
}

/// The effect that a frame asks a choice for.
#[must_use]
pub fn effect_of(look: Look, frame: Frame) -> Option<Effect> {
    let Frame::Ask { seat, source, at, .. } = frame else { return None };
    effect_at(look, seat, source, at)
}

/// Nothing is chosen.
pub fn skipped(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Ask { .. } | Frame::May { .. } => Next::Done,
        Frame::Exchange { .. } => exchange(p, None),
        Frame::Run { .. }
        | Frame::Reroll { .. }
        | Frame::KeepReroll { .. }
        | Frame::PutBack { .. }
        | Frame::TurnUp { .. }
        | Frame::PoolRoll { .. }
        | Frame::DrawFiend { .. }
        | Frame::StoreXp { .. } => stray(frame),
    }
}

/// What the Skill does is wanted.
pub fn carried(frame: crate::Frame) -> Next {
    let crate::Frame::Card(Frame::May { seat, source }) = frame else { return stray(frame) };
    then(Frame::Run { seat, source, at: 0 })
}

// --- dice on the sheet; these choices trigger nothing further

pub fn flip(p: &mut Play, frame: crate::Frame, space: Space) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    let die = &mut p.s.players[seat].dice[space.index()];
    *die = p.g.faces.flipped(*die);
    p.tell(|_| format!("{seat}: {}", Action::Flip { space }));
    Next::Done
}

pub fn swap(p: &mut Play, frame: crate::Frame, one: Space, other: Space) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    p.s.players[seat].dice.swap(one.index(), other.index());
    p.tell(|_| format!("{seat}: {}", Action::Swap { one, other }));
    Next::Done
}

pub fn turn_die(p: &mut Play, frame: crate::Frame, space: Space, to: Face) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    let die = &mut p.s.players[seat].dice[space.index()];
    *die = die.showing(to.0);
    p.tell(|_| format!("{seat}: {}", Action::Turn { space, to }));
    Next::Done
}

pub fn reroll(p: &mut Play, frame: crate::Frame, space: Space) -> Next {
    let crate::Frame::Card(ask @ Frame::Ask { seat, .. }) = frame else { return stray(frame) };
    let either = matches!(effect_of(p.look(), ask), Some(Effect::Reroll { either: true, .. }));
    wait(Frame::Reroll { seat, space, either })
}

pub fn lift(p: &mut Play, frame: crate::Frame, space: Space) -> Next {
    rule!("FF-1101");
    let Some(seat) = chooser(frame) else { return stray(frame) };
    p.s.lifted = std::mem::take(&mut p.s.players[seat].dice[space.index()]);
    wait(Frame::PutBack { seat })
}

/// The action of a row that a card allows.
pub fn act(p: &mut Play, frame: Frame, row: Row) -> Next {
    let Frame::Ask { seat, .. } = frame else { return stray(frame) };
    dice_phase::act(p, seat, row)
}

// --- the Alignment token and Skills; these may be chosen several times

/// The same question with one choice less.
fn again(frame: crate::Frame) -> Option<(Seat, Frame)> {
    let crate::Frame::Card(Frame::Ask { seat, source, at, left }) = frame else { return None };
    Some((seat, Frame::Ask { seat, source, at, left: left - 1 }))
}

pub fn walk(p: &mut Play, frame: crate::Frame, to: Direction) -> Next {
    let Some((seat, again)) = again(frame) else { return stray(frame) };
    move_token(p, seat, to);
    then(again)
}

pub fn walk_diagonally(p: &mut Play, frame: crate::Frame, one: Direction, other: Direction) -> Next {
    let Some((seat, again)) = again(frame) else { return stray(frame) };
    move_token(p, seat, one);
    move_token(p, seat, other);
    then(again)
}

pub fn refresh(p: &mut Play, frame: Frame, card: MarketId) -> Next {
    let Some((seat, again)) = again(frame.into()) else { return stray(frame) };
    p.s.players[seat].exhausted.remove(card);
    then(again)
}

// --- the Market, dice on Initiative cards, Fiends

/// A card that an effect lets its owner buy.
pub fn buy(p: &mut Play, frame: Frame, card: MarketId, charisma: Amount) -> Next {
    let Frame::Ask { seat, .. } = frame else { return stray(frame) };
    let off = if let Some(Effect::Buy(off)) = effect_of(p.look(), frame) { off } else { 0 };
    market_phase::buy(p, seat, card, charisma.0, off)
}

pub fn fetch(p: &mut Play, frame: crate::Frame, card: MarketId) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    p.s.discard.remove(card);
    p.s.market.push(card);
    p.tell(|look| format!("{seat} puts {} into the Market", look.card(card).name));
    Next::Done
}

pub fn clear(p: &mut Play, frame: crate::Frame, card: MarketId) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    p.s.leave_row(card);
    p.s.discard.insert(card);
    p.tell(|look| format!("{seat} clears {} off the Market", look.card(card).name));
    Next::Done
}

pub fn trade(
    p: &mut Play,
    frame: crate::Frame,
    one: (InitiativeId, Die),
    other: (InitiativeId, Die),
) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    pool_put(p, one.0, one.1, other.1);
    pool_put(p, other.0, other.1, one.1);
    p.tell(|_| format!("{seat} exchanges {} and {} on Initiative cards", one.1, other.1));
    Next::Done
}

pub fn banish(p: &mut Play, frame: crate::Frame, fiend: FiendId) -> Next {
    let crate::Frame::Card(ask @ Frame::Ask { seat, .. }) = frame else { return stray(frame) };
    let gold = if let Some(Effect::Banish(gold)) = effect_of(p.look(), ask) { gold } else { 0 };
    fiends::banish(p, seat, fiend, Coin::Card, gold);
    Next::Done
}

pub fn summon(p: &mut Play, frame: crate::Frame, fiend: FiendId, card: InitiativeId) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    fiends::summon(p, seat, fiend, usize::from(card.0 - 1));
    Next::Done
}

/// A card makes its owner draw a Fiend.
fn fiend_drawn(p: &mut Play, seat: Seat, fell: Chance) -> Next {
    let Chance::Fiend { card } = fell else { return stray(Frame::DrawFiend { seat }) };
    p.s.fiends.remove(card);
    fiends::gain(p, seat, card);
    Next::Done
}

/// Puts another die in the place of one on an Initiative card.
fn pool_put(p: &mut Play, card: InitiativeId, old: Die, new: Die) {
    let dice = &mut p.s.initiatives[usize::from(card.0 - 1)].dice;
    if let Some(at) = dice.iter().position(|die| *die == old) {
        dice[at] = new;
    }
}

/// A die on an Initiative card is flipped or rerolled.
pub fn pool_die(p: &mut Play, frame: crate::Frame, card: InitiativeId, die: Die) -> Next {
    let crate::Frame::Card(ask @ Frame::Ask { seat, .. }) = frame else { return stray(frame) };
    if effect_of(p.look(), ask) == Some(Effect::PoolFlip) {
        let flipped = p.g.faces.flipped(die);
        pool_put(p, card, die, flipped);
        p.tell(|_| format!("{seat} turns {die} to {flipped} on Initiative card {}", card.0));
        return Next::Done;
    }
    let place = p.s.initiatives[usize::from(card.0 - 1)].dice.iter().position(|d| *d == die).unwrap_or(0);
    wait(Frame::PoolRoll { card: card.0 - 1, place: place as u8 })
}

fn pool_rolled(p: &mut Play, card: u8, place: u8, fell: Chance) -> Next {
    let Chance::Die { die } = fell else { return stray(Frame::PoolRoll { card, place }) };
    p.s.initiatives[usize::from(card)].dice[usize::from(place)] = die;
    p.tell(|_| format!("it is {die} now"));
    Next::Done
}

/// A die of the sheet was rolled again.
fn rerolled(p: &mut Play, seat: Seat, space: Space, either: bool, fell: Chance) -> Next {
    let Chance::Die { die } = fell else { return stray(Frame::Reroll { seat, space, either }) };
    let old = std::mem::replace(&mut p.s.players[seat].dice[space.index()], die);
    p.tell(|_| format!("{seat} rerolls {old}: {die}"));
    if either && old != die {
        p.s.lifted = old;
        return wait(Frame::KeepReroll { seat, space });
    }
    Next::Done
}

/// After a reroll: the new number stands, or the old one.
pub fn keep(p: &mut Play, frame: crate::Frame, new: bool) -> Next {
    let crate::Frame::Card(Frame::KeepReroll { seat, space }) = frame else { return stray(frame) };
    let old = std::mem::take(&mut p.s.lifted);
    if !new {
        p.s.players[seat].dice[space.index()] = old;
        p.tell(|_| format!("{seat} keeps {old}"));
    }
    Next::Done
}

/// The lifted die is placed again, with all effects of placing.
pub fn put_back(p: &mut Play, frame: crate::Frame, space: Space) -> Next {
    rule!("FF-R24");
    let crate::Frame::Card(Frame::PutBack { seat }) = frame else { return stray(frame) };
    let die = std::mem::take(&mut p.s.lifted);
    let before = p.s.triggered;
    dice_phase::put(p, seat, die, space);
    p.s.triggered = before;
    then(dice_phase::Frame::PlacedAction { seat, rows: row_bit(space.row()) })
}

/// Market cards are turned up for all to see.
fn turn_up(p: &mut Play, seat: Seat, left: u8) -> Next {
    if left > 0 && setup::prepare_deck(p) {
        return wait(Frame::TurnUp { seat, left });
    }
    if p.s.looked.is_empty() { Next::Done } else { wait(Frame::Exchange { seat }) }
}

fn turned_up(p: &mut Play, seat: Seat, left: u8, fell: Chance) -> Next {
    let Chance::Card { card } = fell else { return stray(Frame::TurnUp { seat, left }) };
    setup::take_from_deck(p.s, card);
    p.s.looked.push(card);
    p.tell(|look| format!("{} is turned up", look.card(card).name));
    then(Frame::TurnUp { seat, left: left - 1 })
}

pub fn exchanged(p: &mut Play, frame: crate::Frame, new: MarketId, old: MarketId) -> Next {
    let crate::Frame::Card(Frame::Exchange { .. }) = frame else { return stray(frame) };
    exchange(p, Some((new, old)))
}

/// One of them may take the place of a card of the row; the rest is discarded.
fn exchange(p: &mut Play, exchange: Option<(MarketId, MarketId)>) -> Next {
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
