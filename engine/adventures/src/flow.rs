//! The game on one page: read `enter` for the order of things, `answer` for what each reply does, `turn` for whom it asks.

use crate::{
    Action, Chance, Play,
    frame::Frame,
    own_book,
    queries::Look,
    rules::{
        advancement, adventure_setup, campaign_setup, combat, dice_pool, effects, exhaustion, items,
        manipulate, movement, party_changes, placing, resting, revealed, rows, skill_check, storybook,
        voting,
    },
};
use kernel::{Next, Seat, SeatSet, Step, Turn};

/// What a frame does when it is its turn.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is entered below")]
#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next<Frame> {
    match frame {
        Frame::Build => dice_pool::build(p),
        Frame::Paying { buyer, colour, matching, others } => {
            dice_pool::paying(p, buyer, colour, matching, others)
        }
        Frame::DrawDice => dice_pool::draw_dice(p),
        Frame::Roll => dice_pool::roll(p),
        Frame::Manipulate => manipulate::manipulate(p),
        Frame::Effect { seat, source, option, step } => effects::effect(p, seat, source, option, step),
        Frame::HealOne { .. } | Frame::AddRandom { .. } => Next::Wait(frame),
        Frame::RecoverCard { seat, left, source } => effects::recover(p, seat, left, source),
        Frame::Place => placing::place(p),
        Frame::CheckOver => skill_check::check_over(p),
        Frame::RoundOver => combat::round_over(p),
        Frame::Track { foe, icon } => combat::track(p, foe, icon),
        Frame::TrackOver => combat::track_over(p),
        Frame::CombatOver => combat::combat_over(p),
        Frame::ContestOver { passed, from } => skill_check::contest_over(p, passed, from),
        Frame::Rows { seat, left, each, drain, all } => rows::rows(p, seat, left, each, (drain, all)),

        Frame::Run { entry, at, to } => storybook::run(p, entry, at, to),
        Frame::Choice { entry } => storybook::choice(p, entry),
        Frame::Travel | Frame::Flip { .. } | Frame::Items { .. } => Next::Wait(frame),
        Frame::Arrive { to } => movement::arrive(p, to),
        Frame::RestMark => resting::mark(p),
        Frame::RestXp => Next::Wait(frame),
        Frame::RestRoll { seat, dice, left } => resting::roll(p, seat, dice, left),
        Frame::RestOver => resting::over(p),
        Frame::LoseWho { why } => revealed::lose_who(p, why),
        Frame::LoseCard { .. } | Frame::GiftDraw { .. } => Next::Wait(frame),
        Frame::Gift { card } => revealed::gift(p, card),
        Frame::GiftRandom { deck } => revealed::gift_random(p, deck),
        Frame::Death => exhaustion::death(p),
        Frame::AdventureOver => adventure_setup::over(p),
        other => enter_campaign(p, other),
    }
}

/// The frames before, between and after adventures.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is entered above")]
fn enter_campaign(p: &mut Play, frame: Frame) -> Next<Frame> {
    match frame {
        Frame::Mode => campaign_setup::mode(p),
        Frame::Heroes { seat, one } => campaign_setup::heroes(p, seat, one),
        Frame::Points { seat, left } => campaign_setup::points(p, seat, left),
        Frame::Claims => campaign_setup::claims(p),
        Frame::Begin => campaign_setup::begin(p),
        Frame::AdventureSetup => adventure_setup::setup(p),
        Frame::Storyteller => adventure_setup::storyteller(p),
        Frame::MarketSetup { deck } => advancement::market_setup(p, deck),
        Frame::MasteryRaise { seat } => advancement::mastery_raise(p, seat),
        Frame::CardLimit => advancement::card_limit(p),
        Frame::TooManyCards => advancement::too_many_cards(p),
        Frame::Save => advancement::save(p),
        Frame::NextAdventure => advancement::next_adventure(p),
        Frame::PartyChange => party_changes::party_change(p),
        Frame::Newcomer { seat, left } => party_changes::newcomer(p, seat, left),
        Frame::NewcomerDeck { seat, left } => party_changes::newcomer_deck(p, seat, left),
        Frame::ShareOut => party_changes::share_out(p),
        only_waits => Next::Wait(only_waits),
    }
}

/// What the answer to a waiting frame does.
#[inline]
pub fn answer(p: &mut Play, frame: Frame, step: Step<Action, Chance>) -> Next<Frame> {
    match step {
        Step::Chance(fell) => answer_chance(p, frame, fell),
        Step::Act { seat, action } if frame.is_group() => match voting::vote(p, frame, seat, action) {
            Some(decided) => decide(p, frame, decided),
            None => Next::Wait(frame),
        },
        Step::Act { seat, action } => answer_contest(p, frame, seat, action)
            .or_else(|| answer_alone(p, frame, seat, action))
            .unwrap_or_else(|| unreachable!("{action} does not answer {frame:?}")),
    }
}

fn answer_chance(p: &mut Play, frame: Frame, fell: Chance) -> Next<Frame> {
    match (frame, fell) {
        (Frame::DrawDice, Chance::Draw { die }) => dice_pool::drawn(p, die),
        (Frame::Roll, Chance::Roll { value }) => dice_pool::rolled(p, value.0),
        (Frame::AddRandom { set }, Chance::Draw { die }) => effects::added(p, die, set),
        (Frame::Flip { path }, Chance::Encounter { number }) => movement::flipped(p, path, number),
        (Frame::RestRoll { seat, dice, left }, Chance::Total { pips }) => {
            resting::rolled(p, seat, dice, left, pips.0)
        }
        (Frame::GiftDraw { seat, .. }, Chance::Card { card }) => revealed::gifted(p, Seat::new(seat), card),
        (Frame::Deal { seat, .. }, Chance::Card { card }) => campaign_setup::dealt(p, seat, card),
        (Frame::NewcomerDraw { seat, left, .. }, Chance::Card { card }) => {
            party_changes::newcomer_drew(p, seat, left, card)
        }
        (Frame::MarketSetup { deck }, Chance::Card { card }) => advancement::displayed(p, deck, card),
        (frame, fell) => unreachable!("{fell} does not answer {frame:?}"),
    }
}

/// What the party has agreed on.
fn decide(p: &mut Play, frame: Frame, action: Action) -> Next<Frame> {
    match (frame, action) {
        (Frame::Choice { entry }, action) => storybook::chosen(p, entry, action),
        (Frame::ToldChoice, action) => own_book::chosen(p, action),
        (Frame::Travel, Action::Go { to }) => movement::go(p, to),
        (Frame::Travel, Action::Stop) => movement::stop(p),
        (Frame::Items { entry }, Action::Use { item }) => items::use_items(p, entry, item, None),
        (Frame::Items { entry }, Action::Combine { low, high }) => {
            items::use_items(p, entry, low, Some(high))
        }
        (Frame::RestXp, Action::Spend { xp }) => resting::spend(p, xp.0),
        (Frame::LoseWho { why }, Action::Seat { player }) => {
            Next::Then(Frame::LoseCard { seat: player.0, why })
        }
        (Frame::Gift { card }, Action::Seat { player }) => revealed::gifted(p, player.seat(), card),
        (Frame::GiftRandom { deck }, Action::Seat { player }) => {
            Next::Then(Frame::GiftDraw { seat: player.0, deck })
        }
        (Frame::Mode, action) => campaign_setup::mode_chosen(p, action == Action::Legendary),
        (Frame::Claims, Action::Seat { player }) => campaign_setup::claim_settled(p, player.seat()),
        (Frame::Storyteller, Action::Storyteller { player }) => adventure_setup::begin(p, player.seat()),
        (Frame::Guild, action) => advancement::guild(p, action),
        (Frame::Market, action) => advancement::market(p, action),
        (Frame::CardLimit, action) => advancement::card_limit_chosen(p, action),
        (Frame::TooManyCards, Action::Return { card }) => advancement::card_returned(p, card),
        (Frame::NextAdventure, action) => advancement::next_chosen(p, action == Action::Sidequest),
        (Frame::ShareOut, Action::Seat { player }) => party_changes::shared(p, player.seat()),
        (frame, action) => unreachable!("{action} does not answer {frame:?}"),
    }
}

/// Inside a skill check or combat.
#[inline]
fn answer_contest(p: &mut Play, frame: Frame, seat: Seat, action: Action) -> Option<Next<Frame>> {
    Some(match (frame, action) {
        (Frame::Build, Action::Buy { colour }) => dice_pool::buy(p, seat, colour),
        (Frame::Build | Frame::Manipulate, Action::Pass) | (Frame::Place, Action::Agree) => {
            p.s.contest.passed.insert(seat);
            Next::Then(frame)
        }
        (Frame::Paying { buyer, colour, matching, others }, Action::Pay { row, stamina }) => {
            dice_pool::pay(p, seat, (buyer, colour, matching, others), row, stamina.0)
        }
        (Frame::Paying { colour, .. }, Action::Decline) => dice_pool::decline(p, seat, colour),
        (Frame::Manipulate, Action::Play { card, option }) => manipulate::play(p, seat, card, option.0 - 1),
        (Frame::Manipulate, Action::Ability { option }) => manipulate::ability(p, seat, option.0 - 1),
        (Frame::Effect { seat, source, option, step }, action) => {
            effects::answer(p, (seat, source, option, step), action)
        }
        (Frame::HealOne { by, .. }, Action::Seat { player }) => {
            exhaustion::heal(p, player.seat(), by);
            Next::Done
        }
        (Frame::RecoverCard { seat, left, source }, Action::Recover { card }) => {
            effects::recovered(p, seat, left, source, card)
        }
        (Frame::Place, Action::Place { die, slot }) => placing::plan(p, die, slot),
        (Frame::Place, Action::Leave { slot }) => placing::unplan(p, slot),
        (Frame::Rows { seat, left, each, drain, all }, Action::Drain { row } | Action::Fill { row }) => {
            rows::row_chosen(p, row, seat, left, each, (drain, all))
        }
        (_, _) => return None,
    })
}

/// What one seat decides outside of them.
fn answer_alone(p: &mut Play, frame: Frame, seat: Seat, action: Action) -> Option<Next<Frame>> {
    Some(match (frame, action) {
        (Frame::Told, action) => own_book::answered(p, action),
        (Frame::LoseCard { .. }, Action::Return { card }) => {
            revealed::return_card(p, seat, card);
            Next::Done
        }
        (Frame::Heroes { seat, one }, Action::Hero { hero }) => {
            campaign_setup::hero_chosen(p, seat, one, hero)
        }
        (Frame::Points { seat, left }, Action::Raise { attribute }) => {
            campaign_setup::raise(p, Seat::new(seat), attribute);
            Next::Then(Frame::Points { seat, left: left - 1 })
        }
        (Frame::Points { seat, .. }, Action::Enough) => Next::Then(Frame::Points { seat, left: 0 }),
        (Frame::MasteryRaise { seat: at }, Action::Raise { attribute }) => {
            campaign_setup::raise(p, seat, attribute);
            Next::Then(Frame::MasteryRaise { seat: at + 1 })
        }
        (Frame::Newcomer { seat: at, left }, Action::Raise { attribute }) => {
            campaign_setup::raise(p, seat, attribute);
            Next::Then(Frame::Newcomer { seat: at, left: left - 1 })
        }
        (Frame::Newcomer { seat: at, left }, Action::Toughen) => {
            party_changes::toughen(p, seat);
            Next::Then(Frame::Newcomer { seat: at, left: left - 1 })
        }
        (Frame::NewcomerDeck { seat, left }, Action::Deck { deck }) => {
            Next::Then(Frame::NewcomerDraw { seat, left, deck })
        }
        (_, _) => return None,
    })
}

/// Whom the game waits for.
#[must_use]
#[inline]
pub fn turn(look: Look, asks: Option<Frame>) -> Turn {
    let Some(frame) = asks else { return Turn::Over };
    if frame.is_group() {
        return voting::turn(look);
    }
    let contest = &look.s.contest;
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others never wait")]
    match frame {
        Frame::DrawDice
        | Frame::Roll
        | Frame::AddRandom { .. }
        | Frame::Flip { .. }
        | Frame::RestRoll { .. }
        | Frame::GiftDraw { .. }
        | Frame::Deal { .. }
        | Frame::NewcomerDraw { .. }
        | Frame::MarketSetup { .. } => Turn::Chance,
        Frame::Build => Turn::Any(look.s.standing().minus(contest.passed)),
        Frame::Paying { colour, matching, others, .. } => {
            Turn::Any(dice_pool::payers(look, colour, matching, others))
        }
        Frame::Manipulate => Turn::Any(manipulate::players(look).minus(contest.passed)),
        Frame::Place => Turn::Any(look.s.present.minus(contest.passed)),
        Frame::Told => Turn::Each(SeatSet::only(own_book::reader(look.g))),
        Frame::Effect { seat, .. }
        | Frame::HealOne { seat, .. }
        | Frame::RecoverCard { seat, .. }
        | Frame::Rows { seat, .. }
        | Frame::LoseCard { seat, .. }
        | Frame::Heroes { seat, .. }
        | Frame::Points { seat, .. }
        | Frame::MasteryRaise { seat }
        | Frame::Newcomer { seat, .. }
        | Frame::NewcomerDeck { seat, .. } => Turn::Each(SeatSet::only(Seat::new(seat))),
        other => unreachable!("{other:?} never waits"),
    }
}
