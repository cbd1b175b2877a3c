"""``make install-matrix``: a wheel alone in empty environments, by every way to install it, for every extra.

``python -m release.matrix [WHEEL] [--extras play,envs] [--tools pip] [--pythons 3.12]`` does some of it, and
``--sizes`` only installs and weighs.
"""

import argparse
import os
import re
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from urllib.request import urlopen

from release import pythons
from release.state import ROOT

EXTRAS = (
    "",
    "play",
    "people",
    "gym-plain",
    "gym",
    "pettingzoo",
    "openspiel",
    "envs",
    "learn",
    "arena",
    "postgres",
    "cluster",
    "data",
    "mcp",
)
TOOLS = ("pip", "uv", "pipx")
REFUSING = "3.10"
"""A Python that is too old."""
HEADINGS = ("python", "extra", "tool", "install", "size", "first command", "first game", "page", "step")
STEPS = {
    "gymnasium": """
import gymnasium
import kabuto.envs.gymnasium
for name in ("kabuto/Samurai-v0", "kabuto/Yedo-v0"):
    env = gymnasium.make(name)
    env.reset(seed=7)
    env.step(env.action_space.sample())
""",
    "numba": """
from kabuto.envs import SamuraiVector
games = SamuraiVector(4, players=2, seed=7)
games.step(games.sample())
""",
    "pettingzoo": """
from kabuto.envs import yedo_v0
env = yedo_v0.env()
env.reset(seed=7)
env.step(env.action_space(env.agent_selection).sample(env.last()[0]["action_mask"]))
""",
}
"""Package → an environment that needs it, stepped once."""
SERVER = "segno"
"""A package that nobody else brings than the server: others have Starlette, too."""


class Failed(Exception):
    """What did not work, with what was said."""


@dataclass(frozen=True)
class Way:
    """One way to install: a Python, an extra, a tool."""

    python: str
    extra: str
    tool: str


def main(argv: list[str]) -> int:
    """Install in every way, and tell."""
    parser = argparse.ArgumentParser(prog="python -m release.matrix")
    parser.add_argument("wheel", nargs="?", type=Path, default=None)
    parser.add_argument("--extras", default=",".join(EXTRAS))
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--pythons", default=",".join(pythons.SUPPORTED))
    parser.add_argument("--sizes", action="store_true", help="install and weigh, and use nothing")
    args = parser.parse_args(argv)
    wheel = args.wheel or newest()
    wanted = args.pythons.split(",")
    found = pythons.find(*wanted, REFUSING)
    for version in [*wanted, REFUSING]:
        if version not in found:
            print(f"Python {version} is not on this machine: left out.")
    ways = [
        Way(version, extra, tool)
        for version in wanted
        if version in found
        for extra in args.extras.split(",")
        for tool in args.tools.split(",")
    ]
    headings = HEADINGS[:5] if args.sizes else HEADINGS
    print(row(headings), row(["---"] * len(headings)), sep="\n", flush=True)
    failed = 0
    for way in ways:
        try:
            cells = tried(way, found[way.python], wheel, args.sizes)
        except (Failed, subprocess.TimeoutExpired) as error:
            failed += 1
            cells = [f"FAILED: {str(error)[-300:]}"]
        print(row([way.python, way.extra or "–", way.tool, *cells]), flush=True)
    if REFUSING in found:
        print(refusal(found[REFUSING], wheel), flush=True)
    return int(failed > 0)


def newest() -> Path:
    """The wheel of the last `make release`."""
    wheels = sorted((ROOT / "dist").glob("*/*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        raise SystemExit("there is no wheel in dist/: make release makes one")
    return wheels[-1]


def row(cells: list[str] | tuple[str, ...]) -> str:
    """A line of a table."""
    return "| " + " | ".join(" ".join(cell.split()) for cell in cells) + " |"


def tried(way: Way, python: Path, wheel: Path, only_weigh: bool = False) -> list[str]:
    """Install in an empty environment, and use it as a newcomer does."""
    with TemporaryDirectory(prefix="kabuto-matrix-") as folder:
        place = Path(folder)
        own: dict[str, str] = surroundings(place)
        asked = f"{wheel}[{way.extra}]" if way.extra else str(wheel)
        started = monotonic()
        home = INSTALL[way.tool](place, python, asked, own)
        took = monotonic() - started
        size = sum(each.lstat().st_size for each in home.rglob("*") if each.is_file())
        weighed = [f"{took:.0f} s", f"{size / 1e6:.0f} MB"]
        if only_weigh:
            return weighed
        command = home / "bin" / "kabuto"
        return [
            *weighed,
            timed(lambda: first_command(command, own)),
            timed(lambda: first_game(command, own)),
            timed(lambda: page(command, own, edition=not has(home, SERVER))),
            timed(lambda: step(home, own)) if any(has(home, package) for package in STEPS) else "–",
        ]


def surroundings(place: Path) -> dict[str, str]:
    """The variables of a process that knows nothing of this checkout, with a home of its own."""
    left_out = ("PYTHON", "VIRTUAL_ENV", "KABUTO", "XDG_", "PIPX_", "UV_", "HOME")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    (place / "home").mkdir()
    caches = {
        "UV_CACHE_DIR": str(Path.home() / ".cache/uv"),
        "PIP_CACHE_DIR": str(Path.home() / ".cache/pip"),
    }
    return {**kept, **caches, "HOME": str(place / "home"), "BROWSER": "true", "UV_SYSTEM_CERTS": "1"}


def _by_pip(place: Path, python: Path, asked: str, own: dict[str, str]) -> Path:
    home = place / "environment"
    run([str(python), "-m", "venv", str(home)], own)
    run([str(home / "bin/python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check", asked], own)
    return home


def _by_uv(place: Path, python: Path, asked: str, own: dict[str, str]) -> Path:
    tool = str(Path(sys.executable).with_name("uv"))
    where = {
        "UV_TOOL_DIR": str(place / "tools"),
        "UV_TOOL_BIN_DIR": str(place / "bin"),
        "UV_LINK_MODE": "copy",
    }
    if own.get("PIP_FIND_LINKS"):
        where["UV_FIND_LINKS"] = own["PIP_FIND_LINKS"]
    name = (
        f"kabuto @ {asked}"
        if "[" not in asked
        else f"kabuto[{asked.rpartition('[')[2]} @ {asked.rpartition('[')[0]}"
    )
    run([tool, "tool", "install", "-q", "--no-config", "--python", str(python), name], {**own, **where})
    return place / "tools" / "kabuto"


def _by_pipx(place: Path, python: Path, asked: str, own: dict[str, str]) -> Path:
    where = {"PIPX_HOME": str(place / "pipx"), "PIPX_BIN_DIR": str(place / "bin")}
    command = [*_pipx(), "install", "--quiet", "--python", str(python), asked]
    run(command, {**own, **where})
    return place / "pipx" / "venvs" / "kabuto"


def _pipx() -> list[str]:
    """How to call pipx: this machine's, or the newest, by uv."""
    here = shutil.which("pipx")
    return [here] if here else [str(Path(sys.executable).with_name("uv")), "tool", "run", "-q", "pipx"]


INSTALL: dict[str, Callable[[Path, Path, str, dict[str, str]], Path]] = {
    "pip": _by_pip,
    "uv": _by_uv,
    "pipx": _by_pipx,
}
"""Tool → what installs by it, and returns where the environment is."""


def run(command: list[str], own: dict[str, str], typed: str = "", seconds: int = 1500) -> str:
    """Run a program to its end; what it printed."""
    done = subprocess.run(
        command, env=own, cwd=own["HOME"], input=typed, capture_output=True, text=True, timeout=seconds
    )
    if done.returncode:
        raise Failed(
            f"{Path(command[0]).name} {' '.join(command[1:4])}: {(done.stdout + done.stderr)[-600:]}"
        )
    return done.stdout


def timed(what: Callable[[], object]) -> str:
    """How long something takes."""
    started = monotonic()
    what()
    return f"{monotonic() - started:.1f} s"


def first_command(command: Path, own: dict[str, str]) -> None:
    """Ask for the version, and for how the installation is."""
    if not run([str(command), "--version"], own).startswith("kabuto "):
        raise Failed("kabuto --version says something else")
    run([str(command), "doctor"], own)


def first_game(command: Path, own: dict[str, str]) -> None:
    """Begin a game in the terminal, and make a move that the game says is legal."""
    shown = run([str(command), "play", "--seed", "1"], own, typed="moves\nquit\n")
    move = re.search(r"such as (\w+)\.", shown)
    if move is None:
        raise Failed(f"no move is shown: {shown[-300:]}")
    played = run([str(command), "play", "--seed", "1"], own, typed=f"{move[1]}\n/\nquit\n")
    if "turn 3" not in played:
        raise Failed(f"{move[1]} was not played: {played[-300:]}")


def page(command: Path, own: dict[str, str], *, edition: bool) -> None:
    """Serve the page, as whoever answers *browser* gets it, and fetch it."""
    log = subprocess.Popen(
        [str(command), "browser", "--port", "0"],
        env=own,
        cwd=own["HOME"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = next(
            (found[0] for text in _said(log) if (found := re.findall(r"http://[\d.:]+/", text))), None
        )
        if address is None:
            raise Failed("no address was said")
        with urlopen(address, timeout=120) as answer:
            text = answer.read().decode()
        if ("kabuto-folder" in text) != edition or "<script" not in text:
            raise Failed(f"this is not the page: {text[:200]}")
    finally:
        log.terminate()
        log.wait(60)


def _said(process: "subprocess.Popen[bytes]") -> Iterator[str]:
    """Everything that a program has said so far, as often as it says more."""
    assert process.stdout is not None
    said, end = b"", monotonic() + 300
    while monotonic() < end and select.select([process.stdout], [], [], 300)[0]:
        more = os.read(process.stdout.fileno(), 65536)
        if not more:
            return
        said += more
        yield said.decode(errors="replace")


def step(home: Path, own: dict[str, str]) -> None:
    """Step an environment of every kind that is installed."""
    for package, code in STEPS.items():
        if has(home, package):
            run([str(home / "bin/python"), "-c", code], own)


def has(home: Path, package: str) -> bool:
    """Whether a package is in an environment."""
    return any(home.glob(f"lib/python*/site-packages/{package}"))


def refusal(python: Path, wheel: Path) -> str:
    """What pip says to a Python that is too old."""
    with TemporaryDirectory() as folder:
        run([str(python), "-m", "venv", folder], {**os.environ, "HOME": folder})
        command = [f"{folder}/bin/python", "-m", "pip", "install", "--no-deps", "--no-index", str(wheel)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode == 0:
        raise Failed(f"Python {REFUSING} installed it")
    return next(line for line in done.stderr.splitlines() if "requires a different Python" in line)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
