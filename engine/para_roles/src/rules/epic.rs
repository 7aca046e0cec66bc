//! EPIC abilities: declaring, three turns of work, taking effect, running, ending. "Use EPIC Ability".

use super::{death, epic_start};
use crate::{
    Play,
    event::Event,
    frame::{Next, then},
    state::{Charge, Charging, State},
    words::{Epic, EpicSet, FoeId, Standing, Start, Stat, Tick, Until, Who},
};
use kernel::{Seat, SeatSet, rule};

/// Turns from declaring an EPIC (or a summoning) to its effect.
pub const EPIC_TURNS: u8 = 3;

/// The first of three turns; the party's allowance is spent now.
pub fn declare(p: &mut Play, seat: Seat, epic: Epic) -> Next {
    rule!("PR-054", "PR-080", "PR-081", "PR-082", "PR-R20");
    p.s.combat.allowance = false;
    p.s.heroes[seat].charge = Some(Charge { what: Charging::Epic(epic), turns: 1 });
    p.say(|l| Event::Declares(l.name(Who::Hero(seat)), epic, 1));
    Next::Done
}

/// One more turn of work; with the third it takes effect. `charmed`: it is turned against the party.
pub fn advance(p: &mut Play, seat: Seat, charge: Charge, charmed: bool) -> Next {
    let turns = charge.turns + 1;
    if turns < EPIC_TURNS {
        p.s.heroes[seat].charge = Some(Charge { turns, ..charge });
        if let Charging::Epic(epic) = charge.what {
            p.say(|l| Event::Declares(l.name(Who::Hero(seat)), epic, turns));
        }
        return Next::Done;
    }
    p.s.heroes[seat].charge = None;
    match charge.what {
        Charging::Epic(epic) => take_effect(p, seat, epic, charmed),
        Charging::Summoning => super::creature::arrives(p, seat),
    }
}

/// The EPIC takes effect: first it runs, then what it starts with happens.
pub fn take_effect(p: &mut Play, seat: Seat, epic: Epic, charmed: bool) -> Next {
    let turned = charmed && !only_for_owner(p, epic);
    if charmed {
        rule!("PR-226", "PR-227", "PR-R21");
    }
    p.say(|l| Event::Fires(l.name(Who::Hero(seat)), epic, turned));
    let queen = p.s.heroes[seat].charmed_by;
    let hero = &mut p.s.heroes[seat];
    hero.fired = Some(epic);
    if turned {
        hero.queen = queen;
    }
    if p.g.content.epic(epic).until != Until::Instant {
        rule!("PR-088");
        death::minding_maxima(p, |p| {
            let hero = &mut p.s.heroes[seat];
            hero.running.insert(epic);
            hero.turned = hero.turned.minus(EpicSet::only(epic));
            if turned {
                hero.turned.insert(epic);
            }
            recount(p.s);
        });
    }
    if turned
        && p.g.content.doing(Standing::MayHide).contains(epic)
        && let Some(queen) = p.s.heroes[seat].queen
    {
        p.s.foe_mut(queen).hidden = true;
    }
    then(epic_start::Frame::Fire { seat, epic, start: 0, turned })
}

/// Concerns only its owner, so a charm changes nothing about it.
fn only_for_owner(p: &Play, epic: Epic) -> bool {
    let card = p.g.content.epic(epic);
    card.start.is_empty() && card.tick.is_empty() && card.does.iter().all(|effect| effect.is_owners())
}

/// The sums over all heroes that queries look at first.
pub fn recount(s: &mut State) {
    let (mut running, mut turned) = (EpicSet::EMPTY, EpicSet::EMPTY);
    for (_, hero) in s.heroes.iter() {
        running = running.or(hero.running.minus(hero.turned));
        turned = turned.or(hero.turned);
    }
    (s.running, s.turned) = (running, turned);
}

/// What a running EPIC does at the start of its owner's later turns.
pub fn ticks(p: &mut Play, seat: Seat) {
    for epic in p.s.heroes[seat].running.iter() {
        let turned = p.s.heroes[seat].turned.contains(epic);
        let amount = p.g.content.amount(epic);
        let g = p.g;
        for tick in &g.content.epic(epic).tick {
            match tick {
                Tick::HurtEnemies => {
                    rule!("PR-155");
                    hurt_all(p, seat, epic, turned);
                }
                Tick::HealHeroes => heal_all(p, seat, amount, turned),
            }
        }
    }
}

/// Every enemy loses HP; turned, every other hero. Those on guard are spared.
pub fn hurt_all(p: &mut Play, seat: Seat, epic: Epic, turned: bool) {
    let card = p.g.content.epic(epic);
    let amount = card.amount;
    if !turned {
        // A bomb attacks them; an aura does not.
        let attack = card.start.contains(&Start::Bomb);
        let area = death::Area { amount: amount.into(), guarded: 0, attack };
        death::hurt_all_enemies(p, area, Some(Who::Hero(seat)));
        return;
    }
    for other in p.s.living().without(seat) {
        if p.s.heroes[other].stance {
            rule!("PR-086", "PR-R48");
        } else {
            death::hurt(p, Who::Hero(other), amount.into(), None);
        }
    }
}

/// Every living hero regains HP; turned, the owner and the enemies do.
pub fn heal_all(p: &mut Play, seat: Seat, amount: u8, turned: bool) {
    rule!("PR-164");
    let seats = if turned { SeatSet::only(seat) } else { p.s.living() };
    for hero in seats {
        death::gain(p, Who::Hero(hero), amount.into());
    }
    if turned {
        for foe in FoeId::enemies() {
            if p.s.foe(foe).present {
                death::gain(p, Who::Foe(foe), amount.into());
            }
        }
    }
}

/// A running EPIC ends, and with it all it brought.
pub fn end(p: &mut Play, seat: Seat, epic: Epic) {
    if !p.s.heroes[seat].running.contains(epic) {
        return;
    }
    p.say(|l| Event::Ends(l.name(Who::Hero(seat)), epic));
    death::minding_maxima(p, |p| {
        let only = EpicSet::only(epic);
        let hero = &mut p.s.heroes[seat];
        hero.running = hero.running.minus(only);
        hero.turned = hero.turned.minus(only);
        recount(p.s);
        for effect in &p.g.content.epic(epic).does {
            fades(p, seat, *effect);
        }
    });
}

/// What an effect laid on its owner goes, and what lay on others too, unless another EPIC of the kind still runs.
fn fades(p: &mut Play, seat: Seat, effect: Standing) {
    let still = p.s.running.or(p.s.turned).meets(p.g.content.doing(effect));
    let hero = &mut p.s.heroes[seat];
    match effect {
        Standing::Evacuates => hero.evacuated = None,
        Standing::Heretic => hero.heretic = None,
        Standing::StunsTarget => hero.bombed = None,
        Standing::Grave => hero.grave = None,
        Standing::Shadows => (hero.curses_doubled, hero.bleeds) = (false, None),
        Standing::TemporaryCards => return_temporary_cards(p, seat),
        Standing::MayHide | Standing::Needles | Standing::AuraChoice if still => {}
        Standing::MayHide => {
            p.s.heroes.each_mut().iter_mut().for_each(|h| h.hidden = false);
            p.s.foes.iter_mut().for_each(|f| f.hidden = false);
        }
        Standing::Needles => {
            rule!("PR-R39");
            p.s.heroes.each_mut().iter_mut().for_each(|h| h.temporary_hp = 0);
            p.s.foes.iter_mut().for_each(|f| f.temporary_hp = 0);
        }
        Standing::AuraChoice => {
            p.s.heroes.each_mut().iter_mut().for_each(|h| h.aura_damage = false);
            p.s.foes.iter_mut().for_each(|f| f.aura_damage = false);
        }
        Standing::AutoHit
        | Standing::AutoAbility
        | Standing::NoDamage
        | Standing::OwnerNoDamage
        | Standing::AttackBase
        | Standing::AceDefense
        | Standing::AceAttack
        | Standing::AceTrick
        | Standing::BonusDefenseAttack
        | Standing::HurtsAttackers
        | Standing::NoEnemyAttack
        | Standing::PartyPicksTaker
        | Standing::HitStuns
        | Standing::HitKnocksDown
        | Standing::TripleBuffs
        | Standing::DoubleDamage
        | Standing::LifeSteal
        | Standing::SneakCard
        | Standing::TwoCards
        | Standing::AsAsked => {}
    }
}

/// Polymorph: this hero's temporary cards go back to their decks.
fn return_temporary_cards(p: &mut Play, by: Seat) {
    rule!("PR-093");
    for stat in Stat::ALL {
        let i = stat.index();
        let on_heroes = p.s.heroes.each_mut().iter_mut().map(|h| &mut h.temporary[i]);
        let on_foes = p.s.foes.iter_mut().map(|f| &mut f.temporary[i]);
        for lying in on_heroes.chain(on_foes) {
            if let Some(card) = lying.filter(|t| t.by == by) {
                p.s.player_decks[i].insert(card.rank);
                *lying = None;
            }
        }
    }
}

/// All running EPICs of a hero end: he died, changed a slot, or the combat is over.
pub fn end_all(p: &mut Play, seat: Seat) {
    rule!("PR-085");
    for epic in p.s.heroes[seat].running.iter() {
        end(p, seat, epic);
    }
}

/// After his action a Monk names somebody, if no club has ended it.
pub fn needle_due(p: &Play, seat: Seat, acted: bool) -> bool {
    let hero = p.look().hero(seat);
    acted
        && hero.alive()
        && hero.fired != Some(Epic::Acupuncture)
        && p.look().owner_has(seat, Standing::Needles)
}

/// Acupuncture: an enemy loses its next turn, or a hero gets temporary HP; turned, the other way round.
pub fn needle(p: &mut Play, seat: Seat, on: Who) {
    rule!("PR-167");
    let turned = p.s.heroes[seat].turned.meets(p.g.content.doing(Standing::Needles));
    let amount = p.g.content.amount(Epic::Acupuncture);
    match on {
        Who::Foe(foe) if !turned => {
            if !p.s.foe(foe).stance {
                p.s.foe_mut(foe).stunned = true;
                p.say(|l| Event::Stunned(l.name(on)));
            }
            return;
        }
        Who::Hero(other) if turned && other != seat => return death::stun(p, other),
        Who::Foe(foe) => p.s.foe_mut(foe).temporary_hp = p.s.foe(foe).temporary_hp.saturating_add(amount),
        Who::Hero(other) => {
            p.s.heroes[other].temporary_hp = p.s.heroes[other].temporary_hp.saturating_add(amount);
        }
    }
    p.say(|l| Event::Temporary(l.name(on), amount));
}
