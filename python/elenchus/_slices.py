"""Runs that are cut into slices, and play anywhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from . import _elenchus

if TYPE_CHECKING:
    from ._scenario import Scenario

Map = Callable[..., Iterable[Any]]
"""A function like ``map``: ``pool.map`` of ``concurrent.futures``, or ``client.map`` of Dask."""


@contextmanager
def progress(unit: str, shown: bool) -> Any:
    """Yields a function that draws a tqdm bar, or ``None`` if tqdm is missing or unwanted."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        tqdm = None
    if tqdm is None or not shown:
        yield None
        return
    # A bar that appears only after a second does not disturb short work.
    with tqdm(unit=f" {unit}", delay=1, mininterval=0.5, leave=False, file=sys.stderr) as bar:

        def draw(done: int, total: int) -> None:
            bar.total = total or None
            bar.update(done - bar.n)

        yield draw


def play(task: tuple[tuple[Any, ...], str, dict[str, Any], tuple[int, int]]) -> str:
    """Plays one slice of a run. This runs on the worker."""
    from ._scenario import restore

    state, command, arguments, slice_ = task
    return restore(*state)._part(command, arguments, slice_)


def run(scenario: Scenario, command: str, arguments: dict[str, Any], map: Map, slices: int) -> str:
    """Plays the slices of a run by ``map`` and adds them up."""
    if not callable(map):
        raise TypeError(f"map: {map!r} is no function. Give one like the built-in map, such as pool.map")
    if not isinstance(slices, int) or slices < 1:
        raise ValueError(f"slices: {slices!r} is no number of slices. Give a whole number from 1")
    # Plain values, because Dask recognizes equal tasks by their content.
    state = scenario._debate.state()
    tasks = [(state, command, arguments, (number, slices)) for number in range(1, slices + 1)]
    parts = [part.result() if hasattr(part, "result") else part for part in map(play, tasks)]
    return _elenchus.merged(parts)
