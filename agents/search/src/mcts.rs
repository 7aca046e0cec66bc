//! Information-set Monte Carlo tree search: each iteration guesses what is hidden, walks one tree that all guesses
//! share, plays on a little from where the tree ends, and tells the way back how it went.
//!
//! An action may be legal in some guesses only, so every edge counts how often it was there to be chosen. Seats that
//! decide at once learn at the same node without seeing each other. Chance makes no branches unless it is told to.

pub use crate::settings::{Select, Settings};
use crate::{
    BotRng,
    advice::{Advice, Budget},
    heuristic::{Heuristic, Payoffs},
    options::{Options, weighted},
    select::{Pick, Spread, fresh},
    tree::{Edge, ROOT, Tree, What},
};
use kernel::{Game, Log, Outcome, Seat, SeatSet, Step, Turn, View, below, seat::SEATS_MAX};
use rand::SeedableRng;
use std::{
    collections::HashMap,
    hash::{BuildHasher, Hash, Hasher},
};

/// What is known while the search still thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report<A> {
    pub iterations: u64,
    pub best: A,
    pub share: f32,
    pub value: f32,
}

/// How often the clock is asked and how often reports are made.
const CLOCK_EVERY: u64 = 16;
const REPORT_EVERY: u64 = 1024;
/// A playout asks the clock as well, since a whole game can be long.
const CLOCK_IN_PLAYOUT: u32 = 512;

/// A search with its memory, to be used again and again.
pub struct Mcts<G: Game> {
    pub(crate) settings: Settings,
    pub(crate) tree: Tree<G::Action>,
    path: Vec<Visit>,
    pub(crate) options: Options<G::Action>,
    /// The places of the options among a node's edges.
    places: Vec<u16>,
    hasher: foldhash::fast::FixedState,
    /// Nodes by what the seat to move knows.
    known: HashMap<u64, u32, foldhash::fast::FixedState>,
    spread: Spread,
}

/// One edge on the way, and who acted; nobody for what fell.
#[derive(Clone, Copy, Debug)]
struct Visit {
    node: u32,
    edge: u16,
    seat: Option<Seat>,
}

impl<G: Game> Mcts<G> {
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

    /// What the best of these seats' options is; `None` if none of them has any. The view's seat is the one that
    /// searches; others may be asked along with it where it speaks for them, on a turn that is anybody's.
    #[expect(
        clippy::too_many_arguments,
        reason = "who, what, for whom, how long, by which dice: each is needed"
    )]
    pub fn choose<H: Heuristic<G> + ?Sized>(
        &mut self,
        game: &G,
        heuristic: &H,
        view: &View<G>,
        seats: SeatSet,
        budget: &Budget,
        seed: u64,
    ) -> Option<Advice<G::Action>> {
        self.choose_telling(game, heuristic, view, seats, budget, seed, &mut |_| {})
    }

    /// The same, telling how it stands every now and then.
    #[expect(clippy::too_many_arguments, reason = "each is needed; most callers use `choose`")]
    pub fn choose_telling<H: Heuristic<G> + ?Sized>(
        &mut self,
        game: &G,
        heuristic: &H,
        view: &View<G>,
        seats: SeatSet,
        budget: &Budget,
        seed: u64,
        tell: &mut dyn FnMut(Report<G::Action>),
    ) -> Option<Advice<G::Action>> {
        let mut rng = BotRng::seed_from_u64(seed);
        let mut start = view.state().clone();
        heuristic.reopen(game, &mut start, view.seat());
        let turn = game.turn(&start);
        let asked = turn.asked().and(seats);
        self.options.list(game, &start, asked);
        match self.options.actions.as_slice() {
            [] => return None,
            [only] => return Some(Advice::forced(self.options.seat(0), *only)),
            [..] => {}
        }
        self.tree.clear();
        self.known.clear();
        self.spread = Spread::new();
        let mut walk = Walk { game, h: heuristic, me: view.seat(), asked, budget, cut: false };
        let iterations = budget.iterations.unwrap_or(u64::MAX);
        let mut done = 0;
        let mut state = start.clone();
        while done < iterations {
            if done % CLOCK_EVERY == 0
                && done > 0
                && (budget.is_over() || self.decided(iterations - done, turn))
            {
                break;
            }
            state.clone_from(&start);
            game.fill(&mut state, &mut rng);
            let payoffs = self.iterate(&mut walk, &mut state, &mut rng);
            // A playout that ran out of time says nothing.
            if walk.cut && done > 0 {
                break;
            }
            self.back_up(&payoffs);
            self.spread.add(payoffs[view.seat().index()]);
            done += 1;
            if done % REPORT_EVERY == 0
                && let Some((seat, edge)) = self.best(asked)
                && let What::Act(_, best) = edge.what
            {
                tell(Report {
                    iterations: done,
                    best,
                    share: self.share(seat, edge.visits),
                    value: edge.value(),
                });
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
                Turn::Over => return ended(walk.game, state),
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

    /// The option to try and the place of its edge; `None` if the tree is full.
    #[inline]
    fn choose_edge<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &Walk<G, H>,
        node: u32,
        state: &G::State,
        rng: &mut BotRng,
    ) -> Option<(usize, usize)> {
        if let Select::Ucb { c } = self.settings.select
            && let Some(at) = self.choose_in_order(node, c, rng)
        {
            return Some((at, at));
        }
        if !self.find_places(walk, node, state) {
            return None;
        }
        let at = self.select(node, rng);
        Some((at, usize::from(self.places[at])))
    }

    /// All of [`Mcts::find_places`] and [`Mcts::select_ucb`] in one go, for the most common case: one seat, and the same
    /// options in the same order as ever. `None` if it is not so.
    #[inline]
    fn choose_in_order(&mut self, node: u32, c: f32, rng: &mut BotRng) -> Option<usize> {
        let actions = &self.options.actions;
        let seat = self.options.seats[0].0;
        let edges = self.tree.edges_mut(node);
        if self.options.count != 1 || edges.len() < actions.len() {
            return None;
        }
        let mut pick = Pick::new(c * self.spread.scale);
        for (at, (edge, action)) in edges.iter_mut().zip(actions).enumerate() {
            if edge.what != What::Act(seat, *action) {
                edges[..at].iter_mut().for_each(|edge| edge.available -= 1);
                return None;
            }
            edge.available += 1;
            pick.weigh(at, edge);
        }
        if pick.fresh {
            let edges = self.tree.edges(node)[..self.options.actions.len()].iter();
            return fresh(edges, rng);
        }
        Some(pick.best)
    }

    /// Finds the edge of every option, adding those that are new; false if the tree is full.
    #[inline]
    fn find_places<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &Walk<G, H>,
        node: u32,
        state: &G::State,
    ) -> bool {
        let actions = &self.options.actions;
        self.places.clear();
        let edges = self.tree.edges_mut(node);
        if edges.len() >= actions.len() {
            // Mostly the options are the same as when the node was made, in the same order.
            let mut seat = self.options.seats[0].0;
            let mut turn = 0;
            let same = actions.iter().zip(edges.iter()).enumerate().all(|(i, (action, edge))| {
                while i >= self.options.seats[turn].1 {
                    turn += 1;
                    seat = self.options.seats[turn].0;
                }
                edge.what == What::Act(seat, *action)
            });
            if same {
                self.places.extend(0..actions.len() as u16);
                edges[..actions.len()].iter_mut().for_each(|edge| edge.available += 1);
                return true;
            }
        }
        self.find_places_one_by_one(walk, node, state)
    }

    fn find_places_one_by_one<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &Walk<G, H>,
        node: u32,
        state: &G::State,
    ) -> bool {
        let mut weighed = false;
        for at in 0..self.options.actions.len() {
            let what = What::Act(self.options.seat(at), self.options.actions[at]);
            let place = match self.tree.find(node, what) {
                Some(place) => place,
                None => {
                    if !weighed {
                        weighed = true;
                        if !self.tree.reserve(node, self.options.actions.len() - at) {
                            return false;
                        }
                        self.weigh(walk, state);
                    }
                    match self.tree.add(node, Edge::new(what, self.options.weights[at])) {
                        Some(place) => place,
                        None => return false,
                    }
                }
            };
            self.tree.edges_mut(node)[place].available += 1;
            self.places.push(place as u16);
        }
        true
    }

    fn weigh<H: Heuristic<G> + ?Sized>(&mut self, walk: &Walk<G, H>, state: &G::State) {
        self.options.weigh(walk.game, state, walk.h);
        let sum: f32 = self.options.weights.iter().sum();
        self.options.weights.iter_mut().for_each(|weight| *weight /= sum);
    }

    /// Which option to try.
    #[inline]
    fn select(&self, node: u32, rng: &mut BotRng) -> usize {
        match self.settings.select {
            Select::Ucb { c } => self.select_ucb(node, c * self.spread.scale, rng),
            Select::Puct { c, fpu } => self.select_puct(node, c * self.spread.scale, fpu),
        }
    }

    /// Seats that learn at once by the same rule fall into step and go round in circles. A different appetite for the
    /// unknown each time keeps them from it, and their visits from being even where the mix is not.
    fn select_at_once(&self, node: u32, rng: &mut BotRng) -> usize {
        let appetite = below(rng, 1 << 12) as f32 / (1 << 11) as f32;
        match self.settings.select {
            Select::Ucb { c } => self.select_ucb(node, c * appetite, rng),
            Select::Puct { c, fpu } => self.select_puct(node, c * appetite, fpu),
        }
    }

    fn select_ucb(&self, node: u32, c: f32, rng: &mut BotRng) -> usize {
        let edges = self.tree.edges(node);
        let mut pick = Pick::new(c);
        for (at, place) in self.places.iter().enumerate() {
            pick.weigh(at, &edges[usize::from(*place)]);
        }
        let found = if pick.fresh {
            fresh(self.places.iter().map(|place| &edges[usize::from(*place)]), rng)
        } else {
            None
        };
        found.unwrap_or(pick.best)
    }

    fn select_puct(&self, node: u32, c: f32, fpu: f32) -> usize {
        let edges = self.tree.edges(node);
        let (mut visits, mut total) = (0, 0.0);
        for place in &self.places {
            let edge = &edges[usize::from(*place)];
            visits += edge.visits;
            total += edge.total;
        }
        let unknown = if visits == 0 { 0.5 } else { total / visits as f32 - fpu };
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (at, place) in self.places.iter().enumerate() {
            let edge = &edges[usize::from(*place)];
            let mean = if edge.visits == 0 { unknown } else { edge.total / edge.visits as f32 };
            let score = mean
                + c * self.spread.scale * edge.prior * (edge.available as f32).sqrt()
                    / (1.0 + edge.visits as f32);
            if score > best_score && (edge.prior > 0.0 || edges.len() == 1) {
                (best, best_score) = (at, score);
            }
        }
        best
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
                Turn::Over => return ended(walk.game, state),
                Turn::Chance => {
                    let outcome = walk.game.sample(state, rng);
                    walk.game.apply(state, Step::Chance(outcome), log);
                }
                Turn::Each(seats) | Turn::Any(seats) => {
                    if decisions >= self.settings.rollout {
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
        self.options.list(walk.game, state, SeatSet::only(seat));
        let count = self.options.actions.len();
        if !self.settings.informed {
            return (seat, self.options.actions[below(rng, count as u32) as usize]);
        }
        self.options.weigh(walk.game, state, walk.h);
        (seat, self.options.actions[weighted(&self.options.weights, rng)])
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
    me: Seat,
    /// Who is asked at the root.
    pub(crate) asked: SeatSet,
    budget: &'a Budget,
    /// Time ran out in the middle of a playout.
    cut: bool,
}

fn ended<G: Game>(game: &G, state: &G::State) -> Payoffs {
    let mut payoffs = [0.0; SEATS_MAX as usize];
    if let Some(outcome) = game.outcome(state) {
        for (to, from) in payoffs.iter_mut().zip(outcome.payoffs()) {
            *to = f32::from(*from) / f32::from(Outcome::BEST);
        }
    }
    payoffs
}
