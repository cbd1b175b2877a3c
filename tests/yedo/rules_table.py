"""The statements of Yedo's quick reference (Y), our rulings on it (Q), and the page that names their tests.

python -m tests.yedo.rules_table     # writes docs/yedo-rules-table.md anew
"""

from pathlib import Path

import pytest

from tests.support.statements import write

rule = pytest.mark.rule
"""Says which statements (Y) and rulings (Q) a test checks: ``@rule("Y62", "Q7")``."""

FOLDER = Path(__file__).parent

if __name__ == "__main__":
    write(FOLDER)
