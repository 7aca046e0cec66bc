//! The Procession of Horrors and the order of stacks. Rulebook: "Procession of Horrors". MM-280 to MM-284, MM-188.

use crate::{
    Event, Play,
    frame::{Next, Stacks as _, stray, then, wait},
    ids::{RegionId, RegionSet, Who},
    queries::Look,
    rules::level_up::Frame,
    rules::{cards, damage},
    state::bits,
    words::{DeckId, MINIONS, Size, VILLAIN},
};
use kernel::rule;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// The track advances.
    Day,
    /// Minions of the day's row, one by one.
    Offers,
    /// Stacks may be reordered.
    Stacks,
}

/// The track advances and its row is carried out; then stacks may be reordered.
pub fn procession(p: &mut Play, step: Step) -> Next {
    rule!("MM-002", "MM-280", "MM-281", "MM-284", "MM-308", "MM-R31");
    match step {
        Step::Day => {
            p.s.offered = [0; 3];
            if p.s.final_battle || p.s.day >= p.g.content.numbers.days {
                return then(Frame::Procession { step: Step::Stacks });
            }
            p.s.day += 1;
            row(p)
        }
        Step::Offers => match next_offer(p.look()) {
            Some(_) => wait(Frame::ProcessionAsk),
            None => then(Frame::Procession { step: Step::Stacks }),
        },
        Step::Stacks => {
            p.s.reordered = RegionSet::EMPTY;
            then(Frame::ReorderAsk)
        }
    }
}

fn row(p: &mut Play) -> Next {
    p.say(|l| Event::Told(format!("day {} of the Procession of Horrors", l.s.day)));
    let heroes = usize::from(p.look().hero_count());
    let Some(row) = p.g.content.day(p.s.day) else { return then(Frame::Procession { step: Step::Stacks }) };
    let spawns = row.spawns[heroes.clamp(1, 5) - 1];
    p.s.offered = [spawns.chumps, spawns.elites, spawns.bosses];
    damage::heal(p, Who::MORDAK, row.health);
    let draw = cards::Frame::DrawSpells { seat: VILLAIN, deck: DeckId::Void, left: row.draw };
    p.first(draw, Frame::Procession { step: Step::Offers })
}

/// The Minion the Procession offers next: the largest first.
#[must_use]
pub fn next_offer(look: Look) -> Option<Size> {
    let sizes = [(2, Size::Boss), (1, Size::Elite), (0, Size::Chump)];
    let offered = sizes.into_iter().filter(|(at, _)| look.s.offered[*at] > 0);
    offered.map(|(_, size)| size).find(|size| cards::minions_left(look, *size) > 0)
}

pub fn offered(p: &mut Play, accept: bool) -> Next {
    rule!("MM-281");
    let again = Frame::Procession { step: Step::Offers };
    let Some(size) = next_offer(p.look()) else { return then(again) };
    p.s.offered[size.index() - 1] -= 1;
    if !accept {
        return then(again);
    }
    p.first(cards::Frame::DrawMinion { size, region: RegionId::NOWHERE, how: cards::Comes::Placed }, again)
}

/// Stacks that may still be reordered in this step.
#[must_use]
pub fn reorderable(look: Look) -> RegionSet {
    rule!("MM-188", "MM-223");
    let two = |region: &RegionId| look.s.stack_of(*region).nth(1).is_some();
    look.s.haunted.minus(look.s.reordered).iter().filter(two).collect()
}

pub fn reorder_ask(p: &mut Play) -> Next {
    if reorderable(p.look()).is_empty() { Next::Done } else { wait(Frame::ReorderAsk) }
}

pub fn reorder_begin(p: &mut Play, frame: Frame, region: RegionId) -> Next {
    let Frame::ReorderAsk = frame else { return stray(frame) };
    p.s.reordered.insert(region);
    p.first(Frame::Reorder { region }, Frame::ReorderAsk)
}

/// The stack is built anew from the top, one Minion after the other.
pub fn reorder(p: &mut Play, region: RegionId) -> Next {
    rule!("MM-188", "MM-185");
    if p.s.ordered.is_empty() && p.s.unordered == 0 {
        p.s.unordered = p.s.stack_of(region).fold(0, |all, slot| all | 1 << slot);
    }
    if p.s.unordered.count_ones() > 1 {
        return wait(Frame::Reorder { region });
    }
    if let Some(slot) = bits(p.s.unordered).next() {
        p.s.ordered.push(slot);
    }
    p.s.unordered = 0;
    let order = std::mem::take(&mut p.s.ordered);
    p.s.tops[region.index()] = crate::state::NONE;
    for slot in order.iter().rev().take(MINIONS) {
        p.s.lay(*slot, region);
    }
    p.say(|l| {
        let stack: Vec<String> = l.s.stack_of(region).map(|slot| l.name(Who::minion(slot))).collect();
        let place = l.region_name(region);
        Event::Told(format!("the stack in {place} is reordered, from the top: {}", stack.join(", ")))
    });
    Next::Done
}

pub fn put_next(p: &mut Play, frame: Frame, who: Who) -> Next {
    let Frame::Reorder { .. } = frame else { return stray(frame) };
    if let Some(slot) = who.as_minion() {
        p.s.unordered &= !(1 << slot);
        p.s.ordered.push(slot);
    }
    then(frame)
}
