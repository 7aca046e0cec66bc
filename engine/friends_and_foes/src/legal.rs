//! What each asking frame offers. Everything follows from the seat's own view.

use crate::{
    Action,
    cards::List,
    frame::Frame,
    queries::Look,
    rules::{attack, cards, deployment, effects, formation, garrison, harvest, reactions, setup, treasure},
    state::used,
    words::{AbilityId, AbilityKind, AreaSet, CharId, Count, Paid},
};
use kernel::{CardSet, Pool as _, Seat, rule};

/// Everything this seat may do now.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is offered below")]
pub fn actions(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let Some(frame) = look.s.stack.top().copied() else { return };
    match frame {
        Frame::Build => formation::options(look, seat, offer),
        Frame::Buy => (0..=setup::buys_at_most(&look.s.sides[seat]))
            .for_each(|n| offer(Action::Buy { cards: Count(n) })),
        Frame::Choose => initiative_cards(look, seat, offer),
        Frame::TieChoose { .. } => cards::offer_play(look, seat, offer),
        Frame::Zones { .. } => zone_choices(look, offer),
        Frame::Placing { .. } => {
            let zone = look.s.zones[usize::from(look.team(seat))];
            zone.iter().for_each(|area| offer(Action::Place { area }));
        }
        Frame::Goals { .. } => {
            let facing = look.s.facing[usize::from(look.team(seat))];
            facing.iter().for_each(|area| offer(Action::Breakthrough { area }));
        }
        Frame::Name { garrison, .. } => {
            garrison::candidates(look, seat, garrison).iter().for_each(|who| offer(Action::Defender { who }));
            offer(Action::NoDefender);
        }
        Frame::Act => turn_actions(look, seat, offer),
        other => inside(look, seat, other, offer),
    }
}

/// Choices inside an action, a reaction or the harvest.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is offered above, or asks nobody")]
fn inside(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Play { .. } => cards::offer_play(look, seat, offer),
        Frame::TurnUp { .. } if look.s.sides[seat].deck_len() > 0 => turned(look, seat, offer),
        Frame::TurnUp { .. } => look.s.playable(seat).iter().for_each(|card| offer(Action::Hand { card })),
        Frame::Turned { .. } | Frame::Reveal { .. } | Frame::TieReveal { .. } => turned(look, seat, offer),
        Frame::Pick { .. } => {
            let both = [look.s.played.card, look.s.played.other];
            both.into_iter().flatten().for_each(|card| offer(Action::Pick { card }));
        }
        Frame::SecondLook { .. } => [Action::Keep, Action::Redraw].into_iter().for_each(offer),
        Frame::SprintAsk { .. } => [Action::Sprint, Action::Stop].into_iter().for_each(offer),
        Frame::SprintTo { who } | Frame::StrideTo { who, .. } | Frame::March { who } => {
            effects::offer_steps(look, who, offer);
            offer(Action::Stay);
        }
        Frame::Slip { who } | Frame::Push { subject: who, .. } => effects::offer_steps(look, who, offer),
        Frame::Blink { who } => effects::blinks(look, who).iter().for_each(|to| offer(Action::Go { to })),
        Frame::Marshal { actor, .. } => {
            let minions = effects::marshals(look, actor, look.s.marshalled);
            minions.iter().for_each(|who| offer(Action::Target { who }));
            offer(Action::Stay);
        }
        Frame::Aim { actor, ability } => {
            let all = effects::aims(look, actor, look.g.content.ability(ability));
            all.iter().for_each(|who| offer(Action::Target { who }));
        }
        Frame::LookKeep { .. } if look.s.is_hidden(seat) => {
            look.s.playable(seat).iter().for_each(|card| offer(Action::Discard { card }));
        }
        Frame::LookKeep { .. } => look.s.looked.iter().for_each(|card| offer(Action::Take { card })),
        Frame::Lay { .. } => look.s.playable(seat).iter().for_each(|card| offer(Action::Lay { card })),
        Frame::DiscardDown { .. } => {
            look.s.playable(seat).iter().for_each(|card| offer(Action::Discard { card }))
        }
        Frame::Victim { place, area, .. } => {
            harvest::victim_choice(look, place, area).1.iter().for_each(|who| offer(Action::Target { who }));
        }
        Frame::React { .. } => {
            offer(Action::Pass);
            reactions::offer(look, seat, offer);
        }
        Frame::Subject { who, ability } => {
            reactions::choices(look, who, ability).iter().for_each(|who| offer(Action::Target { who }));
        }
        other => in_attack(look, seat, other, offer),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is offered above, or asks nobody")]
fn in_attack(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::AttackTarget { who, with, .. } => {
            let attack = look.attack(who, with);
            if attack.area {
                look.target_areas(who, attack).iter().for_each(|area| offer(Action::Area { area }));
            } else {
                look.targets(who, attack).iter().for_each(|who| offer(Action::Target { who }));
            }
        }
        Frame::AttackCommits => {
            offer(Action::Deck);
            let (side, laid) = (&look.s.sides[seat], attack::laid_down(look, seat));
            // Of a hidden hand no more cards can be laid down than it has.
            let spent = laid.minus(side.hand).count() >= u32::from(side.untold());
            let free = if spent { side.hand } else { look.s.playable(seat) }.minus(laid);
            free.iter().for_each(|card| offer(Action::Hand { card }));
        }
        Frame::Answer { .. } => {
            let own = look.s.fight.waiting.and(crate::words::CharSet::owned_by(seat));
            own.iter().for_each(|who| offer(Action::Answer { who }));
        }
        Frame::OverclockAsk => [Action::Overclock, Action::Decline].into_iter().for_each(offer),
        Frame::AttackExpertise => expertise(look, seat, false, offer),
        Frame::ExpertDefends { .. } => expertise(look, seat, true, offer),
        _ => {}
    }
}

/// The player tells what came from a deck of their own.
/// Any card that was not seen; one that its player has laid down is in hand.
fn turned(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let unseen = look.s.sides[seat].deck.minus(attack::laid_down(look, seat));
    unseen.iter().for_each(|card| offer(Action::Turn { card }));
}

fn initiative_cards(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    look.s.playable(seat).iter().for_each(|card| offer(Action::Initiative { card }));
    if look.g.options.initiative_source == crate::options::InitiativeSource::HandOrDeck
        && look.s.sides[seat].can_draw()
    {
        offer(Action::Blind);
    }
}

fn zone_choices(look: Look, offer: &mut impl FnMut(Action)) {
    match look.scenario().deployment {
        crate::content::Deployment::BoardEdge { .. } => {
            deployment::free_edges(look).for_each(|edge| offer(Action::Edge { edge }));
        }
        crate::content::Deployment::Random { .. } | crate::content::Deployment::Drafting { .. } => {
            deployment::free_areas(look).iter().for_each(|area| offer(Action::Zone { area }));
        }
    }
}

fn expertise(look: Look, seat: Seat, black: bool, offer: &mut impl FnMut(Action)) {
    let hand: CardSet = look.s.playable(seat);
    hand.iter()
        .filter(|card| attack::is_expert(*card, black))
        .for_each(|card| offer(Action::Expertise { card }));
    offer(Action::Decline);
}

/// How a cost may be paid: treasures stand in for tokens one to one.
#[inline]
fn payments(look: Look, seat: Seat, cost: u8) -> impl Iterator<Item = Paid> {
    rule!("FO-190", "FO-191");
    let side = &look.s.sides[seat];
    let most = side.treasure.min(u16::from(cost)) as u8;
    (cost.saturating_sub(side.tokens)..=most).map(Paid)
}

/// Everything a player may do in a turn.
pub fn turn_actions(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    rule!("FO-140", "FO-144", "FO-145");
    let side = &look.s.sides[seat];
    if side.can_draw() {
        payments(look, seat, 1).for_each(|treasure| offer(Action::Draw { treasure }));
    }
    let affordable = u16::from(side.tokens) + side.treasure;
    if affordable > 0 {
        let enemies = look.s.board.minus(look.team_chars(look.team(seat)));
        let there = enemies.iter().map(|c| look.s.area(c)).collect();
        look.s.own(seat).iter().for_each(|who| character_actions(look, who, there, offer));
    }
    let areas = deployment::deployable(look, seat);
    if !areas.is_empty() {
        let zone = deployment::deploy_areas(look, seat);
        for who in areas.iter() {
            zone.iter().for_each(|to| offer(Action::Deploy { who, to }));
        }
    }
    offer(Action::End);
}

fn character_actions(look: Look, who: CharId, enemies: AreaSet, offer: &mut impl FnMut(Action)) {
    let (me, seat) = (look.s.char(who), who.seat());
    if me.used & used::MOVED == 0 {
        for to in look.board().adjacent(me.area).iter() {
            payments(look, seat, 1).for_each(|treasure| offer(Action::Move { who, to, treasure }));
        }
    }
    let rested = me.used & used::SEARCHED == 0 && look.s.sides[seat].tokens > 0;
    if rested && treasure::may_search(look, who, enemies) {
        offer(Action::Search { who });
    }
    weapon_actions(look, who, AbilityId::NONE, enemies, offer);
    for (slot, ability) in me.abilities.into_iter().enumerate() {
        if ability.is_none() {
            break;
        }
        match ability.kind() {
            AbilityKind::Attack => weapon_actions(look, who, ability, enemies, offer),
            AbilityKind::Action => ability_actions(look, who, slot, ability, offer),
            AbilityKind::Reaction | AbilityKind::Passive => {}
        }
    }
}

fn weapon_actions(
    look: Look,
    who: CharId,
    with: AbilityId,
    enemies: AreaSet,
    offer: &mut impl FnMut(Action),
) {
    let seat = who.seat();
    if look.s.char(who).used & attack::used_by(look, who, with) != 0 {
        return;
    }
    let cost = attack::cost(look, with, false);
    let side = &look.s.sides[seat];
    let affordable = u16::from(side.tokens) + side.treasure >= u16::from(cost);
    if !affordable || !look.strikes(who, look.attack(who, with), enemies) {
        return;
    }
    payments(look, seat, cost).for_each(|treasure| offer(Action::Attack { who, with, treasure }));
    if !with.is_none() && !look.g.content.ability(with).list(List::Empower).is_empty() {
        payments(look, seat, cost + 1).for_each(|treasure| offer(Action::Empower { who, with, treasure }));
    }
}

fn ability_actions(look: Look, who: CharId, slot: usize, ability: AbilityId, offer: &mut impl FnMut(Action)) {
    let card = look.g.content.ability(ability);
    let spent = match card.limit {
        crate::cards::Limit::Turn => used::ACTION << slot,
        crate::cards::Limit::Round => (used::ACTION | used::ROUND) << slot,
    };
    if look.s.char(who).used & spent == 0 && effects::usable(look, who, card) {
        payments(look, who.seat(), card.tokens)
            .for_each(|treasure| offer(Action::Use { who, ability, treasure }));
    }
}
