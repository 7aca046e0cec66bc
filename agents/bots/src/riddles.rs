//! Checks and combats of Roll Player Adventures small enough to be solved exactly.
//!
//! Worth: passed or won, and nothing else. What cannot change that is left out: declining to pay, and talk about where dice
//! lie beyond two changes of the plan.

use crate::{
    adventures::Insight,
    regret::{Task, Trial},
};
use ::adventures::{
    Action, Adventures, Chance, Event, State,
    content::effect::Effect,
    fixture::Fixture,
    state::Kind,
    words::{CardId, Colour},
};
use kernel::{Game, Log, Odds, Outcome, Seat, Step, Turn};
use rand::Rng;
use search::{
    Beliefs, BotRng, Evaluation, Explanation, Known, Payoffs, Policy,
    solve::{Fold, hasher},
};
use std::{
    hash::{BuildHasher, Hash, Hasher},
    sync::Arc,
};

/// A single check or combat as a puzzle.
#[derive(Clone, Debug)]
pub struct Riddle {
    pub game: Arc<Adventures>,
}

/// Changes of a plan that are thought about.
const EDITS: u8 = 2;

impl Riddle {
    #[expect(clippy::wildcard_enum_match_arm, reason = "everything else counts")]
    fn allows(state: &State, action: Action) -> bool {
        match action {
            Action::Decline => false,
            Action::Place { .. } | Action::Leave { .. } => {
                state.contest.kind == Kind::Combat && state.contest.edits < EDITS
            }
            _ => true,
        }
    }
}

impl Game for Riddle {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.game.seats()
    }
    fn setup(&self) -> State {
        self.game.setup()
    }
    fn turn(&self, state: &State) -> Turn {
        self.game.turn(state)
    }
    fn legal_actions(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let from = into.len();
        self.game.legal_actions(state, seat, into);
        let mut kept = from;
        for at in from..into.len() {
            if Riddle::allows(state, into[at]) {
                into[kept] = into[at];
                kept += 1;
            }
        }
        into.truncate(kept);
    }
    fn odds(&self, state: &State) -> Odds<Chance> {
        self.game.odds(state)
    }
    fn sample<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        self.game.sample(state, rng)
    }
    fn apply(&self, state: &mut State, step: Step<Action, Chance>, log: &mut Log<Event>) {
        self.game.apply(state, step, log);
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.game.outcome(state)
    }
    fn mask(&self, state: &mut State, seat: Seat) {
        self.game.mask(state, seat);
    }
    fn fill<R: Rng + ?Sized>(&self, state: &mut State, rng: &mut R) {
        self.game.fill(state, rng);
    }
}

/// What a bot knows of a riddle: what it knows of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct RiddleSense(Insight);

impl Evaluation<Riddle> for RiddleSense {
    fn values(&self, riddle: &Riddle, state: &State) -> Payoffs {
        self.0.values(&riddle.game, state)
    }
}

impl Policy<Riddle> for RiddleSense {
    fn priors(&self, riddle: &Riddle, state: &State, seat: Seat, actions: &[Action], into: &mut Vec<f32>) {
        self.0.priors(&riddle.game, state, seat, actions, into);
    }

    fn worths(
        &self,
        riddle: &Riddle,
        state: &State,
        seat: Seat,
        actions: &[Action],
        into: &mut Vec<f32>,
    ) -> Known {
        self.0.worths(&riddle.game, state, seat, actions, into)
    }
}

impl Beliefs<Riddle> for RiddleSense {}

impl Explanation<Riddle> for RiddleSense {
    fn because(&self, riddle: &Riddle, state: &State, seat: Seat, action: Action) -> Option<String> {
        self.0.because(&riddle.game, state, seat, action)
    }
}

/// The order in which dice came does not count.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameDice;

impl Fold<Riddle> for SameDice {
    fn canonical(&self, _: &Riddle, state: &mut State) {
        let named = !state.contest.picked.is_empty() || state.contest.plan.covered().next().is_some();
        if !named {
            state.contest.pool.sort_unstable_by_key(|die| (die.colours.bits(), die.value, die.kind.0));
        }
    }
    fn key(&self, _: &Riddle, state: &State) -> u64 {
        let mut into = hasher().build_hasher();
        (state.stack, state.contest, state.bag, state.bag_familiars, state.journal.tokens).hash(&mut into);
        for seat in state.present {
            state.sheets[seat].hash(&mut into);
        }
        into.finish()
    }
}

fn task(name: impl Into<String>, fixture: Fixture) -> Task<Riddle> {
    let table = fixture.table();
    Task {
        name: name.into(),
        game: Arc::new(Riddle { game: Arc::clone(table.game()) }),
        state: *table.state(),
    }
}

/// The check of X2 with so much fatigue.
fn buying(fatigue: u8) -> Fixture {
    Fixture::bare("scope=check check=P01:I seats=1")
        .slots("R* *6")
        .dice_limit(2)
        .rows(0, "R1 G3")
        .fatigue(0, fatigue, 16)
}

fn two_hands(tokens: u8) -> Fixture {
    let fixture = Fixture::bare("scope=check check=P11:II seats=2").plays(1, tokens);
    fixture.hand(0, "A06 T06").hand(1, "T02 L06").pool("B6 U3 P5")
}

fn added_first(tokens: u8) -> Fixture {
    let fixture = Fixture::bare("scope=check check=P08:II seats=2").plays(1, tokens);
    fixture.hand(0, "L09 L02").hand(1, "W08 K01").pool("B6 G3 U4")
}

fn mini_combat(ready: bool) -> Fixture {
    Fixture::bare("scope=combat enemies=E03 modifiers=M08 seats=1")
        .slots("R* G* *6")
        .dice_limit(2)
        .journal(|journal| journal.combat_dice = 2)
        .rows(0, "R1 G1")
        .ready(0, ready)
}

/// Positions of Roll Player Adventures.
#[derive(Clone, Copy, Debug, Default)]
pub struct Riddles;

impl Trial for Riddles {
    type Game = Riddle;
    type Fold = SameDice;
    type Sense = RiddleSense;

    /// The five of the specification, part 7.6.
    fn known(&self) -> Vec<(Task<Riddle>, f64)> {
        let order =
            Fixture::bare("scope=check check=P01:I seats=1").hand(0, "K07 K10").slots("*4 *6").pool("R3 B5");
        vec![
            (task("X1 Order", order), 1.0 / 3.0),
            (task("X2 Buying", buying(0)), 11.0 / 36.0),
            (task("X3 Two hands", two_hands(1)), 7.0 / 12.0),
            (task("X4 Mini-combat", mini_combat(true)), 6_116_003.0 / 11_104_128.0),
            (task("X5 Add before repair", added_first(1)), 5.0 / 9.0),
        ]
    }
    /// All of them are solved soon.
    fn quick(&self) -> Vec<usize> {
        (0..5).collect()
    }
    /// A row of the skillbook, three to five dice that lie there, two to six cards in one or two hands; one in four is
    /// still to be built.
    fn generated(&self, name: &str, rng: &mut BotRng) -> Task<Riddle> {
        let mut pick = |low: u32, high: u32| low + kernel::below(rng, high - low + 1);
        let seats = pick(1, 2);
        let build = pick(0, 3) == 0;
        let level = if build { "I" } else { ["II", "III"][pick(0, 1) as usize] };
        let options = format!("scope=check check=P{:02}:{level} seats={seats}", pick(1, 12));
        let mut fixture = Fixture::bare(&options);
        let on_dice = |effect: Effect| {
            !matches!(
                effect,
                Effect::Heal { .. } | Effect::Row { .. } | Effect::Recover(_) | Effect::Extra(_)
            )
        };
        let content = &fixture.game().content;
        let all = content
            .all_cards()
            .filter(|card| card.id.deck().is_market() && card.ability.effects().all(on_dice));
        let mut cards: Vec<CardId> = all.map(|card| card.id).collect();
        let mut hands = [String::new(), String::new()];
        let count = if build { pick(0, 1) } else { pick(2, 6) };
        for n in 0..count {
            let card = cards.swap_remove(pick(0, cards.len() as u32 - 1) as usize);
            hands[(n % seats) as usize] += &format!("{card} ");
        }
        fixture = fixture.plays(pick(1, 2) as u8, pick(0, 1) as u8);
        for (seat, hand) in hands.iter().enumerate().take(seats as usize) {
            fixture = fixture.hand(seat as u8, hand);
        }
        let colour = |n: u32| Colour::ALL[n as usize];
        if build {
            for seat in 0..seats as u8 {
                let rows =
                    format!("{}{} {}{}", colour(pick(0, 2)), pick(1, 2), colour(pick(3, 5)), pick(1, 3));
                fixture = fixture.rows(seat, &rows);
            }
            return task(name, fixture.dice_limit(2));
        }
        let dice: Vec<String> = (0..pick(3, 5))
            .map(|_| (pick(0, 5), pick(1, 6)))
            .map(|(c, v)| format!("{}{v}", colour(c)))
            .collect();
        task(name, fixture.pool(&dice.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::solve::Solver;

    fn solved(fixture: Fixture) -> (f64, Vec<(String, f64)>) {
        let Task { game, state, .. } = task("a test", fixture);
        let mut solver = Solver::<_, _, 1>::new(&*game, SameDice, 5_000_000);
        let [value] = solver.value(&state).expect("small enough");
        let options = solver.options(&state).expect("small enough");
        (value, options.into_iter().map(|(seat, action, v)| (format!("{seat}: {action}"), v)).collect())
    }
    fn close(found: f64, known: f64) {
        assert!((found - known).abs() < 1e-9, "{found} is not {known}");
    }
    fn of(options: &[(String, f64)], step: &str) -> f64 {
        options.iter().find(|o| o.0 == step).unwrap_or_else(|| panic!("{step} in {options:?}")).1
    }

    #[test]
    fn the_five_known_checks_are_worth_what_is_known() {
        for (task, known) in Riddles.known() {
            let mut solver = Solver::<_, _, 1>::new(&*task.game, SameDice, 5_000_000);
            let [value] = solver.value(&task.state).expect("small enough");
            assert!((value - known).abs() < 1e-9, "{}: {value} is not {known}", task.name);
        }
    }

    #[test]
    fn the_heuristic_gives_away_little_on_the_known_checks() {
        let orders = crate::regret::Orders {
            agents: vec![crate::players::Agent::Greedy],
            positions: 0,
            plays: 8,
            seed: 1,
            threads: 1,
            known: (0..5).collect(),
        };
        let report = crate::regret::measure(&Riddles, &orders, &crate::levels::adventures(), &|| {});
        let regret = &report.expect("small enough").regrets[0];
        assert!(regret.each() < 0.01, "{regret:?}");
    }

    #[test]
    fn buying_is_worth_less_the_nearer_exhaustion_is() {
        close(solved(buying(11)).0, 11.0 / 36.0);
        close(solved(buying(12)).0, 47.0 / 252.0);
        close(solved(buying(14)).0, 47.0 / 252.0);
        close(solved(buying(15)).0, 83.0 / 1512.0);
    }

    #[test]
    fn two_hands_with_none_and_with_two_tokens() {
        close(solved(two_hands(0)).0, 1.0 / 6.0);
        close(solved(two_hands(2)).0, 3.0 / 4.0);
        let (_, options) = solved(two_hands(1));
        close(of(&options, "seat 0: play A06 1"), 7.0 / 12.0);
        assert!(of(&options, "seat 0: play T06 1") < 1.0 / 6.0 + 1e-9);
    }

    #[test]
    fn in_the_mini_combat_nothing_is_bought_first() {
        let (_, options) = solved(mini_combat(true));
        close(of(&options, "seat 0: pass"), 6_116_003.0 / 11_104_128.0);
        close(of(&options, "seat 0: buy R"), 1_001_813.0 / 1_850_688.0);
        close(solved(mini_combat(false)).0, 354_649.0 / 925_344.0);
    }

    #[test]
    fn a_die_is_added_before_a_value_is_changed() {
        let (_, options) = solved(added_first(1));
        close(of(&options, "seat 0: play L09 2"), 4.0 / 9.0);
        close(of(&options, "seat 0: play L02 1"), 11.0 / 36.0);
        close(solved(added_first(0)).0, 1.0 / 3.0);
    }
}
