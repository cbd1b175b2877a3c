"""What the README and the documentation show is true."""

import doctest
import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
PAGES = sorted((README.parent / "docs").glob("*.md"))


def test_the_python_example_runs_as_shown() -> None:
    example = README.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    test = doctest.DocTestParser().get_doctest(example, {}, "README", str(README), 0)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted >= 8
    assert results.failed == 0


@pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: str(page.name))
def test_every_file_it_links_to_is_there(page: Path) -> None:
    links = [part.split(")")[0].split("#")[0] for part in page.read_text(encoding="utf-8").split("](")[1:]]
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not missing


def test_every_page_is_in_the_list_of_pages() -> None:
    listed = re.findall(r"^  - .+: (\S+\.md)$", (README.parent / "mkdocs.yml").read_text(), re.MULTILINE)
    assert sorted(listed) == [page.name for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_what_an_example_imports_is_there(page: Path) -> None:
    examples = re.findall(
        r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    for example in examples:
        for line in re.findall(r"^from kabuto\S* import .+$", example, re.MULTILINE):
            exec(line)
