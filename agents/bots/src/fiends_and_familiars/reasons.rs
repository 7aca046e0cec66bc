//! Why an action, in the game's words: what it does to the stars a hero may expect.

use super::{
    Insight,
    hero::{Hero, Hopes},
};
use fiends_and_familiars::{
    Action, FiendsAndFamiliars, State,
    dice::Die,
    queries::Look,
    words::{EACH_ROW, Row},
};
use kernel::{Game, Seat};
use rand::SeedableRng;
use search::BotRng;

/// Changes below this are not worth a word.
const LITTLE: f32 = 0.1;

/// Tables that could be this one, where cards are unknown.
const WORLDS: u64 = 6;

/// `the red 5 brings STR to 15 of 15-16 and matches the backstory; +1.3 stars expected`. Where it would be another reason if
/// unknown cards were others, only what is known is told.
pub fn because(
    insight: &Insight,
    game: &FiendsAndFamiliars,
    state: &State,
    seat: Seat,
    action: Action,
) -> Option<String> {
    let hero = Hero::new(Look { g: game, s: state }, &insight.odds, seat);
    let world = |n| {
        // The same for the same view.
        let mut guess = *state;
        game.fill(&mut guess, &mut BotRng::seed_from_u64(n));
        guess
    };
    let first = world(0);
    let why = told(insight, game, (state, &first), seat, action);
    let other = |n| {
        let guess = world(n);
        guess != first && told(insight, game, (state, &guess), seat, action) != why
    };
    if first == *state || !(1..WORLDS).any(other) {
        return why;
    }
    if let Action::Place { die, row } | Action::Unpack { die, row } = action {
        return Some(placed(&hero, die, row));
    }
    None
}

/// Why, if this guess were the table.
fn told(
    insight: &Insight,
    game: &FiendsAndFamiliars,
    (state, guess): (&State, &State),
    seat: Seat,
    action: Action,
) -> Option<String> {
    let hero = Hero::new(Look { g: game, s: state }, &insight.odds, seat);
    let before = Hopes { pending: 0.0, ..hero.hopes() };
    let next = Insight::after(game, guess, seat, action);
    let after = insight.hopes(game, &next, seat);
    let mut parts = vec![];
    if let Action::Place { die, row } | Action::Unpack { die, row } = action {
        parts.push(placed(&hero, die, row));
    }
    parts.extend(changes(&hero, &before, &after, !parts.is_empty()));
    if matches!(action, Action::Hunt | Action::Fight | Action::Roll) && game.solo() {
        parts.push(format!("the Monster is survived {:.0} times in 100", 100.0 * after.alive));
    }
    let more = after.total() - before.total();
    if more.abs() >= LITTLE {
        parts.push(format!("{more:+.1} stars expected"));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// What a die does in a row.
fn placed(hero: &Hero, die: Die, row: Row) -> String {
    let at = row.index();
    let sum = hero.sheet.sums[at] + i16::from(die.value());
    let goal = match hero.sheet.goal(at) {
        (low, None) => format!("{low} or more"),
        (low, Some(high)) if high == low => format!("exactly {low}"),
        (low, Some(high)) => format!("{low} to {high}"),
    };
    let verb = if hero.sheet.open[at] == 1 { "fills" } else { "brings" };
    let mut text =
        format!("the {} {} {verb} {} to {sum} (goal {goal})", die.kind(), die.value(), row.title());
    let wanted = hero.me.room(row).and_then(|space| hero.wanted(space));
    if wanted.is_some_and(|color| die.is_color(color)) {
        text += " and matches the backstory";
    } else if die.is_color(hero.me.color) {
        text += " and is of the class colour";
    }
    text
}

/// The largest changes, the best first.
fn changes(hero: &Hero, before: &Hopes, after: &Hopes, placed: bool) -> Vec<String> {
    let mut all: Vec<(f32, String)> = vec![];
    for row in EACH_ROW {
        let gain = after.sheet.rows[row.index()] - before.sheet.rows[row.index()];
        let of = hero.sheet.stars[row.index()].max(1.0);
        let now = 100.0 * after.sheet.rows[row.index()] / of;
        all.push((gain, format!("{} {gain:+.1} (met {now:.0} times in 100)", row.title())));
    }
    let plain = [
        (after.sheet.backstory - before.sheet.backstory, "backstory"),
        (after.sheet.familiar - before.sheet.familiar, "the Familiar's backstory"),
        (after.sheet.color - before.sheet.color, "class colour"),
        (after.alignment - before.alignment, "alignment"),
        (after.armor - before.armor, "armor"),
        (after.cards - before.cards, "cards"),
        (after.goods - before.goods, "Gold and tokens"),
        (before.fiends - after.fiends, "Fiends"),
        (after.monster - before.monster, "the Monster"),
        (after.pending, "what comes next"),
    ];
    all.extend(plain.map(|(gain, name)| (gain, format!("{name} {gain:+.1}"))));
    all.retain(|(gain, _)| gain.abs() >= LITTLE);
    all.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    all.truncate(if placed { 2 } else { 3 });
    all.into_iter().map(|(_, text)| text).collect()
}
