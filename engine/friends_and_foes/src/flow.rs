//! The game on one page: read `enter` for the order of things, `answer` for what each reply does, `turn` for whom it asks.

use crate::{
    Action, Chance, Play,
    frame::Frame,
    queries::Look,
    rules::{
        activation, after, attack, attack_results, cards, deployment, effects, formation, garrison, harvest,
        initiative, movement, reactions, setup, treasure, twists, victory,
    },
    state::Commit,
};
use kernel::{Next, Seat, SeatSet, Step, Turn};

/// What a frame does when it is its turn.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is entered below")]
pub fn enter(p: &mut Play, frame: Frame) -> Next<Frame> {
    match frame {
        Frame::Scenario => setup::choose_scenario(p),
        Frame::Twist => setup::choose_twist(p),
        Frame::Build if formation::building(p.look()).is_empty() => formation::revealed(p),
        Frame::Build => Next::Wait(frame),
        Frame::Deal { seat } => setup::deal(p, seat),
        Frame::Buy => setup::buy(p),
        Frame::Bought { seat } => setup::bought(p, seat),

        Frame::Round => initiative::round(p),
        Frame::Refill { seat } => initiative::refill(p, seat),
        Frame::Choose => initiative::choose(p),
        Frame::Reveal { seat } => initiative::reveal(p, seat),
        Frame::Ties => initiative::ties(p),
        Frame::TieDraws { low, high, place } => initiative::tie_draws(p, low, high, place),
        Frame::TieChoose { low, high } => initiative::tie_choose(p, low, high),
        Frame::TieReveal { low, high, place } => initiative::tie_reveal(p, low, high, place),

        Frame::Zones { place } => deployment::zones(p, place),
        Frame::Placing { place, slot } => deployment::placing(p, place, slot),
        Frame::Goals { place } => deployment::goals(p, place),

        Frame::Activation => activation::activation(p),
        Frame::Garrisons { place, garrison, again } => garrison::garrisons(p, place, garrison, again),
        Frame::TurnStart => activation::turn_start(p),
        Frame::Act => activation::act(p),
        Frame::EndTurn => activation::end_turn(p),

        Frame::After { reaction } => after::after(p, reaction),
        Frame::Reactions { reaction } => after::reactions(p, reaction),
        Frame::Window { place } => reactions::window(p, place),
        Frame::Reacted { place } => reactions::reacted(p, place),
        Frame::ActionOver => after::action_over(p),

        Frame::Harvest { place } => harvest::harvest(p, place),
        Frame::Perils { peril, place, area, left } => harvest::perils(p, peril, place, area, left),
        Frame::PerilCard { peril, place, area, left } => harvest::peril_card(p, peril, place, area, left),
        Frame::Twists => twists::twists(p),
        Frame::ShiftBonus { place } => twists::shift_bonus(p, place),
        Frame::Shift => twists::shift(p),
        Frame::Victory => victory::victory(p),
        Frame::Cleanup => harvest::cleanup(p),
        Frame::DiscardDown { place } => harvest::discard_down(p, place),
        other => enter_action(p, other),
    }
}

/// The frames inside an action.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is entered above, or only ever waits")]
fn enter_action(p: &mut Play, frame: Frame) -> Next<Frame> {
    match frame {
        Frame::Draws { seat, left } => cards::draws(p, seat, left),
        Frame::Play { who, how } => cards::play(p, who, how),
        Frame::TurnUp { seat } => cards::turn_up(p, seat),

        Frame::Step { who, to, pace } => movement::step(p, who, to, pace),
        Frame::Checked { who, to, pace } => movement::checked(p, who, to, pace),
        Frame::Stepped { who, pace } => movement::stepped(p, who, pace),
        Frame::Sprinted { who } => movement::sprinted(p, who),
        Frame::Searched { who } => treasure::searched(p, who),

        Frame::Run { .. } => effects::resolve(p, frame),
        Frame::CheckDone { actor, subject, ability, value } => {
            effects::check_done(p, (actor, subject, ability), value)
        }
        Frame::Look { seat, left } => effects::look(p, seat, left),
        Frame::Marshal { actor, left } => effects::marshal(p, actor, left),

        Frame::AttackStart => attack::attack_start(p),
        Frame::AttackCommits => attack::commits(p),
        Frame::AttackPlayed => attack::attack_played(p),
        Frame::Defend => attack::defend(p),
        Frame::Defended { who } => attack::defended(p, who),
        Frame::OverclockAsk => attack::overclock_ask(p),
        Frame::Overclocked => attack::overclocked(p),
        Frame::AttackExpertise => attack::attack_expertise(p),
        Frame::DefenceExpertise => attack::defence_expertise(p),
        Frame::Results => attack_results::results(p),
        Frame::OnDamage { from } => attack_results::on_damage(p, from),
        Frame::AttackEnd => attack_results::attack_end(p),
        only_waits => Next::Wait(only_waits),
    }
}

/// What the answer to a waiting frame does.
pub fn answer(p: &mut Play, frame: Frame, step: Step<Action, Chance>) -> Next<Frame> {
    match step {
        Step::Chance(fell) => answer_chance(p, frame, fell),
        Step::Act { seat, action } => answer_setup(p, frame, seat, action)
            .or_else(|| answer_turn(p, frame, action))
            .or_else(|| answer_inside(p, frame, seat, action))
            .unwrap_or_else(|| unreachable!("{action} does not answer {frame:?}")),
    }
}

fn answer_chance(p: &mut Play, frame: Frame, fell: Chance) -> Next<Frame> {
    match (frame, fell) {
        (Frame::Scenario, Chance::Scenario { scenario }) => setup::scenario_fell(p, scenario),
        (Frame::Twist, Chance::Twist { twist }) => setup::twist_fell(p, twist),
        (Frame::Zones { place }, Chance::Area { area }) => deployment::zone_taken(p, place, area),
        (Frame::Shift, Chance::Area { area }) => twists::shifted(p, area),
        (Frame::Draws { seat, left }, Chance::Draw { card }) => cards::drawn(p, seat, left, card),
        (Frame::Turned { who, how, second }, Chance::Draw { card }) => {
            cards::turned(p, (who, how), second, card)
        }
        (Frame::TurnUp { seat }, Chance::Draw { card }) => cards::turned_up(p, seat, card, false),
        (Frame::Reveal { seat }, Chance::Draw { card }) => initiative::blind(p, seat, card),
        (Frame::TieReveal { low, high, place }, Chance::Draw { card }) => {
            initiative::tie_blind(p, low, high, place, card)
        }
        (Frame::Look { seat, left }, Chance::Draw { card }) => effects::looked(p, seat, left, card),
        (frame, fell) => unreachable!("{fell} does not answer {frame:?}"),
    }
}

/// A choice laid face down for all to see that it was made.
fn commit(p: &mut Play, frame: Frame, seat: Seat, commit: Commit) -> Next<Frame> {
    p.s.sides[seat].commit = commit;
    p.say(|_| crate::Event::Chooses(seat));
    Next::Then(frame)
}

/// List-building, initiative, deployment.
fn answer_setup(p: &mut Play, frame: Frame, seat: Seat, action: Action) -> Option<Next<Frame>> {
    Some(match (frame, action) {
        (Frame::Build, action) => formation::answer(p, seat, action),
        (Frame::Buy, Action::Buy { cards }) => commit(p, frame, seat, Commit::count(cards.0)),
        (Frame::Choose, Action::Initiative { card }) => commit(p, frame, seat, Commit::card(card)),
        (Frame::Choose, Action::Blind) | (Frame::TieChoose { .. }, Action::Deck) => {
            commit(p, frame, seat, Commit::DECK)
        }
        (Frame::TieChoose { .. }, Action::Hand { card }) => commit(p, frame, seat, Commit::card(card)),
        (Frame::Zones { place }, Action::Zone { area }) => deployment::zone_taken(p, place, area),
        (Frame::Zones { place }, Action::Edge { edge }) => deployment::edge_taken(p, place, edge),
        (Frame::Placing { place, slot }, Action::Place { area }) => deployment::placed(p, place, slot, area),
        (Frame::Goals { place }, Action::Breakthrough { area }) => deployment::goal_named(p, place, area),
        (Frame::Name { seat, place, garrison, again }, Action::Defender { who }) => {
            garrison::named(p, seat, (place, garrison, again), Some(who))
        }
        (Frame::Name { seat, place, garrison, again }, Action::NoDefender) => {
            garrison::named(p, seat, (place, garrison, again), None)
        }
        (_, _) => return None,
    })
}

/// What a player does in a turn, and moving.
fn answer_turn(p: &mut Play, frame: Frame, action: Action) -> Option<Next<Frame>> {
    Some(match (frame, action) {
        (Frame::Act, Action::Move { who, to, treasure }) => movement::moves(p, who, to, treasure),
        (Frame::Act, Action::Draw { treasure }) => activation::draw(p, treasure),
        (Frame::Act, Action::Search { who }) => treasure::search(p, who),
        (Frame::Act, Action::Attack { who, with, treasure }) => {
            attack::declare(p, who, with, false, treasure)
        }
        (Frame::Act, Action::Empower { who, with, treasure }) => {
            attack::declare(p, who, with, true, treasure)
        }
        (Frame::Act, Action::Use { who, ability, treasure }) => {
            effects::use_ability(p, who, ability, treasure)
        }
        (Frame::Act, Action::Deploy { who, to }) => {
            p.s.stack.push(Frame::Act);
            deployment::deploy(p, who, to)
        }
        (Frame::Act, Action::End) => Next::Then(Frame::EndTurn),
        (Frame::SprintAsk { who }, Action::Sprint) => movement::sprint(p, who),
        (Frame::SprintAsk { .. }, Action::Stop) | (Frame::SprintTo { .. }, Action::Stay) => Next::Done,
        (Frame::SprintTo { who }, Action::Go { to }) => movement::sprint_to(p, who, to),
        (Frame::StrideTo { who, left, .. }, Action::Go { to }) => effects::stride(who, left, to),
        (Frame::StrideTo { .. }, Action::Stay) => Next::Done,
        (Frame::Slip { who }, Action::Go { to }) => {
            effects::step_freely(p, who, to);
            Next::Done
        }
        (Frame::Blink { who }, Action::Go { to }) => effects::blinked(p, who, to),
        (Frame::Push { subject, .. }, Action::Go { to }) => effects::pushed(p, subject, to),
        (Frame::Marshal { actor, left }, Action::Target { who }) => effects::marshalled(p, actor, left, who),
        (Frame::Marshal { .. } | Frame::March { .. }, Action::Stay) => Next::Done,
        (Frame::March { who }, Action::Go { to }) => movement::march(who, to),
        (_, _) => return None,
    })
}

/// Choices inside attacks, abilities, reactions and harvest.
fn answer_inside(p: &mut Play, frame: Frame, seat: Seat, action: Action) -> Option<Next<Frame>> {
    Some(match (frame, action) {
        (Frame::Play { who, how }, Action::Deck) => cards::chosen(p, who, how, Commit::DECK),
        (Frame::Play { who, how }, Action::Hand { card }) => cards::chosen(p, who, how, Commit::card(card)),
        (Frame::TurnUp { seat }, Action::Hand { card }) => cards::turned_up(p, seat, card, true),
        (frame, Action::Turn { card }) => answer_chance(p, frame, Chance::Draw { card }),
        (Frame::Pick { .. }, Action::Pick { card }) => cards::picked(p, card),
        (Frame::SecondLook { who, how }, Action::Keep) => cards::second_look(p, who, how, false),
        (Frame::SecondLook { who, how }, Action::Redraw) => cards::second_look(p, who, how, true),
        (Frame::Aim { actor, ability }, Action::Target { who }) => {
            Next::Then(effects::run(actor, who, ability, crate::cards::List::Effects))
        }
        (Frame::LookKeep { seat }, Action::Take { card }) => effects::look_kept(p, seat, card),
        (Frame::LookKeep { seat }, Action::Discard { card }) => effects::look_dropped(p, seat, card),
        (Frame::Lay { actor, subject }, Action::Lay { card }) => {
            cards::place(p, actor, subject, card);
            Next::Done
        }
        (Frame::AttackTarget { who, with, empower }, Action::Target { who: target }) => {
            attack::strike(p, (who, with, empower), crate::words::CharSet::only(target))
        }
        (Frame::AttackTarget { who, with, empower }, Action::Area { area }) => {
            attack::strike_area(p, (who, with, empower), area)
        }
        (Frame::AttackCommits, Action::Deck) => attack::committed(p, seat, Commit::DECK),
        (Frame::AttackCommits, Action::Hand { card }) => attack::committed(p, seat, Commit::card(card)),
        (Frame::Answer { .. }, Action::Answer { who }) => attack::defence_card(p, who),
        (Frame::OverclockAsk, Action::Overclock) => attack::overclock(p),
        (Frame::OverclockAsk, Action::Decline) => Next::Then(Frame::AttackExpertise),
        (Frame::AttackExpertise, Action::Expertise { card }) => attack::attack_expertise_done(p, Some(card)),
        (Frame::AttackExpertise, Action::Decline) => attack::attack_expertise_done(p, None),
        (Frame::ExpertDefends { who }, Action::Expertise { card }) => {
            attack::expert_defended(p, who, Some(card))
        }
        (Frame::ExpertDefends { who }, Action::Decline) => attack::expert_defended(p, who, None),
        (Frame::React { place, .. }, Action::Pass) => Next::Then(Frame::Window { place: place + 1 }),
        (Frame::React { place, .. }, Action::React { who, ability }) => {
            reactions::react(p, place, who, ability)
        }
        (Frame::Subject { who, ability }, Action::Target { who: subject }) => {
            reactions::begin(p, who, ability, subject)
        }
        (Frame::Victim { peril, place, area, left }, Action::Target { who }) => {
            harvest::victim(p, (peril, place, area, left), who)
        }
        (Frame::DiscardDown { place }, Action::Discard { card }) => harvest::discarded(p, place, card),
        (_, _) => return None,
    })
}

/// Whom the game waits for.
#[must_use]
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is about a character, see `asked`")]
pub fn turn(look: Look, asks: Option<Frame>) -> Turn {
    let Some(frame) = asks else { return Turn::Over };
    match frame {
        Frame::Turned { who, .. } if look.s.is_hidden(who.seat()) => one(who.seat()),
        Frame::Reveal { seat } if look.s.is_hidden(Seat::new(seat)) => one(Seat::new(seat)),
        Frame::TieReveal { place, .. } if look.s.is_hidden(look.s.order[usize::from(place)]) => {
            one(look.s.order[usize::from(place)])
        }
        Frame::Scenario
        | Frame::Twist
        | Frame::Shift
        | Frame::Draws { .. }
        | Frame::Turned { .. }
        | Frame::Look { .. } => Turn::Chance,
        Frame::Reveal { .. } | Frame::TieReveal { .. } => Turn::Chance,
        Frame::Zones { place } if crate::luck::zone_falls(look) => {
            debug_assert!(usize::from(place) < look.s.order.len(), "somebody gets a zone");
            Turn::Chance
        }
        Frame::TurnUp { seat } if look.s.sides[seat].deck_len() > 0 && !look.s.is_hidden(seat) => {
            Turn::Chance
        }
        Frame::Build => Turn::Each(formation::building(look)),
        Frame::Buy => {
            Turn::Each(Seat::first(look.g.options.seats).filter(|s| owes_purchase(look, *s)).collect())
        }
        Frame::Choose => Turn::Each(initiative::choosing(look)),
        Frame::TieChoose { low, high } => Turn::Each(initiative::tie_choosing(look, low, high)),
        Frame::AttackCommits => Turn::Each(attack::committing(look)),
        Frame::Zones { place }
        | Frame::Placing { place, .. }
        | Frame::Goals { place }
        | Frame::DiscardDown { place } => one(look.s.order[usize::from(place)]),
        Frame::TurnUp { seat }
        | Frame::Name { seat, .. }
        | Frame::React { seat, .. }
        | Frame::Answer { seat }
        | Frame::LookKeep { seat } => one(seat),
        Frame::Act => one(look.s.active()),
        Frame::OverclockAsk | Frame::AttackExpertise => one(look.s.fight.attacker.seat()),
        Frame::Victim { place, .. } => one(look.s.order[usize::from(place)]),
        other => one(asked(other).unwrap_or_else(|| unreachable!("{other:?} never waits"))),
    }
}

fn one(seat: Seat) -> Turn {
    Turn::Each(SeatSet::only(seat))
}

fn owes_purchase(look: Look, seat: Seat) -> bool {
    let side = &look.s.sides[seat];
    side.commit.is_none() && setup::buys_at_most(side) > 0
}

/// The player of the character that a frame is about.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others are named in `turn`, or never wait")]
fn asked(frame: Frame) -> Option<Seat> {
    Some(match frame {
        Frame::Play { who, .. }
        | Frame::Pick { who, .. }
        | Frame::SecondLook { who, .. }
        | Frame::SprintAsk { who }
        | Frame::SprintTo { who }
        | Frame::StrideTo { who, .. }
        | Frame::Blink { who }
        | Frame::Slip { who }
        | Frame::March { who }
        | Frame::AttackTarget { who, .. }
        | Frame::Subject { who, .. }
        | Frame::ExpertDefends { who } => who.seat(),
        Frame::Aim { actor, .. }
        | Frame::Lay { actor, .. }
        | Frame::Push { actor, .. }
        | Frame::Marshal { actor, .. } => actor.seat(),
        _ => return None,
    })
}
