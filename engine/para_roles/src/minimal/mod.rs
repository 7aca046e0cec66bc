//! A real table of which only the enemies are kept: people play their heroes and tell what touches an enemy, the enemies run
//! by the rules of the other chapters. Specification, part 8, "Minimal mode".

pub mod corrections;
pub mod labels;
mod legal;
mod told;

pub use legal::legal;
pub use told::answer;

use crate::{
    Play,
    event::{Event, glyph},
    frame::{self, Blow, EnemyPile, Next, Struck, only, then, wait},
    options::RoleMode,
    queries::Look,
    rules::{blows, campaigns, enemy_turn, epic_start, roles, rounds},
    state::Foe,
    words::{Epic, FoeId, Item, Role, SEATS, Standing, Start, Stat, Who},
};
use kernel::{Card, Rank, Seat, SeatSet, Suit, Turn, flow::Flow as _};
use serde::{Deserialize, Serialize};

/// The seat that speaks for the table.
pub const TELLER: Seat = Seat::new(0);

/// What such a table is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Frame {
    Begin,
    /// A round: the heroes, then the enemies in order.
    Round,
    Enemies {
        next: u8,
    },
    AfterFight,
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

/// One seat speaks for all.
pub fn spoken_for(look: Look, turn: Turn) -> Turn {
    match turn {
        Turn::Each(_) | Turn::Any(_) if look.g.minimal() => only(TELLER),
        Turn::Each(_) | Turn::Any(_) | Turn::Chance | Turn::Over => turn,
    }
}

pub const fn turn(at: Frame) -> Turn {
    match at {
        Frame::Begin | Frame::Round | Frame::Enemies { .. } | Frame::AfterFight => Turn::Over,
        Frame::Between
        | Frame::Stacks { .. }
        | Frame::Bearer { .. }
        | Frame::Party
        | Frame::Fallen { .. }
        | Frame::Riposte { .. }
        | Frame::CurseBy { .. }
        | Frame::CoversWhom { .. }
        | Frame::EpicOf { .. }
        | Frame::Bombed { .. }
        | Frame::Laid { .. }
        | Frame::LaidOn { .. }
        | Frame::Wounded(_) => only(TELLER),
    }
}

/// A line for the people at the table.
fn line(p: &mut Play, text: impl FnOnce(Look) -> String) {
    p.say(|look| Event::Line(text(look)));
}

// --- set-up and encounters

/// Nothing is asked of heroes: who they are follows from the roles, and all live.
fn begin(p: &mut Play) -> Next {
    let roles = match p.g.options.roles {
        RoleMode::BasicParty => Some(Role::ALL),
        RoleMode::Defenders | RoleMode::Doctors | RoleMode::AssassinationSquad | RoleMode::TheBand => None,
        // Whoever he is, his suit names him.
        RoleMode::Mixer | RoleMode::BlindDate | RoleMode::Peasants | RoleMode::EliteSquadron => Some(&[][..]),
    };
    for seat in Seat::first(SEATS) {
        match roles {
            Some(each) => {
                each.get(seat.index()).into_iter().for_each(|role| roles::assign_role(p, seat, *role))
            }
            None => roles::assign_role(p, seat, roles::common_role(p.g.options.roles)),
        }
        p.s.heroes[seat].hp = 1;
    }
    if p.g.options.roles == RoleMode::BasicParty {
        p.s.suits = kernel::PerSeat::new(Suit::ALL);
    }
    p.s.recount();
    p.s.stack.push(campaigns::Frame::GoesOn.into());
    campaigns::begin(p);
    Next::Done
}

/// The enemies are known: what the table needs for the fight.
#[cold]
#[inline(never)]
pub fn fight_begins(p: &mut Play) -> Next {
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
    p.s.stack.push(campaigns::Frame::CombatEnds.into());
    round(p)
}

/// The fight is over: what people take back, and what there is to win.
pub fn fight_ends(p: &mut Play) -> frame::Frame {
    line(p, |_| "take back Protector tokens, curses and all that was on or running".to_owned());
    let (won, recovered) = (p.s.combat.spoils.min(p.s.treasure_deck), p.s.combat.recovered);
    if won + recovered > 0 {
        line(p, |_| format!("treasure: {won} to be won, {recovered} taken back from thieves"));
    }
    Frame::AfterFight.into()
}

/// A card of an enemy or of a guard was told. It is taken as told; if it should be elsewhere, that is said.
pub fn card_told(p: &mut Play, card: Card, from: EnemyPile) {
    let (i, rank) = (card.suit().index(), card.rank());
    let piles = [&mut p.s.alive[i], &mut p.s.graveyard[i], &mut p.s.escaped[i]];
    let place = piles.into_iter().position(|pile| {
        let there = pile.contains(rank);
        if there {
            pile.remove(rank);
        }
        there
    });
    let elsewhere = match (place, from) {
        (Some(0), EnemyPile::Living) | (Some(1), EnemyPile::Graveyard) => return,
        (Some(0), EnemyPile::Graveyard) => "still be in the Enemy Stat Deck",
        (Some(1), EnemyPile::Living) => "lie in the Graveyard",
        (Some(_), _) => "be gone with an enemy that escaped",
        (None, _) => "not come: an enemy has it, or the campaign has taken it out",
    };
    line(p, |_| format!("look again: {} should {elsewhere}; it counts as told", glyph(card)));
}

/// The guard is known. What of the living goes straight to the Graveyard need not be told.
pub fn guard_stands(p: &mut Play, guard: FoeId, from: EnemyPile) {
    let foe = *p.s.foe(guard);
    p.s.foe_mut(guard).from_deck = is_real(p, guard, &foe);
    line(p, |l| {
        let name = l.name(Who::Foe(guard));
        format!("{name}: {} HP, Defense {}", l.foe(guard).hp, l.foe_stat(guard, Stat::Defense))
    });
    if from == EnemyPile::Living {
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
pub fn enter(p: &mut Play, at: Frame) -> Next {
    match at {
        Frame::Begin => begin(p),
        Frame::Round => round(p),
        Frame::Enemies { next } => enemies(p, next),
        Frame::AfterFight => {
            // People rest, trade and buy by themselves.
            campaigns::settle(p);
            Next::Done
        }
        Frame::Party => the_party(p),
        Frame::Between
        | Frame::Stacks { .. }
        | Frame::Bearer { .. }
        | Frame::Fallen { .. }
        | Frame::Riposte { .. }
        | Frame::CurseBy { .. }
        | Frame::CoversWhom { .. }
        | Frame::EpicOf { .. }
        | Frame::Bombed { .. }
        | Frame::Laid { .. }
        | Frame::LaidOn { .. }
        | Frame::Wounded(_) => wait(at),
    }
}

/// The heroes have their turns.
fn the_party(p: &mut Play) -> Next {
    p.s.combat.hurt = SeatSet::EMPTY;
    p.s.heroes.each_mut().iter_mut().for_each(|hero| hero.fired = None);
    if p.combat_over() { Next::Done } else { wait(Frame::Party) }
}

/// A new round: stances end with the heroes' turns, and the charmed are the first to act.
fn round(p: &mut Play) -> Next {
    if !rounds::round_begins(p) {
        return Next::Done;
    }
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
    then(Frame::Party)
}

/// Each living enemy in order. Before the next one looks for a target it must be known whom the last one felled.
fn enemies(p: &mut Play, next: u8) -> Next {
    let hurt = std::mem::take(&mut p.s.combat.hurt).and(p.s.living());
    let standing = rounds::next_enemy(p, next);
    if standing.is_some() && !hurt.is_empty() {
        return wait(Frame::Fallen { hurt, next });
    }
    if p.combat_over() {
        return Next::Done;
    }
    let Some((at, id)) = standing else { return then(Frame::Round) };
    p.s.stack.push(Frame::Enemies { next: at + 1 }.into());
    enemy_turn::begins(p, id)
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
    if p.s.stack.frames().any(|at| matches!(at, frame::Frame::Minimal(Frame::Enemies { .. }))) {
        p.s.combat.hurt.insert(seat);
    }
}

/// A hero is hit: people turn his Defense card and know what it says.
#[cold]
#[inline(never)]
pub fn defends(p: &mut Play, blow: Blow, seat: Seat, amount: u16) -> Next {
    p.say(|l| Event::MustDefend(l.name(Who::Hero(seat)), amount));
    may_fall(p, seat);
    if p.look().enemies_have(Standing::LifeSteal) {
        return wait(Frame::Wounded(blow.into()));
    }
    blows::after(p, blow)
}

/// What an EPIC starts with, where people settle it or have to say what came of it.
pub fn epic_starts(
    p: &mut Play,
    seat: Seat,
    effect: Start,
    turned: bool,
    resume: epic_start::Frame,
) -> Option<Next> {
    let asked = match effect {
        // Only heroes feel it.
        Start::Xxx | Start::Bomb | Start::NameHeretic if turned => return Some(then(resume)),
        Start::Polymorph => Frame::Laid { seat },
        Start::Bomb => Frame::Bombed { seat },
        Start::RaiseOne
        | Start::Xxx
        | Start::ChooseEvacuees
        | Start::HurtEnemies
        | Start::HealHeroes
        | Start::NameHeretic
        | Start::GraveCard
        | Start::Needle => return None,
    };
    Some(p.first(asked.into(), resume.into()))
}
