"""Observations and action ids of Samurai: what they mean, and how to get them from a game or a view.

An observation is ``SIZE`` bytes (``uint8``), divided into ``FIELDS``; ``explain`` decodes one. It holds only
what the observing seat knows. Action ids are the engine's, 0 to ``ACTIONS`` - 1, the same for two to four
players; ``describe`` decodes one. A figure or token exchange takes two actions.

Games are records of the engine, ``states[i]`` (made by ``kabuto.samurai.kernel.convert``). Nothing is checked
here: the seat must exist, and ``out`` must be long enough.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from kabuto.table.numbers import missing

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise missing("numpy") from error
from kabuto.compiling.targets import build
from kabuto.samurai.board import SETTLEMENTS, SPACES
from kabuto.samurai.editions import OPTIONS, Setting
from kabuto.samurai.game import Samurai
from kabuto.samurai.kernel.actions import describe, from_ids, to_ids
from kabuto.samurai.kernel.convert import from_state, from_view, to_state
from kabuto.samurai.kernel.tables import ACTIONS, DRAFTING, LAND_SPACES, SEA_SPACES, TURN
from kabuto.samurai.numbers.fields import FIELDS, OFFSET, SIZE, VERSION, Field
from kabuto.samurai.rules import open_settlements
from kabuto.samurai.sentences import WORDS
from kabuto.samurai.tokens import FIGURES, TOKENS
from kabuto.samurai.view import SamuraiView
from kabuto.table import BadOption
from kabuto.table.options import resolve

__all__ = [
    "ACTIONS",
    "FIELDS",
    "OFFSET",
    "SIZE",
    "VERSION",
    "Field",
    "act",
    "begin",
    "blank",
    "describe",
    "explain",
    "from_ids",
    "is_legal",
    "observation",
    "observe",
    "readable",
    "returns",
    "split",
    "to_ids",
    "why_not",
    "write_mask",
]

_calls = build("kabuto.samurai.numbers.calls", "cpu" if find_spec("numba") else "plain")
"""The entry points, compiled; without a compiler the same source as plain Python, much slower."""
act, begin, is_legal = _calls.act, _calls.begin, _calls.is_legal
observe, returns, write_mask = _calls.observe, _calls.returns, _calls.write_mask

PHASES = ("choose", "draft", "turn", "over")


def blank(**options: Any) -> Any:
    """A game before the deal, as an array of one record for ``begin``."""
    chosen = resolve(OPTIONS, options)
    setting = Setting.of(chosen)
    empty = Samurai({**chosen, "hands": "choose", "figures": "draft"}, seed=0)
    game = from_state(empty.state)
    if setting.figures == "random":
        game["setup"] -= 1
    if setting.hands == "random":
        drafting = setting.figures == "draft" and open_settlements(empty.state)
        game["phase"] = DRAFTING if drafting else TURN
    return game


def readable(game: Any, options: Mapping[str, Any]) -> Samurai:
    """A record as a game of the readable rules, without its history."""
    return Samurai.replay(options, to_state(game, Setting.of(options)), (), None, 0)


def why_not(game: Any, action: int, options: Mapping[str, Any]) -> str:
    """A sentence that says why an action is illegal."""
    if game["pick"] >= 0:
        return WORDS.say("other_half")
    try:
        move = from_ids([action])
    except BadOption:
        return WORDS.say("no_exchange")
    return readable(game, options).why_not(move) or ""


def observation(view: SamuraiView) -> Any:
    """What the seat of a view observes: the same bytes that ``observe`` writes."""
    if view.seat is None:
        raise BadOption(WORDS.say("observe_seat"), "seat")
    out = np.zeros(SIZE, np.uint8)
    observe(from_view(view), 0, view.seat, out)
    return out


def split(seen: Any) -> dict[str, Any]:
    """The fields of an observation, or of an array of them, each in its shape and without a copy."""
    seen = seen if hasattr(seen, "shape") else np.asarray(seen)
    if seen.shape[-1:] != (SIZE,):
        raise BadOption(WORDS.say("observation_size", size=SIZE, given=str(seen.shape)), "observation")
    lead = seen.shape[:-1]
    return {
        field.name: seen[..., field.offset : field.offset + field.size].reshape(*lead, *field.shape)
        for field in FIELDS
    }


def explain(seen: Any) -> dict[str, Any]:
    """One observation in words: notation for spaces, figures and tokens, seats counted from the observer."""
    seen = np.asarray(seen)
    if seen.shape != (SIZE,):
        raise BadOption(WORDS.say("observation_size", size=SIZE, given=str(seen.shape)), "observation")
    fields: Mapping[str, Any] = {name: part.tolist() for name, part in split(seen).items()}
    if sorted(fields["phase"]) != [0, 0, 0, 1]:
        raise BadOption(WORDS.say("observation_phase"), "observation")
    seats = range(sum(fields["seats"]))
    late, null, draft = map(bool, fields["edition"])
    return {
        "version": VERSION,
        "players": len(seats),
        "phase": PHASES[fields["phase"].index(1)],
        "to_move": fields["to_move"].index(1) if any(fields["to_move"]) else None,
        "hand": _tokens(fields["hand"]),
        "hand_sizes": [fields["hand_sizes"][seat] for seat in seats],
        "unplayed": [_tokens(fields["unplayed"][seat]) for seat in seats],
        "played": _tokens(fields["played"]),
        "exchange": _exchange(*fields["exchange"]),
        "captured": [_figures(fields["captured"][seat]) for seat in seats],
        "aside": _figures(fields["aside"]),
        "settlements": {
            SPACES[space].name: {
                "figures": "".join(FIGURES[kind] for kind in range(3) if fields["figures"][kind][town]),
                "missing": fields["missing"][town],
                "influence": [_figures([row[seat] for row in fields["influence"][town]]) for seat in seats],
            }
            for town, space in enumerate(SETTLEMENTS)
            if any(fields["figures"][kind][town] for kind in range(3))
        },
        "tokens": {
            SPACES[space].name: ((code - 2) // 32, TOKENS[(code - 2) % 32].code)
            for spaces, codes in ((LAND_SPACES, fields["land"]), (SEA_SPACES, fields["sea"]))
            for space, code in zip(spaces, codes, strict=True)
            if code > 1
        },
        "empty": [
            SPACES[space].name
            for spaces, codes in ((LAND_SPACES, fields["land"]), (SEA_SPACES, fields["sea"]))
            for space, code in zip(spaces, codes, strict=True)
            if code == 1
        ],
        "passes": fields["passes"][0],
        "captures": "turn" if late else "token",
        "null_exchange": null,
        "figures": "draft" if draft else "random",
    }


def _tokens(counts: list[int]) -> list[str]:
    return [TOKENS[kind].code for kind, number in enumerate(counts) for _ in range(number)]


def _figures(counts: list[int]) -> dict[str, int]:
    return dict(zip(FIGURES, counts, strict=True))


def _exchange(figure: int, settlement: int, land: int) -> str | None:
    """The first half of an exchange, in the words of ``describe``."""
    if land:
        return f"T, from {SPACES[LAND_SPACES[land - 1]].name}"
    if settlement:
        return f"X, {FIGURES[figure - 1]} of {SPACES[SETTLEMENTS[settlement - 1]].name}"
    return None
