"""What is public: every name that docs/api.md promises, and what it takes, beside the last release.

``python -m release.public`` says what is new, ``--write`` takes it over. What is gone or takes something else
breaks a promise: it needs a version that may, and ``--write`` refuses it before there is one.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import griffe

from release.state import ROOT, VERSION, git, version

LIST = ROOT / "tests" / "public.txt"
"""The list, which belongs to the version in its first line."""
PAGE = ROOT / "docs" / "api.md"


def modules() -> list[str]:
    """The modules of which the page tells."""
    return re.findall(r"^::: (\S+)$", PAGE.read_text("utf-8"), re.MULTILINE)


def listed(root: Path = ROOT / "src") -> list[str]:
    """Every public name below some sources, with what it takes; nothing is imported."""
    return sorted({line for name in modules() for line in _of_module(root, name)})


def _of_module(root: Path, name: str) -> Iterator[str]:
    module = _read(root, name)
    exports = None if module.exports is None else {str(each) for each in module.exports}
    for short, member in module.members.items():
        is_own = not short.startswith("_") and not member.is_alias
        if is_own if exports is None else short in exports:
            target = _target(root, member)
            if target is not None and not target.is_module:
                yield from _lines(f"{name}.{short}", target)


@cache
def _read(root: Path, name: str) -> griffe.Module:
    """A module alone, without those that it imports."""
    path = root.joinpath(*name.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return griffe.visit(name, file, file.read_text("utf-8"))


def _target(root: Path, member: griffe.Object | griffe.Alias) -> griffe.Object | None:
    """What a name stands for, wherever in this package it was made."""
    while isinstance(member, griffe.Alias):
        where, _, name = member.target_path.rpartition(".")
        if not where.startswith("kabuto") or name not in (found := _read(root, where)).members:
            return None
        member = found.members[name]
    return member


def _lines(path: str, target: griffe.Object) -> Iterator[str]:
    """A name, and those inside of it."""
    if isinstance(target, griffe.Function):
        yield f"{path}{_taken(target)}"
    elif isinstance(target, griffe.Class):
        yield f"class {path}{_fields(target)}"
        for member in target.members.values():
            inside = member.is_public or member.name in ("__init__", "__call__")
            if inside and isinstance(member, griffe.Function):
                yield f"{path}.{member.name}{_taken(member)}"
            elif inside and isinstance(member, griffe.Attribute):
                yield f"{path}.{member.name}"
    else:
        yield path


def _taken(function: griffe.Function) -> str:
    """The parameters of a function, without their types: those may become wider."""
    shown = []
    for parameter in function.parameters:
        mark = {"variadic positional": "*", "variadic keyword": "**"}.get(str(parameter.kind.value), "")
        default = "" if parameter.default is None or mark else "=…"
        only = "|" if parameter.kind is griffe.ParameterKind.keyword_only else ""
        shown.append(f"{only}{mark}{parameter.name}{default}")
    return f"({', '.join(shown)})"


def _fields(made: griffe.Class) -> str:
    """What a class derives from, as its name says it."""
    bases = [str(base) for base in made.bases]
    return f"({', '.join(bases)})" if bases else ""


def kept() -> tuple[str, list[str]]:
    """The version of the list, and the list."""
    first, *lines = LIST.read_text("utf-8").splitlines()
    return first.removeprefix("# Kabuto "), lines


def broken(old: list[str], new: list[str]) -> list[str]:
    """What was promised and is no longer so; a further parameter with a default is no breach."""
    there = set(new)
    calls = {line.partition("(")[0]: line for line in new if not line.startswith("class ")}
    return [
        line for line in old if line not in there and not _is_wider(line, calls.get(line.partition("(")[0]))
    ]


def _is_wider(old: str, new: str | None) -> bool:
    """Whether everything that could be given to a function still can."""
    if new is None or "(" not in old:
        return False
    before, after = (line.partition("(")[2].rstrip(")").split(", ") for line in (old, new))
    before = [each for each in before if each]
    rest = [each for each in after if each and each not in before]
    kept_order = [each for each in after if each in before] == before
    positional = [each for each in before if not each.startswith(("|", "*"))]
    comes_last = [each for each in after if not each.startswith(("|", "*"))][: len(positional)] == positional
    return kept_order and comes_last and all("=…" in each or each.startswith("*") for each in rest)


def against_tag() -> list[str]:
    """What griffe finds broken since the last release that has a tag; nothing before the first one."""
    tags = git(ROOT, "tag", "--list", "v*", "--sort=-version:refname").split()
    if not tags:
        return []
    old = griffe.load_git("kabuto", ref=tags[0], repo=ROOT, search_paths=["src"])
    new = griffe.load("kabuto", search_paths=[str(ROOT / "src")])
    named = tuple(modules())
    return [
        f"since {tags[0]}: {each.explain(griffe.ExplanationStyle.ONE_LINE)}"
        for each in griffe.find_breaking_changes(old, new)
        if each.obj.path.rpartition(".")[0] in named
    ]


def may_break(old: str, new: str) -> bool:
    """Whether a version may break what an older one promised: another first number, before 1.0 the second."""
    first, second, _ = new.split(".")
    return [first, second][: 2 if first == "0" else 1] != old.split(".")[: 2 if first == "0" else 1]


def main(argv: list[str]) -> int:
    """Tell what differs, and take it over if asked to and allowed."""
    now = listed()
    of, before = kept() if LIST.exists() else (version(), [])
    gone, new = broken(before, now), [line for line in now if line not in before]
    for mark, lines in (("-", gone), ("+", new)):
        print("".join(f"{mark} {line}\n" for line in lines), end="")
    if gone and not may_break(of, version()):
        print(
            f"What is gone was promised by {of}: keep it, or raise the version in {VERSION}.", file=sys.stderr
        )
        return 1
    if "--write" in argv:
        LIST.write_text("".join(f"{line}\n" for line in (f"# Kabuto {version()}", *now)), "utf-8")
    return int(bool(against_tag()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
