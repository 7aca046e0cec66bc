//! What each asking frame offers.

use crate::{
    Action,
    frame::{Frame, Source},
    own_book,
    queries::Look,
    rules::{
        advancement, campaign_setup, dice_pool, effects, items, manipulate, party_changes, placing, resting,
        revealed, storybook, voting,
    },
    words::{Colour, Count, Pick, SlotId},
};
use kernel::{Seat, rule};

/// Everything this seat may do now; it is asked.
#[inline]
pub fn actions(look: Look, seat: Seat, into: &mut impl FnMut(Action)) {
    let Some(frame) = look.s.stack.top().copied() else { return };
    if !frame.is_group() {
        return alone(look, frame, seat, into);
    }
    if look.s.tied {
        return voting::leaders(look).for_each(into);
    }
    group(look, frame, into);
    if frame == Frame::Market {
        let sold = look.s.sheets[seat].hand.iter().filter(|card| look.sellable(*card));
        sold.for_each(|card| into(Action::Sell { card }));
    }
}

/// What the party votes on.
#[expect(clippy::wildcard_enum_match_arm, reason = "only these are decided by the group")]
fn group(look: Look, frame: Frame, into: &mut impl FnMut(Action)) {
    // No card is ever offered here: all use is inside checks and combats.
    rule!("RA-R27");
    let s = look.s;
    let everybody =
        |into: &mut dyn FnMut(Action)| s.present.into_iter().for_each(|seat| into(Action::seat(seat)));
    match frame {
        Frame::Choice { entry } => storybook::options(look, entry, into),
        Frame::ToldChoice => own_book::options(look, into),
        Frame::Travel => {
            look.further().for_each(|(_, to)| into(Action::Go { to }));
            if s.map.visited.count_ones() > 1 {
                rule!("RA-082");
                into(Action::Stop);
            }
        }
        Frame::Items { .. } => items::uses(look, into),
        Frame::RestXp => (1..=resting::most_xp(look)).for_each(|xp| into(Action::Spend { xp: Count(xp) })),
        Frame::LoseWho { .. } => revealed::losers(look).into_iter().for_each(|seat| into(Action::seat(seat))),
        Frame::Gift { .. } | Frame::GiftRandom { .. } | Frame::ShareOut => {
            rule!("RA-262");
            everybody(into);
        }
        Frame::Mode => {
            into(Action::Normal);
            into(Action::Legendary);
        }
        Frame::Claims => {
            let card = campaign_setup::contested(look);
            let all = card.map(|card| campaign_setup::claimants(look, card)).unwrap_or_default();
            all.into_iter().for_each(|seat| into(Action::seat(seat)));
        }
        Frame::Storyteller => {
            s.present.into_iter().for_each(|seat| into(Action::Storyteller { player: seat.into() }));
        }
        Frame::Guild => {
            advancement::guild_offers(look, into);
            into(Action::Done);
        }
        Frame::Market => {
            rule!("RA-262");
            advancement::purchases(look, into);
            into(Action::Done);
        }
        Frame::CardLimit => {
            into(Action::CardLimit);
            into(Action::Done);
        }
        Frame::TooManyCards => {
            let held = s.present.into_iter().flat_map(|seat| s.sheets[seat].cards().iter());
            held.filter(|card| look.counted(*card)).for_each(|card| into(Action::Return { card }));
        }
        Frame::NextAdventure => {
            into(Action::Sidequest);
            into(Action::Onward);
        }
        other => unreachable!("{other:?} is not decided by the group"),
    }
}

/// What one seat decides.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is about the own sheet")]
#[inline]
fn alone(look: Look, frame: Frame, seat: Seat, into: &mut impl FnMut(Action)) {
    let s = look.s;
    match frame {
        Frame::Told => own_book::offers(look, into),
        Frame::Build => {
            dice_pool::buyable(look).iter().for_each(|colour| into(Action::Buy { colour }));
            into(Action::Pass);
        }
        Frame::Paying { colour, matching, others, .. } => {
            payments(look, seat, (colour, matching, others), into)
        }
        Frame::Manipulate => {
            manipulate::plays(look, seat, &mut |source, option| {
                let option = Pick(option + 1);
                into(match source {
                    Source::Card(card) => Action::Play { card, option },
                    Source::Class => Action::Ability { option },
                });
            });
            into(Action::Pass);
        }
        Frame::Effect { seat, source, option, step } => {
            if let Some(effect) = effects::current(look, seat, source, option, step) {
                effects::target_actions(look, effect, into);
            }
        }
        Frame::HealOne { .. } => {
            let tired = s.present.into_iter().filter(|seat| s.sheets[*seat].fatigue > 0);
            tired.for_each(|seat| into(Action::seat(seat)));
        }
        Frame::RecoverCard { source, .. } => {
            effects::recoverable(look, seat, source).for_each(|card| into(Action::Recover { card }));
        }
        Frame::Place => {
            into(Action::Agree);
            if s.contest.edits < placing::EDITS_MAX {
                placing::changes(look).for_each(|(die, slot)| into(Action::Place { die, slot }));
                let planned = s.contest.plan.iter().enumerate().filter(|(_, die)| **die > 0);
                planned.for_each(|(slot, _)| into(Action::Leave { slot: SlotId(slot as u8 + 1) }));
            }
        }
        Frame::Rows { drain: true, .. } => {
            let rows = Colour::ALL.iter().filter(|row| s.sheets[seat].rows[row.index()] > 0);
            rows.for_each(|row| into(Action::Drain { row: *row }));
        }
        Frame::Rows { .. } => Colour::ALL.iter().for_each(|row| into(Action::Fill { row: *row })),
        other => sheet(look, other, seat, into),
    }
}

/// What one seat decides about its own sheet.
#[expect(clippy::wildcard_enum_match_arm, reason = "the others never wait, or wait for chance")]
fn sheet(look: Look, frame: Frame, seat: Seat, into: &mut impl FnMut(Action)) {
    match frame {
        Frame::LoseCard { .. } => {
            revealed::losable(look, seat).iter().for_each(|card| into(Action::Return { card }));
        }
        Frame::Heroes { .. } => {
            campaign_setup::free_heroes(look, seat).for_each(|hero| into(Action::Hero { hero }));
        }
        Frame::Points { .. } => {
            look.raisable(seat).for_each(|attribute| into(Action::Raise { attribute }));
            into(Action::Enough);
        }
        Frame::MasteryRaise { .. } => {
            look.raisable(seat).for_each(|attribute| into(Action::Raise { attribute }));
        }
        Frame::Newcomer { .. } => {
            look.raisable(seat).for_each(|attribute| into(Action::Raise { attribute }));
            into(Action::Toughen);
        }
        Frame::NewcomerDeck { .. } => {
            party_changes::decks_left(look).for_each(|deck| into(Action::Deck { deck }));
        }
        other => unreachable!("{other:?} asks nobody"),
    }
}

/// Stamina this hero could lay down for the die that is being bought.
fn payments(look: Look, seat: Seat, due: (Colour, u8, u8), into: &mut impl FnMut(Action)) {
    let (colour, matching, others) = due;
    let (own, rest) = dice_pool::could_pay(look, seat, colour, matching, others);
    let rows = look.s.sheets[seat].rows;
    for row in Colour::ALL {
        let most = if *row == colour { own } else { rest.min(rows[row.index()]) };
        (1..=most).for_each(|n| into(Action::Pay { row: *row, stamina: Count(n) }));
    }
    into(Action::Decline);
}
