//! What is hidden from whom, and how well a guess of hidden cards fits what their owners did.

use super::{odds::worth, scene::faces};
use friends_and_foes::{
    Chance, FriendsAndFoes, flow,
    frame::Frame,
    options::TeamHands,
    queries::Look,
    rules::{attack, cards, effects, initiative, setup},
    state::State,
    words::{SLOTS, value},
};
use kernel::{Card, Seat};

/// How much less likely a hand is that held a much better initiative card. Soft: cards were drawn since, and whoever
/// always plays the best one can be read.
const BETTER: f32 = 0.5;
/// How much less likely a hand is that held a card which would have saved the health just lost to a card of the deck.
const SAVED: f32 = 0.35;

/// Is what this seat does hidden from that one? Cards laid face down are shown as soon as all are down, so a tree may
/// go by them; formations and cards that somebody keeps are not.
pub fn hidden(look: Look, actor: Seat, observer: Seat) -> bool {
    let open = look.g.options.team_hands == TeamHands::Open && look.team(actor) == look.team(observer);
    match look.s.stack.top() {
        Some(Frame::Setup(setup::Frame::Build)) => true,
        Some(Frame::Effects(effects::Frame::LookKeep { .. })) => !open,
        Some(_) | None => false,
    }
}

/// What a tree may branch on: the attack card, since the defender sees it before he chooses.
pub fn fell(look: Look, outcome: Chance) -> u32 {
    let Chance::Draw { card } = outcome else { return 0 };
    match look.s.stack.top() {
        Some(Frame::Cards(cards::Frame::Turned { who, how, .. })) if how.attack() => {
            1 + u32::from(value(card)) + 16 * u32::from(look.is_critical(*who, card))
        }
        Some(_) | None => 0,
    }
}

/// Takes back what others have laid face down.
pub fn reopen(g: &FriendsAndFoes, state: &mut State, me: Seat) {
    let Some(top) = state.stack.top().copied() else { return };
    let by_seat = matches!(
        top,
        Frame::Initiative(initiative::Frame::Choose | initiative::Frame::TieChoose { .. })
            | Frame::Setup(setup::Frame::Buy)
    );
    if by_seat {
        let others = Seat::first(g.options.seats).filter(|seat| *seat != me);
        others.for_each(|seat| state.sides[seat].commit = None);
    } else if top == Frame::Attack(attack::Frame::Commits) {
        let commits = state.fight.commits.iter_mut().enumerate();
        let others = commits.filter(|(at, _)| at / SLOTS != me.index());
        others.for_each(|(_, commit)| *commit = None);
    } else {
        return;
    }
    state.turn = flow::turn(Look { g, s: state }, Some(top));
}

/// How well the hands of the others fit what they did, 0 to 1.
pub fn likelihood(look: Look, me: Seat) -> f32 {
    let others = Seat::first(look.g.options.seats).filter(|seat| *seat != me);
    others.map(|seat| initiative(look, seat) * defence(look, seat)).product()
}

/// Nobody plays a poor initiative card with far better ones in hand, or a critical one without need.
fn initiative(look: Look, seat: Seat) -> f32 {
    let side = &look.s.sides[seat];
    let Some(shown) = side.initiative else { return 1.0 };
    let faces = faces(look, seat);
    let taste = |card: Card| 0.8 * f32::from(value(card)) - 3.0 * worth(card, faces);
    let best = side.hand.iter().map(taste).fold(taste(shown), f32::max);
    let missed = (best - taste(shown)) / 8.0;
    1.0 - BETTER * missed.clamp(0.0, 1.0)
}

/// Whoever defends with a card of the deck against a blow that hurts has probably nothing better in hand.
fn defence(look: Look, seat: Seat) -> f32 {
    let fight = &look.s.fight;
    let in_question = look.s.stack.frames().any(|frame| {
        matches!(
            frame,
            Frame::Attack(
                attack::Frame::OverclockAsk
                    | attack::Frame::AttackExpertise
                    | attack::Frame::ExpertDefends { .. }
                    | attack::Frame::Defended { .. }
            )
        )
    });
    if !in_question || fight.total == 0 || look.s.played.from_hand {
        return 1.0;
    }
    let own = fight.targets.minus(fight.waiting).iter().filter(|c| c.seat() == seat);
    let hurt = own.into_iter().find(|c| {
        let defence = fight.defence[c.index()];
        defence.value() > 0 && !defence.is_critical() && fight.total >= defence.value()
    });
    let Some(who) = hurt else { return 1.0 };
    let nature = look.attack(fight.attacker, fight.weapon).nature;
    let bonus = look.defence_bonus(who, nature);
    let saves = |card: Card| {
        look.is_critical(who, card) || !fight.critical && value(card) as i8 + bonus > fight.total as i8
    };
    if look.s.sides[seat].hand.iter().any(saves) { SAVED } else { 1.0 }
}
