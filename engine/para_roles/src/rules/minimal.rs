//! A real table of which only the enemies are kept: people play their heroes and tell what touches an enemy, the enemies run
//! by the rules of the other chapters. Specification, part 8, "Minimal mode".

use super::{abilities, blows, campaigns, death, epic, epic_start, player_actions, rounds, setup, treasure};
use crate::{
    Play,
    action::{Action, Level},
    content::span,
    event::{Event, glyph},
    frame::{Blow, Frame, Manner, Struck},
    options::RoleMode,
    queries::Look,
    state::{Foe, Place, Token},
    words::{Epic, FoeId, Item, Role, SEATS, Side, Standing, Start, Stat, Who},
};
use kernel::{Card, Next, Rank, RankSet, Seat, SeatSet, Suit, flow::Flow as _};
use serde::{Deserialize, Serialize};

/// The seat that speaks for the table.
pub const TELLER: Seat = Seat::new(0);

/// What such a table is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Minimal {
    /// Between the fights: what has changed, and who comes next.
    Between,
    /// A hero's treasure has changed.
    Stacks {
        seat: Seat,
    },
    /// Who bears an item that enemies feel.
    Bearer {
        item: Item,
    },
    /// The heroes have their turns; what they did to the enemies is told.
    Party,
    /// The next enemy looks for a target: have these fallen?
    Fallen {
        hurt: SeatSet,
        next: u8,
    },
    /// A riposte waits: whose attack was it?
    Riposte {
        foe: FoeId,
    },
    /// Whose token is it?
    CurseBy {
        foe: FoeId,
        stat: Stat,
    },
    /// Whom does he cover?
    CoversWhom {
        seat: Seat,
    },
    /// Whose EPIC is it?
    EpicOf {
        epic: Epic,
    },
    /// Dirty Bomb: which enemy was hit?
    Bombed {
        seat: Seat,
    },
    /// Polymorph: the cards on enemies.
    Laid {
        seat: Seat,
    },
    LaidOn {
        seat: Seat,
        card: Card,
    },
    /// The enemies gain what heroes lose: did he lose any?
    Wounded(Struck),
}

const fn wait(at: Minimal) -> Next<Frame> {
    Next::Wait(Frame::Minimal(at))
}

/// A line for the people at the table.
fn line(p: &mut Play, text: impl FnOnce(Look) -> String) {
    p.say(|look| Event::Line(text(look)));
}

// --- set-up and encounters

/// Nothing is asked of heroes: who they are follows from the roles, and all live.
pub fn begin(p: &mut Play) -> Next<Frame> {
    let roles = match p.g.options.roles {
        RoleMode::BasicParty => Some(Role::ALL),
        RoleMode::Defenders | RoleMode::Doctors | RoleMode::AssassinationSquad | RoleMode::TheBand => None,
        // Whoever he is, his suit names him.
        RoleMode::Mixer | RoleMode::BlindDate | RoleMode::Peasants | RoleMode::EliteSquadron => Some(&[][..]),
    };
    for seat in Seat::first(SEATS) {
        match roles {
            Some(each) => {
                each.get(seat.index()).into_iter().for_each(|role| setup::assign_role(p, seat, *role))
            }
            None => setup::assign_role(p, seat, setup::common_role(p.g.options.roles)),
        }
        p.s.heroes[seat].hp = 1;
    }
    if p.g.options.roles == RoleMode::BasicParty {
        p.s.suits = kernel::PerSeat::new(Suit::ALL);
    }
    p.s.recount();
    p.s.stack.push(Frame::Journey);
    campaigns::begin(p);
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

/// The enemies are known: what the table needs for the fight.
#[cold]
#[inline(never)]
pub fn fight_begins(p: &mut Play) {
    let order = p.s.combat.order;
    for (nth, id) in order.iter().enumerate() {
        line(p, |l| {
            let turn = if order.len() > 1 { format!(", acts as number {}", nth + 1) } else { String::new() };
            format!("{}: {} HP{turn}", l.name(Who::Foe(*id)), l.foe(*id).hp)
        });
    }
    line(p, |_| {
        "shuffle the Random Deck; the party may declare one EPIC, if no Resurrection bars it".to_owned()
    });
}

/// The fight is over: what people take back, and what there is to win.
pub fn fight_ends(p: &mut Play) {
    line(p, |_| "take back Protector tokens, curses and all that was on or running".to_owned());
    let (won, recovered) = (p.s.combat.spoils.min(p.s.treasure_deck), p.s.combat.recovered);
    if won + recovered > 0 {
        line(p, |_| format!("treasure: {won} to be won, {recovered} taken back from thieves"));
    }
}

/// A card of an enemy or of a guard was told. It is taken as told; if it should be elsewhere, that is said.
pub fn card_told(p: &mut Play, card: Card, dead: bool) {
    let (i, rank) = (card.suit().index(), card.rank());
    let piles = [&mut p.s.alive[i], &mut p.s.graveyard[i], &mut p.s.escaped[i]];
    let place = piles.into_iter().position(|pile| {
        let there = pile.contains(rank);
        if there {
            pile.remove(rank);
        }
        there
    });
    let elsewhere = match (place, dead) {
        (Some(0), false) | (Some(1), true) => return,
        (Some(0), true) => "still be in the Enemy Stat Deck",
        (Some(1), false) => "lie in the Graveyard",
        (Some(_), _) => "be gone with an enemy that escaped",
        (None, _) => "not come: an enemy has it, or the campaign has taken it out",
    };
    line(p, |_| format!("look again: {} should {elsewhere}; it counts as told", glyph(card)));
}

/// The guard is known. What of the living goes straight to the Graveyard need not be told.
pub fn guard_stands(p: &mut Play, guard: FoeId, dead: bool) {
    line(p, |l| {
        let name = l.name(Who::Foe(guard));
        format!("{name}: {} HP, Defense {}", l.foe(guard).hp, l.foe_stat(guard, Stat::Defense))
    });
    if !dead {
        line(p, |_| "put the next ♠ and ♣ card of the Enemy Stat Decks into the Graveyard".to_owned());
    }
}

/// Are its cards real ones? Not if another enemy has one of them by what was told.
pub fn is_real(p: &Play, id: FoeId, foe: &Foe) -> bool {
    let same = |stats: &[Stat], cards: &[Rank; 4]| {
        stats.iter().any(|stat| foe.stats().contains(stat) && cards[stat.index()] == foe.cards[stat.index()])
    };
    let twin = FoeId::enemies()
        .filter(|other| *other != id)
        .map(|other| p.s.foe(other))
        .any(|other| other.present && other.from_deck && same(other.stats(), &other.cards));
    !twin && !p.s.journey.waiting.iter().any(|w| w.from_deck && same(Stat::ALL, &w.cards))
}

// --- what is asked

/// What each of these leads to when it is its turn.
pub fn enter(p: &mut Play, at: Minimal) -> Next<Frame> {
    if at != Minimal::Party {
        return wait(at);
    }
    p.s.combat.hurt = SeatSet::EMPTY;
    p.s.heroes.each_mut().iter_mut().for_each(|hero| hero.fired = None);
    if p.combat_over() { Next::Done } else { wait(at) }
}

/// A new round: stances end with the heroes' turns, and the charmed are the first to act.
#[cold]
#[inline(never)]
pub fn round(p: &mut Play) -> Next<Frame> {
    p.s.heroes.each_mut().iter_mut().for_each(|hero| hero.stance = false);
    let charmed: SeatSet =
        p.s.heroes.iter().filter(|(_, hero)| hero.charmed_by.is_some()).map(|(seat, _)| seat).collect();
    for seat in charmed {
        line(p, |l| {
            let name = l.name(Who::Hero(seat));
            format!(
                "{name} acts first: attacks another hero, named by the card; an EPIC that would fire turns"
            )
        });
    }
    Next::Then(Frame::Minimal(Minimal::Party))
}

/// Before the next enemy looks for a target it must be known whom the last one felled.
#[cold]
#[inline(never)]
pub fn before_enemy(p: &mut Play, next: u8) -> Option<Next<Frame>> {
    let hurt = std::mem::take(&mut p.s.combat.hurt).and(p.s.living());
    let acts = |id: &FoeId| p.s.foe(*id).present && !p.s.foe(*id).is_guard();
    let another = p.s.combat.order.iter().skip(next.into()).any(acts);
    (another && !hurt.is_empty()).then_some(wait(Minimal::Fallen { hurt, next }))
}

/// A hero loses HP that people keep.
#[cold]
#[inline(never)]
pub fn suffers(p: &mut Play, seat: Seat, amount: u16) {
    p.say(|l| Event::Suffers(l.name(Who::Hero(seat)), amount));
    may_fall(p, seat);
}

/// Only on an enemy's turn does it matter at once.
fn may_fall(p: &mut Play, seat: Seat) {
    if p.s.stack.frames().any(|frame| matches!(frame, Frame::Enemies { .. })) {
        p.s.combat.hurt.insert(seat);
    }
}

/// A hero is hit: people turn his Defense card and know what it says.
#[cold]
#[inline(never)]
pub fn defends(p: &mut Play, blow: Blow, seat: Seat, amount: u16) -> Next<Frame> {
    p.say(|l| Event::MustDefend(l.name(Who::Hero(seat)), amount));
    may_fall(p, seat);
    if p.look().enemies_have(Standing::LifeSteal) {
        return wait(Minimal::Wounded(blow.into()));
    }
    blows::after(p, blow)
}

/// What an EPIC starts with, where people settle it or have to say what came of it.
pub fn epic_starts(
    p: &mut Play,
    seat: Seat,
    effect: Start,
    turned: bool,
    resume: Frame,
) -> Option<Next<Frame>> {
    match (effect, turned) {
        // Only heroes feel it.
        (Start::Xxx | Start::Bomb | Start::NameHeretic, true) => Some(Next::Then(resume)),
        (Start::Polymorph, _) => Some(p.first(Frame::Minimal(Minimal::Laid { seat }), resume)),
        (Start::Bomb, false) => Some(p.first(Frame::Minimal(Minimal::Bombed { seat }), resume)),
        (_, _) => None,
    }
}

// --- what is told

/// What was told, in answer to this.
#[cold]
#[inline(never)]
pub fn answer(p: &mut Play, at: Minimal, action: Action) -> Next<Frame> {
    match (at, action) {
        (Minimal::Between, action) => between(p, action),
        (Minimal::Party, Action::Done) => party_done(p),
        (Minimal::Party, action) => {
            p.s.stack.push(Frame::Minimal(Minimal::Party));
            party(p, action)
        }
        (Minimal::Stacks { seat }, action) => stacks(p, seat, action),
        (Minimal::Bearer { item }, Action::Hero { hero }) => {
            if let Some(bearer) = p.s.items.bearer_mut(item) {
                *bearer = Some(hero.seat());
            }
            line(p, |l| format!("{} bears: {}", l.name(Who::Hero(hero.seat())), item.title()));
            Next::Done
        }
        (Minimal::Fallen { hurt, next }, Action::Dead { hero }) => {
            falls(p, hero.seat());
            let left = hurt.without(hero.seat()).and(p.s.living());
            if left.is_empty() {
                rounds::enemies(p, next)
            } else {
                wait(Minimal::Fallen { hurt: left, next })
            }
        }
        (Minimal::Fallen { next, .. }, _) => rounds::enemies(p, next),
        (Minimal::CurseBy { foe, stat }, Action::Hero { hero }) => curse(p, hero.seat(), foe, stat),
        (Minimal::CoversWhom { seat }, action) => covers(p, seat, action),
        (Minimal::EpicOf { epic }, Action::Hero { hero }) => {
            let charmed = p.s.heroes[hero.seat()].charmed_by.is_some();
            epic::take_effect(p, hero.seat(), epic, charmed)
        }
        (at, action) => blow_told(p, at, action),
    }
}

/// What came of a blow or of an EPIC.
fn blow_told(p: &mut Play, at: Minimal, action: Action) -> Next<Frame> {
    match (at, action) {
        (Minimal::Riposte { foe }, Action::Hero { hero }) => attacked(p, hero.seat(), foe),
        (Minimal::Bombed { seat }, Action::Enemy { enemy }) => {
            epic_start::bomb_hits(p, seat, enemy);
            Next::Done
        }
        (Minimal::Laid { seat }, Action::Take { card }) => laid(p, seat, card),
        (Minimal::LaidOn { seat, card }, Action::Lay { target }) => lay(p, seat, card, target),
        (Minimal::Wounded(blow), Action::Yes) => blows::wound(p, blow.into()),
        (Minimal::Wounded(blow), Action::No) => {
            let blow = Blow::from(blow);
            p.say(|l| Event::Stopped(l.name(blow.on)));
            blows::after(p, blow)
        }
        (Minimal::Riposte { .. } | Minimal::Bombed { .. } | Minimal::Laid { .. }, Action::Done) => Next::Done,
        (at, action) => unreachable!("{action} does not answer {at:?}"),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is offered between fights")]
fn between(p: &mut Play, action: Action) -> Next<Frame> {
    match action {
        Action::Meet { count } => {
            campaigns::encounter(p, count.number(), Foe { treasure: 1, ..Foe::default() })
        }
        Action::Level { level } => {
            climb(p, level);
            campaigns::tower(p)
        }
        Action::Hero { hero } => wait(Minimal::Stacks { seat: hero.seat() }),
        Action::Buy { item } => wait(Minimal::Bearer { item }),
        Action::Dead { hero } => {
            falls(p, hero.seat());
            Next::Done
        }
        Action::Alive { hero } => {
            death::raise(p, hero.seat(), 1);
            Next::Done
        }
        other => unreachable!("{other} is nothing between fights"),
    }
}

/// One treasure card more or less under a stat.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is offered here")]
fn stacks(p: &mut Play, seat: Seat, action: Action) -> Next<Frame> {
    match action {
        Action::Treasure { stat, .. } => treasure::lay(p, seat, stat),
        Action::Pay { from } => {
            treasure::pay_one(p, seat, from);
            line(p, |l| format!("{} has a treasure less under {}", l.name(Who::Hero(seat)), from.title()));
        }
        _ => return Next::Done,
    }
    wait(Minimal::Stacks { seat })
}

/// The heroes have had their turns, the charmed among them.
fn party_done(p: &mut Play) -> Next<Frame> {
    p.s.heroes.each_mut().iter_mut().for_each(|hero| hero.charmed_by = None);
    rounds::enemies(p, 0)
}

/// What heroes did that an enemy feels, or that enemies have to know.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is offered in a fight")]
fn party(p: &mut Play, action: Action) -> Next<Frame> {
    match action {
        Action::Hit { enemy, amount } => return hit(p, enemy, amount.number().into()),
        Action::HitAll { amount } => {
            death::hurt_all_enemies(p, amount.number().into(), 0, None);
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
        Action::Epic { epic } => return wait(Minimal::EpicOf { epic }),
        Action::Ends { hero, epic } => epic::end(p, hero.seat(), epic),
        Action::Shaken { enemy } => player_actions::shake_off(p, enemy),
        Action::Fled => player_actions::leave_all(p),
        Action::Covers { hero } => return wait(Minimal::CoversWhom { seat: hero.seat() }),
        other => marks(p, other),
    }
    Next::Done
}

/// What enemies have to know of heroes and of the deck.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is offered in a fight")]
fn marks(p: &mut Play, action: Action) {
    match action {
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
        other => unreachable!("{other} is nothing to be told in a fight"),
    }
}

/// Damage that got through at the table. Whoever covers takes it, and nobody on guard is hurt but by As You Wish.
fn hit(p: &mut Play, foe: FoeId, amount: u16) -> Next<Frame> {
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
    if waits { wait(Minimal::Riposte { foe: on }) } else { Next::Done }
}

/// A hero attacked an enemy whose riposte waits, whatever came of the attack.
fn attacked(p: &mut Play, seat: Seat, foe: FoeId) -> Next<Frame> {
    let card = Card::default();
    let blow = Blow { by: Who::Hero(seat), on: Who::Foe(foe), card, hit: true, manner: Manner::Plain };
    blows::riposte(p, blow, seat, foe)
}

/// In a Basic Party the tokens are the Support's; elsewhere it is asked whose, because they go when their owner falls.
fn curse_told(p: &mut Play, foe: FoeId, stat: Stat) -> Next<Frame> {
    if p.g.options.roles == RoleMode::BasicParty {
        curse(p, Seat::new(Role::Support.index() as u8), foe, stat)
    } else {
        wait(Minimal::CurseBy { foe, stat })
    }
}

/// Who has a token left to curse with.
pub fn cursers(look: Look) -> SeatSet {
    let basic = look.g.options.roles == RoleMode::BasicParty;
    let may = |seat: &Seat| !basic || seat.index() == Role::Support.index();
    let living = look.s.living().into_iter();
    living.filter(may).filter(|seat| look.s.tokens[*seat].contains(&Place::SUPPLY)).collect()
}

fn curse(p: &mut Play, seat: Seat, foe: FoeId, stat: Stat) -> Next<Frame> {
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

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is offered here")]
fn covers(p: &mut Play, seat: Seat, action: Action) -> Next<Frame> {
    match action {
        Action::Hero { hero } => {
            let ally = hero.seat();
            p.s.heroes[seat].token = Some(Token { ally, side: Side::Protect });
            p.say(|l| Event::TokenOn(l.name(Who::Hero(seat)), Side::Protect, l.name(Who::Hero(ally))));
        }
        _ => {
            p.s.heroes[seat].token = None;
            line(p, |l| format!("{} covers nobody", l.name(Who::Hero(seat))));
        }
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
    let queen = hero.queen.filter(|_| hero.turned.contains(Epic::Polymorph));
    look.s.enemies().filter(move |id| match queen {
        Some(queen) => queen == *id && look.raises(*id, card),
        None => look.lowers(*id, card),
    })
}

/// A card lies on an enemy: on which, if there are several?
fn laid(p: &mut Play, seat: Seat, card: Card) -> Next<Frame> {
    let (one, two) = {
        let mut on = lay_targets(p.look(), seat, card);
        (on.next(), on.next())
    };
    match (one, two) {
        (Some(only), None) => lay(p, seat, card, Who::Foe(only)),
        (_, _) => wait(Minimal::LaidOn { seat, card }),
    }
}

fn lay(p: &mut Play, seat: Seat, card: Card, on: Who) -> Next<Frame> {
    p.s.player_decks[card.suit().index()].remove(card.rank());
    epic_start::lay(p, seat, card, on);
    wait(Minimal::Laid { seat })
}
