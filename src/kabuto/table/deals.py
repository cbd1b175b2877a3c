"""Deals that anybody can verify: chance that neither the server nor a player could choose.

The server commits to a secret by its hash, then each person to a part by its seal. Only when all of that is
known do persons show their parts, and only after the game the server shows its secret. All chance follows
from both (``seed``), so whoever has the proof deals the game again and compares.

There are two versions. In the first, people seal before they know the commitment, and nothing says what the
game goes on from. In the second, everything is bound to one table, one start and one commitment.
"""

import hmac
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from kabuto.table.errors import BadRecord, Refused, label, short
from kabuto.table.game import Game
from kabuto.table.options import resolve
from kabuto.table.record import expect
from kabuto.table.registry import game_class, load, new
from kabuto.table.text import WORDS, Seat

FIRST, VERSION = 1, 2
"""The versions of deals: proofs of both are read."""
DIGITS = r"[0-9a-f]{64}"
"""A secret, a part, a commitment, a seal and a hash are 256 bits in hexadecimal digits."""
KEYS = {
    FIRST: ("deal", "game", "commitment", "secret", "seats", "start"),
    VERSION: ("deal", "game", "table", "options", "commitment", "secret", "seats", "start"),
}
"""Version → what its proofs have."""
MOST_SEATS = 8
"""No table has more."""


class BadProof(Refused):
    """A proof that cannot be read, or a game that was not dealt as it says."""


def hashed(kind: str, *values: object, version: int = VERSION) -> str:
    """The hash of some values, which is that of nothing else: ``kind`` says what it is for."""
    return sha256(" ".join(["kabuto deal", str(version), kind, *map(str, values)]).encode()).hexdigest()


# The first version.


def commitment(secret: str) -> str:
    """What everybody is told of the server's secret before the deal, in the first version."""
    return hashed("server", secret, version=FIRST)


def seal(part: str) -> str:
    """What everybody is told of a person's part before all of them are shown, in the first version."""
    return hashed("person", part, version=FIRST)


# The second version.


def canonical(value: object) -> str:
    """A value as the one text that is hashed: JSON in ASCII, keys in order, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def table_hash(name: str) -> str:
    """What names a table to those who know its address, and nobody else."""
    return hashed("table", name)


def start_hash(game: str, options: Mapping[str, Any], start: Mapping[str, Any] | None, secret: str) -> str:
    """What everybody is told of how a game will begin: ``start`` is the record that it goes on from.

    What such a record hides cannot be guessed from it, for the secret goes into it as well.
    """
    begins = canonical({"game": game, "options": options, "start": start})
    return hashed("dealt", begins) if start is None else hashed("start", hashed("salt", secret), begins)


@dataclass(frozen=True)
class Bond:
    """What everybody is told before they seal, and what seals are bound to."""

    table: str
    """The hash of the table."""
    start: str
    """The hash of how the game begins."""
    commitment: str
    """What the server committed to: these two and its secret."""

    @classmethod
    def of(cls, table: str, start: str, secret: str) -> "Bond":
        """What the server commits to with its secret."""
        return cls(table, start, hashed("server", table, start, secret))

    def seal(self, seat: int, part: str) -> str:
        """The seal of a part that is for this seat in this deal alone."""
        return hashed("person", self.table, seat, self.start, self.commitment, part)


# Both.


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


def seed(secret: str, shares: Sequence[Share], bond: Bond | None = None) -> int:
    """The seed of a game: HMAC-SHA-256 of what the seats added, with the server's secret as its key."""
    added = ",".join(share.used for share in shares)
    text = f"kabuto deal {VERSION} seed {bond.commitment} {added}" if bond else f"kabuto deal 1 seed {added}"
    return int.from_bytes(hmac.digest(bytes.fromhex(secret), text.encode(), "sha256"))


def begin(
    game: str, options: Mapping[str, Any], start: Mapping[str, Any] | None, seed: int
) -> Game[Any, Any]:
    """A game as its seed deals it, or as it goes on from the record ``start``."""
    if start is not None:
        return load(start, game, seed=seed)
    # a table may have been set before an option was: then it means what it meant
    return new(game, seed=seed, **resolve(game_class(game).option_table, options, lasting=True))


@dataclass(frozen=True)
class Proof:
    """Everything that decided the chance of one game."""

    game: str
    secret: str
    shares: tuple[Share, ...]
    """What each seat added."""
    start: Mapping[str, Any] | None = None
    """The record that the game goes on from; None: it was dealt."""
    table: str = ""
    """The hash of the table; nothing: this is a deal by the first version."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the game, which the second version binds."""

    @property
    def version(self) -> int:
        """By which version the game was dealt."""
        return VERSION if self.table else FIRST

    @property
    def bond(self) -> Bond | None:
        """What seals are bound to; None in the first version, where they are bound to nothing."""
        if not self.table:
            return None
        return Bond.of(self.table, start_hash(self.game, self.options, self.start, self.secret), self.secret)

    @property
    def commitment(self) -> str:
        """What the server committed to."""
        bond = self.bond
        return bond.commitment if bond else commitment(self.secret)

    @property
    def seed(self) -> int:
        """What all chance follows from."""
        return seed(self.secret, self.shares, self.bond)

    @property
    def moves_before(self) -> int | None:
        """After how many moves the game went on from a record; None: it was dealt."""
        return None if self.start is None else len(self.start.get("moves", []))

    def to_json(self) -> dict[str, Any]:
        """The proof as it is published."""
        bound = {"table": self.table, "options": dict(self.options)} if self.table else {}
        return {
            "deal": self.version,
            "game": self.game,
            **bound,
            "commitment": self.commitment,
            "secret": self.secret,
            "seats": [
                {"seal": share.seal, "part": share.part or None} if share.seal else None
                for share in self.shares
            ],
            "start": self.start,
        }


# Reading and checking.


def read(value: object) -> Proof:
    """A proof from JSON; ``BadProof`` says what is wrong with it: its form, a commitment, a seal."""
    try:
        proof, told = _read(value)
        agrees = proof.commitment == told
        wrong = None if not agrees else _wrong_part(proof)
    except BadRecord as fault:
        raise BadProof(fault.reason, fault.place) from None
    except RecursionError:
        raise BadProof(WORDS.say("too_deep"), "start") from None
    if not agrees and proof.table:
        raise BadProof(WORDS.say("deal_commitment"), "commitment")
    if not agrees:
        raise BadProof(WORDS.say("deal_secret"), "secret")
    if wrong is not None:
        key = "deal_part_bound" if proof.table else "deal_part"
        raise BadProof(WORDS.say(key, seat=Seat(wrong)), f"seats[{wrong}].part")
    return proof


def _read(value: object) -> tuple[Proof, str]:
    """A proof of the right form, and the commitment that it names."""
    top = expect(value, Mapping, "proof")
    version = _check_form(top)
    seats = expect(top["seats"], list, "seats")
    if len(seats) > MOST_SEATS:
        raise BadProof(WORDS.say("deal_most_seats", most=MOST_SEATS, given=len(seats)), "seats")
    shares = tuple(_share(each, f"seats[{n}]") for n, each in enumerate(seats))
    start = top["start"] if top["start"] is None else expect(top["start"], Mapping, "start")
    game, secret = expect(top["game"], str, "game"), digits(top["secret"], "secret")
    told = digits(top["commitment"], "commitment")
    if version == FIRST:
        return Proof(game, secret, shares, start), told
    _check_once(shares)
    options = expect(top["options"], Mapping, "options")
    return Proof(game, secret, shares, start, digits(top["table"], "table"), options), told


def _check_form(top: Mapping[str, Any]) -> int:
    if "deal" not in top:
        key = (
            "deal_is_record"
            if "format" in top
            else "deal_is_receipt"
            if "receipt" in top
            else "deal_no_version"
        )
        raise BadProof(WORDS.say(key), "deal")
    version = top["deal"]
    if type(version) is not int or version not in KEYS:
        raise BadProof(WORDS.say("deal_version", versions=[*KEYS], given=short(version)), "deal")
    check_keys(top, KEYS[version])
    return version


def check_keys(top: Mapping[str, Any], known: Sequence[str], of: str = "deal", place: str = "") -> None:
    """Refuse an object that has other keys than these; ``BadProof`` names the first, in words for ``of``."""
    for key in top:
        if key not in known:
            raise BadProof(WORDS.say(f"{of}_unknown_key", known=known), f"{place}{label(key)}")
    for key in known:
        if key not in top:
            raise BadProof(WORDS.say(f"{of}_missing"), f"{place}{key}")


def _share(value: object, place: str) -> Share:
    if value is None:
        return Share()
    fields = expect(value, Mapping, place)
    if fields.keys() != {"seal", "part"}:
        raise BadProof(WORDS.say("deal_share"), place)
    part = fields["part"]
    return Share(
        digits(fields["seal"], f"{place}.seal"), "" if part is None else digits(part, f"{place}.part")
    )


def _check_once(shares: Sequence[Share]) -> None:
    """Refuse a seal that stands on two seats: it can be that of one alone."""
    seals = [share.seal for share in shares]
    for seat, each in enumerate(seals):
        if each and each in seals[:seat]:
            raise BadProof(WORDS.say("deal_seal_twice", seat=Seat(seals.index(each))), f"seats[{seat}].seal")


def digits(value: object, place: str) -> str:
    """256 bits in hexadecimal digits; ``BadProof`` if it is anything else."""
    if isinstance(value, str) and re.fullmatch(DIGITS, value, re.ASCII):
        return value
    raise BadProof(WORDS.say("deal_digits", given=short(value)), place)


def _wrong_part(proof: Proof) -> int | None:
    """The first seat whose part is not the one that was sealed."""
    bond = proof.bond
    for seat, share in enumerate(proof.shares):
        if share.part and share.seal != (bond.seal(seat, share.part) if bond else seal(share.part)):
            return seat
    return None


def verify(proof: object, record: Mapping[str, Any]) -> Proof:
    """Deal a game again from its proof and play its record; the proof, if every deal and draw is the same.

    ``BadProof`` says what differs. ``BadRecord`` says what is wrong with a record that breaks the rules.
    """
    read_proof = read(proof)
    theirs = load(record)
    if theirs.name != read_proof.game:
        raise BadProof(WORDS.say("deal_game", name=label(read_proof.game), given=theirs.name), "game")
    if theirs.players != len(read_proof.shares):
        raise BadProof(WORDS.say("deal_seats", number=theirs.players), "seats")
    _check_options(read_proof, theirs)
    try:
        options = read_proof.options if read_proof.table else theirs.options
        ours = begin(read_proof.game, options, read_proof.start, read_proof.seed)
    except BadRecord as fault:
        raise BadProof(fault.reason, f"start.{fault.place}" if fault.place else "start") from None
    if read_proof.start is not None and not ours.ply:
        raise BadProof(WORDS.say("deal_start_unplayed"), "start.moves")
    _compare(ours, theirs)
    return read_proof


def _check_options(proof: Proof, theirs: Game[Any, Any]) -> None:
    """Refuse a proof that was bound to other options than those of the game."""
    for key, value in proof.options.items():
        if key not in theirs.options or canonical(theirs.options[key]) != canonical(value):
            raise BadProof(WORDS.say("deal_options"), f"options.{label(key)}")


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
