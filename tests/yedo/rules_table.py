"""The table of the documentation that maps every rule and ruling to its tests.

python -m tests.yedo.rules_table     # writes the last column of docs/yedo-rules-table.md anew
"""

import re
from pathlib import Path

HERE = Path(__file__).parent
TABLE = HERE.parent.parent / "docs" / "yedo-rules-table.md"
WITHOUT = {
    "Y27": "no test: it names the version, which is the only one here",
    "Y54": "no test: coins are for the picture only, money is a number (Q4)",
}
"""Number → why there is no test."""
_ROW = re.compile(r"\| ([YQ]\d+) \| (.*?) \| (.*) \|")


def carriers() -> dict[str, list[str]]:
    """Number → the tests that carry it in their names, with their files."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M):
            for number in re.findall(r"(?<=_)[yq]\d+(?=_)", name):
                found.setdefault(number.upper(), []).append(f"{path.stem.removeprefix('test_')}: `{name}`")
    return found


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
