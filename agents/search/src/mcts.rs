//! Information-set Monte Carlo tree search: each iteration guesses what is hidden, walks one tree that all guesses
//! share, plays on a little from where the tree ends, and tells the way back how it went.
//!
//! An action may be legal in some guesses only, so every edge counts how often it was there to be chosen. Seats that
//! decide at once learn at the same node without seeing each other. Chance makes no branches unless it is told to.

pub use crate::settings::{Select, Settings};
use crate::{
    BotRng,
    advice::{Advice, Budget, Question},
    clock::Clock,
    greedy,
    heuristic::{Heuristic, Payoffs},
    options::{Options, unit, weighted},
    select::Spread,
    tree::{Edge, ROOT, Tree, What},
    trials,
};
use kernel::{Game, Log, Seat, SeatSet, Step, Turn, below};
use rand::SeedableRng;
use std::{
    collections::HashMap,
    hash::{BuildHasher, Hash, Hasher},
};

/// How often it is asked whether more thought can change anything, and how often reports are made.
const DECIDED_EVERY: u64 = 16;
const REPORT_EVERY: u64 = 1024;
/// A playout asks the clock as well, since a whole game can be long.
const CLOCK_IN_PLAYOUT: u32 = 128;
/// An unlikely guess is drawn anew at most so often.
const GUESSES_MAX: u32 = 16;

/// A search with its memory, to be used again and again.
pub struct Mcts<G: Game> {
    pub(crate) settings: Settings,
    pub(crate) tree: Tree<G::Action>,
    path: Vec<Visit>,
    pub(crate) options: Options<G::Action>,
    /// The places of the options among a node's edges.
    pub(crate) places: Vec<u16>,
    hasher: foldhash::fast::FixedState,
    /// Nodes by what the seat to move knows.
    known: HashMap<u64, u32, foldhash::fast::FixedState>,
    pub(crate) spread: Spread,
}

/// One edge on the way, and who acted; nobody for what fell.
#[derive(Clone, Copy, Debug)]
struct Visit {
    node: u32,
    edge: u16,
    seat: Option<Seat>,
}

impl<G: Game> Mcts<G> {
    /// A search with an empty tree.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Mcts {
            settings,
            tree: Tree::new(settings.edges_max),
            path: Vec::new(),
            options: Options::new(),
            places: Vec::new(),
            hasher: foldhash::fast::FixedState::with_seed(1),
            known: HashMap::with_hasher(foldhash::fast::FixedState::with_seed(2)),
            spread: Spread::new(),
        }
    }

    /// The best option; `None` if nobody who is asked has any.
    pub fn choose<H: Heuristic<G> + ?Sized>(
        &mut self,
        question: &Question<G, H>,
        budget: &Budget,
        seed: u64,
    ) -> Option<Advice<G::Action>> {
        self.choose_telling(question, budget, seed, None)
    }

    /// The same, telling what it would answer every now and then.
    pub fn choose_telling<H: Heuristic<G> + ?Sized>(
        &mut self,
        question: &Question<G, H>,
        budget: &Budget,
        seed: u64,
        mut tell: Option<&mut dyn FnMut(Advice<G::Action>)>,
    ) -> Option<Advice<G::Action>> {
        let Question { game, heuristic, view, seats } = *question;
        let mut rng = BotRng::seed_from_u64(seed);
        let mut start = view.state().clone();
        heuristic.reopen(game, &mut start, view.seat());
        heuristic.foresee(game, &mut start);
        let turn = game.turn(&start);
        let asked = turn.asked().and(seats);
        self.options.list(game, &start, asked);
        match self.options.actions.as_slice() {
            [] => return None,
            [only] => return Some(Advice::forced(self.options.seat(0), *only)),
            [..] => {}
        }
        if let Some(mut known) = greedy::pondered(game, heuristic, &start, asked) {
            known.sort_by(|a, b| b.2.total_cmp(&a.2));
            return greedy::best(known, 0);
        }
        if let Some(trials) = self.settings.trials.filter(|_| heuristic.side_by_side(game, &start)) {
            return trials::choose((&self.settings, trials), question, &start, budget, seed, tell);
        }
        self.tree.clear();
        self.known.clear();
        self.spread = Spread::new();
        let mut walk = Walk { game, h: heuristic, start: &start, me: view.seat(), asked, budget, cut: false };
        let iterations = budget.iterations.unwrap_or(u64::MAX);
        let (mut done, mut clock) = (0, Clock::new(budget));
        let mut state = start.clone();
        while done < iterations {
            let left = (iterations - done).min(clock.left());
            let decided = done % DECIDED_EVERY == 0 && done > 0 && self.decided(left, turn);
            if decided || clock.is_over(budget, done) {
                break;
            }
            guess((game, heuristic, view.seat()), &start, &mut state, &mut rng);
            let payoffs = self.iterate(&mut walk, &mut state, &mut rng);
            // A playout that ran out of time says nothing.
            if walk.cut && done > 0 {
                break;
            }
            self.back_up(&payoffs);
            self.spread.add(payoffs[view.seat().index()]);
            done += 1;
            if done % REPORT_EVERY == 0
                && let Some(tell) = &mut tell
                // With a generator of its own: whoever listens must not change what is thought.
                && let Some(so_far) = self.advice(&walk, &start, turn, done, &mut rng.clone())
            {
                tell(so_far);
            }
        }
        self.advice(&walk, &start, turn, done, &mut rng)
    }

    /// One guess walked down the tree and played out; leaves the way in `path`.
    fn iterate<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &mut Walk<G, H>,
        state: &mut G::State,
        rng: &mut BotRng,
    ) -> Payoffs {
        self.path.clear();
        let mut log = Log::off();
        let mut node = ROOT;
        loop {
            let seats = match walk.game.turn(state) {
                Turn::Over => return walk.h.ended(walk.game, state),
                Turn::Chance => {
                    node = match self.chance(walk, node, state, &mut log, rng) {
                        Some(next) => next,
                        None => return self.play_out(walk, state, &mut log, rng),
                    };
                    continue;
                }
                Turn::Each(seats) if seats.len() > 1 => {
                    match self.at_once(walk, node, state, seats, &mut log, rng) {
                        Some((next, false)) => node = next,
                        Some((_, true)) | None => return self.play_out(walk, state, &mut log, rng),
                    }
                    continue;
                }
                Turn::Each(seats) | Turn::Any(seats) => seats,
            };
            let seats =
                if self.path.is_empty() && !walk.asked.is_empty() { seats.and(walk.asked) } else { seats };
            self.options.list(walk.game, state, seats);
            // What must be done needs no thought and no place in the tree.
            if let [action] = self.options.actions[..] {
                let seat = self.options.seat(0);
                walk.game.apply(state, Step::Act { seat, action }, &mut log);
                continue;
            }
            if self.settings.by_knowledge && !self.path.is_empty() {
                match self.node_by_knowledge(walk, state) {
                    Some((known, false)) => node = known,
                    Some((_, true)) | None => return self.play_out(walk, state, &mut log, rng),
                }
            }
            let Some((at, edge)) = self.choose_edge(walk, node, state, rng) else {
                return self.play_out(walk, state, &mut log, rng);
            };
            let (seat, action) = (self.options.seat(at), self.options.actions[at]);
            let next = self.go(walk, node, (seat, action), edge, state);
            walk.game.apply(state, Step::Act { seat, action }, &mut log);
            match next {
                Some((next, false)) => node = next,
                Some((_, true)) | None => return self.play_out(walk, state, &mut log, rng),
            }
        }
    }

    /// The place of what the seat to move knows, and whether it is new. `None` if the tree is full.
    fn node_by_knowledge<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &Walk<G, H>,
        state: &G::State,
    ) -> Option<(u32, bool)> {
        let seat = self.options.seat(0);
        let mut seen = state.clone();
        walk.game.mask(&mut seen, seat);
        let key = self.hasher.hash_one((seat, seen));
        if let Some(node) = self.known.get(&key) {
            return Some((*node, false));
        }
        let node = self.tree.node()?;
        self.known.insert(key, node);
        Some((node, true))
    }

    /// Something falls; the node after it, which is the same one unless the tree branches here.
    fn chance<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &Walk<G, H>,
        node: u32,
        state: &mut G::State,
        log: &mut Log<G::Event>,
        rng: &mut BotRng,
    ) -> Option<u32> {
        let outcome = walk.game.sample(state, rng);
        let key = if self.settings.branch_on_chance {
            walk.h.chance_key(walk.game, state, outcome, walk.me)
        } else {
            0
        };
        walk.game.apply(state, Step::Chance(outcome), log);
        if key == 0 {
            return Some(node);
        }
        self.follow(node, key).filter(|(_, new)| !new).map(|(next, _)| next)
    }

    /// The way of what fell or was revealed: its node, and whether it is new. `None` if the tree is full.
    fn follow(&mut self, node: u32, key: u32) -> Option<(u32, bool)> {
        let what = What::Outcome(key);
        let edge = match self.tree.find(node, what) {
            Some(edge) => edge,
            None => self.tree.add(node, Edge::new(what, 0.0))?,
        };
        self.path.push(Visit { node, edge: edge as u16, seat: None });
        self.child(node, edge)
    }

    /// The node an edge leads to, and whether it is new. `None` if the tree is full.
    #[inline]
    fn child(&mut self, node: u32, edge: usize) -> Option<(u32, bool)> {
        let child = self.tree.edges(node)[edge].child;
        if child != 0 {
            return Some((child, false));
        }
        let child = self.tree.node()?;
        self.tree.edges_mut(node)[edge].child = child;
        Some((child, true))
    }

    /// Several seats decide at once: each by what it has learned at this node, none by what the others do now.
    #[expect(clippy::too_many_arguments, reason = "a step of the walk, with all the walk has at hand")]
    fn at_once<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &Walk<G, H>,
        node: u32,
        state: &mut G::State,
        seats: SeatSet,
        log: &mut Log<G::Event>,
        rng: &mut BotRng,
    ) -> Option<(u32, bool)> {
        // All edges first: a block that grows would move under those already chosen.
        for seat in seats {
            self.options.list(walk.game, state, SeatSet::only(seat));
            if !self.find_places(walk, node, state) {
                return None;
            }
        }
        let mut joint = self.hasher.build_hasher();
        for seat in seats {
            self.options.list(walk.game, state, SeatSet::only(seat));
            self.find_places(walk, node, state);
            self.count_available(node);
            let at = self.select_at_once(node, rng);
            let action = self.options.actions[at];
            self.path.push(Visit { node, edge: self.places[at], seat: Some(seat) });
            if seat == walk.me || !walk.h.hidden(walk.game, state, seat, action, walk.me) {
                action.hash(&mut joint);
            }
            walk.game.apply(state, Step::Act { seat, action }, log);
        }
        self.follow(node, joint.finish() as u32 | 1)
    }

    /// Takes an edge that was selected: notes it and gives the node behind it.
    #[inline]
    fn go<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &Walk<G, H>,
        node: u32,
        (seat, action): (Seat, G::Action),
        edge: usize,
        state: &G::State,
    ) -> Option<(u32, bool)> {
        self.path.push(Visit { node, edge: edge as u16, seat: Some(seat) });
        if self.settings.by_knowledge {
            // Where it leads is found out there.
            return Some((node, false));
        }
        if seat != walk.me && walk.h.hidden(walk.game, state, seat, action, walk.me) {
            // The seat acts by what it knows; the way on is the same whatever it did.
            let what = What::Unseen(seat);
            let way = match self.tree.find(node, what) {
                Some(way) => way,
                None => self.tree.add(node, Edge::new(what, 0.0))?,
            };
            return self.child(node, way);
        }
        self.child(node, edge)
    }

    /// Plays on from where the tree ends.
    fn play_out<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &mut Walk<G, H>,
        state: &mut G::State,
        log: &mut Log<G::Event>,
        rng: &mut BotRng,
    ) -> Payoffs {
        let (mut decisions, mut steps) = (0, 0u32);
        loop {
            match walk.game.turn(state) {
                Turn::Over => return walk.h.ended(walk.game, state),
                Turn::Chance => {
                    let outcome = walk.game.sample(state, rng);
                    walk.game.apply(state, Step::Chance(outcome), log);
                }
                Turn::Each(seats) | Turn::Any(seats) => {
                    let rests = || self.settings.to_rest && walk.h.rests(walk.game, walk.start, state);
                    if decisions >= self.settings.rollout || rests() {
                        return walk.h.values(walk.game, state);
                    }
                    decisions += 1;
                    let (seat, action) = self.playout_choice(walk, state, seats, rng);
                    walk.game.apply(state, Step::Act { seat, action }, log);
                }
            }
            steps += 1;
            if steps % CLOCK_IN_PLAYOUT == 0 && walk.budget.is_over() {
                walk.cut = true;
                return walk.h.values(walk.game, state);
            }
        }
    }

    #[inline]
    fn playout_choice<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &Walk<G, H>,
        state: &G::State,
        seats: SeatSet,
        rng: &mut BotRng,
    ) -> (Seat, G::Action) {
        let one = if seats.len() == 1 { seats.lowest() } else { seats.pick(rng) };
        let seat = one.expect("a turn asks somebody");
        if !self.settings.informed {
            let actions = &mut self.options.actions;
            actions.clear();
            walk.game.legal_actions(state, seat, actions);
            return (seat, actions[below(rng, actions.len() as u32) as usize]);
        }
        self.options.list(walk.game, state, SeatSet::only(seat));
        self.options.weigh(walk.game, state, walk.h);
        let at = weighted(&self.options.weights, rng);
        (seat, self.options.actions[at])
    }

    #[inline]
    fn back_up(&mut self, payoffs: &Payoffs) {
        for visit in &self.path {
            let edge = &mut self.tree.edges_mut(visit.node)[usize::from(visit.edge)];
            edge.visits += 1;
            if let Some(seat) = visit.seat {
                edge.total += payoffs[seat.index()];
            }
        }
    }
}

/// What stays the same during a search.
pub(crate) struct Walk<'a, G: Game, H: Heuristic<G> + ?Sized> {
    pub(crate) game: &'a G,
    pub(crate) h: &'a H,
    /// Where thought begins.
    start: &'a G::State,
    pub(crate) me: Seat,
    /// Who is asked at the root.
    pub(crate) asked: SeatSet,
    budget: &'a Budget,
    /// Time ran out in the middle of a playout.
    cut: bool,
}

/// What may be hidden from this seat, by what the others did so far.
#[inline]
pub(crate) fn guess<G: Game, H: Heuristic<G> + ?Sized>(
    (game, h, me): (&G, &H, Seat),
    start: &G::State,
    state: &mut G::State,
    rng: &mut BotRng,
) {
    for _ in 0..GUESSES_MAX {
        state.clone_from(start);
        game.fill(state, rng);
        let likely = h.likelihood(game, state, me);
        if likely >= 1.0 || unit(rng) < likely {
            return;
        }
    }
}
