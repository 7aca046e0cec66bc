//! What each asking frame offers. A rule that is an absence ("there is no Pass") is marked here.

use crate::{
    action::{Action, SlotId},
    actions, flow,
    queries::{Look, STAT_MAX, STAT_MIN},
    rows,
    rules::{campaigns, rounds},
    state::{Charging, Growth, Token},
    words::{Ability, Deed, Epic, EpicSet, FoeId, HeroId, Side, Standing, Stat, Who},
};
use kernel::{Seat, rule};

pub type Out<'a> = &'a mut Vec<Action>;

/// What this seat may do now; the caller has made sure that it is asked.
#[inline]
pub fn actions(look: Look, seat: Seat, out: Out) {
    if let Some(frame) = look.s.stack.top() {
        flow::legal(look, seat, *frame, out);
    }
}

/// Would this action of a turn change nothing, whatever card comes? Such actions are legal; labels say so, bots skip them.
pub fn is_idle(look: Look, seat: Seat, action: Action) -> bool {
    let hero = look.hero(seat);
    let token = |side, ally: HeroId| hero.token == Some(Token { ally: ally.seat(), side });
    let idle = match action {
        Action::Cure { hero } | Action::Flask { hero } => {
            u16::from(look.hero(hero.seat()).hp) >= look.max_hp(Who::Hero(hero.seat()))
        }
        Action::BoostHeal => hero.boost_heal,
        Action::PreciseStrike => hero.precise_strike,
        Action::DoubleDamage => hero.double_damage,
        Action::JointAttack { ally } => token(Side::Joint, ally),
        Action::ProtectOther { ally } => token(Side::Protect, ally),
        Action::Done
        | actions!(set_up)
        | Action::Begin
        | Action::StayDown
        | Action::Attack { .. }
        | Action::Defend
        | Action::Buff { .. }
        | Action::Curse { .. }
        | Action::Epic { .. }
        | Action::Run { .. }
        | Action::Bomb
        | Action::Summon
        | Action::Command { .. }
        | Action::Release
        | Action::Hide
        | Action::Slot { .. }
        | Action::Swap { .. }
        | actions!(choice)
        | actions!(town)
        | actions!(map)
        | actions!(told) => false,
    };
    if idle {
        rule!("PR-058");
    }
    idle
}

// --- a hero's turn

#[inline]
pub fn players(look: Look, seat: Seat, out: Out) {
    let hero = look.hero(seat);
    if hero.dead() {
        if hero.charge.is_some() {
            out.push(Action::Begin);
        } else {
            out.extend([Action::Epic { epic: Epic::Resurrection }, Action::StayDown]);
        }
    } else if rounds::turn_has_start(look, seat) {
        out.push(Action::Begin);
    } else {
        menu(look, seat, out);
    }
}

/// The single action of a turn. There is no Pass among them.
pub fn menu(look: Look, seat: Seat, out: Out) {
    rule!("PR-043", "PR-050");
    let hero = look.hero(seat);
    if look.has_creature(seat) {
        commands(look, seat, out);
        out.push(Action::Release);
        return;
    }
    let peasant = hero.grown == Growth::Peasant;
    if peasant {
        rule!("PR-367");
    }
    if !forbidden_to_attack(look, seat) {
        rows::ATTACKS[look.within_aim().bits()].list(out);
    }
    out.push(Action::Defend);
    abilities(look, seat, out);
    epics_and_slots(look, seat, out);
    if !peasant {
        run_and_items(look, seat, out);
    }
    if look.hero_has(seat, Standing::MayHide) && !hero.hidden && !peasant {
        rule!("PR-166");
        out.push(Action::Hide);
    }
}

/// Set Up turned against the party: the others cannot attack.
fn forbidden_to_attack(look: Look, seat: Seat) -> bool {
    look.enemies_have(Standing::NoEnemyAttack)
        && !look.hero(seat).turned.meets(look.g.content.doing(Standing::NoEnemyAttack))
}

#[inline]
fn abilities(look: Look, seat: Seat, out: Out) {
    let hero = look.hero(seat);
    if hero.grown > Growth::Peasant && (look.as_asked(seat) || hero.slots == [None, None]) {
        return any_ability(look, seat, out);
    }
    // One after the other and not in a loop: both then share what they ask about the table.
    if let Some(one) = hero.slots[0] {
        ability_uses(look, seat, one, out);
    }
    if let Some(two) = hero.slots[1] {
        ability_uses(look, seat, two, out);
    }
}

/// As You Wish: any of the eight.
#[cold]
fn any_ability(look: Look, seat: Seat, out: Out) {
    rule!("PR-168", "PR-R40");
    Ability::ALL.iter().for_each(|ability| ability_uses(look, seat, *ability, out));
}

#[inline(always)]
fn ability_uses(look: Look, seat: Seat, ability: Ability, out: Out) {
    let (living, near) = (look.s.living(), look.within_aim());
    if ability as u8 >= Ability::BuffAlly as u8 {
        rule!("PR-068", "PR-069");
        if ability == Ability::BuffAlly && look.any_stat_at_maximum(living) {
            return buffs(look, out);
        }
        if ability == Ability::CurseEnemy && !near.clone().all(|id| look.all_stats_above_minimum(id)) {
            return curses(look, out);
        }
    }
    // Whom each ability can reach, in the order of the abilities; what needs no target has a row of one.
    let (heroes, allies, enemies) = (living.bits(), living.without(seat).bits(), near.bits() as u8);
    let reach = u64::from_le_bytes([allies, allies, heroes, 1, 1, 1, heroes, enemies]);
    let set = (reach >> (8 * ability as u32) & 15) as usize;
    rows::ABILITIES[ability.index()][set].list(out);
}

/// The buffs that can raise a stat.
#[inline(never)]
fn buffs(look: Look, out: Out) {
    buffable(look, |hero, stat| out.push(Action::Buff { hero, stat }));
}

/// The curses that can lower a stat.
#[inline(never)]
fn curses(look: Look, out: Out) {
    for enemy in look.within_aim() {
        for stat in look.foe(enemy).stats() {
            if look.foe_stat(enemy, *stat) > STAT_MIN {
                out.push(Action::Curse { enemy, stat: *stat });
            }
        }
    }
}

#[inline]
fn epics_and_slots(look: Look, seat: Seat, out: Out) {
    // Two at most. Both are written and what is too much cut off: whether there are any is more than can be guessed.
    let epics = if look.may_declare_epic() { look.epics(seat) } else { EpicSet::EMPTY };
    let [first, last] = epics.ends();
    let count = usize::from(!epics.is_empty()) + usize::from(first != last);
    rows::list(&[Action::Epic { epic: first }, Action::Epic { epic: last }], count, out);
    if may_change_slots(look, seat) {
        slot_changes(look, seat, out);
    }
}

#[inline]
fn may_change_slots(look: Look, seat: Seat) -> bool {
    let hero = look.hero(seat);
    hero.known.exceeds(hero.slots) && !hero.slots.contains(&None)
}

#[inline(never)]
pub fn slot_changes(look: Look, seat: Seat, out: Out) {
    if !may_change_slots(look, seat) {
        return;
    }
    let hero = look.hero(seat);
    for ability in hero.known.iter().filter(|a| !hero.slotted(*a)) {
        rule!("PR-055");
        out.extend([1, 2].map(|slot| Action::Slot { slot: SlotId::new(slot), ability }));
    }
}

#[inline]
fn run_and_items(look: Look, seat: Seat, out: Out) {
    if !look.s.combat.no_escape {
        rule!("PR-056");
        rows::RUNS[look.s.acting_enemies().bits()].list(out);
        if look.s.items.bombs > 0 {
            out.push(Action::Bomb);
        }
    }
    rows::SWAPS[look.hero(seat).stacks()].list(out);
    if look.s.items.flasks > 0 {
        heroes(look, |hero| out.push(Action::Flask { hero }));
    }
    let summon = look.s.items.summoning_book == Some(seat)
        && !look.foe(FoeId::CREATURE).present
        && campaigns::can_supply(look)
        && !look.s.heroes.iter().any(|(_, h)| h.charge.is_some_and(|c| c.what == Charging::Summoning));
    if summon {
        out.push(Action::Summon);
    }
}

#[inline(never)]
fn commands(look: Look, seat: Seat, out: Out) {
    let creature = look.foe(FoeId::CREATURE);
    let own = Who::Hero(seat);
    let faces = look.g.content.die(look.acts_as(FoeId::CREATURE));
    // What it powers up for it tries again, as every enemy does.
    let repeats = creature.pending.filter(|deed| look.falls_back(FoeId::CREATURE, *deed).is_none());
    let can = |deed: &Deed| {
        let has = faces.map_or(*deed == Deed::Attack, |faces| faces.contains(deed));
        repeats.map_or(has, |again| again == *deed)
    };
    for deed in Deed::ALL.iter().copied().filter(can) {
        let command = |target| Action::Command { deed, target };
        match deed {
            Deed::Attack | Deed::DemonWhip | Deed::StealTreasure | Deed::DestroyTreasure => {
                let at = look.s.enemies().filter(|id| look.can_aim_at(*id));
                out.extend(at.map(|foe| command(Who::Foe(foe))));
            }
            Deed::SeductiveSmile => {
                let at = look.s.acting_enemies().filter(|id| look.can_aim_at(*id));
                out.extend(at.map(|foe| command(Who::Foe(foe))));
            }
            Deed::DefendOther => {
                let others = look.s.living().into_iter().filter(|s| creature.covers_hero != Some(*s));
                out.extend(others.map(|s| command(Who::Hero(s))));
            }
            Deed::DamageBoost if creature.boost.is_some() => {}
            Deed::CursedRiposte if creature.riposte => {}
            Deed::UndeadGuard
                if look.foe_cover_is_guard(FoeId::CREATURE) || look.guard_source().is_none() => {}
            Deed::DefendSelf
            | Deed::DamageBoost
            | Deed::CursedRiposte
            | Deed::UndeadGuard
            | Deed::LifeToDeath
            | Deed::Fear
            | Deed::DragonBreath => out.push(command(own)),
        }
    }
}

// --- lists

pub fn heroes(look: Look, mut each: impl FnMut(HeroId)) {
    for seat in look.s.living() {
        each(seat.into());
    }
}

pub fn allies(look: Look, seat: Seat, mut each: impl FnMut(HeroId)) {
    for ally in look.s.living().without(seat) {
        each(ally.into());
    }
}

pub fn hero_stats(look: Look, mut each: impl FnMut(HeroId, Stat)) {
    for seat in look.s.living() {
        for stat in Stat::ALL {
            each(seat.into(), *stat);
        }
    }
}

/// Stats of living heroes that a token can still raise.
pub fn buffable(look: Look, mut each: impl FnMut(HeroId, Stat)) {
    rule!("PR-068");
    for seat in look.s.living() {
        let values = look.stats(seat);
        for (stat, value) in Stat::ALL.iter().zip(values) {
            if value < STAT_MAX {
                each(seat.into(), *stat);
            }
        }
    }
}
