"""Debates as environments: :func:`env` for Gymnasium, and :func:`aec_env` for PettingZoo.

Both have the same spaces. An action is a number: the place of a move in the list of legal moves, counted
from 0 and modulo its length. An observation is a dict:

- ``observation``, shape ``(length, 3)``: the last moves that the seat saw, one in each row, oldest first. The
  columns are the actor (1 alice, 2 bob, 3 judge, 4 nature, 5 rules; 0 is an empty row), the verb (its place
  in ``VERBS``, from 1) and the argument as a number.
- ``action_mask``, shape ``(actions,)``: 1 for the actions that are legal moves of their own.

``info["legal"]`` has the moves as text, and ``info["view"]`` everything that the seat sees. The reward comes at
the end. It is Alice's payoff for Alice and its negative for Bob. In debates without payoffs, the winner gets 1
and the loser 0. The judge gets 1 if the right side wins, and 0 otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from . import _elenchus
from ._errors import MissingExtra
from ._players import SEATS, Player, View, seated
from ._scenario import Record, Scenario, count, load

try:
    import gymnasium
    import numpy
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise MissingExtra("env", error) from error

ACTORS = ("alice", "bob", "judge", "nature", "rules")
VERBS = tuple(_elenchus.verbs())

#: The number of random debates that find the largest number of legal moves.
_PLAYOUTS = 32

#: Larger than every argument.
_MOST = float(1 << 53)


def code(verb: str, argument: str) -> float:
    """The argument of a move as a number from 0. Equal arguments, and only they, have equal numbers.

    Rows of at most 52 bits are read as binary numbers after a first 1. Other text is hashed.
    """
    if verb == "write" and 0 < len(argument) <= 52 and set(argument) <= {"0", "1"}:
        return float(int("1" + argument, 2))
    try:
        number = float(argument)
    except ValueError:
        return float(crc32(argument.encode())) if argument else 0.0
    return number if 0 <= number < _MOST else float(crc32(argument.encode()))


def row(actor: str, move: str) -> tuple[float, float, float]:
    """A move as a row of an observation."""
    verb = max((own for own in VERBS if move == own or move.startswith(own + " ")), key=len, default="")
    place = VERBS.index(verb) + 1 if verb else 0
    return ACTORS.index(actor) + 1.0, float(place), code(verb, move[len(verb) :].strip())


def reward(seat: str, record: Record) -> float:
    """The reward of a seat in a finished debate."""
    if seat == "judge":
        right = None if record.claim_true is None else ("bob", "alice")[record.claim_true]
        return float(record.winner == right)
    if record.payoff is None:
        return float(record.winner == seat)
    return record.payoff if seat == "alice" else -record.payoff


class _Table:
    """A debate with its spaces."""

    def __init__(
        self,
        scenario: str | Scenario,
        seats: tuple[str, ...],
        players: Mapping[str, Player] | None,
        actions: int | None,
        length: int | None,
        numbers: int,
    ) -> None:
        self.scenario = scenario if isinstance(scenario, Scenario) else load(scenario)
        for seat in seats:
            if seat not in SEATS:
                raise ValueError(f"seat: {seat!r} is no seat. Write 'alice', 'bob' or 'judge'")
            if players and seat in players:
                raise ValueError(f"players: the environment plays {seat}. Give a player for another seat")
        self.numbers = count("numbers", numbers, 2)
        # Rewards need the truth, which a scenario may hide until its review.
        self.stepper = seated(self.scenario._debate, players).under(None, True).step(list(seats))
        found = (1, 1)
        if actions is None or length is None:
            found = self.measure(numpy.random.default_rng(0))
        self.actions = found[0] if actions is None else count("actions", actions, 1)
        self.length = found[1] if length is None else count("length", length, 1)
        low, high = numpy.zeros((self.length, 3)), numpy.tile([len(ACTORS), len(VERBS), _MOST], (self.length, 1))
        self.observations = spaces.Dict(
            {"observation": spaces.Box(low, high, dtype=numpy.float64),
             "action_mask": spaces.Box(0, 1, (self.actions,), dtype=numpy.int8)}
        )  # fmt: skip

    def measure(self, rng: Any) -> tuple[int, int]:
        """The largest number of legal moves, and of moves that a seat saw, in some random debates."""
        most, longest = 1, 1
        for seed in range(_PLAYOUTS):
            self.stepper.restart(seed)
            while (seat := self.stepper.advance()) is not None:
                legal = self.view(seat).legal
                self.check(seat, legal)
                most = max(most, len(legal))
                self.stepper.play(seat, legal[rng.integers(len(legal))])
            longest = max(longest, *(len(self.stepper.seen(seat)) for seat in SEATS))
        return most, longest

    def check(self, seat: str, legal: list[str]) -> None:
        if not legal:
            raise ValueError(
                f"{self.scenario.name}: no move of {seat} can be listed here, because there are too many or it "
                "is a text. Play this seat with a strategy"
            )

    def view(self, seat: str) -> View:
        return View.from_json(self.stepper.question(seat, self.numbers))

    def observe(self, seat: str, legal: list[str]) -> dict[str, Any]:
        seen = self.stepper.seen(seat)[-self.length :]
        moves = numpy.zeros((self.length, 3))
        if seen:
            moves[: len(seen)] = [row(actor, move) for actor, move in seen]
        mask = (numpy.arange(self.actions) < len(legal)).astype(numpy.int8)
        return {"observation": moves, "action_mask": mask}

    def legal(self, seat: str) -> tuple[View, list[str]]:
        view = self.view(seat)
        self.check(seat, view.legal)
        if len(view.legal) > self.actions:
            raise ValueError(
                f"actions: this position has {len(view.legal)} legal moves, and the environment has "
                f"{self.actions} actions. Give actions={len(view.legal)} or more"
            )
        return view, view.legal

    def record(self) -> Record:
        return Record._of(self.scenario.name, self.stepper.record())

    def text(self) -> str:
        seen = self.stepper.seen("alice")
        return "\n".join(f"{actor}: {move}" for actor, move in seen)


class DebateEnv(gymnasium.Env):
    """One seat of a debate as a Gymnasium environment. See :func:`env`."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, table: _Table, seat: str, render_mode: str | None = None) -> None:
        self.table, self.seat, self.render_mode = table, seat, render_mode
        self.observation_space = table.observations
        self.action_space = spaces.Discrete(table.actions)
        self._legal: list[str] = []

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a debate. ``options={"seed": 7}`` chooses the seed of its random draws."""
        super().reset(seed=seed)
        chosen = (options or {}).get("seed")
        drawn = int(self.np_random.integers(1 << 53)) if chosen is None else count("options['seed']", chosen)
        self.table.stepper.restart(drawn)
        observation, info, _ = self._next()
        return observation, info

    def _next(self) -> tuple[Any, dict[str, Any], bool]:
        if self.table.stepper.advance() is None:
            self._legal = []
            return self.table.observe(self.seat, []), {"legal": [], "record": self.table.record()}, True
        view, self._legal = self.table.legal(self.seat)
        return self.table.observe(self.seat, self._legal), {"legal": self._legal, "view": view}, False

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._legal:
            self.table.stepper.play(self.seat, self._legal[int(action) % len(self._legal)])
        observation, info, over = self._next()
        return observation, reward(self.seat, info["record"]) if over else 0.0, over, False, info

    def render(self) -> str | None:
        return self.table.text() if self.render_mode == "ansi" else None


class DebateAEC(AECEnv):
    """Several seats of a debate as a PettingZoo environment. See :func:`aec_env`."""

    metadata = {"name": "elenchus_v0", "render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 1}

    def __init__(self, table: _Table, seats: tuple[str, ...], render_mode: str | None = None) -> None:
        super().__init__()
        self.table, self.render_mode = table, render_mode
        self.possible_agents = list(seats)
        self.agents = list(seats)
        self.observation_spaces = {seat: table.observations for seat in seats}
        self.action_spaces = {seat: spaces.Discrete(table.actions) for seat in seats}
        self._rng = numpy.random.default_rng()
        self._legal: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = numpy.random.default_rng(seed)
        chosen = (options or {}).get("seed")
        drawn = int(self._rng.integers(1 << 53)) if chosen is None else count("options['seed']", chosen)
        self.table.stepper.restart(drawn)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._next()

    def _next(self) -> None:
        seat = self.table.stepper.advance()
        if seat is None:
            record, self._legal = self.table.record(), []
            self.rewards = {agent: reward(agent, record) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"legal": [], "record": record} for agent in self.agents}
            return
        self.agent_selection = seat
        view, self._legal = self.table.legal(seat)
        self.infos[seat] = {"legal": self._legal, "view": view}

    def observe(self, agent: str) -> dict[str, Any]:
        return self.table.observe(agent, self._legal if agent == self.agent_selection else [])

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.stepper.play(agent, self._legal[int(action) % len(self._legal)])
        self._next()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self.table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


def env(
    scenario: str | Scenario,
    seat: str,
    *,
    players: Mapping[str, Player] | None = None,
    actions: int | None = None,
    length: int | None = None,
    numbers: int = 11,
    render_mode: str | None = None,
) -> DebateEnv:
    """One seat of a debate as a Gymnasium environment.

    Args:
        scenario: a scenario, or its name.
        seat: the seat that you play.
        players: the other players. The default is those of the scenario, and honest ones for people.
        actions: the number of actions. The default is the largest number of legal moves in 32 random debates.
        length: the number of moves in an observation. The default is the longest of these debates.
        numbers: the number of legal moves where any number from 0 to 1 is legal: 11 means 0, 0.1, … 1.
    """
    return DebateEnv(_Table(scenario, (seat,), players, actions, length, numbers), seat, render_mode)


def aec_env(
    scenario: str | Scenario,
    seats: tuple[str, ...] = ("alice", "bob"),
    *,
    players: Mapping[str, Player] | None = None,
    actions: int | None = None,
    length: int | None = None,
    numbers: int = 11,
    render_mode: str | None = None,
) -> DebateAEC:
    """Several seats of a debate as a PettingZoo environment, in which one agent moves at a time.

    The arguments are those of :func:`env`. ``seats`` are the agents; the other seats have players.
    """
    seats = tuple(seats)
    return DebateAEC(_Table(scenario, seats, players, actions, length, numbers), seats, render_mode)
