"""What several tests share."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def command():
    """Runs the command line and returns its output. It is the program of ELENCHUS, or a debug build."""
    built = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "elenchus"
    program = Path(os.environ.get("ELENCHUS", built))
    if not program.exists():
        pytest.skip("there is no program. Build it with cargo, or name it in ELENCHUS")

    def run(*arguments: str) -> str:
        return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout

    return run


#: Bob loses unless he points at a wrong step, and Alice has to lie once.
THREE_STEPS = """
elenchus: 1
title: Three steps
claim: Both answers are yes.
protocol: {cross-examination: {claim: 1}}
machine:
  plan:
    steps:
      - {ask: Is the first answer yes?, answer: 'yes'}
      - {ask: Is the second answer yes?, answer: 'no'}
      - {and: [1, 2]}
seats: {alice: 'lie-at:2', bob: honest, judge: honest}
"""
