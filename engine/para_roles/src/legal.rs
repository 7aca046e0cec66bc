//! What each asking frame offers. A rule that is an absence ("there is no Pass") is marked here.

use crate::{
    action::{Action, SlotId},
    frame::{Blow, Frame, Mix},
    legal_minimal, legal_outside as outside,
    options::RoleMode,
    queries::{Look, STAT_MAX, STAT_MIN},
    rows,
    rules::{campaigns, rounds, setup},
    state::{Charging, Place, Token},
    words::{Ability, Class, Deed, Epic, EpicSet, FoeId, HeroId, Role, Side, Standing, Stat, Who},
};
use kernel::{Card, Seat, Suit, rule};

pub type Out<'a> = &'a mut Vec<Action>;

/// What this seat may do now; the caller has made sure that it is asked.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is one choice each")]
pub fn actions(look: Look, seat: Seat, out: Out) {
    let Some(frame) = look.s.stack.top() else { return };
    match *frame {
        Frame::Players => players(look, seat, out),
        Frame::Menu { .. } => menu(look, seat, out),
        Frame::Pause { .. } => outside::pause(look, seat, out),
        frame => choices(look, frame, seat, out),
    }
}

/// Would this action of a turn change nothing, whatever card comes? Such actions are legal; labels say so, bots skip them.
#[expect(clippy::wildcard_enum_match_arm, reason = "everything else may change something")]
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
        _ => false,
    };
    if idle {
        rule!("PR-058");
    }
    idle
}

/// Does a frame of an EPIC that takes effect offer anything at all?
#[expect(clippy::wildcard_enum_match_arm, reason = "everything else always offers something")]
pub fn has_choice(look: Look, frame: Frame) -> bool {
    match frame {
        Frame::Evacuate { .. } => look.s.living().len() > 1,
        // Putting it back alone is no choice.
        Frame::PolymorphLay { .. } => lay_targets(look).next().is_some(),
        Frame::XxxTarget { .. } | Frame::BombTarget { .. } | Frame::HereticTarget { .. } => {
            look.s.enemies().any(|id| look.can_aim_at(id))
        }
        _ => true,
    }
}

#[inline(never)]
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is offered on the way and in combat")]
fn choices(look: Look, frame: Frame, seat: Seat, out: Out) {
    match frame {
        Frame::Minimal(at) => legal_minimal::offers(look, at, out),
        Frame::StatCard { suit, .. } => {
            let free = setup::choices(look.g, look.s, suit);
            out.extend(free.iter().map(|rank| Action::Take { card: Card::new(rank, suit) }));
        }
        Frame::OneCard { .. } => {
            let rank = setup::one_rank(look.g);
            let free = Suit::ALL.into_iter().filter(|s| look.s.player_decks[s.index()].contains(rank));
            out.extend(free.map(|suit| Action::Take { card: Card::new(rank, suit) }));
        }
        Frame::Redraw { .. } => {
            out.push(Action::Done);
            out.extend(setup::redrawable(look.g, look.s, seat).map(|stat| Action::Redraw { stat }));
        }
        Frame::RedrawKeep { stat, new, .. } => {
            let old = look.hero(seat).cards[stat.index()];
            out.extend([old, new].map(|rank| Action::Keep { card: Card::new(rank, stat.suit()) }));
        }
        Frame::ChooseRole { .. } => roles(look, seat, out),
        Frame::ChooseRoleEpic { .. } => {
            let epics = setup::elite_roles(look.s, seat).map(|role| look.g.content.role(role).epic);
            out.extend(epics.map(|epic| Action::ChooseRoleEpic { epic }));
        }
        Frame::FreeTokens { .. } => {
            out.push(Action::Done);
            buffable(look, |hero, stat| out.push(Action::LayToken { hero, stat }));
        }
        frame => journey_choices(look, frame, seat, out),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is offered in combat")]
fn journey_choices(look: Look, frame: Frame, seat: Seat, out: Out) {
    match frame {
        Frame::Map => outside::map(look, out),
        Frame::TrapVictim { .. } => heroes(look, |hero| out.push(Action::Hero { hero })),
        Frame::SealRift => {
            heroes(look, |hero| out.push(Action::Hero { hero }));
            if look.s.living().into_iter().any(|seat| outside::has_pause_choice_in(look, seat, false)) {
                out.push(Action::Camp);
            }
        }
        Frame::Taker(blow) => {
            let blow = Blow::from(blow);
            // Whoever is out of reach cannot be pushed in front of a blow; the one aimed at always can.
            let can = |hero: HeroId| look.reachable(hero.seat()) || blow.on == Who::Hero(hero.seat());
            heroes(look, |hero| {
                if can(hero) {
                    out.push(Action::Hero { hero });
                }
            });
        }
        Frame::HeartsChoice => {
            out.push(Action::HealAll);
            let dead = look.s.heroes.iter().filter(|(_, h)| h.dead());
            out.extend(dead.map(|(seat, _)| Action::Raise { hero: seat.into() }));
        }
        Frame::SwapTo { seat, from, .. } => {
            let stay = |hero: HeroId, stat: Stat| hero.seat() == seat && stat == from;
            hero_stats(look, |hero, stat| {
                if !stay(hero, stat) {
                    out.push(Action::Treasure { hero, stat });
                }
            });
        }
        Frame::Pay { .. } => rows::PAYMENTS[look.hero(seat).stacks()].list(out),
        Frame::LayTreasure { seat } => {
            out.extend(Stat::ALL.iter().map(|stat| Action::Treasure { hero: seat.into(), stat: *stat }));
        }
        Frame::HandOut { .. } => hero_stats(look, |hero, stat| out.push(Action::Treasure { hero, stat })),
        frame => combat_choices(look, frame, seat, out),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "frames that ask nobody never get here")]
fn combat_choices(look: Look, frame: Frame, seat: Seat, out: Out) {
    match frame {
        Frame::AuraChoice { .. } => out.extend([Action::AuraHealth, Action::AuraDamage]),
        Frame::Needle { seat } => {
            heroes(look, |hero| out.push(Action::Hero { hero }));
            // A charmed Monk's needles are for the enemies; others reach only whom they can aim at.
            let turned = look.hero(seat).turned.contains(Epic::Acupuncture);
            let near = look.s.acting_enemies().filter(|id| turned || look.can_aim_at(*id));
            out.extend(near.map(|enemy| Action::Enemy { enemy }));
        }
        Frame::TokenFrom { to, .. } => {
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
        Frame::XxxTarget { .. } | Frame::BombTarget { .. } | Frame::HereticTarget { .. } => aim(look, out),
        Frame::PolymorphMix { .. } => {
            let there = |mix: &Mix| {
                mix.counts().iter().zip(look.s.player_decks).all(|(n, deck)| u32::from(*n) <= deck.len())
            };
            out.extend(Mix::all().filter(there).map(|mix| Action::Mix { mix }));
        }
        Frame::PolymorphLay { .. } => {
            out.extend(lay_targets(look).map(|target| Action::Lay { target }));
            out.push(Action::PutBack);
        }
        Frame::Raise { seat } => {
            let own = look.hero(seat).dead();
            let seated = look.s.seated().into_iter().filter(|who| !own || *who == seat);
            out.extend(seated.map(|who| Action::Hero { hero: who.into() }));
        }
        Frame::Evacuate { .. } => {
            for healer in look.s.living() {
                for patient in look.s.living().without(healer) {
                    out.push(Action::Evacuate { healer: healer.into(), patient: patient.into() });
                }
            }
        }
        Frame::Mirror { .. } => out.extend([Action::Reflect, Action::Decline]),
        // The same card twice can only be told, and then wrongly.
        Frame::Pick { cards: (one, two), .. } if one == two => out.push(Action::Keep { card: one }),
        Frame::Pick { cards: (one, two), .. } => out.extend([one, two].map(|card| Action::Keep { card })),
        Frame::Cover(blow) => {
            let blow = Blow::from(blow);
            let Who::Hero(aimed) = blow.on else { return };
            out.extend(look.covers(aimed, blow.by).map(|who| match who {
                Who::Hero(by) => Action::Hero { hero: by.into() },
                Who::Foe(enemy) => Action::Enemy { enemy },
            }));
        }
        other => unreachable!("{other:?} asks nobody"),
    }
}

// --- set-up and maps

fn roles(look: Look, seat: Seat, out: Out) {
    if look.g.options.roles == RoleMode::EliteSquadron {
        out.extend(Class::ALL[4..].iter().map(|class| Action::ChooseClass { class: *class }));
        return;
    }
    let free = Role::ALL.iter().filter(|role| setup::mixer_may_take(look.g, look.s, seat, **role));
    out.extend(free.map(|role| Action::ChooseRole { role: *role }));
}

// --- a hero's turn

fn players(look: Look, seat: Seat, out: Out) {
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
fn menu(look: Look, seat: Seat, out: Out) {
    rule!("PR-043", "PR-050");
    let hero = look.hero(seat);
    if look.has_creature(seat) {
        commands(look, seat, out);
        out.push(Action::Release);
        return;
    }
    let peasant = hero.grown == 0;
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
    look.enemies_have(Standing::NoEnemyAttack) && !look.hero(seat).turned.contains(Epic::SetUp)
}

#[inline]
fn abilities(look: Look, seat: Seat, out: Out) {
    let hero = look.hero(seat);
    if hero.grown > 0 && (look.as_asked(seat) || hero.slots == [None, None]) {
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
    let faces = look.g.content.die(creature.kind);
    let can = |deed: &Deed| faces.map_or(*deed == Deed::Attack, |faces| faces.contains(deed));
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

fn aim(look: Look, out: Out) {
    out.extend(look.s.enemies().filter(|id| look.can_aim_at(*id)).map(|enemy| Action::Enemy { enemy }));
}

/// Where the next Polymorph card fits: upward on heroes, downward on enemies, one a stat.
fn lay_targets(look: Look<'_>) -> impl Iterator<Item = Who> + '_ {
    let card = look.s.polymorph.drawn.cards[0];
    let i = card.suit().index();
    let hero_fits = move |seat: &Seat| {
        let hero = look.hero(*seat);
        hero.temporary[i].is_none() && hero.cards[i] < card.rank()
    };
    let heroes = look.s.living().into_iter().filter(hero_fits).map(Who::Hero);
    heroes.chain(look.s.enemies().filter(move |id| look.lowers(*id, card)).map(Who::Foe))
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

fn hero_stats(look: Look, mut each: impl FnMut(HeroId, Stat)) {
    for seat in look.s.living() {
        for stat in Stat::ALL {
            each(seat.into(), *stat);
        }
    }
}

/// Stats of living heroes that a token can still raise.
fn buffable(look: Look, mut each: impl FnMut(HeroId, Stat)) {
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
