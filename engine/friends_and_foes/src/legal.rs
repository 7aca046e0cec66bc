//! What each asking frame offers, and all that may be done in a turn. Everything follows from the seat's own view.

use crate::{
    Action,
    frame::Frame,
    queries::Look,
    rules::{
        activation, attack, cards, deployment, effects, harvest, initiative, movement, reactions, setup,
        treasure,
    },
    state::Used,
    words::{AbilityId, AbilityKind, AreaSet, CharId, Paid, Weapon},
};
use kernel::{Seat, rule};

/// Everything this seat may do now.
#[inline]
pub fn actions(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let Some(&frame) = look.s.stack.top() else { return };
    match frame {
        Frame::Setup(frame) => setup::legal(look, seat, frame, offer),
        Frame::Initiative(frame) => initiative::legal(look, seat, frame, offer),
        Frame::Deployment(frame) => deployment::legal(look, seat, frame, offer),
        Frame::Activation(frame) => activation::legal(look, seat, frame, offer),
        Frame::Movement(frame) => movement::legal(look, frame, offer),
        Frame::Cards(frame) => cards::legal(look, seat, frame, offer),
        Frame::Effects(frame) => effects::legal(look, seat, frame, offer),
        Frame::Attack(frame) => attack::legal(look, seat, frame, offer),
        Frame::Reactions(frame) => reactions::legal(look, seat, frame, offer),
        Frame::Harvest(frame) => harvest::legal(look, seat, frame, offer),
    }
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
    if !me.used.contains(Used::MOVED) {
        for to in look.board().adjacent(me.area).iter() {
            payments(look, seat, 1).for_each(|treasure| offer(Action::Move { who, to, treasure }));
        }
    }
    let rested = !me.used.contains(Used::SEARCHED) && look.s.sides[seat].tokens > 0;
    if rested && treasure::may_search(look, who, enemies) {
        offer(Action::Search { who });
    }
    weapon_actions(look, who, Weapon::Basic, enemies, offer);
    for (slot, ability) in me.learned().enumerate() {
        match ability.kind() {
            AbilityKind::Attack => weapon_actions(look, who, Weapon::Ability(ability), enemies, offer),
            AbilityKind::Action => ability_actions(look, who, slot, ability, offer),
            AbilityKind::Reaction | AbilityKind::Passive => {}
        }
    }
}

fn weapon_actions(look: Look, who: CharId, with: Weapon, enemies: AreaSet, offer: &mut impl FnMut(Action)) {
    let seat = who.seat();
    if look.s.char(who).used.intersects(attack::used_by(look, who, with)) {
        return;
    }
    let cost = attack::cost(look, with, false);
    let side = &look.s.sides[seat];
    let affordable = u16::from(side.tokens) + side.treasure >= u16::from(cost);
    if !affordable || !look.strikes(who, look.attack(who, with), enemies) {
        return;
    }
    payments(look, seat, cost).for_each(|treasure| offer(Action::Attack { who, with, treasure }));
    if attack::has_empower(look, with) {
        payments(look, seat, cost + 1).for_each(|treasure| offer(Action::Empower { who, with, treasure }));
    }
}

fn ability_actions(look: Look, who: CharId, slot: usize, ability: AbilityId, offer: &mut impl FnMut(Action)) {
    let card = look.g.content.ability(ability);
    let spent = match card.limit {
        crate::cards::Limit::Turn => Used::ability(slot),
        crate::cards::Limit::Round => Used::ability(slot) | Used::this_round(slot),
    };
    if !look.s.char(who).used.intersects(spent) && effects::usable(look, who, ability) {
        payments(look, who.seat(), card.tokens)
            .for_each(|treasure| offer(Action::Use { who, ability, treasure }));
    }
}
