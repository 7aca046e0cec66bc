//! What people tell, and what follows for the enemies.

use super::{Frame, enemies, line};
use crate::{
    Play,
    action::{Action, Level},
    actions,
    content::span,
    event::Event,
    frame::{Blow, Next, stray, wait},
    options::RoleMode,
    queries::Look,
    rules::{abilities, blows, campaigns, death, epic, epic_start, player_actions, treasure},
    state::{Foe, Place, Token},
    words::{FoeId, Item, Role, SEATS, Side, Standing, Stat, Who},
};
use kernel::{Card, Rank, RankSet, Seat, SeatSet};

/// What was told, in answer to this.
#[cold]
#[inline(never)]
pub fn answer(p: &mut Play, at: Frame, action: Action) -> Next {
    match (at, action) {
        (Frame::Between, action) => between(p, action),
        (Frame::Party, action) => party(p, action),
        (Frame::Stacks { seat }, action) => stacks(p, seat, action),
        (Frame::Bearer { item }, Action::Hero { hero }) => bears(p, item, hero.seat()),
        (Frame::Fallen { hurt, next }, Action::Dead { hero }) => {
            falls(p, hero.seat());
            let left = hurt.without(hero.seat()).and(p.s.living());
            if left.is_empty() { enemies(p, next) } else { wait(Frame::Fallen { hurt: left, next }) }
        }
        (Frame::Fallen { next, .. }, Action::Done) => enemies(p, next),
        (Frame::Riposte { foe }, Action::Hero { hero }) => attacked(p, hero.seat(), foe),
        (Frame::CurseBy { foe, stat }, Action::Hero { hero }) => curse(p, hero.seat(), foe, stat),
        (Frame::CoversWhom { seat }, Action::Hero { hero }) => covers(p, seat, Some(hero.seat())),
        (Frame::CoversWhom { seat }, Action::Done) => covers(p, seat, None),
        (Frame::EpicOf { epic }, Action::Hero { hero }) => {
            let charmed = p.s.heroes[hero.seat()].charmed_by.is_some();
            epic::take_effect(p, hero.seat(), epic, charmed)
        }
        (Frame::Bombed { seat }, Action::Enemy { enemy }) => {
            epic_start::bomb_hits(p, seat, enemy);
            Next::Done
        }
        (Frame::Laid { seat }, Action::Take { card }) => laid(p, seat, card),
        (Frame::LaidOn { seat, card }, Action::Lay { target }) => lay(p, seat, card, target),
        (Frame::Wounded(blow), Action::Yes) => blows::wound(p, blow.into()),
        (Frame::Wounded(blow), Action::No) => {
            let blow = Blow::from(blow);
            p.say(|l| Event::Stopped(l.name(blow.on)));
            blows::after(p, blow)
        }
        (Frame::Riposte { .. } | Frame::Bombed { .. } | Frame::Laid { .. }, Action::Done) => Next::Done,
        (
            Frame::Begin
            | Frame::Round
            | Frame::Enemies { .. }
            | Frame::AfterFight
            | Frame::Bearer { .. }
            | Frame::Fallen { .. }
            | Frame::Riposte { .. }
            | Frame::CurseBy { .. }
            | Frame::CoversWhom { .. }
            | Frame::EpicOf { .. }
            | Frame::Bombed { .. }
            | Frame::Laid { .. }
            | Frame::LaidOn { .. }
            | Frame::Wounded(_),
            _,
        ) => stray(at),
    }
}

/// Between the fights: who comes next, or what has changed.
fn between(p: &mut Play, action: Action) -> Next {
    match action {
        Action::Meet { count } => {
            return campaigns::encounter(p, count.number(), Foe { treasure: 1, ..Foe::default() });
        }
        Action::Level { level } => {
            climb(p, level);
            return campaigns::tower(p);
        }
        Action::Hero { hero } => return wait(Frame::Stacks { seat: hero.seat() }),
        Action::Buy { item } => return wait(Frame::Bearer { item }),
        Action::Dead { hero } => falls(p, hero.seat()),
        Action::Alive { hero } => death::raise(p, hero.seat(), 1),
        Action::Done
        | actions!(set_up)
        | actions!(turn)
        | actions!(errand)
        | Action::Enemy { .. }
        | actions!(purse)
        | actions!(pick)
        | actions!(shop)
        | actions!(raise)
        | actions!(map)
        | actions!(fight)
        | actions!(word) => return stray(Frame::Between),
    }
    Next::Done
}

/// The party climbs to a level of the Tower that is not the next: the decks are stacked for it.
fn climb(p: &mut Play, level: Level) {
    if level.number() == p.s.journey.done + 1 {
        return;
    }
    p.s.journey.done = level.number() - 1;
    for left_behind in std::mem::take(&mut p.s.journey.waiting) {
        p.s.treasure_lost += left_behind.stolen;
    }
    let (low, high) = p.g.content.campaigns.tower.ranks;
    let next = low + p.s.journey.done;
    p.s.alive = [span((next, high)); 4];
    let beaten: RankSet = (low..next).map(Rank::new).collect();
    p.s.graveyard = [beaten; 4];
    p.s.escaped = [RankSet::EMPTY; 4];
}

fn bears(p: &mut Play, item: Item, seat: Seat) -> Next {
    if let Some(bearer) = p.s.items.bearer_mut(item) {
        *bearer = Some(seat);
    }
    line(p, |l| format!("{} bears: {}", l.name(Who::Hero(seat)), item.title()));
    Next::Done
}

/// One treasure card more or less under a stat.
fn stacks(p: &mut Play, seat: Seat, action: Action) -> Next {
    let at = Frame::Stacks { seat };
    if let Action::Treasure { stat, .. } = action {
        treasure::lay(p, seat, stat);
    } else if let Action::Pay { from } = action {
        treasure::pay_one(p, seat, from);
        line(p, |l| format!("{} has a treasure less under {}", l.name(Who::Hero(seat)), from.title()));
    } else {
        return if action == Action::Done { Next::Done } else { stray(at) };
    }
    wait(at)
}

/// The heroes have had their turns, the charmed among them.
fn party_done(p: &mut Play) -> Next {
    p.s.heroes.each_mut().iter_mut().for_each(|hero| hero.charmed_by = None);
    enemies(p, 0)
}

/// What heroes did that an enemy feels, or that enemies have to know.
#[allow(clippy::too_many_lines, reason = "one line a variant")]
fn party(p: &mut Play, action: Action) -> Next {
    if action != Action::Done {
        p.s.stack.push(Frame::Party.into());
    }
    match action {
        Action::Done => return party_done(p),
        Action::Hit { enemy, amount } => return hit(p, enemy, amount.number().into()),
        Action::HitAll { amount } => {
            let area = death::Area { amount: amount.number().into(), guarded: 0, attack: false };
            death::hurt_all_enemies(p, area, None);
        }
        Action::Slain { enemy } => {
            let foe = p.s.foe(enemy);
            let all = foe.hp + u16::from(foe.temporary_hp);
            death::hurt(p, Who::Foe(enemy), all, None);
        }
        Action::Stun { enemy } => {
            p.s.foe_mut(enemy).stunned = true;
            p.say(|l| Event::Stunned(l.name(Who::Foe(enemy))));
        }
        Action::Attacked { enemy, hero } => return attacked(p, hero.seat(), enemy),
        Action::Curse { enemy, stat } => return curse_told(p, enemy, stat),
        Action::Uncurse { enemy, stat } => uncurse(p, enemy, stat),
        Action::Epic { epic } => return wait(Frame::EpicOf { epic }),
        Action::Ends { hero, epic } => epic::end(p, hero.seat(), epic),
        Action::Shaken { enemy } => player_actions::shake_off(p, enemy),
        Action::Fled => player_actions::leave_all(p),
        Action::Covers { hero } => return wait(Frame::CoversWhom { seat: hero.seat() }),
        Action::Dead { hero } => falls(p, hero.seat()),
        Action::Alive { hero } => death::raise(p, hero.seat(), 1),
        Action::Stance { hero } => {
            p.s.heroes[hero.seat()].stance = true;
            p.say(|l| Event::Stance(l.name(Who::Hero(hero.seat()))));
        }
        Action::Hides { hero } => {
            p.s.heroes[hero.seat()].hidden = true;
            p.say(|l| Event::Hides(l.name(Who::Hero(hero.seat()))));
        }
        Action::Reshuffled => {
            p.s.combat.reshuffles = p.s.combat.reshuffles.saturating_add(1);
            p.say(|_| Event::Reshuffle);
        }
        actions!(set_up)
        | Action::Begin
        | Action::StayDown
        | Action::Attack { .. }
        | Action::Defend
        | Action::JointAttack { .. }
        | Action::ProtectOther { .. }
        | Action::Cure { .. }
        | Action::BoostHeal
        | Action::PreciseStrike
        | Action::DoubleDamage
        | Action::Buff { .. }
        | Action::Run { .. }
        | Action::Bomb
        | Action::Summon
        | Action::Command { .. }
        | Action::Release
        | Action::Hide
        | actions!(errand)
        | actions!(choice)
        | actions!(town)
        | actions!(map)
        | actions!(meet)
        | actions!(word) => return stray(Frame::Party),
    }
    Next::Done
}

/// Damage that got through at the table. Whoever covers takes it, and nobody on guard is hurt but by As You Wish.
fn hit(p: &mut Play, foe: FoeId, amount: u16) -> Next {
    let on = p.look().foe_cover(foe).unwrap_or(foe);
    if on != foe {
        p.say(|l| Event::Covers(l.name(Who::Foe(on)), l.name(Who::Foe(foe))));
    }
    if !p.s.foe(foe).stance && !p.s.foe(on).stance || p.look().party_has(Standing::AsAsked) {
        death::hurt(p, Who::Foe(on), amount, None);
    } else {
        p.say(|l| Event::NoHarm(l.name(Who::Foe(foe)), "on guard"));
    }
    let waits = p.s.foe(on).present && p.s.foe(on).riposte;
    if waits { wait(Frame::Riposte { foe: on }) } else { Next::Done }
}

/// A hero attacked an enemy whose riposte waits, whatever came of the attack.
fn attacked(p: &mut Play, seat: Seat, foe: FoeId) -> Next {
    blows::riposte(p, seat, foe)
}

/// In a Basic Party the tokens are the Support's; elsewhere it is asked whose, because they go when their owner falls.
fn curse_told(p: &mut Play, foe: FoeId, stat: Stat) -> Next {
    if p.g.options.roles == RoleMode::BasicParty {
        curse(p, Seat::new(Role::Support.index() as u8), foe, stat)
    } else {
        wait(Frame::CurseBy { foe, stat })
    }
}

/// Who has a token left to curse with.
pub fn cursers(look: Look) -> SeatSet {
    let basic = look.g.options.roles == RoleMode::BasicParty;
    let may = |seat: &Seat| !basic || seat.index() == Role::Support.index();
    let living = look.s.living().into_iter();
    living.filter(may).filter(|seat| look.s.tokens[*seat].contains(&Place::SUPPLY)).collect()
}

fn curse(p: &mut Play, seat: Seat, foe: FoeId, stat: Stat) -> Next {
    abilities::move_token(p, seat, Place::SUPPLY, Place::foe(foe, stat));
    Next::Done
}

fn uncurse(p: &mut Play, foe: FoeId, stat: Stat) {
    let place = Place::foe(foe, stat);
    let owner = Seat::first(SEATS).find(|seat| p.s.tokens[*seat].contains(&place));
    if let Some(seat) = owner {
        abilities::move_token(p, seat, place, Place::SUPPLY);
        line(p, |l| format!("a curse leaves {}'s {}", l.name(Who::Foe(foe)), stat.title()));
    }
}

fn covers(p: &mut Play, seat: Seat, ally: Option<Seat>) -> Next {
    p.s.heroes[seat].token = ally.map(|ally| Token { ally, side: Side::Protect });
    match ally {
        Some(ally) => {
            p.say(|l| Event::TokenOn(l.name(Who::Hero(seat)), Side::Protect, l.name(Who::Hero(ally))));
        }
        None => line(p, |l| format!("{} covers nobody", l.name(Who::Hero(seat)))),
    }
    Next::Done
}

/// A hero is dead; with him go his tokens and running EPICs.
fn falls(p: &mut Play, seat: Seat) {
    p.s.heroes[seat].hp = 0;
    death::hero_falls(p, seat);
}

// --- Polymorph

/// Enemies a told card can lie on: only downward, and what a charmed Support lays only upward on the Queen.
pub fn lay_targets(look: Look<'_>, seat: Seat, card: Card) -> impl Iterator<Item = FoeId> + '_ {
    let hero = look.hero(seat);
    let queen = hero.queen.filter(|_| hero.turned.meets(look.g.content.doing(Standing::TemporaryCards)));
    look.s.enemies().filter(move |id| match queen {
        Some(queen) => queen == *id && look.raises(*id, card),
        None => look.lowers(*id, card),
    })
}

/// A card lies on an enemy: on which, if there are several?
fn laid(p: &mut Play, seat: Seat, card: Card) -> Next {
    let (one, two) = {
        let mut on = lay_targets(p.look(), seat, card);
        (on.next(), on.next())
    };
    match (one, two) {
        (Some(only), None) => lay(p, seat, card, Who::Foe(only)),
        (_, _) => wait(Frame::LaidOn { seat, card }),
    }
}

fn lay(p: &mut Play, seat: Seat, card: Card, on: Who) -> Next {
    p.s.player_decks[card.suit().index()].remove(card.rank());
    epic_start::lay(p, seat, card, on);
    wait(Frame::Laid { seat })
}
