"""Everything that happens at a table of Yedo is an event, and is told."""

import random
from collections import Counter

import pytest

import kabuto
from kabuto.table.text import Text
from kabuto.yedo import happenings as happen
from kabuto.yedo.board import ANNEXES, DISTRICTS, WEAPONS
from kabuto.yedo.state import State
from kabuto.yedo.telling import tell_changes
from tests.yedo.helpers import at, bare, pile, random_game, weapon


def ledger(s: State) -> dict[str, object]:
    """Everything that lies open, by name."""
    found: dict[str, object] = {}
    for seat, clan in enumerate(s.clans):
        for name, _ in happen.AMOUNTS:
            found[f"{name} {seat}"] = getattr(clan, name)
        found[f"weapons {seat}"] = Counter(WEAPONS[weapon] for weapon in clan.weapons)
        found[f"annexes {seat}"] = Counter(ANNEXES[annex] for annex in clan.annexes)
    found["church"] = s.church
    found["market"] = tuple(WEAPONS[weapon] if weapon >= 0 else None for weapon in s.market)
    found["colour"] = happen.PATROLS[s.colour]
    found["closed"] = DISTRICTS[s.closed] if s.closed >= 0 else None
    found["order"] = s.order
    return found


def carried_out(before: dict[str, object], events: tuple[kabuto.Event, ...]) -> dict[str, object]:
    """What lies open after some events."""
    after = dict(before)
    names = {kind: name for name, kind in happen.AMOUNTS}
    for event in events:
        match event:
            case happen.Amount(seat, number):
                old = after[f"{names[type(event)]} {seat}"]
                assert isinstance(old, int)
                after[f"{names[type(event)]} {seat}"] = old + number
            case happen.WeaponsChanged(seat, gained, lost) | happen.AnnexesChanged(seat, gained, lost):
                key = f"{'weapons' if isinstance(event, happen.WeaponsChanged) else 'annexes'} {seat}"
                old = after[key]
                assert isinstance(old, Counter)
                after[key] = old + Counter(gained) - Counter(lost)
            case happen.ChurchChanged(number):
                assert isinstance(after["church"], int)
                after["church"] = after["church"] + number
            case happen.MarketChanged(fields):
                after["market"] = fields
            case happen.MarketFieldEmptied(field):
                market = after["market"]
                assert isinstance(market, tuple)
                after["market"] = (*market[: field - 1], None, *market[field:])
            case happen.PatrolSwapped(colour):
                after["colour"] = colour
            case happen.DistrictClosed(district):
                after["closed"] = district
            case happen.OrderChanged(order):
                after["order"] = order
    return after


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_from_the_events_alone_follows_what_everybody_has(players: int) -> None:
    *_, game = random_game(players, 7)
    for n, events in enumerate(game.events):
        before, after = game._states[n : n + 2]
        assert carried_out(ledger(before), events) == ledger(after), str(game.moves[n])


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_change_is_told(language: str) -> None:
    kinds = set()
    for seed in range(3):
        for game in random_game(4, seed):
            if not game.ply:
                continue
            entry = game.view(None).log[-1]
            told = tell_changes(entry.changes)
            for sentence in told:
                assert isinstance(sentence, Text)
                assert sentence.to(language)
            kinds |= {type(event) for event in entry.events}
            shown = [e for e in entry.changes if isinstance(e, (happen.WeaponsChanged, happen.MonChanged))]
            assert bool(told) or not shown
    assert {happen.MonChanged, happen.WeaponsChanged, happen.ChurchChanged, happen.MarketChanged} <= kinds
    assert {happen.HomeChanged, happen.OrderChanged, happen.PatrolMoved, happen.CardsDrawn} <= kinds


def test_a_card_is_told_to_whoever_may_see_it() -> None:
    game, rng = kabuto.new("yedo", players=3, seed=2), random.Random(2)
    kept: list[happen.CardKept] = []
    while not kept:
        game.play(rng.choice(game.legal_moves()))
        kept = [event for event in game.events[-1] if isinstance(event, happen.CardKept)]
    [card] = kept
    assert happen.UNSEEN not in card.cards
    for viewer in (None, 0, 1, 2):
        [seen] = [event for event in game.view(viewer).log[-1].events if isinstance(event, happen.CardKept)]
        assert seen.cards == (card.cards if viewer == card.seat else (happen.UNSEEN,))


def test_d5_a_weapon_that_an_event_takes_is_told() -> None:
    """When everybody has left the auctions, the Great Wave takes a weapon without asking."""
    s = bare(2)
    weapon(s, 0, "katana")
    pile(s, "event", "E9")
    game = at(s, "bidding")
    rng = random.Random(1)
    while not any(isinstance(event, happen.WeaponsChanged) for each in game.events for event in each):
        legal = game.legal_moves()
        game.play(next((move for move in legal if str(move) in ("out", "pass")), rng.choice(legal)))
    entry = game.view(None).log[-1]
    assert happen.WeaponsChanged(0, (), ("katana",)) in entry.events
    assert any("Seat 0: -Katana" in sentence for sentence in tell_changes(entry.changes))
    assert happen.WeaponsDiscarded(("katana",)) in entry.events
