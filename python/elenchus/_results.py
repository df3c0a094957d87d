"""Results. Each has the JSON of its command, and its main values as attributes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from ._errors import MissingExtra

if TYPE_CHECKING:
    import pandas

R = TypeVar("R", bound="Result")


def frame(rows: list[dict[str, Any]]) -> pandas.DataFrame:
    """Rows as a frame. The keys of a value inside others follow a dot: ``costs.bob_oracle_queries``."""
    try:
        import pandas
    except ImportError as error:
        raise MissingExtra("pandas", error) from error
    return pandas.json_normalize(rows)


@dataclass(frozen=True)
class Result:
    """The result of a command. Keys are those of docs/reference/json.md."""

    _text: str = field(repr=False, compare=True)

    @classmethod
    def from_json(cls: type[R], text: str) -> R:
        data = json.loads(text)
        names = [own.name for own in fields(cls) if own.name != "_text"]
        return cls(text, **{name: data.get(name) for name in names})

    def to_json(self) -> str:
        """The bytes that the command prints with ``--json``."""
        return self._text

    def to_dict(self) -> dict[str, Any]:
        """All keys of the JSON."""
        return dict(json.loads(self._text))

    def to_pandas(self) -> pandas.DataFrame:
        """The result as a frame with one row."""
        return frame([self.to_dict()])


@dataclass(frozen=True)
class Solution(Result):
    """The exact values of a debate. Values are Alice's: her probability of winning, or her payoff.

    Attributes:
        truth: the probability that the claim is true. ``None`` if it is hidden or unknown.
        pair: the value of the debate between its players.
        values: the value of each pair of strategies: ``alice``, ``bob``, ``value``, ``sd``.
        best_responses: for ``alice`` and ``bob``, the ``player`` and the ``value`` against the others.
        game_value: the value if both provers play optimally, if it is known.
        bounds: the bounds of theorems, each with its ``limit``, its ``value`` and its ``standing``.
        costs: by seat and kind, the ``expected`` cost of honest play and its ``limit``, in queries or bits.
    """

    truth: float | None
    pair: dict[str, Any] | None
    values: list[dict[str, Any]]
    best_responses: dict[str, Any]
    game_value: Any
    bounds: list[dict[str, Any]]
    costs: dict[str, Any]
    hidden: list[str]

    def to_pandas(self) -> pandas.DataFrame:
        """One row for each pair of strategies."""
        return frame(self.values or [])


@dataclass(frozen=True)
class Simulation(Result):
    """Counts over many debates.

    Attributes:
        debates: the number of debates that ended.
        alice_wins, rate: how often Alice won, as a number and as a share from 0 to 1.
        interval: the 95 % interval of ``rate``.
        payoff: ``mean``, ``sd``, ``se`` and ``interval`` of Alice's payoff, if the debate has payoffs.
        right_rate: the share of debates that the right side won.
        right_rulings: the judge's right rulings, in protocols that count them.
        costs, costs_se: the mean cost by seat and kind, such as ``bob_oracle_queries``, and its standard error.
        failed: the debates in which a Python player failed: ``seed`` and ``error``, with the traceback.
            They are in none of the counts.
        rows: each debate, if it was asked for.
    """

    debates: int
    alice_wins: int
    rate: float | None
    interval: list[float] | None
    payoff: dict[str, Any] | None
    right_rate: float | None
    right_rulings: dict[str, Any] | None
    costs: dict[str, float]
    costs_se: dict[str, float]
    seed: int
    seats: dict[str, str]
    failed: list[dict[str, Any]] | None
    rows: list[dict[str, Any]] | None = field(default=None, repr=False)

    def to_pandas(self) -> pandas.DataFrame:
        """One row for each debate if ``rows=True`` was given, otherwise one row."""
        return frame([self.to_dict()] if self.rows is None else self.rows)


@dataclass(frozen=True)
class Sweep(Result):
    """Counts for each value of some parameters.

    Attributes:
        points: one dict for each point: ``at`` (the parameters), ``exact`` (Alice's exact value, or ``None``),
            ``theorem``, ``best_responses``, and the counts of a :class:`Simulation`.
        failed: as in a :class:`Simulation`.
    """

    points: list[dict[str, Any]]
    vary: list[dict[str, Any]]
    seed: int
    failed: list[dict[str, Any]] | None

    def to_pandas(self) -> pandas.DataFrame:
        """One row for each point. Parameters have columns such as ``at.alice.shift``."""
        return frame(self.points)


@dataclass(frozen=True)
class Attack(Result):
    """The strongest strategy of a seat that a search found.

    Attributes:
        attacking: the seat.
        strongest: the strategy as text. ``Scenario.set(seat, strongest)`` plays it.
        value: Alice's value against the other players, and its ``interval``.
        exact: the value if it is exact, otherwise ``None``.
        is_best: true if no player with the same knowledge does better.
        best_response_value: the bounds on the value of the best response.
        strategies_tried, debates_played: the size of the search.
    """

    attacking: str
    strongest: str
    value: float
    interval: list[float]
    exact: float | None
    is_best: bool
    best_response_value: dict[str, Any] | None
    best_response_unknown: str | None
    strategies_tried: int
    debates_played: int
    left_out: list[list[str]]


@dataclass(frozen=True)
class Review(Result):
    """The review of a finished debate.

    Attributes:
        winner: ``"alice"`` or ``"bob"``.
        payoff: Alice's payoff, if the debate has payoffs.
        goal_reached: whether the person in the record reached the goal. ``None`` if no person played.
        sentences: the review in words.
        moves: the start and each move: ``by``, ``move``, ``words``, ``value`` (Alice's value if everybody is
            honest from there on), ``change``, ``cost`` and ``remark``.
        svg: the last board as a picture.
    """

    winner: str
    payoff: float | None
    goal_reached: bool | None
    sentences: list[str]
    moves: list[dict[str, Any]]
    svg: str = field(default="", repr=False)

    def to_pandas(self) -> pandas.DataFrame:
        """One row for each move."""
        return frame(self.moves)

    def _repr_html_(self) -> str:
        from html import escape

        return self.svg + "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences)
