"""Scenarios and records."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from . import _elenchus, _slices
from ._players import Player, seated
from ._results import Attack, Review, Simulation, Solution, Sweep

if TYPE_CHECKING:
    import pandas


def list_scenarios() -> list[dict[str, Any]]:
    """The scenarios of the library, in the order of the course: ``id``, ``title``, ``protocol``, ``seat``, …"""
    return list(json.loads(_elenchus.listed()))


def load(name: str | os.PathLike[str]) -> Scenario:
    """Opens a scenario of the library by its name, or a file by its path.

    Files from other tools open too: AIGER, Bristol, QDIMACS and turingmachine.io.

    Raises:
        ScenarioError: there is no such scenario, or it has a mistake.
    """
    return Scenario(_elenchus.Debate.find(os.fspath(name)))


def read(text: str, name: str = "scenario") -> Scenario:
    """Reads a scenario from YAML text. Errors name the text ``name``."""
    return Scenario(_elenchus.Debate.read(name, text))


def count(what: str, value: Any, least: int = 0) -> int:
    """A whole number, from 0 or from ``least``, that an argument must be."""
    try:
        whole = value.__index__()
    except AttributeError:
        whole = None
    if isinstance(value, bool) or whole is None or not least <= whole < 1 << 64:
        raise ValueError(f"{what}: {value!r} is no whole number from {least}")
    return int(whole)


def written(what: str, value: Any) -> str:
    """A value as a file has it."""
    if isinstance(value, str):
        return value
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float) and math.isfinite(value):
        # The last digits of `numpy.linspace` are errors of rounding.
        return format(value, ".12g")
    raise ValueError(f"{what}: {value!r} is no value of a parameter. Give a finite number or text")


def axes(vary: Mapping[str, Iterable[Any]]) -> list[tuple[str, list[str]]]:
    """The parameters of a sweep, and their values."""
    if not isinstance(vary, Mapping) or not vary:
        raise TypeError(f"vary: {vary!r} is no dict from parameters to values, such as {{'k': [1, 2]}}")
    found = []
    for name, values in vary.items():
        if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
            raise TypeError(f"vary[{name!r}]: {values!r} is no list of values")
        if getattr(values, "ndim", 1) != 1:
            raise ValueError(f"vary[{name!r}]: the array has {values.ndim} dimensions. Give one dimension")  # type: ignore[attr-defined]
        texts = [written(f"vary[{name!r}]", value) for value in values]
        if not texts:
            raise ValueError(f"vary[{name!r}]: there are no values. Give at least one")
        found.append((str(name), texts))
    return found


@dataclass(frozen=True, repr=False)
class Scenario:
    """A debate: its claim, its protocol, its machine and its players. It never changes."""

    _debate: Any

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, self._debate.state()

    def __repr__(self) -> str:
        return f"<Scenario {self.name!r}: {self.to_dict()['title']}>"

    def _repr_html_(self) -> str:
        return str(self._debate.svg())

    @property
    def name(self) -> str:
        """The name of the scenario, as it was given."""
        return str(self._debate.state()[0])

    def set(self, path: str, value: Any) -> Scenario:
        """The same scenario with another value of a parameter, or with another player.

        The names are those of ``--set``: ``set("k", 2)``, ``set("constants.c", 0.01)``,
        ``set("alice", "shift:0.02")`` or ``set("alice.shift", 0.02)``.

        Raises:
            ScenarioError: there is no such parameter, or it may not have this value.
        """
        return Scenario(self._debate.set(path, written(f"set({path!r})", value)))

    def to_yaml(self) -> str:
        """The scenario as a file."""
        return str(self._debate.written()[0])

    def to_dict(self) -> dict[str, Any]:
        """The scenario as a file has it."""
        return dict(json.loads(self._debate.written()[1]))

    def _with(self, players: Mapping[str, Player] | None, seed: int | None, reveal: bool) -> Any:
        seed = None if seed is None else count("seed", seed)
        return seated(self._debate, players).under(seed, bool(reveal))

    def solve(self, *, debates: int = 2000, reveal: bool = False, progress: bool = True) -> Solution:
        """Computes the truth, exact values, best responses, bounds and costs, like ``elenchus solve``.

        Args:
            debates: the number of debates to play if the value of the players is not known exactly.
            reveal: show also what the scenario hides until the review.
            progress: show a tqdm bar after a second.
        """
        with _slices.progress("steps", progress) as draw:
            text = self._with(None, None, reveal).solve(count("debates", debates, 1), draw)
        return Solution.from_json(text)

    def run(
        self, *, seed: int | None = None, players: Mapping[str, Player] | None = None, reveal: bool = False
    ) -> Record:
        """Plays one debate, like ``elenchus run``.

        Args:
            seed: the seed of all random draws, a whole number from 0. The default is the scenario's.
            players: a strategy or a function for some seats.

        If a function fails, the record has the moves before, and ``record.error`` has the traceback.
        """
        return Record._of(self.name, self._with(players, seed, reveal).run())

    def simulate(
        self,
        n: int = 1000,
        *,
        seed: int | None = None,
        players: Mapping[str, Player] | None = None,
        rows: bool = False,
        map: _slices.Map | None = None,
        slices: int = 16,
        reveal: bool = False,
        progress: bool = True,
    ) -> Simulation:
        """Plays ``n`` debates and counts the results, like ``elenchus simulate``.

        Args:
            n: the number of debates.
            seed: the seed of the run. Each debate gets a seed of its own from it.
            players: a strategy or a function for some seats. A function must not depend on its earlier
                calls, because debates are played in several threads.
            rows: keep each debate too. ``to_pandas()`` then has a row for each.
            map: a function like ``map`` that plays ``slices`` slices of the run, such as ``pool.map`` or
                ``client.map`` of Dask. The result has the same bytes as without it.
        """
        arguments = {"n": count("n", n), "seed": seed, "players": players, "reveal": reveal}
        if map is not None:
            if rows:
                raise ValueError("rows: slices have counts and no rows. Leave out map or rows")
            return Simulation.from_json(_slices.run(self, "simulate", arguments, map, slices))
        debate = self._with(players, seed, reveal)
        with _slices.progress("debates", progress) as draw:
            found = Simulation.from_json(debate.simulate(arguments["n"], None, draw))
            if rows:
                found = replace(found, rows=json.loads(debate.debates(arguments["n"], draw)))
        return found

    def sweep(
        self,
        vary: Mapping[str, Iterable[Any]],
        n: int = 1000,
        *,
        seed: int | None = None,
        players: Mapping[str, Player] | None = None,
        best: Iterable[str] = (),
        common_seeds: bool = False,
        map: _slices.Map | None = None,
        slices: int = 16,
        reveal: bool = False,
        progress: bool = True,
    ) -> Sweep:
        """Plays ``n`` debates for each value of a parameter, like ``elenchus sweep``.

        Args:
            vary: for each parameter, a list or a one-dimensional array of values: ``{"alice.shift":
                numpy.linspace(0, 0.4, 41)}``. With several parameters, every combination is a point.
            n: the number of debates at each point.
            best: the seats whose best response is computed at each point: ``["bob"]``.
            common_seeds: use the same seeds at all points.
            map: as in :meth:`simulate`.
        """
        best = [best] if isinstance(best, str) else [str(seat) for seat in best]
        arguments = {"vary": axes(vary), "n": count("n", n), "seed": seed, "players": players}
        arguments |= {"best": best, "common_seeds": bool(common_seeds), "reveal": reveal}
        if map is not None:
            return Sweep.from_json(_slices.run(self, "sweep", arguments, map, slices))
        with _slices.progress("debates", progress) as draw:
            return Sweep.from_json(self._sweep(arguments, None, draw))

    def _sweep(self, arguments: dict[str, Any], slice_: tuple[int, int] | None, draw: Any) -> str:
        debate = self._with(arguments["players"], arguments["seed"], arguments["reveal"])
        vary, best, n = arguments["vary"], arguments["best"], arguments["n"]
        return str(debate.sweep(vary, best, arguments["common_seeds"], (n, slice_), draw))

    def _part(self, command: str, arguments: dict[str, Any], slice_: tuple[int, int]) -> str:
        if command == "sweep":
            return self._sweep(arguments, slice_, None)
        debate = self._with(arguments["players"], arguments["seed"], arguments["reveal"])
        return str(debate.simulate(arguments["n"], slice_, None))

    def attack(
        self,
        seat: str,
        *,
        players: Mapping[str, Player] | None = None,
        over: Iterable[str] = (),
        debates: int = 2000,
        seed: int | None = None,
        reveal: bool = False,
        progress: bool = True,
    ) -> Attack:
        """Finds the strongest strategy of a prover against the other players, like ``elenchus attack``.

        Args:
            seat: ``"alice"`` or ``"bob"``.
            players: the other players. Functions are asked in every position that the seat can reach.
            over: the strategies to search, such as ``["shift=0:0.4"]``. The default is all.
            debates: the number of debates for each result that is not exact.
        """
        if seat not in ("alice", "bob"):
            raise ValueError(f"seat: {seat!r} is no prover. Write 'alice' or 'bob'")
        over = [over] if isinstance(over, str) else list(over)
        debate = self._with(players, seed, reveal)
        with _slices.progress("steps", progress) as draw:
            return Attack.from_json(debate.attack(seat, over, count("debates", debates, 1), draw))


def restore(name: str, text: str, settings: list[tuple[str, str]]) -> Scenario:
    """The scenario that was pickled."""
    debate = _elenchus.Debate.read(name, text)
    for path, value in settings:
        debate = debate.set(path, value)
    return Scenario(debate)


@dataclass(frozen=True)
class Record:
    """A played debate.

    Attributes:
        winner: ``"alice"`` or ``"bob"``. ``None`` if the debate is not over.
        payoff: Alice's payoff, if the debate has payoffs.
        claim_true: the truth of the claim. ``None`` if it is hidden or unknown.
        rounds: the number of rounds.
        ledger: the cost of each seat by kind, in queries or bits.
        moves: the moves as the file has them: ``"bob: point 4"``.
        error: the traceback of the Python player that ended the debate. ``None`` if none did.
        doubts: sentences about moves that do not follow from the seed and the players.
    """

    winner: str | None
    payoff: float | None
    claim_true: bool | None
    rounds: int
    ledger: dict[str, dict[str, int]]
    moves: list[Any]
    error: str | None
    doubts: list[str]
    _name: str = field(repr=False)
    _json: str = field(repr=False)
    _yaml: str = field(repr=False)

    @classmethod
    def _of(cls, name: str, parts: tuple[str, str, str | None]) -> Record:
        text, yaml, error = parts
        data = json.loads(text)
        keys = ("winner", "payoff", "claim_true", "rounds", "ledger")
        moves, doubts = data["record"].get("moves") or [], data.get("doubts", [])
        values = {key: data[key] for key in keys}
        return cls(**values, moves=moves, error=error, doubts=doubts, _name=name, _json=text, _yaml=yaml)

    def _debate(self) -> Any:
        return _elenchus.Debate.read(self._name, self._yaml)

    def replay(self) -> Record:
        """Plays the moves again and checks them, like ``elenchus replay``. See ``doubts`` of the result."""
        return Record._of(self._name, self._debate().replay())

    def review(self) -> Review:
        """What each move cost, and why the debate ended as it did. The debate must be over."""
        debate = self._debate()
        return replace(Review.from_json(debate.review()), svg=debate.svg())

    def to_yaml(self) -> str:
        """The record as a file, which every command and the playground open."""
        return self._yaml

    def to_dict(self) -> dict[str, Any]:
        """The JSON of ``elenchus run --json``."""
        return dict(json.loads(self._json))

    def to_pandas(self) -> pandas.DataFrame:
        """One row for each move: ``by`` and ``move``, and the number of the move as the index."""
        from ._results import frame

        return frame([{"move": move} for move in self.moves])

    def _repr_html_(self) -> str:
        return str(self._debate().svg())
