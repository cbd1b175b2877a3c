"""The third game, installed as pip would do it, without pip: nothing is downloaded and nothing is built.

A process that gets ``environment(folder)`` finds the game by its entry point, as any stranger's game:

    subprocess.run([sys.executable, "-m", "kabuto", "play", "kaiawase"], env=environment(tmp_path))
"""

import os
import tomllib
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "kaiawase"
OUTSIDE = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif message["type"] == "move":
        print(json.dumps({"type": "move", "move": message["legal"][-1]}), flush=True)
    elif message["type"] == "quit":
        break
"""
"""A player of any game, over the line protocol."""


def environment(folder: Path, package: Path = EXAMPLE) -> dict[str, str]:
    """The environment of a process in which a package is installed; ``folder`` holds what pip would write."""
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    groups = project["entry-points"].items()
    lines = [f"[{group}]\n" + "\n".join(f"{a} = {b}" for a, b in points.items()) for group, points in groups]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    paths = [str(folder), str(package), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "LANG": "C.UTF-8"}
