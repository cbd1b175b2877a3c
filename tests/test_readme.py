"""What the README shows is true."""

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_python_example_runs_as_shown() -> None:
    example = README.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    test = doctest.DocTestParser().get_doctest(example, {}, "README", str(README), 0)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted >= 8
    assert results.failed == 0


def test_every_file_it_links_to_is_there() -> None:
    links = [part.split(")")[0].split("#")[0] for part in README.read_text(encoding="utf-8").split("](")[1:]]
    missing = [link for link in links if "://" not in link and not (README.parent / link).exists()]
    assert not missing
