"""``kabuto ban``: keep people or addresses out, or close tables, while servers run."""

import argparse
import time
from datetime import UTC, datetime

from kabuto.cli.arguments import Parser, number
from kabuto.folders import data_folder
from kabuto.table import BadOption, Refused
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen

LONGEST = 36_500
"""Days."""


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    group = parser.add_argument_group(parser.text("group_ban"))
    group.add_argument("data", metavar="DIR|URL", nargs="?", help=parser.text("option_store_data"))
    for kind, metavar in (("person", "ID"), ("address", "NETWORK"), ("table", "ID")):
        meaning = parser.text(f"option_ban_{kind}")
        group.add_argument(f"--{kind}", metavar=metavar, action="append", default=[], help=meaning)
    group.add_argument("--seats", metavar="ID", help=parser.text("option_ban_seats"))
    group.add_argument("--days", metavar="N", help=parser.text("option_ban_days"))
    group.add_argument("--reason", metavar="TEXT", default="", help=parser.text("option_ban_reason"))
    group.add_argument("--lift", action="store_true", help=parser.text("option_ban_lift"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Ban what was named, or lift those bans; list all bans if nothing was."""
    days = number(args.days, "--days", 1, LONGEST)
    try:
        from kabuto.server.accounts.bans import DAY, KINDS, Ban, register, subject_of
    except ModuleNotFoundError as missing:
        raise Refused(sentence("no_server", name=missing.name)) from None
    chosen = [(kind, subject_of(kind, text)) for kind in KINDS for text in getattr(args, kind)]
    if args.lift and (days or args.reason or not chosen):
        raise BadOption(sentence("ban_lift"), "--lift")
    now = time.time()
    with register(args.data or data_folder()) as bans:
        if args.seats:
            for name, person in bans.seats(args.seats):
                screen.say("ban_seat", name=name, person=person or "–")
        for kind, subject in chosen:
            if not args.lift:
                bans.add(Ban(kind, subject, int(now) + days * DAY if days else None, args.reason))
            elif not bans.lift(kind, subject):
                raise BadOption(sentence("ban_none", subject=subject[:60]), f"--{kind}")
        if not args.seats:
            active = bans.active(now)
            screen.say("ban_summary", number=len(active))
            for ban in active:
                until = f"{datetime.fromtimestamp(ban.until, UTC):%Y-%m-%d}" if ban.until else "–"
                screen.say("ban_line", kind=ban.kind, subject=ban.subject, until=until, reason=ban.reason)
    return 0
