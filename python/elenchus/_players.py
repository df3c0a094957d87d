"""Players that are Python functions."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Union

SEATS = ("alice", "bob", "judge")


@dataclass(frozen=True)
class View:
    """What a player sees at its turn: the question that a program gets (docs/reference/players.md).

    Attributes:
        seat: ``"alice"``, ``"bob"`` or ``"judge"``.
        title, claim: the title of the debate, and the claim in words.
        question: the task in words. ``notes`` has sentences that help.
        legal: the legal moves as text, such as ``"point 4"``. Where any number from 0 to 1 is
            legal, the list has eleven of them. Moves with text or with more than 4,096 values are
            missing; ``offers`` describes every legal move.
        moves: the moves that the seat saw, from the start: ``{"by": "alice", "move": "write 0110"}``.
        view: the seat's knowledge as values: ``numbers``, ``inputs``, ``steps``, ``claims``, …
        board, evidence, ledger, brief: the board, the evidence, the costs so far, and the rules.
    """

    seat: str
    title: str
    claim: str
    question: str
    notes: list[str]
    legal: list[str]
    offers: list[dict[str, Any]]
    moves: list[dict[str, str]]
    view: dict[str, Any]
    board: dict[str, Any]
    evidence: list[dict[str, Any]]
    ledger: list[dict[str, Any]]
    brief: Any

    @classmethod
    def from_json(cls, text: str) -> View:
        return cls(**json.loads(text))


Choice = Union[str, Mapping[str, float]]
"""A move as text, or a distribution: each move with its probability."""

Player = Union[str, Callable[[View], Choice]]
"""A strategy such as ``"lie-at:3"``, or a function from a view to a move or a distribution."""


def answer(player: Callable[[View], Choice], question: str) -> list[tuple[float, str]]:
    """Asks a player, and checks the form of its answer."""
    choice = player(View.from_json(question))
    if isinstance(choice, str):
        return [(1.0, choice)]
    if not isinstance(choice, Mapping) or not choice:
        raise TypeError(
            f"a player returned {choice!r}. Return a move such as 'point 4', or a dict from moves to probabilities"
        )
    return [(float(probability), str(move)) for move, probability in choice.items()]


def name_of(player: Callable[[View], Choice]) -> str:
    if isinstance(player, functools.partial):
        player = player.func
    return str(getattr(player, "__name__", type(player).__name__))


def seated(debate: Any, players: Mapping[str, Player] | None) -> Any:
    """The same debate with these players."""
    for seat, player in (players or {}).items():
        if seat not in SEATS:
            raise ValueError(f"players: {seat!r} is no seat. Write 'alice', 'bob' or 'judge'")
        if isinstance(player, str):
            debate = debate.seat(seat, player, None)
        elif callable(player):
            debate = debate.seat(seat, name_of(player), functools.partial(answer, player))
        else:
            raise TypeError(f"players: {seat}'s player is {player!r}. Give the text of a strategy, or a function")
    return debate
