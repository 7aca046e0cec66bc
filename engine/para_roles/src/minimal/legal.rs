//! What a real table may tell of which only the enemies are kept.

use super::{
    Frame,
    told::{cursers, lay_targets},
};
use crate::{
    action::{Action, Amount, Count, Level},
    legal::{Out, allies, heroes},
    options::Scenario,
    queries::{Look, STAT_MIN},
    rules::campaigns,
    words::{Epic, FoeId, Item, SEATS, Standing, Stat},
};
use kernel::{Card, Rank, Seat, Suit};

/// The most that is told at once to one enemy, and to all of them.
const HIT_MAX: u8 = 20;
const HIT_ALL_MAX: u8 = 6;
/// Items that enemies feel.
const FELT: [Item; 2] = [Item::MirrorShield, Item::SpikedArmor];

/// Everything that may be told now.
pub fn legal(look: Look, at: Frame, out: Out) {
    match at {
        Frame::Begin | Frame::Round | Frame::Enemies { .. } | Frame::AfterFight => {}
        Frame::Between => between(look, out),
        Frame::Stacks { seat } => stacks(look, seat, out),
        Frame::Bearer { .. } => {
            out.extend(Seat::first(SEATS).map(|seat| Action::Hero { hero: seat.into() }));
        }
        Frame::Party => {
            // What is told most often comes first.
            out.push(Action::Done);
            hits(look, out);
            party(look, out);
            enemies(look, out);
            curses(look, out);
            epics(look, out);
        }
        Frame::Fallen { hurt, .. } => {
            out.push(Action::Done);
            out.extend(hurt.and(look.s.living()).into_iter().map(|seat| Action::Dead { hero: seat.into() }));
        }
        Frame::Riposte { .. } => {
            heroes(look, |hero| out.push(Action::Hero { hero }));
            out.push(Action::Done);
        }
        Frame::CurseBy { .. } => {
            out.extend(cursers(look).into_iter().map(|seat| Action::Hero { hero: seat.into() }));
        }
        Frame::CoversWhom { seat } => {
            allies(look, seat, |hero| out.push(Action::Hero { hero }));
            out.push(Action::Done);
        }
        Frame::EpicOf { .. } => heroes(look, |hero| out.push(Action::Hero { hero })),
        Frame::Bombed { .. } => {
            out.extend(look.within_aim().map(|enemy| Action::Enemy { enemy }));
            out.push(Action::Done);
        }
        Frame::Laid { seat } => {
            out.push(Action::Done);
            let cards = Suit::ALL.into_iter().flat_map(|suit| {
                look.s.player_decks[suit.index()].iter().map(move |rank: Rank| Card::new(rank, suit))
            });
            let fits = |card: &Card| lay_targets(look, seat, *card).next().is_some();
            out.extend(cards.filter(fits).map(|card| Action::Take { card }));
        }
        Frame::LaidOn { seat, card } => {
            let on = lay_targets(look, seat, card);
            out.extend(on.map(|foe| Action::Lay { target: crate::words::Who::Foe(foe) }));
        }
        Frame::Wounded(_) => out.extend([Action::Yes, Action::No]),
    }
}

fn between(look: Look, out: Out) {
    if look.g.options.campaign == crate::options::Campaign::Tower {
        let next = look.s.journey.done + 1;
        let others = (1..=campaigns::levels(look.g)).filter(|level| *level != next);
        out.extend(std::iter::once(next).chain(others).map(|n| Action::Level { level: Level::new(n) }));
    } else {
        out.extend([1, 2].map(|n| Action::Meet { count: Count::new(n) }));
    }
    out.extend(Seat::first(SEATS).map(|seat| Action::Hero { hero: seat.into() }));
    out.extend(FELT.map(|item| Action::Buy { item }));
    fallen(look, out);
}

/// Who has died, and who has come back.
fn fallen(look: Look, out: Out) {
    heroes(look, |hero| out.push(Action::Dead { hero }));
    let dead = look.s.heroes.iter().filter(|(_, hero)| hero.dead());
    out.extend(dead.map(|(seat, _)| Action::Alive { hero: seat.into() }));
}

fn stacks(look: Look, seat: Seat, out: Out) {
    out.push(Action::Done);
    if look.s.treasure_deck > 0 {
        out.extend(Stat::ALL.iter().map(|stat| Action::Treasure { hero: seat.into(), stat: *stat }));
    }
    let held = Stat::ALL.iter().filter(|stat| look.hero(seat).treasure[stat.index()] > 0);
    out.extend(held.map(|stat| Action::Pay { from: *stat }));
}

/// What hurts an enemy.
fn hits(look: Look, out: Out) {
    let amounts = |most: u8| (1..=most).map(Amount::new);
    for enemy in look.s.enemies() {
        out.extend(amounts(HIT_MAX).map(|amount| Action::Hit { enemy, amount }));
        out.push(Action::Slain { enemy });
    }
    if look.s.enemies().count() > 1 {
        out.extend(amounts(HIT_ALL_MAX).map(|amount| Action::HitAll { amount }));
    }
}

/// What stuns or loses an enemy, or makes it strike back.
fn enemies(look: Look, out: Out) {
    let acting = look.s.acting_enemies();
    out.extend(acting.map(|enemy| Action::Stun { enemy }));
    // Whoever covers it is the one who was attacked.
    for enemy in acting.filter(|id| look.foe(*id).riposte && look.foe_cover(*id).is_none()) {
        heroes(look, |hero| out.push(Action::Attacked { enemy, hero }));
    }
    if acting.count() > 1 {
        out.extend(acting.map(|enemy| Action::Shaken { enemy }));
    }
    out.push(Action::Fled);
}

fn curses(look: Look, out: Out) {
    let every = |id: FoeId| look.foe(id).stats().iter().map(move |stat| (id, *stat));
    if !cursers(look).is_empty() {
        let low = look.s.enemies().flat_map(every).filter(|(id, stat)| look.foe_stat(*id, *stat) > STAT_MIN);
        out.extend(low.map(|(enemy, stat)| Action::Curse { enemy, stat }));
    }
    let cursed = |(id, stat): &(FoeId, Stat)| look.s.sums.on_enemies[id.index()][stat.index()] > 0;
    let lying = look.s.enemies().flat_map(every).filter(cursed);
    out.extend(lying.map(|(enemy, stat)| Action::Uncurse { enemy, stat }));
}

/// What enemies have to know of heroes.
fn party(look: Look, out: Out) {
    heroes(look, |hero| {
        if !look.hero(hero.seat()).stance {
            out.push(Action::Stance { hero });
        }
    });
    fallen(look, out);
    heroes(look, |hero| out.push(Action::Covers { hero }));
    if look.party_has(Standing::MayHide) {
        heroes(look, |hero| {
            if !look.hero(hero.seat()).hidden {
                out.push(Action::Hides { hero });
            }
        });
    }
    // Only there it matters how often the deck was shuffled.
    if look.g.options.scenario == Scenario::TreasureHunt {
        out.push(Action::Reshuffled);
    }
}

/// EPICs that enemies feel; while somebody is charmed all of them, for they may turn against the party.
fn epics(look: Look, out: Out) {
    let charmed = look.s.heroes.each().iter().any(|hero| hero.charmed_by.is_some());
    let told = Epic::ALL.iter().copied().filter(|epic| charmed || is_felt(look, *epic));
    out.extend(told.map(|epic| Action::Epic { epic }));
    for (seat, hero) in look.s.heroes.iter() {
        out.extend(hero.running.iter().map(|epic| Action::Ends { hero: seat.into(), epic }));
    }
}

/// Does this EPIC change what enemies do, whom they reach, or what becomes of them?
fn is_felt(look: Look, epic: Epic) -> bool {
    let card = look.g.content.epic(epic);
    card.start.iter().any(|start| start.is_felt()) || card.does.iter().any(|effect| effect.is_felt())
}
