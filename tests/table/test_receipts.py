"""Receipts of deals: what a browser saw and sent, compared with a proof. S3: parts that a server lost."""

from dataclasses import replace
from typing import Any

import pytest

from kabuto.table import deals, receipts
from kabuto.table.deals import Share
from kabuto.table.receipts import BadReceipt

from .test_bound_deals import OTHER, PART, bond_of, proof_of

pytestmark = pytest.mark.counted
BOND = bond_of()
SEALS = [BOND.seal(0, PART), BOND.seal(1, OTHER)]
BOTH = proof_of(shares=(Share(SEALS[0], PART), Share(SEALS[1], OTHER)))


def receipt(**changes: Any) -> dict[str, Any]:
    """The receipt of the person on seat 0."""
    mine = {"seat": 0, "seal": SEALS[0], "part": PART, "sealed": "accepted", "opened": "accepted"}
    mine |= {key: value for key, value in changes.items() if key in mine}
    told = {
        "receipt": 2,
        "table": BOND.table,
        "commitment": BOND.commitment,
        "start": BOND.start,
        "seals": SEALS,
        "mine": [mine],
    }
    return told | {key: value for key, value in changes.items() if key not in mine}


def fault(proof: deals.Proof, **changes: Any) -> tuple[str, str]:
    """Where a proof does not agree with a receipt, and why."""
    with pytest.raises(BadReceipt) as refused:
        receipts.compare(receipts.read(receipt(**changes)), proof)
    return refused.value.place, refused.value.reason


def test_a_proof_that_agrees_with_a_receipt_names_the_parts_that_counted() -> None:
    assert receipts.compare(receipts.read(receipt()), BOTH) == [0]
    assert receipts.compare(receipts.read(receipt(mine=[])), BOTH) == []
    assert receipts.compare(receipts.read(receipt(opened="sent")), BOTH) == [0]
    withheld = replace(BOTH, shares=(Share(SEALS[0]), Share(SEALS[1], OTHER)))
    assert receipts.compare(receipts.read(receipt(opened="")), withheld) == []  # it was never asked for


def test_s3_a_part_that_was_lost_is_named() -> None:
    lost = replace(BOTH, shares=(Share(SEALS[0]), Share(SEALS[1], OTHER)))
    place, reason = fault(lost)
    assert (place, "lost: the server accepted it" in reason) == ("mine[0].part", True)
    for answer in ("sent", "refused"):
        place, reason = fault(lost, opened=answer)
        assert (place, "was left out" in reason) == ("mine[0].part", True)


def test_s3_a_seal_that_was_left_out_or_changed_is_named() -> None:
    another = BOND.seal(0, OTHER)
    changed = replace(BOTH, shares=(Share(another, OTHER), Share(SEALS[1], OTHER)))
    place, reason = fault(changed)
    assert (place, "changed" in reason) == ("seals[0]", True)
    friend = replace(BOTH, shares=(Share(SEALS[0], PART), Share(BOND.seal(1, PART), PART)))
    assert fault(friend)[0] == "seals[1]"
    none = replace(BOTH, shares=(Share(), Share(SEALS[1], OTHER)))
    assert "changed" in fault(none, seals=None)[1]
    place, reason = fault(none, seals=["", SEALS[1]], sealed="sent", opened="")
    assert (place, "left it out" in reason) == ("mine[0].seal", True)
    assert fault(BOTH, seals=[SEALS[0]])[0] == "seals"
    few = replace(BOTH, shares=())
    assert "changed" in fault(few, seals=None)[1]


def test_s1_a_commitment_or_a_start_that_changed_is_named() -> None:
    assert fault(BOTH, commitment="0" * 64)[0] == "commitment"
    assert fault(BOTH, start="0" * 64)[0] == "start"
    assert "another table" in fault(BOTH, table="0" * 64)[1]


def test_s2_a_table_that_was_talked_down_to_version_1_is_named() -> None:
    old = replace(BOTH, table="", shares=(Share(deals.seal(PART), PART), Share()))
    place, reason = fault(old)
    assert (place, "by version 2, the proof by version 1" in reason) == ("receipt", True)


def test_what_was_seen_of_a_deal_by_version_1_is_compared_too() -> None:
    old = replace(BOTH, table="", shares=(Share(deals.seal(PART), PART), Share()))
    seen = {
        "receipt": 1,
        "table": BOND.table,
        "commitment": old.commitment,
        "start": None,
        "seals": [deals.seal(PART), ""],
        "mine": [],
    }
    assert receipts.compare(receipts.read(seen), old) == []
    with pytest.raises(BadReceipt, match="commitment"):
        receipts.compare(receipts.read(seen | {"commitment": "0" * 64}), old)
    with pytest.raises(BadReceipt, match="changed"):
        receipts.compare(receipts.read(seen | {"seals": ["", ""]}), old)


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ([], "receipt"),
        ({}, "receipt"),
        (receipt(receipt=3), "receipt"),
        (receipt(receipt=True), "receipt"),
        (receipt(note=1), "note"),
        ({"receipt": 2}, "table"),
        (receipt(table="\ud800"), "table"),
        (receipt(start=None), "start"),
        (receipt(seals=[""] * 1_000_000), "seals"),
        (receipt(seals=[7]), "seals[0]"),
        (receipt(mine={}), "mine"),
        (receipt(mine=[{}]), "mine[0].seat"),
        (receipt(mine=[*receipt()["mine"], *receipt()["mine"]]), "mine[1].seat"),
        (receipt(seat=-1), "mine[0].seat"),
        (receipt(seat=10**9), "mine[0].seat"),
        (receipt(seat=True), "mine[0].seat"),
        (receipt(part="\0"), "mine[0].part"),
        (receipt(sealed=[]), "mine[0].sealed"),
        (receipt(opened="maybe"), "mine[0].opened"),
    ],
)
def test_s3_a_damaged_receipt_is_refused_with_its_place(value: object, place: str) -> None:
    with pytest.raises(BadReceipt) as refused:
        receipts.read(value)
    assert refused.value.place == place


def test_s3_a_damaged_receipt_never_agrees_and_is_named_in_words_of_its_own() -> None:
    """One with a part that is not the one of its seal said "added nothing that counted"."""
    for changes in ({"part": OTHER}, {"seal": SEALS[1]}, {"seat": 1}):
        place, reason = fault(BOTH, **changes)
        assert (place, "is damaged" in reason) == ("mine[0].part", True)
    assert "twice" in fault(BOTH, mine=receipt()["mine"] * 2)[1]
    assert "a receipt has" in fault(BOTH, note=1)[1]
    assert "the receipt is not complete" in fault(BOTH, mine=[{}])[1]


def test_s3_a_fault_names_where_it_stands_in_the_receipt() -> None:
    own = {"seat": 1, "seal": SEALS[1], "part": OTHER, "sealed": "accepted", "opened": "accepted"}
    lost = replace(BOTH, shares=(Share(SEALS[0], PART), Share(SEALS[1])))
    assert fault(lost, mine=[own])[0] == "mine[0].part"
