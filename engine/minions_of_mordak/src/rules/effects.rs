//! What the steps of cards do: every word of the vocabulary, once.

use crate::{
    Event, Play,
    content::{Ability, DrawFrom, Effect, Until},
    frame::{Next, Stacks as _, stray, then, wait},
    ids::{KindId, RegionId, RegionSet, Who},
    queries::better,
    rules::spells::Frame,
    rules::{attacks, cards, damage, level_up, movement, plus_ones, rolls, scouting, spells, targets, turns},
    state::{Attack, Card, LASTING, Lapses, Lasting, NONE, Traits, What},
    tables::{Gift, skill},
    words::{Dice, VILLAIN},
};
use kernel::{Seat, rule};

/// When something lapses that begins now.
fn lapses(p: &Play, until: Until) -> Lapses {
    let clock = p.s.clock;
    let villains = !p.s.is_hero_round();
    match until {
        Until::ThisAttack => Lapses::ATTACK,
        Until::ThisTurn => Lapses::turn(p.s.depth),
        Until::NextTurn => Lapses::NEXT_TURN,
        Until::NextRoll => Lapses::USED,
        Until::ThisRound | Until::NextRollThisRound => Lapses::round(clock + 1),
        Until::VillainRound | Until::HeroRoundEnd => Lapses::round(clock + if villains { 2 } else { 1 }),
        Until::VillainRoundEnd => Lapses::round(clock + if villains { 1 } else { 2 }),
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
pub fn do_step(p: &mut Play, step: u8) -> Next {
    let cast = *p.s.cast();
    let Some(effect) = spells::effects(p.look(), cast.card).get(usize::from(step)).copied() else {
        return then(Frame::CastDone);
    };
    if let Some(rolls) = targets::rolls_first(p, effect.dice(cast.cost), step) {
        return rolls;
    }
    p.push(Frame::Run { step: step + 1 });
    carry_out(p, effect, step)
}

/// What each word of the vocabulary does.
#[expect(clippy::too_many_lines, reason = "a line or two for each word")]
fn carry_out(p: &mut Play, effect: Effect, step: u8) -> Next {
    let cast = *p.s.cast();
    let cost = cast.cost;
    match effect {
        // --- Health
        Effect::Attack { by, aoe, piercing, .. } => attack(p, by.at(cost), aoe, piercing),
        Effect::Heal { by, .. } => each(p, effect, |p, who| {
            let amount = by.at(cost) + rolled(p) + gift(p).spell_healing;
            damage::heal(p, who, amount);
        }),
        Effect::GainHealth { by, .. } => each(p, effect, |p, who| damage::heal(p, who, by)),
        Effect::PayHealth { by, .. } => each_player(p, effect, |p, seat| damage::pay(p, seat, by)),
        // --- Reactions
        Effect::Prevent(by) => at_once(|| p.s.level_mut().attack.prevented += by),
        Effect::StayAt(health) => at_once(|| stay_at(p, health)),
        Effect::WoundInstead => at_once(|| wound_instead(p)),
        Effect::Reroll(dice) => reroll(p, dice),
        Effect::RerollAny => reroll(p, u8::MAX),
        Effect::LoseHits(less) => at_once(|| {
            let pool = &mut p.s.level_mut().roll.pool;
            *pool = pool.saturating_sub(less);
        }),
        Effect::CancelSpell => at_once(|| spells::cancel(p)),
        Effect::BecomeDefender => at_once(|| become_defender(p, cast.from)),
        // --- what lasts
        Effect::Grant { ability, until, .. } => each(p, effect, |p, who| grant(p, who, ability, until)),
        Effect::Lift { ability, until, .. } => each(p, effect, |p, who| lift(p, who, ability, until)),
        Effect::BonusDice { dice, until, .. } => {
            each(p, effect, |p, who| bonus_dice(p, who, dice.at(cost), until))
        }
        Effect::ActionPoints { by, until, .. } => each(p, effect, |p, who| points(p, who, by, until)),
        Effect::BindBlood { until, .. } => {
            each(p, effect, |p, who| last(p, who, What::BoundTo(cast.seat), until))
        }
        Effect::LimitSteps { steps, until, .. } => {
            at_once(|| last(p, Who::NOBODY, What::Steps(cast.region, steps), until))
        }
        // --- Plus-Ones and Spells
        Effect::GainPlusOnes { row, by, .. } => each_player(p, effect, |p, seat| {
            let left = by.at(cost);
            p.push(match row {
                Some(row) => plus_ones::Frame::Gain { seat, row, left },
                None => plus_ones::Frame::GainAny { seat, left, may: false },
            });
        }),
        Effect::LosePlusOnes { by, .. } => {
            each_player(p, effect, |p, seat| p.push(plus_ones::Frame::Lose { seat, left: by.at(cost) }))
        }
        Effect::DrawSpells { from, count } => then(match from {
            DrawFrom::Deck(deck) => cards::Frame::DrawSpells { seat: cast.seat, deck, left: count },
            DrawFrom::Allowed => cards::Frame::DrawChoice { seat: cast.seat, left: count },
        }),
        Effect::StealSpell { .. } => each_player(p, effect, |p, seat| {
            p.push(cards::Frame::Steal { from: seat, to: cast.seat });
        }),
        // --- places and Turns
        Effect::Place { within, .. } => each(p, effect, |p, who| p.push(Frame::PlaceTarget { who, within })),
        Effect::Move { steps, evade, .. } => each(p, effect, |p, who| {
            let steps = movement::limited(p.look(), who, steps);
            p.push(Frame::FreeMove { who, steps, evade, first: true });
        }),
        Effect::SwapMinions => wait(Frame::PickSecond { step }),
        Effect::Control { .. } => each(p, effect, |p, who| {
            rule!("MM-R40");
            whole_turn(p, who, cast.seat);
        }),
        Effect::BonusTurn { .. } => each(p, effect, |p, who| whole_turn(p, who, VILLAIN)),
        // --- the Map
        Effect::Spawn { size } => then(cards::Frame::DrawMinion {
            size: size.at(cost),
            region: RegionId::NOWHERE,
            how: cards::Comes::Placed,
        }),
        Effect::PlaceSheep { count } => then(Frame::Sheep { left: count.at(cost) }),
        Effect::ReorderStack { .. } => then(level_up::Frame::Reorder { region: cast.region }),
        Effect::FlipRegion => scouting::scout(p, RegionId::NOWHERE, RegionSet::only(cast.region), false),
    }
}

/// Does something to everybody a step is for. What asks is laid on the stack: the last first, so that the first asks first.
fn each(p: &mut Play, effect: Effect, mut does: impl FnMut(&mut Play, Who)) -> Next {
    for who in targets::chosen(p.look(), effect).into_iter().rev() {
        does(p, who);
    }
    Next::Done
}

/// The same for those of them that are players.
fn each_player(p: &mut Play, effect: Effect, mut does: impl FnMut(&mut Play, Seat)) -> Next {
    each(p, effect, |p, who| {
        if let Some(seat) = who.as_player() {
            does(p, seat);
        }
    })
}

/// A step that asks nobody and leads to nothing else.
fn at_once(does: impl FnOnce()) -> Next {
    does();
    Next::Done
}

pub fn die_fell(p: &mut Play, frame: Frame, hits: u8) -> Next {
    let Frame::Dice { .. } = frame else { return stray(frame) };
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
fn gift(p: &Play) -> Gift {
    rule!("MM-390", "MM-391");
    let cast = p.s.cast();
    match (cast.card, cast.from.as_hero()) {
        (Card::Spell(_), Some(seat)) => p.look().gift(seat),
        (Card::Spell(_), None) | (Card::Treasure(_), _) => Gift::default(),
    }
}

/// The Hero that would be Defeated stays.
fn stay_at(p: &mut Play, health: u8) {
    if let Some(seat) = p.s.cast().about.as_hero() {
        p.s.players[seat].health = health;
        p.s.level_mut().attack.is |= Traits::SAVED;
    }
}

/// The Minion that would be Defeated is Wounded.
fn wound_instead(p: &mut Play) {
    if let Some(slot) = p.s.cast().about.as_minion() {
        p.s.minion_mut(slot).wounded = true;
        p.s.level_mut().attack.is |= Traits::SAVED;
    }
}

/// Somebody takes a whole Turn before the next step.
fn whole_turn(p: &mut Play, who: Who, seat: Seat) {
    match turns::begin_turn(p, who, seat) {
        Next::Then(frame) | Next::Wait(frame) => p.push(frame),
        Next::Done => {}
    }
}

fn lift(p: &mut Play, who: Who, ability: Ability, until: Until) {
    if let Some(skill) = skill(ability) {
        last(p, who, What::Lifted(skill), until);
    }
}

fn bonus_dice(p: &mut Play, who: Who, dice: Dice, until: Until) {
    let next = matches!(until, Until::NextRoll | Until::NextRollThisRound);
    last(p, who, if next { What::NextDice(dice) } else { What::Dice(dice) }, until);
}

fn grant(p: &mut Play, who: Who, ability: Ability, until: Until) {
    match (ability, until, skill(ability)) {
        (Ability::Dodge(dice), Until::ThisAttack, _) => {
            let attack = &mut p.s.level_mut().attack;
            attack.dodge = better(attack.dodge, dice);
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

fn reroll(p: &mut Play, dice: u8) -> Next {
    rule!("MM-380");
    p.s.level_mut().roll.rerolls = dice;
    let seat = p.s.cast().seat;
    then(rolls::Frame::RerollPick { seat, treasure: false })
}

/// A Spell attacks a Region.
fn attack(p: &mut Play, by: u8, aoe: bool, piercing: bool) -> Next {
    rule!("MM-256", "MM-257", "MM-390");
    let cast = *p.s.cast();
    let amount = by + rolled(p) + gift(p).spell_damage;
    let mut is = Traits::SPELL;
    is.set(Traits::IGNORES_ARMOR | Traits::IGNORES_DODGE, piercing);
    is.set(Traits::AOE, aoe);
    p.s.level_mut().attack = Attack { by: cast.from, region: cast.region, amount, is, ..Attack::default() };
    p.say(|l| Event::Told(format!("{} is attacked for {amount}", l.region_name(cast.region))));
    if amount == 0 {
        return Next::Done;
    }
    if aoe { attacks::begin_sweep(p) } else { then(attacks::Frame::Strike) }
}

/// The second of two Minions: they change places.
pub fn swap(p: &mut Play, second: Who) -> Next {
    let first = p.s.cast().target;
    let (here, there) = (p.look().region(first), p.look().region(second));
    movement::go(p, first, there);
    movement::go(p, second, here);
    Next::Done
}

pub fn place_target(p: &mut Play, who: Who, within: u8) -> Next {
    if targets::places(p.look(), who, within).is_empty() {
        return Next::Done;
    }
    wait(Frame::PlaceTarget { who, within })
}

/// A place is picked, for a Character or for a Sheep.
pub fn placed(p: &mut Play, frame: Frame, region: RegionId) -> Next {
    match frame {
        Frame::PlaceTarget { who, .. } => target_placed(p, who, region),
        Frame::Sheep { left } => sheep_placed(p, left, region),
        Frame::Window { .. }
        | Frame::React { .. }
        | Frame::Run { .. }
        | Frame::Do { .. }
        | Frame::PickTarget { .. }
        | Frame::PickSecond { .. }
        | Frame::PickRegion { .. }
        | Frame::Dice { .. }
        | Frame::FreeMove { .. }
        | Frame::CastDone => stray(frame),
    }
}

fn target_placed(p: &mut Play, who: Who, region: RegionId) -> Next {
    rule!("MM-R48");
    movement::go(p, who, region);
    Next::Done
}

/// Sheep are placed one by one, while there are tokens.
pub fn sheep(p: &mut Play, left: u8) -> Next {
    rule!("MM-017", "MM-370", "MM-R38");
    let out = scouting::sheep(p.look()) >= p.g.content.numbers.sheep;
    if left == 0 || out { Next::Done } else { wait(Frame::Sheep { left }) }
}

fn sheep_placed(p: &mut Play, left: u8, region: RegionId) -> Next {
    scouting::spawn(p, KindId::SHEEP, region);
    then(Frame::Sheep { left: left - 1 })
}
