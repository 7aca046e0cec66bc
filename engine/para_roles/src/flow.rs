//! The game on one page: `turn` says whom a frame waits for, `enter` what a frame leads to when it is its turn, and
//! `answer` what a reply does.

use crate::{
    Play,
    action::Action,
    chance::Chance,
    frame::{Blow, Check, Frame},
    queries::Look,
    rules::{
        blows, campaigns, cards, dungeon, enemy_deeds, enemy_turn, epic, epic_start, maze, minimal, pause,
        player_actions, rifts, rounds, setup, treasure,
    },
    state::Place,
    words::Who,
};
use kernel::{Next, Seat, SeatSet, Step, Turn, rule};

/// Whom the frame on top waits for.
#[inline]
pub fn turn(look: Look, asks: Option<Frame>) -> Turn {
    match asks {
        Some(Frame::Draw { .. } | Frame::DrawSecond { .. } | Frame::Die { .. } | Frame::Reveal { .. }) => {
            Turn::Chance
        }
        Some(Frame::Players) => Turn::Any(rounds::may_act(look)),
        Some(frame) => turn_any(look, frame),
        None => Turn::Over,
    }
}

/// Whom a frame waits for; where people tell only of enemies, one seat speaks for all.
#[inline(never)]
fn turn_any(look: Look, frame: Frame) -> Turn {
    match (asked(look, frame), look.g.minimal()) {
        (Turn::Each(_) | Turn::Any(_), true) => Turn::Each(SeatSet::only(minimal::TELLER)),
        (turn, _) => turn,
    }
}

/// Whom each frame waits for.
#[inline]
#[expect(clippy::wildcard_enum_match_arm, reason = "frames that only lead on never wait")]
fn asked(look: Look, frame: Frame) -> Turn {
    let one = |seat: Seat| Turn::Each(SeatSet::only(seat));
    match frame {
        Frame::OneCard { seat }
        | Frame::Redraw { seat }
        | Frame::RedrawKeep { seat, .. }
        | Frame::ChooseRole { seat }
        | Frame::ChooseRoleEpic { seat }
        | Frame::SwapTo { seat, .. }
        | Frame::Pay { seat, .. }
        | Frame::LayTreasure { seat }
        | Frame::AuraChoice { seat, .. }
        | Frame::Menu { seat }
        | Frame::Needle { seat }
        | Frame::TokenFrom { seat, .. }
        | Frame::XxxTarget { seat, .. }
        | Frame::PolymorphMix { seat }
        | Frame::PolymorphLay { seat, .. }
        | Frame::Raise { seat }
        | Frame::Evacuate { seat }
        | Frame::BombTarget { seat }
        | Frame::HereticTarget { seat } => one(seat),
        Frame::StatCard { seat, .. } => {
            if look.g.content.mode(look.g.options.base_stats()).choose {
                one(seat)
            } else {
                Turn::Chance
            }
        }
        Frame::Mirror { .. } => one(look.mirror_bearer().expect("a mirror waits for its bearer")),
        Frame::Pick { check, .. } => {
            one(chooser(look, check).expect("a pair of cards waits for who chooses"))
        }
        Frame::FreeTokens { left } => Turn::Any(left),
        Frame::Minimal(_) => one(minimal::TELLER),
        Frame::Pause { left } => Turn::Any(pause::busy(look, left)),
        Frame::Players => Turn::Any(rounds::may_act(look)),
        Frame::Map
        | Frame::TrapVictim { .. }
        | Frame::HeartsChoice
        | Frame::SealRift
        | Frame::HandOut { .. }
        | Frame::Cover(_)
        | Frame::Taker(_) => Turn::Any(look.s.living()),
        Frame::Draw { .. }
        | Frame::DrawSecond { .. }
        | Frame::Die { .. }
        | Frame::Reveal { .. }
        | Frame::GuardCard { .. }
        | Frame::PolymorphDraw { .. }
        | Frame::RedrawCard { .. }
        | Frame::Dig
        | Frame::Openings { .. }
        | Frame::NextRoom
        | Frame::FindMarker => Turn::Chance,
        never => unreachable!("{never:?} never waits"),
    }
}

/// Who chooses between two cards.
pub fn chooser(look: Look, check: Check) -> Option<Seat> {
    match cards::pair(look, check) {
        Some(cards::Chooser::Seat(seat)) => Some(seat),
        Some(cards::Chooser::Lower | cards::Chooser::Higher) | None => None,
    }
}

/// What a frame leads to.
#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next<Frame> {
    // By far the most frequent one is spared the jump.
    if let Frame::TurnEnd { seat, acted, charmed } = frame {
        return rounds::turn_end(p, seat, acted, charmed);
    }
    enter_any(p, frame)
}

/// What each frame leads to.
#[inline(never)]
#[allow(clippy::too_many_lines, reason = "one line a frame: the table of contents of the game")]
fn enter_any(p: &mut Play, frame: Frame) -> Next<Frame> {
    match frame {
        Frame::Setup => setup::begin(p),
        Frame::StatCard { seat, suit } => setup::stat_card(p, seat, suit),
        Frame::OneCard { seat } => setup::one_card(p, seat),
        Frame::Redraw { seat } => setup::redraw(p, seat),
        Frame::ChooseRole { seat } => setup::choose_role(p, seat),
        Frame::FreeTokens { left } => setup::free_tokens(p, left),

        Frame::Journey => campaigns::journey(p),
        Frame::Dig => maze::dig(p),
        Frame::Openings { left } => maze::openings(p, left),
        Frame::Pause { left } => pause::pause(p, left),
        Frame::Pay { seat, left, goods } => treasure::pay(p, seat, left, goods),
        Frame::Spoils => treasure::spoils(p),
        Frame::HandOut { left } => treasure::hand_out(p, left),

        Frame::Reveal { foe, suit } => campaigns::reveal(p, foe, suit),
        Frame::CombatBegins => rounds::combat_begins(p),
        Frame::Round => rounds::round(p),
        Frame::Charmed { from } => rounds::charmed(p, from),
        Frame::Players => rounds::players(p),
        Frame::Enemies { next } => rounds::enemies(p, next),
        Frame::CombatEnds => campaigns::combat_ends(p),
        Frame::AfterCombat => campaigns::after_combat(p),

        Frame::TurnEnd { seat, acted, charmed } => rounds::turn_end(p, seat, acted, charmed),
        Frame::Fire { seat, epic, start, turned } => epic_start::fire(p, seat, epic, start, turned),
        Frame::PolymorphDraw { seat, turned } => epic_start::polymorph_next(p, seat, turned),
        Frame::PolymorphLay { seat } => epic_start::polymorph_lay(p, seat),
        Frame::Raise { .. }
        | Frame::Needle { .. }
        | Frame::Evacuate { .. }
        | Frame::BombTarget { .. }
        | Frame::HereticTarget { .. } => epic_start::ask(p, frame),

        Frame::FoeEnd => rounds::foe_end(p),
        Frame::Minimal(at) => minimal::enter(p, at),

        Frame::Draw { check } => cards::draw(p, check),
        Frame::DrawSecond { check, first } => cards::draw_second(p, check, first),

        // These are only ever waited for.
        Frame::RedrawCard { .. }
        | Frame::RedrawKeep { .. }
        | Frame::ChooseRoleEpic { .. }
        | Frame::NextRoom
        | Frame::Map
        | Frame::FindMarker
        | Frame::TrapVictim { .. }
        | Frame::HeartsChoice
        | Frame::SealRift
        | Frame::SwapTo { .. }
        | Frame::LayTreasure { .. }
        | Frame::AuraChoice { .. }
        | Frame::Menu { .. }
        | Frame::TokenFrom { .. }
        | Frame::XxxTarget { .. }
        | Frame::PolymorphMix { .. }
        | Frame::Die { .. }
        | Frame::GuardCard { .. }
        | Frame::Mirror { .. }
        | Frame::Pick { .. }
        | Frame::Cover(_)
        | Frame::Taker(_) => Next::Wait(frame),
    }
}

/// What a reply to the frame on top does.
pub fn answer(p: &mut Play, frame: Frame, step: Step<Action, Chance>) -> Next<Frame> {
    match step {
        Step::Chance(outcome) => fate(p, frame, outcome),
        Step::Act { seat, action } => decision(p, frame, seat, action),
    }
}

fn fate(p: &mut Play, frame: Frame, outcome: Chance) -> Next<Frame> {
    match (frame, outcome) {
        (Frame::Draw { check }, Chance::Draw { card }) => cards::drawn(p, check, card),
        (Frame::DrawSecond { check, first }, Chance::Draw { card }) => {
            cards::second_drawn(p, check, first, card)
        }
        (Frame::Die { foe }, Chance::Die { face }) => enemy_turn::die(p, foe, face.number()),
        (Frame::Reveal { foe, .. }, Chance::Alive { card }) => campaigns::revealed(p, foe, card),
        (frame, outcome) => rare_fate(p, frame, outcome),
    }
}

// Kept apart so that the common answers stay small.
#[inline(never)]
fn rare_fate(p: &mut Play, frame: Frame, outcome: Chance) -> Next<Frame> {
    match (frame, outcome) {
        (Frame::GuardCard { of, suit, dead }, Chance::Alive { card } | Chance::Dead { card }) => {
            enemy_deeds::guard_card(p, of, suit, dead, card.rank())
        }
        (Frame::StatCard { seat, suit }, Chance::Stat { card }) => {
            rule!("PR-353");
            setup::take(p, seat, card);
            setup::after_card(seat, suit)
        }
        (Frame::RedrawCard { seat, stat }, Chance::Stat { card }) => {
            setup::redrawn(p, seat, stat, card.rank())
        }
        (Frame::PolymorphDraw { seat, turned }, Chance::Stat { card }) => {
            epic_start::polymorph_card(p, seat, turned, card)
        }
        (Frame::Dig, Chance::Dig { way }) => maze::dug(p, way),
        (Frame::Openings { left }, Chance::Open { wall }) => maze::opened(p, left, wall.number()),
        (Frame::FindMarker, Chance::Find { marker }) => maze::found(p, marker),
        (Frame::NextRoom, Chance::Hang { room }) => dungeon::hung(p, room.number()),
        (frame, outcome) => unreachable!("{outcome} does not answer {frame:?}"),
    }
}

fn decision(p: &mut Play, frame: Frame, seat: Seat, action: Action) -> Next<Frame> {
    match (frame, action) {
        (Frame::Players, action) => rounds::player_acts(p, seat, action),
        (Frame::Menu { .. }, action) => player_actions::act(p, seat, action),
        (Frame::Pause { left }, action) => pause::act(p, left, seat, action),
        (Frame::Map, action) => pause::map_choice(p, action),
        (Frame::HeartsChoice, action) => pause::hearts_choice(p, action),
        (Frame::Pick { check, .. }, Action::Keep { card }) => cards::picked(p, check, card),
        (Frame::Mirror { foe, at }, action) => enemy_deeds::mirror(p, foe, at, action == Action::Reflect),
        (
            Frame::StatCard { .. }
            | Frame::OneCard { .. }
            | Frame::Redraw { .. }
            | Frame::RedrawKeep { .. }
            | Frame::ChooseRole { .. }
            | Frame::ChooseRoleEpic { .. }
            | Frame::FreeTokens { .. },
            action,
        ) => setup_decision(p, frame, seat, action),
        (
            Frame::SwapTo { .. }
            | Frame::Pay { .. }
            | Frame::LayTreasure { .. }
            | Frame::HandOut { .. }
            | Frame::TokenFrom { .. },
            action,
        ) => treasure_decision(p, frame, action),
        (frame, action) => combat_decision(p, frame, action),
    }
}

#[inline(never)]
fn setup_decision(p: &mut Play, frame: Frame, seat: Seat, action: Action) -> Next<Frame> {
    match (frame, action) {
        (Frame::StatCard { seat, suit }, Action::Take { card }) => {
            rule!("PR-350", "PR-351", "PR-352");
            setup::take(p, seat, card);
            setup::after_card(seat, suit)
        }
        (Frame::OneCard { seat }, Action::Take { card }) => {
            setup::take(p, seat, card);
            setup::after_one_card(seat)
        }
        (Frame::Redraw { seat }, Action::Redraw { stat }) => Next::Wait(Frame::RedrawCard { seat, stat }),
        (Frame::Redraw { seat }, _) => setup::after_redraw(seat),
        (Frame::RedrawKeep { seat, stat, .. }, Action::Keep { card }) => {
            setup::keep(p, seat, stat, card.rank());
            setup::after_redraw(seat)
        }
        (Frame::ChooseRole { seat }, Action::ChooseRole { role }) => {
            setup::assign_role(p, seat, role);
            setup::after_role(p, seat)
        }
        (Frame::ChooseRole { seat }, Action::ChooseClass { class }) => {
            setup::assign_class(p, seat, class);
            Next::Wait(Frame::ChooseRoleEpic { seat })
        }
        (Frame::ChooseRoleEpic { seat }, Action::ChooseRoleEpic { epic }) => {
            p.s.heroes[seat].role_epic = Some(epic);
            p.say(|l| crate::event::Event::RoleEpic(l.name(Who::Hero(seat)), epic));
            setup::after_role(p, seat)
        }
        (Frame::FreeTokens { left }, Action::LayToken { hero, stat }) => {
            setup::lay_free_token(p, left, seat, (hero.seat(), stat))
        }
        (Frame::FreeTokens { left }, _) => Next::Then(Frame::FreeTokens { left: left.without(seat) }),
        (frame, action) => unreachable!("{action} does not answer {frame:?}"),
    }
}

#[inline(never)]
fn treasure_decision(p: &mut Play, frame: Frame, action: Action) -> Next<Frame> {
    use crate::rules::abilities::move_token;
    match (frame, action) {
        (Frame::SwapTo { seat, from, fight: true }, Action::Treasure { hero, stat }) => {
            cards::draw(p, Check::Swap { seat, from, to: Place::hero(hero.seat(), stat) })
        }
        (Frame::SwapTo { seat, from, fight: false }, Action::Treasure { hero, stat }) => {
            treasure::move_treasure(p, seat, from, (hero.seat(), stat));
            Next::Done
        }
        (Frame::Pay { seat, left, goods }, Action::Pay { from }) => {
            treasure::pay_one(p, seat, from);
            Next::Then(Frame::Pay { seat, left: left - 1, goods })
        }
        (Frame::LayTreasure { seat }, Action::Treasure { stat, .. }) => {
            treasure::lay(p, seat, stat);
            Next::Done
        }
        (Frame::HandOut { left }, Action::Treasure { hero, stat }) => {
            treasure::handed_out(p, left, hero.seat(), stat)
        }
        (Frame::TokenFrom { seat, to }, Action::FromSupply) => {
            move_token(p, seat, Place::SUPPLY, to);
            Next::Done
        }
        (Frame::TokenFrom { seat, to }, Action::From { target, stat }) => {
            let from = match target {
                Who::Hero(on) => Place::hero(on, stat),
                Who::Foe(foe) => Place::foe(foe, stat),
            };
            move_token(p, seat, from, to);
            Next::Done
        }
        (frame, action) => unreachable!("{action} does not answer {frame:?}"),
    }
}

#[inline(never)]
fn combat_decision(p: &mut Play, frame: Frame, action: Action) -> Next<Frame> {
    match (frame, action) {
        (Frame::Minimal(at), action) => minimal::answer(p, at, action),
        (Frame::TrapVictim { everyone, hurts }, Action::Hero { hero }) => {
            campaigns::meet_trap(p, hero.seat(), everyone, hurts)
        }
        (Frame::SealRift, Action::Hero { hero }) => rifts::try_seal(p, hero.seat()),
        (Frame::SealRift, Action::Camp) => rifts::camp(p),
        (Frame::AuraChoice { seat, charmed }, action) => {
            if action == Action::AuraHealth {
                rounds::aura_health(p, seat);
            } else {
                p.s.heroes[seat].aura_damage = true;
            }
            rounds::turn_act(p, seat, charmed)
        }
        (Frame::Needle { seat }, action) => {
            epic::needle(p, seat, named(action));
            Next::Done
        }
        (Frame::XxxTarget { seat, black }, Action::Enemy { enemy }) => {
            epic_start::xxx_strikes(p, seat, black, enemy)
        }
        (Frame::PolymorphMix { seat }, Action::Mix { mix }) => {
            p.s.polymorph.left = mix.counts();
            epic_start::polymorph_next(p, seat, false)
        }
        (Frame::PolymorphLay { seat }, action) => {
            match (p.s.polymorph.drawn.pop(), action) {
                (Some(card), Action::Lay { target }) => epic_start::lay(p, seat, card, target),
                (Some(card), _) => epic_start::put_back(p, card),
                (None, _) => {}
            }
            epic_start::polymorph_lay(p, seat)
        }
        (Frame::Raise { .. }, Action::Hero { hero }) => {
            epic_start::raise(p, hero.seat());
            Next::Done
        }
        (Frame::Evacuate { seat }, Action::Evacuate { healer, patient }) => {
            epic_start::evacuate(p, seat, healer.seat(), patient.seat());
            Next::Done
        }
        (Frame::BombTarget { seat }, Action::Enemy { enemy }) => {
            cards::draw(p, Check::Bomb { seat, on: enemy })
        }
        (Frame::HereticTarget { seat }, Action::Enemy { enemy }) => {
            epic_start::name_heretic(p, seat, enemy);
            Next::Done
        }
        (Frame::Cover(blow), action) => blows::covered_by(p, blow.into(), named(action)),
        (Frame::Taker(blow), Action::Hero { hero }) => {
            blows::landed(p, Blow { on: Who::Hero(hero.seat()), ..blow.into() })
        }
        (frame, action) => unreachable!("{action} does not answer {frame:?}"),
    }
}

/// The hero or enemy an answer names.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else names somebody")]
fn named(action: Action) -> Who {
    match action {
        Action::Enemy { enemy } => Who::Foe(enemy),
        Action::Hero { hero } => Who::Hero(hero.seat()),
        other => unreachable!("{other} names nobody"),
    }
}

/// Has the combat been decided?
pub fn combat_over(look: Look) -> bool {
    rule!("PR-045", "PR-R68");
    look.s.living().is_empty() || look.s.acting_enemies().is_empty()
}
