"""``kabuto doctor``: says how this installation is, clears caches, and writes a report if asked to."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree

from kabuto.cli.arguments import Parser
from kabuto.cli.doctor.findings import Findings, Place, look
from kabuto.cli.doctor.report import report
from kabuto.cli.files import check_free
from kabuto.folders import cache_folder, whole
from kabuto.table import Refused
from kabuto.text_ui.screen import Screen

CACHES = ("folder-*", "kernel-*")
"""What a cache holds; nothing else in that folder is removed."""


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    group = parser.add_argument_group(parser.text("group_doctor"))
    group.add_argument("--clear-caches", action="store_true", help=parser.text("option_clear_caches"))
    group.add_argument("--report", metavar="FILE", type=Path, help=parser.text("option_report"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Tell what was found; 1 if something needs mending."""
    if args.report:
        check_free(args.report, "--report")
    if args.clear_caches:
        _clear(screen)
    found = look()
    _tell(found, screen)
    if args.report:
        with whole(args.report) as path:
            path.write_text(report(found), "utf-8")
        screen.say("doctor_report", path=str(args.report))
    return int(_is_ill(found))


def _is_ill(found: Findings) -> bool:
    return bool(found.damaged or found.problems) or isinstance(found.edition, Refused)


def _tell(found: Findings, screen: Screen) -> None:
    """Everything, part by part, and what to do about it."""
    screen.line([(f"Kabuto {found.version}", "strong")])
    screen.words(f"  {found.python} · {found.system} {found.machine}")
    for extra, packages in found.extras.items():
        _tell_extra(extra, packages, screen)
    _tell_pages(found, screen)
    screen.words(f"  {screen.text('doctor_games', games=found.games)}", hanging=4)
    for name, reason in found.problems.items():
        screen.words(f"  {name}: {screen.translate(reason)}", hanging=4)
    _tell_place("doctor_data", found.data, screen)
    _tell_place("doctor_cache", found.cache, screen)
    if found.damaged:
        screen.say("doctor_damaged", number=len(found.damaged), name=found.damaged[0])


def _tell_extra(extra: str, packages: Mapping[str, str | None], screen: Screen) -> None:
    missing = [name for name, version in packages.items() if version is None]
    if missing:
        screen.words(f"  ○ [{extra}] {screen.text('doctor_missing', names=missing, extra=extra)}", hanging=4)
    else:
        screen.words(f"  ● [{extra}] {screen.text('doctor_installed')}", hanging=4)


def _tell_pages(found: Findings, screen: Screen) -> None:
    if isinstance(found.edition, Refused):
        screen.words(f"  {screen.translate(found.edition.reason)}", hanging=4)
    elif found.edition:
        screen.words(f"  {screen.text('doctor_edition')}")
    pages = screen.text("doctor_pages", build=found.pages) if found.pages else screen.text("doctor_no_pages")
    screen.words(f"  {pages}", hanging=4)


def _tell_place(key: str, place: Place, screen: Screen) -> None:
    if place.path is None:
        screen.words(f"  {screen.text('doctor_no_home')}", hanging=4)
        return
    screen.words(f"  {screen.text(key, path=str(place.path), size=_size(place.size))}", hanging=4)
    if not place.can_write:
        screen.words(f"  {screen.text('doctor_read_only', path=str(place.path))}", hanging=4)


def _clear(screen: Screen) -> None:
    """Remove what can be made again."""
    freed = 0
    for kind in CACHES:
        for folder in sorted(cache_folder().glob(kind)):
            freed += sum(each.lstat().st_size for each in folder.rglob("*") if each.is_file())
            rmtree(folder, ignore_errors=True)
    screen.say("doctor_cleared", size=_size(freed))


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
