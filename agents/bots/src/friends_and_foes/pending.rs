//! Things in progress: what an attack, a search, a step or a face-down choice will probably come to.

use super::{hand::BLIND, odds::Blow, scene::Scene};
use friends_and_foes::{
    frame::Frame,
    rules::{
        activation,
        attack::{self, Declared},
        attack_results::Clash,
        cards, effects, initiative, movement, reactions, setup,
    },
    state::{Commit, Total},
    words::{AreaId, CharId, CharSet, TOKENS_MAX, Weapon, value},
};
use kernel::{Card, Seat};

/// What a token of an ability in progress is worth until its choices are made, in treasures.
const BEGUN: f32 = 0.95;

/// Which card the play in progress is for.
#[derive(Clone, Copy, PartialEq)]
pub enum For {
    Attack,
    Defence(CharId),
    Search(CharId),
    /// Difficult ground, or a sprint.
    Check(CharId),
    Other,
}

impl For {
    /// What the frame below goes on with.
    pub fn of(below: Option<Frame>) -> For {
        match below {
            Some(Frame::Attack(attack::Frame::Played)) => For::Attack,
            Some(Frame::Attack(attack::Frame::Defended { who })) => For::Defence(who),
            Some(Frame::Activation(activation::Frame::Searched { who })) => For::Search(who),
            Some(Frame::Movement(
                movement::Frame::Checked { who, .. } | movement::Frame::Sprinted { who },
            )) => For::Check(who),
            Some(_) | None => For::Other,
        }
    }
}

/// Brings the scene to where things in progress will probably leave it.
pub fn settle(scene: &mut Scene) {
    let (mut below, mut top) = (None, None);
    for frame in scene.look.s.stack.frames() {
        (below, top) = (top, Some(*frame));
    }
    let Some(top) = top else { return };
    match top {
        Frame::Initiative(initiative::Frame::Choose) => commits(scene),
        Frame::Setup(setup::Frame::Buy) => purchases(scene),
        Frame::Attack(frame) => in_attack(scene, frame),
        Frame::Cards(frame) => in_play(scene, frame, below),
        Frame::Movement(_) | Frame::Effects(_) | Frame::Reactions(_) => abilities(scene, top),
        Frame::Setup(_)
        | Frame::Initiative(_)
        | Frame::Deployment(_)
        | Frame::Activation(_)
        | Frame::Harvest(_) => {}
    }
}

fn in_attack(scene: &mut Scene, frame: attack::Frame) {
    match frame {
        attack::Frame::Target(Declared { who, with, .. }) => best_target(scene, who, with),
        attack::Frame::Commits => unplayed(scene),
        attack::Frame::Answer { .. }
        | attack::Frame::ExpertFirst { .. }
        | attack::Frame::OverclockAsk
        | attack::Frame::AttackExpertise
        | attack::Frame::ExpertDefends { .. } => played(scene, None),
        attack::Frame::Start
        | attack::Frame::Played
        | attack::Frame::Defend
        | attack::Frame::Defended { .. }
        | attack::Frame::Overclocked
        | attack::Frame::DefenceExpertise
        | attack::Frame::Results
        | attack::Frame::OnDamage { .. }
        | attack::Frame::End => {}
    }
}

fn in_play(scene: &mut Scene, frame: cards::Frame, below: Option<Frame>) {
    match frame {
        cards::Frame::Play { .. } | cards::Frame::Pick { .. } | cards::Frame::SecondLook { .. } => {
            card(scene, frame, below);
        }
        cards::Frame::TurnUp { .. } if below == Some(Frame::Attack(attack::Frame::Overclocked)) => {
            played(scene, None);
        }
        cards::Frame::TurnUp { .. } | cards::Frame::Draws { .. } | cards::Frame::Turned { .. } => {}
    }
}

/// The face-down card gives its tokens and leaves the hand.
fn commits(scene: &mut Scene) {
    let look = scene.look;
    for seat in Seat::first(look.g.options.seats) {
        let side = &look.s.sides[seat];
        let shown = match side.commit.and_then(Commit::as_card) {
            Some(card) => {
                scene.hand[seat.index()] = scene.hand_of(seat).without(card).next_round().worth();
                f32::from(value(card))
            }
            None => {
                scene.hand[seat.index()] = scene.hand_of(seat).next_round().worth();
                BLIND
            }
        };
        scene.tokens[seat.index()] = (shown + f32::from(side.stored)).min(f32::from(TOKENS_MAX));
    }
}

fn purchases(scene: &mut Scene) {
    let look = scene.look;
    for seat in Seat::first(look.g.options.seats) {
        let cards = f32::from(look.s.sides[seat].commit.and_then(Commit::as_count).unwrap_or(0));
        scene.treasure[seat.index()] -= cards;
        scene.hand[seat.index()] += scene.hand_of(seat).draws(cards);
    }
}

/// The target is still to be chosen: the best one will be.
fn best_target(scene: &mut Scene, who: CharId, with: Weapon) {
    let damage = scene.damage(who, with);
    for target in best_targets(scene, who, with).iter() {
        let blow = scene.rough(who, with)(target);
        scene.suffer(target, blow, damage);
    }
    overclock_hurts(scene, who, with);
}

fn best_targets(scene: &Scene, who: CharId, with: Weapon) -> CharSet {
    let look = scene.look;
    let attack = look.attack(who, with);
    let harm = scene.rough_harm(who, with);
    let foes = look.enemies(who);
    let struck = if attack.area {
        let there = |area: &AreaId| foes.iter().filter(|c| look.s.area(*c) == *area).collect::<CharSet>();
        let sum = |set: &CharSet| set.iter().map(&harm).sum::<f32>();
        let areas = look.target_areas(who, attack);
        areas.iter().map(|area| there(&area)).max_by(|a, b| sum(a).total_cmp(&sum(b)))
    } else {
        let targets = look.targets(who, attack);
        targets.iter().max_by(|a, b| harm(*a).total_cmp(&harm(*b))).map(CharSet::only)
    };
    struck.unwrap_or_default()
}

fn overclock_hurts(scene: &mut Scene, who: CharId, with: Weapon) {
    if scene.look.overclocks(who, with) {
        scene.suffer(who, Blow { once: 0.5, ..Blow::default() }, 1.0);
    }
}

/// No card is played yet.
fn unplayed(scene: &mut Scene) {
    let fight = &scene.look.s.fight;
    let (who, with) = (fight.attacker, fight.weapon);
    let damage = scene.damage(who, with);
    for target in fight.targets.iter() {
        let blow = scene.blow(who, with, target);
        scene.suffer(target, blow, damage);
    }
    overclock_hurts(scene, who, with);
}

/// The attack card is played; `turned` is the defence in question, with the card that counts so far.
fn played(scene: &mut Scene, turned: Option<(CharId, Blow)>) {
    let fight = &scene.look.s.fight;
    let (who, with) = (fight.attacker, fight.weapon);
    let damage = scene.damage(who, with);
    for target in fight.targets.iter() {
        let blow = match turned {
            Some((defender, blow)) if defender == target => blow,
            Some(_) | None if fight.waiting.contains(target) => unanswered(scene, target),
            Some(_) | None => answered(scene, fight.defence[target.index()]),
        };
        scene.suffer(target, blow, damage);
    }
}

/// The attack total is known, the defence will come from the deck.
pub fn unanswered(scene: &Scene, target: CharId) -> Blow {
    let fight = &scene.look.s.fight;
    let bonus = scene.defence_bonus(fight.attacker, fight.weapon, target);
    let total = (i32::from(fight.total), fight.critical);
    scene.reading.against(total, &scene.defence_draws(target), bonus)
}

/// Both totals are known.
pub fn answered(scene: &Scene, defence: Total) -> Blow {
    let fight = &scene.look.s.fight;
    let clash = Clash {
        attack: fight.total,
        defence: defence.value(),
        attack_critical: fight.critical,
        defence_critical: defence.is_critical(),
    };
    let options = &scene.look.g.options;
    Blow::sure(clash.times(options.result_mode, options.doubling_stack))
}

/// What a defence with this card comes to.
pub fn defended(scene: &Scene, target: CharId, card: Card) -> Blow {
    let fight = &scene.look.s.fight;
    let bonus = scene.defence_bonus(fight.attacker, fight.weapon, target);
    let total = (i32::from(value(card)) + bonus).max(0) as u8;
    answered(scene, Total::new(total, scene.look.is_critical(target, card)))
}

/// What the attack comes to with this card, the defence from the deck.
pub fn attacked(scene: &Scene, target: CharId, card: Card, from_hand: bool) -> Blow {
    let fight = &scene.look.s.fight;
    let (who, with) = (fight.attacker, fight.weapon);
    let total = i32::from(value(card)) + i32::from(scene.look.attack_bonus(who, with, from_hand));
    let bonus = scene.defence_bonus(who, with, target);
    let total = (total, scene.look.is_critical(who, card));
    scene.reading.against(total, &scene.defence_draws(target), bonus)
}

/// A card is being played: for an attack, a defence, a search or a step.
fn card(scene: &mut Scene, top: cards::Frame, below: Option<Frame>) {
    match For::of(below) {
        For::Attack => attack_card(scene, top),
        For::Defence(who) => {
            let blow = defence_card(scene, top, who);
            played(scene, Some((who, blow)));
        }
        For::Search(who) => {
            let base = f32::from(scene.look.g.options.find_base);
            let finds = base + (2.0 - base) * scene.draws(who).critical();
            let again = matches!(top, cards::Frame::SecondLook { .. });
            let shown = scene.look.s.played.card.filter(|_| again);
            let sure = shown.map_or(0.0, |card| if scene.look.is_critical(who, card) { 2.0 } else { base });
            scene.treasure[who.seat().index()] += finds.max(sure);
        }
        For::Check(_) | For::Other => steps(scene, below),
    }
}

fn attack_card(scene: &mut Scene, top: cards::Frame) {
    if matches!(top, cards::Frame::Play { .. }) {
        return unplayed(scene);
    }
    let fight = &scene.look.s.fight;
    let (who, with, shown) = (fight.attacker, fight.weapon, scene.look.s.played);
    let damage = scene.damage(who, with);
    let again = matches!(top, cards::Frame::SecondLook { .. });
    for target in fight.targets.iter() {
        let by =
            |card: Option<Card>, hand| card.map(|c| attacked(scene, target, c, hand)).unwrap_or_default();
        let one = by(shown.card, shown.from_hand);
        let two = if again { scene.blow(who, with, target) } else { by(shown.other, shown.other_from_hand) };
        let better = if two.mean(1.0) > one.mean(1.0) { two } else { one };
        scene.suffer(target, better, damage);
    }
    overclock_hurts(scene, who, with);
}

fn defence_card(scene: &Scene, top: cards::Frame, who: CharId) -> Blow {
    let unseen = unanswered(scene, who);
    if matches!(top, cards::Frame::Play { .. }) {
        return unseen;
    }
    let shown = scene.look.s.played;
    let by = |card: Option<Card>| card.map_or(unseen, |card| defended(scene, who, card));
    let again = matches!(top, cards::Frame::SecondLook { .. });
    let (one, two) = (by(shown.card), if again { unseen } else { by(shown.other) });
    if two.mean(1.0) < one.mean(1.0) { two } else { one }
}

/// A check decides whether a step happens.
fn steps(scene: &mut Scene, below: Option<Frame>) {
    match below {
        Some(Frame::Movement(movement::Frame::Checked { who, to, .. })) => {
            let passes = scene.passes(who);
            if passes >= 0.4 {
                scene.area[who.index()] = to;
            }
            scene.tokens[who.seat().index()] -= 0.5 * (1.0 - passes);
        }
        Some(other) => abilities(scene, other),
        None => {}
    }
}

/// Abilities whose choices are still to be made are worth about what they cost.
fn abilities(scene: &mut Scene, frame: Frame) {
    let (who, cost) = match frame {
        Frame::Effects(
            effects::Frame::Aim { actor, ability } | effects::Frame::CheckDone { actor, ability, .. },
        ) => (actor, f32::from(scene.look.g.content.ability(ability).tokens)),
        Frame::Effects(effects::Frame::Lay { actor, .. } | effects::Frame::Marshal { actor, .. }) => {
            (actor, 1.0)
        }
        Frame::Effects(effects::Frame::Blink { who }) => (who, 2.0),
        Frame::Effects(effects::Frame::Slip { who })
        | Frame::Movement(
            movement::Frame::StrideTo { who, first: true, .. } | movement::Frame::March { who },
        )
        | Frame::Reactions(reactions::Frame::Subject { who, .. }) => (who, 1.0),
        // These change nothing, or too little to matter.
        Frame::Setup(_)
        | Frame::Initiative(_)
        | Frame::Deployment(_)
        | Frame::Activation(_)
        | Frame::Movement(_)
        | Frame::Cards(_)
        | Frame::Effects(_)
        | Frame::Attack(_)
        | Frame::Reactions(_)
        | Frame::Harvest(_) => return,
    };
    scene.tokens[who.seat().index()] += BEGUN * cost;
}
