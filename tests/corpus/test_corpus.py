"""What was made once means for ever what it meant: the corpus is replayed, a sample of it or all."""

from collections.abc import Iterator

import pytest

from . import counts, shelf
from .kinds import differences
from .shelf import Entry, Shapes

pytestmark = pytest.mark.uncounted
BATCHES = [batch.file for batch in shelf.batches() if batch.file.endswith(shelf.LINES)]


def batch(file: str) -> tuple[str, Shapes, tuple[Entry, ...]]:
    """The kind, the shapes and the entries of a file."""
    return next((found.kind, *rest) for found, *rest in counts.batches() if found.file == file)  # type: ignore[return-value]


def sample(kind: str, entries: tuple[Entry, ...]) -> Iterator[Entry]:
    """The first example of everything."""
    seen: set[str] = set()
    for entry in entries:
        if new := counts.features(kind, entry) - seen:
            seen |= new
            yield entry


def wrong(file: str, *, whole: bool) -> list[str]:
    """What has changed in a file."""
    kind, shapes, entries = batch(file)
    replayed = entries if whole else sample(kind, entries)
    return [each for entry in replayed for each in differences(kind, entry, shapes)]


def test_nothing_was_changed_and_it_is_not_too_heavy() -> None:
    assert list(shelf.check()) == []


def test_everything_has_an_example() -> None:
    assert counts.missing() == [], "add some: python -m tests.corpus play --help"


def test_the_page_of_figures_is_up_to_date() -> None:
    assert counts.PAGE.read_text(encoding="utf-8") == counts.page(), "python -m tests.corpus count --write"


@pytest.mark.parametrize("file", BATCHES)
def test_a_sample_means_what_it_meant(file: str) -> None:
    assert wrong(file, whole=False) == []


@pytest.mark.prove
@pytest.mark.parametrize("file", BATCHES)
def test_all_of_it_means_what_it_meant(file: str) -> None:
    assert wrong(file, whole=True) == []
