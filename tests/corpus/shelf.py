"""The files of the corpus: batches that are added and never changed, and the manifest that lists them."""

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).with_name("data")
MANIFEST = "MANIFEST"
MOST_BYTES = 4_000_000
"""What all of it may weigh."""
LINES = ".jsonl.xz"
"""How files of lines end."""
CHUNK = 700
"""How many entries of a batch share a file."""

Entry = dict[str, Any]
Shapes = Mapping[str, list[str]]
"""Name of a game (or of another form) → every path of keys that its values had when the batch was made."""


class Batch(NamedTuple):
    """A file of the corpus, as the manifest lists it."""

    file: str
    kind: str
    entries: int
    digest: str


def batches(data: Path = DATA) -> list[Batch]:
    """Every file that the manifest lists, in the order in which they were added."""
    found = []
    for line in (data / MANIFEST).read_text(encoding="utf-8").splitlines():
        digest, entries, file = line.split()
        found.append(Batch(file, file.partition("-")[0], int(entries), digest))
    return found


def check(data: Path = DATA) -> Iterator[str]:
    """What is wrong with the files: changed, missing, not listed, too heavy."""
    listed = batches(data)
    files = {path.name for path in data.iterdir()} - {MANIFEST}
    for batch in listed:
        if batch.file not in files:
            yield f"{batch.file} is missing"
        elif _digest(data / batch.file) != batch.digest:
            yield f"{batch.file} was changed: the corpus only grows, add another batch"
    for file in sorted(files - {batch.file for batch in listed}):
        yield f"{file} is not in the manifest: add it with python -m tests.corpus"
    weight = sum(path.stat().st_size for path in data.iterdir())
    if weight > MOST_BYTES:
        yield f"the corpus weighs {weight} bytes, more than {MOST_BYTES}"


def read(batch: Batch, data: Path = DATA) -> tuple[Shapes, list[Entry]]:
    """The shapes and the entries of a file of lines."""
    first, *rest = lzma.decompress((data / batch.file).read_bytes()).decode().splitlines()
    return json.loads(first)["shapes"], [json.loads(line) for line in rest]


def add(kind: str, name: str, entries: Iterable[Entry], shapes: Shapes, data: Path = DATA) -> list[str]:
    """Add a batch of a kind under a name that is new; the files it has become."""
    every = list(entries)
    parts = [every[n : n + CHUNK] for n in range(0, len(every), CHUNK)]
    files = [f"{kind}-{name}-{number}{LINES}" for number in range(1, len(parts) + 1)]
    for file, part in zip(files, parts, strict=True):
        lines = [{"kind": kind, "name": name, "shapes": dict(shapes)}, *part]
        text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
        add_file(file, lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME), len(part), data)
    return files


def add_file(file: str, content: bytes, entries: int, data: Path = DATA) -> None:
    """Add a file and list it; refused if there is one with that name."""
    path = data / file
    with path.open("xb") as new:
        new.write(content)
    with (data / MANIFEST).open("a", encoding="utf-8", newline="\n") as manifest:
        manifest.write(f"{_digest(path)} {entries:>5} {file}\n")


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
