//! The game on one page: read `enter` for the order of things, `carry_out` for what each decision does, `turn` for whom
//! the game waits for. Each chapter says the rest about its own frames.

use crate::{
    Action, Chance, Play,
    frame::{Asks, Frame},
    own_book,
    queries::Look,
    rules::{
        advancement::{self, Training},
        adventure_setup, campaign_setup, contest, dice_pool, effects, items, manipulate, movement,
        party_changes, placing, resting, revealed, rows, storybook, voting,
    },
    words::{CardId, Colour, DieKind, Pick, Player},
};
use kernel::{Next, Seat, SeatSet, Step, Turn};

/// What a frame does when it is its turn.
#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next<Frame> {
    match frame {
        Frame::Setup(frame) => campaign_setup::enter(p, frame),
        Frame::Story(frame) => storybook::enter(p, frame),
        Frame::Move(frame) => movement::enter(p, frame),
        Frame::Rest(frame) => resting::enter(p, frame),
        Frame::Gains(frame) => revealed::enter(p, frame),
        Frame::OwnBook(frame) => own_book::enter(frame),
        Frame::Contest(frame) => contest::enter(p, frame),
        Frame::Effect(frame) => effects::enter(p, frame),
        Frame::Town(frame) => advancement::enter(p, frame),
        Frame::Party(frame) => party_changes::enter(p, frame),
    }
}

/// Whom the game waits for.
#[must_use]
#[inline]
pub fn turn(look: Look, asks: Option<Frame>) -> Turn {
    let Some(frame) = asks else { return Turn::Over };
    let (s, passed) = (look.s, look.s.contest.passed);
    match frame.asks() {
        Asks::Chance(_) => Turn::Chance,
        Asks::Party => voting::turn(look),
        Asks::Seat(seat) => Turn::Each(SeatSet::only(Seat::new(seat))),
        Asks::Reader => Turn::Each(SeatSet::only(own_book::reader(look.g))),
        Asks::Buyers => Turn::Any(s.standing().minus(passed)),
        Asks::Payers(due) => Turn::Any(dice_pool::payers(look, due)),
        Asks::Players => Turn::Any(manipulate::players(look).minus(passed)),
        Asks::Planners => Turn::Any(s.present.minus(passed)),
        Asks::Nobody => Turn::Any(SeatSet::EMPTY),
    }
}

/// What the answer to a waiting frame does.
#[inline]
pub fn answer(p: &mut Play, frame: Frame, step: Step<Action, Chance>) -> Next<Frame> {
    match step {
        Step::Chance(fell) => befall(p, frame, fell),
        // Nobody else decides about one's own cards: a sale needs no vote.
        Step::Act { action: Action::Sell { card }, seat } => advancement::sell(p, frame, seat, card),
        // Nor about who leaves.
        Step::Act { action: Action::Retire { player }, seat } if player.seat() == seat => {
            party_changes::retires(p, frame, seat)
        }
        Step::Act { seat, action } if frame.is_group() => match voting::vote(p, frame, seat, action) {
            Some(decided) => carry_out(p, frame, seat, decided),
            None => Next::Wait(frame),
        },
        Step::Act { seat, action } => carry_out(p, frame, seat, action),
    }
}

/// Not an answer to what was asked: the question stands. The table has checked every step before.
#[cold]
#[must_use]
pub fn stray(frame: impl Into<Frame>) -> Next<Frame> {
    let frame = frame.into();
    debug_assert!(false, "that does not answer {frame:?}");
    Next::Wait(frame)
}

/// What was decided is done: by one seat, or by the party.
#[allow(clippy::too_many_lines, reason = "one line an action: the table of contents of the game")]
#[inline]
fn carry_out(p: &mut Play, frame: Frame, seat: Seat, action: Action) -> Next<Frame> {
    match action {
        Action::Normal => campaign_setup::mode_chosen(p, false),
        Action::Legendary => campaign_setup::mode_chosen(p, true),
        Action::Hero { hero } => campaign_setup::take_hero(p, frame, hero),
        Action::Raise { attribute } => raise(p, frame, seat, attribute),
        Action::Toughen => party_changes::toughen(p, frame, seat),
        Action::Deck { deck } => party_changes::draw_from(frame, deck),
        Action::Seat { player } => named(p, frame, player),
        Action::Class { class } => campaign_setup::class_chosen(p, frame, class),
        Action::Substitute { card } => campaign_setup::substituted(p, frame, Some(card)),
        Action::Join { player } => party_changes::joins(p, frame, player.seat()),
        Action::Retire { player } => party_changes::retires(p, frame, player.seat()),
        Action::Storyteller { player } => adventure_setup::begin(p, player.seat()),

        Action::Option { option } => choose(p, frame, option),
        Action::Move => storybook::move_on(p, frame),
        Action::Rest => rest(p, frame),
        Action::Item => storybook::use_item(p, frame),
        Action::TheEnd => the_end(p, frame),
        Action::Go { to } => movement::go(p, to),
        Action::Stop => movement::stop(p),
        Action::Use { item } => items::use_items(p, frame, item, None),
        Action::Combine { low, high } => items::use_items(p, frame, low, Some(high)),
        Action::Spend { xp } => resting::spend(p, xp.0),
        Action::Return { card } => return_card(p, frame, seat, card),
        Action::Drain { row } | Action::Fill { row } => rows::row_chosen(p, frame, row),

        Action::Buy { colour } => dice_pool::buy(p, seat, colour),
        Action::Pay { row, stamina } => dice_pool::pay(p, frame, seat, row, stamina.0),
        Action::Decline => dice_pool::decline(p, frame, seat),
        Action::Pass | Action::Agree => contest::pass(p, frame, seat),
        Action::Play { card, option } => manipulate::play(p, seat, card, option.0 - 1),
        Action::Ability { option } => manipulate::ability(p, seat, option.0 - 1),
        Action::Target { die } => effects::target(p, frame, die),
        Action::Up { die } => effects::adjust(p, frame, die, 1),
        Action::Down { die } => effects::adjust(p, frame, die, -1),
        Action::Treat { die, colour } => effects::treat(p, frame, die, colour),
        Action::Set { die, value } => effects::set(p, frame, die, value),
        Action::Enough => enough(p, frame),
        Action::Recover { card } => effects::recovered(p, frame, card),
        Action::Place { die, slot } => placing::plan(p, die, slot),
        Action::Leave { slot } => placing::unplan(p, slot),

        Action::Health { player } => advancement::train(p, Training::Health(player)),
        Action::CombatDice => advancement::train(p, Training::CombatDice),
        Action::BonusPlay => advancement::train(p, Training::BonusPlay),
        Action::Mastery => advancement::train(p, Training::Mastery),
        Action::CardLimit => advancement::raise_card_limit(p),
        Action::Purchase { player, card } => advancement::purchase(p, player.seat(), card),
        Action::Sell { card } => advancement::sell(p, frame, seat, card),
        Action::Done => done(frame),
        Action::Sidequest => advancement::next_chosen(p, true),
        Action::Onward => advancement::next_chosen(p, false),
    }
}

// --- what answers frames of several chapters

/// A score goes up.
fn raise(p: &mut Play, frame: Frame, seat: Seat, attribute: Colour) -> Next<Frame> {
    match frame {
        Frame::Setup(frame) => campaign_setup::raised(p, frame, seat, attribute),
        Frame::Town(frame) => advancement::raised(p, frame, seat, attribute),
        Frame::Party(frame) => party_changes::raised(p, frame, seat, attribute),
        Frame::Story(_) | Frame::Move(_) | Frame::Rest(_) | Frame::Gains(_) => stray(frame),
        Frame::OwnBook(_) | Frame::Contest(_) | Frame::Effect(_) => stray(frame),
    }
}

/// Somebody is named: to take a card, to give one up, to be healed.
fn named(p: &mut Play, frame: Frame, player: Player) -> Next<Frame> {
    let seat = player.seat();
    match frame {
        Frame::Setup(frame) => campaign_setup::claim_settled(p, frame, seat),
        Frame::Gains(frame) => revealed::named(p, frame, seat),
        Frame::Effect(frame) => effects::healed(p, frame, seat),
        Frame::Party(frame) => party_changes::share(p, frame, seat),
        Frame::Story(_) | Frame::Move(_) | Frame::Rest(_) => stray(frame),
        Frame::OwnBook(_) | Frame::Contest(_) | Frame::Town(_) => stray(frame),
    }
}

/// An option of an entry, ours or of people's own book.
fn choose(p: &mut Play, frame: Frame, option: Pick) -> Next<Frame> {
    match frame {
        Frame::Story(frame) => storybook::option_chosen(p, frame, option),
        Frame::OwnBook(frame) => own_book::chosen(p, frame, option),
        Frame::Setup(_) | Frame::Move(_) | Frame::Rest(_) | Frame::Gains(_) => stray(frame),
        Frame::Contest(_) | Frame::Effect(_) | Frame::Town(_) | Frame::Party(_) => stray(frame),
    }
}

fn rest(p: &mut Play, frame: Frame) -> Next<Frame> {
    match frame {
        Frame::Story(frame) => storybook::rest(p, frame),
        Frame::OwnBook(frame) => own_book::rest_between(p, frame),
        Frame::Setup(_) | Frame::Move(_) | Frame::Rest(_) | Frame::Gains(_) => stray(frame),
        Frame::Contest(_) | Frame::Effect(_) | Frame::Town(_) | Frame::Party(_) => stray(frame),
    }
}

fn the_end(p: &mut Play, frame: Frame) -> Next<Frame> {
    match frame {
        Frame::Story(frame) => storybook::the_end(p, frame),
        // What people read there is theirs: the guild and the market follow.
        Frame::OwnBook(_) => Next::Done,
        Frame::Setup(_) | Frame::Move(_) | Frame::Rest(_) | Frame::Gains(_) => stray(frame),
        Frame::Contest(_) | Frame::Effect(_) | Frame::Town(_) | Frame::Party(_) => stray(frame),
    }
}

/// A card goes back to its deck.
fn return_card(p: &mut Play, frame: Frame, seat: Seat, card: CardId) -> Next<Frame> {
    match frame {
        Frame::Gains(frame) => revealed::given_up(p, frame, seat, card),
        Frame::Town(frame) => advancement::card_returned(p, frame, card),
        Frame::Setup(_) | Frame::Story(_) | Frame::Move(_) | Frame::Rest(_) => stray(frame),
        Frame::OwnBook(_) | Frame::Contest(_) | Frame::Effect(_) | Frame::Party(_) => stray(frame),
    }
}

/// Nothing more here: in town, or at a break.
fn done(frame: Frame) -> Next<Frame> {
    match frame {
        Frame::Town(frame) => advancement::done(frame),
        Frame::Party(frame) => party_changes::done(frame),
        Frame::Setup(_) | Frame::Story(_) | Frame::Move(_) | Frame::Rest(_) => stray(frame),
        Frame::Gains(_) | Frame::OwnBook(_) | Frame::Contest(_) | Frame::Effect(_) => stray(frame),
    }
}

/// No more dice for an effect, or no more scores to raise.
fn enough(p: &mut Play, frame: Frame) -> Next<Frame> {
    match frame {
        Frame::Setup(frame) => campaign_setup::enough(p, frame),
        Frame::Effect(frame) => effects::enough(p, frame),
        Frame::Story(_) | Frame::Move(_) | Frame::Rest(_) | Frame::Gains(_) => stray(frame),
        Frame::OwnBook(_) | Frame::Contest(_) | Frame::Town(_) | Frame::Party(_) => stray(frame),
    }
}

// --- chance

/// What chance has decided comes to pass.
#[inline]
fn befall(p: &mut Play, frame: Frame, fell: Chance) -> Next<Frame> {
    match fell {
        Chance::Draw { die } => die_came(p, frame, die),
        Chance::Roll { value } => dice_pool::rolled(p, value.0),
        Chance::Total { pips } => resting::rolled(p, frame, pips.0),
        Chance::Encounter { number } => movement::flipped(p, frame, number),
        Chance::Card { card } => card_came(p, frame, card),
    }
}

fn die_came(p: &mut Play, frame: Frame, die: DieKind) -> Next<Frame> {
    match frame {
        Frame::Contest(_) => dice_pool::drawn(p, die),
        Frame::Effect(frame) => effects::added(p, frame, die),
        Frame::Setup(_) | Frame::Story(_) | Frame::Move(_) | Frame::Rest(_) => stray(frame),
        Frame::Gains(_) | Frame::OwnBook(_) | Frame::Town(_) | Frame::Party(_) => stray(frame),
    }
}

fn card_came(p: &mut Play, frame: Frame, card: CardId) -> Next<Frame> {
    match frame {
        Frame::Setup(frame) => campaign_setup::dealt(p, frame, card),
        Frame::Gains(frame) => revealed::drew(p, frame, card),
        Frame::Town(frame) => advancement::displayed(p, frame, card),
        Frame::Party(frame) => party_changes::newcomer_drew(p, frame, card),
        Frame::Story(_) | Frame::Move(_) | Frame::Rest(_) => stray(frame),
        Frame::OwnBook(_) | Frame::Contest(_) | Frame::Effect(_) => stray(frame),
    }
}
