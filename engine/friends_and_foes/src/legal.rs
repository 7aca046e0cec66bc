//! What each asking frame offers, and all that may be done in a turn. Everything follows from the seat's own view.

use crate::{
    Action,
    frame::Frame,
    options::{OncePer, TreasurePays},
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

/// How an action may be paid: with its tokens, or with treasure. `extra` tokens are of initiative and nothing stands in for
/// them.
#[inline]
fn payments(look: Look, seat: Seat, cost: u8, extra: u8) -> impl Iterator<Item = Paid> {
    rule!("FO-190", "FO-191", "FO-270");
    let side = &look.s.sides[seat];
    let (from, to) = match look.g.options.treasure_pays {
        // The whole action for one treasure, or all of it in tokens.
        TreasurePays::Action => {
            let one = side.treasure > 0 && cost > 0 && side.tokens >= extra;
            (u8::from(side.tokens < cost + extra), u8::from(one))
        }
        // Treasures stand in for tokens one to one.
        TreasurePays::Token if side.tokens < extra => (1, 0),
        TreasurePays::Token => {
            ((cost + extra).saturating_sub(side.tokens), side.treasure.min(u16::from(cost)) as u8)
        }
    };
    (from..=to).map(Paid)
}

/// Find Treasure: with treasure where a treasure pays for any action. Where every search finds something, as often as there
/// are turns, that would be a round without end: then only tokens pay.
fn search_payments(look: Look, seat: Seat) -> impl Iterator<Item = Paid> {
    rule!("FO-191", "FO-R38");
    let options = &look.g.options;
    let ends = options.find_base == 0 || options.once_per == OncePer::Round;
    let treasure = options.treasure_pays == TreasurePays::Action && ends;
    payments(look, seat, 1, 0).filter(move |paid| paid.0 == 0 || treasure)
}

/// Everything a player may do in a turn.
pub fn turn_actions(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    rule!("FO-140", "FO-144", "FO-145");
    let side = &look.s.sides[seat];
    if side.can_draw() {
        payments(look, seat, 1, 0).for_each(|treasure| offer(Action::Draw { treasure }));
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
            payments(look, seat, 1, 0).for_each(|treasure| offer(Action::Move { who, to, treasure }));
        }
    }
    if !me.used.contains(Used::SEARCHED) && treasure::may_search(look, who, enemies) {
        search_payments(look, seat).for_each(|treasure| offer(Action::Search { who, treasure }));
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
    let affordable = payments(look, seat, cost, 0).next().is_some();
    if !affordable || !look.strikes(who, look.attack(who, with), enemies) {
        return;
    }
    payments(look, seat, cost, 0).for_each(|treasure| offer(Action::Attack { who, with, treasure }));
    if attack::has_empower(look, with) {
        payments(look, seat, cost, 1).for_each(|treasure| offer(Action::Empower { who, with, treasure }));
    }
}

fn ability_actions(look: Look, who: CharId, slot: usize, ability: AbilityId, offer: &mut impl FnMut(Action)) {
    let card = look.g.content.ability(ability);
    let spent = match card.limit {
        crate::cards::Limit::Turn => Used::ability(slot),
        crate::cards::Limit::Round => Used::ability(slot) | Used::this_round(slot),
    };
    if !look.s.char(who).used.intersects(spent) && effects::usable(look, who, ability) {
        payments(look, who.seat(), card.tokens, 0)
            .for_each(|treasure| offer(Action::Use { who, ability, treasure }));
    }
}
