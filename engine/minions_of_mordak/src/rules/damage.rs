//! Damage, Defeat, healing, and how the game ends. Rulebook: "Damaging Minions", "Damaging Players". MM-190 to MM-213, MM-311 to MM-315.

use crate::{
    Event, Play,
    frame::{Next, Stacks as _, then},
    ids::{KindId, RegionId, Who},
    queries::Look,
    rules::attacks::Frame,
    rules::{plus_ones, spells},
    state::{Ending, Lapses, Traits, Used, What},
    words::{Colour, Reason, Side, VILLAIN, Window},
};
use kernel::{Seat, rule};

/// What Wounds a Minion, if anything does, and what Defeats it.
#[must_use]
pub fn thresholds(look: Look, slot: u8) -> (Option<u8>, u8) {
    rule!("MM-191", "MM-193");
    let (minion, stats) = (look.s.minion(slot), look.stats(slot));
    let flips = look.g.content.can_be_wounded(minion.kind);
    match (minion.wounded, stats.wound) {
        (false, wound @ 1..) if flips && wound < stats.defeat => (Some(wound), stats.defeat),
        (false, wound @ 1..) if !flips => (None, stats.defeat.min(wound)),
        (_, _) => (None, stats.defeat),
    }
}

/// Damage after prevention that Defeats the target.
#[must_use]
pub fn to_defeat(look: Look) -> u8 {
    let target = look.s.level().attack.target;
    match (target.as_minion(), target.as_player()) {
        (Some(slot), _) => thresholds(look, slot).1,
        (_, Some(seat)) => look.s.players[seat].health,
        (None, None) => look.gust_stats().defeat,
    }
}

/// What is taken off damage to the target for sure: its Dodge, Armor, and a shield.
#[must_use]
pub fn prevention(look: Look) -> u8 {
    rule!("MM-323", "MM-R25");
    let attack = &look.s.level().attack;
    let armor = !attack.is.contains(Traits::IGNORES_ARMOR) && look.abilities(attack.target, None).armor;
    attack.dodged + u8::from(armor) + guard(look, attack.target)
}

/// What a shield takes off the first damage to a Defender each Round.
fn guard(look: Look, target: Who) -> u8 {
    match target.as_player() {
        Some(seat) if !look.s.shielded.contains(seat) && (seat == VILLAIN || defends(look, seat)) => {
            look.gear(seat).map(|gear| gear.guard).max().unwrap_or(0)
        }
        Some(_) | None => 0,
    }
}

/// A Hero alone in its Region, or with the marker.
fn defends(look: Look, seat: Seat) -> bool {
    let region = look.s.players[seat].region;
    look.s.defenders.contains(seat) || crate::rules::attacks::defending_heroes(look, region).len() == 1
}

/// Damage is about to be dealt: what is always there takes off its part.
pub fn hurt(p: &mut Play) -> Next {
    let target = p.s.level().attack.target;
    let less = prevention(p.look());
    if let (Some(seat), true) = (target.as_player(), guard(p.look(), target) > 0) {
        p.s.shielded.insert(seat);
    }
    let attack = &mut p.s.level_mut().attack;
    attack.damage = attack.damage.saturating_sub(less);
    if attack.damage == 0 {
        return then(Frame::Struck);
    }
    p.first(spells::Frame::Window { window: Window::Damage, about: target, at: 0 }, Frame::Apply)
}

pub fn apply(p: &mut Play) -> Next {
    let attack = p.s.level().attack;
    let damage = attack.damage.saturating_sub(attack.prevented);
    let area = attack.is.contains(Traits::AOE);
    if !area && p.look().region(attack.target) != attack.region {
        rule!("MM-183");
        p.s.level_mut().attack.amount = damage;
        return then(Frame::Strike);
    }
    if damage == 0 || !p.look().is_there(attack.target) {
        return then(Frame::Struck);
    }
    if attack.is.contains(Traits::SPELL) {
        p.s.cast_mut().target = attack.target;
    }
    // What the Defender does not need to fall is left for the next.
    let taken = if area { damage } else { damage.min(to_take(p.look(), attack.target)) };
    if !area {
        p.s.level_mut().attack.amount = damage - taken;
    }
    bonds(p, attack.by, taken);
    p.say(|l| Event::Told(format!("{} takes {taken}", l.name(attack.target))));
    let falls = match (attack.target.as_minion(), attack.target.as_player()) {
        (Some(slot), _) => hurt_minion(p, slot, taken),
        (_, Some(VILLAIN)) => {
            hurt_villain(p, taken);
            false
        }
        (_, Some(seat)) => hurt_hero(p, seat, taken),
        (None, None) => taken >= p.look().gust_stats().defeat,
    };
    if falls {
        let window = spells::Frame::Window { window: Window::Defeat, about: attack.target, at: 0 };
        return p.first(window, Frame::Falling);
    }
    then(Frame::Struck)
}

/// As much as somebody can take: what Defeats it. Nobody comes after the Villain, who takes it all.
fn to_take(look: Look, target: Who) -> u8 {
    if target == Who::MORDAK { u8::MAX } else { to_defeat(look) }
}

/// Flips a Minion if the damage is enough; says whether it would be Defeated.
fn hurt_minion(p: &mut Play, slot: u8, damage: u8) -> bool {
    rule!("MM-191", "MM-192", "MM-193", "MM-196");
    let (wound, defeat) = thresholds(p.look(), slot);
    if damage >= defeat {
        return true;
    }
    if wound.is_some_and(|wound| damage >= wound) {
        p.s.minion_mut(slot).wounded = true;
        p.say(|l| Event::Told(format!("{} is Wounded", l.name(Who::minion(slot)))));
    }
    false
}

fn hurt_hero(p: &mut Play, seat: Seat, damage: u8) -> bool {
    rule!("MM-200");
    let health = &mut p.s.players[seat].health;
    if damage >= *health {
        return true;
    }
    *health -= damage;
    false
}

/// The Villain's Health moves in steps; the rest of each amount is void.
fn hurt_villain(p: &mut Play, damage: u8) {
    rule!("MM-210", "MM-R19");
    let step = p.g.content.numbers.villain_step;
    let health = &mut p.s.players[VILLAIN].health;
    *health = health.saturating_sub(damage / step * step);
    let left = *health;
    p.say(|l| Event::Told(format!("{} has {left} Health", l.name(Who::MORDAK))));
}

/// Whoever is bound to the attacker is healed by its attacks: by their damage, and once for each of them by its own bonus.
fn bonds(p: &mut Play, by: Who, damage: u8) {
    rule!("MM-391");
    let bound = p.s.lasting.iter().find_map(|lasting| match lasting.what {
        What::BoundTo(seat) if lasting.who == by => Some(seat),
        What::BoundTo(_)
        | What::Nothing
        | What::Granted(_)
        | What::Lifted(_)
        | What::Dodge(_)
        | What::NextDice(_)
        | What::Dice(_)
        | What::Points(_)
        | What::Steps(..) => None,
    });
    if let Some(seat) = bound {
        let level = p.s.level_mut();
        let before = if level.attack.is.contains(Traits::SPELL) {
            let before = level.attack.is.contains(Traits::BONDED);
            level.attack.is |= Traits::BONDED;
            before
        } else {
            std::mem::replace(&mut level.roll.bonded, true)
        };
        let more = if before { 0 } else { p.look().gift(seat).spell_healing };
        heal(p, Who::hero(seat), damage.saturating_add(more));
    }
}

/// Nobody saved it.
pub fn falling(p: &mut Play) -> Next {
    let attack = p.s.level().attack;
    if !attack.is.contains(Traits::SAVED) {
        p.s.level_mut().attack.is |= Traits::DEFEATED;
        if !p.s.level().attack.is.contains(Traits::SPELL) || p.s.level().roll.row == crate::words::Row::Magic
        {
            p.s.level_mut().roll.defeated = true;
        }
        p.push(Frame::Struck);
        defeat(p, attack.target);
        return Next::Done;
    }
    then(Frame::Struck)
}

/// One target has had its part of the attack.
pub fn struck(p: &mut Play) -> Next {
    rule!("MM-173", "MM-257");
    p.s.lasting.retain(|lasting| lasting.until != Lapses::ATTACK);
    let attack = p.s.level().attack;
    if attack.is.contains(Traits::AOE) {
        return Next::Done;
    }
    if p.s.ending.is_none() && ended(p.look()).is_some() {
        return check(p);
    }
    if !attack.is.contains(Traits::DEFEATED) {
        rule!("MM-R12");
        p.s.level_mut().roll.stopped |= !attack.is.contains(Traits::SPELL);
        return Next::Done;
    }
    if attack.amount > 0 { then(Frame::Strike) } else { Next::Done }
}

/// A Character is Defeated, by whatever cause.
pub fn defeat(p: &mut Play, who: Who) {
    rule!("MM-195", "MM-201", "MM-311", "MM-315", "MM-R46");
    p.say(|l| Event::Told(format!("{} is Defeated", l.name(who))));
    match (who.as_minion(), who.as_player()) {
        (Some(slot), _) => defeat_minion(p, slot),
        (_, Some(VILLAIN)) => p.s.players[VILLAIN].health = 0,
        (_, Some(seat)) => defeat_hero(p, seat),
        (None, None) => {
            rule!("MM-R33");
            p.s.gust = RegionId::NOWHERE;
            p.s.gust_defends = false;
        }
    }
}

fn defeat_minion(p: &mut Play, slot: u8) {
    rule!("MM-195", "MM-370");
    let kind = p.s.minion(slot).kind;
    let puppet = p.look().side(Who::minion(slot)) == Side::Heroes;
    if puppet {
        // It is in nobody's stack: it is put back so that it can be taken off.
        let region = p.s.minion(slot).region;
        p.s.lay(slot, region);
    }
    p.s.remove(slot);
    let gone = Who::minion(slot);
    p.s.lasting.retain(|lasting| lasting.who != gone);
    end_turns_of(p, gone);
    if kind == KindId::SHEEP {
        return;
    }
    p.s.fallen.0[kind.index()] += 1;
    if p.g.content.minion(kind).colour == Colour::Purple {
        crusade(p);
    }
}

/// Mari may gain a Plus-One when a Purple Minion falls.
fn crusade(p: &mut Play) {
    rule!("MM-331", "MM-396");
    let turn = if p.s.depth > 0 { p.s.levels[0].actor } else { Who::NOBODY };
    for seat in Seat::first(p.g.options.seats).skip(1) {
        let player = &p.s.players[seat];
        let Some(always) = p.look().gift(seat).crusade else { continue };
        if player.present && !player.in_stash && (always || turn == Who::hero(seat)) {
            p.push(plus_ones::Frame::GainAny { seat, left: 1, may: true });
        }
    }
}

fn defeat_hero(p: &mut Play, seat: Seat) {
    rule!("MM-201", "MM-202", "MM-204");
    let player = &mut p.s.players[seat];
    player.health = 0;
    player.fell = player.region;
    player.region = RegionId::NOWHERE;
    player.in_stash = true;
    p.s.defenders.remove(seat);
    p.s.markers += 1;
    if p.s.final_battle {
        rule!("MM-311");
        p.s.souls += 1;
        p.say(|l| Event::Told(format!("the Villain has {} Souls", l.s.souls)));
    }
    end_turns_of(p, Who::hero(seat));
}

/// The Turn of whoever fell is over.
fn end_turns_of(p: &mut Play, who: Who) {
    rule!("MM-100");
    let depth = usize::from(p.s.depth);
    for level in p.s.levels[..depth].iter_mut().filter(|level| level.actor == who) {
        level.used |= Used::ENDED;
    }
}

/// A Hero comes back from the Stash.
pub fn return_hero(p: &mut Play, seat: Seat) {
    rule!("MM-202", "MM-203");
    p.s.players[seat].in_stash = false;
    p.s.players[seat].region = p.g.keep;
    p.s.players[seat].fell = RegionId::NOWHERE;
    p.s.players[seat].health = p.look().max_health(seat);
    p.say(|l| Event::Told(format!("{} returns to {}", l.name(Who::hero(seat)), l.region_name(l.g.keep))));
}

/// Health comes back, up to the maximum; the Villain's in steps. Minions cannot be healed.
pub fn heal(p: &mut Play, who: Who, by: u8) {
    rule!("MM-194", "MM-206", "MM-211", "MM-212", "MM-R20");
    let Some(seat) = who.as_player() else { return };
    let step = p.g.content.numbers.villain_step;
    let by = if seat == VILLAIN { by / step * step } else { by };
    let most = p.look().max_health(seat);
    let player = &mut p.s.players[seat];
    if by == 0 || player.in_stash {
        return;
    }
    player.health = player.health.saturating_add(by).min(most).max(player.health);
    let now = player.health;
    p.say(|l| Event::Told(format!("{} has {now} Health", l.name(who))));
}

/// Can this player pay so much Health?
#[must_use]
pub fn can_pay(look: Look, seat: Seat, by: u8) -> bool {
    rule!("MM-342", "MM-R21");
    look.s.players[seat].health >= price(look, seat, by)
}

fn price(look: Look, seat: Seat, by: u8) -> u8 {
    let step = look.g.content.numbers.villain_step;
    if seat == VILLAIN { by.div_ceil(step) * step } else { by }
}

/// Paying Health is a cost, not damage.
pub fn pay(p: &mut Play, seat: Seat, by: u8) {
    rule!("MM-342", "MM-R21", "MM-R46");
    let price = price(p.look(), seat, by);
    if p.s.players[seat].health < price || p.s.players[seat].in_stash {
        return;
    }
    p.s.players[seat].health -= price;
    p.say(|l| Event::Told(format!("{} pays {price} Health", l.name(Who::hero(seat)))));
    if p.s.players[seat].health == 0 && seat != VILLAIN {
        defeat(p, Who::hero(seat));
    }
}

/// Has the game ended?
#[must_use]
pub fn ended(look: Look) -> Option<Ending> {
    rule!("MM-020", "MM-021", "MM-022", "MM-312", "MM-313", "MM-314");
    if !look.s.final_battle {
        return None;
    }
    if look.s.souls >= look.g.content.numbers.souls {
        return Some(Ending { winner: Some(Side::Villain), reason: Reason::Souls });
    }
    let fell = look.s.players[VILLAIN].health == 0;
    fell.then_some(Ending { winner: Some(Side::Heroes), reason: Reason::VillainFell })
}

/// Goes on, unless the game has ended.
pub fn check(p: &mut Play) -> Next {
    match ended(p.look()) {
        Some(ending) => over(p, ending),
        None => Next::Done,
    }
}

/// Nothing is in progress any more.
pub fn over(p: &mut Play, ending: Ending) -> Next {
    p.s.ending = Some(ending);
    p.s.stack.clear();
    p.say(|_| {
        let who = match ending.winner {
            Some(Side::Villain) => "the Villain wins",
            Some(Side::Heroes) => "the Heroes win",
            None => "nobody wins",
        };
        Event::Told(format!("the game is over: {who} ({})", ending.reason.title()))
    });
    Next::Done
}
