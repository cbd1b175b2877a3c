"""``kabuto store``: look over the data of a stopped server, repair or copy it, or export its games."""

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from kabuto.cli.arguments import Parser
from kabuto.cli.progress import progress
from kabuto.folders import data_folder
from kabuto.table import BadOption, Refused
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen

if TYPE_CHECKING:
    from kabuto.server.check_store import Condition, Stored

ACTIONS = ("check", "repair", "export", "copy")
DAMAGED = 1
"""The exit code if something is wrong."""


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    group = parser.add_argument_group(parser.text("group_store"))
    group.add_argument("action", metavar="|".join(ACTIONS), help=parser.text("option_store_action"))
    group.add_argument("data", metavar="DIR|URL", nargs="?", help=parser.text("option_store_data"))
    group.add_argument("target", metavar="TO", nargs="?", help=parser.text("option_store_target"))
    group.add_argument("--out", metavar="DIR", type=Path, help=parser.text("option_store_out"))
    group.add_argument("--table", metavar="ID", action="append", help=parser.text("option_store_table"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Do it; 1 if something is damaged and stays so."""
    if args.action not in ACTIONS:
        raise BadOption(sentence("one_of", known=list(ACTIONS), text=args.action[:40]), "store")
    if (args.out is not None) != (args.action == "export"):
        raise BadOption(sentence("store_out"), "--out")
    if (args.target is not None) != (args.action == "copy"):
        raise BadOption(sentence("store_target"), "store")
    if args.table and args.action == "copy":
        raise BadOption(sentence("store_copy_all"), "--table")
    try:
        from kabuto.server.check_store import opened
        from kabuto.server.runtime.log_lines import set_up
    except ModuleNotFoundError as missing:
        raise Refused(sentence("no_server", name=missing.name)) from None
    set_up(is_terminal=True)  # a damaged log is reported as the server does it
    with opened(args.data or data_folder()) as folder:
        if args.action == "copy":
            with opened(args.target, is_new=True) as target:
                return _copy(folder, target, screen)
        known = folder.tables()
        for name in args.table or ():
            if name not in known:
                raise BadOption(sentence("no_such_table", name=name[:40]), "--table")
        tables = args.table or known
        if args.action == "export":
            return _export(folder, tables, args.out, screen)
        return _check(folder, tables, args.action == "repair", screen)


def _check(folder: "Stored", tables: list[str], is_repair: bool, screen: Screen) -> int:
    conditions = []
    with progress(screen.text("checking_tables"), len(tables)) as advance:
        for name in tables:
            conditions.append(folder.condition(name))
            advance(1)
    if folder.loss:
        screen.say("store_journal_fault", number=folder.loss.transactions)
    if is_repair and folder.faults():
        folder.rebuild_indexes()
    faults = folder.faults()
    for fault in faults:
        screen.say("store_file_fault", fault=fault)
    if is_repair and faults:
        screen.say("store_file_beyond")
    damaged = [condition for condition in conditions if not condition.is_sound]
    for condition in damaged:
        _report(condition, screen)
        if is_repair:
            folder.repair(condition)
            key = "store_repaired" if condition.readable else "store_removed"
            screen.say(key, number=condition.readable)
    events = sum(condition.total for condition in conditions)
    screen.say("store_summary", tables=len(tables), events=events, damaged=len(damaged))
    return DAMAGED if (damaged and not is_repair) or faults or folder.loss else 0


def _report(condition: "Condition", screen: Screen) -> None:
    if condition.fault:
        screen.say(
            "store_table_fault",
            table=condition.id,
            fault=condition.fault,
            readable=condition.readable,
            total=condition.total,
        )
    else:
        screen.say("store_list_fault", table=condition.id)


def _copy(source: "Stored", target: "Stored", screen: Screen) -> int:
    with progress(screen.text("copying"), source.size()) as advance:
        target.take(source, advance)
    tables, events = (target.rows(f"SELECT count(*) FROM {name}")[0][0] for name in ("tables", "events"))
    screen.say("store_copied", tables=tables, events=events)
    return 0


def _export(folder: "Stored", tables: list[str], out: Path, screen: Screen) -> int:
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadOption(sentence("store_out_taken", path=out), "--out")
    out.mkdir(parents=True, exist_ok=True)
    kinds: Counter[str] = Counter()
    with progress(screen.text("exporting"), len(tables)) as advance:
        for name in tables:
            kinds[folder.export(name, out).suffix] += 1
            advance(1)
    screen.say("store_exported", path=out, records=kinds[".json"], events=kinds[".jsonl"])
    sys.stdout.flush()
    return 0
