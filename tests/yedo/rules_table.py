"""The table of the documentation that maps every rule and ruling to its tests.

python -m tests.yedo.rules_table     # writes the last column of docs/yedo-rules-table.md anew
"""

import ast
import re
from pathlib import Path

import pytest

rule = pytest.mark.rule
"""Says which rules (Y) and rulings (Q) a test checks: ``@rule("Y62", "Q7")``."""

HERE = Path(__file__).parent
TABLE = HERE.parent.parent / "docs" / "yedo-rules-table.md"
WITHOUT = {
    "Y27": "no test: it names the version, which is the only one here",
    "Y54": "no test: coins are for the picture only, money is a number (Q4)",
}
"""Number → why there is no test."""
_ROW = re.compile(r"\| ([YQ]\d+) \| (.*?) \| (.*) \|")


def carriers() -> dict[str, list[str]]:
    """Number → the tests that are marked with it, with their files."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        statements = ast.parse(path.read_text("utf-8")).body
        for test in (each for each in statements if isinstance(each, ast.FunctionDef)):
            for number in _numbers(test):
                found.setdefault(number, []).append(f"{path.stem.removeprefix('test_')}: `{test.name}`")
    return found


def _numbers(test: ast.FunctionDef) -> list[str]:
    marks = [each for each in test.decorator_list if isinstance(each, ast.Call)]
    of_rules = [mark for mark in marks if isinstance(mark.func, ast.Name) and mark.func.id == "rule"]
    return [ast.literal_eval(number) for mark in of_rules for number in mark.args]


def written(text: str) -> str:
    """The table with its last column as it should be."""
    known = carriers()

    def row(found: re.Match[str]) -> str:
        number, statement, _ = found.groups()
        return f"| {number} | {statement} | {'<br>'.join(known.get(number, [])) or WITHOUT[number]} |"

    return _ROW.sub(row, text)


def numbers(text: str) -> list[str]:
    """The numbers of the table, in its order."""
    return [found[1] for found in _ROW.finditer(text)]


if __name__ == "__main__":
    TABLE.write_text(written(TABLE.read_text("utf-8")), "utf-8")
