"""Archives and sums that are the same whoever makes them, and whenever."""

import hashlib
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path

SUMS = "SHA256SUMS"


def pack(folder: Path, target: Path, seconds: int) -> None:
    """A folder as an archive: names in order, one time, no owners."""
    moment = time.gmtime(seconds)[:6]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            entry = zipfile.ZipInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}", moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            out.writestr(entry, path.read_bytes())


def sums(files: Iterable[Path]) -> dict[str, str]:
    """Name → SHA-256."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(files)}


def write_sums(folder: Path) -> None:
    """The sums of all files of a folder, in the form that ``sha256sum --check`` reads."""
    found = sums(each for each in folder.iterdir() if each.is_file() and each.name != SUMS)
    (folder / SUMS).write_text("".join(f"{digest}  {name}\n" for name, digest in found.items()), "utf-8")
