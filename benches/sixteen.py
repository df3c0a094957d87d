"""The debates of benches/sixteen.yaml in vectorised numpy, for comparison with `elenchus simulate`.

    OMP_NUM_THREADS=1 python3 benches/sixteen.py 4000000

Both programs play honest players with the constants of the 2024 paper (K = 1, T = 16). The random numbers differ, so
the rates agree only within their errors. The script prints the debates in a second of processor time for two ways of
drawing votes. `binomial` draws counts with numpy. `table` looks them up in a table of running sums, as Elenchus does.
"""

import math
import sys
import time

import numpy as np

STEPS, D = 16, 150.0
DEBATER = math.ceil(192 * D * D * math.log(100 * STEPS))
JUDGE = math.ceil(192 * D * D * math.log(100))
BOB_TOLERANCE, JUDGE_TOLERANCE = 0.5 / D, 0.25 / D
START, AFTER = 0.5, np.array([0.25, 0.75])
AT_ONCE = 1 << 14  # The arrays of so many debates fit into the cache.


def tables(n):
    """For each probability, the first count and the running sums of the binomial distribution."""
    made = {}
    for p in (START, *AFTER):
        middle, width = n * p, 10 * math.sqrt(n * p * (1 - p))
        counts = np.arange(int(middle - width), int(middle + width))
        logs = [math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
                + k * math.log(p) + (n - k) * math.log(1 - p) for k in counts.tolist()]
        made[p] = (counts[0], np.cumsum(np.exp(logs)))
    return made


def play(rng, size, draw):
    """Plays `size` debates. Returns the wins of Alice, and the votes of Alice, Bob and the judge."""
    last = np.zeros(size, dtype=np.int64)
    wins, votes = 0, np.zeros(3, dtype=np.int64)
    for step in range(STEPS):
        p = AFTER[last] if step else np.full(size, START)
        stated = draw(rng, DEBATER, p) / DEBATER
        bit = rng.random(size) < stated
        bobs = draw(rng, DEBATER, p) / DEBATER
        votes[:2] += DEBATER * size
        aborts = np.abs(bobs - stated) >= BOB_TOLERANCE
        if aborts.any():
            judged = draw(rng, JUDGE, p[aborts]) / JUDGE
            wins += int((np.abs(judged - stated[aborts]) < JUDGE_TOLERANCE).sum())
            votes[2] += JUDGE * len(judged)
            bit = bit[~aborts]
        last, size = bit.astype(np.int64), len(bit)
    return wins + int(last.sum()), votes


def by_binomial(rng, n, p):
    return rng.binomial(n, p)


def by_table(made):
    def draw(rng, n, p):
        numbers, counts = rng.random(len(p)), np.empty(len(p), dtype=np.int64)
        for value, (first, sums) in made[n].items():
            own = p == value
            counts[own] = first + np.searchsorted(sums, numbers[own])
        return counts
    return draw


def main():
    debates = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    ways = {"binomial": by_binomial, "table": by_table({n: tables(n) for n in (DEBATER, JUDGE)})}
    for name, draw in ways.items():
        rng = np.random.default_rng(1)
        wins, votes, began = 0, np.zeros(3, dtype=np.int64), time.process_time()
        for first in range(0, debates, AT_ONCE):
            won, drawn = play(rng, min(AT_ONCE, debates - first), draw)
            wins, votes = wins + won, votes + drawn
        seconds = time.process_time() - began
        print(f"{name}: {debates / seconds:,.0f} debates a second; Alice wins {wins / debates:.4f}; "
              f"votes of Alice, Bob and the judge: {', '.join(f'{v / debates:.1f}' for v in votes)}")


if __name__ == "__main__":
    main()
