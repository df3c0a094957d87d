"""The statistics that ``elenchus eval`` and ``elenchus power`` print, for scores of your own.

Scores are numbers, such as 1 for a right ruling and 0 for a wrong one. Results depend only on the arguments.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from . import _elenchus
from ._scenario import count


@dataclass(frozen=True)
class BootstrapMean:
    """A mean over independent units.

    Attributes:
        mean: the mean of the units.
        sd: the standard deviation of one unit. ``None`` for a single unit.
        interval: the ends of the 95 % interval. ``None`` if there are fewer than two units, or if all are equal.
        units: the number of units.
    """

    mean: float
    sd: float | None
    interval: tuple[float, float] | None
    units: int


@dataclass(frozen=True)
class PairedDifference:
    """The difference of two players over the same debates.

    Attributes:
        first: the mean score of the first player. Every scenario has the same weight.
        second: the mean score of the second player.
        difference: the mean of first − second, with an interval over scenarios.
        pairs: the number of pairs of debates.
        discordant: the share of pairs in which the two scores differ.
    """

    first: float
    second: float
    difference: BootstrapMean
    pairs: int
    discordant: float


@dataclass(frozen=True)
class CalibrationBin:
    """The probabilities from ``low`` to ``high``: their ``count``, their mean, and the share of events."""

    low: float
    high: float
    count: int
    stated: float
    happened: float


@dataclass(frozen=True)
class Calibration:
    """Probabilities beside what happened.

    Attributes:
        brier: the mean squared error of the probabilities (Brier score).
        error: the expected calibration error: the mean distance between probability and share of events in a bin.
        bins: the bins that have a probability.
    """

    brier: float
    error: float
    bins: list[CalibrationBin]


def bootstrap_mean(units: Iterable[float], seed: int = 0) -> BootstrapMean:
    """The mean of independent units with its 95 % interval (bootstrap, bias-corrected and accelerated)."""
    return _mean(_elenchus.bootstrap_mean(_some("units", _numbers("units", units)), count("seed", seed)))


def paired_difference(
    first: Iterable[float], second: Iterable[float], scenario: Iterable[Hashable], seed: int = 0
) -> PairedDifference:
    """The difference of two players. ``scenario`` names the scenario of each pair.

    Pairs of one scenario depend on each other, so they count as one unit of the bootstrap.
    """
    scores = _some("first", _numbers("first", first))
    others, labels = _numbers("second", second), list(scenario)
    _same_length("second", others, "first", scores)
    _same_length("scenario", labels, "first", scores)
    order = {label: place for place, label in enumerate(dict.fromkeys(labels))}
    numbers = [order[label] for label in labels]
    mean, other, difference, pairs, discordant = _elenchus.paired_difference(
        scores, others, numbers, count("seed", seed)
    )
    return PairedDifference(mean, other, _mean(difference), pairs, discordant)


def calibration(probabilities: Iterable[float], happened: Iterable[bool], bins: int = 10) -> Calibration:
    """Compares probabilities with what happened, in ``bins`` equal parts of the range."""
    stated, events = _some("probabilities", _numbers("probabilities", probabilities)), list(happened)
    for place, p in enumerate(stated):
        if not 0 <= p <= 1:
            raise ValueError(f"probabilities: number {place} is {p}. Give numbers from 0 to 1")
    _same_length("happened", events, "probabilities", stated)
    parts = count("bins", bins, 1)
    brier, error, found = _elenchus.calibration(stated, [bool(event) for event in events], parts)
    return Calibration(brier, error, [CalibrationBin(*own) for own in found])


def effective_size(copies: Iterable[int]) -> float:
    """How many independent debates these are worth. ``copies`` has the number of copies of each distinct debate."""
    return _elenchus.effective_size([count(f"copies[{place}]", n) for place, n in enumerate(copies)])


def performance_gap_recovered(accuracy: float, baseline: float, ceiling: float = 1.0) -> float | None:
    """The share of the gap between ``baseline`` and ``ceiling`` that a protocol closes. ``None`` without a gap."""
    three = zip(("accuracy", "baseline", "ceiling"), (accuracy, baseline, ceiling), strict=True)
    return _elenchus.performance_gap_recovered(*(_number(what, value) for what, value in three))


def agent_score_difference(for_truth: Iterable[float], against_truth: Iterable[float]) -> float | None:
    """The mean score of provers who argued for the truth, minus that of the others (arXiv 2504.03731)."""
    return _elenchus.agent_score_difference(_numbers("for_truth", for_truth), _numbers("against_truth", against_truth))


def scenarios_for_rates(difference: float, discordant: float, alpha: float = 0.05, power: float = 0.8) -> int:
    """The number of scenarios that show a difference of two rates (Connor 1987).

    ``discordant`` is the share of scenarios on which exactly one player is right. The test is two-sided.
    """
    return math.ceil(_elenchus.scenarios_for_rates(_number("difference", difference), discordant, alpha, power))


def scenarios_for_means(difference: float, sd: float, alpha: float = 0.05, power: float = 0.8) -> int:
    """The number of scenarios that show a mean difference of two scores (Guenther 1981).

    ``sd`` is the standard deviation of the difference over scenarios. The test is two-sided.
    """
    return math.ceil(_elenchus.scenarios_for_means(_number("difference", difference), sd, alpha, power))


def _mean(parts: tuple[Any, ...]) -> BootstrapMean:
    mean, sd, interval, units = parts
    return BootstrapMean(mean, sd, None if interval is None else (interval[0], interval[1]), units)


def _number(what: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{what}: {value!r} is no number") from None
    if not math.isfinite(number):
        raise ValueError(f"{what}: {number} is not finite. Give a finite number")
    return number


def _numbers(what: str, values: Iterable[Any]) -> list[float]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{what}: {values!r} is no list of numbers")
    return [_number(f"{what}[{place}]", value) for place, value in enumerate(values)]


def _some(what: str, values: list[float]) -> list[float]:
    if not values:
        raise ValueError(f"{what}: there are no numbers. Give at least one")
    return values


def _same_length(what: str, values: list[Any], other: str, others: list[Any]) -> None:
    if len(values) != len(others):
        raise ValueError(f"{what}: there are {len(values)} values, but {len(others)} in {other}. Give as many")
