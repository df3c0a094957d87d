"""Every notebook runs from its first cell to its last."""

from __future__ import annotations

import pytest
from conftest import ROOT

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

BOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def test_there_are_three_notebooks():
    assert [book.stem for book in BOOKS] == ["red-team-a-judge", "two-judges", "uninformed-players"]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_a_notebook_runs(book, tmp_path):
    opened = nbformat.read(book, as_version=4)
    assert not any(cell.get("outputs") for cell in opened.cells), "notebooks are kept without outputs"
    # A cell that fails raises.
    done = nbclient.NotebookClient(
        opened, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    outputs = [output for cell in done.cells for output in cell.get("outputs", [])]
    if book.stem != "two-judges":
        shown = [output.get("data", {}).get("text/html", "") for output in outputs]
        assert any(html.startswith("<svg") for html in shown)
