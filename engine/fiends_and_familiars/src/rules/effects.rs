//! The one interpreter of cards: what each effect does, and when it asks. FF-310 to FF-316, FF-1100 ff.
//! `choices.rs` has what it asks, and what the answers do.

use crate::{
    Action, Chance, Play,
    content::effects::{Dice, Effect},
    frame::{Asks, Next, stray, then, wait},
    luck::Falls,
    queries::{Look, step},
    rules::{choices, dice_phase, fiends, goods, hunt, setup},
    sets::MarketSet,
    state::CENTRE,
    tables::doubtful,
    words::{Amount, Direction, Good, Kind, MARKET_SLOTS, MarketId, MinionId, Row, Space},
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
    Reward {
        minion: MinionId,
        level: u8,
    },
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
        Frame::Reroll { seat, space, .. } => Asks::Chance(Falls::Reroll { seat, space }),
        Frame::TurnUp { .. } => Asks::Chance(Falls::Market),
        Frame::PoolRoll { card, place } => Asks::Chance(Falls::PoolRoll { card, place }),
        Frame::DrawFiend { .. } => Asks::Chance(Falls::Fiend),
        Frame::Run { .. } => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Ask { seat, source, at, .. } => {
            let effect = effect_at(look, seat, source, at).unwrap_or_default();
            choices::legal(look, seat, effect, offer);
            if may_leave(source, effect) {
                offer(Action::Skip);
            }
        }
        Frame::May { .. } => [Action::Carry, Action::Skip].into_iter().for_each(offer),
        Frame::KeepReroll { .. } => [Action::New, Action::Old].into_iter().for_each(offer),
        Frame::PutBack { seat } => {
            let (me, rows) = (look.player(seat), dice_phase::open_rows(look, seat));
            let open = Space::all().filter(|space| me.die(*space).is_none() && rows.contains(space.row()));
            open.for_each(|space| offer(Action::Put { space }));
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
        Source::Reward { minion, level } => {
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
            choices::legal(look, seat, effect, &mut |_| any = true);
            any
        }
    }
}

/// May a choice be left? What a Scroll does is carried out at once, unless it speaks of `up to` so many or costs something.
fn may_leave(source: Source, effect: Effect) -> bool {
    rule!("FF-R48");
    match source {
        Source::Scroll(_) => match effect {
            Effect::Wander(_) | Effect::Refresh(_) | Effect::Buy(_) => true,
            Effect::Adjust { by, .. } => by > 1,
            Effect::Banish(gold) => gold > 0,
            Effect::Nothing
            | Effect::Gain(..)
            | Effect::GainPer { .. }
            | Effect::Pay(..)
            | Effect::Heal(_)
            | Effect::Flip(_)
            | Effect::Swap(_)
            | Effect::Reroll { .. }
            | Effect::Set { .. }
            | Effect::Replace
            | Effect::Align(_)
            | Effect::Center
            | Effect::Action(_)
            | Effect::AnyAction
            | Effect::CompleteAction
            | Effect::FromDiscard
            | Effect::TurnMarket(_)
            | Effect::ClearSlot
            | Effect::PoolReroll
            | Effect::PoolFlip
            | Effect::PoolSwap
            | Effect::CycleMinion
            | Effect::HuntDice(_)
            | Effect::HuntBonus(_)
            | Effect::HuntReroll(_)
            | Effect::Summon
            | Effect::DrawFiend => false,
        },
        Source::Card(_) | Source::Class | Source::Row(_) | Source::Reward { .. } => true,
    }
}

/// May this reward be left step by step, or is it a gift? Otherwise its owner is asked whether to take the action at all.
#[must_use]
pub fn asks_itself(look: Look, seat: Seat, reward: Effect) -> bool {
    let Effect::Action(row) = reward else { return true };
    if !dice_phase::can_act(look, seat, row) {
        return true;
    }
    let mut all = (0u8..).map_while(|at| effect_at(look, seat, Source::Row(row), at));
    // Cards that are turned up stay up, whether one is taken or not.
    all.all(|effect| !doubtful(&effect) && !matches!(effect, Effect::TurnMarket(_)))
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
        p.say_line(|_| format!("{seat} moves towards {}", to.title()));
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

/// The effect that a frame asks a choice for.
#[must_use]
pub fn effect_of(look: Look, frame: Frame) -> Option<Effect> {
    let Frame::Ask { seat, source, at, .. } = frame else { return None };
    effect_at(look, seat, source, at)
}

/// A card makes its owner draw a Fiend.
fn fiend_drawn(p: &mut Play, seat: Seat, fell: Chance) -> Next {
    let Chance::Fiend { card } = fell else { return stray(Frame::DrawFiend { seat }) };
    p.s.fiends.remove(card);
    fiends::gain(p, seat, card);
    Next::Done
}

fn pool_rolled(p: &mut Play, card: u8, place: u8, fell: Chance) -> Next {
    let Chance::Die { die } = fell else { return stray(Frame::PoolRoll { card, place }) };
    p.s.initiatives[usize::from(card)].dice[usize::from(place)] = die;
    p.say_line(|_| format!("it is {die} now"));
    Next::Done
}

/// A die of the sheet was rolled again.
fn rerolled(p: &mut Play, seat: Seat, space: Space, either: bool, fell: Chance) -> Next {
    let Chance::Die { die } = fell else { return stray(Frame::Reroll { seat, space, either }) };
    let old = std::mem::replace(&mut p.s.players[seat].dice[space.index()], die);
    p.say_line(|_| format!("{seat} rerolls {old}: {die}"));
    if either && old != die {
        p.s.lifted = old;
        return wait(Frame::KeepReroll { seat, space });
    }
    Next::Done
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
    p.say_line(|look| format!("{} is turned up", look.card(card).name));
    then(Frame::TurnUp { seat, left: left - 1 })
}

/// May another card join the row?
#[must_use]
pub fn row_has_room(look: Look) -> bool {
    look.s.market.len() < MARKET_SLOTS
}

/// Exhausted Skills of a seat.
#[must_use]
pub fn exhausted(look: Look, seat: Seat) -> MarketSet {
    let me = look.player(seat);
    me.exhausted.and(me.cards).and(look.g.tables.kind(Kind::Skill))
}
