"""Deals that anybody can verify: the construction, and every way in which a proof can be wrong."""

import hashlib
import hmac
from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from kabuto.table import BadRecord, Game, deals, game_class, load, new
from kabuto.table.deals import BadProof, Proof, Share

pytestmark = pytest.mark.counted
SECRET, PART, OTHER = "5e" * 32, "a1" * 32, "b2" * 32
SHARES = (Share(deals.seal(PART), PART), Share(deals.seal(OTHER)))
"""The second one is withheld."""


def played(game: Game[Any, Any], seed: int = 1) -> dict[str, Any]:
    """The record of a game, played to its end at random."""
    rng = Random(seed)
    while game.to_move is not None:
        game.play(rng.choice(game.legal_moves()))
    return game.record()


def proven(
    name: str, options: Mapping[str, Any], start: Mapping[str, Any] | None = None
) -> tuple[Any, dict[str, Any]]:
    """A game that was dealt by a table: its proof, as it comes from a file, and its record."""
    shares = SHARES + (Share(),) * (int(options.get("players", 2)) - 2)
    record = played(deals.begin(name, options, start, deals.seed(SECRET, shares)))
    return Proof(name, SECRET, shares, start).to_json(), record


def wrong(proof: object, record: Mapping[str, Any]) -> BadProof:
    """Why a game is refused."""
    with pytest.raises(BadProof) as refused:
        deals.verify(proof, record)
    return refused.value


def test_the_construction_is_what_the_documentation_says() -> None:
    def digest(text: str) -> str:
        return hashlib.sha256(text.encode()).hexdigest()

    sealed = digest(f"kabuto deal 1 person {OTHER}")
    assert deals.commitment(SECRET) == digest(f"kabuto deal 1 server {SECRET}")
    assert deals.seal(OTHER) == sealed
    added = f"kabuto deal 1 seed {PART},{sealed}"
    assert (
        f"{deals.seed(SECRET, SHARES):064x}"
        == hmac.new(bytes.fromhex(SECRET), added.encode(), "sha256").hexdigest()
    )


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("samurai", {"players": 2}),
        ("samurai", {"players": 3, "edition": "rgg", "hands": "choose", "figures": "draft"}),
        ("yedo", {"players": 3}),
    ],
)
def test_a_game_is_verified_and_another_deal_is_not(name: str, options: dict[str, Any]) -> None:
    proof, record = proven(name, options)
    assert deals.verify(proof, record).seed == deals.seed(SECRET, deals.read(proof).shares)
    other = played(game_class(name)(load(record).options, seed=7))
    assert wrong(proof, other).place.startswith(("start", "moves["))


def test_a_draw_in_the_middle_of_a_game_is_verified_too() -> None:
    """Chance forms the stacks when all hands are chosen: whoever swaps two tokens there is found out."""
    proof, record = proven("samurai", {"players": 2, "hands": "choose", "figures": "draft"})
    forged = deepcopy(record)
    stack = forged["start"]["draws"][0]
    at = next(n for n in range(len(stack) - 1) if stack[n] != stack[n + 1])
    stack[at], stack[at + 1] = stack[at + 1], stack[at]
    cut = {**forged, "moves": forged["moves"][:10], "outcome": None}
    load(cut)  # nothing is wrong with it by the rules
    assert wrong(proof, cut).place == "moves[9]"
    assert "with move 10" in wrong(proof, cut).reason


def test_a_game_that_goes_on_from_a_position() -> None:
    before = load(played(new("samurai", players=2, seed=3)))
    while before.ply > 5:
        before.undo()
    proof, record = proven("samurai", {"players": 2}, before.record())
    deals.verify(proof, record)
    assert wrong({**proof, "start": None}, record).place == "start"
    elsewhere = load(before.record())
    while elsewhere.ply:
        last = elsewhere.undo()
    elsewhere.play(next(move for move in elsewhere.legal_moves() if move != last))
    assert wrong({**proof, "start": elsewhere.record()}, record).place == "start"
    assert wrong({**proof, "start": {"format": 1}}, record).place == "start.game"


def changed(place: str, value: object) -> dict[str, Any]:
    """A proof in which one thing is something else."""
    proof, _ = proven("samurai", {"players": 2})
    target: Any = proof
    *path, last = (int(key) if key.isdigit() else key for key in place.split("."))
    for key in path:
        target = target[key]
    target[last] = value
    return dict(proof)


@pytest.mark.parametrize(
    ("place", "value", "named", "said"),
    [
        ("deal", 3, "deal", "versions 1, 2, not 3"),
        ("deal", 2, "table", "not complete"),
        ("deal", True, "deal", "versions 1, 2, not true"),
        ("deal", 2.0, "deal", "versions 1, 2, not 2.0"),
        ("game", "yedo", "game", "of yedo, not of samurai"),
        ("game", 3, "game", "a string"),
        ("secret", "5f" * 32, "secret", "committed to"),
        ("secret", "5e" * 31, "secret", "64 hexadecimal digits"),
        ("secret", "5E" * 32, "secret", "64 hexadecimal digits"),
        ("commitment", "0" * 64, "secret", "committed to"),
        ("commitment", None, "commitment", "64 hexadecimal digits"),
        ("seats.0.part", OTHER, "seats[0].part", "sealed before"),
        ("seats.0.part", 1, "seats[0].part", "64 hexadecimal digits"),
        ("seats.0.part", None, "start", "its start differs"),
        ("seats.1", None, "start", "its start differs"),
        ("seats.1", {"seal": "00" * 32, "part": None}, "start", "its start differs"),
        ("seats.1", {"seal": "00" * 32}, "seats[1]", "a seal and a part"),
        ("seats.1", [], "seats[1]", "an object"),
        ("seats", [], "seats", "2 seats"),
        ("seats", {}, "seats", "a list"),
        ("seats", [None] * 1_000_000, "seats", "at most 8 seats, not 1000000"),
        ("game", "samurai\0", "game", "not of samurai"),
        ("game", "\ud800", "game", "not of samurai"),
        ("start", [], "start", "an object"),
        ("note", "", "note", "unknown"),
    ],
)
def test_a_damaged_or_forged_proof_is_refused(place: str, value: object, named: str, said: str) -> None:
    _, record = proven("samurai", {"players": 2})
    refused = wrong(changed(place, value), record)
    assert (refused.place, said in refused.reason) == (named, True), refused


def test_other_files_are_told_from_a_proof() -> None:
    proof, record = proven("samurai", {"players": 2})
    assert "the record of a game" in wrong(record, record).reason
    assert "specifies its version" in wrong({}, record).reason
    assert wrong([], record).place == "proof"
    assert wrong({key: proof[key] for key in proof if key != "secret"}, record).place == "secret"
    with pytest.raises(BadRecord):
        deals.verify(proof, {**record, "moves": ["nonsense"]})


def test_r1_a_table_set_before_an_option_begins_as_it_meant() -> None:
    options = {"players": 2, "cards": "city", "overbids": True}
    assert deals.begin("yedo", options, None, 5).options == {**options, "trading": "brief"}
