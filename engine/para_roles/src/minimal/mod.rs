//! A real table of which only the enemies are kept: people play their heroes and tell what touches an enemy, the enemies run
//! by the rules of the other chapters. Specification, part 8, "Minimal mode".

pub mod corrections;
pub mod labels;
mod legal;
mod people;
mod told;

pub use legal::legal;
pub use people::People;
pub use told::answer;

use crate::{
    Play,
    event::{Event, glyph},
    frame::{EnemyPile, Next, Struck, only, then, wait},
    options::RoleMode,
    queries::Look,
    rules::{campaigns, enemy_turn, roles, rounds},
    state::Foe,
    words::{Epic, FoeId, Item, Role, SEATS, Stat, Who},
};
use kernel::{Card, Rank, Seat, SeatSet, Suit, Turn};
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

/// A card of an enemy or of a guard was told. It is taken as told; if it should be elsewhere, that is said.
fn card_told(p: &mut Play, card: Card, from: EnemyPile) {
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

/// Are its cards real ones? Not if another enemy has one of them by what was told.
fn is_real(p: &Play, id: FoeId, foe: &Foe) -> bool {
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
