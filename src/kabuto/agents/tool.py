"""Questions about a game as lines of JSON, answered one by one; nothing is remembered (``kabuto tool``).

Every request carries the record of the game, and every answer that changes it carries the new one. A record
holds the whole truth, so only the program that runs the table should keep it; everything else in an answer
comes from the view of one seat and may be shown to that seat. ``docs/programs.md`` describes it.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from kabuto import players
from kabuto.agents.captured_screen import CapturedScreen
from kabuto.agents.queries import Queries
from kabuto.table import (
    BadOption,
    BadRecord,
    Game,
    IllegalMove,
    Option,
    Preset,
    Refused,
    Seat,
    Text,
    game_class,
    load,
    manifests,
    new,
)
from kabuto.table.blame import GameFailed, blame
from kabuto.table.errors import label, short
from kabuto.table.options import check_seed, depending
from kabuto.table.record import loads
from kabuto.table.text import translate
from kabuto.text_ui.compiling import prepare
from kabuto.text_ui.language import WORDS, sentence
from kabuto.text_ui.tables import check_analysed

MOST_ITERATIONS = 10**6
ADVISER = "greedy"
_KINDS: dict[type[Refused], str] = {
    IllegalMove: "illegal_move",
    BadOption: "bad_option",
    BadRecord: "bad_record",
    GameFailed: "game_failed",
}
"""Refusal → what an error is called."""


def answer(line: str | bytes, language: str) -> dict[str, Any]:
    """The answer to a request: what was asked for, or what is wrong with it."""
    number = None
    try:
        given = loads(line)
        if not isinstance(given, dict):
            raise BadOption(sentence("ask_object", given=short(given)), "request")
        if _is("id", given.get("id")):
            number = given.get("id")
        if given.get("language") in WORDS.languages():
            language = given["language"]
        return {"id": number, "ok": True, **Request(given, language).answer()}
    except Exception as error:
        refusal = error if isinstance(error, Refused) else blame(error)
        if refusal is None:
            raise
        kind = next((name for cls, name in _KINDS.items() if isinstance(refusal, cls)), "refused")
        fault = {"kind": kind, "place": refusal.place, "reason": translate(refusal.reason, language)}
        return {"id": number, "ok": False, "error": fault}


_FIELDS: dict[str, type | tuple[type, ...]] = {
    "id": (str, int, type(None)),
    "ask": str,
    "language": str,
    "game": str,
    "options": Mapping,
    "seed": (int, type(None)),
    "record": Mapping,
    "seat": (int, type(None)),
    "move": str,
    "begin": str,
    "most": int,
    "why": bool,
    "about": str,
    "player": str,
    "iterations": int,
}
"""What a request may carry → its type; the sentence ``field_NAME`` says what it is."""
_ALWAYS = ("id", "ask", "language")


class Request:
    """One question, its parts checked."""

    def __init__(self, given: Mapping[str, Any], language: str) -> None:
        self.given, self.language = given, language
        for key in _ALWAYS:
            self._get(key)
        if given.get("language", language) != language:
            raise BadOption(
                sentence("one_of", known=WORDS.languages(), text=short(given["language"])), "language"
            )
        ask = self._get("ask", "")
        if ask not in ASKS:
            raise BadOption(sentence("ask_one_of", known=list(ASKS), given=short(ask)), "ask")
        self.ask = ASKS[ask]
        for key in given:
            if key not in (*_ALWAYS, *self.ask.needs, *self.ask.may):
                known = (*self.ask.needs, *self.ask.may, *_ALWAYS)
                raise BadOption(sentence("ask_takes", ask=ask, known=known), label(key))
        for key in self.ask.needs:
            if key not in given:
                raise BadOption(sentence("ask_needs", ask=ask, what=_described(key)), key)

    def answer(self) -> dict[str, Any]:
        """What was asked for."""
        return self.ask.answer(self)

    def _get(self, key: str, default: Any = None) -> Any:
        if key not in self.given:
            return default
        if not _is(key, self.given[key]):
            given = short(self.given[key])
            raise BadOption(sentence("ask_kind", what=_described(key), given=given), key)
        return self.given[key]

    def game(self) -> Game[Any, Any]:
        """The game of the record, replayed through the rules; a seed decides chance that is still to come."""
        return load(self._get("record"), seed=check_seed(self._get("seed")))

    def asked(self, game: Game[Any, Any]) -> Queries:
        """The game as the seat sees it that asks, or else the one to move."""
        seat = game.check_seat(self._get("seat", game.to_move))
        return Queries(game.name, game.view(seat), self.language)

    # What is asked.

    def games(self) -> dict[str, Any]:
        """The games with their options and players."""
        return {"games": {name: _game(name) for name in manifests.working()}}

    def new(self) -> dict[str, Any]:
        """A new game."""
        options = self._get("options", {})
        if "seed" in options:
            raise BadOption(sentence("seed_beside"), "options.seed")
        return self._state(new(self._get("game"), seed=self._get("seed"), **options))

    def view(self) -> dict[str, Any]:
        """Everything that the seat may know."""
        asked = self.asked(self.game())
        view = json.loads(asked.view.to_json())
        return {"view": view, "task": asked.task(), "picture": asked.picture()}

    def legal(self) -> dict[str, Any]:
        """The legal moves."""
        most = self._get("most")
        if most is not None and most < 0:
            raise BadOption(sentence("most_range", given=short(most)), "most")
        return self.asked(self.game()).legal(self._get("begin", ""), most, self._get("why", False))

    def play(self) -> dict[str, Any]:
        """The game after a move of the seat, and what came of it."""
        game = self.game()
        asked = self.asked(game)
        reason = asked.view.why_not(self._get("move"))
        if reason is None and asked.view.seat != game.to_move:  # a record cannot hold what is chosen early
            reason = sentence("others_turn", seat=Seat(game.to_move or 0))
        if reason is not None:
            raise IllegalMove(reason, "move")
        game.play(self._get("move"))
        happened = Queries(game.name, game.view(asked.view.seat), self.language).since(game.ply - 1)
        return {**self._state(game), "happened": happened}

    def why_not(self) -> dict[str, Any]:
        """Whether a move is legal, and why not."""
        return self.asked(self.game()).why_not(self._get("move"))

    def explain(self) -> dict[str, Any]:
        """Explain something in the game."""
        return {"text": self.asked(self.game()).explain(self._get("about"))}

    def outcome(self) -> dict[str, Any]:
        """How the game ended."""
        game = self.game()
        return {
            "to_move": game.to_move,
            "outcome": Queries(game.name, game.view(None), self.language).outcome(),
        }

    def hint(self) -> dict[str, Any]:
        """What a player would do."""
        game = self.game()
        return self.asked(game).hint(self._get("player", ADVISER), Random(self._get("seed")))

    def analyse(self) -> dict[str, Any]:
        """What every legal move is worth, from what the seat knows."""
        game = self.game()
        check_analysed(game.name, "record")
        iterations = self._get("iterations")
        if iterations is not None and not 1 <= iterations <= MOST_ITERATIONS:
            between = sentence("number_between", least=1, most=MOST_ITERATIONS, text=short(iterations))
            raise BadOption(between, "iterations")
        view = self.asked(game).view
        prepare(CapturedScreen(self.language), game.name)
        seed = self._get("seed") or 0
        found = manifests.component(game.name, "analysis").analyse(view, iterations=iterations, seed=seed)
        return {"analysis": found.to_json(self.language)}

    def _state(self, game: Game[Any, Any]) -> dict[str, Any]:
        """A game after a change: the record, and what everybody sees."""
        outcome = Queries(game.name, game.view(None), self.language).outcome()
        return {"record": game.record(), "ply": game.ply, "to_move": game.to_move, "outcome": outcome}


def _is(key: str, value: object) -> bool:
    kind = _FIELDS[key]
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _described(key: str) -> Text:
    return sentence(f"field_{key}")


def _game(name: str) -> dict[str, Any]:
    kind = game_class(name)
    options = [
        {"name": option.name, "values": list(option.values), "help": option.help}
        for option in kind.option_table
    ]
    presets = {name: _preset(preset, kind.option_table) for name, preset in kind.presets.items()}
    return {"options": options, "presets": presets, "players": players.names(name)}


def _preset(preset: Preset, table: Sequence[Option]) -> dict[str, Any]:
    """What a preset sets; what depends on other options for each of their combinations."""
    others = [option for option in table if option.name not in preset]
    return {
        name: [{"when": when, "value": each} for when, each in depending(value, others)]
        if callable(value)
        else value
        for name, value in preset.items()
    }


@dataclass(frozen=True)
class Ask:
    """One thing that can be asked."""

    answer: Callable[[Request], dict[str, Any]]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


ASKS = {
    "games": Ask(Request.games),
    "new": Ask(Request.new, ("game",), ("options", "seed")),
    "view": Ask(Request.view, ("record",), ("seat",)),
    "legal": Ask(Request.legal, ("record",), ("seat", "begin", "most", "why")),
    "play": Ask(Request.play, ("record", "move"), ("seat", "seed")),
    "why_not": Ask(Request.why_not, ("record", "move"), ("seat",)),
    "explain": Ask(Request.explain, ("record", "about"), ("seat",)),
    "outcome": Ask(Request.outcome, ("record",)),
    "hint": Ask(Request.hint, ("record",), ("seat", "player", "seed")),
    "analyse": Ask(Request.analyse, ("record",), ("seat", "iterations", "seed")),
}
"""What can be asked → the fields it needs and those it may have."""
