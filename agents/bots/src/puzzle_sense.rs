//! What a bot knows of a puzzle: the rounds left against the enemy's Health, and how many heroes may live to see it.

use crate::{para_roles::Insight, puzzles::Puzzle};
use kernel::{Card, Seat, seat::SEATS_MAX};
use para_roles::{
    Action, Chance, State,
    queries::{Look, passes},
    words::{FoeId, Stat},
};
use search::{Beliefs, Evaluation, Explanation, Payoffs, Policy};

/// Para Roles as a puzzle asks for it.
#[derive(Clone, Debug, Default)]
pub struct PuzzleSense {
    insight: Insight,
}

/// Of the actions left in a fight so many are blows at the enemy.
const STRIKES: f32 = 0.8;

impl PuzzleSense {
    fn value(puzzle: &Puzzle, state: &State) -> f32 {
        let look = puzzle.look(state);
        let rounds = f32::from((puzzle.rounds + 1).saturating_sub(state.combat.round));
        let (mut needed, mut expected, mut danger) = (0.0, 0.0, 0.0);
        for id in state.acting_enemies() {
            needed += f32::from(look.foe(id).hp);
            danger += enemy_danger(look, id);
        }
        let foe = state.acting_enemies().into_iter().next();
        let guard = foe.map_or(0.0, |id| chance(state, look.foe_stat(id, Stat::Defense)));
        for seat in state.living() {
            let hit = chance(state, look.stat(seat, Stat::Attack));
            let twice = if look.hero(seat).double_damage { 1.0 } else { 0.0 };
            let unguarded = if look.hero(seat).precise_strike { guard * hit } else { 0.0 };
            expected += hit * (1.0 - guard) * (rounds * STRIKES + twice) + unguarded;
        }
        // Nobody is struck any more once the enemy is beaten.
        let exposed = if expected > needed { rounds * needed / expected } else { rounds };
        // As many blows as are needed, by the odds of a Poisson count.
        let won = at_least(needed, expected);
        won * alive(look, danger * exposed) / f32::from(puzzle.heroes.max(1))
    }
}

/// The share of cards in the deck that pass a check.
fn chance(state: &State, stat: u8) -> f32 {
    let loose = *state.random.loose();
    let (mut passing, mut all) = (0, 0);
    for card in loose.iter().chain(Card::all().filter(|_| loose.is_empty())) {
        all += 1;
        passing += u32::from(passes(card, stat));
    }
    passing as f32 / all.max(1) as f32
}

/// Blows that a common round of this enemy lands on somebody, before Defense.
fn enemy_danger(look: Look, id: FoeId) -> f32 {
    chance(look.s, look.foe_stat(id, Stat::Attack)) * f32::from(look.foe_damage(id))
}

/// How many heroes are likely to live if so much is dealt out among them.
fn alive(look: Look, blows: f32) -> f32 {
    let living = look.s.living();
    let each = blows / living.len().max(1) as f32;
    let lives = |seat: Seat| {
        let hit = each * (1.0 - chance(look.s, look.stat(seat, Stat::Defense)));
        1.0 - at_least(f32::from(look.hero(seat).hp), hit)
    };
    living.into_iter().map(lives).sum()
}

/// The chance of at least so many if this many are expected.
fn at_least(count: f32, expected: f32) -> f32 {
    let (mut term, mut below, mut n) = ((-expected).exp(), 0.0, 0.0);
    while n < count {
        below += term;
        n += 1.0;
        term *= expected / n;
    }
    (1.0 - below).clamp(0.0, 1.0)
}

impl Evaluation<Puzzle> for PuzzleSense {
    fn values(&self, game: &Puzzle, state: &State) -> Payoffs {
        [Self::value(game, state).clamp(0.0, 1.0); SEATS_MAX as usize]
    }
}

impl Policy<Puzzle> for PuzzleSense {
    fn priors(&self, game: &Puzzle, state: &State, seat: Seat, actions: &[Action], into: &mut Vec<f32>) {
        self.insight.priors(&game.game, state, seat, actions, into);
    }
}

impl Beliefs<Puzzle> for PuzzleSense {
    fn chance_key(&self, game: &Puzzle, state: &State, outcome: Chance, observer: Seat) -> u32 {
        self.insight.chance_key(&game.game, state, outcome, observer)
    }
}

impl Explanation<Puzzle> for PuzzleSense {
    fn because(&self, game: &Puzzle, state: &State, seat: Seat, action: Action) -> Option<String> {
        self.insight.because(&game.game, state, seat, action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::known;

    #[test]
    fn a_weaker_enemy_is_worth_more_and_so_is_time_to_a_lone_blade() {
        for (position, _) in known() {
            let worth = |rounds: u16, hp: u16| {
                let puzzle = Puzzle { game: position.puzzle.game.clone(), rounds, ..position.puzzle };
                let mut state = position.state;
                state.foe_mut(FoeId::enemy(0)).hp = hp;
                PuzzleSense::value(&puzzle, &state)
            };
            assert!(worth(3, 1) > worth(3, 3), "{}", position.name);
            if position.name.starts_with("EX-1") {
                assert!(worth(3, 2) > worth(1, 2));
            }
        }
    }

    #[test]
    fn at_least_one_of_one_expected_comes_about_two_times_in_three() {
        assert!((at_least(1.0, 1.0) - 0.632).abs() < 1e-3);
        assert!(at_least(0.0, 0.0) > 0.99 && at_least(1.0, 0.0) < 0.01);
    }
}
