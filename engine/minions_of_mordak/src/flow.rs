//! The game on one page: `enter` says what follows what, `act` and `fell` what each answer does, `asks` whom the game waits for.
//! The frames themselves, and what is said of each, stand in their chapters.

use crate::{
    Action, Chance, Play,
    frame::{Asks, Frame, Next, stray},
    ids::{RegionId, Who},
    queries::Look,
    rules::{
        attacks, cards, effects, equipment, level_up, movement, players, plus_ones, procession, reactions,
        rolls, rounds, scouting, setup, spells, targets, turns,
    },
};
use kernel::{Seat, SeatSet, Step, Turn};

/// What a frame does when it is its turn.
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Setup(frame) => setup::enter(p, frame),
        Frame::Rounds(frame) => rounds::enter(p, frame),
        Frame::Turns(frame) => turns::enter(p, frame),
        Frame::Scouting(frame) => scouting::enter(p, frame),
        Frame::Cards(frame) => cards::enter(p, frame),
        Frame::PlusOnes(frame) => plus_ones::enter(p, frame),
        Frame::Rolls(frame) => rolls::enter(p, frame),
        Frame::Attacks(frame) => attacks::enter(p, frame),
        Frame::Spells(frame) => spells::enter(p, frame),
        Frame::LevelUp(frame) => level_up::enter(p, frame),
    }
}

/// Who or what answers a frame.
#[must_use]
pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::Setup(frame) => setup::asks(frame),
        Frame::Rounds(frame) => rounds::asks(look, frame),
        Frame::Turns(frame) => turns::asks(look, frame),
        Frame::Scouting(frame) => scouting::asks(frame),
        Frame::Cards(frame) => cards::asks(frame),
        Frame::PlusOnes(frame) => plus_ones::asks(frame),
        Frame::Rolls(frame) => rolls::asks(look, frame),
        Frame::Attacks(frame) => attacks::asks(look, frame),
        Frame::Spells(frame) => spells::asks(look, frame),
        Frame::LevelUp(frame) => level_up::asks(look, frame),
    }
}

/// Whom the game waits for.
#[must_use]
pub fn turn(look: Look, waits: Option<Frame>) -> Turn {
    match waits.map(|frame| asks(look, frame)) {
        None => Turn::Over,
        Some(Asks::Seat(seat)) => Turn::Each(SeatSet::only(seat)),
        Some(Asks::Fate(_)) => Turn::Chance,
        Some(Asks::Nobody) => Turn::Each(SeatSet::EMPTY),
    }
}

/// What the answer to a waiting frame does.
pub fn answer(p: &mut Play, frame: Frame, step: Step<Action, Chance>) -> Next {
    match step {
        Step::Chance(fell) => fate(p, frame, fell),
        Step::Act { seat, action } => act(p, frame, seat, action),
    }
}

fn fate(p: &mut Play, frame: Frame, fell: Chance) -> Next {
    match fell {
        Chance::Dice { faces } => to(frame, |frame| rolls::fell(p, frame, faces)),
        Chance::Hits { hits } => totalled(p, frame, hits.0),
        Chance::Draw { spell } => to(frame, |frame| cards::drawn(p, frame, spell)),
        Chance::Steal { spell } => to(frame, |frame| cards::stolen(p, frame, spell)),
        Chance::Minion { kind } => to(frame, |frame| cards::minion_drawn(p, frame, kind)),
        Chance::Treasure { treasure } => to(frame, |frame| equipment::revealed(p, frame, treasure)),
        Chance::Tile { tile } => to(frame, |frame| scouting::flipped(p, frame, tile)),
    }
}

/// An answer to a frame of one chapter.
#[inline]
fn to<F: TryFrom<Frame, Error = Frame>>(frame: Frame, answer: impl FnOnce(F) -> Next) -> Next {
    F::try_from(frame).map_or_else(stray, answer)
}

fn act(p: &mut Play, frame: Frame, seat: Seat, action: Action) -> Next {
    match action {
        // --- before the game, and who plays
        Action::PickHero { hero } => to(frame, |frame| setup::picked(p, frame, hero)),
        Action::Join { hero } => to(frame, |frame| players::joined(p, frame, hero)),
        Action::Wait => to(frame, players::waits),
        Action::Stay => to(frame, players::stays),
        Action::Leave => to(frame, |frame| players::leaves(p, frame)),
        Action::First => to(frame, |frame| rounds::initiative_chosen(p, frame, false)),
        Action::Last => to(frame, |frame| rounds::initiative_chosen(p, frame, true)),
        // --- a Turn
        Action::Move { to: region } => to(frame, |frame| movement::begin(p, frame, region)),
        Action::Step { to } => step(p, frame, to),
        Action::Stop => stop(p, frame),
        Action::Roll { row } => to(frame, |frame| rolls::declare(p, frame, row)),
        Action::Surge { arcane, divine, void } => {
            to(frame, |frame| turns::surge(p, frame, [arcane.0, divine.0, void.0]))
        }
        Action::Scout => scout(p, frame, None),
        Action::ScoutOne { region } => scout(p, frame, Some(region)),
        Action::Loot { treasures } => to(frame, |frame| turns::loot(p, frame, treasures.0)),
        Action::Use { treasure } => to(frame, |frame| turns::uses(p, frame, treasure)),
        Action::End => to(frame, turns::ends),
        // --- an Action Roll
        Action::Boost { grade } => to(frame, |frame| rolls::boost(p, frame, grade)),
        Action::Reroll { die } => to(frame, |frame| rolls::reroll(p, frame, die)),
        Action::Keep => to(frame, |frame| rolls::keep(p, frame)),
        Action::Add { tokens } => to(frame, |frame| rolls::helped(p, frame, tokens.0)),
        Action::Spend => spend(p, frame),
        Action::Buy => to(frame, |frame| rolls::buy(p, frame)),
        Action::Attack { region } => to(frame, |frame| rolls::attack(p, frame, region)),
        Action::Sweep { region } => to(frame, |frame| rolls::sweep(p, frame, region)),
        Action::Damage { hits } => to(frame, |frame| attacks::damage_chosen(p, frame, hits.0)),
        Action::Cast { spell, cost } => to(frame, |frame| rolls::cast(p, frame, spell, cost.0)),
        Action::Spawn { size } => to(frame, |frame| rolls::buy_minion(p, frame, size)),
        Action::Done => done(frame),
        // --- choices
        Action::Place { region } => place(p, frame, region),
        Action::Target { who } => to(frame, |frame| targets::picked(p, frame, who)),
        Action::Region { region: at } => region(p, frame, at),
        Action::Defender { who } => to(frame, |frame| attacks::defender_named(p, frame, who)),
        Action::React { spell, pay } => to(frame, |frame| reactions::react(p, frame, spell, pay)),
        Action::ReactWith { treasure } => to(frame, |frame| reactions::react_with(p, frame, treasure)),
        Action::Pass => to(frame, reactions::pass),
        Action::Gain { row } => to(frame, |frame| plus_ones::row_gained(p, frame, row)),
        Action::Drop { row } => to(frame, |frame| plus_ones::dropped(p, frame, row)),
        Action::Decline => agreed(p, frame, false),
        Action::Accept => agreed(p, frame, true),
        Action::Act { who } => minion_picked(p, frame, who),
        Action::StopAll => to(frame, |frame| rounds::stop_all(p, frame)),
        Action::Deck { deck } => to(frame, |frame| cards::deck_chosen(p, frame, deck)),
        Action::Discard { spell } => to(frame, |frame| level_up::discarded(p, frame, spell)),
        Action::Show { spell } => {
            cards::show(p, seat, spell);
            Next::Wait(frame)
        }
        // --- the Level Up Step
        Action::Reorder { region } => to(frame, |frame| procession::reorder_begin(p, frame, region)),
        Action::Next { who } => to(frame, |frame| procession::put_next(p, frame, who)),
        Action::Return { who, slot } => to(frame, |frame| equipment::returned(p, frame, who, slot)),
        Action::Equip { treasure, who } => to(frame, |frame| equipment::equipped(p, frame, treasure, who)),
        Action::Cash { .. } => to(frame, equipment::cashed),
        Action::Learn { row } => to(frame, |frame| level_up::learn(p, frame, row)),
        Action::Train { row, grade } => to(frame, |frame| level_up::train(p, frame, row, grade)),
        Action::Hasten => to(frame, |frame| level_up::hasten(p, frame)),
    }
}

// --- answers to frames of several chapters

/// Dice of which only the total counts.
fn totalled(p: &mut Play, frame: Frame, hits: u8) -> Next {
    match frame {
        Frame::Turns(frame) => turns::regenerated(p, frame, hits),
        Frame::Rolls(frame) => rolls::totalled(p, frame, hits),
        Frame::Attacks(frame) => attacks::dodged(p, frame, hits),
        Frame::Spells(frame) => effects::die_fell(p, frame, hits),
        Frame::LevelUp(frame) => level_up::loot_die(p, frame, hits),
        Frame::Setup(_) | Frame::Rounds(_) | Frame::Scouting(_) | Frame::Cards(_) | Frame::PlusOnes(_) => {
            stray(frame)
        }
    }
}

/// A step of a Move, of the Turn or given by a card.
fn step(p: &mut Play, frame: Frame, to: RegionId) -> Next {
    match frame {
        Frame::Turns(frame) => movement::step(p, frame, to),
        Frame::Spells(frame) => movement::free_step(p, frame, to),
        Frame::Setup(_)
        | Frame::Rounds(_)
        | Frame::Scouting(_)
        | Frame::Cards(_)
        | Frame::PlusOnes(_)
        | Frame::Rolls(_)
        | Frame::Attacks(_)
        | Frame::LevelUp(_) => stray(frame),
    }
}

/// A Hero looks around: in its Turn, in a Move, or while it spends Hits.
fn scout(p: &mut Play, frame: Frame, one: Option<RegionId>) -> Next {
    match frame {
        Frame::Turns(frame) => turns::scout(p, frame, one),
        Frame::Rolls(frame) => rolls::scout(p, frame, one),
        Frame::Setup(_)
        | Frame::Rounds(_)
        | Frame::Scouting(_)
        | Frame::Cards(_)
        | Frame::PlusOnes(_)
        | Frame::Attacks(_)
        | Frame::Spells(_)
        | Frame::LevelUp(_) => stray(frame),
    }
}

/// A Plus-One of the row, before or after a Defender was met.
fn spend(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Rolls(frame) => rolls::spend_token(p, frame),
        Frame::Attacks(frame) => attacks::token_spent(p, frame),
        Frame::Setup(_)
        | Frame::Rounds(_)
        | Frame::Turns(_)
        | Frame::Scouting(_)
        | Frame::Cards(_)
        | Frame::PlusOnes(_)
        | Frame::Spells(_)
        | Frame::LevelUp(_) => stray(frame),
    }
}

fn stop(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Turns(frame) => movement::stops(p, frame),
        Frame::Spells(frame) => movement::stops_free(frame),
        Frame::Setup(_)
        | Frame::Rounds(_)
        | Frame::Scouting(_)
        | Frame::Cards(_)
        | Frame::PlusOnes(_)
        | Frame::Rolls(_)
        | Frame::Attacks(_)
        | Frame::LevelUp(_) => stray(frame),
    }
}

fn done(frame: Frame) -> Next {
    match frame {
        Frame::Rolls(frame) => rolls::done(frame),
        Frame::LevelUp(frame) => level_up::done(frame),
        Frame::Setup(_)
        | Frame::Rounds(_)
        | Frame::Turns(_)
        | Frame::Scouting(_)
        | Frame::Cards(_)
        | Frame::PlusOnes(_)
        | Frame::Attacks(_)
        | Frame::Spells(_) => stray(frame),
    }
}

fn place(p: &mut Play, frame: Frame, region: RegionId) -> Next {
    match frame {
        Frame::Cards(frame) => cards::placed(p, frame, region),
        Frame::Spells(frame) => effects::placed(p, frame, region),
        Frame::Setup(_)
        | Frame::Rounds(_)
        | Frame::Turns(_)
        | Frame::Scouting(_)
        | Frame::PlusOnes(_)
        | Frame::Rolls(_)
        | Frame::Attacks(_)
        | Frame::LevelUp(_) => stray(frame),
    }
}

fn region(p: &mut Play, frame: Frame, region: RegionId) -> Next {
    match frame {
        Frame::Scouting(frame) => scouting::labyrinth(p, frame, region),
        Frame::Spells(frame) => targets::region_picked(p, frame, region),
        Frame::Setup(_)
        | Frame::Rounds(_)
        | Frame::Turns(_)
        | Frame::Cards(_)
        | Frame::PlusOnes(_)
        | Frame::Rolls(_)
        | Frame::Attacks(_)
        | Frame::LevelUp(_) => stray(frame),
    }
}

/// Yes or no.
fn agreed(p: &mut Play, frame: Frame, yes: bool) -> Next {
    match frame {
        Frame::Turns(frame) => turns::agreed(p, frame, yes),
        Frame::PlusOnes(frame) => plus_ones::agreed(frame, yes),
        Frame::Attacks(frame) => attacks::willing(p, frame, yes),
        Frame::LevelUp(frame) => level_up::agreed(p, frame, yes),
        Frame::Setup(_)
        | Frame::Rounds(_)
        | Frame::Scouting(_)
        | Frame::Cards(_)
        | Frame::Rolls(_)
        | Frame::Spells(_) => stray(frame),
    }
}

/// Which Minion takes its Turn now.
fn minion_picked(p: &mut Play, frame: Frame, who: Who) -> Next {
    match frame {
        Frame::Rounds(frame) => rounds::minion_picked(p, frame, who),
        Frame::Scouting(frame) => scouting::ambusher_picked(p, frame, who),
        Frame::Setup(_)
        | Frame::Turns(_)
        | Frame::Cards(_)
        | Frame::PlusOnes(_)
        | Frame::Rolls(_)
        | Frame::Attacks(_)
        | Frame::Spells(_)
        | Frame::LevelUp(_) => stray(frame),
    }
}
