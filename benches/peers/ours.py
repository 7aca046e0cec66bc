"""What the scripts beside this one share: our own bench in turns with a peer's, and OpenSpiel itself."""

import argparse
import shlex
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class OurBench:
    """Our own bench: the best rate by name so far, or the reason why there is none.

    `line` is a pattern that finds a name and a rate; `wanted` says in words what it looks for.
    """

    def __init__(self, command, line, wanted):
        self.command, self.line, self.wanted = command, line, wanted
        self.best = {}
        self.reason = None

    def round(self):
        """Runs it once more, unless it is left out or has failed."""
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
        found = [(name, float(rate)) for name, rate in self.line.findall(done.stdout)]
        if not found or any(rate <= 0 for _, rate in found):
            self.reason = f"no line `{self.wanted}` in its output"
            return
        for name, rate in found:
            self.best[name] = max(self.best.get(name, 0.0), rate)

    def farewell(self, asked_for):
        """What to say if there was nothing to compare with, and the exit status."""
        print("OpenSpiel was measured in this very run, on this machine; ours was not measured.")
        if self.reason is not None:
            print(f"Our bench gave no number: {self.reason}")
        return 2 if asked_for else 0


def arguments(about, command):
    """Reads the command line. Gives our bench's command, or None, and whether it was asked for."""
    parser = argparse.ArgumentParser(description=about)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--ours", metavar="CMD", help=f"our bench; by default: {command}")
    choice.add_argument("--no-ours", action="store_true", help="measure OpenSpiel alone")
    args = parser.parse_args()
    return None if args.no_ours else args.ours or command, args.ours is not None


def open_spiel():
    """OpenSpiel and the name of its release; (None, None), with a word about it, if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed; install it with `pip install open_spiel`.")
        return None, None
    try:
        return pyspiel, version("open_spiel")
    except PackageNotFoundError:  # built from source rather than installed
        return pyspiel, "(unknown release)"
