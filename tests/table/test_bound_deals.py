"""Deals by version 2: bound to a table, a start and a commitment. S1 and S2 are cheats at version 1."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from kabuto.table import Game, deals, load, new
from kabuto.table.deals import BadProof, Bond, Proof, Share, start_hash, table_hash

pytestmark = pytest.mark.counted
SECRET, PART, OTHER = "5e" * 32, "a1" * 32, "b2" * 32
TABLE = table_hash("a table")
OPTIONS = dict(new("samurai", players=2).options)


def bond_of(start: Mapping[str, Any] | None = None, table: str = TABLE, secret: str = SECRET) -> Bond:
    """What everybody was told of the deal of a game of samurai."""
    return Bond.of(table, start_hash("samurai", OPTIONS, start, secret), secret)


def shares_of(bond: Bond) -> tuple[Share, ...]:
    """What two people add: the second one withholds it."""
    return Share(bond.seal(0, PART), PART), Share(bond.seal(1, OTHER))


def played(game: Game[Any, Any], seed: int = 1) -> dict[str, Any]:
    """The record of a game, played to its end at random."""
    rng = Random(seed)
    while game.to_move is not None:
        game.play(rng.choice(game.legal_moves()))
    return game.record()


def proof_of(start: Mapping[str, Any] | None = None, shares: tuple[Share, ...] | None = None) -> Proof:
    """The proof of a game by version 2."""
    return Proof("samurai", SECRET, shares or shares_of(bond_of(start)), start, TABLE, OPTIONS)


def proven(start: Mapping[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """A proof as it comes from a file, and the record it belongs to."""
    proof = proof_of(start)
    record = played(deals.begin("samurai", OPTIONS, start, proof.seed))
    return json.loads(json.dumps(proof.to_json())), record


def wrong(proof: object, record: Mapping[str, Any]) -> BadProof:
    """Why a game is refused."""
    with pytest.raises(BadProof) as refused:
        deals.verify(proof, record)
    return refused.value


def moments(ply: int, seed: int = 3) -> dict[str, Any]:
    """The record of a game after so many moves."""
    game = load(played(new("samurai", players=2, seed=seed)))
    while game.ply > ply:
        game.undo()
    return game.record()


def test_the_construction_is_what_the_documentation_says() -> None:
    def digest(text: str) -> str:
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    options = ",".join(f'"{key}":{json.dumps(OPTIONS[key])}' for key in sorted(OPTIONS))
    table = digest("kabuto deal 2 table a table")
    start = digest('kabuto deal 2 dealt {"game":"samurai","options":{' + options + '},"start":null}')
    commitment = digest(f"kabuto deal 2 server {table} {start} {SECRET}")
    sealed = digest(f"kabuto deal 2 person {table} 1 {start} {commitment} {OTHER}")
    bond = bond_of()
    assert (bond.table, bond.start, bond.commitment) == (table, start, commitment)
    assert bond.seal(1, OTHER) == sealed
    added = f"kabuto deal 2 seed {commitment} {PART},{sealed}"
    seed = hmac.new(bytes.fromhex(SECRET), added.encode(), "sha256").hexdigest()
    assert f"{proof_of().seed:064x}" == seed
    salt = digest(f"kabuto deal 2 salt {SECRET}")
    begins = '{"game":"kö","options":{},"start":{"a":[1,true],"b":"\\u2603"}}'.replace("ö", "\\u00f6")
    assert start_hash("kö", {}, {"b": "☃", "a": [1, True]}, SECRET) == digest(
        f"kabuto deal 2 start {salt} {begins}"
    )


def test_a_game_is_verified_by_version_2_and_by_which_options_it_was_dealt() -> None:
    proof, record = proven()
    found = deals.verify(proof, record)
    assert (found.version, found.moves_before, found.commitment) == (2, None, bond_of().commitment)
    assert [*proof] == ["deal", "game", "table", "options", "commitment", "secret", "seats", "start"]
    proof["options"]["edition"] = "another"
    assert wrong(proof, record).place == "commitment"


def test_s1_a_server_that_chooses_the_deal_by_a_start_without_moves() -> None:
    """It deals any hands and publishes the honest commitment: by version 1 that was *verified*."""
    chosen = new("samurai", players=2, seed=99).record()
    shares = Share(deals.seal(PART), PART), Share()
    record = played(deals.begin("samurai", OPTIONS, chosen, deals.seed(SECRET, shares)))
    forged = Proof("samurai", SECRET, shares, chosen).to_json()
    assert forged["commitment"] == deals.commitment(SECRET)
    refused = wrong(forged, record)
    assert (refused.place, "someone chose" in refused.reason) == ("start.moves", True)
    bound = proof_of(chosen)  # nor is it right where it was told before
    again = played(deals.begin("samurai", OPTIONS, chosen, bound.seed))
    assert wrong(bound.to_json(), again).place == "start.moves"


@pytest.mark.parametrize("ply", [0, 4])
def test_s1_a_server_that_chooses_the_start_after_it_committed(ply: int) -> None:
    proof, _ = proven()
    chosen = moments(ply)
    record = played(load(chosen, seed=1))
    assert wrong({**proof, "start": chosen}, record).place == "commitment"
    honest, _ = proven(moments(4, seed=5))
    assert wrong({**honest, "start": chosen}, record).place == "commitment"


def test_s1_a_game_that_went_on_from_a_record_says_so() -> None:
    start = moments(5)
    assert deals.verify(*proven(start)).moves_before == 5
    old = Proof("samurai", SECRET, (Share(), Share()), start)
    record = played(deals.begin("samurai", OPTIONS, start, old.seed))
    assert (deals.verify(old.to_json(), record).moves_before, old.version) == (5, 1)


def test_s1_options_that_nobody_was_bound_to_are_refused() -> None:
    """A server could have chosen among them, once it knew all parts."""
    proof = proof_of()
    other = dict(new("samurai", players=2, hands="choose").options)
    record = played(deals.begin("samurai", other, None, proof.seed))
    assert wrong(proof.to_json(), record).place == "options.hands"
    empty = Proof("samurai", SECRET, (), None, TABLE, {})
    shares = tuple(Share(empty.bond.seal(n, PART), PART) for n in range(2) if empty.bond)
    loose = Proof("samurai", SECRET, shares, None, TABLE, {})
    assert wrong(loose.to_json(), played(deals.begin("samurai", other, None, loose.seed))).place == "start"


@pytest.mark.parametrize("elsewhere", ["table", "seat", "start", "commitment", "version 1"])
def test_s2_a_seal_made_for_something_else_is_refused(elsewhere: str) -> None:
    """A server that learns a part elsewhere, in a rematch or at a second tab, can't use it here."""
    bond, there = bond_of(), table_hash("another table")
    seal = {
        "table": bond_of(table=there).seal(0, PART),
        "seat": bond.seal(1, PART),
        "start": bond_of(moments(4)).seal(0, PART),
        "commitment": bond_of(secret="77" * 32).seal(0, PART),
        "version 1": deals.seal(PART),
    }[elsewhere]
    forged = proof_of(shares=(Share(seal, PART), Share()))
    record = played(deals.begin("samurai", OPTIONS, None, forged.seed))
    refused = wrong(forged.to_json(), record)
    assert (refused.place, "sealed for this table" in refused.reason) == ("seats[0].part", True)


def test_s2_a_server_that_commits_after_a_seal_is_refused() -> None:
    """It chooses a secret to fit the part that was sealed for another commitment."""
    seal = bond_of().seal(0, PART)
    for n in range(3):
        secret = f"{n:064x}"
        forged = Proof("samurai", secret, (Share(seal, PART), Share()), None, TABLE, OPTIONS)
        record = played(deals.begin("samurai", OPTIONS, None, forged.seed))
        assert wrong(forged.to_json(), record).place == "seats[0].part"
        told = {**forged.to_json(), "commitment": bond_of().commitment}
        assert wrong(told, record).place == "commitment"


def test_s2_the_same_seal_on_two_seats_is_refused() -> None:
    seal = bond_of().seal(0, PART)
    forged = proof_of(shares=(Share(seal, PART), Share(seal)))
    record = played(deals.begin("samurai", OPTIONS, None, forged.seed))
    refused = wrong(forged.to_json(), record)
    assert (refused.place, "one seat alone" in refused.reason) == ("seats[1].seal", True)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"deal": 1}, "table"),
        ({"deal": 3}, "deal"),
        ({"table": 7}, "table"),
        ({"table": "a table"}, "table"),
        ({"options": []}, "options"),
        ({"options": {"\ud800": 1}}, "commitment"),
        ({"options": {"seed": [[]]}}, "commitment"),
        ({"start": {"game": "\0" * 100}}, "commitment"),
        ({"start": {"x": "y" * 10_000_000}}, "commitment"),
        ({"commitment": "\ud800"}, "commitment"),
        ({"secret": None}, "secret"),
        ({"seats": [None] * 1_000_000}, "seats"),
        ({"seats": "ab"}, "seats"),
        ({"game": ["samurai"]}, "game"),
        ({"x" * 10_000_000: 1}, "'x"),
    ],
)
def test_s1_a_damaged_proof_is_refused_with_its_place(changes: dict[str, Any], place: str) -> None:
    proof, record = proven()
    refused = wrong({**proof, **changes}, record)
    assert refused.place.startswith(place)
    assert len(str(refused)) < 500


def test_s1_a_bound_start_of_another_game_is_refused() -> None:
    start = new("yedo", players=2, seed=1).record()
    _, record = proven()
    assert wrong(proof_of(start).to_json(), record).place == "start.game"


def test_a_start_too_deep_to_hash_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    proof, record = proven()
    assert wrong({**proof, "start": {"moves": deep}}, record).place == "start"
    while deep:  # Python frees nested lists one in another, and not that many
        deep = deep[0]
