#!/usr/bin/env python3
"""Our search against OpenSpiel's at the same time per move: connect four and Leduc poker.

Games are played in pairs with sides swapped: in connect four from the same two
random first moves, in Leduc from the same three cards. OpenSpiel keeps the game
and asks for moves; where there is only one, nobody is asked.

Our side is a child process, `duel GAME MILLISECONDS`, that speaks in lines:

    it:  ready GAME
    we:  state SEAT ID ID ID ...
    it:  action ID ITERATIONS CPU_MICROSECONDS
         or: error WHY

SEAT, 0 or 1, is to move. The IDs are OpenSpiel's action ids from the start of the
game, dealt cards among them; a card that SEAT has not seen is written `?`. The
answer is such an id too, and what the search spent on it. The end of the input
ends the process.
"""

import argparse
import math
import os
import random
import shlex
import statistics
import subprocess
import sys
import time

from ours import ROOT, open_spiel

OUR_BOT = "cargo run -q --release -p benches --bin duel --"
SEED = 20_260_101
OPENING = 2  # random moves before the bots take over in connect four
MEMORY_MB = 1000

# OpenSpiel's payoffs in Leduc are chips, up to 13, and its exploration constant is in payoffs. In play against
# itself 5 and 15 are equal there, 2 and 36 lose a third of a chip a game, and so does drawing from the visits.
GAMES = {
    "connect_four": {"uct_c": 2.0, "unit": "points a game (win 1, draw 1/2)", "even": 0.5},
    "leduc_poker": {"uct_c": 10.0, "unit": "chips a game", "even": 0.0},
}


class Broken(Exception):
    """Our process does not do what it should."""


class Ours:
    """Our bot, in a process of its own."""

    name = "ours"

    def __init__(self, command, game, milliseconds):
        self.iterations = self.moves = 0
        self.wall = self.cpu = 0.0
        self.process = subprocess.Popen(
            [*shlex.split(command), game, str(milliseconds)], cwd=ROOT, text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        if self.hear() != ["ready", game]:
            raise Broken("it is not ready")

    def hear(self):
        line = self.process.stdout.readline()
        if not line:
            raise Broken(f"it has ended with status {self.process.wait()}")
        return line.split()

    def new_game(self, seed):
        """It remembers nothing from one move to the next."""

    def move(self, state):
        seat = state.current_player()
        told = [str(action) for action in state.history()]
        if state.get_game().get_type().short_name == "leduc_poker":
            told[1 - seat] = "?"  # the first two entries are the hands of seat 0 and seat 1
        start = time.perf_counter()
        self.process.stdin.write(" ".join(["state", str(seat), *told]) + "\n")
        words = self.hear()
        self.wall += time.perf_counter() - start
        if words[0] != "action":
            raise Broken(" ".join(words))
        action, iterations, micros = map(int, words[1:])
        self.moves += 1
        self.iterations += iterations
        self.cpu += micros / 1e6
        return action

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Peer:
    """OpenSpiel's bot. Both of its searches watch the clock themselves, at every simulation."""

    name = "OpenSpiel"

    def __init__(self, pyspiel, game, milliseconds, uct_c, final_policy):
        self.pyspiel, self.game, self.uct_c = pyspiel, game, uct_c
        self.seconds = milliseconds / 1000
        self.final_policy = final_policy
        self.iterations = None
        self.moves = 0
        self.wall = self.cpu = 0.0

    def new_game(self, seed):
        evaluator = self.pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        unlimited = 2**31 - 1
        if self.game.get_type().information == self.pyspiel.GameType.Information.PERFECT_INFORMATION:
            self.bot = self.pyspiel.MCTSBot(
                self.game, evaluator, uct_c=self.uct_c, max_simulations=unlimited,
                max_memory_mb=MEMORY_MB, solve=True, seed=seed, verbose=False,
                max_wall_clock_time=self.seconds,
            )
        else:
            policies = self.pyspiel.ISMCTSFinalPolicyType
            self.bot = self.pyspiel.ISMCTSBot(
                seed, evaluator, uct_c=self.uct_c, max_simulations=unlimited,
                final_policy_type=getattr(policies, self.final_policy),
                max_wall_clock_time=self.seconds,
            )

    def move(self, state):
        start, cpu = time.perf_counter(), time.process_time()
        action = self.bot.step(state)
        self.wall += time.perf_counter() - start
        self.cpu += time.process_time() - cpu
        self.moves += 1
        return action

    def end(self):
        pass


def play(game, luck, sides):
    """One game. `luck` decides the opening or the cards; `sides` are the bots of seat 0 and 1."""
    state = game.new_initial_state()
    luck = random.Random(luck)
    deck = luck.sample(range(6), 3)
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node():
            action = deck.pop()
        elif game.max_chance_outcomes() == 0 and state.move_number() < OPENING:
            action = luck.choice(legal)
        elif len(legal) == 1:
            action = legal[0]
        else:
            action = sides[state.current_player()].move(state)
        if action not in legal:
            raise Broken(f"action {action} is not legal after {state.history()}")
        state.apply_action(action)
    return state.returns()


def interval(values):
    """Mean and half of its 95 % interval."""
    if len(values) < 2:
        return statistics.fmean(values), math.inf
    return statistics.fmean(values), 1.96 * statistics.stdev(values) / math.sqrt(len(values))


def duel(game, name, pairs, one, two):
    """Scores of `one`, in pairs: in seat 0 and in seat 1."""
    even = GAMES[name]["even"]
    scores = []
    for pair in range(pairs):
        scored = []
        for seat in (0, 1):
            one.new_game(SEED + 4 * pair + 2 * seat)
            two.new_game(SEED + 4 * pair + 2 * seat + 1)
            returns = play(game, SEED + pair, (one, two) if seat == 0 else (two, one))
            scored.append(even + returns[seat] * (0.5 if even else 1.0))
        scores.append(scored)
    return scores


def report(name, scores, bots):
    unit, even = GAMES[name]["unit"], GAMES[name]["even"]
    one = bots[0].name
    mean, half = interval([statistics.fmean(pair) for pair in scores])
    first, first_half = interval([pair[0] for pair in scores])
    second, second_half = interval([pair[1] for pair in scores])
    # Each side has had seat 0 equally often and in the same positions, so seats cannot tilt the score.
    seat0, seat0_half = interval([even + (pair[0] - pair[1]) / 2 for pair in scores])
    print(f"{name}, {2 * len(scores)} games, {unit}")
    print(f"  {one}: {mean:.3f} +-{half:.3f} (even is {even})")
    print(f"  {one} in seat 0: {first:.3f} +-{first_half:.3f}, in seat 1: {second:.3f} +-{second_half:.3f}")
    fair = "no seat is better" if abs(seat0 - even) <= seat0_half else "the seats are not alike"
    print(f"  seat 0, whoever sits there: {seat0:.3f} +-{seat0_half:.3f}: {fair}")
    both = [value > even for value in (first, second)]
    print(f"  ahead in both seats: {'yes' if all(both) else 'no' if any(both) else 'in neither'}")
    for bot in bots:
        if bot.moves == 0:
            continue
        spent = f"{1000 * bot.wall / bot.moves:.2f} ms a move, {bot.cpu / bot.wall:.0%} of it on a processor"
        more = "" if bot.iterations is None else f", {bot.iterations / bot.moves:,.0f} iterations a move"
        print(f"  {bot.name}: {bot.moves} moves, {spent}{more}")
    if any(bot.moves and bot.cpu < 0.95 * bot.wall for bot in bots):
        print("  The processor was busy with other things: do not trust this run.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all by default")
    parser.add_argument("--count", type=int, default=400, metavar="N", help="games to play, sides swapped")
    parser.add_argument("--milliseconds", type=int, default=20, metavar="N", help="per move, both sides")
    parser.add_argument("--uct-c", type=float, help="OpenSpiel's exploration constant")
    parser.add_argument("--final-policy", default="MAX_VISIT_COUNT", help="of OpenSpiel's ISMCTSBot")
    parser.add_argument("--ours", metavar="CMD", default=OUR_BOT, help=f"our bot; by default: {OUR_BOT}")
    args = parser.parse_args()
    unknown = [name for name in args.games if name not in GAMES]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(GAMES)}")

    pyspiel, _ = open_spiel()
    if pyspiel is None:
        return 1

    print(f"{args.milliseconds} ms a move in wall time on both sides; load {os.getloadavg()[0]:.1f}")
    for name in args.games or GAMES:
        game = pyspiel.load_game(name)
        uct_c = GAMES[name]["uct_c"] if args.uct_c is None else args.uct_c
        peer = Peer(pyspiel, game, args.milliseconds, uct_c, args.final_policy)
        try:
            ours = Ours(args.ours, name, args.milliseconds)
            scores = duel(game, name, max(1, args.count // 2), ours, peer)
        except (Broken, OSError) as why:
            print(f"{name}: our bot failed: {why}")
            return 2
        ours.end()
        report(name, scores, (ours, peer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
