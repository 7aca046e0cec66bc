//! Losing and gaining HP, stuns, death and what it takes along. "Death".

use super::epic;
use crate::{
    Play,
    event::Event,
    keeping,
    options::{Campaign, Scenario},
    state::{Charging, Foe, Place},
    words::{Epic, FoeId, Standing, Stat, Who},
};
use kernel::{Seat, Suit, rule};

/// Takes HP, temporary ones first. Gives back how many real ones were lost.
pub fn hurt(p: &mut Play, who: Who, amount: u16, by: Option<Who>) -> u16 {
    let there = match who {
        Who::Hero(seat) => p.s.heroes[seat].alive(),
        Who::Foe(foe) => p.s.foe(foe).present,
    };
    if !there || amount == 0 {
        return 0;
    }
    if let Some(why) = super::blows::immune(p, who) {
        p.say(|l| Event::NoHarm(l.name(who), why));
        return 0;
    }
    let amount = if doubled_by_grave(p, who) { amount.saturating_mul(2) } else { amount };
    rule!("PR-240");
    match who {
        Who::Hero(seat) => keeping::loses(p, seat, amount, by),
        Who::Foe(foe) => foe_loses(p, foe, amount, by),
    }
}

pub fn hero_loses(p: &mut Play, seat: Seat, amount: u16, by: Option<Who>) -> u16 {
    let hero = &mut p.s.heroes[seat];
    let soaked = amount.min(hero.temporary_hp.into());
    hero.temporary_hp -= soaked as u8;
    let lost = (amount - soaked).min(hero.hp.into());
    hero.hp -= lost as u8;
    let left = hero.hp;
    p.say(|l| Event::Loses(l.name(Who::Hero(seat)), amount, left.into()));
    steal_life(p, lost, by, Who::Hero(seat));
    if left == 0 {
        hero_falls(p, seat);
    }
    lost
}

fn foe_loses(p: &mut Play, id: FoeId, amount: u16, by: Option<Who>) -> u16 {
    let foe = p.s.foe_mut(id);
    let soaked = amount.min(foe.temporary_hp.into());
    foe.temporary_hp -= soaked as u8;
    let lost = (amount - soaked).min(foe.hp);
    foe.hp -= lost;
    let left = foe.hp;
    p.say(|l| Event::Loses(l.name(Who::Foe(id)), amount, left));
    steal_life(p, lost, by, Who::Foe(id));
    if left == 0 {
        foe_falls(p, id);
    }
    lost
}

/// Call of the Grave with a heart: all damage counts double.
pub fn doubled_by_grave(p: &Play, who: Who) -> bool {
    match who {
        Who::Foe(foe) => p.look().grave_on_foe(foe, Suit::Hearts),
        Who::Hero(seat) => p.look().grave_on_hero(seat, Suit::Hearts),
    }
}

/// Who takes damage meant for this enemy that is no attack: a Defender all damage, an Undead Guard attacks alone.
fn takes_damage_of(p: &Play, foe: FoeId) -> FoeId {
    rule!("PR-R27", "PR-R87");
    let on = p.look().foe_cover(foe).unwrap_or(foe);
    if p.s.foe(on).is_guard() && !p.g.options.guard_takes_all { foe } else { on }
}

/// Damage to an enemy that is no attack: whoever covers it may take it, and nobody on guard is hurt.
pub fn hurt_enemy(p: &mut Play, foe: FoeId, amount: u16, by: Option<Who>) -> u16 {
    let on = takes_damage_of(p, foe);
    if p.s.foe(foe).stance || p.s.foe(on).stance {
        rule!("PR-086", "PR-R48");
        return 0;
    }
    hurt(p, Who::Foe(on), amount, by)
}

/// Damage to all enemies at once.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub amount: u16,
    /// To those on guard.
    pub guarded: u16,
    /// They are attacked, all at once.
    pub attack: bool,
}

/// What each one takes, for itself and for others, is settled before anybody falls. Gives back the HP lost.
pub fn hurt_all_enemies(p: &mut Play, area: Area, by: Option<Who>) -> u16 {
    rule!("PR-R27", "PR-R87");
    let mut harm = [0; 4];
    for foe in p.s.enemies() {
        if p.look().foe_evacuated(foe) {
            rule!("PR-R34");
            continue;
        }
        let on = if area.attack { p.look().foe_cover(foe).unwrap_or(foe) } else { takes_damage_of(p, foe) };
        let spared = p.s.foe(foe).stance || p.s.foe(on).stance;
        if spared {
            rule!("PR-086", "PR-R48");
        }
        harm[on.index()] += if spared { area.guarded } else { area.amount };
    }
    FoeId::enemies().map(|foe| hurt(p, Who::Foe(foe), harm[foe.index()], by)).sum()
}

/// Blood Moon: whoever takes HP from the other side regains as many.
pub fn steal_life(p: &mut Play, lost: u16, by: Option<Who>, from: Who) {
    if p.s.running.or(p.s.turned).is_empty() || lost == 0 {
        return;
    }
    match (by, from) {
        (Some(Who::Hero(seat)), Who::Foe(_)) if p.look().hero_has(seat, Standing::LifeSteal) => {
            rule!("PR-165");
            gain(p, Who::Hero(seat), lost);
        }
        (Some(Who::Foe(foe)), Who::Hero(_))
            if foe.is_enemy() && p.look().enemies_have(Standing::LifeSteal) =>
        {
            gain(p, Who::Foe(foe), lost);
        }
        (_, _) => {}
    }
}

/// Regains HP, never above the maximum. The dead stay dead.
pub fn gain(p: &mut Play, who: Who, amount: u16) {
    match who {
        Who::Hero(seat) => keeping::gains(p, seat, amount),
        Who::Foe(foe) => foe_gains(p, foe, amount),
    }
}

pub fn hero_gains(p: &mut Play, seat: Seat, amount: u16) {
    let max = p.look().max_hp(Who::Hero(seat));
    let hero = &mut p.s.heroes[seat];
    if !hero.alive() {
        return;
    }
    let gained = amount.min(max.saturating_sub(hero.hp.into()));
    hero.hp += gained as u8;
    let now = hero.hp;
    p.say(|l| Event::Gains(l.name(Who::Hero(seat)), gained, now.into()));
}

fn foe_gains(p: &mut Play, id: FoeId, amount: u16) {
    let max = p.look().max_hp(Who::Foe(id));
    let foe = p.s.foe_mut(id);
    if !foe.present {
        return;
    }
    let gained = amount.min(max.saturating_sub(foe.hp));
    foe.hp += gained;
    let now = foe.hp;
    p.say(|l| Event::Gains(l.name(Who::Foe(id)), gained, now));
}

/// A hero loses the action of his next turn, and with it whatever he was working on.
pub fn stun(p: &mut Play, seat: Seat) {
    if !p.s.heroes[seat].alive() {
        return;
    }
    rule!("PR-083", "PR-R73");
    keeping::loses_action(p, seat);
    p.say(|l| Event::Stunned(l.name(Who::Hero(seat))));
    interrupt(p, seat);
}

/// What a hero was charging is lost; the party's allowance is not given back.
pub fn interrupt(p: &mut Play, seat: Seat) {
    if p.s.heroes[seat].charge.take().is_some() {
        rule!("PR-082", "PR-083");
        p.say(|l| Event::Broken(l.name(Who::Hero(seat))));
    }
}

/// Does something that may change maxima. HP stay what they are, unless the party has agreed on the house rule: then a lowered
/// maximum takes what lies above it, but no more than it was lowered by.
pub fn minding_maxima(p: &mut Play, change: impl FnOnce(&mut Play)) {
    rule!("PR-025", "PR-R31");
    if !p.g.options.maximum_cuts {
        return change(p);
    }
    let everyone = || {
        Seat::first(4)
            .map(Who::Hero)
            .chain(FoeId::enemies().map(Who::Foe))
            .chain([Who::Foe(FoeId::CREATURE), Who::Foe(FoeId::CREATURE_GUARD)])
    };
    let mut before = [0u16; 10];
    for (slot, who) in before.iter_mut().zip(everyone()) {
        *slot = p.look().max_hp(who);
    }
    change(p);
    for (before, who) in before.into_iter().zip(everyone()) {
        let now = p.look().max_hp(who);
        let cut = |hp: u16| hp.saturating_sub(now).min(before.saturating_sub(now));
        match who {
            Who::Hero(seat) => p.s.heroes[seat].hp -= cut(p.s.heroes[seat].hp.into()) as u8,
            Who::Foe(foe) => p.s.foe_mut(foe).hp -= cut(p.s.foe(foe).hp),
        }
    }
}

/// A hero at 0 HP.
pub fn hero_falls(p: &mut Play, seat: Seat) {
    rule!("PR-242", "PR-R51");
    p.say(|l| Event::Dies(l.name(Who::Hero(seat))));
    p.s.recount();
    let resurrection = p.look().epics(seat).contains(Epic::Resurrection);
    epic::end_all(p, seat);
    release_tokens(p, seat);
    let hero = &mut p.s.heroes[seat];
    hero.rest();
    hero.fell_this_shuffle = p.s.combat.on;
    if !(resurrection && hero.charge.is_some_and(|c| c.what == Charging::Epic(Epic::Resurrection))) {
        hero.charge = None;
    }
    if p.s.foe(FoeId::CREATURE).present && p.s.combat.summoner == seat {
        super::creature::release(p);
    }
}

/// A hero's Support tokens go back to his supply and his Protector token to himself.
pub fn release_tokens(p: &mut Play, seat: Seat) {
    rule!("PR-R30");
    p.s.heroes[seat].token = None;
    if p.s.tokens[seat] != [Place::SUPPLY; 4] {
        minding_maxima(p, |p| {
            p.s.tokens[seat] = [Place::SUPPLY; 4];
            p.s.recount();
        });
    }
}

/// An enemy, guard or creature at 0 HP.
fn foe_falls(p: &mut Play, id: FoeId) {
    rule!("PR-241");
    p.say(|l| Event::Dies(l.name(Who::Foe(id))));
    let foe = *p.s.foe(id);
    if id.is_enemy() && !foe.is_guard() {
        rule!("PR-215", "PR-R49", "PR-R56");
        p.s.tally.enemies_beaten += 1;
        p.s.combat.beaten += 1;
        p.s.combat.recovered += foe.stolen;
        if p.g.options.scenario == Scenario::TreasureHunt && p.s.combat.reshuffles > 0 {
            rule!("PR-342", "PR-R65");
        } else {
            p.s.combat.spoils += foe.treasure;
        }
        p.s.combat.steps_due = !p.g.options.defeat_steps_once && p.g.keeps_heroes();
    }
    if id == FoeId::CREATURE && p.g.options.campaign == Campaign::Tower {
        super::creature::put_back(p, &foe);
    } else if foe.from_deck {
        bury(p, &foe);
    }
    remove(p, id);
}

/// Puts the cards of an enemy into the Graveyard.
fn bury(p: &mut Play, foe: &Foe) {
    rule!("PR-004");
    for stat in foe.stats() {
        p.s.graveyard[stat.index()].insert(foe.cards[stat.index()]);
    }
}

/// Takes an enemy off the table with all that hangs on it: curses, temporary cards, its guard, marks on it.
pub fn remove(p: &mut Play, id: FoeId) {
    rule!("PR-071");
    if id.is_enemy() && p.s.sums.on_enemies[id.index()] != [0; 4] {
        for tokens in p.s.tokens.each_mut() {
            for place in tokens.iter_mut() {
                if place.on().is_some_and(|(who, _)| who == Who::Foe(id)) {
                    *place = Place::SUPPLY;
                }
            }
            tokens.sort_unstable();
        }
        p.s.sums.on_enemies[id.index()] = [0; 4];
    }
    for stat in Stat::ALL {
        if let Some(temporary) = p.s.foe_mut(id).temporary[stat.index()].take() {
            p.s.player_decks[stat.index()].insert(temporary.rank);
        }
    }
    *p.s.foe_mut(id) = Foe::default();
    p.s.recount_enemy(id);
    let graves = p.g.content.doing(Standing::Grave);
    for hero in p.s.heroes.each_mut() {
        hero.heretic = hero.heretic.filter(|who| *who != Who::Foe(id));
        hero.bombed = hero.bombed.filter(|who| *who != Who::Foe(id));
        hero.bleeds = hero.bleeds.filter(|foe| *foe != id);
        hero.charmed_by = hero.charmed_by.filter(|foe| *foe != id);
        hero.queen = hero.queen.filter(|foe| *foe != id);
        if p.g.options.grave_spares_guarded
            && let Some(grave) = hero.grave.as_mut().filter(|_| !hero.turned.meets(graves))
        {
            grave.on &= !(1 << id.index());
        }
    }
    for at in 0..FoeId::COUNT {
        let other = &mut p.s.foes[at];
        other.covers = other.covers.filter(|covered| *covered != id);
        if other.present && other.guard_of == Some(id) {
            rule!("PR-R17");
            let guard = *other;
            let guard_id = if at == FoeId::CREATURE_GUARD.index() {
                FoeId::CREATURE_GUARD
            } else {
                FoeId::enemy(at as u8)
            };
            if guard.from_deck {
                bury(p, &guard);
            }
            remove(p, guard_id);
        }
    }
}

/// A hero comes back with this many HP.
pub fn raise(p: &mut Play, seat: Seat, hp: u16) {
    let max = p.look().max_hp(Who::Hero(seat));
    let hero = &mut p.s.heroes[seat];
    let was_dead = hero.dead();
    hero.hp = hp.min(max).max(u16::from(hero.hp)) as u8;
    hero.fell_this_shuffle = false;
    if was_dead {
        hero.charge = None;
        p.s.recount();
        p.say(|l| Event::Returns(l.name(Who::Hero(seat))));
    }
    gain(p, Who::Hero(seat), 0);
}
