"""What the printed rules state, and the tests that carry each statement's number.

A game lists its statements in ``statements.toml`` beside its tests: numbers, our words, the paragraphs of the
printed texts, and why a statement has no test. Tests say by ``@rule("Y62", "Q7")`` what they check. From both
comes a page of the documentation; ``faults`` tells where list, tests and texts do not fit together.
"""

import ast
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
Carriers = Mapping[str, list[str]]
"""Number → the tests that are marked with it, with their files."""


@dataclass(frozen=True)
class Source:
    """One printed text: sections lettered A, B, …, the paragraphs of each numbered from 1."""

    label: str
    title: str
    sections: Mapping[str, str]
    paragraphs: tuple[str, ...]
    background: Mapping[str, str]
    """Paragraph → what it is, where it states nothing about the game."""

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> "Source":
        lettered = list(zip(ascii_uppercase, entry["sections"], strict=False))
        return cls(
            entry["label"],
            entry["title"],
            {letter: title for letter, (title, _) in lettered},
            tuple(f"{letter}.{n}" for letter, (_, number) in lettered for n in range(1, number + 1)),
            entry["background"],
        )


@dataclass(frozen=True)
class Statement:
    """One statement of the printed rules, or one ruling on what they leave open."""

    says: str
    places: tuple[tuple[str, str], ...] = ()
    """Label of a text and paragraph: where it is printed; a ruling is printed nowhere."""
    without: str = ""
    """Why it has no test."""

    @classmethod
    def of(cls, entry: Mapping[str, str]) -> "Statement":
        places = [text.split() for text in entry.get("in", "").split(",")]
        found = [
            (label, paragraph) for label, *paragraphs in filter(None, places) for paragraph in paragraphs
        ]
        return cls(entry["says"], tuple(found), entry.get("without", ""))


@dataclass(frozen=True)
class Listing:
    """The statements and rulings of one game, the texts they come from, and the page that shows them."""

    page: Path
    command: str
    title: str
    about: str
    sources: Mapping[str, Source]
    statements: Mapping[str, Statement]
    rulings: Mapping[str, Statement]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Listing":
        sources = [Source.of(entry) for entry in data["texts"]]
        listed = (
            {number: Statement.of(entry) for number, entry in data[part].items()}
            for part in ("statements", "rulings")
        )
        page = DOCS / data["page"]
        by_label = {source.label: source for source in sources}
        return cls(page, data["command"], data["title"], data["about"], by_label, *listed)

    @classmethod
    def beside(cls, tests: Path) -> "Listing":
        """The list of the game whose tests are in this folder."""
        return cls.of(tomllib.loads((tests / "statements.toml").read_text("utf-8")))

    @property
    def every(self) -> dict[str, Statement]:
        """Statements and rulings by number."""
        return {**self.statements, **self.rulings}

    def covering(self, label: str, paragraph: str) -> list[str]:
        """The numbers of the statements that are printed in a paragraph."""
        return [n for n, statement in self.every.items() if (label, paragraph) in statement.places]


def carriers(folder: Path) -> Carriers:
    """The tests of a game by the numbers that they carry."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        written = ast.parse(path.read_text("utf-8")).body
        for test in (each for each in written if isinstance(each, ast.FunctionDef)):
            shown = path.relative_to(folder).with_name(path.stem.removeprefix("test_")).as_posix()
            for number in _numbers(test):
                found.setdefault(number, []).append(f"{shown}: `{test.name}`")
    return found


def _numbers(test: ast.FunctionDef) -> list[str]:
    marks = [each for each in test.decorator_list if isinstance(each, ast.Call)]
    of_rules = [mark for mark in marks if isinstance(mark.func, ast.Name) and mark.func.id == "rule"]
    return [ast.literal_eval(number) for mark in of_rules for number in mark.args]


# What does not fit together.


def faults(listing: Listing, tests: Carriers) -> list[str]:
    """Everything that is wrong with a list and the tests that carry its numbers; empty when all is well."""
    return [*_faults_of_tests(listing, tests), *_faults_of_places(listing), *_faults_of_paragraphs(listing)]


def _faults_of_tests(listing: Listing, tests: Carriers) -> Iterator[str]:
    for number in tests.keys() - listing.every.keys():
        yield f"{', '.join(tests[number])}: there is no statement {number}"
    for number, statement in listing.every.items():
        if number in tests and statement.without:
            yield f"{number} has a test and a reason why it has none"
        elif number not in tests and not statement.without:
            yield f"{number} has neither a test nor a reason: {statement.says}"


def _faults_of_places(listing: Listing) -> Iterator[str]:
    for number, statement in listing.statements.items():
        if not statement.places:
            yield f"{number} names no paragraph"
    for number, statement in listing.every.items():
        for label, paragraph in statement.places:
            if label not in listing.sources or paragraph not in listing.sources[label].paragraphs:
                yield f"{number} is said to be in {label} {paragraph}, which is not listed"


def _faults_of_paragraphs(listing: Listing) -> Iterator[str]:
    for label, source in listing.sources.items():
        for paragraph in source.background.keys() - set(source.paragraphs):
            yield f"{label} {paragraph} is named as background and not listed"
        for paragraph in source.paragraphs:
            is_covered, is_background = listing.covering(label, paragraph), paragraph in source.background
            if is_covered and is_background:
                yield f"{label} {paragraph} is named as background and has statements"
            elif not is_covered and not is_background:
                yield f"{label} {paragraph} ({source.sections[paragraph[0]]}) has no statement"


# The page.


def write(folder: Path) -> None:
    """Write the page of the game whose tests are in this folder."""
    listing = Listing.beside(folder)
    listing.page.write_text(written(listing, carriers(folder)), "utf-8")


def is_written(folder: Path) -> bool:
    """Whether the page of the game whose tests are in this folder is up to date."""
    listing = Listing.beside(folder)
    return listing.page.read_text("utf-8") == written(listing, carriers(folder))


_PARAGRAPHS = (
    "Sections have letters, their paragraphs numbers. What states nothing about the game is background."
)


def written(listing: Listing, tests: Carriers) -> str:
    """The page of a game as it should be."""
    parts = [
        f"# {listing.title}\n\n{listing.about.strip()}",
        "## The statements\n\n" + "\n".join(_statement_rows(listing, tests)),
        "## The rulings\n\n" + "\n".join(_ruling_rows(listing, tests)),
        f"## Every paragraph of the texts\n\n{_PARAGRAPHS}",
        *(
            f"### {source.title}\n\n" + "\n".join(_paragraph_rows(listing, source))
            for source in listing.sources.values()
        ),
        f"---\n\nWritten by `{listing.command}`; `make test` checks that it is up to date.",
    ]
    return "\n\n".join(parts) + "\n"


def _statement_rows(listing: Listing, tests: Carriers) -> Iterator[str]:
    yield "| number | statement | printed in | tests |\n|---|---|---|---|"
    for number, statement in listing.statements.items():
        yield f"| {number} | {statement.says} | {_places(statement)} | {_tests(number, statement, tests)} |"


def _ruling_rows(listing: Listing, tests: Carriers) -> Iterator[str]:
    yield "| number | ruling | tests |\n|---|---|---|"
    for number, ruling in listing.rulings.items():
        yield f"| {number} | {ruling.says} | {_tests(number, ruling, tests)} |"


def _paragraph_rows(listing: Listing, source: Source) -> Iterator[str]:
    yield "| paragraph | section | statements |\n|---|---|---|"
    for paragraph in source.paragraphs:
        found = ", ".join(listing.covering(source.label, paragraph))
        shown = found or f"*background: {source.background.get(paragraph, '')}*"
        yield f"| {paragraph} | {source.sections[paragraph[0]]} | {shown} |"


def _places(statement: Statement) -> str:
    by_label: dict[str, list[str]] = {}
    for label, paragraph in statement.places:
        by_label.setdefault(label, []).append(paragraph)
    return "<br>".join(f"{label} {' '.join(paragraphs)}" for label, paragraphs in by_label.items())


def _tests(number: str, statement: Statement, tests: Carriers) -> str:
    return "<br>".join(tests.get(number, [])) or f"no test: {statement.without}"
