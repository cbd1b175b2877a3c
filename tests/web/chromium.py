"""A Chromium for the browser tests: the machine's, or Debian's where we may install, or the one from npm.

python tests/web/chromium.py    find one, fetch one if there is none, and say where it is
"""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
"""The same engine without what only a window needs: a sixth less work for the processor."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".cache" / "chromium"
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--font-render-hinting=none",  # without its windows it would round the widths of letters
    "--no-first-run",
]
SHORT_LIVED = "--js-flags=--no-opt --no-maglev"
"""For the tests, whose pages close before optimised code pays; benchmarks measure what people have."""
ONE_PROCESS = "--renderer-process-limit=1"
"""The pages of one person share a process."""
UNPACK = (
    "import chromium from '@sparticuz/chromium';"
    "import {renameSync} from 'fs';"
    "renameSync(await chromium.executablePath(), 'chromium')"
)


def find() -> str | None:
    """Where a Chromium is."""
    named = os.environ.get("KABUTO_CHROMIUM")
    places = [named, *map(shutil.which, NAMES), str(CACHE / "chromium")]
    return next((place for place in places if place and Path(place).exists()), None)


def flags() -> list[str]:
    """How to start it; as root it has to go without its sandbox."""
    return FLAGS if os.name == "nt" or os.geteuid() else [*FLAGS, "--no-sandbox"]


def fetch() -> str | None:
    """Get one: from Debian as root, else from npm, which needs libnss3 on the machine."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        for name in (SHELL, "chromium"):
            install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", name]
            if subprocess.run(install, stdout=subprocess.DEVNULL, check=False).returncode == 0:
                return find()
    npm, folder = runpy.run_path(str(ROOT / "web" / "build.py"))["find_npm"]()
    CACHE.mkdir(parents=True, exist_ok=True)
    path = os.pathsep.join([folder, os.environ.get("PATH", "")])
    environment = {**os.environ, "TMPDIR": str(CACHE), "NODE_USE_SYSTEM_CA": "1", "PATH": path}
    unpack = [str(Path(folder) / "node"), "--input-type=module", "-e", UNPACK]
    for command in ([*npm, "install", "--silent", "@sparticuz/chromium"], unpack):
        if subprocess.run(command, cwd=CACHE, env=environment, check=False).returncode:
            return None
    return find()


if __name__ == "__main__":
    place = find() or fetch()
    print(place or "No Chromium: the browser tests cannot run. Install one, or name it in KABUTO_CHROMIUM.")
    sys.exit(not place and bool(os.environ.get("CI")))
