//! The round: charmed heroes, the party in any order, then the enemies. "Combat Setup", "Round".

use super::{abilities, cards, enemy_turn, epic, epic_start, player_actions, treasure};
use crate::{
    Play,
    action::Action,
    event::Event,
    frame::{Next, only, stray, then, wait},
    keeping,
    legal::{self, Out},
    queries::Look,
    state::Place,
    words::{FoeId, Standing, Who},
};
use kernel::{CardSet, Deck, Seat, SeatSet, Suit, Turn, rule};
use serde::{Deserialize, Serialize};

/// The round, and a hero's turn in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Frame {
    CombatBegins,
    Round,
    Charmed {
        from: u8,
    },
    Players,
    Enemies {
        next: u8,
    },
    AuraChoice {
        seat: Seat,
        charmed: bool,
    },
    /// The action of a turn that has begun.
    Menu {
        seat: Seat,
    },
    TurnEnd {
        seat: Seat,
        acted: bool,
        charmed: bool,
    },
    /// An enemy was beaten while others stand: its treasure is laid, now the rest.
    EnemyBeaten,
    /// Which token a Support lays.
    TokenFrom {
        seat: Seat,
        to: Place,
    },
}

#[inline]
pub fn enter(p: &mut Play, at: Frame) -> Next {
    match at {
        Frame::CombatBegins => combat_begins(p),
        Frame::Round => round(p),
        Frame::Charmed { from } => charmed(p, from),
        Frame::Players => players(p),
        Frame::Enemies { next } => enemies(p, next),
        Frame::TurnEnd { seat, acted, charmed } => turn_end(p, seat, acted, charmed),
        Frame::EnemyBeaten => enemy_beaten(p),
        Frame::AuraChoice { .. } | Frame::Menu { .. } | Frame::TokenFrom { .. } => wait(at),
    }
}

#[inline]
pub fn turn(look: Look, at: Frame) -> Turn {
    match at {
        Frame::Players => Turn::Any(may_act(look)),
        Frame::AuraChoice { seat, .. } | Frame::Menu { seat } | Frame::TokenFrom { seat, .. } => only(seat),
        Frame::CombatBegins
        | Frame::Round
        | Frame::Charmed { .. }
        | Frame::TurnEnd { .. }
        | Frame::EnemyBeaten
        | Frame::Enemies { .. } => Turn::Over,
    }
}

#[inline]
pub fn legal(look: Look, seat: Seat, at: Frame, out: Out) {
    match at {
        Frame::Players => legal::players(look, seat, out),
        Frame::Menu { .. } => legal::menu(look, seat, out),
        Frame::AuraChoice { .. } => out.extend([Action::AuraHealth, Action::AuraDamage]),
        Frame::TokenFrom { to, .. } => abilities::tokens(look, seat, to, out),
        Frame::CombatBegins
        | Frame::Round
        | Frame::Charmed { .. }
        | Frame::TurnEnd { .. }
        | Frame::EnemyBeaten
        | Frame::Enemies { .. } => {}
    }
}

pub fn answer(p: &mut Play, at: Frame, seat: Seat, action: Action) -> Next {
    match (at, action) {
        (Frame::Players, action) => player_acts(p, seat, action),
        (Frame::Menu { .. }, action) => player_actions::act(p, seat, action),
        (Frame::AuraChoice { seat, charmed }, Action::AuraHealth) => {
            aura_health(p, seat);
            turn_act(p, seat, charmed)
        }
        (Frame::AuraChoice { seat, charmed }, Action::AuraDamage) => {
            p.s.heroes[seat].aura_damage = true;
            turn_act(p, seat, charmed)
        }
        (Frame::TokenFrom { seat, to }, Action::FromSupply) => {
            abilities::move_token(p, seat, Place::SUPPLY, to);
            Next::Done
        }
        (Frame::TokenFrom { seat, to }, Action::From { target, stat }) => {
            abilities::move_token(p, seat, Place::of(target, stat), to);
            Next::Done
        }
        (
            Frame::CombatBegins
            | Frame::Round
            | Frame::Charmed { .. }
            | Frame::TurnEnd { .. }
            | Frame::Enemies { .. }
            | Frame::EnemyBeaten
            | Frame::AuraChoice { .. }
            | Frame::TokenFrom { .. },
            _,
        ) => stray(at),
    }
}

/// The enemies are known: order, fresh Random Deck, allowance; the party acts first.
pub fn combat_begins(p: &mut Play) -> Next {
    rule!("PR-033", "PR-206", "PR-R50");
    let mut order: kernel::ArrayVec<[FoeId; 4]> = p.s.acting_enemies().collect();
    order.sort_by_key(|id| p.s.foe(*id).strength());
    p.s.combat.order = order;
    p.s.combat.on = true;
    p.s.combat.allowance = !p.g.options.epic_needs_reshuffle;
    p.s.random = Deck::shuffled(CardSet::FULL);
    p.s.tally.combats += 1;
    for id in FoeId::enemies() {
        if p.s.foe(id).present {
            p.s.foe_mut(id).hp = p.look().max_hp(Who::Foe(id));
        }
    }
    p.say(|l| Event::Encounter(l.s.enemies().map(|id| l.name(Who::Foe(id))).collect()));
    keeping::fight_begins(p)
}

/// A new round.
pub fn round(p: &mut Play) -> Next {
    if round_begins(p) { charmed(p, 0) } else { Next::Done }
}

/// Counts a new round, if the combat goes on.
pub fn round_begins(p: &mut Play) -> bool {
    rule!("PR-040", "PR-045");
    if p.combat_over() {
        return false;
    }
    if p.s.combat.round >= p.g.options.round_safety_limit {
        rule!("PR-R77");
        let rounds = p.s.combat.round;
        p.say(|_| Event::SafetyNet(rounds));
        player_actions::leave_all(p);
        return false;
    }
    p.s.combat.round = p.s.combat.round.saturating_add(1);
    p.s.tally.rounds += 1;
    p.s.combat.to_act = p.s.seated();
    true
}

/// Charmed heroes act before all others, in seat order.
pub fn charmed(p: &mut Play, from: u8) -> Next {
    if p.combat_over() {
        return Next::Done;
    }
    let next = Seat::first(4).skip(from.into()).find(|s| p.s.heroes[*s].charmed_by.is_some());
    match next {
        Some(seat) => {
            p.s.combat.to_act.remove(seat);
            turn_start(p, seat, true)
        }
        None => players(p),
    }
}

/// Who may take a turn now: the living, and a dead hero who can raise himself.
pub fn may_act(look: Look) -> SeatSet {
    rule!("PR-041");
    let (open, living) = (look.s.combat.to_act, look.s.living());
    let fallen = open.minus(living);
    if fallen.is_empty() {
        return open;
    }
    open.and(living).or(fallen.into_iter().filter(|seat| look.can_rise(*seat)).collect())
}

/// The party phase.
#[inline]
pub fn players(p: &mut Play) -> Next {
    if p.combat_over() {
        return Next::Done;
    }
    if may_act(p.look()).is_empty() { enemies(p, 0) } else { wait(Frame::Players) }
}

/// One of the party acts: at once, or after what happens at the start of the turn.
#[inline]
pub fn player_acts(p: &mut Play, seat: Seat, action: Action) -> Next {
    p.s.combat.to_act.remove(seat);
    if matches!(action, Action::Begin) {
        return turn_start(p, seat, false);
    }
    if matches!(action, Action::StayDown) {
        return players(p);
    }
    // Nothing happens at the start of this turn but that the stance ends.
    p.s.heroes[seat].stance = false;
    p.s.heroes[seat].aura_damage = false;
    p.s.stack.push(Frame::TurnEnd { seat, acted: true, charmed: false }.into());
    player_actions::act(p, seat, action)
}

/// Does anything happen at the start of this hero's turn before he can choose?
#[inline(always)]
pub fn turn_has_start(look: Look, seat: Seat) -> bool {
    let hero = look.hero(seat);
    if look.has_creature(seat) && look.foe(FoeId::CREATURE).stunned {
        return true;
    }
    if hero.stunned || hero.charge.is_some() || hero.bleeds.is_some() || hero.curses_doubled {
        return true;
    }
    if look.s.running.or(look.s.turned).is_empty() {
        return false;
    }
    let ticks = hero.running.iter().any(|e| !look.g.content.epic(e).tick.is_empty());
    ticks
        || look.hero_has(seat, Standing::AuraChoice)
        || look.bombed(Who::Hero(seat))
        || look.grave_on_hero(seat, Suit::Clubs)
}

/// The start of a turn.
pub fn turn_start(p: &mut Play, seat: Seat, charmed: bool) -> Next {
    player_actions::turn_starts(p, seat);
    if p.combat_over() || (!p.s.heroes[seat].alive() && !p.look().can_rise(seat)) {
        return turn_end(p, seat, false, charmed);
    }
    let aura = p.s.heroes[seat].alive() && p.look().hero_has(seat, Standing::AuraChoice);
    if aura {
        rule!("PR-150", "PR-R33");
    }
    if aura && p.g.options.holy_aura_both {
        aura_health(p, seat);
        p.s.heroes[seat].aura_damage = true;
    } else if aura {
        return wait(Frame::AuraChoice { seat, charmed });
    }
    turn_act(p, seat, charmed)
}

/// Holy Aura: 1 HP.
pub fn aura_health(p: &mut Play, seat: Seat) {
    let amount = p.g.content.amount(crate::words::Epic::HolyAura);
    super::death::gain(p, Who::Hero(seat), amount.into());
}

/// The action, or what comes in its place.
pub fn turn_act(p: &mut Play, seat: Seat, charmed: bool) -> Next {
    let lost = std::mem::take(&mut p.s.heroes[seat].stunned)
        || p.look().bombed(Who::Hero(seat))
        || p.look().grave_on_hero(seat, Suit::Clubs);
    if lost {
        rule!("PR-R73", "PR-R81");
        p.s.heroes[seat].charmed_by = None;
        p.say(|l| Event::LosesTurn(l.name(Who::Hero(seat))));
        return turn_end(p, seat, false, charmed);
    }
    if p.look().has_creature(seat) && std::mem::take(&mut p.s.foe_mut(FoeId::CREATURE).stunned) {
        p.say(|l| Event::LosesTurn(l.name(Who::Foe(FoeId::CREATURE))));
        return turn_end(p, seat, false, charmed);
    }
    p.s.stack.push(Frame::TurnEnd { seat, acted: true, charmed }.into());
    // A charm ends if the Queen who laid it falls at the start of this very turn.
    if charmed && p.s.heroes[seat].charmed_by.is_some() {
        return player_actions::charmed_action(p, seat);
    }
    match p.s.heroes[seat].charge {
        Some(charge) => epic::advance(p, seat, charge, false),
        None => wait(Frame::Menu { seat }),
    }
}

/// The end of a turn: clubs end EPICs, a Monk names somebody, and the round goes on.
pub fn turn_end(p: &mut Play, seat: Seat, acted: bool, charmed: bool) -> Next {
    cards::close(p, Some(seat));
    let due = epic::needle_due(p, seat, acted) && !p.combat_over();
    p.s.heroes[seat].fired = None;
    let steps = defeat_steps_due(p);
    if due || steps {
        let next = if charmed { Frame::Charmed { from: seat.number() + 1 } } else { Frame::Players };
        p.s.stack.push(next.into());
    }
    if due {
        p.s.stack.push(epic_start::Frame::Needle { seat }.into());
    }
    if steps {
        return defeat_steps(p);
    }
    if due {
        return Next::Done;
    }
    if charmed { self::charmed(p, seat.number() + 1) } else { players(p) }
}

/// The enemy phase: each living enemy in order.
pub fn enemies(p: &mut Play, next: u8) -> Next {
    rule!("PR-044");
    if p.combat_over() {
        return Next::Done;
    }
    match next_enemy(p, next) {
        None => then(Frame::Round),
        Some((at, id)) => {
            p.s.stack.push(Frame::Enemies { next: at + 1 }.into());
            enemy_turn::begins(p, id)
        }
    }
}

/// The next enemy in order that takes a turn, and its place in the order.
pub fn next_enemy(p: &Play, next: u8) -> Option<(u8, FoeId)> {
    let order = p.s.combat.order;
    let mut left = (next..).zip(order.iter().copied().skip(next.into()));
    left.find(|(_, id)| p.s.foe(*id).present && !p.s.foe(*id).is_guard())
}

/// An enemy's resolution is over.
pub fn foe_end(p: &mut Play) -> Next {
    cards::close(p, None);
    if defeat_steps_due(p) { defeat_steps(p) } else { Next::Done }
}

// --- "When an enemy is defeated", while others stand

/// Has an enemy been beaten in what is over now, and does the combat go on?
fn defeat_steps_due(p: &mut Play) -> bool {
    std::mem::take(&mut p.s.combat.steps_due) && !p.combat_over()
}

/// Its treasure first, then the rest.
fn defeat_steps(p: &mut Play) -> Next {
    rule!("PR-R49");
    p.s.stack.push(Frame::EnemyBeaten.into());
    then(treasure::Frame::Spoils)
}

/// The Random Deck is shuffled, which allows another EPIC; Protector tokens go home, boosts are off. Its curses went with it.
fn enemy_beaten(p: &mut Play) -> Next {
    rule!("PR-241", "PR-R49");
    p.s.random = Deck::shuffled(CardSet::FULL);
    p.s.combat.allowance = true;
    for hero in p.s.heroes.each_mut() {
        hero.token = None;
        hero.precise_strike = false;
        hero.double_damage = false;
        hero.boost_heal = false;
        if hero.dead() {
            hero.fell_this_shuffle = false;
            hero.charge = None;
        }
    }
    p.say(|_| Event::Reshuffle);
    Next::Done
}
