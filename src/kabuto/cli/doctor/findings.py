"""What can be found out about an installation; nothing here changes anything or sends anything."""

import hashlib
import os
import platform
import re
import sys
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from kabuto.folder import carried
from kabuto.folders import cache_folder, data_folder
from kabuto.table import Refused, manifests
from kabuto.version import __version__

_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[([\w,.-]+)\])?[^;]*(?:;(.*))?")
_EXTRA = re.compile(r"""extra\s*==\s*["']([\w-]+)["']""")
_ELSEWHERE = re.compile(r"""sys_platform\s*!=\s*["'](\w+)["']""")
FOR_ENGINEERS = ("dev", "docs")
"""Extras that nobody needs who plays."""


@dataclass(frozen=True)
class Place:
    """A folder of the user's."""

    path: Path | None
    """None where there is no home."""
    size: int = 0
    files: int = 0
    can_write: bool = False


@dataclass(frozen=True)
class Findings:
    """Everything that was found out."""

    version: str
    python: str
    system: str
    machine: str
    processors: int
    extras: Mapping[str, Mapping[str, str | None]]
    """Extra → package → its version, if it is installed."""
    games: list[str]
    problems: Mapping[str, str]
    """Game → why it can't be played."""
    pages: str
    """The version of the server's pages, if they are here."""
    edition: str | Refused | None
    """The edition in this package: its version, or why it is no good."""
    damaged: list[str] = field(default_factory=list)
    """Files of the installation that are not what was installed."""
    data: Place = field(default_factory=lambda: Place(None))
    cache: Place = field(default_factory=lambda: Place(None))


def look() -> Findings:
    """Find it all out."""
    return Findings(
        version=__version__,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=f"{platform.system()} {platform.release()}",
        machine=platform.machine(),
        processors=os.cpu_count() or 1,
        extras=extras(_requirements()),
        games=manifests.working(),
        problems={name: str(reason) for name, reason in manifests.problems().items()},
        pages=_pages(),
        edition=_edition(),
        damaged=[*_damaged()],
        data=place(_folder(data_folder)),
        cache=place(_folder(cache_folder)),
    )


def extras(requirements: list[str]) -> dict[str, dict[str, str | None]]:
    """Extra → package → version; an extra that brings another one has the packages of both."""
    named: dict[str, dict[str, str | None]] = {}
    brings: dict[str, list[str]] = {}
    for line in requirements:
        match = _REQUIREMENT.fullmatch(line.strip())
        extra = _EXTRA.search(match[3] or "") if match else None
        if match is None or extra is None or extra[1] in FOR_ENGINEERS:
            continue
        packages = named.setdefault(extra[1], {})
        if match[1] == "kabuto":
            brings.setdefault(extra[1], []).extend((match[2] or "").split(","))
        elif not ((other := _ELSEWHERE.search(match[3])) and other[1] == sys.platform):
            packages[match[1]] = _version(match[1])
    for extra_name, others in brings.items():
        for other_name in others:
            named[extra_name] |= named.get(other_name, {})
    return named


def place(path: Path | None) -> Place:
    """A folder with its size; one that is not there yet can be written if its parent can."""
    if path is None:
        return Place(None)
    sizes = [*_sizes(path)]
    there = next((each for each in (path, *path.parents) if each.exists()), path)
    return Place(path, sum(sizes), len(sizes), os.access(there, os.W_OK))


def _sizes(path: Path) -> Iterator[int]:
    for folder, _, names in os.walk(path):
        for name in names:
            with suppress(OSError):  # another process has just removed it
                yield Path(folder, name).lstat().st_size


def _folder(find: object) -> Path | None:
    try:
        return find() if callable(find) else None
    except RuntimeError:  # there is no home
        return None


def _distribution() -> Distribution | None:
    try:
        return distribution("kabuto")
    except PackageNotFoundError:  # a checkout that nobody has installed
        return None


def _requirements() -> list[str]:
    found = _distribution()
    return (found.requires or []) if found else []


def _version(package: str) -> str | None:
    try:
        return distribution(package).version
    except PackageNotFoundError:
        return None


def _pages() -> str:
    stamp = carried.PLACE.with_name("static") / ".stamp"
    return stamp.read_text("utf-8")[:12] if stamp.is_file() else ""


def _edition() -> str | Refused | None:
    if not carried.is_there():
        return None
    try:
        carried.read()
    except Refused as refusal:
        return refusal
    return __version__


def _damaged() -> Iterator[str]:
    """Files that pip has noted with a hash, and that are other ones now: half of another version, say."""
    found = _distribution()
    for file in (found.files or []) if found else []:
        if file.hash is None or file.hash.mode != "sha256" or ".." in file.parts:
            continue  # outside of the package are starters, which some installers write anew
        wanted = urlsafe_b64decode(f"{file.hash.value}===")
        path = Path(str(file.locate()))
        if not path.is_file() or hashlib.sha256(path.read_bytes()).digest() != wanted:
            yield str(file)
