"""``kabuto check``: verify records, and how a game was dealt; stop at the first fault."""

import argparse
import sys
from pathlib import Path

from kabuto.cli.arguments import Parser, load_cards
from kabuto.cli.files import games_in, load_at, read_one
from kabuto.cli.language import sentence
from kabuto.cli.progress import progress
from kabuto.cli.screen import Screen
from kabuto.table import BadOption
from kabuto.table.deals import BadProof, commitment, verify

STDIN = Path("/dev/stdin")


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=parser.text("option_files"))
    parser.add_argument("--deal", metavar="PROOF", help=parser.text("option_deal"))
    parser.add_cards()


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Replay every record of every file; ``BadRecord`` for the first one that is wrong."""
    load_cards(args.cards)
    if args.deal:
        return _check_deal(args, screen)
    for name in args.files:
        path = STDIN if name == "-" else Path(name)
        number = 0
        with progress(name) as advance:
            for _ in games_in(path):
                number += 1
                advance(1)
        screen.line([(f"{name}: {screen.text('checked', number=number)}", "")])
        sys.stdout.flush()
    return 0


def _check_deal(args: argparse.Namespace, screen: Screen) -> int:
    """Deal the only game of a file again; ``BadProof`` names what is not as the proof says."""
    if len(args.files) != 1:
        raise BadOption(sentence("deal_one_record"), "--deal")
    _, proof = read_one(Path(args.deal), None, "--deal")
    (name,) = args.files
    place, record = read_one(STDIN if name == "-" else Path(name), None, name)
    load_at(place, record)
    try:
        found = verify(proof, record)
    except BadProof as fault:
        raise BadProof(fault.reason, f"{args.deal}: {fault.place}") from None
    added = sum(bool(share.part) for share in found.shares)
    withheld = sum(bool(share.seal) for share in found.shares) - added
    screen.line([(f"{name}: {screen.text('deal_right', added=added, withheld=withheld)}", "")])
    screen.line([(screen.text("deal_commitment", commitment=commitment(found.secret)), "")])
    return 0
