"""Runs in Pyodide itself, under node: compiles what a page needs by the very Python that will run it."""

import json
import py_compile
import struct
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

MADE = (2026, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the same sources make the same bytes."""
STDLIB = Path("/lib/python314.zip")
ALWAYS = (
    "_pyodide/", "pyodide/", "encodings/__init__", "encodings/aliases", "encodings/ascii", "encodings/cp437",
    "encodings/latin_1", "encodings/utf_8", "linecache", "tokenize", "traceback", "zipimport",
)  # fmt: skip
"""What of Python's library is there whether a rehearsal uses it or not: to start, and to say what failed."""


def compiled(source: bytes, name: str) -> bytes:
    """A module as bytecode."""
    path, target = Path("/tmp/module.py"), Path("/tmp/module.pyc")
    path.write_bytes(source)
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(path), str(target), dfile=name, doraise=True, optimize=2, invalidation_mode=mode)
    return target.read_bytes()


def pack(files: Iterable[tuple[str, str]], target: str) -> None:
    """Write files one after the other behind a list of their names and sizes; modules are compiled."""
    packed = []
    for name, path in sorted(files):
        content = Path(path).read_bytes()
        if name.endswith(".py"):
            packed.append((f"{name}c", compiled(content, name)))
        elif "/words/" in name:  # the rest of it belongs to the page, which has it already
            packed.append((name, content.partition(b"\n[page")[0] + b"\n"))
        else:
            packed.append((name, content))
    index = json.dumps([[name, len(content)] for name, content in packed], separators=(",", ":")).encode()
    with Path(target).open("wb") as out:
        out.write(struct.pack(">I", len(index)) + index)
        for _, content in packed:
            out.write(content)


def pack_stdlib(used: Iterable[str], target: str) -> None:
    """Write those modules of Python's library that are used, compiled."""
    source, kept = zipfile.ZipFile(STDLIB), set(used)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as out:
        for name in sorted(source.namelist()):
            if name.endswith(".py") and (name in kept or name.startswith(ALWAYS)):
                out.writestr(zipfile.ZipInfo(f"{name}c", MADE), compiled(source.read(name), name))


def used() -> list[str]:
    """The files of Python's library that are loaded now."""
    inside = set(zipfile.ZipFile(STDLIB).namelist())
    names = [name.replace(".", "/") for name in sys.modules]
    return sorted(inside & {f"{name}{end}" for name in names for end in (".py", "/__init__.py")})


async def rehearsed(questions: str, has_search: bool, *languages: str) -> str:
    """Rehearse in some languages: the games there are, what was said, what was used for it, and answers."""
    from kabuto.folder.rehearsal import answers, rehearse
    from kabuto.folder.surroundings import with_search, without_engine
    from kabuto.folder.thinker import imported
    from kabuto.table import manifests

    manifests.restrict(without_engine)
    found = [await rehearse(seed, language=language) for seed, language in enumerate(languages, 1)]
    if has_search:
        imported()
        manifests.restrict(with_search)
    return json.dumps(
        {
            "games": found[0].games,
            "said": [each.messages for each in found],
            "used": used(),
            "answers": {language: await answers(language, json.loads(questions)) for language in languages},
        }
    )
