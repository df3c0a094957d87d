"""Elenchus: exact values, simulations and players for AI-safety debate protocols.

>>> import elenchus
>>> scenario = elenchus.load("rigged-coin").set("alice", "shift:0.02")
>>> scenario.solve().pair["value"]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import statistics
from ._elenchus import VERSION as __version__
from ._errors import MissingExtra, ScenarioError
from ._players import Choice, Player, View
from ._results import Attack, Review, Simulation, Solution, Sweep
from ._scenario import Record, Scenario, load, read
from ._scenario import list_scenarios as list

if TYPE_CHECKING:
    from . import inspect
    from .environments import aec_env, env

__all__ = [
    "Attack", "Choice", "MissingExtra", "Player", "Record", "Review", "Scenario", "ScenarioError",
    "Simulation", "Solution", "Sweep", "View", "__version__", "aec_env", "env", "inspect", "list", "load", "read", "statistics",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    # These parts need packages that not everybody has.
    import importlib

    if name == "inspect":
        return importlib.import_module(".inspect", __name__)
    if name in ("aec_env", "env"):
        return getattr(importlib.import_module(".environments", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
