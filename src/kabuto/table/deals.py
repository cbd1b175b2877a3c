"""Deals that anybody can verify: chance that neither the server nor a player could choose.

The server commits to a secret by its hash, and each person to a part by its seal. Only when all of that is
known do persons show their parts, and only after the game the server shows its secret. All chance follows
from both (``seed``), so whoever has the proof deals the game again and compares.
"""

import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from kabuto.table.errors import BadRecord, Refused, label, short
from kabuto.table.game import Game
from kabuto.table.record import expect
from kabuto.table.registry import load, new
from kabuto.table.text import WORDS, Seat

VERSION = 1
DIGITS = r"[0-9a-f]{64}"
"""A secret, a part, a commitment and a seal are 256 bits in hexadecimal digits."""
KEYS = ("deal", "game", "commitment", "secret", "seats", "start")


class BadProof(Refused):
    """A proof that cannot be read, or a game that was not dealt as it says."""


def commitment(secret: str) -> str:
    """What everybody is told of the server's secret before the deal."""
    return _hash(f"kabuto deal {VERSION} server {secret}")


def seal(part: str) -> str:
    """What everybody is told of a person's part before all of them are shown."""
    return _hash(f"kabuto deal {VERSION} person {part}")


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Share:
    """What the person on a seat adds to chance; nothing at all for a program, or for whoever adds nothing."""

    seal: str = ""
    part: str = ""
    """Nothing: it was withheld, and the seal takes its place."""

    @property
    def used(self) -> str:
        """What counts."""
        return self.part or self.seal


def seed(secret: str, shares: Sequence[Share]) -> int:
    """The seed of a game: HMAC-SHA-256 of what the seats added, with the server's secret as its key."""
    added = ",".join(share.used for share in shares)
    text = f"kabuto deal {VERSION} seed {added}"
    return int.from_bytes(hmac.digest(bytes.fromhex(secret), text.encode(), "sha256"))


def begin(
    game: str, options: Mapping[str, Any], start: Mapping[str, Any] | None, seed: int
) -> Game[Any, Any]:
    """A game as its seed deals it, or as it goes on from the record ``start``."""
    return new(game, seed=seed, **options) if start is None else load(start, game, seed=seed)


@dataclass(frozen=True)
class Proof:
    """Everything that decided the chance of one game."""

    game: str
    secret: str
    shares: tuple[Share, ...]
    """What each seat added."""
    start: Mapping[str, Any] | None = None
    """The record that the game goes on from; None: it was dealt."""

    @property
    def seed(self) -> int:
        """What all chance follows from."""
        return seed(self.secret, self.shares)

    def to_json(self) -> dict[str, Any]:
        """The proof as it is published."""
        return {
            "deal": VERSION,
            "game": self.game,
            "commitment": commitment(self.secret),
            "secret": self.secret,
            "seats": [
                {"seal": share.seal, "part": share.part or None} if share.seal else None
                for share in self.shares
            ],
            "start": self.start,
        }


def read(value: object) -> Proof:
    """A proof from JSON; ``BadProof`` says what is wrong with it: its form, a commitment, a seal."""
    try:
        top = expect(value, Mapping, "proof")
        _check_form(top)
        shares = [_share(each, f"seats[{n}]") for n, each in enumerate(expect(top["seats"], list, "seats"))]
        start = top["start"] if top["start"] is None else expect(top["start"], Mapping, "start")
        game, secret = expect(top["game"], str, "game"), _digits(top["secret"], "secret")
    except BadRecord as fault:
        raise BadProof(fault.reason, fault.place) from None
    if _digits(top["commitment"], "commitment") != commitment(secret):
        raise BadProof(WORDS.say("deal_secret"), "secret")
    for number, share in enumerate(shares):
        if share.part and seal(share.part) != share.seal:
            raise BadProof(WORDS.say("deal_part", seat=Seat(number)), f"seats[{number}].part")
    return Proof(game, secret, tuple(shares), start)


def _check_form(top: Mapping[str, Any]) -> None:
    if "deal" not in top:
        raise BadProof(WORDS.say("deal_no_version" if "format" not in top else "deal_is_record"), "deal")
    if type(top["deal"]) is not int or top["deal"] != VERSION:
        raise BadProof(WORDS.say("deal_version", version=VERSION, given=short(top["deal"])), "deal")
    for key in top:
        if key not in KEYS:
            raise BadProof(WORDS.say("deal_unknown_key", known=KEYS), label(key))
    for key in KEYS:
        if key not in top:
            raise BadProof(WORDS.say("deal_missing"), key)


def _share(value: object, place: str) -> Share:
    if value is None:
        return Share()
    fields = expect(value, Mapping, place)
    if fields.keys() != {"seal", "part"}:
        raise BadProof(WORDS.say("deal_share"), place)
    part = fields["part"]
    return Share(
        _digits(fields["seal"], f"{place}.seal"), "" if part is None else _digits(part, f"{place}.part")
    )


def _digits(value: object, place: str) -> str:
    if isinstance(value, str) and re.fullmatch(DIGITS, value, re.ASCII):
        return value
    raise BadProof(WORDS.say("deal_digits", given=short(value)), place)


def verify(proof: object, record: Mapping[str, Any]) -> Proof:
    """Deal a game again from its proof and play its record; the proof, if every deal and draw is the same.

    ``BadProof`` says what differs. ``BadRecord`` says what is wrong with a record that breaks the rules.
    """
    read_proof = read(proof)
    theirs = load(record)
    if theirs.name != read_proof.game:
        raise BadProof(WORDS.say("deal_game", name=read_proof.game, given=theirs.name), "game")
    if theirs.players != len(read_proof.shares):
        raise BadProof(WORDS.say("deal_seats", number=theirs.players), "seats")
    try:
        ours = begin(read_proof.game, theirs.options, read_proof.start, read_proof.seed)
    except BadRecord as fault:
        raise BadProof(fault.reason, f"start.{fault.place}" if fault.place else "start") from None
    _compare(ours, theirs)
    return read_proof


def _compare(ours: Game[Any, Any], theirs: Game[Any, Any]) -> None:
    """Play the moves of a record in a game that was dealt again; ``BadProof`` names the first difference."""
    first, moves = ours.ply, theirs.moves
    if ours.options != theirs.options or ours.moves != moves[:first]:
        raise BadProof(WORDS.say("deal_start"), "start")
    expected = theirs.record()
    positions = [theirs.position()]
    while theirs.ply > first:
        theirs.undo()
        positions.append(theirs.position())
    for ply, position in enumerate(reversed(positions), first):
        if ours.position() != position:
            key = "deal_draw" if ply > first else "deal_start" if first else "deal_differs"
            raise BadProof(WORDS.say(key, number=ply), f"moves[{ply - 1}]" if ply > first else "start")
        if ply < len(moves):
            ours.play(moves[ply])
    if ours.record() != expected:
        raise BadProof(WORDS.say("deal_differs"), "start")
