//! A fight as a whole: the kill clock against the death clock, and what the campaign is worth after it.

use super::{
    fight::{self, Plan},
    journey::{self, Party, Way, worth},
    odds::Odds,
};
use kernel::Seat;
use para_roles::{
    queries::Look,
    words::{Ability, Epic, FoeId, Stat, Who},
};

/// Heroes do not strike on every turn.
const STRIKES: f32 = 0.8;
/// Cards a round of combat turns, for the wait until the deck runs out.
const CARDS_A_ROUND: f32 = 8.0;
/// Rounds from a decision to charge until the effect.
const CHARGE: f32 = 3.3;
/// A party that sees no end leaves after so many rounds.
const PATIENCE: f32 = 6.0;
/// And sooner where it can go on its way.
const PATIENCE_PASSING: f32 = 3.0;
/// How fast the danger to be wiped out falls with the rounds the party can endure.
const ENDURANCE: f32 = 0.6;
/// Of the healing that a harmless enemy leaves time for, so much is counted.
const CALM: f32 = 0.8;
/// After so many rounds nobody waits for healing any more.
const CALM_ROUNDS: u16 = 60;
/// Every round takes its time.
const ROUND: f32 = 0.0002;
/// A fight uses up to so many flasks, each for so much Health.
const FLASKS: u8 = 4;
const FLASK_HP: f32 = 3.0;
/// What a won treasure card adds.
const TREASURE: f32 = 0.0015;
/// A charm: the hero strikes a friend.
const CHARMED: f32 = 0.006;
/// An EPIC that runs against the party.
const TURNED: f32 = 0.02;

/// What is expected of a fight.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlook {
    /// Rounds until the last enemy falls.
    pub kill: f32,
    /// Rounds the party can endure.
    pub endure: f32,
    /// What each hero loses in a common round.
    pub rate: [f32; 4],
    /// What each hero loses in the next enemy phase.
    pub near: [f32; 4],
    /// The worth of each hero's Health after the next enemy phase.
    pub worths: [f32; 4],
    /// The chance that a charge is broken in one round.
    pub breaks: f32,
    /// Actions the party loses in a common round, as a share.
    pub hindered: f32,
}

pub fn outlook(look: Look, odds: &Odds) -> Outlook {
    let mut out = Outlook::default();
    for (seat, hero) in look.s.heroes.iter() {
        out.worths[seat.index()] = worth(f32::from(hero.hp) + f32::from(hero.temporary_hp));
    }
    let fails = Seat::first(4).map(|seat| 1.0 - odds.check(look.stat(seat, Stat::Defense)));
    let mut fails_by_seat = [0.0; 4];
    fails_by_seat.iter_mut().zip(fails).for_each(|(slot, fail)| *slot = fail);
    for id in look.s.acting_enemies() {
        threaten(look, odds, id, &fails_by_seat, &mut out);
    }
    let hp: f32 = look.s.living().into_iter().map(|s| f32::from(look.hero(s).hp)).sum();
    let hp = hp + f32::from(look.s.items.flasks.min(FLASKS)) * FLASK_HP;
    let near: f32 = out.near.iter().sum();
    let rate: f32 = out.rate.iter().sum();
    out.endure = ((hp - near) / rate.max(0.05)).max(0.2);
    out.kill = kill_clock(look, odds, &out);
    out
}

/// Adds what one enemy does to everybody.
fn threaten(look: Look, odds: &Odds, id: FoeId, fails: &[f32; 4], out: &mut Outlook) {
    let habit = fight::habit(look, odds, id);
    let next = fight::next_turn(look, odds, id, habit);
    let named = fight::named(look, odds, id);
    let damage = f32::from(look.foe_damage(id));
    let boost = f32::from(look.boost_of(id));
    for seat in look.s.living() {
        let i = seat.index();
        if fight::is_immune(look, seat) {
            continue;
        }
        let covered = fight::taker(look, seat);
        let by = covered.unwrap_or(seat);
        let stance = look.hero(by).stance;
        let pass = named[i] * fails[by.index()];
        // Blows go to whoever covers him.
        let bump = if stance { 0.0 } else { next.blows() * pass };
        suffer(look, out, by, bump, damage);
        out.rate[by.index()] +=
            habit.blows() * pass + habit.boost * habit.trick * boost * 0.25 * fails[by.index()];
        area(look, seat, covered, (habit, next), out);
    }
    out.breaks += (next.fear + (next.whip + next.smile) * 0.25) * next.trick;
    let lost = habit.fear * 0.9 + habit.whip * 0.25 + habit.smile * 0.35;
    out.hindered += (lost + habit.guard * 0.5) * habit.trick;
    out.hindered += habit.defend * odds.check(look.foe_stat(id, Stat::Defense));
}

/// What reaches every hero: breath, drain, and theft from those who own nothing.
fn area(look: Look, seat: Seat, covered: Option<Seat>, (habit, next): (Plan, Plan), out: &mut Outlook) {
    let hero = look.hero(seat);
    let rates = (habit.breath * 2.0 + habit.drain) * habit.trick;
    out.rate[seat.index()] += rates;
    match covered {
        Some(by) => suffer(look, out, by, next.breath * next.trick, 1.0),
        None if hero.stance => suffer(look, out, seat, next.breath * next.trick, 1.0),
        None => {
            suffer(look, out, seat, next.breath * next.trick, 2.0);
            suffer(look, out, seat, next.drain * next.trick, 1.0);
        }
    }
    if hero.treasure == [0; 4] {
        out.rate[seat.index()] += habit.steal * habit.trick * 0.25;
        if !hero.stance {
            suffer(look, out, seat, next.steal * next.trick * 0.25, 1.0);
        }
    }
}

/// A hero loses Health with some chance.
#[inline]
fn suffer(look: Look, out: &mut Outlook, seat: Seat, chance: f32, damage: f32) {
    if chance <= 0.0 {
        return;
    }
    let i = seat.index();
    let hero = look.hero(seat);
    let hp = f32::from(hero.hp) + f32::from(hero.temporary_hp);
    out.near[i] += chance * damage.min(hp);
    out.worths[i] -= chance * (worth(hp) - worth(hp - damage));
}

/// What a hero deals to an enemy in a turn, and what his switched-on abilities add once.
fn dealing(look: Look, odds: &Odds, seat: Seat, foe: FoeId) -> (f32, f32) {
    let strike = fight::strike(look, odds, seat, foe);
    if !strike.doubled && !strike.precise {
        return (strike.mean(), 0.0);
    }
    let open = 1.0 - odds.check(look.foe_stat(fight::meets(look, foe), Stat::Defense));
    let single = if strike.doubled { strike.damage * 0.5 } else { strike.damage };
    let rate = strike.hit * open * single;
    // Double Damage waits for a wound, Precise Strike for a hit.
    let bonus = match (strike.doubled, strike.precise) {
        (true, true) => strike.damage - open * single,
        (true, false) => single * 0.9,
        (_, _) => (1.0 - open) * single * 0.95,
    };
    (rate, bonus)
}

/// Rounds until the last enemy falls.
fn kill_clock(look: Look, odds: &Odds, out: &Outlook) -> f32 {
    let mut rounds = 0.0;
    let mut most = 0.0_f32;
    for id in look.s.enemies() {
        let foe = look.foe(id);
        let mut hp = f32::from(foe.hp) + f32::from(foe.temporary_hp);
        most = most.max(hp);
        hp = hp.min(cut_by_polymorph(look, id));
        let (mut rate, mut bonuses, mut tempo) = (0.0, 0.0, 0.0);
        for seat in look.s.living() {
            let (mean, bonus) = dealing(look, odds, seat, id);
            rate += mean;
            bonuses += bonus;
            tempo += mean * pace(look, seat, foe.stance);
        }
        let left = (hp - bonuses.min(hp * 0.7) - tempo * STRIKES).max(0.25);
        rounds += left / (rate * STRIKES * (1.0 - out.hindered.min(0.7))).max(0.02);
    }
    with_epics(look, odds, out, rounds.min(60.0), most)
}

/// Turns a hero has before (or lost after) the enemies act, against a common round.
fn pace(look: Look, seat: Seat, guarded: bool) -> f32 {
    let hero = look.hero(seat);
    let mut turns = 0.0;
    if look.s.combat.to_act.contains(seat) && !guarded {
        turns += 1.0;
    }
    if hero.stunned || hero.charmed_by.is_some() {
        turns -= 1.0;
    }
    if let Some(charge) = hero.charge {
        turns -= f32::from(3u8.saturating_sub(charge.turns));
    }
    turns
}

/// Hearts drawn for a Polymorph that will cut an enemy's Health.
fn cut_by_polymorph(look: Look, id: FoeId) -> f32 {
    let drawn = &look.s.polymorph.drawn;
    let mut cut = f32::INFINITY;
    if drawn.count == 0 || look.foe(id).stance {
        return cut;
    }
    for card in drawn.cards.iter().take(usize::from(drawn.count)) {
        if card.suit() == Stat::Health.suit() {
            cut = cut.min(f32::from(card.number()));
        }
    }
    cut
}

/// An EPIC that is charged, or may be, shortens the fight.
fn with_epics(look: Look, odds: &Odds, out: &Outlook, rounds: f32, most: f32) -> f32 {
    let mut best = rounds;
    let mut shorten = |epic: Epic, wait: f32| {
        let holds = 1.0 - (out.breaks * wait.min(2.5)).min(0.9);
        let after = wait + (rounds - wait).max(0.0) * (1.0 - fight::epic_power(epic, most) * holds);
        if after < best {
            best = after;
        }
    };
    let wait = if look.may_declare_epic() { CHARGE } else { CHARGE + odds.left() as f32 / CARDS_A_ROUND };
    for seat in look.s.living() {
        if let Some((epic, turns)) = fight::charging(look, seat) {
            let now = f32::from(u8::from(!look.s.combat.to_act.contains(seat)));
            shorten(epic, (turns - 1.0 + now).max(0.0));
        } else if look.s.lockout == 0 && look.hero(seat).charge.is_none() {
            for epic in look.epics(seat).iter() {
                shorten(epic, wait);
            }
        }
    }
    best
}

/// The party after the fight: Health lost on the way, or regained while a harmless enemy leaves time for it.
fn afterwards(look: Look, odds: &Odds, out: &Outlook) -> Party {
    let patience = if journey::way(look).passes { PATIENCE_PASSING } else { PATIENCE };
    let rounds = out.kill.min(patience);
    let rate: f32 = out.rate.iter().sum();
    let cures: f32 = look.s.living().into_iter().map(|seat| cure_rate(look, odds, seat)).sum();
    let calm = if look.s.combat.round < CALM_ROUNDS && cures > 0.0 {
        (1.0 - rate / (cures * 0.5)).clamp(0.0, 1.0) * CALM
    } else {
        0.0
    };
    let mut worths = out.worths;
    for seat in look.s.living() {
        let i = seat.index();
        let hp = f32::from(look.hero(seat).hp);
        let lost = out.rate[i] * rounds;
        let later = worth((hp - lost).max(hp * 0.15)) / worth(hp);
        let spent = out.worths[i] * later;
        // Buffs on Health are not worth the wait.
        let card = f32::from(look.hero(seat).cards[0].number());
        let full = worth(card.min(f32::from(look.max_hp(Who::Hero(seat)))));
        worths[i] = spent + (full - spent).max(0.0) * calm;
    }
    journey::party(look, worths)
}

fn cure_rate(look: Look, odds: &Odds, seat: Seat) -> f32 {
    if look.hero(seat).slotted(Ability::Cure) { odds.check(look.stat(seat, Stat::Trick)) } else { 0.0 }
}

/// Is this the fight that everything hangs on: nothing behind it, and no way around it?
fn is_last(way: Way) -> bool {
    way.here > 0.0 && way.ahead == 0.0 && !way.passes
}

/// A logistic curve over what is known before the last fight; `kill` and `strength` count by their logarithms.
struct Curve {
    base: f32,
    /// Rounds to kill.
    kill: f32,
    /// The party's strength.
    strength: f32,
    alive: f32,
    quality: f32,
    flask: f32,
}

const SINGLE: Curve =
    Curve { base: 0.05, kill: -1.75, strength: 2.99, alive: 0.17, quality: 16.41, flask: 0.22 };
const DOUBLED: Curve =
    Curve { base: -22.96, kill: -1.51, strength: 4.33, alive: 4.11, quality: 22.04, flask: 0.46 };

/// The chance to come out of the last fight alive, flights and new attempts included. A logistic curve, fitted to how
/// 620 games of greedy ended from 45 812 rounds of their last fights (seeds 41 and 42): the clocks above were far too
/// hopeful there (of rounds they gave 8 in 10, 1 in 10 was won with doubles).
fn last_fight(look: Look, out: &Outlook) -> f32 {
    let curve = if look.g.options.doubles { DOUBLED } else { SINGLE };
    let party = journey::party(look, out.worths);
    let x = curve.base
        + curve.kill * out.kill.max(0.1).ln()
        + curve.strength * party.strength.max(0.05).ln()
        + curve.alive * party.alive
        + curve.quality * party.quality
        + curve.flask * f32::from(look.s.items.flasks.min(5));
    1.0 / (1.0 + (-x).exp())
}

/// The expected payoff of a fight, from 0 to 1.
pub fn value(look: Look, odds: &Odds, out: &Outlook) -> f32 {
    let way = journey::way(look);
    let party = afterwards(look, odds, out);
    let (l, k) = (out.endure * out.endure, out.kill * out.kill);
    let beats = l / (l + k);
    let wipe = (-out.endure * ENDURANCE).exp();
    let mut won = way;
    won.beaten += 1.0;
    let gains: u8 = look.s.enemies().map(|id| look.foe(id).treasure + look.foe(id).stolen).sum();
    let best = journey::prospect(won, party) + f32::from(gains) * TREASURE;
    let worst = if look.s.combat.no_escape { journey::defeat(way) } else { fled(look, party) };
    if is_last(way) {
        let alive = last_fight(look, out);
        let best = journey::prospect(Way { danger: 0.0, ..won }, party) + f32::from(gains) * TREASURE;
        return alive * best + (1.0 - alive) * journey::defeat(way) - f32::from(look.s.combat.round) * ROUND;
    }
    let goes_on = beats * best + (1.0 - beats) * worst;
    let charmed = look.s.heroes.each().iter().filter(|h| h.charmed_by.is_some()).count() as f32;
    let turned = look.s.turned.iter().count() as f32;
    goes_on * (1.0 - wipe) + journey::defeat(way) * wipe
        - charmed * CHARMED
        - turned * TURNED
        - f32::from(look.s.combat.round) * ROUND
}

/// The payoff after getting away with a party like this.
pub fn fled(look: Look, party: Party) -> f32 {
    let mut way = journey::way(look);
    // Where enemies wait, the encounter is still to come.
    let (more, toll) = if way.passes { (0.0, 0.0) } else { (1.0, journey::WAITING) };
    way.ahead += more;
    way.danger += more * way.here;
    journey::prospect(way, party) - toll
}
