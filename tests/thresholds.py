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
    "arena": 96,
    "cli": 90,
    "envs": 95,
    "host": 86,
    "laws": 95,
    "learn": 95,
    "players": 92,
    "protocol": 86,
    "samurai": 98,
    "samurai/analysis": 98,
    "samurai/kernel": 96,
    "samurai/numbers": 96,
    "samurai/players": 98,
    "samurai/terminal": 98,
    "samurai/wire": 97,
    "server": 86,
    "table": 97,
    "tabletop": 86,
    "yedo": 96,
    "yedo/numbers": 97,
    "yedo/players": 97,
    "yedo/terminal": 95,
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
