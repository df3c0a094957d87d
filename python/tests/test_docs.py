"""The Python in the documentation runs."""

from __future__ import annotations

import re
from textwrap import dedent

import elenchus
import pytest
from conftest import ROOT

pytest.importorskip("pandas")


def blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)


def test_every_block_of_the_readme_runs(tmp_path, monkeypatch):
    for module in ("gymnasium", "pettingzoo", "inspect_ai"):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INSPECT_DISPLAY", "none")
    found, names = blocks("python/README.md"), {}
    assert len(found) == 4
    for block in found:
        exec(block, names)
    assert names["record"].winner and names["terminated"] in (True, False)


def test_the_readme_has_ten_lines_for_everything():
    script = blocks("python/README.md")[0]
    assert sum(bool(line.strip()) for line in script.splitlines()) <= 10
    for call in ("load", "set", "solve", "simulate", "sweep", "attack", "run", "replay", "review", "players"):
        assert call in script


def test_the_lines_of_the_page_for_researchers_run():
    page = (ROOT / "docs/research.md").read_text(encoding="utf-8")
    section = page.split("\n## Python\n")[1].split("\n## ")[0]
    code = "\n".join(line for line in section.splitlines() if line.startswith("    "))
    names: dict[str, object] = {}
    exec(dedent(code), names)
    assert isinstance(names["scenario"], elenchus.Scenario)


def test_the_page_about_machines_runs_with_processes(tmp_path):
    import subprocess
    import sys

    script, _ = blocks("docs/many-machines.md")
    path = tmp_path / "run.py"
    # Processes that are spawned import the file again, so its work needs a guard.
    lines = script.replace("100_000", "1000").splitlines()
    guarded = lines[:3] + ["if __name__ == '__main__':"] + [f"    {line}" for line in lines[3:]]
    path.write_text("\n".join([*guarded, "    print(run.debates)"]))
    assert subprocess.run([sys.executable, path], check=True, capture_output=True, text=True).stdout == "1000\n"
