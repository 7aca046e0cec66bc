//! The eight role abilities, tokens and slots. "Player Ability List".

use super::{death, epic, rounds};
use crate::{
    Play,
    action::{Action, SlotId},
    event::Event,
    frame::{Next, wait},
    legal::Out,
    queries::{Look, passes},
    state::{Place, Token},
    words::{Ability, Side, Standing, Stat, Who},
};
use kernel::{Card, Seat, rule};

/// The Trick card of an ability.
pub fn ability_card(p: &mut Play, seat: Seat, (ability, at): (Ability, Place), card: Card) -> Next {
    if !succeeds(p, seat, ability, card) {
        return Next::Done;
    }
    match ability {
        Ability::JointAttack => put_token(p, seat, at.seat(), Side::Joint),
        Ability::ProtectOther => put_token(p, seat, at.seat(), Side::Protect),
        Ability::Cure => cure(p, seat, at.seat()),
        Ability::BoostHeal => {
            rule!("PR-065");
            p.s.heroes[seat].boost_heal = true;
            p.say(|l| Event::Ability(l.name(Who::Hero(seat)), Ability::BoostHeal));
        }
        Ability::PreciseStrike => {
            rule!("PR-066");
            p.s.heroes[seat].precise_strike = true;
            p.say(|l| Event::Ability(l.name(Who::Hero(seat)), Ability::PreciseStrike));
        }
        Ability::DoubleDamage => {
            rule!("PR-067");
            p.s.heroes[seat].double_damage = true;
            p.say(|l| Event::Ability(l.name(Who::Hero(seat)), Ability::DoubleDamage));
        }
        Ability::BuffAlly | Ability::CurseEnemy => return support_token(p, seat, at),
    }
    Next::Done
}

fn succeeds(p: &Play, seat: Seat, ability: Ability, card: Card) -> bool {
    let look = p.look();
    if look.hero_has(seat, Standing::AutoAbility) {
        rule!("PR-157");
        return true;
    }
    let evac_healer = p.s.heroes.iter().any(|(_, h)| h.evacuated.is_some_and(|(healer, _)| healer == seat));
    look.as_asked(seat)
        || (ability == Ability::Cure && evac_healer)
        || passes(card, look.stat(seat, Stat::Trick))
}

/// Joint Attack and Protect Other: the one token moves or turns over.
fn put_token(p: &mut Play, seat: Seat, ally: Seat, side: Side) {
    rule!("PR-011", "PR-061", "PR-062", "PR-063");
    p.s.heroes[seat].token = Some(Token { ally, side });
    p.say(|l| Event::TokenOn(l.name(Who::Hero(seat)), side, l.name(Who::Hero(ally))));
}

fn cure(p: &mut Play, seat: Seat, patient: Seat) {
    rule!("PR-064");
    let amount = p.look().cure_size(seat, patient);
    if !p.look().is_flown_out(patient) {
        spend_boost_heal(p, seat);
    }
    death::gain(p, Who::Hero(patient), amount.into());
}

/// The boost that a Cure uses up: as `cure_size` counts it.
fn spend_boost_heal(p: &mut Play, seat: Seat) {
    let own = std::mem::take(&mut p.s.heroes[seat].boost_heal);
    if own || p.g.options.boost_heal_owner_only {
        return;
    }
    if let Some(helper) = p.s.heroes.each_mut().iter_mut().find(|h| h.boost_heal) {
        helper.boost_heal = false;
    }
}

/// Buff Ally and Curse Enemy: a token from the supply or one already placed. With nothing placed there is no choice.
fn support_token(p: &mut Play, seat: Seat, to: Place) -> Next {
    rule!("PR-010", "PR-068", "PR-069", "PR-070", "PR-R30");
    let placed = p.s.tokens[seat].iter().any(|place| *place != Place::SUPPLY && *place != to);
    let supply = p.s.tokens[seat].contains(&Place::SUPPLY);
    match (placed, supply) {
        (true, _) => wait(rounds::Frame::TokenFrom { seat, to }),
        (false, true) => {
            move_token(p, seat, Place::SUPPLY, to);
            Next::Done
        }
        // All four lie there already.
        (false, false) => Next::Done,
    }
}

/// The tokens that can be laid there: one of the supply, or one that lies elsewhere.
pub fn tokens(look: Look, seat: Seat, to: Place, out: Out) {
    if look.s.tokens[seat].contains(&Place::SUPPLY) {
        out.push(Action::FromSupply);
    }
    let mut last = None;
    // Tokens are kept sorted, so equal places stand together.
    for place in look.s.tokens[seat] {
        if let Some((target, stat)) = place.on()
            && place != to
            && last != Some(place)
        {
            out.push(Action::From { target, stat });
        }
        last = Some(place);
    }
}

/// Moves one token; maxima may rise and fall.
pub fn move_token(p: &mut Play, seat: Seat, from: Place, to: Place) {
    let health = [from, to].iter().any(|place| place.on().is_some_and(|(_, stat)| stat == Stat::Health));
    let shift = |p: &mut Play| {
        if let Some(token) = p.s.tokens[seat].iter_mut().find(|place| **place == from) {
            *token = to;
            p.s.tokens[seat].sort_unstable();
            p.s.recount_token(from, to);
        }
    };
    // Only tokens on Health change maxima.
    if health {
        death::minding_maxima(p, shift);
    } else {
        shift(p);
    }
    if let Some((on, stat)) = to.on() {
        p.say(|l| Event::SupportToken(l.name(Who::Hero(seat)), l.name(on), stat, on.hero().is_some()));
    }
}

/// Change One Ability Slot: the class changes at once, and all the hero has running is reset.
pub fn change_slot(p: &mut Play, seat: Seat, slot: SlotId, ability: Ability) {
    rule!("PR-055", "PR-101", "PR-R59");
    p.s.heroes[seat].slots[usize::from(slot.number() - 1)] = Some(ability);
    epic::end_all(p, seat);
    death::release_tokens(p, seat);
    let hero = &mut p.s.heroes[seat];
    hero.precise_strike = false;
    hero.double_damage = false;
    hero.boost_heal = false;
    hero.charge = None;
    p.say(|l| Event::Slot(l.name(Who::Hero(seat)), ability));
}
