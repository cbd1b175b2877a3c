"""The coverage that every package keeps: ``python tests/thresholds.py`` after a run with ``--cov``.

The rules of a game and the table have to be covered nearly in full. Elsewhere a threshold is what the tests
reach, rounded down: it may rise, and a change that falls below it lacks a test. Programs that tests start in
processes of their own are not counted, so a package that works there is better than its figure.
"""

import json
import sys
from pathlib import Path

REPORT = Path(__file__).parents[1] / ".coverage.json"
PACKAGE = "src/kabuto/"
THRESHOLDS = {
    "": 75,
    "arena": 75,
    "cli": 75,
    "envs": 75,
    "laws": 75,
    "players": 75,
    "samurai": 95,
    "samurai/analysis": 75,
    "samurai/kernel": 75,
    "samurai/numbers": 75,
    "samurai/players": 75,
    "samurai/terminal": 75,
    "server": 75,
    "table": 95,
    "yedo": 90,
    "yedo/numbers": 75,
    "yedo/players": 75,
    "yedo/terminal": 75,
}
"""Folder → per cent of its lines and branches; a folder that is not named counts with its parent."""


def covered(report: Path) -> dict[str, float]:
    """Folder → per cent of its lines and branches that were run."""
    done, all_ = dict.fromkeys(THRESHOLDS, 0), dict.fromkeys(THRESHOLDS, 0)
    for file, found in json.loads(report.read_text(encoding="utf-8"))["files"].items():
        folder = Path(file).as_posix().removeprefix(PACKAGE).rpartition("/")[0]
        while folder not in THRESHOLDS:
            folder = folder.rpartition("/")[0]
        summary = found["summary"]
        done[folder] += summary["covered_lines"] + summary["covered_branches"]
        all_[folder] += summary["num_statements"] + summary["num_branches"]
    return {folder: 100 * done[folder] / max(1, all_[folder]) for folder in THRESHOLDS}


def main() -> int:
    """Tell every folder with its figure; 1 if one is below its threshold."""
    found = covered(REPORT)
    for folder, threshold in THRESHOLDS.items():
        mark = "" if found[folder] >= threshold else f"  below {threshold}: a test is missing"
        print(f"{found[folder]:6.1f} %  kabuto/{folder}{mark}")
    return int(any(found[folder] < threshold for folder, threshold in THRESHOLDS.items()))


if __name__ == "__main__":
    sys.exit(main())
