"""What a release is made from: its version, its notes, and whether it may be made at all."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = "src/kabuto/version.py"
"""The one place where the version stands."""
LOG = "CHANGELOG.md"
_SECTION = re.compile(r"^## \[([^\]]+)\][^\n]*\n(.*?)(?=^## \[|\Z)", re.MULTILINE | re.DOTALL)


class NoRelease(Exception):
    """Why there can't be a release, for whoever wants to make it."""


def version(root: Path = ROOT) -> str:
    """The version that the package names."""
    found = re.search(r'^__version__ = "(\d+\.\d+\.\d+)"$', (root / VERSION).read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise NoRelease(f"{VERSION} names no version such as 1.2.3")
    return found[1]


def notes(text: str, version: str) -> str:
    """What the change log says of a version; before it has a section, what is unreleased."""
    sections = {name: body.strip() for name, body in _SECTION.findall(text)}
    waiting = sections.get("Unreleased", "")
    if version in sections and waiting:
        raise NoRelease(
            f"{LOG}: move what is under [Unreleased] to [{version}], or raise the version in {VERSION}"
        )
    body = sections.get(version, waiting)
    if not re.search(r"^- \S", body, re.MULTILINE):
        raise NoRelease(f"{LOG} says nothing of {version}: add a section [{version}] with what people notice")
    return f"# Kabuto {version}\n\n{body}\n"


def check(root: Path = ROOT) -> tuple[str, str]:
    """The version and its notes; refused for what is not committed, or for a version that exists."""
    changed = git(root, "status", "--porcelain").splitlines()
    if changed:
        more = f" and {len(changed) - 1} more" * (len(changed) > 1)
        raise NoRelease(f"not everything is committed: {changed[0].strip()}{more}")
    found = version(root)
    if git(root, "tag", "--list", f"v{found}"):
        tagged = git(root, "rev-list", "-n1", f"v{found}")
        if tagged != git(root, "rev-parse", "HEAD"):  # the same commit may be built again, to compare
            raise NoRelease(f"version {found} exists (tag v{found}): raise it in {VERSION}")
    return found, notes((root / LOG).read_text("utf-8"), found)


def time_of(root: Path) -> str:
    """The time of the last change in seconds: what is built says it was made then."""
    return git(root, "log", "-1", "--format=%ct").strip()


def git(root: Path, *arguments: str) -> str:
    """What git answers."""
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoRelease(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout
