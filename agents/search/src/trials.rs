//! Options tried out side by side: on the same guesses and with the same luck each is played on by the heuristic player,
//! and what falls behind is dropped, at the latest the worse half in each of a few rounds.
//!
//! A tree asks what everybody could do next; this asks only what the heuristic player would make of each option. Where
//! that player is good and a turn is many small decisions, a few playouts that are alike in all but the option tell more
//! than many short thoughts.

use crate::{
    BotRng,
    advice::{Advice, Budget, Candidate, Question},
    greedy::{self, Ranked, Worth},
    heuristic::{Heuristic, Payoffs},
    mcts,
    options::{Options, heaviest, weighted},
    settings::{Settings, Sure, Trials},
};
use kernel::{Game, Log, Seat, SeatSet, Step, Turn, seat::SEATS_MAX};
use rand::{Rng, SeedableRng};
use std::time::Instant;

/// An option is hopeless if it lies so many standard errors behind, after so many playouts.
const HOPELESS: (f32, u32) = (4.0, 12);
/// Options that came to the same so many times come to the same.
const SAME: u32 = 32;
/// Where the answer is drawn: who had less than one in so many of the best one's playouts is left out.
const KNOWN: u32 = 4;
/// The payoff of a game that went as well as it can.
const BEST: f32 = 1.0;
/// So many playouts are enough where they are long.
const FEW: u32 = 3;
/// How far the playout of an option is told.
const LINE_MAX: usize = 6;

/// An option and what was seen of it.
struct Tried<A> {
    seat: Seat,
    action: A,
    /// What it looks like one step deep.
    first: f32,
    total: f32,
    /// Sum of the squares of what a playout brought more or less than those of the other options with the same luck.
    squares: f32,
    visits: u32,
    /// How its last playout went on.
    line: Vec<(Seat, A)>,
}

impl<A: Copy> Tried<A> {
    fn new((seat, action, first): Worth<A>) -> Tried<A> {
        Tried { seat, action, first, total: 0.0, squares: 0.0, visits: 0, line: Vec::new() }
    }
    fn score(&self, trust: f32) -> f32 {
        if self.visits == 0 {
            return self.first;
        }
        (self.total + trust * self.first) / (self.visits as f32 + trust)
    }
    fn mean(&self) -> f32 {
        self.total / self.visits.max(1) as f32
    }
    /// Is it so far behind that luck cannot be the reason, or always just the same?
    fn is_hopeless(&self, best: &Tried<A>) -> bool {
        let n = self.visits as f32;
        let error = ((self.squares + best.squares) / n / n).sqrt();
        let same = self.visits >= SAME && error == 0.0;
        same || self.visits >= HOPELESS.1 && best.mean() - self.mean() > HOPELESS.0 * error
    }
}

/// The best option; `None` if there is none. `start` is what the seat sees, with what others have committed to in secret
/// taken back.
pub(crate) fn choose<G: Game, H: Heuristic<G> + ?Sized>(
    (settings, trials): (&Settings, Trials),
    question: &Question<G, H>,
    start: &G::State,
    budget: &Budget,
    seed: u64,
    mut tell: Option<&mut dyn FnMut(Advice<G::Action>)>,
) -> Option<Advice<G::Action>> {
    let Question { game, heuristic: h, view, .. } = *question;
    let mut rng = BotRng::seed_from_u64(seed);
    let began = Instant::now();
    let Ranked { worths, .. } = greedy::ranked(question, H::first_priors, budget, &mut rng);
    let first = worths.first()?.0;
    let at_once = match game.turn(start) {
        Turn::Each(all) => all.minus(SeatSet::only(first)),
        Turn::Any(_) | Turn::Chance | Turn::Over => SeatSet::EMPTY,
    };
    // One step deep nothing is seen of what others decide at the same time.
    let trust = if at_once.is_empty() { trials.trust } else { 0.0 };
    // No more options than playouts.
    let most = budget.iterations.map_or(usize::MAX, |count| count.clamp(1, 1 << 16) as usize);
    let (close, far) = worths.split_at(worths.len().min(usize::from(trials.width)).min(most));
    let mut field = Field {
        tried: close.iter().copied().map(Tried::new).collect(),
        left: close.len(),
        trust,
        alone: 0,
        playouts: 0,
        results: vec![0.0; close.len()],
    };
    let (me, options) = (view.seat(), Options::new());
    let mut playout =
        Playout { game, h, me, settings, trials, start, budget, options, decisions: 0, cut: false };
    let sure = trials.sure.filter(|_| at_once.is_empty());
    if sure.is_some_and(|sure| field.is_sure(sure, &mut playout, &mut rng)) {
        let answer = field.advice(far, None);
        if let (Some(tell), Some(answer)) = (&mut tell, &answer) {
            tell(answer.clone());
        }
        return answer;
    }
    let rounds = usize::BITS - close.len().saturating_sub(1).leading_zeros();
    for round in 1..=rounds {
        let share = f64::from(round) / f64::from(rounds);
        while field.left > 1 && !spent(budget, began, share, &field) && !playout.cut {
            let luck = BotRng::seed_from_u64(rng.next_u64());
            field.try_all(&mut playout, at_once, luck);
        }
        field.drop_the_worse_half();
        if let Some(tell) = &mut tell {
            tell(field.advice(far, None)?);
        }
    }
    // Who always does the same where all decide at once can be foreseen.
    let mixed = (!at_once.is_empty()).then_some((trials.mild, &mut rng));
    field.advice(far, mixed)
}

/// Is this share of the budget spent? Never before every option was tried once.
fn spent<A>(budget: &Budget, began: Instant, share: f64, field: &Field<A>) -> bool {
    if budget.is_over() {
        return true;
    }
    let late = budget.deadline.is_some_and(|deadline| {
        let all = deadline.saturating_duration_since(began).as_secs_f64();
        began.elapsed().as_secs_f64() >= all * share
    });
    let next = field.alone + field.playouts + field.left as u64;
    let enough = budget.iterations.is_some_and(|count| next as f64 > count as f64 * share);
    field.playouts > 0 && (late || enough)
}

/// All options that are tried, those still in question first.
struct Field<A> {
    tried: Vec<Tried<A>>,
    left: usize,
    trust: f32,
    /// Playouts of the first one alone, before.
    alone: u64,
    playouts: u64,
    results: Vec<f32>,
}

impl<A: Copy + PartialEq> Field<A> {
    /// Does the first option lead to the best there is as good as every time? What was seen of it counts only then: else
    /// all options are tried anew, with the same luck.
    fn is_sure<G: Game<Action = A>, H: Heuristic<G> + ?Sized>(
        &mut self,
        sure: Sure,
        playout: &mut Playout<G, H>,
        rng: &mut BotRng,
    ) -> bool {
        let most = playout.budget.iterations.unwrap_or(u64::MAX);
        let [first, ..] = &mut self.tried[..] else { return false };
        let (mut misses, mut total) = (0, 0.0);
        playout.decisions = 0;
        loop {
            let long = playout.decisions >= sure.decisions;
            let enough = if long { sure.tries.min(FEW) } else { sure.tries };
            if self.alone >= u64::from(enough << misses) {
                break;
            }
            if self.alone >= most {
                if misses > 0 {
                    return false;
                }
                break;
            }
            self.alone += 1;
            let mut luck = BotRng::seed_from_u64(rng.next_u64());
            let guess = playout.guess(&mut luck);
            let result = playout.try_out(first, guess, SeatSet::EMPTY, luck);
            total += result;
            misses += u32::from(result < BEST);
            if misses > 1 || playout.cut {
                return false;
            }
        }
        (first.visits, first.total) = (self.alone as u32, total);
        true
    }

    /// One guess and one run of luck for every option in question.
    fn try_all<G: Game<Action = A>, H: Heuristic<G> + ?Sized>(
        &mut self,
        playout: &mut Playout<G, H>,
        at_once: SeatSet,
        mut luck: BotRng,
    ) {
        let guess = playout.guess(&mut luck);
        for (result, option) in self.results.iter_mut().zip(&mut self.tried[..self.left]) {
            *result = playout.try_out(option, guess.clone(), at_once, luck.clone());
            // A run that was cut off says nothing of any option.
            if playout.cut {
                return;
            }
        }
        let mean = self.results[..self.left].iter().sum::<f32>() / self.left as f32;
        for (result, option) in self.results.iter().zip(&mut self.tried[..self.left]) {
            option.total += result;
            option.squares += (result - mean) * (result - mean);
            option.visits += 1;
        }
        self.playouts += self.left as u64;
        self.drop_the_hopeless();
    }

    fn drop_the_hopeless(&mut self) {
        let trust = self.trust;
        let ahead =
            |a: &usize, b: &usize| self.tried[*a].score(trust).total_cmp(&self.tried[*b].score(trust));
        let Some(best) = (0..self.left).rev().max_by(ahead) else { return };
        self.tried.swap(0, best);
        let mut at = 1;
        while at < self.left {
            if self.tried[at].is_hopeless(&self.tried[0]) {
                self.left -= 1;
                self.tried.swap(at, self.left);
            } else {
                at += 1;
            }
        }
    }

    fn drop_the_worse_half(&mut self) {
        let trust = self.trust;
        self.tried[..self.left].sort_by(|a, b| b.score(trust).total_cmp(&a.score(trust)));
        self.left = self.left.div_ceil(2);
    }

    /// What there is to answer now: the best that is left, or one of those that are nearly as good.
    fn advice(&self, far: &[Worth<A>], mixed: Option<(f32, &mut BotRng)>) -> Option<Advice<A>> {
        let mut order: Vec<&Tried<A>> = self.tried.iter().collect();
        let score = |option: &Tried<A>| option.score(self.trust);
        order.sort_by(|a, b| b.visits.cmp(&a.visits).then(score(b).total_cmp(&score(a))));
        let best = *order.first()?;
        order.retain(|option| option.seat == best.seat);
        let mut shares: Vec<f32> = order.iter().map(|option| option.visits as f32).collect();
        let mut chosen = 0;
        if let Some((mild, rng)) = mixed {
            for (share, option) in shares.iter_mut().zip(&order) {
                // Of what was dropped early too little is known.
                let known = option.visits * KNOWN >= best.visits;
                *share = if known { ((score(option) - score(best)).min(0.0) / mild).exp() } else { 0.0 };
            }
            chosen = weighted(&shares, rng);
        }
        let all = shares.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let tried = order.iter().zip(&shares).map(|(option, share)| Candidate {
            action: option.action,
            share: share / all,
            value: score(option),
            visits: option.visits,
        });
        let untried = far.iter().filter(|worth| worth.0 == best.seat);
        let untried = untried.map(|&(_, action, value)| Candidate { action, share: 0.0, value, visits: 0 });
        let candidates = tried.chain(untried).collect();
        let Tried { seat, action, line, .. } = order[chosen];
        let line = [(*seat, *action)].into_iter().chain(line.iter().copied()).collect();
        Some(Advice {
            seat: *seat,
            action: *action,
            line,
            candidates,
            iterations: self.alone + self.playouts,
        })
    }
}

/// The heuristic player in all seats.
struct Playout<'a, G: Game, H: Heuristic<G> + ?Sized> {
    game: &'a G,
    h: &'a H,
    /// Whose thoughts these are.
    me: Seat,
    settings: &'a Settings,
    trials: Trials,
    start: &'a G::State,
    budget: &'a Budget,
    options: Options<G::Action>,
    /// Made in all playouts.
    decisions: u32,
    /// Time ran out in the middle.
    cut: bool,
}

impl<G: Game, H: Heuristic<G> + ?Sized> Playout<'_, G, H> {
    fn guess(&self, luck: &mut BotRng) -> G::State {
        let mut guess = self.start.clone();
        mcts::guess((self.game, self.h, self.me), self.start, &mut guess, luck);
        guess
    }

    /// What whoever takes this option gets in the end; 0 if time runs out before.
    fn try_out(
        &mut self,
        option: &mut Tried<G::Action>,
        mut state: G::State,
        at_once: SeatSet,
        mut luck: BotRng,
    ) -> f32 {
        let (seat, action) = (option.seat, option.action);
        self.game.apply(&mut state, Step::Act { seat, action }, &mut Log::off());
        self.others_decide(&mut state, at_once, &mut luck);
        option.line.clear();
        self.play(&mut state, &mut option.line, &mut luck)[seat.index()]
    }

    /// Whoever decides at the same time does so by weight.
    fn others_decide(&mut self, state: &mut G::State, at_once: SeatSet, rng: &mut BotRng) {
        for seat in at_once {
            let (seat, action) = self.by_weight(state, SeatSet::only(seat), rng);
            self.game.apply(state, Step::Act { seat, action }, &mut Log::off());
        }
    }

    /// How it goes if everybody plays on by the heuristic.
    fn play(&mut self, state: &mut G::State, line: &mut Vec<(Seat, G::Action)>, rng: &mut BotRng) -> Payoffs {
        let mut log = Log::off();
        let mut decisions = 0;
        loop {
            let turn = self.game.turn(state);
            match turn {
                Turn::Over => return self.h.ended(self.game, state),
                Turn::Chance => {
                    let outcome = self.game.sample(state, rng);
                    self.game.apply(state, Step::Chance(outcome), &mut log);
                }
                Turn::Each(seats) | Turn::Any(seats) => {
                    if self.settings.to_rest && self.h.rests(self.game, self.start, state) {
                        return self.h.rested(self.game, state);
                    }
                    if decisions >= self.trials.decisions {
                        return self.h.values(self.game, state);
                    }
                    decisions += 1;
                    self.decisions = self.decisions.saturating_add(1);
                    if self.budget.is_over() {
                        self.cut = true;
                        return [0.0; SEATS_MAX as usize];
                    }
                    let secret = matches!(turn, Turn::Each(_)) && seats.len() > 1;
                    let (seat, action) = if secret {
                        self.by_weight(state, seats, rng)
                    } else {
                        self.choice(state, seats, rng)
                    };
                    if line.len() + 1 < LINE_MAX {
                        line.push((seat, action));
                    }
                    self.game.apply(state, Step::Act { seat, action }, &mut log);
                }
            }
        }
    }

    fn by_weight(&mut self, state: &G::State, seats: SeatSet, rng: &mut BotRng) -> (Seat, G::Action) {
        let seat = seats.pick(rng).expect("a turn asks somebody");
        self.options.list(self.game, state, SeatSet::only(seat));
        self.options.weigh(self.game, state, self.h);
        (seat, self.options.actions[weighted(&self.options.weights, rng)])
    }

    /// What the heuristic player does.
    fn choice(&mut self, state: &G::State, seats: SeatSet, rng: &mut BotRng) -> (Seat, G::Action) {
        self.options.list(self.game, state, seats);
        let seat = self.options.seat(0);
        if seats.len() > 1 {
            // Anybody may act: whoever has what weighs most.
            self.options.weigh(self.game, state, self.h);
            let at = heaviest(&self.options.weights);
            return (self.options.seat(at), self.options.actions[at]);
        }
        if let [only] = self.options.actions[..] {
            return (seat, only);
        }
        let quick = self.h.quick(self.game, state, seat, &self.options.actions);
        let at = quick.unwrap_or_else(|| self.one_step_deep(state, seat, rng));
        (seat, self.options.actions[at])
    }

    /// The best of what has any weight, by what the table looks like afterwards.
    fn one_step_deep(&mut self, state: &G::State, seat: Seat, rng: &mut BotRng) -> usize {
        self.options.weigh(self.game, state, self.h);
        let mut next = state.clone();
        for (action, weight) in self.options.actions.iter().zip(&mut self.options.weights) {
            if *weight <= 0.0 {
                *weight = f32::NEG_INFINITY;
                continue;
            }
            next.clone_from(state);
            self.game.apply(&mut next, Step::Act { seat, action: *action }, &mut Log::off());
            let tries = if self.game.turn(&next) == Turn::Chance { self.trials.luck.max(1) } else { 1 };
            *weight = (0..tries).map(|_| fallen(self.game, self.h, &next, rng)[seat.index()]).sum::<f32>()
                / f32::from(tries);
        }
        heaviest(&self.options.weights)
    }
}

/// How a table looks once whatever falls has fallen.
fn fallen<G: Game, H: Heuristic<G> + ?Sized>(game: &G, h: &H, state: &G::State, rng: &mut BotRng) -> Payoffs {
    if game.turn(state) != Turn::Chance {
        return h.ended(game, state);
    }
    let mut state = state.clone();
    while game.turn(&state) == Turn::Chance {
        let outcome = game.sample(&state, rng);
        game.apply(&mut state, Step::Chance(outcome), &mut Log::off());
    }
    h.ended(game, &state)
}
