"""``kabuto check``: verify records, and how a game was dealt; stop at the first fault."""

import argparse
import sys
from pathlib import Path

from kabuto.cli.arguments import Parser, load_cards
from kabuto.cli.files import STDIN, games_in, load_at, read_one
from kabuto.cli.progress import progress
from kabuto.table import BadOption, receipts
from kabuto.table.deals import FIRST, BadProof, Proof, verify
from kabuto.table.text import Seat, listed
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=parser.text("option_files"))
    parser.add_argument("--deal", metavar="PROOF", help=parser.text("option_deal"))
    parser.add_argument("--receipt", metavar="FILE", help=parser.text("option_receipt"))
    parser.add_cards()


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Replay every record of every file; ``BadRecord`` for the first one that is wrong."""
    load_cards(args.cards)
    if args.deal:
        return _check_deal(args, screen)
    if args.receipt:
        raise BadOption(sentence("receipt_needs_deal"), "--receipt")
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
    """Deal the only game of a file again; ``BadProof`` names what is not as the proof or the receipt says."""
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
    counted = _compared(args.receipt, found) if args.receipt else None
    for line in _judged(found, counted, screen):
        screen.line([(f"{name}: {line}", "")])
    screen.line([(screen.text("deal_commitment", commitment=found.commitment), "")])
    return 0


def _compared(path: str, proof: Proof) -> list[int]:
    """The seats whose parts counted, of those that a receipt is for; ``BadReceipt`` names what differs."""
    _, receipt = read_one(Path(path), None, "--receipt")
    try:
        return receipts.compare(receipts.read(receipt), proof)
    except BadProof as fault:
        raise BadProof(fault.reason, f"{path}: {fault.place}") from None


def _judged(proof: Proof, counted: list[int] | None, screen: Screen) -> list[str]:
    """What a proof shows, and what it can't."""
    added = sum(bool(share.part) for share in proof.shares)
    withheld = sum(bool(share.seal) for share in proof.shares) - added
    lines = [screen.text("deal_right", added=added, withheld=withheld)]
    if proof.moves_before is not None:
        lines.insert(0, screen.text("deal_went_on", number=proof.moves_before))
    lines.append(screen.text("deal_by_first" if proof.version == FIRST else "deal_by_second"))
    if counted is None:
        lines.append(screen.text("deal_no_receipt"))
    else:
        seats = [Seat(seat) for seat in counted]
        lines.append(screen.text("deal_receipt", number=len(seats), seats=listed(seats) if seats else ""))
    return lines
