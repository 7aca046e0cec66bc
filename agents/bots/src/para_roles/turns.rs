//! Weights of the actions of a turn, counted in points of enemy Health.

use super::{
    fight::{self, Strike},
    journey::{self, worth},
    odds::Odds,
    outlook::{self, Outlook},
};
use kernel::Seat;
use para_roles::{
    Action, actions, legal,
    queries::Look,
    state::{Charging, Place},
    words::{Ability, Deed, Epic, FoeId, Side, Stat, Who},
};

/// What is legal and not surely pointless stays possible.
const FLOOR: f32 = 0.004;
/// A point of hero Health against one of enemy Health, times the slope of its worth.
const HERO_HP: f32 = 6.0;
/// Finishing an enemy ends what it does.
const FINISH: f32 = 0.6;
/// A token is worth so much a round and point, for as many rounds as it will count.
const TOKEN_ROUNDS: f32 = 5.0;
/// A running deck of chances: payoff to points.
const FLIGHT: f32 = 60.0;
/// Switching something on is worth a little less than doing it now.
const LATER: f32 = 0.9;

/// All that the actions of one turn share.
pub struct Scene<'a> {
    look: Look<'a>,
    odds: Odds<'a>,
    seat: Seat,
    out: Outlook,
    trick: f32,
    /// The enemy that this hero would strike, and how.
    target: Option<(FoeId, Strike)>,
    /// What getting away is worth against going on, in points.
    flight: f32,
}

impl<'a> Scene<'a> {
    /// `leaves` is the payoff of a party that gets away.
    pub fn new(look: Look<'a>, odds: &Odds<'a>, seat: Seat, leaves: f32) -> Scene<'a> {
        let out = outlook::outlook(look, odds);
        let stays = outlook::value(look, odds, &out);
        let flight = (leaves - stays) * FLIGHT;
        let sure = !look.quiet() && look.as_asked(seat);
        let trick = if sure { 1.0 } else { odds.check(look.stat(seat, Stat::Trick)) };
        let mut scene = Scene { look, odds: *odds, seat, out, trick, target: None, flight };
        let best = look.within_aim().map(|foe| (foe, fight::strike(look, odds, seat, foe)));
        scene.target = best.max_by(|a, b| scene.blow_points(*a).total_cmp(&scene.blow_points(*b)));
        scene
    }

    pub fn weight(&self, action: Action) -> f32 {
        if legal::is_idle(self.look, self.seat, action) {
            return 0.0;
        }
        match self.points(action) {
            Some(points) => FLOOR + points.max(0.0) * points.max(0.0),
            None => 0.0,
        }
    }

    /// Points of an action; `None` for what is surely pointless.
    fn points(&self, action: Action) -> Option<f32> {
        Some(match action {
            Action::Attack { enemy } => {
                self.blow_points((enemy, fight::strike(self.look, &self.odds, self.seat, enemy)))
            }
            Action::Defend => self.defend(),
            Action::JointAttack { ally } => self.joint(ally.seat()),
            Action::ProtectOther { ally } => self.protect(ally.seat()),
            Action::Cure { hero } => {
                let size = self.look.cure_size(self.seat, hero.seat());
                self.trick * self.healing(hero.seat(), size.into())
            }
            Action::BoostHeal => self.boost_heal(),
            Action::PreciseStrike => self.precise(),
            Action::DoubleDamage => self.double(),
            Action::Buff { hero, stat } => self.trick * self.buff(hero.seat(), stat),
            Action::Curse { enemy, stat } => self.trick * self.curse(enemy, stat),
            Action::Epic { epic } => self.epic(epic),
            Action::Slot { .. } => return None,
            Action::Run { stat, enemy } => return self.run(stat, enemy),
            Action::Bomb => self.flight.max(0.0) * 1.2,
            Action::Swap { .. } => return None,
            Action::Flask { hero } => self.healing(hero.seat(), 15.0) * 0.8,
            Action::Summon => 0.6,
            Action::Command { deed, target } => self.command(deed, target),
            Action::Release => 0.05,
            Action::Hide => 0.7,
            Action::StayDown => 0.05,
            // Nothing to choose from, or no action of a turn.
            Action::Done
            | actions!(set_up)
            | Action::Begin
            | actions!(choice)
            | actions!(town)
            | actions!(map)
            | actions!(told) => 1.0,
        })
    }

    /// Expected damage, and more for an end to it all.
    fn blow_points(&self, (aimed, strike): (FoeId, Strike)) -> f32 {
        let foe = self.look.foe(fight::meets(self.look, aimed));
        if foe.stance && !self.look.owner_has(self.seat, para_roles::words::Standing::AsAsked) {
            return 0.0;
        }
        let hp = f32::from(foe.hp) + f32::from(foe.temporary_hp);
        let finish = if strike.damage >= hp { FINISH } else { 0.0 };
        let mut points = strike.wounds() * (strike.damage.min(hp) + finish);
        if foe.riposte && aimed == fight::meets(self.look, aimed) {
            points -= self.slope(self.seat)
                * f32::from(self.look.foe_damage(aimed))
                * (1.0 - strike.wounds() * finish);
        }
        // Weakened enemies first: a dead one strikes no more.
        points * (1.0 + 0.2 / hp.max(1.0))
    }
    /// What a point of Health is worth to this hero now.
    fn slope(&self, seat: Seat) -> f32 {
        let hp = f32::from(self.look.hero(seat).hp);
        let weight = if journey::raises(self.look, seat) { 1.4 } else { 1.0 };
        HERO_HP * weight * (worth(hp) - worth(hp - 1.0))
    }
    /// Health regained, in points.
    fn healing(&self, seat: Seat, size: f32) -> f32 {
        let hp = f32::from(self.look.hero(seat).hp);
        let gain = size.min(f32::from(self.look.max_hp(Who::Hero(seat))) - hp).max(0.0);
        let weight = if journey::raises(self.look, seat) { 1.4 } else { 1.0 };
        // Who will be struck hardest needs it most.
        let struck = 1.0 + self.out.near[seat.index()].min(1.0);
        HERO_HP * weight * (worth(hp + gain) - worth(hp)) * struck
    }
    fn boost_heal(&self) -> f32 {
        let look = self.look;
        let cures = look.s.living().into_iter().any(|s| look.hero(s).slotted(Ability::Cure));
        if !cures || look.s.heroes.each().iter().any(|h| h.boost_heal) {
            return 0.0;
        }
        let most = look.s.living().into_iter().map(|s| self.healing(s, 3.0)).fold(0.0, f32::max);
        let one = look.s.living().into_iter().map(|s| self.healing(s, 1.0)).fold(0.0, f32::max);
        self.trick * LATER * (most - one) * 0.9
    }
    fn defend(&self) -> f32 {
        let hero = self.look.hero(self.seat);
        if hero.stance {
            return 0.0;
        }
        let i = self.seat.index();
        let kept = worth(f32::from(hero.hp)) - self.out.worths[i];
        let weight = if journey::raises(self.look, self.seat) { 1.4 } else { 1.0 };
        let guard = self.odds.check(self.look.stat(self.seat, Stat::Defense));
        guard * HERO_HP * weight * kept.max(0.0) + 0.02
    }
    fn joint(&self, ally: Seat) -> f32 {
        let Some((foe, _)) = self.target else { return 0.0 };
        let now = fight::strike(self.look, &self.odds, ally, foe);
        let twice = self.odds.check_twice(self.look.stat(ally, Stat::Attack));
        let gain = (twice - now.hit).max(0.0) * now.through * now.damage;
        let rounds = self.out.kill.min(TOKEN_ROUNDS);
        let moved = self.look.hero(self.seat).token.is_some_and(|t| t.side == Side::Joint);
        self.trick * gain * rounds * if moved { 0.3 } else { 0.8 }
    }
    fn protect(&self, ally: Seat) -> f32 {
        let look = self.look;
        let own = self.odds.check(look.stat(self.seat, Stat::Defense));
        let his = self.odds.check(look.stat(ally, Stat::Defense));
        let stance = if look.hero(self.seat).stance { 1.0 } else { 0.0 };
        let i = ally.index();
        let saved = (worth(f32::from(look.hero(ally).hp)) - self.out.worths[i]).max(0.0) * HERO_HP;
        let cost =
            self.out.near[i] * self.slope(self.seat) * ((1.0 - own) / (1.0 - his).max(0.1)) * (1.0 - stance);
        let moved = look.hero(self.seat).token.is_some_and(|t| t.side == Side::Protect);
        self.trick * (saved * 1.3 - cost).max(0.0) * if moved { 0.4 } else { 1.5 }
    }
    fn precise(&self) -> f32 {
        let Some((_, strike)) = self.target else { return 0.0 };
        self.trick * (1.0 - strike.through) * strike.damage * LATER
    }
    fn double(&self) -> f32 {
        let Some((foe, strike)) = self.target else { return 0.0 };
        let hp = f32::from(self.look.foe(fight::meets(self.look, foe)).hp);
        // It lasts until it wounds, if the fight lasts that long.
        let used = (strike.wounds() * self.out.kill * 1.2).min(1.0);
        self.trick * (hp - strike.damage).clamp(0.0, strike.damage) * LATER * used
    }
}

/// Tokens, EPICs, flight and commands.
impl Scene<'_> {
    /// Is a token at hand, or must one be moved?
    fn token_cost(&self) -> f32 {
        if self.look.s.tokens[self.seat].contains(&Place::SUPPLY) { 1.0 } else { 0.25 }
    }
    fn buff(&self, ally: Seat, stat: Stat) -> f32 {
        let look = self.look;
        let value = look.stat(ally, stat);
        let more = self.odds.check((value + 1).min(15)) - self.odds.check(value);
        let rounds = self.out.kill.min(TOKEN_ROUNDS) + 3.0;
        let worth = match stat {
            // Only the maximum rises.
            Stat::Health => 0.01,
            Stat::Defense => {
                let fails = (1.0 - self.odds.check(value)).max(0.1);
                self.out.rate[ally.index()] * more / fails * self.slope(ally)
            }
            Stat::Attack => {
                let Some((foe, _)) = self.target else { return 0.0 };
                let strike = fight::strike(look, &self.odds, ally, foe);
                more * strike.through * strike.damage
            }
            Stat::Trick => more * 0.35,
        };
        worth * rounds * self.token_cost()
    }
    fn curse(&self, enemy: FoeId, stat: Stat) -> f32 {
        let look = self.look;
        let foe = look.foe(enemy);
        let value = look.foe_stat(enemy, stat);
        let less = self.odds.check(value) - self.odds.check(value.saturating_sub(1));
        let rounds = self.out.kill.min(TOKEN_ROUNDS);
        let worth = match stat {
            Stat::Health => {
                let full = foe.hp >= look.max_hp(Who::Foe(enemy));
                return if full && foe.hp > 1 { self.token_cost().max(0.6) } else { 0.0 };
            }
            Stat::Defense => {
                let hits: f32 = look
                    .s
                    .living()
                    .into_iter()
                    .map(|seat| fight::strike(look, &self.odds, seat, enemy).hit)
                    .sum();
                hits * less
            }
            Stat::Attack => {
                let harm: f32 = self.out.rate.iter().sum();
                harm * less / self.odds.check(value).max(0.1) * 1.2
            }
            Stat::Trick => {
                let plan = fight::habit(look, &self.odds, enemy);
                let danger = plan.breath * 6.0 + plan.drain * 5.0 + plan.fear * 2.0 + plan.whip + plan.smile;
                less * (danger + plan.boost * 0.8 + plan.steal * 0.5)
            }
        };
        worth * rounds * self.token_cost()
    }
    /// The work it saves after three turns, for each of them.
    fn epic(&self, epic: Epic) -> f32 {
        let look = self.look;
        let most = look.s.enemies().map(|id| look.foe(id).hp).max().unwrap_or(0);
        let hp: f32 = look.s.enemies().map(|id| f32::from(look.foe(id).hp)).sum();
        let busy = look
            .s
            .living()
            .into_iter()
            .any(|s| look.hero(s).charge.is_some_and(|c| matches!(c.what, Charging::Epic(_))));
        if epic == Epic::Resurrection {
            return self.resurrection();
        }
        let pace = hp / self.out.kill.max(0.5);
        let left = (hp - pace.min(1.5) * 2.0).max(0.0);
        let holds = (1.0 - self.out.breaks.min(0.9)).powi(2);
        let power = fight::epic_power(epic, f32::from(most));
        left * power * holds * if busy { 0.3 } else { 0.5 }
    }
    /// A fallen hero may raise himself; raising others can wait until after the fight.
    fn resurrection(&self) -> f32 {
        if self.look.hero(self.seat).dead() {
            return 1.5;
        }
        let dead = self.look.s.heroes.each().iter().filter(|h| h.dead()).count() as f32;
        0.15 * dead
    }
    /// Only by the better stat, and only if going on is worse.
    fn run(&self, stat: Stat, enemy: FoeId) -> Option<f32> {
        let look = self.look;
        let (defense, trick) = (look.stat(self.seat, Stat::Defense), look.stat(self.seat, Stat::Trick));
        let better = if trick > defense { Stat::Trick } else { Stat::Defense };
        if stat != better || self.flight <= 0.0 {
            return None;
        }
        let several = look.s.acting_enemies().count();
        let strongest = look.s.acting_enemies().max_by_key(|id| look.foe(*id).strength()) == Some(enemy);
        let share = if several > 1 && !strongest { 0.3 } else { 1.0 };
        Some(self.odds.check(defense.max(trick)) * self.flight * share)
    }
    /// A creature's deeds by what they do to the enemies.
    fn command(&self, deed: Deed, target: Who) -> f32 {
        let stat = |stat| self.odds.check(self.look.foe_stat(FoeId::CREATURE, stat));
        let hp = target.foe().map_or(1.0, |id| f32::from(self.look.foe(id).hp));
        let close = 1.0 + 0.2 / hp.max(1.0);
        match deed {
            Deed::Attack => {
                stat(Stat::Attack) * f32::from(self.look.foe_damage(FoeId::CREATURE)) * 0.5 * close
            }
            Deed::DemonWhip => stat(Stat::Trick) * 1.1,
            Deed::DragonBreath => stat(Stat::Trick) * 2.5,
            Deed::Fear | Deed::SeductiveSmile => stat(Stat::Trick) * 0.9,
            Deed::LifeToDeath => stat(Stat::Trick) * 1.2,
            Deed::StealTreasure | Deed::DestroyTreasure => stat(Stat::Trick) * 0.9,
            Deed::DamageBoost => stat(Stat::Trick) * 0.8,
            Deed::DefendOther => stat(Stat::Trick) * 0.5,
            Deed::CursedRiposte => stat(Stat::Trick) * 0.4,
            Deed::UndeadGuard | Deed::DefendSelf => 0.1,
        }
    }
}

/// So many actions of a hero are tried out, and getting away.
const TRIED: usize = 3;

/// Where every option is played out to the end, only the weightiest of each hero are worth it, and getting away always is:
/// what weights say of it is the least sure.
pub fn narrow(odds: &Odds, look: Look, seat: Seat, actions: &[Action], weights: &mut [f32]) {
    let mut order: Vec<f32> = weights.to_vec();
    order.sort_by(|a, b| b.total_cmp(a));
    let least = order.get(TRIED - 1).copied().unwrap_or(0.0);
    for weight in weights.iter_mut().filter(|weight| **weight < least) {
        *weight = 0.0;
    }
    let chance = |stat| odds.check(look.stat(seat, stat));
    let better = if chance(Stat::Trick) > chance(Stat::Defense) { Stat::Trick } else { Stat::Defense };
    for (action, weight) in actions.iter().zip(weights) {
        if matches!(action, Action::Run { stat, .. } if *stat == better) {
            *weight = weight.max(FLOOR);
        }
    }
}
