"""A record names the version of the rules it was played by, and means for ever what it meant."""

from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.table import Outcome, register
from kabuto.table.errors import Changed
from tests.support.tiny import Kites, State

pytestmark = pytest.mark.usefixtures("own_registry")


class Reversed(Kites):
    """Kites whose rules have changed: by the second version the lowest sum wins."""

    name = "reversed"
    rules_version = 2

    def _outcome(self, state: State) -> Outcome | None:
        found = super()._outcome(state)
        return (
            found if found is None or self.rules_version == 1 else Outcome(found.ranking[::-1], found.steps)
        )


def played() -> kabuto.Game[Any, Any]:
    """A game by the newest rules, to its end."""
    register(Reversed)
    game, rng = kabuto.new("reversed", seed=3), Random(3)
    while game.to_move is not None:
        game.play(rng.choice(list(game.legal_moves())))
    return game


@pytest.mark.parametrize("name", ["samurai", "yedo"])
def test_a_record_names_the_version_of_its_rules_and_one_without_is_of_version_1(name: str) -> None:
    game = kabuto.new(name, seed=1)
    record = game.record()
    assert list(record)[:3] == ["format", "game", "rules"]
    assert record["rules"] == 1
    del record["rules"]
    again = kabuto.load(record)
    assert (again.record(), again.position()) == (game.record(), game.position())


def test_a_record_means_what_it_meant_by_the_rules_that_it_names() -> None:
    record = played().record()
    assert record["rules"] == 2
    assert kabuto.load(record).record() == record
    ranking = record["outcome"]["ranking"]
    older = {key: value for key, value in record.items() if key not in ("rules", "outcome")}
    for named in (older, {**older, "rules": 1}):
        game = kabuto.load(named)
        assert game.record()["rules"] == 1
        assert game.record()["outcome"]["ranking"] == ranking[::-1]
        assert game.copy().record() == game.record()
        assert kabuto.load(game.record()).record() == game.record()
    with pytest.raises(kabuto.BadRecord, match="outcome"):
        kabuto.load({**record, "rules": 1})


def test_a_new_game_is_played_by_the_newest_rules_whatever_was_loaded_before() -> None:
    older = {key: value for key, value in played().record().items() if key != "rules" and key != "outcome"}
    assert kabuto.load(older).rules_version == 1
    assert kabuto.new("reversed").rules_version == 2


@pytest.mark.parametrize("version", [2, 3, 10**30])
def test_rules_that_nobody_knows_yet_are_refused_by_name(version: int) -> None:
    record = {**kabuto.new("samurai", seed=1).record(), "rules": version}
    with pytest.raises(Changed) as refused:  # nothing is damaged: a newer Kabuto reads it
        kabuto.load(record)
    assert refused.value.place == "rules"
    assert f"version {version} of the rules of samurai" in refused.value.reason
    assert "only versions up to 1 are known" in refused.value.reason


@pytest.mark.parametrize("version", [0, -1, True, False, 1.0, "1", None, [1], {}])
def test_what_is_no_version_is_refused(version: Any) -> None:
    with pytest.raises(kabuto.BadRecord) as refused:
        kabuto.load({**kabuto.new("samurai", seed=1).record(), "rules": version})
    assert refused.value.place == "rules"
