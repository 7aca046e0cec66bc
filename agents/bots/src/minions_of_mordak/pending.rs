//! What is in progress: Action Points that are left, Hits that lie on the table, damage on its way. In Hits, the
//! Villain's counted up and the Heroes' down.

use super::scene::{self, mean};
use minions_of_mordak::{
    frame::Frame,
    queries::Look,
    rules::{rolls, spells},
    state::{Level, Used},
    words::{Row, Side, Window},
};

#[must_use]
pub fn potential(look: Look) -> f32 {
    let s = look.s;
    let mut sum = 0.0;
    for level in &s.levels[..usize::from(s.depth)] {
        if level.used.contains(Used::ENDED) {
            continue;
        }
        let own = match Look::side_of_seat(level.seat) {
            Side::Villain => 1.0,
            Side::Heroes => -1.0,
        };
        sum += own * (points(look, level) + pool(look, level));
    }
    sum += waiting(look);
    if let Some(Frame::Spells(spells::Frame::React { window: Window::Damage | Window::Defeat, .. })) =
        s.stack.top()
    {
        let attack = &s.level().attack;
        let on_heroes = attack.target.as_hero().is_some();
        let left = f32::from(attack.damage.saturating_sub(attack.prevented));
        sum += if on_heroes { 0.9 * left } else { -0.9 * left };
    }
    sum
}

/// Turns of this Round that are still to come. Ending one's own must not look good because the next begins.
fn waiting(look: Look) -> f32 {
    let s = look.s;
    if s.is_hero_round() {
        let mut sum = 0.0;
        for seat in look.heroes().filter(|seat| !s.acted.contains(*seat)) {
            let player = &s.players[seat];
            let mut rows: [f32; 4] = std::array::from_fn(|at| mean(player.rows[at]));
            rows.sort_unstable_by(|a, b| b.total_cmp(a));
            sum -= 0.5 * rows.iter().take(usize::from(player.ap)).sum::<f32>() + 0.15 * f32::from(player.ap);
        }
        return sum;
    }
    let heroes = scene::heroes(look);
    let mut sum = 0.0;
    for slot in s.slots() {
        let minion = s.minion(slot);
        if !minion.acted && scene::steps_to(minion.region, heroes) <= 3 {
            sum += 0.55 * scene::power(look.stats(slot)) + 0.3;
        }
    }
    sum
}

/// How well a row can be used from here.
fn use_of(look: Look, level: &Level, row: Row) -> f32 {
    let player = level.actor.as_player();
    let idle = if player.is_some() { 0.3 } else { 0.0 };
    match row {
        Row::Corruption => 0.9,
        Row::Magic => {
            let hand = look.s.players[level.seat].hand.len();
            if hand == 0 { idle } else { 0.7 }
        }
        Row::Melee | Row::Ranged => {
            let foes = scene::foes(look, look.side(level.actor));
            let away = scene::steps_to(look.region(level.actor), foes);
            match (row, away) {
                (Row::Melee, 0) | (Row::Ranged, 1) => 0.9,
                (_, 0..=4) if level.ap > 1 => 0.55,
                (_, _) => idle,
            }
        }
    }
}

fn points(look: Look, level: &Level) -> f32 {
    if level.ap == 0 || !look.is_there(level.actor) && level.actor.as_player().is_none() {
        return 0.0;
    }
    let mut best = [0.0f32; 4];
    for row in Row::ALL {
        if !level.used.contains(Used::roll(*row)) {
            best[row.index()] = mean(look.row_dice(level.actor, *row)) * use_of(look, level, *row);
        }
    }
    best.sort_unstable_by(|a, b| b.total_cmp(a));
    let rolls: f32 = best.iter().take(usize::from(level.ap)).sum();
    0.85 * rolls + 0.15 * f32::from(level.ap) + 0.03 * f32::from(level.steps)
}

fn pool(look: Look, level: &Level) -> f32 {
    let roll = &level.roll;
    let hits = if look.s.stack.top() == Some(&rolls::Frame::Boost.into()) {
        mean(roll.dice)
    } else {
        f32::from(roll.pool)
    };
    if hits == 0.0 {
        return 0.0;
    }
    let share = match roll.row {
        Row::Corruption => 0.9,
        Row::Magic => 0.75,
        Row::Melee | Row::Ranged if roll.stopped => 0.3,
        Row::Melee | Row::Ranged => {
            let foes = scene::foes(look, look.side(level.actor));
            let away = scene::steps_to(look.region(level.actor), foes);
            let met = if roll.row == Row::Melee { away == 0 } else { away <= 1 };
            if met { 0.95 } else { 0.35 }
        }
    };
    let keeps = level.actor.as_player().is_some();
    if share < 0.5 && !keeps { 0.0 } else { share * hits }
}
