//! Why something cannot be done now: the rule that forbids it, for people who say what they do at their own table. From what
//! everybody sees, and the seat's own hand.

use crate::{
    Action,
    frame::Frame,
    ids::{RegionId, SpellId},
    queries::Look,
    rules::{movement, rolls, turns},
    state::Used,
    words::{Count, Row},
};
use kernel::Seat;

/// The rule against an action of this seat; `None` if it may do it, or if another rule forbids it.
#[must_use]
pub fn why(look: Look, seat: Seat, action: Action) -> Option<String> {
    let frame = look.s.stack.top().copied()?;
    let acts = look.s.turn.asked().contains(seat) && look.s.depth > 0 && look.s.level().seat == seat;
    let mut legal = false;
    crate::legal::actions(look, seat, &mut |offered| legal |= offered == action);
    if !acts || legal {
        return None;
    }
    // Elsewhere the list of choices says it.
    match frame {
        Frame::Turns(turns::Frame::Act) => in_turn(look, action),
        Frame::Turns(turns::Frame::Moving) => {
            if let Action::Step { to } | Action::Move { to } = action {
                return way(look, to, false);
            }
            free(look, action)
        }
        Frame::Rolls(rolls::Frame::Spend) => in_roll(look, action),
        Frame::Setup(_)
        | Frame::Rounds(_)
        | Frame::Turns(_)
        | Frame::Scouting(_)
        | Frame::Cards(_)
        | Frame::PlusOnes(_)
        | Frame::Rolls(_)
        | Frame::Attacks(_)
        | Frame::Spells(_)
        | Frame::LevelUp(_) => None,
    }
}

/// Rules about Action Points, and those that also hold where none are needed.
fn in_turn(look: Look, action: Action) -> Option<String> {
    let level = look.s.level();
    let spent = || (level.ap == 0).then(|| "MM-095: no Action Points are left".to_owned());
    let again = |what: &str| format!("MM-097: {what} is possible once in a Turn");
    if let Action::Move { to } | Action::Step { to } = action {
        return spent().or_else(|| way(look, to, true));
    }
    if let Action::Roll { row } = action {
        return spent().or_else(|| no_roll(look, row));
    }
    if let Action::Surge { .. } = action {
        return spent().or_else(|| (level.used.contains(Used::SURGE)).then(|| again("a Power Surge")));
    }
    free(look, action)
}

fn no_roll(look: Look, row: Row) -> Option<String> {
    let level = look.s.level();
    let dice = look.row_dice(level.actor, row).plus(look.bonus_dice(level.actor, row));
    if level.used.contains(Used::roll(row)) {
        return Some(format!("MM-097: {} is rolled once in a Turn", row.title()));
    }
    if row == Row::Corruption {
        return Some("MM-096: only the Villain rolls Corruption".to_owned());
    }
    dice.is_none().then(|| format!("MM-099: there are no dice on {}", row.title()))
}

/// Why this Region cannot be entered.
fn way(look: Look, to: RegionId, first: bool) -> Option<String> {
    let who = look.s.level().actor;
    let from = look.region(who);
    if !from.is_on_map() {
        return Some("MM-098: the Villain is not on the Map before the Final Battle".to_owned());
    }
    let (here, there) = (look.region_name(from), look.region_name(to));
    // Whoever may leave at all may step onto any face-up Region beside it that is no Mountain.
    let leaves = movement::steps(look, movement::Walk { who, first, evade: false });
    if look.enemies_in(who, from) && leaves.is_empty() {
        return Some(format!("MM-122: there is an enemy in {here}"));
    }
    if !look.adjacent(from).contains(to) {
        return Some(format!("MM-120: {there} is not beside {here}"));
    }
    if !look.s.revealed.contains(to) {
        return Some(format!("MM-121: {there} is face-down"));
    }
    (!first && look.is_mountain(to))
        .then(|| format!("MM-124: {there} is a Mountain, the only step of its Move"))
}

fn free(look: Look, action: Action) -> Option<String> {
    let who = look.s.level().actor;
    let here = look.region(who);
    if matches!(action, Action::Scout | Action::ScoutOne { .. }) && look.s.final_battle {
        return Some("MM-306: nobody scouts in the Final Battle".to_owned());
    }
    if action == Action::Scout {
        return Some(format!("MM-220: no Region beside {} is face-down", look.region_name(here)));
    }
    let Action::Loot { .. } = action else { return None };
    if look.enemies_in(who, here) {
        return Some(format!("MM-240: there is an enemy in {}", look.region_name(here)));
    }
    let lie = if here.is_on_map() { look.s.treasures[here.index()] } else { 0 };
    Some(format!("MM-240: {lie} Treasures lie in {}", look.region_name(here)))
}

fn in_roll(look: Look, action: Action) -> Option<String> {
    if let Action::Cast { spell, cost } = action {
        return too_dear(look, spell, cost);
    }
    let Action::Attack { region } = action else { return None };
    let there = look.region_name(region);
    match look.s.level().roll.row {
        Row::Melee => Some(format!("MM-170: Melee is for an enemy in the own Region, not for {there}")),
        Row::Ranged => {
            Some(format!("MM-171: Ranged is for an enemy in one Region beside the own one, not for {there}"))
        }
        Row::Magic | Row::Corruption => None,
    }
}

fn too_dear(look: Look, spell: SpellId, Count(cost): Count) -> Option<String> {
    let pool = look.s.level().roll.pool;
    let card = look.g.content.has_spell(spell).then(|| look.g.content.spell(spell))?;
    let costs = card.hits();
    if costs.is_empty() {
        return Some(format!("MM-254: {} is a Reaction", card.name));
    }
    if !costs.contains(&cost) {
        let all: Vec<String> = costs.iter().map(ToString::to_string).collect();
        return Some(format!("MM-252: {} costs {} Hits", card.name, all.join(" or ")));
    }
    (cost > pool).then(|| format!("MM-250: {} costs {cost} Hits, and {pool} are left", card.name))
}
