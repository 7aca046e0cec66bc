//! Laws that every game keeps, checked along random play. A broken law names seed and step.
//!
//! 1. Asked seats have options, others none; none twice, at most [`OPTIONS_MAX`].
//! 2. Every option and every outcome is accepted, and the same step has the same effect every time.
//! 3. Notation reads back, and its parts are its words.
//! 4. A state survives being stored.
//! 5. A refused step changes nothing.
//! 6. A seat's options follow from its own view.
//! 7. A view masks to itself, and a guess looks the same from that seat.
//! 8. Secret commits leave no trace in others' views and stories, and they commute.
//! 9. Sampled outcomes are listed in the odds, and about as often as these say.
//! 10. The game ends, and has an outcome exactly then.
//!
//! Games add their own check of every state (components are conserved, tracks stay on their boards). That every verb is an
//! option somewhere shows only over many tables: [`Walk::offered`] is what was seen along one walk.

use crate::{Game, Log, Notation, Seat, SeatSet, Step, StepOf, Table, Turn, below, game::OPTIONS_MAX};
use rand::Rng;
use std::collections::BTreeSet;

/// How a game is checked.
#[derive(Clone, Copy, Debug)]
pub struct Care {
    /// A game longer than this does not end; a walk ends here.
    pub steps_max: u32,
    /// The costly laws are checked at every `thorough`th step.
    pub thorough: u32,
}

impl Default for Care {
    fn default() -> Self {
        Care { steps_max: 100_000, thorough: 37 }
    }
}

/// A walk of random play that kept all laws.
#[derive(Clone, Debug)]
pub struct Walk {
    /// How long it was.
    pub steps: u32,
    /// Did the game end?
    pub over: bool,
    /// The verbs somebody had as an option on the way.
    pub offered: BTreeSet<&'static str>,
}

/// Plays one random game to its end and checks the laws along it; `own` is the game's own check of a state.
///
/// # Errors
/// With the broken law, the step and the line of play that led there.
pub fn check<G: Game, R: Rng + Clone>(
    start: Table<G>,
    rng: &mut R,
    care: Care,
    own: impl Fn(&G, &G::State) -> Result<(), String>,
) -> Result<Walk, String> {
    let walk = walk(start, rng, care, own)?;
    ensure(walk.over, || format!("law 10: the game did not end within {} steps", care.steps_max))?;
    Ok(walk)
}

/// Plays on at random, at most `care.steps_max` steps, and checks the laws along the way.
///
/// # Errors
/// With the broken law, the step and the line of play that led there.
pub fn walk<G: Game, R: Rng + Clone>(
    start: Table<G>,
    rng: &mut R,
    care: Care,
    own: impl Fn(&G, &G::State) -> Result<(), String>,
) -> Result<Walk, String> {
    let (mut table, mut offered) = (start, BTreeSet::new());
    let mut last = String::from("set-up");
    for number in 0..care.steps_max {
        let turn = table.turn();
        let at = |law: &str| format!("step {number} (after `{last}`): {law}");
        own(table.game(), table.state()).map_err(|e| at(&e))?;
        cheap_laws(&table, turn, &mut offered).map_err(|e| at(&e))?;
        if number % care.thorough == 0 {
            costly_laws(&table, turn, rng).map_err(|e| at(&e))?;
        }
        let Some(step) = random_step(&table, turn, rng) else {
            return Ok(Walk { steps: number, over: true, offered });
        };
        table.play(step, &mut Log::off()).map_err(|e| at(&format!("a listed step was refused: {e}")))?;
        last = step.to_string();
    }
    Ok(Walk { steps: care.steps_max, over: false, offered })
}

/// Plays one random game fast: no memory is taken while it runs, and the game's own check is made at every
/// `every`th step. Gives back the number of steps.
///
/// # Errors
/// With the broken check, or if the game does not end or somebody is asked without options.
pub fn soak<G: Game, R: Rng>(
    game: &G,
    rng: &mut R,
    steps_max: u32,
    every: u32,
    own: impl Fn(&G, &G::State) -> Result<(), String>,
) -> Result<u32, String> {
    let mut state = game.setup();
    let mut options = Vec::with_capacity(OPTIONS_MAX);
    let mut log = Log::off();
    for number in 0..steps_max {
        if number % every == 0 {
            own(game, &state).map_err(|e| format!("step {number}: {e}"))?;
        }
        let step = match game.turn(&state) {
            Turn::Over => {
                return own(game, &state).map(|()| number).map_err(|e| format!("step {number}: {e}"));
            }
            Turn::Chance => Step::Chance(game.sample(&state, rng)),
            Turn::Each(seats) | Turn::Any(seats) => {
                let nobody = || format!("step {number}: law 1: nobody is asked, or without options");
                let seat = seats.pick(rng).ok_or_else(nobody)?;
                options.clear();
                game.legal_actions(&state, seat, &mut options);
                let at = below(rng, options.len().max(1) as u32) as usize;
                Step::Act { seat, action: *options.get(at).ok_or_else(nobody)? }
            }
        };
        game.apply(&mut state, step, &mut log);
    }
    Err(format!("the game did not end within {steps_max} steps"))
}

/// A step as random players and fair dice make it: any asked seat, any of its options. `None` if the game is over.
pub fn random_step<G: Game, R: Rng + ?Sized>(table: &Table<G>, turn: Turn, rng: &mut R) -> Option<StepOf<G>> {
    match turn {
        Turn::Over => None,
        Turn::Chance => table.sample(rng).map(Step::Chance),
        Turn::Each(seats) | Turn::Any(seats) => {
            let seat = seats.pick(rng)?;
            let options = table.legal(seat);
            let action = *options.get(below(rng, options.len() as u32) as usize)?;
            Some(Step::Act { seat, action })
        }
    }
}

fn cheap_laws<G: Game>(
    table: &Table<G>,
    turn: Turn,
    offered: &mut BTreeSet<&'static str>,
) -> Result<(), String> {
    ensure(table.outcome().is_some() == (turn == Turn::Over), || {
        "law 10: an outcome stands exactly when the game is over".to_owned()
    })?;
    let mut raw = Vec::new();
    for seat in Seat::first(table.game().seats()) {
        raw.clear();
        table.game().legal_actions(table.state(), seat, &mut raw);
        let asked = turn.asked().contains(seat);
        ensure(asked != raw.is_empty(), || format!("law 1: {seat} asked {asked}, options {}", raw.len()))?;
        ensure(raw.len() <= OPTIONS_MAX, || format!("law 1: {seat} has {} options", raw.len()))?;
        offered.extend(raw.iter().map(Notation::verb));
        let before = raw.len();
        raw.sort_unstable();
        raw.dedup();
        ensure(before == raw.len(), || format!("law 1: {seat} has the same option twice"))?;
    }
    Ok(())
}

fn costly_laws<G: Game, R: Rng + Clone>(table: &Table<G>, turn: Turn, rng: &mut R) -> Result<(), String> {
    stored(table)?;
    for seat in turn.asked() {
        let options = table.legal(seat);
        for action in options {
            reads_back(action)?;
            accepted(table, Step::Act { seat, action })?;
        }
    }
    if turn == Turn::Chance {
        chance_laws(table, rng)?;
    }
    refusals(table, turn)?;
    for seat in Seat::first(table.game().seats()) {
        view_laws(table, seat, rng)?;
    }
    match turn {
        Turn::Each(seats) if seats.len() > 1 => secret_commits(table, seats),
        Turn::Each(_) | Turn::Any(_) | Turn::Chance | Turn::Over => Ok(()),
    }
}

fn stored<G: Game>(table: &Table<G>) -> Result<(), String> {
    let bytes = postcard::to_allocvec(table.state()).map_err(|e| format!("law 4: not stored: {e}"))?;
    let read: G::State = postcard::from_bytes(&bytes).map_err(|e| format!("law 4: not read back: {e}"))?;
    ensure(&read == table.state(), || "law 4: the stored state reads back differently".to_owned())
}

fn reads_back<N: Notation>(step: N) -> Result<(), String> {
    let text = step.to_string();
    let read = text.parse::<N>().map_err(|e| format!("law 3: `{text}` does not read back: {e}"))?;
    ensure(read == step, || format!("law 3: `{text}` reads back as {read:?} instead of {step:?}"))?;
    let parts = step.parts().to_string();
    ensure(parts == text, || format!("law 3: `{text}` comes apart into `{parts}`"))
}

fn accepted<G: Game>(table: &Table<G>, step: StepOf<G>) -> Result<Table<G>, String> {
    let (mut once, mut again) = (table.clone(), table.clone());
    once.play(step, &mut Log::off()).map_err(|e| format!("law 2: a listed step was refused: {e}"))?;
    again.play(step, &mut Log::on()).map_err(|e| format!("law 2: a listed step was refused: {e}"))?;
    ensure(once.state() == again.state(), || format!("law 2: `{step}` has two different effects"))?;
    Ok(once)
}

fn chance_laws<G: Game, R: Rng + Clone>(table: &Table<G>, rng: &mut R) -> Result<(), String> {
    /// Enough to notice one forgotten card of 52.
    const SAMPLES: u32 = 1500;
    let odds = table.game().odds(table.state());
    ensure(!odds.is_empty(), || "law 9: chance is due but nothing can happen".to_owned())?;
    for (outcome, _) in odds.iter() {
        reads_back(outcome)?;
        accepted(table, Step::Chance(outcome))?;
    }
    let mut seen: Vec<(G::Chance, u32)> = odds.iter().map(|(c, _)| (c, 0)).collect();
    for _ in 0..SAMPLES {
        let fell = table.game().sample(table.state(), rng);
        let Ok(i) = seen.binary_search_by_key(&fell, |(c, _)| *c) else {
            return Err(format!("law 9: `{fell}` fell but is not listed in the odds"));
        };
        seen[i].1 += 1;
    }
    for (outcome, count) in seen {
        let share = f64::from(odds.weight(outcome)) / f64::from(odds.total());
        let (mean, deviation) =
            (share * f64::from(SAMPLES), (share * (1. - share) * f64::from(SAMPLES)).sqrt());
        // Wide enough that a fair generator stays inside among millions of checks; rare outcomes scatter upwards.
        let fair = (mean - 5. * deviation)..=(mean + 7. * deviation + 3.);
        ensure(fair.contains(&f64::from(count)), || {
            format!("law 9: `{outcome}` fell {count} times of {SAMPLES}, expected {mean:.1}")
        })?;
    }
    Ok(())
}

fn refusals<G: Game>(table: &Table<G>, turn: Turn) -> Result<(), String> {
    let mut tried = table.clone();
    let mut options = Vec::new();
    for asked in turn.asked() {
        options.extend(table.legal(asked));
    }
    for seat in Seat::first(table.game().seats()) {
        let own = table.legal(seat);
        for action in options.iter().filter(|a| !own.contains(a)) {
            let step = Step::Act { seat, action: *action };
            ensure(tried.play(step, &mut Log::off()).is_err(), || {
                format!("law 5: `{step}` was not refused")
            })?;
        }
    }
    ensure(tried.state() == table.state(), || "law 5: a refused step changed the table".to_owned())
}

fn view_laws<G: Game, R: Rng + Clone>(table: &Table<G>, seat: Seat, rng: &mut R) -> Result<(), String> {
    let game = table.game();
    let view = table.view(seat);
    let mut masked_again = view.state().clone();
    game.mask(&mut masked_again, seat);
    ensure(&masked_again == view.state(), || format!("law 7: masking {seat}'s view again changes it"))?;
    let mut from_view = Vec::new();
    game.legal_actions(view.state(), seat, &mut from_view);
    let mut from_table = Vec::new();
    game.legal_actions(table.state(), seat, &mut from_table);
    ensure(from_view == from_table, || format!("law 6: {seat}'s options do not follow from its view"))?;
    let mut guess = view.guess(game, &mut rng.clone());
    ensure(guess == view.guess(game, &mut rng.clone()), || "law 7: a guess is not repeatable".to_owned())?;
    game.mask(&mut guess, seat);
    ensure(&guess == view.state(), || format!("law 7: a guess looks different from {seat}"))
}

fn secret_commits<G: Game>(table: &Table<G>, seats: SeatSet) -> Result<(), String> {
    let (Some(first), Some(second)) = (seats.nth(0), seats.nth(1)) else { return Ok(()) };
    let told = |step: StepOf<G>, reader: Seat| -> Result<_, String> {
        let (mut after, mut log) = (table.clone(), Log::on());
        after.play(step, &mut log).map_err(|e| format!("law 2: a listed step was refused: {e}"))?;
        let story: Vec<_> = log.take().iter().filter_map(|e| crate::Story::seen_by(e, reader)).collect();
        Ok((after.view(reader).state().clone(), story, after))
    };
    let options = table.legal(first);
    let act = |seat, action| Step::Act { seat, action };
    let reference = told(act(first, options[0]), second)?;
    for action in options {
        let (view, story, _) = told(act(first, action), second)?;
        ensure(view == reference.0 && story == reference.1, || {
            format!("law 8: {second} can tell `{action}` of {first} from another choice")
        })?;
        let other = table.legal(second)[0];
        let one = accepted(&accepted(table, act(first, action))?, act(second, other))?;
        let two = accepted(&accepted(table, act(second, other))?, act(first, action))?;
        ensure(one.state() == two.state(), || format!("law 8: `{action}` and `{other}` do not commute"))?;
    }
    Ok(())
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}
