"""The errors of the package."""

from __future__ import annotations


class ScenarioError(ValueError):
    """A mistake in a scenario, a setting, a player or a record.

    Attributes:
        file: the file or the name of the scenario.
        line: the line of the mistake, from 1. ``None`` if it is about the whole file.
        column: the column of the mistake, from 1, or ``None``.
        fix: what to do, as far as the message says it. It is never empty.
    """

    def __init__(
        self,
        message: str,
        file: str,
        line: int | None = None,
        column: int | None = None,
        shown: str | None = None,
    ) -> None:
        place = file if line is None else f"{file}:{line}:{column}"
        super().__init__(f"{place}: {message}" + (f"\n{shown}" if shown else ""))
        self.message, self.file, self.line, self.column, self.shown = message, file, line, column, shown
        # The first sentence says what is wrong, and the others say what to do.
        self.fix = message.partition(". ")[2] or message

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.file, self.line, self.column, self.shown)


class MissingExtra(ImportError):
    """A part of the package needs another package that is not installed."""

    def __init__(self, extra: str, error: ImportError) -> None:
        super().__init__(f"{error}. Install it with: pip install 'elenchus[{extra}]'", name=error.name)
