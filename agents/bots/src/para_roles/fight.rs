//! One fight in numbers: what each hero deals, what each enemy will do, whom it hurts.

use super::odds::Odds;
use kernel::{Seat, Suit};
use para_roles::{
    queries::Look,
    state::Charging,
    words::{Deed, Epic, FoeId, Side, Standing, Stat, Who},
};

/// A staff doubles on a spade: a quarter of all hits.
const STAFF: f32 = 1.25;
/// A mean extra card of a Sneak Attack.
const SNEAK: f32 = 8.0;

/// One attack of a hero.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strike {
    /// The card hits.
    pub hit: f32,
    /// A hit is not stopped.
    pub through: f32,
    /// What a wound takes.
    pub damage: f32,
    /// The damage comes from Double Damage, which is used up.
    pub doubled: bool,
    pub precise: bool,
}

impl Strike {
    /// The chance of a wound.
    pub fn wounds(self) -> f32 {
        self.hit * self.through
    }
    pub fn mean(self) -> f32 {
        self.wounds() * self.damage
    }
}

/// Whom an attack on this enemy meets.
pub fn meets(look: Look, foe: FoeId) -> FoeId {
    look.foe_cover(foe).unwrap_or(foe)
}

/// Is a Joint Attack token on this hero?
pub fn is_joined(look: Look, seat: Seat) -> bool {
    look.s.heroes.each().iter().any(|h| h.token.is_some_and(|t| t.side == Side::Joint && t.ally == seat))
}

/// What this hero's attack on this enemy does now.
pub fn strike(look: Look, odds: &Odds, seat: Seat, aimed: FoeId) -> Strike {
    let (hero, foe) = (look.hero(seat), meets(look, aimed));
    let attack = look.stat(seat, Stat::Attack);
    let quiet = look.quiet();
    let two = is_joined(look, seat) || (!quiet && look.hero_has(seat, Standing::TwoCards));
    let hit = if look.hits_anyway(seat, foe) {
        1.0
    } else if two {
        odds.check_twice(attack)
    } else {
        odds.check(attack)
    };
    let wish = !quiet && look.as_asked(seat);
    let open = hero.precise_strike || wish || (!quiet && look.grave_on_foe(foe, Suit::Diamonds));
    let through = if open { 1.0 } else { 1.0 - odds.check(look.foe_stat(foe, Stat::Defense)) };
    let mut damage = 1.0;
    if !quiet {
        damage = epic_damage(look, seat, foe);
    }
    let twice = hero.double_damage || hero.hidden || (!quiet && look.hero_has(seat, Standing::DoubleDamage));
    damage *= if twice { 2.0 } else { 1.0 };
    if look.s.items.purple_staff == Some(seat) {
        damage *= STAFF;
    }
    Strike { hit, through, damage, doubled: hero.double_damage, precise: hero.precise_strike }
}

/// What running EPICs make of the one point of a wound.
fn epic_damage(look: Look, seat: Seat, foe: FoeId) -> f32 {
    let hero = look.hero(seat);
    let base = look.owner_epic(seat, Standing::AttackBase).map_or(1, |epic| look.g.content.amount(epic));
    let mut damage = f32::from(base);
    damage += f32::from(u8::from(hero.aura_damage));
    damage += f32::from(u8::from(hero.heretic == Some(Who::Foe(foe))));
    if look.owner_has(seat, Standing::SneakCard) {
        damage += SNEAK;
    }
    if look.grave_on_foe(foe, Suit::Hearts) { damage * 2.0 } else { damage }
}

/// How likely each thing is that an enemy may do on a turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    pub attack: f32,
    pub defend: f32,
    pub boost: f32,
    pub whip: f32,
    pub smile: f32,
    pub drain: f32,
    pub fear: f32,
    pub breath: f32,
    pub steal: f32,
    pub riposte: f32,
    pub guard: f32,
    /// The chance of its Trick checks.
    pub trick: f32,
}

impl Plan {
    fn add(&mut self, deed: Deed, weight: f32) {
        let slot = match deed {
            Deed::Attack => &mut self.attack,
            Deed::DefendSelf | Deed::DefendOther => &mut self.defend,
            Deed::StealTreasure => &mut self.steal,
            // Destroying what it holds hurts nobody further.
            Deed::DestroyTreasure => return,
            Deed::DamageBoost => &mut self.boost,
            Deed::DemonWhip => &mut self.whip,
            Deed::CursedRiposte => &mut self.riposte,
            Deed::SeductiveSmile => &mut self.smile,
            Deed::LifeToDeath => &mut self.drain,
            Deed::UndeadGuard => &mut self.guard,
            Deed::Fear => &mut self.fear,
            Deed::DragonBreath => &mut self.breath,
        };
        *slot += weight;
    }
    /// Blows at a hero named by a card.
    pub fn blows(&self) -> f32 {
        self.attack + self.whip * self.trick
    }
}

/// What it really does where its action list has something else first.
fn really(look: Look, id: FoeId, deed: Deed) -> Deed {
    let mut deed = deed;
    while let Some(instead) = look.falls_back(id, deed) {
        deed = instead;
    }
    deed
}

/// Any turn of this enemy, as the die has it.
pub fn habit(look: Look, odds: &Odds, id: FoeId) -> Plan {
    let mut plan = Plan { trick: odds.check(look.foe_stat(id, Stat::Trick)), ..Plan::default() };
    match look.g.content.die(look.acts_as(id)) {
        None => plan.attack = 1.0,
        Some(faces) => {
            for deed in faces {
                plan.add(really(look, id, *deed), 1.0 / 6.0);
            }
        }
    }
    forbid(look, &mut plan);
    plan
}

/// Its very next turn: nothing if it will lose it, what it powers up for, or as the die has it.
pub fn next_turn(look: Look, odds: &Odds, id: FoeId, habit: Plan) -> Plan {
    let foe = look.foe(id);
    if foe.stunned || foe.misled || (!look.quiet() && is_held(look, id)) {
        return Plan { trick: habit.trick, ..Plan::default() };
    }
    let Some(deed) = foe.pending else { return habit };
    let mut plan = Plan { trick: odds.check(look.foe_stat(id, Stat::Trick)), ..Plan::default() };
    plan.add(really(look, id, deed), 1.0);
    forbid(look, &mut plan);
    plan
}

/// Held by a bomb or a grave.
fn is_held(look: Look, id: FoeId) -> bool {
    look.bombed(Who::Foe(id)) || look.grave_on_foe(id, Suit::Clubs) || look.grave_on_foe(id, Suit::Spades)
}

/// Set Up: no enemy attacks.
fn forbid(look: Look, plan: &mut Plan) {
    if !look.quiet() && look.party_has(Standing::NoEnemyAttack) {
        (plan.attack, plan.whip) = (0.0, 0.0);
    }
}

/// The chance that a blow of this enemy names each hero and hits.
pub fn named(look: Look, odds: &Odds, id: FoeId) -> [f32; 4] {
    let attack = look.foe_stat(id, Stat::Attack);
    let mut by_seat = [0.0; 4];
    let mut stray = 0.0;
    let mut there = 0.0;
    for (seat, suit) in look.s.suits.iter() {
        let chance = odds.check_in(*suit, attack);
        if look.reachable(seat) {
            by_seat[seat.index()] = chance;
            there += 1.0;
        } else {
            stray += chance;
        }
    }
    // Cards of those who are out of reach walk on to a neighbour.
    if there > 0.0 && stray > 0.0 {
        let share = stray / there;
        for (seat, chance) in Seat::first(4).zip(&mut by_seat) {
            if look.reachable(seat) {
                *chance += share;
            }
        }
    }
    by_seat
}

/// Who takes the blows aimed at this hero: himself, or the one who covers him.
pub fn taker(look: Look, seat: Seat) -> Option<Seat> {
    for (by, hero) in look.s.heroes.iter() {
        if hero.token.is_some_and(|t| t.side == Side::Protect && t.ally == seat) && look.reachable(by) {
            return Some(by);
        }
    }
    None
}

/// Loses no Health whatever comes.
pub fn is_immune(look: Look, seat: Seat) -> bool {
    !look.quiet()
        && (look.hero_has(seat, Standing::NoDamage) || look.owner_has(seat, Standing::OwnerNoDamage))
}

/// The share of the enemies' Health that an EPIC takes away, roughly, `hp` being what is left of it.
pub fn epic_power(epic: Epic, hp: f32) -> f32 {
    match epic {
        // Half the time it kills, else it takes half or 3.
        Epic::Xxx => 0.70_f32.max(2.6 / hp.max(2.6)),
        // A low heart cuts Health to about 3; the cut stays.
        Epic::Polymorph => (1.0 - 3.4 / hp.max(3.4)) * 0.9,
        Epic::DirtyBomb => (3.0 / hp.max(3.0)).max(0.35),
        Epic::RageMonster | Epic::SneakAttack => 0.55,
        Epic::InspiringPoetry | Epic::HereticBane | Epic::FromTheShadows | Epic::AsYouWish => 0.5,
        Epic::PatternRecognition | Epic::AllForOne | Epic::SetUp | Epic::CallOfTheWild => 0.45,
        Epic::BattlePrayer | Epic::EnGarde | Epic::UnholyAura | Epic::CallOfTheGrave => 0.45,
        Epic::OnceMore | Epic::FutureSight | Epic::ForestGrowth | Epic::PressurePoint => 0.4,
        Epic::Acupuncture | Epic::BloodMoon | Epic::HolyAura => 0.35,
        Epic::Harmony | Epic::MedicalEvac => 0.25,
        Epic::Immunity => 0.25,
        // Raising is cheaper after the fight.
        Epic::Resurrection => 0.1,
    }
}

/// Turns of the hero until his EPIC takes effect.
pub fn charging(look: Look, seat: Seat) -> Option<(Epic, f32)> {
    let charge = look.hero(seat).charge?;
    match charge.what {
        Charging::Epic(epic) => Some((epic, f32::from(3u8.saturating_sub(charge.turns)))),
        Charging::Summoning => None,
    }
}
