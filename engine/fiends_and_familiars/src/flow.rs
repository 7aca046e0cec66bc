//! The game on one page: read `enter` for the order of things, `answer` for what each reply does, `turn` for whom it asks.

use crate::{
    Action, Chance, Play,
    frame::Frame,
    queries::Look,
    rules::{
        cleanup_phase, combat, dice_phase, effects, experience, fiends, hunt, market_phase, minimal,
        monster_combat, roll_phase, setup, solitaire, windows,
    },
    state::NONE,
    words::Hire,
};
use kernel::{Next, Seat, SeatSet, Step, Turn};

/// What a frame does when it is its turn.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is entered below")]
pub fn enter(p: &mut Play, frame: Frame) -> Next<Frame> {
    // XP that may go onto a card is decided on before anything else can spend it.
    if p.s.storing
        && let Some(seat) = experience::storing(p)
    {
        p.s.stack.push(frame);
        return Next::Wait(Frame::StoreXp { seat });
    }
    match frame {
        Frame::SetupDiscard { left } => setup::discard(p, left),
        Frame::Deal => setup::deal(p),
        Frame::StartPlace { at } => setup::start_place(p, at),
        Frame::FirstMinion => setup::reveal(p, frame).unwrap_or(Next::Then(Frame::Fiends { card: 0 })),
        Frame::Fiends { card } => setup::fiends(p, card),

        Frame::Round => roll_phase::round(p),
        Frame::RollDice { left } => roll_phase::roll_dice(left),
        Frame::Sort { card } => roll_phase::sort(p, card),
        Frame::DiceTurn { at } => dice_phase::dice_turn(p, at),
        Frame::Place { seat } => dice_phase::place(p, seat),
        Frame::TurnAction { seat } => dice_phase::turn_action(p, seat),
        Frame::GainFiends { seat } => dice_phase::gain_fiends(p, seat),
        Frame::Enemy { left } => solitaire::enemy(left),
        Frame::EnemyDeeds => solitaire::enemy_deeds(p),
        Frame::DiceEnd => dice_phase::dice_end(p),
        Frame::MarketPhase { card } => market_phase::market_phase(p, card),
        Frame::MarketEnd => market_phase::market_end(p),
        Frame::Refresh { at, left } => cleanup_phase::refresh(p, at, left),
        Frame::Cleanup => cleanup_phase::cleanup(p),
        Frame::NewRound => cleanup_phase::new_round(p),
        other => enter_inside(p, other),
    }
}

/// Windows, cards, fights.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is entered above, or only ever waits")]
fn enter_inside(p: &mut Play, frame: Frame) -> Next<Frame> {
    match frame {
        Frame::Window { window, seat } => windows::window(p, window, seat),
        Frame::Windows { window, at } => windows::windows(p, window, at),
        Frame::Reactions { window, owner, at } => windows::reactions(p, window, owner, at),
        Frame::Run { seat, source, at } => effects::run(p, seat, source, at),
        Frame::Ask { seat, source, at, left } => effects::ask(p, seat, source, at, left),
        Frame::PlacedAction { seat, rows } => dice_phase::placed_action(p, seat, rows),
        Frame::TurnUp { seat, left } => effects::turn_up(p, seat, left),
        Frame::Reveal => setup::reveal(p, frame).unwrap_or(Next::Done),
        Frame::Drop { seat, bought } => market_phase::drop(p, seat, bought),
        Frame::Look { seat, kind } => hunt::look(p, seat, kind),
        Frame::HuntMinion { seat } => hunt::hunt_minion(p, seat),
        Frame::Pool { seat } => combat::pool(p, seat),
        Frame::CombatRoll { seat, left } => combat::combat_roll(seat, left),
        Frame::Rerolls { seat } => combat::rerolls(p, seat),
        Frame::HuntReward { seat } => hunt::reward(p, seat),
        Frame::Trophy { seat, trophy } => hunt::trophy(p, seat, trophy),
        Frame::Adventure { kind } => monster_combat::adventure(p, kind),
        Frame::Mercenaries { at } => monster_combat::mercenaries(p, at),
        Frame::Fighting { at } => monster_combat::fighting(p, at),
        Frame::Fought { seat } => monster_combat::fought(p, seat),
        Frame::Scoring => monster_combat::scoring(p),
        Frame::Minimal(at) => minimal::enter(p, at),
        only_waits => Next::Wait(only_waits),
    }
}

/// What the answer to a waiting frame does.
pub fn answer(p: &mut Play, frame: Frame, step: Step<Action, Chance>) -> Next<Frame> {
    match step {
        Step::Chance(fell) => answer_chance(p, frame, fell),
        Step::Act { action, .. } => answer_setup(p, frame, action)
            .or_else(|| answer_dice(p, frame, action))
            .or_else(|| answer_market(p, frame, action))
            .unwrap_or_else(|| unreachable!("{action} does not answer {frame:?}")),
    }
}

fn answer_chance(p: &mut Play, frame: Frame, fell: Chance) -> Next<Frame> {
    match (frame, fell) {
        (Frame::RollDice { left }, Chance::Die { die }) => roll_phase::rolled(p, left, die),
        (Frame::CombatRoll { seat, left }, Chance::Roll { number }) => combat::rolled(p, seat, left, number),
        (Frame::Deal, Chance::Card { card }) => setup::dealt(p, card),
        (Frame::SetupDiscard { left }, Chance::Card { card }) => setup::discarded(p, left, card),
        (Frame::SetupTrash, Chance::Card { card }) => setup::trashed(p, card),
        (Frame::StartRoll { tied, left }, Chance::Roll { number }) => {
            setup::start_rolled(p, tied, left, number)
        }
        (Frame::ClassColour { at }, Chance::Token { color }) => setup::token_drawn(p, at, color),
        (Frame::DealAlignment { at }, Chance::Alignment { card }) => setup::alignment_dealt(p, at, card),
        (Frame::DealBackstory { at }, Chance::Backstory { card }) => setup::backstory_dealt(p, at, card),
        (Frame::DealFamiliar { at, second }, Chance::Familiar { board }) => {
            setup::familiar_dealt(p, at, second, board)
        }
        (Frame::StartDice { at, left }, Chance::Die { die }) => setup::start_die(p, at, left, die),
        (Frame::Monster, Chance::Monster { card }) => setup::monster_met(p, card),
        (Frame::FirstMinion | Frame::Reveal, Chance::Minion { card }) => {
            setup::revealed(p, card);
            Next::Then(frame)
        }
        (Frame::Fiends { card }, Chance::Fiend { card: fiend }) => setup::fiend_dealt(p, card, fiend),
        (Frame::DrawFiend { seat }, Chance::Fiend { card }) => fiends::drawn(p, seat, card),
        (Frame::Enemy { left }, Chance::Roll { number }) => solitaire::enemy_fell(p, left, number),
        (Frame::Reroll { seat, space, either }, Chance::Die { die }) => {
            effects::rerolled(p, seat, space, either, die)
        }
        (Frame::PoolRoll { card, place }, Chance::Die { die }) => effects::pool_rolled(p, card, place, die),
        (Frame::TurnUp { seat, left }, Chance::Card { card }) => effects::turned_up(p, seat, left, card),
        (Frame::Look { seat, kind }, Chance::Adventure { card }) => hunt::looked(p, seat, kind, card),
        (Frame::Adventure { kind }, Chance::Adventure { card }) => monster_combat::revealed(p, kind, card),
        (frame, fell) => unreachable!("{fell} does not answer {frame:?}"),
    }
}

fn answer_setup(p: &mut Play, frame: Frame, action: Action) -> Option<Next<Frame>> {
    Some(match (frame, action) {
        (Frame::StartPlace { at }, Action::Place { die, row }) => setup::start_placed(p, at, die, row),
        (Frame::ChooseSheet { at }, Action::Sheet { sheet }) => setup::sheet_chosen(p, at, sheet),
        (Frame::ChooseClass { at }, Action::Class { class }) => setup::class_chosen(p, at, class),
        (Frame::ChooseFamiliar { at }, Action::Familiar { board }) => setup::familiar_chosen(p, at, board),
        (Frame::Minimal(at), told) => return minimal::answer(p, at, told),
        (_, _) => return None,
    })
}

/// Windows, the Dice Phase, and choices of effects.
fn answer_dice(p: &mut Play, frame: Frame, action: Action) -> Option<Next<Frame>> {
    Some(match (frame, action) {
        (Frame::Window { .. }, Action::Done) => Next::Done,
        (Frame::Window { seat, .. }, free) => windows::answer(p, frame, seat, free),
        (Frame::Reactions { window, owner, at }, Action::Done) => {
            Next::Then(Frame::Reactions { window, owner, at: at + 1 })
        }
        (Frame::Reactions { owner, at, .. }, free) => {
            let seat = windows::reacting(p.look(), owner, at);
            windows::answer(p, frame, seat, free)
        }
        (Frame::Sort { card }, Action::Order { die }) => roll_phase::ordered(p, card, die),
        (Frame::Select { seat }, Action::Take { card }) => dice_phase::selected(p, seat, card.0 - 1),
        (Frame::Place { seat }, Action::Place { die, row }) => dice_phase::placed(p, seat, die, row),
        (Frame::Place { seat }, Action::Store { die }) => dice_phase::stored(p, seat, die),
        (Frame::PlacedAction { seat, .. }, Action::Act { row }) => dice_phase::action_chosen(p, seat, row),
        (Frame::PlacedAction { .. } | Frame::Ask { .. } | Frame::May { .. }, Action::Skip) => Next::Done,
        (Frame::Ask { .. }, action) => effects::answer(p, frame, action),
        (Frame::May { seat, source }, Action::Carry) => Next::Then(Frame::Run { seat, source, at: 0 }),
        (Frame::KeepReroll { seat, space }, Action::New) => effects::keep_reroll(p, seat, space, true),
        (Frame::KeepReroll { seat, space }, Action::Old) => effects::keep_reroll(p, seat, space, false),
        (Frame::PutBack { seat }, Action::Put { space }) => effects::put_back(p, seat, space),
        (Frame::Exchange { .. }, Action::Exchange { card, slot }) => {
            effects::exchanged(p, Some((card, slot)))
        }
        (Frame::Exchange { .. }, Action::Skip) => effects::exchanged(p, None),
        (Frame::StoreXp { seat }, Action::Keep { amount }) => experience::stored(p, seat, amount.0),
        (_, _) => return None,
    })
}

/// The Market Phase, Cleanup and fights.
fn answer_market(p: &mut Play, frame: Frame, action: Action) -> Option<Next<Frame>> {
    Some(match (frame, action) {
        (Frame::MarketTurn { seat }, Action::Buy { card, charisma }) => {
            market_phase::buy(p, seat, card, charisma.0, 0)
        }
        (Frame::MarketTurn { seat }, Action::Discard { card }) => market_phase::discard(p, seat, card),
        (Frame::MarketTurn { seat }, Action::Hunt) => Next::Then(Frame::HuntMinion { seat }),
        (Frame::MarketTurn { .. }, Action::Pass) => Next::Done,
        (Frame::Drop { seat, bought }, Action::Drop { card }) => market_phase::dropped(p, seat, bought, card),
        (Frame::Refresh { at, left }, Action::Refresh { card }) => {
            cleanup_phase::refreshed(p, at, left, card)
        }
        (Frame::Refresh { at, .. }, Action::Skip) => Next::Then(Frame::Refresh { at: at + 1, left: NONE }),
        (Frame::HuntMinion { seat }, Action::Fight) => hunt::fight(p, seat),
        (Frame::HuntMinion { seat }, Action::Cycle) => hunt::cycled(p, seat),
        (Frame::Pool { seat } | Frame::Rerolls { seat }, Action::Use { .. } | Action::Ability) => {
            windows::answer(p, frame, seat, action)
        }
        (Frame::Pool { seat }, Action::Hire { with }) => combat::hired(p, frame, seat, with),
        (Frame::Pool { seat }, Action::Roll) => combat::roll(p, seat),
        (Frame::Rerolls { seat }, Action::Again { number }) => combat::again(p, seat, number),
        (Frame::Rerolls { seat }, Action::Stop) => combat::stop(p, seat),
        (Frame::UsePower { .. }, Action::Power) => {
            p.s.fight.power = true;
            Next::Done
        }
        (Frame::UsePower { .. }, Action::Dice) => Next::Done,
        (Frame::Mercenaries { at }, Action::Hire { with }) => mercenary(p, at, with),
        (Frame::Mercenaries { at }, Action::Done) => monster_combat::hired(p, at),
        (_, _) => return None,
    })
}

fn mercenary(p: &mut Play, at: u8, with: Hire) -> Next<Frame> {
    let seat = p.look().seat_at(at);
    combat::hired(p, Frame::Mercenaries { at }, seat, with)
}

/// Does a card or die fall here?
const fn is_chance(frame: Frame) -> bool {
    matches!(
        frame,
        Frame::SetupDiscard { .. }
            | Frame::SetupTrash
            | Frame::Deal
            | Frame::StartRoll { .. }
            | Frame::ClassColour { .. }
            | Frame::DealAlignment { .. }
            | Frame::DealBackstory { .. }
            | Frame::DealFamiliar { .. }
            | Frame::StartDice { .. }
            | Frame::Monster
            | Frame::FirstMinion
            | Frame::Fiends { .. }
            | Frame::RollDice { .. }
            | Frame::Enemy { .. }
            | Frame::Reroll { .. }
            | Frame::TurnUp { .. }
            | Frame::PoolRoll { .. }
            | Frame::Reveal
            | Frame::DrawFiend { .. }
            | Frame::Look { .. }
            | Frame::CombatRoll { .. }
            | Frame::Adventure { .. }
    )
}

/// Whom a waiting frame asks; nobody if a card or die is due.
#[must_use]
#[inline]
#[expect(clippy::wildcard_enum_match_arm, reason = "what never waits, and chance, is told apart before")]
pub fn asked(look: Look, frame: Frame) -> Option<Seat> {
    if is_chance(frame) {
        return None;
    }
    Some(match frame {
        Frame::ChooseSheet { at }
        | Frame::ChooseFamiliar { at }
        | Frame::StartPlace { at }
        | Frame::Refresh { at, .. }
        | Frame::Mercenaries { at } => look.seat_at(at),
        Frame::ChooseClass { at } => setup::class_chooser(look, at),
        Frame::Sort { .. } => look.s.start,
        Frame::Reactions { owner, at, .. } => windows::reacting(look, owner, at),
        Frame::Select { seat }
        | Frame::Place { seat }
        | Frame::MarketTurn { seat }
        | Frame::Window { seat, .. }
        | Frame::May { seat, .. }
        | Frame::Ask { seat, .. }
        | Frame::KeepReroll { seat, .. }
        | Frame::PutBack { seat }
        | Frame::PlacedAction { seat, .. }
        | Frame::Exchange { seat }
        | Frame::Drop { seat, .. }
        | Frame::StoreXp { seat }
        | Frame::HuntMinion { seat }
        | Frame::Pool { seat }
        | Frame::Rerolls { seat }
        | Frame::UsePower { seat } => seat,
        Frame::Minimal(_) => look.s.start,
        other => unreachable!("{other:?} never waits"),
    })
}

/// Whom the game waits for.
#[must_use]
#[inline]
pub fn turn(look: Look, asks: Option<Frame>) -> Turn {
    match asks {
        None => Turn::Over,
        Some(frame) => asked(look, frame).map_or(Turn::Chance, |seat| Turn::Each(SeatSet::only(seat))),
    }
}
