//! The story for whoever takes time to think: rests, items and THE END are weighed by the party they leave behind and how
//! likely that party is to fall (`outlook`). All else is told by the words of the options, as for everybody (`story`).

use super::{
    outlook::{self, Shape},
    story::Teller,
};
use ::adventures::{
    Action,
    frame::Frame,
    rules::{items, resting, storybook},
    words::ItemId,
};

/// What is plainly worth doing comes before anything else: an item, then a rest.
const FIRST: f32 = 0.85;
const REST: f32 = 0.8;
/// A rest nobody needs; still followed where somebody else wants it.
const IDLE: f32 = 0.2;
/// What has nothing to gain.
const VAIN: f32 = 0.05;

/// One number for each action; others' votes are a lead to follow.
pub fn worths(teller: &Teller, frame: Frame, actions: &[Action], into: &mut Vec<f32>) {
    let worth =
        |action: &Action| known(teller, frame, *action).unwrap_or_else(|| teller.worth(frame, *action));
    teller.led(frame, actions, worth, into);
}

fn known(teller: &Teller, frame: Frame, action: Action) -> Option<f32> {
    let look = teller.look;
    if let (Frame::Rest(_), Action::Spend { xp }) = (frame, action) {
        return Some(0.5 + 0.1 * outlook::rest(look, xp.0));
    }
    let Frame::Story(frame) = frame else { return None };
    match frame {
        storybook::Frame::Choice { entry } => choice(teller, entry, action),
        storybook::Frame::Items { entry } => item(teller, entry, action),
        storybook::Frame::AdventureSetup
        | storybook::Frame::Storyteller
        | storybook::Frame::Run { .. }
        | storybook::Frame::Death
        | storybook::Frame::AdventureOver => None,
    }
}

fn choice(teller: &Teller, entry: u16, action: Action) -> Option<f32> {
    let look = teller.look;
    if action == Action::Rest {
        let best = (1..=resting::most_xp(look)).map(|dice| outlook::rest(look, dice)).fold(-1.0, f32::max);
        return Some(if best > 0.0 { REST } else { IDLE });
    }
    // Whoever may leave has done what was to be done; staying is one more chance to fall.
    if action == Action::TheEnd {
        return Some(0.9);
    }
    (action == Action::Item).then(|| {
        let mut best = 0.0f32;
        items::uses(look, &mut |action| best = best.max(item(teller, entry, action).unwrap_or(0.0)));
        best
    })
}

/// How often trying an item does anything: where something is asked, and elsewhere; alone and in pairs. Counted in
/// more than 11,000 tries of the heuristic (development seed 5001).
const HELPS: [[f32; 2]; 2] = [[0.13, 0.05], [0.05, 0.01]];
/// How much more often one that the text speaks of does.
const SPOKEN: f32 = 0.1;
/// What it then brings, in chances not to fall.
const BRINGS: f32 = 0.15;
const BRINGS_STUCK: f32 = 0.45;

fn item(teller: &Teller, entry: u16, action: Action) -> Option<f32> {
    if let Action::Use { item } = action {
        return Some(tried(teller, entry, item, None));
    }
    let Action::Combine { low, high } = action else { return None };
    Some(tried(teller, entry, low, Some(high)))
}

/// What trying is worth: what it may bring, less the strength it costs.
fn tried(teller: &Teller, entry: u16, one: ItemId, two: Option<ItemId>) -> f32 {
    let look = teller.look;
    let cost = look.item_cost(one) + two.map_or(0, |two| look.item_cost(two));
    let asked = teller.open_question(entry);
    let spoken = teller.spoken_of(entry, one) || two.is_some_and(|two| teller.spoken_of(entry, two));
    let helps = HELPS[usize::from(!asked)][usize::from(two.is_some())] + if spoken { SPOKEN } else { 0.0 };
    let now = Shape::of(look.s);
    // Where nothing is left to be seen and no end is in sight, something that is carried must be good for something.
    let stuck = !look.s.map.end_open && teller.errand().is_none();
    let brings = if stuck { BRINGS_STUCK } else { BRINGS };
    let net = helps * brings - (now.worn_by(cost).risk() - now.risk());
    if net > 0.0 { (FIRST + net).min(0.95) } else { (VAIN + 0.1 * net).max(0.01) }
}
