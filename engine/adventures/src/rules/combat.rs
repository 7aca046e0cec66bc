//! Combat: up to three rounds against one to three enemies. RA-170 to RA-177, RA-236 to RA-239.

use crate::{
    Event, Play,
    content::{
        cards::{TRACK, TrackEffect},
        story::Combat,
    },
    frame::then,
    rules::{
        contest::Frame,
        dice_pool, exhaustion, revealed, rows,
        skill_check::{self, Results},
    },
    state::{Contest, FOES, Kind},
    words::{EnemyId, ModifierId},
};
use kernel::{Next, flow::Flow, rule};

/// A combat box of an entry.
pub fn begin(p: &mut Play, combat: Combat, entry: u16) -> Next<crate::Frame> {
    let mods = combat.modifiers.each_ref().map(|mods| &mods[..]);
    fight(p, &combat.enemies, mods, Results { entry, passes: combat.victory, fails: combat.defeat })
}

/// A combat against these, with the modifiers of each.
pub fn fight(
    p: &mut Play,
    enemies: &[EnemyId],
    mods: [&[ModifierId]; FOES],
    after: Results,
) -> Next<crate::Frame> {
    rule!("RA-170", "RA-008", "RA-177");
    p.s.contest = Contest {
        kind: Kind::Combat,
        round: 1,
        entry: after.entry,
        passes: after.passes,
        fails: after.fails,
        ..Contest::default()
    };
    for (enemy, mods) in enemies.iter().zip(mods) {
        let slots = p.g.content.enemy(*enemy).slots;
        skill_check::add_foe(p, *enemy, 1, &slots, mods);
    }
    p.say(|look| {
        let foes = look.s.contest.foes;
        let names = foes.iter().map(|foe| look.g.content.enemy(foe.enemy).name.clone()).collect();
        let mods = foes.iter().flat_map(|foe| foe.mods.into_iter());
        Event::Combat(names, mods.map(|m| look.g.content.modifier(m).name.clone()).collect())
    });
    rule!("RA-R32");
    if p.s.all_exhausted() && p.g.options.skip_lost_fights {
        p.say(|_| Event::Result { combat: true, passed: false });
        return then(Frame::Over { passed: false, from: 0 });
    }
    dice_pool::begin(p)
}

/// Dice were placed: whoever has no empty slot left is defeated.
pub fn fall(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-177");
    let round = p.s.contest.round;
    for i in 0..p.s.contest.foes.len() {
        let standing = p.s.contest.slots.iter().any(|slot| usize::from(slot.foe) == i && slot.die.is_none());
        let foe = &mut p.s.contest.foes[i];
        if !standing && !foe.down {
            (foe.down, foe.fell) = (true, round);
            p.say(|look| Event::Defeated(look.foe_name(i)));
        }
    }
    skill_check::fold_modifiers(p);
    then(Frame::RoundOver)
}

pub fn round_over(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-174");
    if p.s.contest.foes.iter().all(|foe| foe.down) {
        return then(Frame::CombatOver);
    }
    rule!("RA-236", "RA-R29");
    let empty = p.s.contest.slots.iter().filter(|slot| slot.die.is_none());
    let struck = empty.fold(0u8, |sum, slot| sum.saturating_add(slot.counterattack));
    if struck > 0 {
        p.say(|_| Event::Counterattacks(struck));
    }
    exhaustion::suffer_all(p, struck);
    if p.s.all_exhausted() {
        return then(Frame::CombatOver);
    }
    then(Frame::Track { foe: 0, icon: 0 })
}

/// The next space of each track, icon by icon; then its marker advances.
pub fn track(p: &mut Play, foe: u8, icon: u8) -> Next<crate::Frame> {
    rule!("RA-174", "RA-R28", "RA-R30");
    let at = usize::from(foe);
    if at >= p.s.contest.foes.len() {
        return then(Frame::TrackOver);
    }
    let next_foe = Frame::Track { foe: foe + 1, icon: 0 };
    let this = p.s.contest.foes[at];
    if this.down {
        return then(next_foe);
    }
    let space = usize::from(this.marker);
    if space >= TRACK {
        p.s.contest.foes[at].stuck = true;
        return then(next_foe);
    }
    let Some(effect) = p.look().space(at, space).get(usize::from(icon)).copied() else {
        p.s.contest.foes[at].marker += 1;
        return then(next_foe);
    };
    p.say(|look| Event::Track(look.foe_name(at), effect.to_string()));
    let rest = Frame::Track { foe, icon: icon + 1 }.into();
    match effect {
        TrackEffect::Fatigue(k) => {
            rule!("RA-237");
            exhaustion::suffer_all(p, k);
        }
        TrackEffect::LoseGold(k) => {
            rule!("RA-238", "RA-R33");
            revealed::gain_gold(p, -i16::from(k));
        }
        TrackEffect::LoseXp(k) => {
            rule!("RA-239", "RA-R33");
            revealed::gain_xp(p, -i16::from(k));
        }
        TrackEffect::DrainRows(k) => return p.first(rows::for_all(k, true).into(), rest),
        TrackEffect::FillRows(k) => return p.first(rows::for_all(k, false).into(), rest),
    }
    then(rest)
}

pub fn track_over(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-171", "RA-174", "RA-R08", "RA-R77");
    let standing = p.s.contest.foes.iter().filter(|foe| !foe.down);
    // A marker on the last space had no space to go to.
    let (mut stuck, mut moving) = (false, false);
    standing.for_each(|foe| *(if foe.stuck { &mut stuck } else { &mut moving }) = true);
    p.s.contest.over = stuck && !(moving && p.g.options.all_markers);
    if p.s.contest.over || p.s.all_exhausted() {
        return then(Frame::CombatOver);
    }
    skill_check::pool_to_bag(p);
    p.s.contest.round += 1;
    let round = p.s.contest.round;
    p.say(|_| Event::Round(round));
    dice_pool::begin(p)
}

pub fn combat_over(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-175", "RA-176", "RA-R31", "RA-R08");
    let won = p.s.contest.foes.iter().all(|foe| foe.down) && !p.s.all_exhausted();
    skill_check::rewards(p);
    skill_check::clear_table(p);
    p.say(|_| Event::Result { combat: true, passed: won });
    then(Frame::Over { passed: won, from: 0 })
}
