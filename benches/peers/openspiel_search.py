#!/usr/bin/env python3
"""Speed of OpenSpiel's tree searches, beside our own.

A simulation is one descent, one new node, one random rollout to the end and the
way back. See README.md for the method.
"""

import platform
import random
import re
import statistics
import sys
import time

from ours import OurBench, arguments, open_spiel

OUR_BENCH = "cargo bench -q -p benches --bench search -- --machine"
OUR_LINE = re.compile(r"^machine search (\w+) (\d+(?:\.\d+)?)\s*$", re.M)

REPEATS = 5
REPEAT_SECONDS = 0.35  # CPU time of one repeat
DEALS = 12  # dealt positions a repeat is divided among, where chance comes first
EXPLORATION = 1.4
MEMORY_MB = 4000  # never reached: a full tree would change what is measured
SEED = 20_260_101

# Pig starts after a first roll of 4: by our rules nothing else can be done before it.
FIRST_STEPS = {"pig": [0, 3]}

# What each row may be read as.
ALIKE = "like for like"
SEES = "sees hidden cards or dice"
ASIDE = "not compared"
PLANS = [
    ("tic_tac_toe", "MCTSBot", ALIKE),
    ("connect_four", "MCTSBot", ALIKE),
    ("pig", "MCTSBot", ALIKE),
    ("leduc_poker", "ISMCTSBot", ALIKE),
    ("leduc_poker", "MCTSBot", SEES),
    ("liars_dice", "ISMCTSBot", ALIKE),
    ("liars_dice", "MCTSBot", SEES),
    ("kuhn_poker", "ISMCTSBot", ASIDE),
    ("kuhn_poker", "MCTSBot", SEES),
]


def first_decision(game, name, rng):
    """The first position in which a player has a choice."""
    state = game.new_initial_state()
    for action in FIRST_STEPS.get(name, []):
        state.apply_action(action)
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(outcomes, weights)[0])
    return state


def nodes_in(root):
    """Visited nodes of a tree."""
    count, todo = 0, [root]
    while todo:
        node = todo.pop()
        count += 1
        todo += [child for child in node.children if child.explore_count > 0]
    return count


class Row:
    """One bot in one game."""

    def __init__(self, pyspiel, name, bot, meaning):
        self.pyspiel, self.name, self.bot, self.meaning = pyspiel, name, bot, meaning
        self.game = pyspiel.load_game(name)
        self.best = None
        self.grown = None
        self.reason = None
        rng = random.Random(SEED)
        dealt = self.game.new_initial_state().is_chance_node()
        self.states = [first_decision(self.game, name, rng) for _ in range(DEALS if dealt else 1)]
        try:
            spent = self.run(200, 0)
            # Calibrated twice: the first guess is far off where trees grow slow with size.
            for _ in range(2):
                wanted = REPEAT_SECONDS / len(self.states)
                self.simulations = max(50, int(200 * wanted * len(self.states) / spent))
                spent = self.run(self.simulations, 0) * 200 / self.simulations
        except self.pyspiel.SpielError as error:
            self.reason = str(error).splitlines()[0]

    def run(self, simulations, seed):
        """Searches every position once; CPU seconds."""
        spent = 0.0
        for i, state in enumerate(self.states):
            evaluator = self.pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED + seed + i)
            if self.bot == "MCTSBot":
                # The solver would stop early: here all simulations have to be made.
                bot = self.pyspiel.MCTSBot(
                    self.game, evaluator, uct_c=EXPLORATION, max_simulations=simulations,
                    max_memory_mb=MEMORY_MB, solve=False, seed=SEED + seed, verbose=False,
                )
                start = time.process_time()
                root = bot.mcts_search(state)
                spent += time.process_time() - start
                assert root.explore_count == simulations, "the search stopped early"
                if i == 0:
                    self.grown = nodes_in(root) / simulations
            else:
                bot = self.pyspiel.ISMCTSBot(
                    SEED + seed, evaluator, uct_c=EXPLORATION, max_simulations=simulations
                )
                start = time.process_time()
                bot.get_policy(state)
                spent += time.process_time() - start
        return spent

    def repeat(self, seed):
        if self.reason is None:
            rate = self.simulations * len(self.states) / self.run(self.simulations, seed)
            self.best = max(self.best or 0.0, rate)


def print_table(rows, ours):
    print(f"{'game':<14}{'bot':<11}{'sims/s':>12}{'new nodes':>11}{'ours/s':>12}{'ratio':>8}  reading")
    for row in rows:
        mine = ours.get(row.name)
        rate = "fails" if row.best is None else f"{row.best:,.0f}"
        # Below a tenth, most simulations only walk a finished tree and roll nothing out.
        grown = "-" if row.grown is None else f"{row.grown:.0%}"
        our_rate = "-" if mine is None else f"{mine:,.0f}"
        ratio = "-" if mine is None or row.best is None else f"{mine / row.best:.2f}"
        note = row.meaning if row.reason is None else row.reason
        print(f"{row.name:<14}{row.bot:<11}{rate:>12}{grown:>11}{our_rate:>12}{ratio:>8}  {note}")


def main():
    command, asked_for = arguments(__doc__.splitlines()[0], OUR_BENCH)
    pyspiel, release = open_spiel()
    if pyspiel is None:
        return 1

    bench = OurBench(command, OUR_LINE, "machine search GAME N")
    rows = [Row(pyspiel, *plan) for plan in PLANS]
    for repeat in range(REPEATS):
        bench.round()  # in turns, so that a slow moment of the machine hits all alike
        for row in rows:
            row.repeat(100 * (repeat + 1))

    print(f"OpenSpiel {release}, Python {platform.python_version()}, searches in C++")
    print(f"one thread, CPU time, best of {REPEATS} repeats of {REPEAT_SECONDS} s each")
    print()
    print_table(rows, bench.best)
    print()
    print("new nodes: of 100 simulations so many found a new position; a small tree is soon complete,")
    print("and then simulations end inside it without a rollout. Unknown for ISMCTSBot.")
    alike = [bench.best[row.name] / row.best for row in rows
             if row.meaning == ALIKE and row.best is not None and row.name in bench.best]
    if alike:
        print(f"median ratio ours / OpenSpiel, like for like ({len(alike)} games): "
              f"{statistics.median(alike):.2f}")
        print("Both were measured in this very run, on this machine, in turns.")
        return 0
    return bench.farewell(asked_for)


if __name__ == "__main__":
    sys.exit(main())
