"""Every promise names tests that are there, and nothing public is gone."""

import re
from pathlib import Path

import pytest

from release import public
from release.state import version

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_test_that_a_promise_names_is_there(file: str, name: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert re.search(rf"^(async )?def {name}\(", text, re.MULTILINE)


def test_every_promise_has_a_test() -> None:
    promises = re.findall(r"^\*\*[A-Z].*?(?=^\*\*[A-Z]|^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert len(promises) == 5
    assert [promise[:40] for promise in promises if "::test_" not in promise] == []


def test_nothing_public_is_gone_or_takes_less() -> None:
    of, old = public.kept()
    new = public.listed()
    assert len(old) > 400
    assert public.broken(old, new) == [] or public.may_break(of, version())
    assert [line for line in new if line not in old] == [], "python -m release.public --write"


IMPORTED = re.compile(r"^ *(?:from|import) (kabuto[\w.]*)(?: import (\w+))?", re.MULTILINE)


def test_every_package_that_a_page_teaches_has_a_reference() -> None:
    listed, taught = public.modules(), set[str]()
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")):
        for block in re.findall(r"```py(?:thon)?\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            for module, name in re.findall(
                r"^ *(?:from|import) (kabuto[\w.]*)(?: import (\w+))?", block, re.M
            ):
                taught |= {module} if module in listed or f"{module}.{name}" not in listed else set()
    inside = re.compile(r"kabuto\.(\w+)\.(kernel|players\.learned|players\.warming)\b")
    assert [module for module in sorted(taught) if module not in listed and not inside.match(module)] == []


OLD = ["class m.A(Game)", "m.A.move(self, move)", "m.f(a, b=…)", "m.NAMES"]


@pytest.mark.parametrize(
    ("new", "gone"),
    [
        (OLD, []),
        ([*OLD, "m.g()"], []),
        ([*OLD[:2], "m.f(a, b=…, c=…)", "m.NAMES"], []),
        ([*OLD[:2], "m.f(a, b=…, |c=…, **rest)", "m.NAMES"], []),
        ([*OLD[:2], "m.f(a, b=…, c)", "m.NAMES"], ["m.f(a, b=…)"]),
        ([*OLD[:2], "m.f(c=…, a, b=…)", "m.NAMES"], ["m.f(a, b=…)"]),
        ([*OLD[:2], "m.f(b=…, a)", "m.NAMES"], ["m.f(a, b=…)"]),
        ([*OLD[:2], "m.f(a)", "m.NAMES"], ["m.f(a, b=…)"]),
        ([*OLD[:3]], ["m.NAMES"]),
        (["class m.A", *OLD[1:]], ["class m.A(Game)"]),
    ],
)
def test_what_breaks_a_promise_is_seen(new: list[str], gone: list[str]) -> None:
    assert public.broken(OLD, new) == gone


def test_only_a_first_number_or_before_1_0_the_second_may_break_a_promise() -> None:
    assert not public.may_break("0.9.0", "0.9.3")
    assert public.may_break("0.9.3", "0.10.0")
    assert public.may_break("0.9.0", "1.0.0")
    assert not public.may_break("1.0.0", "1.7.0")
    assert public.may_break("1.7.0", "2.0.0")


def test_before_the_first_tag_there_is_nothing_to_compare_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, "git", lambda *_: "")
    assert public.against_tag() == []
