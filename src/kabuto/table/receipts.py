"""What a browser saw and sent before a deal, compared with the proof of that deal.

A proof alone shows that a game follows from it. Whether the server left a part out, or changed a seal or its
commitment, only those can tell who were there: their browsers keep a receipt.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast, get_args

from kabuto.table.deals import (
    FIRST,
    MOST_SEATS,
    VERSION,
    BadProof,
    Proof,
    check_keys,
    digits,
)
from kabuto.table.errors import BadRecord, short
from kabuto.table.record import expect
from kabuto.table.text import WORDS, Seat

KEYS = ("receipt", "table", "commitment", "start", "seals", "mine")
OWN_KEYS = ("seat", "seal", "part", "sealed", "opened")
Answer = Literal["", "sent", "accepted", "refused"]
"""What became of a message: never sent, never answered, or answered."""


class BadReceipt(BadProof):
    """A receipt that cannot be read, or with which a proof does not agree."""


@dataclass(frozen=True)
class Own:
    """What a browser added to the deal, on one seat."""

    seat: int
    seal: str
    part: str
    sealed: Answer
    """What became of its seal."""
    opened: Answer
    """What became of its part."""


@dataclass(frozen=True)
class Receipt:
    """What a browser saw and sent before a deal."""

    version: int
    table: str
    """The hash of the table."""
    commitment: str
    start: str
    """The hash of how the game was to begin; nothing in the first version, where it was not told."""
    seals: tuple[str, ...] | None
    """Seat → its seal, when all of them were told; None: the browser was not there any more."""
    mine: tuple[Own, ...]


def read(value: object) -> Receipt:
    """A receipt from JSON; ``BadReceipt`` says what is wrong with its form."""
    try:
        return _read(value)
    except (BadRecord, BadProof) as fault:
        raise BadReceipt(fault.reason, fault.place) from None


def _read(value: object) -> Receipt:
    top = expect(value, Mapping, "receipt")
    if "receipt" not in top:
        raise BadReceipt(WORDS.say("receipt_no_version"), "receipt")
    version = top["receipt"]
    if type(version) is not int or version not in (FIRST, VERSION):
        versions = [FIRST, VERSION]
        raise BadReceipt(WORDS.say("receipt_version", versions=versions, given=short(version)), "receipt")
    check_keys(top, KEYS, "receipt")
    receipt = Receipt(
        version,
        digits(top["table"], "table"),
        digits(top["commitment"], "commitment"),
        digits(top["start"], "start") if version == VERSION else "",
        None if top["seals"] is None else _seals(top["seals"]),
        tuple(_own(each, f"mine[{n}]") for n, each in enumerate(_few(top["mine"], "mine"))),
    )
    _check_once(receipt.mine)
    return receipt


def _check_once(mine: tuple[Own, ...]) -> None:
    """Refuse two entries for a seat."""
    seats = [own.seat for own in mine]
    for n, seat in enumerate(seats):
        if seat in seats[:n]:
            raise BadReceipt(WORDS.say("receipt_twice", seat=Seat(seat)), f"mine[{n}].seat")


def _few(value: object, place: str) -> list[object]:
    """A list with no more entries than a table has seats."""
    found: list[object] = expect(value, list, place)
    if len(found) > MOST_SEATS:
        raise BadReceipt(WORDS.say("deal_most_seats", most=MOST_SEATS, given=len(found)), place)
    return found


def _seals(value: object) -> tuple[str, ...]:
    return tuple(
        "" if each == "" else digits(each, f"seals[{seat}]") for seat, each in enumerate(_few(value, "seals"))
    )


def _own(value: object, place: str) -> Own:
    fields = expect(value, Mapping, place)
    check_keys(fields, OWN_KEYS, "receipt", f"{place}.")
    seat = expect(fields["seat"], int, f"{place}.seat")
    if not 0 <= seat < MOST_SEATS:
        raise BadReceipt(
            WORDS.say("deal_most_seats", most=MOST_SEATS, given=short(seat + 1)), f"{place}.seat"
        )
    for key in ("sealed", "opened"):
        if fields[key] not in get_args(Answer):
            known = [repr(answer) for answer in get_args(Answer)]
            raise BadReceipt(
                WORDS.say("receipt_answer", known=known, given=short(fields[key])), f"{place}.{key}"
            )
    return Own(
        seat,
        digits(fields["seal"], f"{place}.seal"),
        digits(fields["part"], f"{place}.part"),
        cast(Answer, fields["sealed"]),
        cast(Answer, fields["opened"]),
    )


def compare(receipt: Receipt, proof: Proof) -> list[int]:
    """The seats whose parts, which this browser added, decided the deal.

    ``BadReceipt`` names what the proof has otherwise than the browser saw and sent it.
    """
    _check_told(receipt, proof)
    _check_mine(receipt, proof)
    _check_seals(receipt, proof)
    return [own.seat for n, own in enumerate(receipt.mine) if _is_used(own, proof, f"mine[{n}]")]


def _check_told(receipt: Receipt, proof: Proof) -> None:
    """Refuse a proof of something else than what the server told first."""
    if receipt.version != proof.version:
        raise BadReceipt(
            WORDS.say("receipt_other_version", number=receipt.version, given=proof.version), "receipt"
        )
    bond = proof.bond
    if bond and receipt.table != bond.table:
        raise BadReceipt(WORDS.say("receipt_other_table"), "table")
    if bond and receipt.start != bond.start:
        raise BadReceipt(WORDS.say("receipt_start"), "start")
    if receipt.commitment != proof.commitment:
        raise BadReceipt(WORDS.say("receipt_commitment"), "commitment")


def _check_mine(receipt: Receipt, proof: Proof) -> None:
    """Refuse a receipt with a part that is not the one of its seal."""
    bond = proof.bond
    for n, own in enumerate(receipt.mine):
        if bond and own.seal != bond.seal(own.seat, own.part):
            raise BadReceipt(WORDS.say("receipt_damaged", seat=Seat(own.seat)), f"mine[{n}].part")


def _check_seals(receipt: Receipt, proof: Proof) -> None:
    """Refuse a proof with other seals than those that were told before parts were shown."""
    if receipt.seals is None:
        return
    if len(receipt.seals) != len(proof.shares):
        raise BadReceipt(WORDS.say("deal_seats", number=len(proof.shares)), "seals")
    for seat, told in enumerate(receipt.seals):
        if told != proof.shares[seat].seal:
            raise BadReceipt(WORDS.say("receipt_seal", seat=Seat(seat)), f"seals[{seat}]")


def _is_used(own: Own, proof: Proof, place: str) -> bool:
    """Whether the part of this browser decided the deal; refused if the server left it out."""
    share = proof.shares[own.seat] if own.seat < len(proof.shares) else None
    if own.sealed and (share is None or share.seal != own.seal):
        key = "receipt_seal" if own.sealed == "accepted" else "receipt_seal_left_out"
        raise BadReceipt(WORDS.say(key, seat=Seat(own.seat)), f"{place}.seal")
    if share is None or share.seal != own.seal:
        return False
    if own.opened and not share.part:
        key = "receipt_part_lost" if own.opened == "accepted" else "receipt_part_left_out"
        raise BadReceipt(WORDS.say(key, seat=Seat(own.seat)), f"{place}.part")
    return share.part == own.part
