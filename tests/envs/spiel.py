"""What the tests of the OpenSpiel games share: random play, and the same game in the readable rules."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random
from typing import Any

import pyspiel

import kabuto
from kabuto.envs import openspiel
from kabuto.samurai.board import SETTLEMENTS, SPACES
from kabuto.samurai.kernel import tables as ids
from kabuto.samurai.kernel.actions import from_ids
from kabuto.samurai.numbers.tree import DRAWS, SamuraiNode
from kabuto.samurai.tokens import FIGURES, FULL_SET, codes
from kabuto.table.numbers.tree import CHANCE
from kabuto.yedo.board import PILES, WEAPON
from kabuto.yedo.numbers.tree import CHANCES, SEATS, YedoNode

KINDS = ("samurai", "yedo")


def load(name: str, **options: Any) -> Any:
    """A game of OpenSpiel: ``load("samurai", players=3)``."""
    given = ",".join(f"{key}={value}" for key, value in options.items())
    return pyspiel.load_game(f"{openspiel.NAMES[name]}({given})")


def choose(state: Any, rng: Random) -> int:
    """A random action; chance as it is likely."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choices(outcomes, weights)[0])
    return int(rng.choice(state.legal_actions()))


def walk(game: Any, seed: int) -> Iterator[Any]:
    """A random game: the one state that is played on, before every action and at the end."""
    state, rng = game.new_initial_state(), Random(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(choose(state, rng))
    yield state


def reach(game: Any, seed: int, plies: int) -> Any:
    """A state of a random game where a seat has a choice, after so many actions or a few more."""
    for state in walk(game, seed):
        if state.move_number() >= plies and state.current_player() >= 0 and len(state.legal_actions()) > 1:
            return state
    raise AssertionError("the game ended too early")


def seen(state: Any, seat: int) -> dict[str, Any]:
    """Everything that OpenSpiel gives a seat."""
    return {
        "information": state.information_state_string(seat),
        "information tensor": state.information_state_tensor(seat),
        "observation": state.observation_string(seat),
        "observation tensor": state.observation_tensor(seat),
        "to move": state.current_player(),
        "legal": state.legal_actions(seat),
    }


def in_the_rules(state: Any) -> Any:
    """The same game, replayed by the readable rules from a record of what chance decided."""
    fields = _samurai(state.at) if isinstance(state.at, SamuraiNode) else _yedo(state.at)
    return kabuto.load({"format": 1, **fields})


def _samurai(at: SamuraiNode) -> dict[str, Any]:
    """Tokens that were not drawn yet come last."""
    figures = {SPACES[SETTLEMENTS[town]].name: letters for town, letters in at.table.board.fixed}
    tokens: list[list[int]] = [[] for _ in range(at.players)]
    moves: list[str] = []
    half: list[int] = []
    for before, node in pairwise(at.way()):
        if before.to_move != CHANCE:
            half.append(node.action)
            if node.record["pick"][0] < 0:
                moves.append(str(from_ids(half)))
                half = []
        elif node.action < DRAWS:
            tokens[before.drawer].append(node.action)
        else:
            kind, town = divmod(node.action - DRAWS, ids.TOWNS)
            place = SPACES[SETTLEMENTS[town]].name
            figures[place] = "".join(sorted(figures.get(place, "") + FIGURES[kind], key=FIGURES.index))
    draws = [[*drawn[5:], *(Counter(FULL_SET) - Counter(drawn)).elements()] for drawn in tokens]
    start = {
        "figures": figures,
        "hands": [codes(tuple(sorted(drawn[:5]))) for drawn in tokens],
        "draws": [codes(tuple(drawn)) for drawn in draws],
    }
    return {"game": "samurai", "options": vars(at.table.setting), "start": start, "moves": moves}


def _yedo(at: YedoNode) -> dict[str, Any]:
    """Cards that were not drawn yet lie at the bottom; weapons of a shuffle follow those of the deal."""
    assert at.state is not None
    cards, moves = at.table.setting.cards, []
    piles: list[list[str]] = [[] for _ in PILES]
    (_, first), (_, colour), *way = pairwise(at.way())
    for before, node in way:
        if before.to_move == CHANCE:
            piles[before.pile].append(CHANCES[node.action])
        else:
            moves.append(before.name(before.to_move, node.action))
    for pile, left in enumerate(at.left):
        piles[pile] += [cards.codes[pile][card] for card in left.elements()]
    weapons = iter(piles[WEAPON])
    piles[WEAPON] = list(islice(weapons, len(cards.deck_faces[WEAPON])))
    start = {
        "first": first.action,
        "patrol": ("red", "blue")[colour.action - len(SEATS)],
        "decks": dict(zip(PILES, piles, strict=True)),
        "reshuffles": [list(islice(weapons, len(order))) for order in at.state.reshuffles],
    }
    return {"game": "yedo", "options": at.table.options, "start": start, "moves": moves}
