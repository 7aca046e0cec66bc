//! What a hero does with the single action of a turn. "Player Actions".

use super::{abilities, blows, cards, creature, death, epic, epic_start, rounds, treasure};
use crate::{
    Play,
    action::Action,
    actions,
    event::Event,
    frame::{Blow, Check, Manner, Next, stray, wait},
    queries::passes,
    state::{Charge, Charging, Foe, Place, Waiting},
    words::{Ability, FoeId, HeroId, Kind, Side, Standing, Stat, Who},
};
use kernel::{Card, Seat, Suit, rule};

/// A hero declares an action; `legal.rs` has offered it.
pub fn act(p: &mut Play, seat: Seat, action: Action) -> Next {
    rule!("PR-050");
    match action {
        Action::Attack { enemy } => attack(p, seat, enemy),
        Action::Defend if p.look().grave_on_hero(seat, Suit::Diamonds) => {
            // A turned Call of the Grave: guarding does nothing, so no card is turned for it.
            rule!("PR-R42");
            Next::Done
        }
        Action::Defend => cards::draw(p, Check::Defend { seat }),
        Action::JointAttack { ally } => ability(p, seat, Ability::JointAttack, on_hero(ally)),
        Action::ProtectOther { ally } => ability(p, seat, Ability::ProtectOther, on_hero(ally)),
        Action::Cure { hero } => ability(p, seat, Ability::Cure, on_hero(hero)),
        Action::BoostHeal => ability(p, seat, Ability::BoostHeal, Place::SUPPLY),
        Action::PreciseStrike => ability(p, seat, Ability::PreciseStrike, Place::SUPPLY),
        Action::DoubleDamage => ability(p, seat, Ability::DoubleDamage, Place::SUPPLY),
        Action::Buff { hero, stat } => ability(p, seat, Ability::BuffAlly, Place::hero(hero.seat(), stat)),
        Action::Curse { enemy, stat } => ability(p, seat, Ability::CurseEnemy, Place::foe(enemy, stat)),
        Action::Epic { epic } => epic::declare(p, seat, epic),
        Action::Slot { slot, ability } => {
            abilities::change_slot(p, seat, slot, ability);
            Next::Done
        }
        Action::Run { stat, enemy } => {
            rule!("PR-056");
            cards::draw(p, Check::Run { seat, stat, foe: enemy })
        }
        Action::Swap { from } => {
            rule!("PR-057", "PR-288");
            wait(treasure::Frame::SwapTo { seat, from, fight: true })
        }
        Action::Flask { hero } => {
            treasure::drink_flask(p, hero.seat());
            Next::Done
        }
        Action::Bomb => smoke_bomb(p, seat),
        Action::Summon => {
            rule!("PR-326");
            p.s.heroes[seat].charge = Some(Charge { what: Charging::Summoning, turns: 1 });
            Next::Done
        }
        Action::Command { deed, target } => creature::command(p, deed, target),
        Action::Release => {
            // Whoever has a creature has spent his turn on it, also where he lets it go.
            rule!("PR-327");
            creature::release(p);
            Next::Done
        }
        Action::Hide => {
            rule!("PR-166", "PR-R38");
            p.s.heroes[seat].hidden = true;
            p.say(|l| Event::Hides(l.name(Who::Hero(seat))));
            Next::Done
        }
        Action::Done
        | actions!(set_up)
        | Action::Begin
        | Action::StayDown
        | actions!(choice)
        | actions!(town)
        | actions!(map)
        | actions!(told) => stray(rounds::Frame::Menu { seat }),
    }
}

/// A card of Trick decides whether an ability works.
fn ability(p: &mut Play, seat: Seat, ability: Ability, at: Place) -> Next {
    rule!("PR-053");
    cards::draw(p, Check::Ability { seat, ability, at })
}

/// Where only the hero counts, any of his stats stands for him.
const fn on_hero(hero: HeroId) -> Place {
    Place::hero(hero.seat(), Stat::Health)
}

fn attack(p: &mut Play, seat: Seat, enemy: FoeId) -> Next {
    rule!("PR-051");
    if p.look().grave_on_hero(seat, Suit::Spades) {
        // A turned Call of the Grave: the attack goes at a hero the card names.
        return cards::draw(p, Check::AttackHero { seat, charmed: false });
    }
    cards::draw(p, Check::Attack { seat, foe: enemy })
}

/// The card of a hero's attack.
pub fn attack_card(p: &mut Play, seat: Seat, foe: FoeId, card: Card) -> Next {
    let look = p.look();
    let hit = look.hits_anyway(seat, foe) || passes(card, look.stat(seat, Stat::Attack));
    let manner = if look.as_asked(seat) { Manner::Wish } else { Manner::Plain };
    if look.owner_has(seat, Standing::Shadows) {
        shadow_colour(p, seat, foe, card);
    }
    if p.g.options.joint_attack_once {
        end_joint_attack(p, seat);
    }
    blows::struck(p, Blow { by: Who::Hero(seat), on: Who::Foe(foe), card, hit, manner })
}

/// From the Shadows: black doubles the Assassin's curses, red makes the enemy bleed.
fn shadow_colour(p: &mut Play, seat: Seat, foe: FoeId, card: Card) {
    rule!("PR-173");
    if card.suit().is_black() {
        death::minding_maxima(p, |p| p.s.heroes[seat].curses_doubled = true);
    } else {
        let on = p.look().foe_cover(foe).unwrap_or(foe);
        p.s.heroes[seat].bleeds = Some(on).filter(|on| !p.s.foe(*on).stance);
    }
}

pub fn end_joint_attack(p: &mut Play, seat: Seat) {
    for helper in p.s.heroes.each_mut() {
        if helper.token.is_some_and(|t| t.side == Side::Joint && t.ally == seat) {
            helper.token = None;
        }
    }
}

/// A hero's attack that goes at another hero: the suit names the victim.
pub fn attack_hero_card(p: &mut Play, seat: Seat, charmed: bool, card: Card) -> Next {
    rule!("PR-R09");
    let Some(victim) = p.look().named(card, Some(seat)) else {
        p.say(|_| Event::NoTarget);
        return Next::Done;
    };
    let stat = if charmed { p.look().charmed_attack_stat(seat) } else { p.look().stat(seat, Stat::Attack) };
    let hit = epic_start::own_auto_hit(p, seat) || passes(card, stat);
    let manner = if charmed { Manner::Charmed } else { Manner::Plain };
    blows::struck(p, Blow { by: Who::Hero(seat), on: Who::Hero(victim), card, hit, manner })
}

/// Defend Self.
pub fn defend_card(p: &mut Play, seat: Seat, card: Card) -> Next {
    rule!("PR-052", "PR-009");
    let ok = p.look().as_asked(seat) || passes(card, p.look().stat(seat, Stat::Defense));
    if ok {
        p.s.heroes[seat].stance = true;
        p.say(|l| Event::Stance(l.name(Who::Hero(seat))));
    }
    Next::Done
}

/// Run Away: with one enemy the party is gone, with several that one is shaken off.
pub fn run_card(p: &mut Play, seat: Seat, stat: Stat, foe: FoeId, card: Card) -> Next {
    if p.look().as_asked(seat) || passes(card, p.look().stat(seat, stat)) {
        rule!("PR-R57");
        p.say(|l| Event::Runs(l.name(Who::Hero(seat))));
        shake_off(p, foe);
    }
    Next::Done
}

/// A Smoke Bomb: the whole party leaves all enemies.
fn smoke_bomb(p: &mut Play, seat: Seat) -> Next {
    rule!("PR-322");
    p.s.items.bombs -= 1;
    p.say(|l| Event::SmokeBomb(l.name(Who::Hero(seat))));
    leave_all(p);
    Next::Done
}

/// The party gets away from every enemy.
pub fn leave_all(p: &mut Play) {
    for foe in FoeId::enemies() {
        if p.s.foe(foe).present && !p.s.foe(foe).is_guard() {
            shake_off(p, foe);
        }
    }
}

/// An enemy is left behind; a King takes his guard along.
pub fn shake_off(p: &mut Play, id: FoeId) {
    p.say(|l| Event::Shaken(l.name(Who::Foe(id))));
    p.s.combat.fled = true;
    lose_what_it_holds(p, id);
    let foe = *p.s.foe(id);
    if p.g.options.enemies_wait() {
        p.s.journey.waiting.push(Waiting {
            place: p.s.journey.place,
            cards: foe.cards,
            minion: foe.minion,
            stolen: foe.stolen,
            treasure: foe.treasure,
            from_deck: foe.from_deck,
        });
    } else {
        escape(p, &foe);
    }
    // A guard leaves the same way; its cards must not land in the Graveyard.
    let guard = FoeId::enemies().find(|g| p.s.foe(*g).present && p.s.foe(*g).guard_of == Some(id));
    if let Some(guard) = guard {
        let cards = *p.s.foe(guard);
        if p.g.options.enemies_wait() {
            // Where enemies wait, the guard's two cards go back to the dead they came from.
            for stat in cards.stats() {
                p.s.graveyard[stat.index()].insert(cards.cards[stat.index()]);
            }
        } else {
            for stat in cards.stats() {
                p.s.escaped[stat.index()].insert(cards.cards[stat.index()]);
            }
        }
        p.s.foe_mut(guard).from_deck = false;
    }
    death::remove(p, id);
}

/// What a pHool holds is destroyed wherever the party runs from it; what another thief holds stays with it, and is lost with
/// one that does not wait.
fn lose_what_it_holds(p: &mut Play, id: FoeId) {
    let foe = p.s.foe(id);
    let (stolen, destroys) = (foe.stolen, foe.kind == Kind::PHool);
    if stolen == 0 {
        return;
    }
    if !destroys && p.g.options.enemies_wait() {
        rule!("PR-215");
        return;
    }
    p.s.foe_mut(id).stolen = 0;
    p.say(|_| Event::TreasureGone(stolen));
    if destroys {
        rule!("PR-216", "PR-008");
        p.s.treasure_deck += stolen;
    } else {
        rule!("PR-215");
        p.s.treasure_lost += stolen;
    }
}

/// It is gone for good: cards to the Escaped pile.
fn escape(p: &mut Play, foe: &Foe) {
    if foe.from_deck {
        for stat in foe.stats() {
            p.s.escaped[stat.index()].insert(foe.cards[stat.index()]);
        }
    }
}

/// A charmed hero's turn: an EPIC about to fire turns against the party, otherwise he attacks another hero.
pub fn charmed_action(p: &mut Play, seat: Seat) -> Next {
    rule!("PR-225");
    let charge = p.s.heroes[seat].charge;
    let fires = charge.filter(|c| c.turns + 1 == epic::EPIC_TURNS && matches!(c.what, Charging::Epic(_)));
    let next = match fires {
        Some(charge) => epic::advance(p, seat, charge, true),
        None => {
            death::interrupt(p, seat);
            if p.s.living().without(seat).is_empty() {
                rule!("PR-R09");
                p.say(|_| Event::NoTarget);
                p.s.heroes[seat].charmed_by = None;
                return Next::Done;
            }
            cards::draw(p, Check::AttackHero { seat, charmed: true })
        }
    };
    p.s.heroes[seat].charmed_by = None;
    next
}

/// What hurts or heals before the action: bleeding, ticking EPICs.
pub fn turn_starts(p: &mut Play, seat: Seat) {
    rule!("PR-042");
    let hero = &mut p.s.heroes[seat];
    hero.stance = false;
    hero.aura_damage = false;
    if hero.curses_doubled {
        hero.curses_doubled = false;
    }
    if let Some(foe) = p.s.heroes[seat].bleeds.take() {
        rule!("PR-173");
        death::hurt_enemy(p, foe, 1, Some(Who::Hero(seat)));
    }
    if p.s.heroes[seat].alive() {
        epic::ticks(p, seat);
    }
}
