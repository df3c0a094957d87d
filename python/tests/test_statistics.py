"""Statistics of studies, beside those of scipy."""

from __future__ import annotations

import math

import numpy
import pytest
import scipy.stats
from elenchus import statistics

UNITS = [0.2, 0.0, -0.1, 0.4, 0.1, 0.0, 0.3, 0.05, -0.2, 0.6]


def test_an_interval_is_that_of_scipy():
    found = statistics.bootstrap_mean(UNITS, seed=1)
    rng = numpy.random.default_rng(1)
    wanted = scipy.stats.bootstrap((UNITS,), numpy.mean, n_resamples=100_000, method="BCa", rng=rng)
    assert found.mean == pytest.approx(numpy.mean(UNITS)) and found.sd == pytest.approx(numpy.std(UNITS, ddof=1))
    assert found.interval == pytest.approx(tuple(wanted.confidence_interval), abs=0.008)


def test_pairs_of_one_scenario_are_one_unit():
    found = statistics.paired_difference([1, 1, 0, 1, 1], [0, 1, 0, 0, 1], ["a", "a", "a", "b", "c"])
    assert (found.pairs, found.difference.units) == (5, 3)
    assert found.first == pytest.approx((2 / 3 + 1 + 1) / 3) and found.second == pytest.approx((1 / 3 + 0 + 1) / 3)
    assert found.difference.mean == pytest.approx(found.first - found.second)
    assert found.discordant == pytest.approx((1 / 3 + 1 + 0) / 3)


def test_probabilities_are_held_against_what_happened():
    stated, happened = numpy.array([0.05, 0.35, 0.38, 0.95]), numpy.array([False, True, False, True])
    found = statistics.calibration(stated, happened)
    assert found.brier == pytest.approx(numpy.mean((stated - happened) ** 2))
    assert [own.count for own in found.bins] == [1, 2, 1]
    assert found.error == pytest.approx((0.05 + 2 * abs(0.365 - 0.5) + 0.05) / 4)


def test_a_study_is_large_enough_for_its_test():
    # The normal power of McNemar's test at this size and at one scenario less.
    n, gap, discordant = statistics.scenarios_for_rates(0.1, 0.3), 0.1, 0.3
    level = scipy.stats.norm.ppf(0.975) * math.sqrt(discordant)

    def power(size):
        return scipy.stats.norm.cdf((gap * math.sqrt(size) - level) / math.sqrt(discordant - gap**2))

    assert power(n) >= 0.8 > power(n - 1)
    assert statistics.scenarios_for_means(0.1, 0.4) == 128


def test_shares_of_gaps_and_copies():
    assert statistics.performance_gap_recovered(0.85, 0.7) == pytest.approx(0.5)
    assert statistics.performance_gap_recovered(1, 1) is None
    assert statistics.agent_score_difference([1, 1, 0, 1], [0, 1]) == pytest.approx(0.25)
    assert statistics.effective_size([200, 200]) == 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: statistics.bootstrap_mean([]), "units: there are no numbers"),
        (lambda: statistics.bootstrap_mean([1.0, math.nan]), r"units\[1\]: nan is not finite"),
        (lambda: statistics.bootstrap_mean("12"), "units: '12' is no list of numbers"),
        (lambda: statistics.paired_difference([1], [1, 2], ["a"]), "second: there are 2 values, but 1 in first"),
        (lambda: statistics.paired_difference([1], [1], []), "scenario: there are 0 values"),
        (lambda: statistics.calibration([1.5], [True]), r"probabilities: number 0 is 1.5"),
        (lambda: statistics.calibration([0.5], [True], bins=0), "bins: 0 is no whole number from 1"),
        (lambda: statistics.scenarios_for_rates(0.3, 0.2), "from 0.3 to 1"),
    ],
)
def test_a_wrong_argument_is_named(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call()
