"""Everything that happens at a table of Yedo is an event, and is told."""

import random
from dataclasses import fields, replace

import pytest

import kabuto
from kabuto.table import Event
from kabuto.table.text import Text
from kabuto.yedo import Yedo
from kabuto.yedo.board import WEAPON
from kabuto.yedo.moves import Move
from kabuto.yedo.players.greedy import Greedy
from kabuto.yedo.state.state import Clan, Fact, State, swapped, without
from kabuto.yedo.views import game_events as happen
from kabuto.yedo.wording.log import tell_changes, tell_fact
from tests.yedo.accounts import CLAN_LEDGER, LEDGER, carried_out, ledger
from tests.yedo.helpers import act, annex, at, bare, card, pile, random_game, stand, weapon


def test_every_field_of_a_state_is_in_the_ledger_or_named_here() -> None:
    """A new field has to be told by events, or to be one of those that tell nothing of their own."""
    follows = {"annexes", "geishas", "blessings"}  # supplies: whatever no clan has
    told_by_the_card = {"barred", "rebate", "saved", "borrowed"}
    procedure = {"step", "lap", "tasks", "traded", "begun", "proposed", "track"}
    inner = {"setting", "reshuffles", "facts", "chance", "told"}
    known = LEDGER | follows | told_by_the_card | procedure | inner
    assert {field.name for field in fields(State)} == known
    assert {field.name for field in fields(Clan)} == CLAN_LEDGER


@pytest.mark.uncounted
@pytest.mark.parametrize("games", [2, pytest.param(6, marks=pytest.mark.prove)])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_the_events_of_a_game_account_for_everything_that_changes_in_it(
    kind: str, players: int, games: int
) -> None:
    kinds = set()
    for seed in range(games):
        game = table(kind, players, seed)
        for n, events in enumerate(game.events):
            before, after = game._states[n : n + 2]
            assert carried_out(ledger(before), events) == ledger(after), str(game.moves[n])
            kinds |= {type(event) for event in events}
    assert {happen.DisciplesChanged, happen.FavoursChanged, happen.RoundBegan} <= kinds


def table(kind: str, players: int, seed: int) -> Yedo:
    """A finished game: at random, or greedy with a random move now and then."""
    if kind == "random":
        return list(random_game(players, seed))[-1]
    game, rng = kabuto.new("yedo", players=players, seed=seed), random.Random(seed)
    greedy = Greedy(rng)
    while game.to_move is not None:
        wild = rng.random() < 0.2
        game.play(rng.choice(game.legal_moves()) if wild else greedy.choose(game.view(game.to_move)))
    return game


def test_a_weapon_thrown_away_and_shuffled_at_once_is_told() -> None:
    """The Dojo throws the last weapon away and draws from an empty pile: the discard looks unchanged."""
    s = bare(2)
    annex(s, 0, "dojo")
    weapon(s, 0, "katana")
    stand(s, 0, "dojo")
    s.discard, s.decks = tuple(sorted(s.decks[WEAPON])), swapped(s.decks, WEAPON, ())
    game = act(s, 0)
    game.play("swap katana")
    assert happen.WeaponsDiscarded(("katana",)) in game.events[-1]
    assert carried_out(ledger(game._states[0]), game.events[-1]) == ledger(game.state)


def test_a_salvaged_weapon_leaves_the_discard() -> None:
    s = bare(2)
    card(s, 0, "A23")
    s.discard, s.decks = (0,), swapped(s.decks, WEAPON, without(s.decks[WEAPON], 0))
    stand(s, 0, "gates")
    game = act(s, 0)
    game.play("play A23 doku")
    assert happen.WeaponsSalvaged(("doku",)) in game.events[-1]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_change_is_told(language: str) -> None:
    kinds = set()
    for seed in range(3):
        for game in random_game(4, seed):
            if not game.ply:
                continue
            entry = game.view(None).log[-1]
            told = tell_changes(entry)
            for sentence in told:
                assert isinstance(sentence, Text)
                assert sentence.to(language)
            kinds |= {type(event) for event in entry.events}
            shown = [e for e in entry.changes if isinstance(e, (happen.WeaponsChanged, happen.MonChanged))]
            assert bool(told) or not shown
    assert {happen.MonChanged, happen.WeaponsChanged, happen.ChurchChanged, happen.MarketChanged} <= kinds
    assert {happen.HomeChanged, happen.OrderChanged, happen.PatrolMoved, happen.CardsDrawn} <= kinds


EXAMPLES: dict[type[Event], tuple[object, ...]] = {
    happen.RoundBegan: (2,),
    happen.DisciplesChanged: (0, "tavern", 1),
    happen.ChurchChanged: (3,),
    happen.MarketChanged: (("katana", None, None, None, None),),
    happen.WeaponsDiscarded: (("katana",),),
    happen.PatrolSwapped: ("red",),
    happen.DistrictClosed: ("temple",),
    happen.OrderChanged: ((1, 0),),
    happen.ShogunKilled: (),
    **{kind: (0, 1) for _, kind in happen.AMOUNTS},
    **{kind: (0, (names[0],), ()) for _, names, kind in happen.THINGS},
}
"""Kind of change → one like it."""
TOLD_BY = {
    happen.CardsTuckedAway: happen.CardPlayed,
    happen.PileReordered: Move,
    happen.CardLaidDown: Move,
    happen.CardTakenBack: Move,
    happen.FavoursChanged: Move,
    happen.MarketFieldEmptied: happen.WeaponsChanged,
    happen.WeaponsSalvaged: happen.WeaponsChanged,
}
"""Kind of event without a sentence → what tells it."""


def test_no_kind_of_event_falls_through() -> None:
    game = list(random_game(2, 1))[-1]
    entry = replace(game.view(None).log[-1], move=Move.parse("pass"), facts=())
    bases = {happen.Cards, happen.Amount, happen.Things}
    kinds = {k for k in vars(happen).values() if isinstance(k, type) and issubclass(k, Event)}
    told = {kind for kind, of in EXAMPLES.items() if tell_changes(replace(entry, changed=((kind, *of),)))}
    for what in (*happen._CARDS, *happen._OTHERS):
        fact = Fact(what, seat=0, pile=0, cards=(0,), other=0)
        if tell_fact(game.state, fact):
            told.add(type(happen.typed(game.state.setting, fact)))
    assert kinds - bases - {Event} - told == set(TOLD_BY)


def test_a_disciple_that_a_card_moves_or_an_event_takes_is_told() -> None:
    entry = replace(list(random_game(2, 1))[-1].view(None).log[-1], move=Move.parse("pass"), facts=())
    moved = (happen.DisciplesChanged, 0, "gates", -1), (happen.DisciplesChanged, 0, "temple", 1)
    assert tell_changes(replace(entry, changed=moved)) == ["Seat 0: a disciple is now here: temple"]
    taken = (happen.HomeChanged, 0, -1), (happen.ReserveChanged, 0, 1)
    assert tell_changes(replace(entry, changed=taken)) == ["Seat 0: disciples in the reserve +1"]


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
    assert any("Seat 0: -Katana" in sentence for sentence in tell_changes(entry))
    assert happen.WeaponsDiscarded(("katana",)) in entry.events
