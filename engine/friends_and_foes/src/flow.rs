//! The game on one page: each question belongs to a chapter, and each answer to what it answers.
//!
//! Read `enter` of a chapter for the order of things, its `turn` for whom it asks, `answer` here for what each reply does.

use crate::{
    Action, Chance, Play,
    frame::{Frame, Next, stray},
    queries::Look,
    rules::{
        activation, attack, cards, deployment, effects, formation, garrison, harvest, initiative, movement,
        reactions, setup, treasure, twists,
    },
    state::Commit,
    words::{AreaId, CharId},
};
use kernel::{Card, Seat, Step, Turn};

/// What a frame does when it is its turn.
#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Setup(frame) => setup::enter(p, frame),
        Frame::Initiative(frame) => initiative::enter(p, frame),
        Frame::Deployment(frame) => deployment::enter(p, frame),
        Frame::Activation(frame) => activation::enter(p, frame),
        Frame::Movement(frame) => movement::enter(p, frame),
        Frame::Cards(frame) => cards::enter(p, frame),
        Frame::Effects(frame) => effects::enter(p, frame),
        Frame::Attack(frame) => attack::enter(p, frame),
        Frame::Reactions(frame) => reactions::enter(p, frame),
        Frame::Harvest(frame) => harvest::enter(p, frame),
    }
}

/// Whom the game waits for.
#[must_use]
#[inline]
pub fn turn(look: Look, asks: Option<Frame>) -> Turn {
    let Some(frame) = asks else { return Turn::Over };
    match frame {
        Frame::Setup(frame) => setup::turn(look, frame),
        Frame::Initiative(frame) => initiative::turn(look, frame),
        Frame::Deployment(frame) => deployment::turn(look, frame),
        Frame::Activation(frame) => activation::turn(look, frame),
        Frame::Movement(frame) => movement::turn(frame),
        Frame::Cards(frame) => cards::turn(look, frame),
        Frame::Effects(frame) => effects::turn(frame),
        Frame::Attack(frame) => attack::turn(look, frame),
        Frame::Reactions(frame) => reactions::turn(frame),
        Frame::Harvest(frame) => harvest::turn(look, frame),
    }
}

/// What the answer to a waiting frame does.
#[inline]
pub fn answer(p: &mut Play, asked: Frame, step: Step<Action, Chance>) -> Next {
    match step {
        Step::Act { seat, action } => chosen(p, asked, seat, action),
        Step::Chance(Chance::Draw { card }) => drawn(p, asked, card),
        Step::Chance(Chance::Area { area }) => area_fell(p, asked, area),
        Step::Chance(Chance::Scenario { scenario }) => setup::scenario_fell(p, asked, scenario),
        Step::Chance(Chance::Twist { twist }) => setup::twist_fell(p, asked, twist),
    }
}

/// What a decision does. A rule looks itself whether it was asked for.
fn chosen(p: &mut Play, asked: Frame, seat: Seat, action: Action) -> Next {
    match action {
        Action::Warband { warband } => formation::warband(p, asked, seat, warband),
        Action::Form { formation } => formation::form(p, asked, seat, formation),
        Action::Recruit { card } => formation::recruit(p, asked, seat, card),
        Action::Learn { ability } => formation::learn(p, asked, seat, ability),
        Action::Bench { card } => formation::bench(p, asked, seat, card),
        Action::Ready => ready(p, asked, seat),
        Action::Buy { cards } => setup::buys(p, asked, seat, cards),

        Action::Initiative { card } => initiative::chosen(p, asked, seat, Commit::card(card)),
        Action::Blind => initiative::chosen(p, asked, seat, Commit::DECK),
        Action::Zone { area } => deployment::zone_chosen(p, asked, area),
        Action::Edge { edge } => deployment::edge_chosen(p, asked, edge),
        Action::Place { area } => deployment::place_chosen(p, asked, area),
        Action::Breakthrough { area } => deployment::goal_chosen(p, asked, area),
        Action::Defender { who } => garrison::named(p, asked, Some(who)),
        Action::NoDefender => garrison::named(p, asked, None),

        Action::Move { who, to, treasure } => movement::moves(p, asked, who, to, treasure),
        Action::Draw { treasure } => activation::draw(p, asked, treasure),
        Action::Search { who, treasure } => treasure::search(p, asked, who, treasure),
        Action::Attack { who, with, treasure } => attack::plain(p, asked, who, with, treasure),
        Action::Empower { who, with, treasure } => attack::empowered(p, asked, who, with, treasure),
        Action::Use { who, ability, treasure } => effects::use_ability(p, asked, who, ability, treasure),
        Action::Deploy { who, to } => deployment::deploy(p, asked, who, to),
        Action::End => activation::end(asked),

        Action::Target { who } => targeted(p, asked, who),
        Action::Area { area } => area_chosen(p, asked, area),
        Action::Deck => laid(p, asked, seat, Commit::DECK),
        Action::Hand { card } => laid(p, asked, seat, Commit::card(card)),
        Action::Pick { card } => cards::picked(p, asked, card),
        Action::Keep => cards::keep(asked),
        Action::Redraw => cards::redraw(p, asked),
        Action::Sprint => movement::sprint(p, asked),
        Action::Stop => movement::stop(asked),
        Action::Go { to } => gone(p, asked, to),
        Action::Stay => stayed(asked),
        Action::Answer { who } => attack::answers_first(p, asked, who),
        Action::Expertise { card } => attack::expertise(p, asked, Some(card)),
        Action::Overclock => attack::overclocks(p, asked),
        Action::Decline => declined(p, asked),
        Action::React { who, ability } => reactions::react(p, asked, who, ability),
        Action::Pass => reactions::pass(asked),
        Action::Lay { card } => effects::lay(p, asked, card),
        Action::Take { card } => effects::look_kept(p, asked, card),
        Action::Discard { card } => discarded(p, asked, card),
        Action::Turn { card } => drawn(p, asked, card),
    }
}

// --- answers to questions of several chapters

/// No overclock, no card by expertise, no advantage.
fn declined(p: &mut Play, asked: Frame) -> Next {
    match asked {
        Frame::Attack(_) => attack::declined(p, asked),
        Frame::Cards(frame) => cards::declined(frame),
        Frame::Setup(_)
        | Frame::Initiative(_)
        | Frame::Deployment(_)
        | Frame::Activation(_)
        | Frame::Movement(_)
        | Frame::Effects(_)
        | Frame::Reactions(_)
        | Frame::Harvest(_) => stray(asked),
    }
}

/// Which area an attack strikes, or which trap comes next.
fn area_chosen(p: &mut Play, asked: Frame, area: AreaId) -> Next {
    match asked {
        Frame::Attack(_) => attack::area_chosen(p, asked, area),
        Frame::Harvest(frame) => harvest::trap_next(p, frame, area),
        Frame::Setup(_)
        | Frame::Initiative(_)
        | Frame::Deployment(_)
        | Frame::Activation(_)
        | Frame::Movement(_)
        | Frame::Cards(_)
        | Frame::Effects(_)
        | Frame::Reactions(_) => stray(asked),
    }
}

/// The formation is ready, or nobody else comes from the bench.
fn ready(p: &mut Play, asked: Frame, seat: Seat) -> Next {
    match asked {
        Frame::Setup(_) => formation::ready(p, asked, seat),
        Frame::Deployment(frame) => deployment::bench_done(frame),
        Frame::Activation(_)
        | Frame::Initiative(_)
        | Frame::Movement(_)
        | Frame::Cards(_)
        | Frame::Effects(_)
        | Frame::Attack(_)
        | Frame::Reactions(_)
        | Frame::Harvest(_) => stray(asked),
    }
}

/// A card of a deck was turned up: by chance, or told by whose deck it is.
fn drawn(p: &mut Play, asked: Frame, card: Card) -> Next {
    match asked {
        Frame::Initiative(frame) => initiative::drawn(p, frame, card),
        Frame::Cards(frame) => cards::drawn(p, frame, card),
        Frame::Effects(frame) => effects::drawn(p, frame, card),
        Frame::Setup(_)
        | Frame::Deployment(_)
        | Frame::Activation(_)
        | Frame::Movement(_)
        | Frame::Attack(_)
        | Frame::Reactions(_)
        | Frame::Harvest(_) => stray(asked),
    }
}

fn area_fell(p: &mut Play, asked: Frame, area: AreaId) -> Next {
    match asked {
        Frame::Deployment(_) => deployment::zone_chosen(p, asked, area),
        Frame::Harvest(_) => twists::shifted(p, asked, area),
        Frame::Setup(_)
        | Frame::Initiative(_)
        | Frame::Activation(_)
        | Frame::Movement(_)
        | Frame::Cards(_)
        | Frame::Effects(_)
        | Frame::Attack(_)
        | Frame::Reactions(_) => stray(asked),
    }
}

/// A hand card, or the top of the deck, is what a player goes by.
fn laid(p: &mut Play, asked: Frame, seat: Seat, choice: Commit) -> Next {
    match asked {
        Frame::Initiative(_) => initiative::tie_chosen(p, asked, seat, choice),
        Frame::Cards(frame) => cards::laid(p, frame, choice),
        Frame::Attack(_) => attack::committed(p, asked, seat, choice),
        Frame::Harvest(frame) => harvest::cards_next(p, frame),
        Frame::Setup(_)
        | Frame::Deployment(_)
        | Frame::Activation(_)
        | Frame::Movement(_)
        | Frame::Effects(_)
        | Frame::Reactions(_) => stray(asked),
    }
}

fn targeted(p: &mut Play, asked: Frame, who: CharId) -> Next {
    match asked {
        Frame::Effects(frame) => effects::targeted(p, frame, who),
        Frame::Attack(_) => attack::targeted(p, asked, who),
        Frame::Reactions(_) => reactions::about(p, asked, who),
        Frame::Harvest(_) => harvest::victim(p, asked, who),
        Frame::Setup(_)
        | Frame::Initiative(_)
        | Frame::Deployment(_)
        | Frame::Activation(_)
        | Frame::Movement(_)
        | Frame::Cards(_) => stray(asked),
    }
}

/// Somebody goes on to an area.
fn gone(p: &mut Play, asked: Frame, to: AreaId) -> Next {
    match asked {
        Frame::Movement(frame) => movement::goes(p, frame, to),
        Frame::Effects(frame) => effects::goes(p, frame, to),
        Frame::Setup(_)
        | Frame::Initiative(_)
        | Frame::Deployment(_)
        | Frame::Activation(_)
        | Frame::Cards(_)
        | Frame::Attack(_)
        | Frame::Reactions(_)
        | Frame::Harvest(_) => stray(asked),
    }
}

fn stayed(asked: Frame) -> Next {
    match asked {
        Frame::Movement(frame) => movement::stays(frame),
        Frame::Effects(_) => effects::stays(asked),
        Frame::Setup(_)
        | Frame::Initiative(_)
        | Frame::Deployment(_)
        | Frame::Activation(_)
        | Frame::Cards(_)
        | Frame::Attack(_)
        | Frame::Reactions(_)
        | Frame::Harvest(_) => stray(asked),
    }
}

fn discarded(p: &mut Play, asked: Frame, card: Card) -> Next {
    match asked {
        Frame::Effects(_) => effects::look_dropped(p, asked, card),
        Frame::Harvest(_) => harvest::discarded(p, asked, card),
        Frame::Setup(_)
        | Frame::Initiative(_)
        | Frame::Deployment(_)
        | Frame::Activation(_)
        | Frame::Movement(_)
        | Frame::Cards(_)
        | Frame::Attack(_)
        | Frame::Reactions(_) => stray(asked),
    }
}
