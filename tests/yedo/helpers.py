"""Positions to try rules on, made in a line or two.

``bare`` is a table after set-up with empty hands and sorted piles; tests put on it what they need, and
``at`` starts a phase from there. A game is always loaded from the written position, so that a test cannot
begin from one that the rules refuse.
"""

import random
from collections.abc import Iterable
from typing import Any

import kabuto
from kabuto import load
from kabuto.table import Value
from kabuto.yedo import Yedo, rules
from kabuto.yedo.board import ANNEXES, DISTRICTS, EVENT, FIRST_ANNEX, PILES, PLACE, WEAPON, WEAPONS
from kabuto.yedo.deal import begin
from kabuto.yedo.options import BRIEF, FREE, Setting
from kabuto.yedo.positions.phase_checks import BEFORE_EVENT
from kabuto.yedo.positions.position import write_position
from kabuto.yedo.state.pieces import HANDS, put
from kabuto.yedo.state.state import State, inserted, swapped, without

OPTIONS: dict[str, Value] = {"players": 4, "cards": "house", "overbids": True, "trading": "brief"}


def setting(players: int = 4, **options: Any) -> Setting:
    """What does not change during a game."""
    return Setting.of({**OPTIONS, "players": players, **options})


def bare(players: int = 4, **options: Any) -> State:
    """Round 1 before bidding: 12 Mon, two disciples at home, Blackmail, nothing else; seat 0 begins."""
    what = setting(players, **options)
    s = begin(what, 0, 0, what.cards.deck_faces)
    s.tasks, s.lap, s.favours, s.round, s.step, s.track = (), (), (), 1, "bidding", s.order
    for seat in range(players):
        s.edit(seat).blackmail = 1
    return s


def at(s: State, step: str, lap: Iterable[int] | None = None) -> Yedo:
    """The game that goes on from a step with this lap (everybody in player order)."""
    s.step, s.lap = step, s.order if lap is None else tuple(lap)
    return rest(s)


def rest(s: State) -> Yedo:
    """The game from a state, advanced to the next decision."""
    s.chance = lambda _, weapons: weapons
    rules.advance(s)
    s.chance, s.facts, s.reshuffles = None, (), ()
    _reveal_events(s)
    if s.step not in ("stepping", "auction"):
        s.track = ()
    own = s.setting
    options = {
        "players": own.players,
        "overbids": own.overbids,
        "cards": own.cards.name,
        "trading": FREE if own.free_trade else BRIEF,
    }
    return load({"format": 1, "game": "yedo", "options": options, "start": write_position(s)}, "yedo", seed=1)


def _reveal_events(s: State) -> None:
    """The events that have been revealed by this round, from below the pile: the last ones change nothing."""
    revealed = s.round - (s.step in BEFORE_EVENT) if s.round else 0
    deck = s.decks[EVENT]
    if revealed and s.event < 0:
        s.event, deck = deck[-1], deck[:-1]
    missing = max(0, revealed - 1 - len(s.past))
    s.past += deck[len(deck) - missing :]
    s.decks = swapped(s.decks, EVENT, deck[: len(deck) - missing])


def act(s: State, *seats: int) -> Yedo:
    """Phase 7, these seats to activate in this lap."""
    return at(s, "activate", seats or None)


def card(s: State, seat: int, *codes: str) -> None:
    """Cards from their piles to a hand."""
    for text in codes:
        found = s.setting.cards.find(text)
        assert found is not None, text
        pile, number = found
        s.decks = swapped(s.decks, pile, without(s.decks[pile], number))
        clan = s.edit(seat)
        setattr(clan, HANDS[pile], inserted(getattr(clan, HANDS[pile]), number))


def weapon(s: State, seat: int, *names: str) -> None:
    """Weapons from the stack to a clan board."""
    for name in names:
        number = WEAPONS.index(name)
        s.decks = swapped(s.decks, WEAPON, without(s.decks[WEAPON], number))
        clan = s.edit(seat)
        clan.weapons = inserted(clan.weapons, number)


def market(s: State, *names: str | None) -> None:
    """The market fields from the left; what lay there goes back to the stack."""
    s.decks = swapped(s.decks, WEAPON, tuple(w for w in s.market if w >= 0) + s.decks[WEAPON])
    fields = []
    for name in names:
        number = -1 if name is None else WEAPONS.index(name)
        if number >= 0:
            s.decks = swapped(s.decks, WEAPON, without(s.decks[WEAPON], number))
        fields.append(number)
    s.market = tuple(fields)


def annex(s: State, seat: int, *names: str) -> None:
    """Annexes from the supply."""
    for name in names:
        number = ANNEXES.index(name)
        s.annexes = swapped(s.annexes, number, s.annexes[number] - 1)
        clan = s.edit(seat)
        clan.annexes = inserted(clan.annexes, number)


def geishas(s: State, seat: int, number: int) -> None:
    """Geishas from the supply."""
    s.edit(seat).geishas = number
    s.geishas -= number


def blessing(s: State, seat: int) -> None:
    """A blessing from the temple."""
    s.edit(seat).blessing = 1
    s.blessings -= 1


def stand(s: State, seat: int, *places: str) -> None:
    """Disciples of a seat on places; they come from home, then from the reserve."""
    for place in places:
        clan = s.edit(seat)
        if clan.home:
            clan.home -= 1
        else:
            clan.reserve -= 1
        put(s, seat, PLACE[place])


def pile(s: State, name: str, *codes: str) -> None:
    """These cards on top of a pile."""
    number = PILES.index(name)
    cards = [s.setting.cards.codes[number].index(text) for text in codes]
    deck = s.decks[number]
    for c in cards:
        deck = without(deck, c)
    s.decks = swapped(s.decks, number, (*cards, *deck))


def close(s: State, district: str) -> None:
    """The event that closes a district is the present one; in both sets the first seven are these."""
    pile(s, "event", f"E{DISTRICTS.index(district) + 1}")
    s.event, s.decks = s.decks[EVENT][0], swapped(s.decks, EVENT, s.decks[EVENT][1:])
    s.closed = DISTRICTS.index(district)


def codes(game: Yedo, seat: int, hand: str) -> list[str]:
    """The codes of a hand."""
    pile_ = {"actions": 0, "bonuses": 1, "missions": 2, "finished": 2, "weapons": WEAPON}[hand]
    return [game.state.setting.cards.codes[pile_][n] for n in getattr(game.state.clans[seat], hand)]


def top(game: Yedo, name: str, number: int = 3) -> list[str]:
    """The codes of the top cards of a pile."""
    number_ = PILES.index(name)
    return [game.state.setting.cards.codes[number_][n] for n in game.state.decks[number_][:number]]


def moves(game: Yedo, verb: str = "") -> set[str]:
    """The legal moves, all or those of a verb."""
    return {str(move) for move in game.legal_moves() if not verb or move.verb == verb}


def play(game: Yedo, *texts: str) -> Yedo:
    """Play moves, one after the other."""
    for text in texts:
        game.play(text)
    return game


def task(game: Yedo) -> str:
    """The name of what is to be decided."""
    return game.state.tasks[-1].name if game.state.tasks else "over"


def clan(game: Yedo, seat: int) -> Any:
    """What belongs to a seat."""
    return game.state.clans[seat]


def whereabouts(game: Yedo, seat: int) -> list[str]:
    """Where the disciples of a seat stand that are out."""
    s = game.state
    spots = [
        name for place, name in enumerate(PLACE) if place < FIRST_ANNEX for n in s.spaces[place] if n == seat
    ]
    return spots + [ANNEXES[n] for n in s.clans[seat].manned]


def patrol_in(game: Yedo) -> str:
    """The district of the patrol."""
    return DISTRICTS[game.state.patrol]


def finished_setup(players: int = 4, seed: int = 1) -> Yedo:
    """A game whose set-up was played at random."""
    game, rng = kabuto.new("yedo", players=players, seed=seed, cards="house"), random.Random(seed)
    while game.state.round == 0:
        game.play(rng.choice(game.legal_moves()))
    return game


def random_game(players: int, seed: int, cards: str = "house", trading: Any = "brief") -> Iterable[Yedo]:
    """A game played at random, at every ply."""
    rng = random.Random(f"{players} {seed}")
    game = kabuto.new("yedo", players=players, seed=seed, cards=cards, trading=trading)
    yield game
    while game.to_move is not None:
        game.play(rng.choice(game.legal_moves()))
        yield game
