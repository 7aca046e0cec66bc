//! Standing orders: what a seat does in Reaction windows without being asked. A seat's own affair: nobody else reads them, and
//! no rule does. Whoever runs a table plays the answers they give as if the seat had (`rules/standing_orders.rs`), so that
//! a table goes on the same way whether a person or an order has answered. `standing/reading.rs` reads them.

mod reading;

use crate::{
    ids::{KindId, Who},
    queries::Look,
    state::{Card, Traits},
    words::{SEATS, VILLAIN, Window},
};
use kernel::{ArrayVec, PerSeat, Seat};
#[cfg(test)]
pub use reading::all;
pub use reading::{HELP, read};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    hash::{Hash, Hasher},
};

/// Orders of one seat at once. Few: every copy of a table carries room for them.
pub const ORDERS: usize = 6;

kernel::words! {
    /// What becomes of a Reaction that is possible.
    pub enum Will as "order" {
        /// The seat is asked.
        Ask = "ask",
        /// It is not played, and the seat is not asked for it.
        Never = "never",
        /// It is played, if there is one way to; else the seat is asked.
        Auto = "auto",
    }
}

/// Whom a window is about, as an order says it. Minions go by their kind: their numbers are given to others when they fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Aim {
    /// A Hero, Mordak or Gust.
    Who(Who),
    Kind(KindId),
    AnyMinion,
    AnyHero,
}

impl Aim {
    fn is(self, look: Look, who: Who) -> bool {
        match self {
            Aim::Who(own) => own == who,
            Aim::Kind(kind) => {
                who.as_minion().is_some_and(|slot| look.s.is_alive(slot) && look.s.minion(slot).kind == kind)
            }
            Aim::AnyMinion => who.is_minion(),
            Aim::AnyHero => who.as_hero().is_some(),
        }
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Aim::Who(who) => who.fmt(f),
            Aim::Kind(kind) => kind.fmt(f),
            Aim::AnyMinion => f.write_str("minion"),
            Aim::AnyHero => f.write_str("hero"),
        }
    }
}

/// One order: in which window, for which card, on which conditions, until when. Written
/// `damage a14 auto if damage>=3 and target=h2 until round`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Order {
    pub will: Will,
    /// `None`: in all windows.
    pub window: Option<Window>,
    /// `None`: for all cards.
    pub card: Option<Card>,
    /// At least so much damage is about to be dealt; 0: whatever happens.
    pub damage: u8,
    /// The seat's own Character would be Defeated.
    pub would_defeat_me: bool,
    /// Whom the window is about.
    pub target: Option<Aim>,
    /// Gone when the Round in progress ends.
    pub this_round: bool,
}

impl Default for Order {
    fn default() -> Self {
        Order {
            will: Will::Ask,
            window: None,
            card: None,
            damage: 0,
            would_defeat_me: false,
            target: None,
            this_round: false,
        }
    }
}

/// Windows that know how much damage is dealt.
#[must_use]
pub const fn knows_damage(window: Window) -> bool {
    match window {
        Window::Damage | Window::Defeat => true,
        Window::Begins
        | Window::Declared
        | Window::Rolled
        | Window::Modify
        | Window::Targeted
        | Window::Cast
        | Window::Spawned
        | Window::LevelUp => false,
    }
}

/// Windows that are about a Character to whom something happens. Whom a Spell is for is not known before its effect.
#[must_use]
pub const fn knows_target(window: Window) -> bool {
    match window {
        Window::Begins
        | Window::Rolled
        | Window::Modify
        | Window::Targeted
        | Window::Damage
        | Window::Defeat => true,
        Window::Declared | Window::Cast | Window::Spawned | Window::LevelUp => false,
    }
}

impl Order {
    /// Is it for everything that can ever happen?
    #[must_use]
    pub fn is_for_all(self) -> bool {
        self == Order { will: self.will, ..Order::default() }
    }
    /// Is this about the same, whatever is to be done then, and for however long?
    fn is_about_the_same(self, other: Order) -> bool {
        Order { will: other.will, this_round: other.this_round, ..self } == other
    }
    /// Is it for this card, now that a window is open for this seat?
    #[must_use]
    pub fn fits(self, look: Look, seat: Seat, window: Window, about: Who, card: Card) -> bool {
        let named = self.window.is_none_or(|own| own == window) && self.card.is_none_or(|own| own == card);
        named
            && (self.damage == 0 || damage(look, window).is_some_and(|dealt| dealt >= self.damage))
            && (!self.would_defeat_me || would_defeat(look, seat, window, about))
            && self.target.is_none_or(|aim| knows_target(window) && aim.is(look, about))
    }
}

/// The damage that is about to be dealt, less what was prevented; `None` where none is known.
fn damage(look: Look, window: Window) -> Option<u8> {
    let attack = &look.s.level().attack;
    knows_damage(window).then(|| attack.damage.saturating_sub(attack.prevented))
}

/// Would the Character of this seat be Defeated, unless somebody reacts?
fn would_defeat(look: Look, seat: Seat, window: Window, about: Who) -> bool {
    if about != Who::hero(seat) {
        return false;
    }
    let step = if seat == VILLAIN { look.g.content.numbers.villain_step.max(1) } else { 1 };
    let falls = |dealt: u8| dealt / step * step >= look.s.players[seat].health;
    match window {
        Window::Defeat => !look.s.level().attack.is.contains(Traits::SAVED),
        Window::Damage => damage(look, window).is_some_and(falls),
        Window::Begins
        | Window::Declared
        | Window::Rolled
        | Window::Modify
        | Window::Targeted
        | Window::Cast
        | Window::Spawned
        | Window::LevelUp => false,
    }
}

/// A card by its notation.
fn card_id(card: Card) -> String {
    match card {
        Card::Spell(spell) => spell.to_string(),
        Card::Treasure(treasure) => treasure.to_string(),
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(window) = self.window {
            write!(f, "{window} ")?;
        }
        if let Some(card) = self.card {
            write!(f, "{} ", card_id(card))?;
        }
        self.will.fmt(f)?;
        let mut word = "if";
        let mut next = || std::mem::replace(&mut word, "and");
        if self.damage > 0 {
            write!(f, " {} damage>={}", next(), self.damage)?;
        }
        if self.would_defeat_me {
            write!(f, " {} would_defeat_me", next())?;
        }
        if let Some(aim) = self.target {
            write!(f, " {} target={aim}", next())?;
        }
        if self.this_round { f.write_str(" until round") } else { Ok(()) }
    }
}

/// The orders of all seats, each in the order in which they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Orders(PerSeat<ArrayVec<[Order; ORDERS]>, SEATS>);

impl Default for Orders {
    fn default() -> Self {
        Orders(PerSeat::new([ArrayVec::default(); SEATS]))
    }
}

/// A table without orders has the hash it had before there were any, so that what older views say of what goes on stays good.
impl Hash for Orders {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_empty() {
            self.0.hash(state);
        }
    }
}

impl Orders {
    #[must_use]
    #[inline]
    pub fn of(&self, seat: Seat) -> &[Order] {
        &self.0[seat]
    }
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.each().iter().all(ArrayVec::is_empty)
    }
    /// Takes an order; the one about the same goes. False if there is no room.
    #[must_use]
    pub fn give(&mut self, seat: Seat, order: Order) -> bool {
        let orders = &mut self.0[seat];
        if order.is_for_all() {
            // Nothing given before could decide any more; to be asked always is to have no orders.
            orders.clear();
            if order.will == Will::Ask {
                return true;
            }
        }
        orders.retain(|own| !own.is_about_the_same(order));
        orders.try_push(order).is_none()
    }
    /// Withdraws one by its number from 0. False if there is none.
    #[must_use]
    pub fn withdraw(&mut self, seat: Seat, at: usize) -> bool {
        let orders = &mut self.0[seat];
        let there = at < orders.len();
        if there {
            orders.remove(at);
        }
        there
    }
    pub fn withdraw_all(&mut self, seat: Seat) {
        self.0[seat].clear();
    }
    /// What everybody but this seat sees: nothing. No trace is left.
    pub fn keep_only(&mut self, me: Seat) {
        let own = self.0[me];
        *self = Orders::default();
        self.0[me] = own;
    }
    /// The Round is over.
    #[inline]
    pub fn end_round(&mut self) {
        for seat in Seat::first(SEATS as u8) {
            if !self.0[seat].is_empty() {
                self.0[seat].retain(|order| !order.this_round);
            }
        }
    }
    /// `1. damage never, 2. a14 auto`; empty if there are none.
    #[must_use]
    pub fn list(&self, seat: Seat) -> String {
        let each = self.of(seat).iter().enumerate();
        each.map(|(at, order)| format!("{}. {order}", at + 1)).collect::<Vec<_>>().join(", ")
    }
}
