//! What the steps of cards do: every word of the vocabulary, once.

use crate::{
    Event, Play,
    content::{Ability, DrawFrom, Effect, Until},
    frame::Frame,
    ids::{KindId, RegionId, RegionSet, Who},
    rules::{attacks, damage, movement, scouting, spells, targets, turns},
    state::{Attack, Card, LASTING, Lasting, NONE, What, attack as flag, until},
    tables::skill,
    words::{Dice, VILLAIN},
};
use kernel::{Next, rule};

/// When something lapses that begins now.
fn lapses(p: &Play, until: Until) -> u8 {
    let clock = p.s.clock;
    let villains = !p.s.is_hero_round();
    match until {
        Until::ThisAttack => until::ATTACK,
        Until::ThisTurn => until::TURN + p.s.depth,
        Until::NextTurn => until::NEXT_TURN,
        Until::NextRoll => until::USED,
        Until::ThisRound | Until::NextRollThisRound => clock + 1,
        Until::VillainRound if villains => clock + 2,
        Until::VillainRound => clock + 1,
        Until::VillainRoundEnd if villains => clock + 1,
        Until::VillainRoundEnd => clock + 2,
        Until::HeroRoundEnd if villains => clock + 2,
        Until::HeroRoundEnd => clock + 1,
    }
}

fn last(p: &mut Play, who: Who, what: What, until: Until) {
    let until = lapses(p, until);
    let new = Lasting { who, what, until };
    let stacks = matches!(what, What::NextDice(_) | What::Dice(_) | What::Points(_));
    if stacks || !p.s.lasting.contains(&new) {
        debug_assert!(p.s.lasting.len() < LASTING, "there is room for all that cards can make last");
        let _ = p.s.lasting.try_push(new);
    }
}

/// Carries out a step whose targets are known; what it leads to lies above the next step.
pub fn do_step(p: &mut Play, step: u8) -> Next<Frame> {
    let cast = *p.s.cast();
    let Some(effect) = spells::effects(p.look(), cast.card).get(usize::from(step)).copied() else {
        return Next::Then(Frame::CastDone);
    };
    if let Some(rolls) = targets::rolls_first(p, dice_of(effect, cast.cost), step) {
        return rolls;
    }
    p.s.stack.push(Frame::Run { step: step + 1 });
    if effect.target().is_some() {
        for who in targets::chosen(p.look(), effect).into_iter().rev() {
            do_to(p, effect, who);
        }
        return Next::Done;
    }
    do_alone(p, effect, step)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only these roll")]
fn dice_of(effect: Effect, cost: u8) -> Dice {
    match effect {
        Effect::Attack { dice, .. } | Effect::Heal { dice, .. } => dice.at(cost),
        _ => Dice::NONE,
    }
}

pub fn die_fell(p: &mut Play, hits: u8) -> Next<Frame> {
    p.s.cast_mut().rolled = hits;
    p.say(|_| Event::Told(format!("the dice show {hits}")));
    Next::Done
}

/// Hits of the dice of this step.
fn rolled(p: &Play) -> u8 {
    match p.s.cast().rolled {
        NONE => 0,
        hits => hits,
    }
}

/// Bonus of a Unique Ability to the own Spells of a Hero.
fn gift(p: &Play) -> crate::tables::Gift {
    rule!("MM-390", "MM-391");
    let cast = p.s.cast();
    match (cast.card, cast.from.as_hero()) {
        (Card::Spell(_), Some(seat)) => p.look().gift(seat),
        (_, _) => Default::default(),
    }
}

/// What a step does to one Character.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the others ask somebody, begin a Turn, or have no target"
)]
fn do_to(p: &mut Play, effect: Effect, who: Who) {
    let cast = *p.s.cast();
    let cost = cast.cost;
    match effect {
        Effect::Heal { by, .. } => {
            let amount = by.at(cost) + rolled(p) + gift(p).spell_healing;
            damage::heal(p, who, amount);
        }
        Effect::GainHealth { by, .. } => damage::heal(p, who, by),
        Effect::PayHealth { by, .. } => {
            if let Some(seat) = who.as_player() {
                damage::pay(p, seat, by);
            }
        }
        Effect::Grant { ability, until, .. } => grant(p, who, ability, until),
        Effect::Lift { ability, until, .. } => {
            if let Some(skill) = skill(ability) {
                last(p, who, What::Lifted(skill), until);
            }
        }
        Effect::BonusDice { dice, until, .. } => {
            let next = matches!(until, Until::NextRoll | Until::NextRollThisRound);
            let dice = dice.at(cost);
            last(p, who, if next { What::NextDice(dice) } else { What::Dice(dice) }, until);
        }
        Effect::ActionPoints { by, until, .. } => points(p, who, by, until),
        Effect::BindBlood { until, .. } => last(p, who, What::BoundTo(cast.seat), until),
        other => do_with_frames(p, other, who),
    }
}

/// Steps that ask somebody something, or begin a Turn.
fn do_with_frames(p: &mut Play, effect: Effect, who: Who) {
    let cast = *p.s.cast();
    let frame = match (effect, who.as_player()) {
        (Effect::GainPlusOnes { row: Some(row), by, .. }, Some(seat)) => {
            Frame::Gain { seat, row, left: by.at(cast.cost) }
        }
        (Effect::GainPlusOnes { row: None, by, .. }, Some(seat)) => {
            Frame::GainAny { seat, left: by.at(cast.cost), may: false }
        }
        (Effect::LosePlusOnes { by, .. }, Some(seat)) => Frame::Lose { seat, left: by.at(cast.cost) },
        (Effect::StealSpell { .. }, Some(seat)) => Frame::Steal { from: seat, to: cast.seat },
        (Effect::Place { within, .. }, _) => Frame::PlaceTarget { who, within },
        (Effect::Move { steps, evade, .. }, _) => {
            let steps = movement::limited(p.look(), who, steps);
            Frame::FreeMove { who, steps, evade, first: true }
        }
        (Effect::Control { .. }, _) => {
            rule!("MM-R40");
            let begins = turns::begin_turn(p, who, cast.seat);
            return push(p, begins);
        }
        (Effect::BonusTurn { .. }, _) => {
            let begins = turns::begin_turn(p, who, VILLAIN);
            return push(p, begins);
        }
        (_, _) => return,
    };
    p.s.stack.push(frame);
}

/// What would come next lies on the stack instead.
fn push(p: &mut Play, next: Next<Frame>) {
    match next {
        Next::Then(frame) | Next::Wait(frame) => p.s.stack.push(frame),
        Next::Done => {}
    }
}

fn grant(p: &mut Play, who: Who, ability: Ability, until: Until) {
    match (ability, until, skill(ability)) {
        (Ability::Dodge(dice), Until::ThisAttack, _) => {
            let attack = &mut p.s.level_mut().attack;
            attack.dodge = crate::queries::better(attack.dodge, dice);
        }
        (Ability::Dodge(dice), _, _) => last(p, who, What::Dodge(dice), until),
        (_, _, Some(skill)) => last(p, who, What::Granted(skill), until),
        (_, _, None) => {}
    }
}

fn points(p: &mut Play, who: Who, by: i8, until: Until) {
    if until == Until::NextTurn {
        last(p, who, What::Points(by), until);
        return;
    }
    if p.s.level().actor == who {
        let level = p.s.level_mut();
        let least = u8::from(by < 0 && level.ap > 0);
        level.ap = level.ap.saturating_add_signed(by).max(least);
    }
}

/// Steps without a Character.
#[expect(clippy::wildcard_enum_match_arm, reason = "those for Characters are done above")]
fn do_alone(p: &mut Play, effect: Effect, step: u8) -> Next<Frame> {
    let cast = *p.s.cast();
    match effect {
        Effect::Attack { by, aoe, piercing, .. } => return attack(p, by.at(cast.cost), aoe, piercing),
        Effect::Prevent(by) => p.s.level_mut().attack.prevented += by,
        Effect::StayAt(health) => {
            if let Some(seat) = cast.about.as_hero() {
                p.s.players[seat].health = health;
                p.s.level_mut().attack.flags |= flag::SAVED;
            }
        }
        Effect::WoundInstead => {
            if let Some(slot) = cast.about.as_minion() {
                p.s.minion_mut(slot).wounded = true;
                p.s.level_mut().attack.flags |= flag::SAVED;
            }
        }
        Effect::Reroll(dice) => return reroll(p, dice),
        Effect::RerollAny => return reroll(p, u8::MAX),
        Effect::LoseHits(less) => {
            let pool = &mut p.s.level_mut().roll.pool;
            *pool = pool.saturating_sub(less);
        }
        Effect::DrawSpells { from, count } => {
            return Next::Then(match from {
                DrawFrom::Deck(deck) => Frame::DrawSpells { seat: cast.seat, deck, left: count },
                DrawFrom::Allowed => Frame::DrawChoice { seat: cast.seat, left: count },
            });
        }
        Effect::CancelSpell => spells::cancel(p),
        Effect::SwapMinions => return Next::Wait(Frame::PickSecond { step }),
        other => return do_on_map(p, other),
    }
    Next::Done
}

/// Steps that change the Map.
#[expect(clippy::wildcard_enum_match_arm, reason = "the others are done above")]
fn do_on_map(p: &mut Play, effect: Effect) -> Next<Frame> {
    let cast = *p.s.cast();
    match effect {
        Effect::Spawn { size } => {
            let size = size.at(cast.cost);
            Next::Then(Frame::DrawMinion { size, region: RegionId::NOWHERE, ambush: false })
        }
        Effect::PlaceSheep { count } => Next::Then(Frame::Sheep { left: count.at(cast.cost) }),
        Effect::ReorderStack { .. } => Next::Then(Frame::Reorder { region: cast.region }),
        Effect::FlipRegion => scouting::scout(p, RegionId::NOWHERE, RegionSet::only(cast.region), false),
        Effect::LimitSteps { steps, until, .. } => {
            last(p, Who::NOBODY, What::Steps(cast.region, steps), until);
            Next::Done
        }
        Effect::BecomeDefender => {
            become_defender(p, cast.from);
            Next::Done
        }
        _ => Next::Done,
    }
}

/// The caster takes the place of the Defender.
fn become_defender(p: &mut Play, who: Who) {
    let Some(seat) = who.as_hero() else { return };
    let region = p.s.players[seat].region;
    let others = p.look().heroes_in(region);
    p.s.defenders = p.s.defenders.minus(others).with(seat);
    p.s.gust_defends = false;
    p.s.level_mut().attack.target = who;
    p.say(|l| Event::Told(format!("{} is the Defender now", l.name(who))));
}

fn reroll(p: &mut Play, dice: u8) -> Next<Frame> {
    rule!("MM-380");
    p.s.level_mut().roll.rerolls = dice;
    let seat = p.s.cast().seat;
    Next::Then(Frame::RerollPick { seat, treasure: false })
}

/// A Spell attacks a Region.
fn attack(p: &mut Play, by: u8, aoe: bool, piercing: bool) -> Next<Frame> {
    rule!("MM-256", "MM-257", "MM-390");
    let cast = *p.s.cast();
    let amount = by + rolled(p) + gift(p).spell_damage;
    let pierce = if piercing { flag::IGNORES_ARMOR | flag::IGNORES_DODGE } else { 0 };
    let flags = flag::SPELL | pierce | if aoe { flag::AOE } else { 0 };
    p.s.level_mut().attack =
        Attack { by: cast.from, region: cast.region, amount, flags, ..Attack::default() };
    p.say(|l| Event::Told(format!("{} is attacked for {amount}", l.region_name(cast.region))));
    if amount == 0 {
        return Next::Done;
    }
    if aoe { attacks::begin_sweep(p) } else { Next::Then(Frame::Strike) }
}

/// The second of two Minions: they change places.
pub fn swap(p: &mut Play, second: Who) -> Next<Frame> {
    let first = p.s.cast().target;
    let (here, there) = (p.look().region(first), p.look().region(second));
    movement::go(p, first, there);
    movement::go(p, second, here);
    Next::Done
}

pub fn place_target(p: &mut Play, who: Who, within: u8) -> Next<Frame> {
    if targets::places(p.look(), who, within).is_empty() {
        return Next::Done;
    }
    Next::Wait(Frame::PlaceTarget { who, within })
}

pub fn placed(p: &mut Play, who: Who, region: RegionId) -> Next<Frame> {
    rule!("MM-R48");
    movement::go(p, who, region);
    Next::Done
}

/// Sheep are placed one by one, while there are tokens.
pub fn sheep(p: &mut Play, left: u8) -> Next<Frame> {
    rule!("MM-017", "MM-370", "MM-R38");
    let out = scouting::sheep(p.look()) >= p.g.content.numbers.sheep;
    if left == 0 || out { Next::Done } else { Next::Wait(Frame::Sheep { left }) }
}

pub fn sheep_placed(p: &mut Play, left: u8, region: RegionId) -> Next<Frame> {
    scouting::spawn(p, KindId::SHEEP, region);
    Next::Then(Frame::Sheep { left: left - 1 })
}
