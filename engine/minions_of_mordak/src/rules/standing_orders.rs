//! What a seat's standing orders answer in a Reaction window. MM-254, MM-385; specification 3.4, point 3.
//!
//! No rule asks this: whoever runs the table does, and plays the answer as a step of the seat. So the table is the same to
//! everybody else whether a person answered or an order, and records need nothing new.

use crate::{
    Action,
    content::{DrawFrom, Effect, Target},
    frame::Frame,
    ids::Who,
    queries::Look,
    rules::{cards, reactions, spells, targets},
    standing::{Order, Will},
    state::{Card, Cast},
    words::Window,
};
use kernel::{Seat, rule};

/// A seat that is asked for Reactions.
#[derive(Clone, Copy)]
struct Asked<'a> {
    look: Look<'a>,
    seat: Seat,
    window: Window,
    about: Who,
}

/// How an order to play can be carried out.
enum Way {
    /// None of its cards can be played.
    None,
    One(Action),
    /// Several cards, payments or targets: that is for the player to say.
    Several,
}

/// What this seat has ordered to answer now; `None` if it is to be asked.
#[must_use]
pub fn answer(look: Look, seat: Seat) -> Option<Action> {
    let orders = look.s.orders.of(seat);
    if orders.is_empty() {
        return None;
    }
    rule!("MM-254", "MM-385");
    let asked = match look.s.stack.top() {
        Some(&Frame::Spells(spells::Frame::React { seat: of, window, about, .. })) if of == seat => {
            Asked { look, seat, window, about }
        }
        Some(_) | None => return None,
    };
    let mut open = false;
    for at in 0..orders.len() {
        match asked.way(at) {
            Way::One(action) => return Some(action),
            Way::Several => open = true,
            Way::None => {}
        }
    }
    // By what could be in hand where windows are cloaked: how fast somebody passes tells nothing of the hand then.
    let ask = |card: Card| asked.will(card) == Will::Ask;
    let open = open || reactions::live(look, seat, asked.window, asked.about).any(ask);
    (!open).then_some(Action::Pass)
}

impl Asked<'_> {
    /// Of the orders that fit, the one given last decides.
    fn decides(self, card: Card) -> Option<usize> {
        let Asked { look, seat, window, about } = self;
        look.s.orders.of(seat).iter().rposition(|order| order.fits(look, seat, window, about, card))
    }
    fn will(self, card: Card) -> Will {
        let order = self.decides(card).and_then(|at| self.look.s.orders.of(self.seat).get(at));
        order.map_or(Will::Ask, |order: &Order| order.will)
    }
    /// How the order of this place can be carried out, if it says to play.
    fn way(self, at: usize) -> Way {
        let Asked { look, seat, window, about } = self;
        if look.s.orders.of(seat).get(at).is_none_or(|order| order.will != Will::Auto) {
            return Way::None;
        }
        let mut way = Way::None;
        reactions::options(look, seat, window, about, &mut |action| {
            if let Some(card) = played(action)
                && self.decides(card) == Some(at)
            {
                way = match way {
                    Way::None if self.is_settled(card) => Way::One(action),
                    Way::None | Way::One(_) | Way::Several => Way::Several,
                };
            }
        });
        way
    }
    /// Is nothing about this card left to be picked? A hidden hand's player says what is in it.
    fn is_settled(self, card: Card) -> bool {
        let untold = matches!(card, Card::Spell(_)) && self.look.s.is_hidden(self.seat);
        let cast = spells::reaction(self.seat, card, self.about);
        let steps = spells::effects(self.look, card);
        !untold && steps.iter().all(|effect| !leaves_choice(self.look, &cast, *effect))
    }
}

/// The card that a Reaction plays.
fn played(action: Action) -> Option<Card> {
    if let Action::React { spell, .. } = action {
        return Some(Card::Spell(spell));
    }
    if let Action::ReactWith { treasure } = action { Some(Card::Treasure(treasure)) } else { None }
}

/// Does this step of a card leave its player something to pick? Packs have no Reactions that ask for more than dice; they are
/// judged all the same, so that a new step is thought of here.
fn leaves_choice(look: Look, cast: &Cast, effect: Effect) -> bool {
    match effect {
        // Dice, rows, places, Moves and Turns are picked one by one.
        Effect::Reroll(_)
        | Effect::RerollAny
        | Effect::GainPlusOnes { row: None, .. }
        | Effect::LosePlusOnes { who: Target::Caster, .. }
        | Effect::Place { .. }
        | Effect::Move { .. }
        | Effect::SwapMinions
        | Effect::Control { .. }
        | Effect::BonusTurn { .. }
        | Effect::Spawn { .. }
        | Effect::PlaceSheep { .. }
        | Effect::ReorderStack { .. } => true,
        Effect::DrawSpells { from: DrawFrom::Allowed, .. } => {
            cards::drawable(look, cast.seat).nth(1).is_some()
        }
        Effect::Attack { .. }
        | Effect::Heal { .. }
        | Effect::GainHealth { .. }
        | Effect::PayHealth { .. }
        | Effect::Prevent(_)
        | Effect::StayAt(_)
        | Effect::WoundInstead
        | Effect::Grant { .. }
        | Effect::Lift { .. }
        | Effect::BonusDice { .. }
        | Effect::LoseHits(_)
        | Effect::GainPlusOnes { row: Some(_), .. }
        | Effect::LosePlusOnes { .. }
        | Effect::ActionPoints { .. }
        | Effect::DrawSpells { from: DrawFrom::Deck(_), .. }
        | Effect::StealSpell { .. }
        | Effect::CancelSpell
        | Effect::FlipRegion
        | Effect::LimitSteps { .. }
        | Effect::BecomeDefender
        | Effect::BindBlood { .. } => targets::in_question(look, cast, effect),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        content::{Kind, PerCost, Where},
        fixture::scene::laid_out,
    };

    fn leaves(heroes: &str, effect: Effect) -> bool {
        let table = laid_out(&format!("heroes {heroes}"), "");
        let card = Card::Spell("a14".parse().expect("a Spell"));
        let cast = spells::reaction(Seat::new(1), card, Who::hero(Seat::new(1)));
        leaves_choice(Look { g: table.game(), s: table.state() }, &cast, effect)
    }

    #[test]
    fn who_or_where_is_open_if_there_are_several() {
        let asks = |heroes: &str, who: Target| {
            leaves(heroes, Effect::Heal { who, by: PerCost::default(), dice: PerCost::default() })
        };
        let (one, in_one) =
            (Target::One(Kind::Friend, Where::Anywhere), Target::EachInOne(Kind::Friend, Where::Anywhere));
        assert!(!asks("amos", one) && asks("amos bjorn", one));
        assert!(!asks("amos bjorn", in_one), "both are in one Region");
        assert!(!asks("amos bjorn", Target::Subject) && !asks("amos bjorn", Target::Caster));
    }

    #[test]
    fn what_is_picked_one_by_one_is_open() {
        let open =
            [Effect::RerollAny, Effect::SwapMinions, Effect::Place { who: Target::Subject, within: 1 }];
        assert!(open.into_iter().all(|effect| leaves("amos", effect)));
        assert!(!leaves("amos", Effect::Prevent(2)));
    }
}
