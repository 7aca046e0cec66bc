//! What each asking frame offers.

use crate::{
    Action,
    content::effects::Effect,
    frame::Frame,
    queries::{Look, step},
    rules::{
        combat, dice_phase, effects, hunt, market_phase, minimal, roll_phase,
        setup::{class_chooser, class_open},
        windows,
    },
    words::{
        Amount, Coin, Direction, EACH_ROW, Face, InitiativeId, Kind, Row, SheetId, Space, Window, row_bit,
    },
};
use kernel::{Seat, rule};

/// Everything that may be done now by whoever is asked.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is listed below")]
pub fn actions(look: Look, offer: &mut impl FnMut(Action)) {
    let Some(frame) = look.s.stack.top() else { return };
    match *frame {
        Frame::Place { seat } => {
            placements(look, seat, offer);
            store(look, seat, offer);
        }
        Frame::Select { seat } => dice_phase::open_cards(look, seat)
            .into_iter()
            .for_each(|card| offer(Action::Take { card: InitiativeId(card + 1) })),
        Frame::PlacedAction { rows, .. } => {
            let open = EACH_ROW.into_iter().filter(|row| rows & row_bit(*row) != 0);
            open.for_each(|row| offer(Action::Act { row }));
            offer(Action::Skip);
        }
        Frame::Ask { seat, source, at, .. } => {
            if let Some(effect) = effects::effect_at(look, seat, source, at) {
                choices(look, seat, effect, offer);
            }
            offer(Action::Skip);
        }
        Frame::MarketTurn { seat } => market_turn(look, seat, offer),
        Frame::Window { window, seat } => {
            windows::free_actions(look, window, seat, offer);
            // Stored dice must all be placed before Creation ends.
            if window != Window::Last || look.player(seat).stored.is_empty() {
                offer(Action::Done);
            }
        }
        Frame::Reactions { window, owner, at } => {
            windows::reaction_powers(look, window, windows::reacting(look, owner, at), offer);
            offer(Action::Done);
        }
        other => rarer(look, other, offer),
    }
}

/// Set-up, fights and what cards ask.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is set-up, or asks nobody")]
fn rarer(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Sort { card } => roll_phase::orders(look, card, &mut |die| offer(Action::Order { die })),
        Frame::StartPlace { at } => placements(look, look.seat_at(at), offer),
        Frame::Refresh { at, .. } => {
            let cards = effects::exhausted(look, look.seat_at(at));
            cards.iter().for_each(|card| offer(Action::Refresh { card }));
            offer(Action::Skip);
        }
        Frame::HuntMinion { .. } => [Action::Fight, Action::Cycle].into_iter().for_each(offer),
        Frame::Pool { seat } => {
            combat::pool_options(look, seat, offer);
            offer(Action::Roll);
        }
        Frame::Rerolls { seat } => {
            combat::reroll_options(look, seat, offer);
            offer(Action::Stop);
        }
        Frame::UsePower { .. } => [Action::Power, Action::Dice].into_iter().for_each(offer),
        Frame::Mercenaries { at } => {
            combat::hires(look, look.seat_at(at), offer);
            offer(Action::Done);
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
        Frame::Drop { seat, bought } => {
            let weapons = look.player(seat).cards.and(look.g.tables.kind(Kind::Weapon));
            weapons.iter().filter(|card| *card != bought).for_each(|card| offer(Action::Drop { card }));
        }
        Frame::StoreXp { seat } => {
            let me = look.player(seat);
            (0..=me.storable.min(me.xp)).for_each(|n| offer(Action::Keep { amount: Amount(n) }));
        }
        other => setup(look, other, offer),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "all other frames are listed above, or ask nobody")]
fn setup(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::ChooseSheet { .. } => {
            let free = (0..32).filter(|at| look.s.sheets >> at & 1 == 1);
            free.for_each(|at| offer(Action::Sheet { sheet: SheetId::of_index(at) }));
        }
        Frame::ChooseClass { at } => {
            let seat = class_chooser(look, at);
            let open = look.g.tables.classes.iter().filter(|class| class_open(look, seat, **class));
            open.for_each(|class| offer(Action::Class { class: *class }));
        }
        Frame::ChooseFamiliar { at } => {
            let me = look.player(look.seat_at(at));
            [me.familiar, me.other_familiar].into_iter().for_each(|board| offer(Action::Familiar { board }));
        }
        Frame::Minimal(at) => minimal::offers(look, at, offer),
        _ => {}
    }
}

/// Each different die of the hand in each open row.
#[inline]
fn placements(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let open = dice_phase::open_rows(look, seat);
    let hand = &look.s.hand;
    for (at, die) in hand.iter().enumerate() {
        if at > 0 && hand[at - 1] == *die {
            continue;
        }
        for row in EACH_ROW {
            if open & row_bit(row) != 0 {
                offer(Action::Place { die: *die, row });
            }
        }
    }
}

fn store(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    if !look.has(seat, crate::tables::Topic::Store) {
        return;
    }
    let room = look.store_room(seat);
    if look.player(seat).stored.len() >= usize::from(room) {
        return;
    }
    let hand = &look.s.hand;
    for (at, die) in hand.iter().enumerate() {
        if at == 0 || hand[at - 1] != *die {
            offer(Action::Store { die: *die });
        }
    }
}

fn market_turn(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    for (_, card) in look.s.row_cards() {
        market_phase::purchases(look, seat, card, 0, |charisma| offer(Action::Buy { card, charisma }));
        offer(Action::Discard { card });
    }
    if hunt::can_hunt(look) {
        offer(Action::Hunt);
    }
    if market_phase::must_pass(look) {
        offer(Action::Pass);
    }
}

/// What an effect lets its owner choose from.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is listed below")]
pub fn choices(look: Look, seat: Seat, effect: Effect, offer: &mut impl FnMut(Action)) {
    rule!("FF-302");
    let faces = &look.g.faces;
    match effect {
        Effect::Flip(dice) => look.dice_of(seat, dice).for_each(|(space, _)| offer(Action::Flip { space })),
        Effect::Swap(dice) => swaps(look, seat, dice, offer),
        Effect::Adjust { dice, by } => {
            for (space, die) in look.dice_of(seat, dice) {
                let by = by as i8;
                let new = (-by..=by).filter(|by| *by != 0).filter_map(|by| faces.adjusted(die, by));
                new.for_each(|new| offer(Action::Turn { space, to: Face(new.value()) }));
            }
        }
        Effect::Set { dice, value } => {
            let fits = look
                .dice_of(seat, dice)
                .filter(|(_, die)| die.value() != value && faces.has(die.showing(value)));
            fits.for_each(|(space, _)| offer(Action::Turn { space, to: Face(value) }));
        }
        Effect::Reroll { dice, .. } => {
            look.dice_of(seat, dice).for_each(|(space, _)| offer(Action::Reroll { space }));
        }
        Effect::Replace => {
            let any = crate::content::effects::Dice::Any;
            look.dice_of(seat, any).for_each(|(space, _)| offer(Action::Lift { space }));
        }
        Effect::Wander(_) => steps(look, seat, offer),
        Effect::AnyAction => {
            let rows = Row::ATTRIBUTES.into_iter().filter(|row| dice_phase::can_act(look, seat, *row));
            rows.for_each(|row| offer(Action::Act { row }));
        }
        Effect::CompleteAction => {
            let full =
                |row: &Row| look.player(seat).filled(*row) == 3 && dice_phase::can_act(look, seat, *row);
            Row::ATTRIBUTES.into_iter().filter(full).for_each(|row| offer(Action::Act { row }));
        }
        Effect::Refresh(_) => {
            effects::exhausted(look, seat).iter().for_each(|card| offer(Action::Refresh { card }));
        }
        other => table_choices(look, seat, other, offer),
    }
}

/// Choices about the Market, Initiative cards and Fiends.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other effect asks")]
fn table_choices(look: Look, seat: Seat, effect: Effect, offer: &mut impl FnMut(Action)) {
    let me = look.player(seat);
    match effect {
        Effect::Buy(off) => {
            for (_, card) in look.s.row_cards() {
                market_phase::purchases(look, seat, card, off, |charisma| {
                    offer(Action::Buy { card, charisma })
                });
            }
        }
        Effect::FromDiscard if effects::row_has_room(look) => {
            look.s.discard.iter().for_each(|card| offer(Action::Fetch { card }));
        }
        Effect::ClearSlot => look.s.row_cards().for_each(|(_, card)| offer(Action::Clear { card })),
        Effect::PoolReroll | Effect::PoolFlip => {
            pool_dice(look, &mut |card, die| offer(Action::Pool { card, die }));
        }
        Effect::PoolSwap => trades(look, offer),
        Effect::Banish(gold) if me.gold >= gold => {
            me.active.iter().for_each(|fiend| offer(Action::Banish { fiend, coin: Coin::Card }));
        }
        Effect::Summon => {
            for fiend in me.active.iter() {
                let cards = (1..=look.cards_in_row() as u8).map(InitiativeId);
                cards.for_each(|card| offer(Action::Summon { fiend, card }));
            }
        }
        _ => {}
    }
}

fn swaps(look: Look, seat: Seat, dice: crate::content::effects::Dice, offer: &mut impl FnMut(Action)) {
    let me = look.player(seat);
    let meant =
        Space::all().filter(|s| look.matches(me.die(*s), *s, dice)).fold(0u32, |bits, s| bits | s.bit());
    for one in Space::all().filter(|s| me.die(*s).is_some()) {
        for other in (one.0 + 1..crate::words::SPACES as u8).map(Space) {
            if (one.bit() | other.bit()) & meant != 0 && me.die(other).is_some() {
                offer(Action::Swap { one, other });
            }
        }
    }
}

fn steps(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let token = look.player(seat).token;
    let open = Direction::ALL.iter().filter(|to| step(token, **to).is_some());
    open.for_each(|to| offer(Action::Step { to: *to }));
    if look.g.options.wis_diagonal {
        for one in [Direction::Good, Direction::Evil] {
            for other in [Direction::Lawful, Direction::Chaotic] {
                if step(token, one).and_then(|token| step(token, other)).is_some() {
                    offer(Action::Diagonal { one, other });
                }
            }
        }
    }
}

/// Each different die on an Initiative card that nobody has chosen.
fn pool_dice(look: Look, offer: &mut impl FnMut(InitiativeId, crate::dice::Die)) {
    for card in 0..look.cards_in_row() {
        let dice = look.s.initiatives[card].dice;
        for (at, die) in dice.into_iter().enumerate() {
            if die.is_some() && roll_phase::is_free(look, card) && (at == 0 || dice[0] != die) {
                offer(InitiativeId(card as u8 + 1), die);
            }
        }
    }
}

fn trades(look: Look, offer: &mut impl FnMut(Action)) {
    pool_dice(look, &mut |card, die| {
        pool_dice(look, &mut |with, other| {
            if card < with && die != other {
                offer(Action::Trade { card, die, with, other });
            }
        });
    });
}
