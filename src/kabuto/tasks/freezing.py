"""Freezes the opponents of every task anew: ``python -m kabuto.tasks.freezing``.

A task that was frozen before keeps its moves: where these changed, it needs a new version. A new task has
``"frozen": {}`` before.
"""

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from kabuto.table import manifests
from kabuto.tasks.frozen import freeze
from kabuto.tasks.task import FILE, Task, tasks


def frozen_anew(task: Task) -> Task:
    """A task with its opponents as they are now; ``SystemExit`` names one that plays otherwise."""
    now = {name: freeze(name, task).to_json() for name in dict.fromkeys(task.opponents)}
    for name, kept in task.frozen.items():
        if kept["moves"] != now[name]["moves"]:
            raise SystemExit(f"{task.name}: {name} plays otherwise than before: give the task a new version")
    return replace(task, frozen=now)


def main() -> None:
    """Write the files of all games whose tasks changed."""
    every = [frozen_anew(task) for task in tasks()]
    for game in {task.game for task in every}:
        path = Path(str(files(str(manifests.manifest(game).tasks)) / FILE))
        stored = [task.to_json() for task in every if task.game == game]
        path.write_text(json.dumps(stored, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
