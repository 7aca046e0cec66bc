//! What each asking frame offers. Everything follows from the seat's own view.

use crate::{
    Action,
    frame::Frame,
    ids::Who,
    naming,
    queries::Look,
    rules::{
        attacks, cards, equipment, level_up, movement, plus_ones, procession, reactions, rolls, rounds,
        scouting, setup, spells, targets, turns,
    },
    state::bits,
    words::{Count, Row, VILLAIN},
};
use kernel::{Seat, rule};

/// Everything this seat may do now.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is offered below")]
pub fn actions(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let Some(frame) = look.s.stack.top().copied() else { return };
    match frame {
        Frame::PickHero { .. } => setup::free_heroes(look).for_each(|hero| offer(Action::PickHero { hero })),
        Frame::Joining { .. } => {
            let own = look.g.options.heroes[seat.index()];
            match own {
                Some(hero) => offer(Action::Join { hero }),
                None => setup::free_heroes(look).for_each(|hero| offer(Action::Join { hero })),
            }
            offer(Action::Wait);
        }
        Frame::Leaving { .. } if look.s.players[seat].leaving => {
            naming::playable(look.s, seat).for_each(|spell| offer(Action::Discard { spell }));
        }
        Frame::Leaving { .. } => [Action::Stay, Action::Leave].into_iter().for_each(offer),
        Frame::Initiative => [Action::First, Action::Last].into_iter().for_each(offer),
        Frame::MinionPick => {
            rounds::next_minions(look).for_each(|slot| offer(Action::Act { who: Who::minion(slot) }));
            offer(Action::StopAll);
        }
        Frame::AmbushNext => scouting::waiting(look).for_each(|who| offer(Action::Act { who })),
        Frame::Act => {
            turns::actions(look, offer);
            if look.g.options.show_spells && seat != VILLAIN {
                shows(look, seat, offer);
            }
        }
        Frame::Moving => {
            movement::next_steps(look).iter().for_each(|to| offer(Action::Step { to }));
            turns::free_actions(look, offer);
            offer(Action::Stop);
        }
        Frame::FreeMove { who, first, evade, .. } => {
            movement::steps(look, movement::Walk { who, first, evade })
                .iter()
                .for_each(|to| offer(Action::Step { to }));
            offer(Action::Stop);
        }
        Frame::GustAsk { .. } | Frame::ProcessionAsk { .. } | Frame::Dojo { .. } => {
            [Action::Accept, Action::Decline].into_iter().for_each(offer);
        }
        other => inside(look, seat, other, offer),
    }
}

/// Choices inside rolls, attacks and cards.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is offered above and below")]
fn inside(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Boost => {
            rolls::boostable(look).for_each(|grade| offer(Action::Boost { grade }));
            offer(Action::Keep);
        }
        Frame::RerollPick { .. } => {
            rolls::pickable(look).for_each(|die| offer(Action::Reroll { die }));
            offer(Action::Keep);
        }
        Frame::HelpAsk { seat, .. } => rolls::additions(look, seat, offer),
        Frame::Spend => rolls::options(look, offer),
        Frame::SweepAmount => {
            (1..=look.s.level().roll.pool).for_each(|n| offer(Action::Damage { hits: Count(n) }));
        }
        Frame::Defender => {
            let region = look.s.level().attack.region;
            attacks::defending_heroes(look, region)
                .into_iter()
                .for_each(|who| offer(Action::Defender { who }));
        }
        Frame::Amount => attacks::offer_amounts(look, offer),
        Frame::Gain { seat, row, .. } => {
            held(look, seat).filter(|other| *other != row).for_each(|row| offer(Action::Drop { row }));
            offer(Action::Decline);
        }
        Frame::GainAny { seat, may, .. } => {
            plus_ones::rows(look, seat).for_each(|row| offer(Action::Gain { row }));
            if may {
                offer(Action::Decline);
            }
        }
        Frame::Lose { seat, .. } => held(look, seat).for_each(|row| offer(Action::Drop { row })),
        Frame::React { seat, window, about, .. } => reactions::options(look, seat, window, about, offer),
        other => in_card(look, seat, other, offer),
    }
}

fn held(look: Look, seat: Seat) -> impl Iterator<Item = Row> {
    Row::ALL.iter().copied().filter(move |row| look.s.players[seat].plus[row.index()] > 0)
}

/// Choices of cards, and of the Level Up Step.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is offered above, or asks nobody")]
fn in_card(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::PickTarget { step } => choices(look, step, false, offer),
        Frame::PickSecond { step } => choices(look, step, true, offer),
        Frame::PickRegion { step } => {
            let cast = *look.s.cast();
            if let Some(effect) = spells::effects(look, cast.card).get(usize::from(step)) {
                let regions = targets::regions(look, &cast, *effect);
                regions.iter().for_each(|region| offer(Action::Region { region }));
            }
        }
        Frame::PlaceTarget { who, within } => {
            targets::places(look, who, within).iter().for_each(|region| offer(Action::Place { region }));
        }
        Frame::Sheep { .. } => look.s.revealed.iter().for_each(|region| offer(Action::Place { region })),
        Frame::PlaceMinion => look.spawn_places().iter().for_each(|region| offer(Action::Place { region })),
        Frame::Labyrinth { region: own } => {
            let others = look.s.revealed.iter().filter(|region| *region != own);
            others.for_each(|region| offer(Action::Region { region }));
        }
        Frame::DrawChoice { .. } => cards::drawable(look, seat).for_each(|deck| offer(Action::Deck { deck })),
        Frame::Discard { .. } => {
            naming::playable(look.s, seat).for_each(|spell| offer(Action::Discard { spell }));
        }
        Frame::ReorderAsk => {
            procession::reorderable(look).iter().for_each(|region| offer(Action::Reorder { region }));
            offer(Action::Done);
        }
        Frame::Reorder { .. } => {
            bits(look.s.unordered).for_each(|slot| offer(Action::Next { who: Who::minion(slot) }));
        }
        Frame::Return { side, from } => {
            let all = equipment::returnable(look, side, from);
            all.for_each(|(seat, slot)| offer(Action::Return { who: Who::hero(seat), slot }));
            offer(Action::Done);
        }
        Frame::Equip { side, from } => equipment::offer(look, side, from, offer),
        Frame::SpendXp { .. } => {
            level_up::offers(look, seat, offer);
            offer(Action::Done);
        }
        _ => {}
    }
}

fn choices(look: Look, step: u8, second: bool, offer: &mut impl FnMut(Action)) {
    let card = look.s.cast().card;
    if let Some(effect) = spells::effects(look, card).get(usize::from(step)) {
        targets::choices(look, *effect, second).into_iter().for_each(|who| offer(Action::Target { who }));
    }
}

/// Showing a Spell to everybody is always possible where the table wants it.
fn shows(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    rule!("MM-258", "MM-404");
    let all = kernel::SeatSet::first(look.g.options.seats);
    naming::showable(look.s, seat, all).for_each(|spell| offer(Action::Show { spell }));
}
