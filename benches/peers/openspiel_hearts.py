#!/usr/bin/env python3
"""Random-play speed of OpenSpiel's C++ `hearts`, beside our own `para_roles`.

A step is one `apply_action` call of any kind: the draw of the pass direction,
a dealt card, a passed card or a played card. See README.md for the method.
"""

import platform
import random
import re
import sys
import time

from ours import OurBench, arguments, open_spiel

OUR_BENCH = "cargo bench -q -p benches --bench playouts -- --machine --headline"
OUR_LINE = re.compile(r"^machine (para_roles) steps_per_second (\d+(?:\.\d+)?)\s*$", re.M)

REPEATS = 5
DEALS = 40  # different dealt hands the C++ rollouts start from
ROLLOUTS_PER_DEAL = 1000
COUNTED_PER_DEAL = 10  # playouts per dealt hand, only to count their steps
BOT_GAMES = 12_000
PYTHON_GAMES = 2_000
SEED = 20_260_101


def step_until(state, done, rng):
    """Play uniformly at random until `done(state)`; returns the number of steps.

    Every chance node of hearts is uniform over its legal actions, so chance and
    players are drawn the same way.
    """
    steps = 0
    uniform = rng.random
    while not done(state):
        actions = state.legal_actions()
        state.apply_action(actions[int(uniform() * len(actions))])
        steps += 1
    return steps


def is_terminal(state):
    return state.is_terminal()


def is_dealt(state):
    return not state.is_chance_node()


class Peer:
    """The three ways to measure OpenSpiel. Each returns (playouts, CPU seconds)."""

    def __init__(self, pyspiel):
        self.pyspiel = pyspiel
        self.game = pyspiel.load_game("hearts")
        rng = random.Random(SEED)
        self.dealt = []
        for deal in range(DEALS):
            state = self.game.new_initial_state()
            state.apply_action(deal % 4)  # the four pass directions in equal shares
            step_until(state, is_dealt, rng)
            self.dealt.append(state)

    def mean_steps_after_deal(self):
        rng = random.Random(SEED + 1)
        counts = [
            step_until(state.clone(), is_terminal, rng)
            for state in self.dealt
            for _ in range(COUNTED_PER_DEAL)
        ]
        return sum(counts) / len(counts)

    def mean_steps_whole_game(self):
        rng = random.Random(SEED + 2)
        games = DEALS * COUNTED_PER_DEAL
        return sum(
            step_until(self.game.new_initial_state(), is_terminal, rng) for _ in range(games)
        ) / games

    def rollouts_after_deal(self, repeat):
        # The evaluator has no Python method of its own. A search of exactly one
        # simulation hands its root straight to it: all rollouts in one C++ call.
        evaluator = self.pyspiel.RandomRolloutEvaluator(
            n_rollouts=ROLLOUTS_PER_DEAL, seed=SEED + repeat
        )
        bot = self.pyspiel.MCTSBot(
            self.game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=64,
            solve=False, seed=SEED + repeat, verbose=False,
        )
        start = time.process_time()
        for state in self.dealt:
            root = bot.mcts_search(state)
        spent = time.process_time() - start
        assert root.explore_count == 1, "the search must be one evaluation and no more"
        return DEALS * ROLLOUTS_PER_DEAL, spent

    def whole_games(self, repeat):
        bots = [
            self.pyspiel.make_uniform_random_bot(player, SEED + 4 * repeat + player)
            for player in range(self.game.num_players())
        ]
        play = self.pyspiel.evaluate_bots
        first_seed = repeat * BOT_GAMES
        start = time.process_time()
        for seed in range(first_seed, first_seed + BOT_GAMES):
            play(self.game.new_initial_state(), bots, seed)
        return BOT_GAMES, time.process_time() - start

    def from_python(self, repeat):
        rng = random.Random(SEED + repeat)
        start = time.process_time()
        for _ in range(PYTHON_GAMES):
            step_until(self.game.new_initial_state(), is_terminal, rng)
        return PYTHON_GAMES, time.process_time() - start


def measure(pyspiel, our_round):
    """Rows of (label, steps per playout, playouts per second, steps per second).

    `our_round` is called once in every repeat, so that a slow moment of the
    machine hits all alike; the best repeat counts on every side.
    """
    peer = Peer(pyspiel)
    after_deal = peer.mean_steps_after_deal()
    whole = peer.mean_steps_whole_game()
    plans = [
        ("OpenSpiel C++, rollouts after the deal", after_deal, peer.rollouts_after_deal),
        ("OpenSpiel C++, whole games by bots", whole, peer.whole_games),
        ("OpenSpiel stepped from Python", whole, peer.from_python),
    ]
    best = [0.0] * len(plans)
    for repeat in range(REPEATS):
        our_round()
        for i, (_, _, run) in enumerate(plans):
            playouts, spent = run(repeat)
            best[i] = max(best[i], playouts / spent)
    return [
        (label, steps, rate, rate * steps) for (label, steps, _), rate in zip(plans, best)
    ]


def print_table(rows):
    print(f"{'':<40}{'steps/playout':>14}{'playouts/s':>14}{'steps/s':>14}")
    for label, steps, playouts, speed in rows:
        steps = "-" if steps is None else f"{steps:.1f}"
        playouts = "-" if playouts is None else f"{playouts:,.0f}"
        print(f"{label:<40}{steps:>14}{playouts:>14}{speed:>14,.0f}")


def main():
    command, asked_for = arguments(__doc__.splitlines()[0], OUR_BENCH)
    pyspiel, release = open_spiel()
    if pyspiel is None:
        return 1

    bench = OurBench(command, OUR_LINE, "machine para_roles steps_per_second N")
    rows = measure(pyspiel, bench.round)
    peer = max(rows[0][3], rows[1][3])
    ours = bench.best.get("para_roles")
    if ours is not None:
        rows.append(("ours, para_roles", None, None, ours))

    print(f"OpenSpiel {release} hearts with default rules, Python {platform.python_version()}")
    print(f"OpenSpiel rows: uniform random play, one thread, CPU time, best of {REPEATS} repeats")
    print()
    print_table(rows)
    print()
    if ours is not None:
        print(f"ratio ours / OpenSpiel (its faster C++ row): {ours / peer:.2f}")
        print("Both were measured in this very run, on this machine, in turns.")
        return 0
    return bench.farewell(asked_for)


if __name__ == "__main__":
    sys.exit(main())
