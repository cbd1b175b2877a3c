"""The edition that the package carries: a folder as ``kabuto static`` makes it, with every file once.

A file that has a packed twin is kept as the twin alone; a list says what belongs to it, and to which version.
"""

import gzip
import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import kabuto
from kabuto.table import Refused
from kabuto.text_ui.language import sentence
from kabuto.version import __version__

PLACE = Path(kabuto.__file__).parent / "edition"
"""Where a wheel has it; a checkout has none."""
LIST = "edition.json"
TWIN = ".gz"


@dataclass(frozen=True)
class Kept:
    """A file as it is kept."""

    path: Path
    is_packed: bool
    tag: str
    """Changes with its content."""

    def content(self, *, packed: bool = False) -> bytes:
        """The bytes of the file; ``packed`` leaves them as gzip has made them, where it has."""
        found = self.path.read_bytes()
        return gzip.decompress(found) if self.is_packed and not packed else found


def carry(folder: Path, place: Path, version: str = __version__) -> None:
    """Take the files of a folder along, each once, with the list of them."""
    shutil.rmtree(place, ignore_errors=True)
    sizes: dict[str, tuple[int, str]] = {}
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        if not path.with_name(path.name + TWIN).exists():
            name, content = path.relative_to(folder).as_posix(), path.read_bytes()
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(content)
            sizes[name] = len(content), hashlib.sha256(content).hexdigest()
    text = json.dumps({"version": version, "files": sizes}, indent=0, sort_keys=True)
    (place / LIST).write_text(f"{text}\n", "utf-8")


def is_there(place: Path = PLACE) -> bool:
    """Whether this package carries an edition, whole or not."""
    return (place / LIST).is_file()


def read(place: Path = PLACE) -> Mapping[str, Kept]:
    """Name → file, packed twins included; refused if something is missing, cut off, or of another version."""
    if not is_there(place):
        raise Refused(sentence("edition_missing"))
    try:
        found = json.loads((place / LIST).read_text("utf-8"))
        version, sizes = str(found["version"]), dict(found["files"])
    except (ValueError, KeyError, TypeError):
        raise Refused(sentence("edition_damaged", name=LIST)) from None
    if version != __version__:
        raise Refused(sentence("edition_of_another", theirs=version, ours=__version__))
    files: dict[str, Kept] = {}
    for name, (size, digest) in sizes.items():
        path = place / name
        if not path.is_file() or path.stat().st_size != size:
            raise Refused(sentence("edition_damaged", name=name))
        files[name] = Kept(path, False, digest[:16])
        if name.endswith(TWIN):
            files[name.removesuffix(TWIN)] = Kept(path, True, digest[:16])
    return files


def damaged(place: Path = PLACE) -> list[str]:
    """The files that are not what the list says, byte for byte."""
    sizes = json.loads((place / LIST).read_text("utf-8"))["files"]
    return [
        name
        for name, (_, digest) in sizes.items()
        if not (place / name).is_file() or hashlib.sha256((place / name).read_bytes()).hexdigest() != digest
    ]
