"""``make release``: everything of a release in ``dist/kabuto-VERSION``, after two equal builds."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from release import bill, build, pythons, state
from release.archives import pack, sums, write_sums

OUT = state.ROOT / "dist"


def main() -> int:
    """Make it, or say why not."""
    try:
        version, notes = state.check()
        found = pythons.find(*pythons.SUPPORTED)
        if len(found) < 2:
            raise state.NoRelease(
                f"two Pythons of {', '.join(pythons.SUPPORTED)} are needed, here is {[*found]}"
            )
        make(version, notes, list(found.items())[:2])
    except (state.NoRelease, RuntimeError) as refusal:
        print(f"make release: {refusal}", file=sys.stderr)
        return 2
    return 0


def make(version: str, notes: str, used: list[tuple[str, Path]]) -> None:
    """Build twice, compare, and put the rest beside it."""
    say, started = _say, monotonic()
    with TemporaryDirectory(prefix="kabuto-release-") as folder:
        places = [Path(folder) / f"by-{name}" for name, _ in used]
        for place in places:  # both now: what is committed meanwhile belongs to neither
            build.clone(state.ROOT, place / "kabuto")
        made = [_build(place, python) for place, (_, python) in zip(places, used, strict=True)]
        compare([name for name, _ in used], made, say)
        first, source = made[0], made[0].parent / "kabuto"
        _document(source, first / f"kabuto-{version}-documents.zip")
        maps = source / "web" / ".maps"
        (first / f"kabuto-{version}.cdx.json").write_text(
            bill.bill(source, version, int(state.time_of(source)), maps), "utf-8"
        )
        (first / "NOTES.md").write_text(notes, "utf-8")
        write_sums(first)
        target = OUT / f"kabuto-{version}"
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(exist_ok=True)
        shutil.move(first, target)
    for path in sorted(target.iterdir()):
        size = sum(
            each.stat().st_size for each in (path.rglob("*") if path.is_dir() else [path]) if each.is_file()
        )
        say(f"{size / 1e6:8.2f} MB  {path.relative_to(state.ROOT)}")
    say(f"Kabuto {version} is ready after {monotonic() - started:.0f} s. Nothing is published.")


def _build(place: Path, python: Path) -> Path:
    """What was built of a clone, in an environment of its own."""
    source, out = place / "kabuto", place / "out"
    out.mkdir()
    build.build(source, out, build.environment(python, place / "environment", source))
    return out


def compare(names: list[str], made: list[Path], say: Callable[[str], object]) -> None:
    """Both builds, file by file; refused if any differs."""
    one, other = (sums(each for each in out.rglob("*") if each.is_file()) for out in made)
    differing = sorted({*one, *other} - {name for name in one if one[name] == other.get(name)})
    if differing:
        raise RuntimeError(f"built by Python {' and '.join(names)}, these differ: {', '.join(differing)}")
    for path in sorted(each for each in made[0].iterdir() if each.is_file()):
        say(f"{one[path.name]}  {path.name}  (the same by Python {' and '.join(names)})")


def _document(source: Path, target: Path) -> None:
    """The documents as pages, in an archive."""
    build.run(sys.executable, "-m", "zensical", "build", "--clean", "--strict", cwd=source)
    pack(source / "site", target, int(state.time_of(source)))


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
