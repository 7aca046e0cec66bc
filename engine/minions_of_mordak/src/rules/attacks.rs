//! Melee, Ranged and Area of Effect: targets, Defenders, how much. Rulebook: "Melee Rolls", "Region Defenders". MM-170 to MM-188.

use crate::{
    Action, Event, Play,
    frame::{Asks, Falls, Next, Stacks as _, stray, then, wait},
    ids::{RegionId, RegionSet, Who},
    queries::Look,
    rules::{damage, plus_ones, rolls, spells},
    state::{Attack, Traits, bits},
    words::{Count, Dice, Row, Side, Window},
};
use kernel::{ArrayVec, Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Strike,
    /// The Initiative holder proposes a Defender; these Heroes have said no.
    Defender {
        unwilling: SeatSet,
    },
    /// Whoever is proposed agrees, or does not.
    Willing {
        who: Who,
        unwilling: SeatSet,
    },
    Dodge,
    DodgeDice {
        dice: Dice,
    },
    Amount,
    // Of these `damage.rs` says what happens.
    Hurt,
    Apply,
    Falling,
    Struck,
    SweepAmount,
    SweepNext,
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Strike => strike(p),
        Frame::Dodge => dodge(p),
        Frame::Amount => amount(p),
        Frame::Hurt => damage::hurt(p),
        Frame::Apply => damage::apply(p),
        Frame::Falling => damage::falling(p),
        Frame::Struck => damage::struck(p),
        Frame::SweepNext => sweep_next(p),
        Frame::Defender { .. } | Frame::Willing { .. } | Frame::DodgeDice { .. } | Frame::SweepAmount => {
            wait(frame)
        }
    }
}

pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::Defender { .. } => Asks::Seat(look.first_hero()),
        Frame::Willing { who, .. } => Asks::Seat(decides_for(look, who)),
        Frame::Amount | Frame::SweepAmount => Asks::Seat(look.s.level().seat),
        Frame::DodgeDice { dice } => Asks::Fate(Falls::Dodge(dice)),
        Frame::Strike
        | Frame::Dodge
        | Frame::Hurt
        | Frame::Apply
        | Frame::Falling
        | Frame::Struck
        | Frame::SweepNext => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::SweepAmount => {
            (1..=look.s.level().roll.pool).for_each(|n| offer(Action::Damage { hits: Count(n) }));
        }
        Frame::Defender { .. } => {
            let all = defending_heroes(look, look.s.level().attack.region);
            all.into_iter().for_each(|who| offer(Action::Defender { who }));
        }
        Frame::Willing { .. } => [Action::Accept, Action::Decline].into_iter().for_each(offer),
        Frame::Amount => offer_amounts(look, offer),
        Frame::Strike
        | Frame::Dodge
        | Frame::DodgeDice { .. }
        | Frame::Hurt
        | Frame::Apply
        | Frame::Falling
        | Frame::Struck
        | Frame::SweepNext => {}
    }
}

/// Regions a Ranged roll with this pool may target.
#[must_use]
pub fn ranged_targets(look: Look, who: Who, pool: u8) -> RegionSet {
    rule!("MM-171", "MM-172", "MM-175", "MM-328", "MM-R42");
    let own = look.region(who);
    let far = pool > 1 && look.abilities(who, Some(Row::Ranged)).longshot;
    let reach = if far { look.s.revealed } else { look.adjacent(own).and(look.s.revealed) };
    reach.iter().filter(|region| *region != own && look.enemies_in(who, *region)).collect()
}

/// Regions the Hits of the roll may go to.
fn targets(look: Look) -> RegionSet {
    let level = look.s.level();
    let own = look.region(level.actor);
    if level.roll.stopped || level.roll.pool == 0 {
        return RegionSet::EMPTY;
    }
    rule!("MM-170", "MM-171", "MM-173");
    match (level.roll.row, level.roll.target) {
        (Row::Melee, _) if own.is_on_map() && look.enemies_in(level.actor, own) => RegionSet::only(own),
        (Row::Ranged, fixed) if fixed.is_on_map() => {
            if look.enemies_in(level.actor, fixed) {
                RegionSet::only(fixed)
            } else {
                RegionSet::EMPTY
            }
        }
        (Row::Ranged, _) if own.is_on_map() => ranged_targets(look, level.actor, level.roll.pool),
        (Row::Melee | Row::Ranged | Row::Magic | Row::Corruption, _) => RegionSet::EMPTY,
    }
}

pub fn options(look: Look, offer: &mut impl FnMut(Action)) {
    rule!("MM-322");
    let level = look.s.level();
    let regions = targets(look);
    if regions.is_empty() {
        return;
    }
    let row = level.roll.row;
    let must = look.abilities(level.actor, Some(row)).aoe;
    let seat = level.actor.as_player();
    let may = seat.is_some_and(|seat| look.gear(seat).any(|gear| gear.may_aoe && gear.row == Some(row)));
    for region in regions.iter() {
        if !must {
            offer(Action::Attack { region });
        }
        if must || may {
            offer(Action::Sweep { region });
        }
    }
}

/// The Region is chosen; one that is not adjacent costs a Hit.
fn aim(p: &mut Play, region: RegionId, is: Traits) {
    let who = p.s.level().actor;
    let beside = p.look().adjacent(p.look().region(who)).contains(region);
    let level = p.s.level_mut();
    if level.roll.row == Row::Ranged && !level.roll.target.is_on_map() {
        rule!("MM-328");
        level.roll.target = region;
        level.roll.pool -= u8::from(!beside);
    }
    level.attack = Attack { by: who, region, is, ..Attack::default() };
}

pub fn attack(p: &mut Play, region: RegionId) -> Next {
    rule!("MM-170", "MM-171");
    aim(p, region, Traits::empty());
    p.first(Frame::Strike, rolls::Frame::Spend)
}

pub fn sweep(p: &mut Play, region: RegionId) -> Next {
    rule!("MM-322", "MM-R26");
    aim(p, region, Traits::AOE);
    p.push(rolls::Frame::Spend);
    wait(Frame::SweepAmount)
}

fn sweep_paid(p: &mut Play, hits: u8) -> Next {
    let level = p.s.level_mut();
    level.roll.pool -= hits;
    level.roll.stopped = true;
    level.attack.amount = hits;
    begin_sweep(p)
}

/// Everybody in the Region but the attacker is hit.
pub fn begin_sweep(p: &mut Play) -> Next {
    rule!("MM-322", "MM-174");
    let Attack { by, region, .. } = p.s.level().attack;
    let (mut players, mut minions) = (0u8, 0u64);
    for who in p.look().all_in(region).filter(|who| *who != by) {
        match who.as_minion() {
            Some(slot) => minions |= 1 << slot,
            None => players |= 1 << who.0,
        }
    }
    let attack = &mut p.s.level_mut().attack;
    (attack.left_players, attack.left) = (players, minions);
    p.say(|l| Event::Told(format!("everybody in {} is hit", l.region_name(region))));
    then(Frame::SweepNext)
}

fn sweep_next(p: &mut Play) -> Next {
    let attack = &mut p.s.level_mut().attack;
    let target = if attack.left_players != 0 {
        let at = attack.left_players.trailing_zeros() as u8;
        attack.left_players &= attack.left_players - 1;
        Who(at)
    } else if let Some(slot) = bits(attack.left).next() {
        attack.left &= attack.left - 1;
        Who::minion(slot)
    } else {
        return damage::check(p);
    };
    if !p.look().is_there(target) {
        return then(Frame::SweepNext);
    }
    p.push(Frame::SweepNext);
    strike_at(p, target)
}

/// Heroes, Gust and controlled Minions who may take an attack on a Region.
#[must_use]
pub fn defending_heroes(look: Look, region: RegionId) -> ArrayVec<[Who; 8]> {
    let heroes = look.heroes_in(region).into_iter().map(Who::hero);
    let gust = (look.s.gust == region).then_some(Who::GUST);
    heroes.chain(gust).chain(look.puppets_in(region)).take(8).collect()
}

/// Who takes the attack now; `None`: the Heroes must choose.
fn defender(look: Look, region: RegionId, side: Side) -> Option<Who> {
    rule!("MM-180", "MM-181", "MM-R13");
    if side == Side::Villain {
        return look.defending_villain(region);
    }
    let all = defending_heroes(look, region);
    let marked = |who: &&Who| match who.as_hero() {
        Some(seat) => look.s.defenders.contains(seat),
        None => **who == Who::GUST && look.s.gust_defends,
    };
    match all.len() {
        1 => all.first().copied(),
        _ => all.iter().find(marked).copied(),
    }
}

/// The attack meets the next Defender of the Region.
fn strike(p: &mut Play) -> Next {
    rule!("MM-173", "MM-180", "MM-183");
    let Attack { by, region, .. } = p.s.level().attack;
    let enemies = crate::queries::other(p.look().side(by));
    if !p.look().holds(enemies, region) {
        return Next::Done;
    }
    match defender(p.look(), region, enemies) {
        Some(who) => strike_at(p, who),
        None => wait(Frame::Defender { unwilling: SeatSet::EMPTY }),
    }
}

/// Whose decision it is that somebody defends: its own player's, its rider's, or that of whoever plays its Turn.
fn decides_for(look: Look, who: Who) -> Seat {
    match (who.as_hero(), who.as_minion()) {
        (Some(seat), _) => seat,
        (None, Some(_)) => look.played_by(who).unwrap_or_else(|| look.first_hero()),
        (None, None) => {
            let rider = look.heroes().find(|seat| look.gift(*seat).gust.is_some());
            rider.unwrap_or_else(|| look.first_hero())
        }
    }
}

/// A Defender is proposed. Somebody else's Hero is asked first; who has said no is named all the same if the Initiative
/// holder insists: the Heroes do not agree, and then the token decides.
pub fn defender_named(p: &mut Play, frame: Frame, who: Who) -> Next {
    let Frame::Defender { unwilling } = frame else { return stray(frame) };
    rule!("MM-181", "MM-R14");
    let owner = decides_for(p.look(), who);
    if owner == p.look().first_hero() || unwilling.contains(owner) {
        return defends(p, who);
    }
    wait(Frame::Willing { who, unwilling })
}

pub fn willing(p: &mut Play, frame: Frame, yes: bool) -> Next {
    let Frame::Willing { who, unwilling } = frame else { return stray(frame) };
    rule!("MM-R14");
    if yes {
        return defends(p, who);
    }
    p.say(|l| Event::Told(format!("{} does not want to be the Defender", l.name(who))));
    let owner = decides_for(p.look(), who);
    wait(Frame::Defender { unwilling: unwilling.with(owner) })
}

/// The marker stays until the Level Up Step.
fn defends(p: &mut Play, who: Who) -> Next {
    rule!("MM-004", "MM-181");
    match who.as_hero() {
        Some(seat) => p.s.defenders.insert(seat),
        None => p.s.gust_defends = who == Who::GUST,
    }
    p.say(|l| Event::Told(format!("{} is the Defender", l.name(who))));
    strike_at(p, who)
}

fn strike_at(p: &mut Play, target: Who) -> Next {
    let attack = &mut p.s.level_mut().attack;
    attack.target = target;
    (attack.damage, attack.dodged, attack.prevented) = (0, 0, 0);
    attack.dodge = crate::words::Dice::NONE;
    attack.is -= Traits::SAVED | Traits::DEFEATED;
    p.first(spells::Frame::Window { window: Window::Targeted, about: target, at: 0 }, Frame::Dodge)
}

fn dodge(p: &mut Play) -> Next {
    rule!("MM-325");
    let attack = p.s.level().attack;
    if p.look().region(attack.target) != attack.region && !attack.is.contains(Traits::AOE) {
        rule!("MM-183");
        return then(Frame::Strike);
    }
    if !p.look().is_there(attack.target) {
        return Next::Done;
    }
    let own = p.look().abilities(attack.target, None).dodge;
    let dice = crate::queries::better(own, attack.dodge);
    if !attack.is.contains(Traits::IGNORES_DODGE) && !dice.is_none() {
        return p.first(Frame::DodgeDice { dice }, Frame::Amount);
    }
    then(Frame::Amount)
}

pub fn dodged(p: &mut Play, frame: Frame, hits: u8) -> Next {
    let Frame::DodgeDice { .. } = frame else { return stray(frame) };
    let target = p.s.level().attack.target;
    p.s.level_mut().attack.dodged = hits;
    p.say(|l| Event::Told(format!("{} dodges {hits}", l.name(target))));
    Next::Done
}

/// How much is dealt to this target. What an attack has dealt to those before it and they did not need comes first.
fn amount(p: &mut Play) -> Next {
    rule!("MM-173", "MM-256", "MM-257");
    let attack = p.s.level().attack;
    if attack.is.contains(Traits::AOE) {
        p.s.level_mut().attack.damage = attack.amount;
        return then(Frame::Hurt);
    }
    if attack.is.contains(Traits::SPELL) || p.s.level().roll.pool == 0 && !plus_ones::may_spend(p.look()) {
        return deal(p, 0);
    }
    wait(Frame::Amount)
}

/// All that is dealt meets this target: prevention is taken off the whole, and the next Defender takes what is left over.
fn deal(p: &mut Play, more: u8) -> Next {
    let attack = &mut p.s.level_mut().attack;
    attack.damage = std::mem::take(&mut attack.amount).saturating_add(more);
    if attack.damage > 0 {
        return then(Frame::Hurt);
    }
    p.s.level_mut().roll.stopped = true;
    Next::Done
}

/// How many Hits become damage.
pub fn damage_chosen(p: &mut Play, frame: Frame, hits: u8) -> Next {
    match frame {
        Frame::Amount => amount_chosen(p, hits),
        Frame::SweepAmount => sweep_paid(p, hits),
        Frame::Strike
        | Frame::Defender { .. }
        | Frame::Willing { .. }
        | Frame::Dodge
        | Frame::DodgeDice { .. }
        | Frame::Hurt
        | Frame::Apply
        | Frame::Falling
        | Frame::Struck
        | Frame::SweepNext => stray(frame),
    }
}

fn amount_chosen(p: &mut Play, hits: u8) -> Next {
    rule!("MM-325");
    p.s.level_mut().roll.pool -= hits;
    deal(p, hits)
}

/// A Plus-One after the Dodge was seen.
pub fn token_spent(p: &mut Play, frame: Frame) -> Next {
    let Frame::Amount = frame else { return stray(frame) };
    plus_ones::spend(p);
    wait(frame)
}

/// Any amount of the pool: what it is worth is for its player to judge. Plus-Ones can still be added.
fn offer_amounts(look: Look, offer: &mut impl FnMut(Action)) {
    rule!("MM-174", "MM-R22", "MM-R56");
    (0..=look.s.level().roll.pool).for_each(|n| offer(Action::Damage { hits: Count(n) }));
    if plus_ones::may_spend(look) {
        offer(Action::Spend);
    }
}
