//! Using items, alone or in pairs. RA-100 to RA-105.

use crate::{
    Action, Event, Play,
    flow::stray,
    frame::then,
    queries::Look,
    rules::{exhaustion, storybook},
    state::ITEMS,
    words::ItemId,
};
use kernel::{Next, rule};

/// The bit of a single item, or of a pair, by places among the items of the adventure.
#[must_use]
pub const fn use_bit(one: usize, two: Option<usize>) -> u128 {
    match two {
        None => 1 << one,
        Some(two) => {
            let (low, high) = if one < two { (one, two) } else { (two, one) };
            1 << (ITEMS + high * (high - 1) / 2 + low)
        }
    }
}

/// Everything that may be used here now.
pub fn uses(look: Look, into: &mut impl FnMut(Action)) {
    rule!("RA-103", "RA-104", "RA-R44");
    let map = &look.s.map;
    let used = map.used[map.at.index()];
    let held = |i: usize| map.held >> i & 1 == 1;
    for (i, item) in map.items.iter().enumerate().filter(|(i, _)| held(*i)) {
        let cost = look.item_cost(*item);
        if used & use_bit(i, None) == 0 && look.bears(cost) {
            into(Action::Use { item: *item });
        }
        for (j, other) in map.items.iter().enumerate().skip(i + 1).filter(|(j, _)| held(*j)) {
            if used & use_bit(i, Some(j)) == 0 && look.bears(cost.saturating_add(look.item_cost(*other))) {
                into(Action::Combine { low: *item.min(other), high: *item.max(other) });
            }
        }
    }
}

/// Is there anything to use?
#[must_use]
pub fn any(look: Look) -> bool {
    let mut any = false;
    uses(look, &mut |_| any = true);
    any
}

/// Everybody pays, the use is noted, and the entry is read if there is one.
pub fn use_items(p: &mut Play, frame: crate::Frame, one: ItemId, two: Option<ItemId>) -> Next<crate::Frame> {
    rule!("RA-100", "RA-101", "RA-105");
    let crate::Frame::Story(storybook::Frame::Items { entry }) = frame else { return stray(frame) };
    let place = |p: &Play, item: ItemId| p.s.map.items.iter().position(|i| *i == item).unwrap_or(0);
    let bit = use_bit(place(p, one), two.map(|two| place(p, two)));
    p.s.map.used[p.s.map.at.index()] |= bit;
    p.say(|look| {
        let name = |item: ItemId| look.g.content.discovery(item).name.clone();
        Event::Uses([Some(one), two].into_iter().flatten().map(name).collect())
    });
    let cost = p.look().item_cost(one) + two.map_or(0, |two| p.look().item_cost(two));
    exhaustion::suffer_all(p, cost);
    match p.look().adventure().item_entry(p.s.map.at, one, two) {
        Some(found) => storybook::turn_to(p, found),
        None => {
            rule!("RA-R42");
            p.say(|_| Event::NothingHappens);
            then(storybook::Frame::Choice { entry })
        }
    }
}
