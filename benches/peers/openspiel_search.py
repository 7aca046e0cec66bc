#!/usr/bin/env python3
"""Speed of OpenSpiel's tree searches, beside our own.

A simulation is one descent, one new node, one random rollout to the end and the
way back. See README.md for the method.
"""

import argparse
import platform
import random
import re
import shlex
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
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


class Ours:
    """Our own bench: the best rate per game so far, or the reason why there is none."""

    def __init__(self, command):
        self.command = command
        self.best = {}
        self.reason = None

    def round(self):
        if self.command is None or self.reason is not None:
            return
        try:
            done = subprocess.run(
                shlex.split(self.command), cwd=ROOT, capture_output=True, text=True, check=False
            )
        except (OSError, ValueError) as error:
            self.reason = str(error)
            return
        if done.returncode != 0:
            said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
            error = next((line for line in said if line.startswith("error")), "")
            self.reason = error or (said[-1] if said else f"exit status {done.returncode}")
            return
        found = OUR_LINE.findall(done.stdout)
        if not found:
            self.reason = "no line `machine search GAME N` in its output"
        for game, rate in found:
            self.best[game] = max(self.best.get(game, 0.0), float(rate))


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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--ours", metavar="CMD", help=f"our bench; by default: {OUR_BENCH}")
    choice.add_argument("--no-ours", action="store_true", help="measure OpenSpiel alone")
    args = parser.parse_args()

    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed; install it with `pip install open_spiel`.")
        return 1
    from importlib.metadata import PackageNotFoundError, version

    try:
        release = version("open_spiel")
    except PackageNotFoundError:  # built from source rather than installed
        release = "(unknown release)"

    bench = Ours(None if args.no_ours else args.ours or OUR_BENCH)
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
    print("OpenSpiel was measured in this very run, on this machine; ours was not measured.")
    if bench.reason is not None:
        print(f"Our bench gave no number: {bench.reason}")
    return 2 if args.ours else 0


if __name__ == "__main__":
    sys.exit(main())
