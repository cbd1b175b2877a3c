"""How figures stand, and what a seat can foresee of its turn: what tokens bring about, and which wait."""

from collections.abc import Iterator
from functools import lru_cache
from operator import itemgetter

from msgspec import Struct

from kabuto.samurai import rules
from kabuto.samurai.board import LAND, NEIGHBOURS, SETTLEMENT, SETTLEMENTS, SETTLEMENTS_BESIDE, SPACES
from kabuto.samurai.editions import Setting
from kabuto.samurai.influence import contest, is_surrounded, missing_land
from kabuto.samurai.moves import Move
from kabuto.samurai.state import NO_TOKENS, Phase, State
from kabuto.samurai.tokens import ALL, FIGURE_SETS, FIGURES, KINDS_IN, TOKENS, Laid, T, X
from kabuto.samurai.view import PLAYS, SamuraiView
from kabuto.table.text import parts
from kabuto.table.wire import Sentence

AROUND = [(SPACES[space].name, itemgetter(*NEIGHBOURS[space])) for space in SETTLEMENTS]
"""Settlement → its name, and what picks the tokens around it."""
STRENGTHS = {
    number: {figure: token.strength * (token.influences >> kind & 1) for kind, figure in enumerate(FIGURES)}
    for number, token in enumerate(TOKENS)
    if token.terrain == LAND and number not in (X, T)
}
"""Token that is laid beside settlements → figure → its influence there."""


class Settlement(Struct, frozen=True):
    """How a settlement with figures stands. Lists have one entry per kind: helmet, Buddha, rice field."""

    figures: str
    """The figures in it, such as ``HB``."""
    influence: list[list[int]]
    """Kind → seat → influence."""
    winners: list[int | None]
    """Kind → the seat that would get such a figure now; null in a tie or without influence."""
    missing: list[str]
    """The land spaces around it that are still empty; none: it is surrounded."""


class Standing(Struct, frozen=True):
    """How a figure would stand after a move."""

    space: str
    """The settlement it is in."""
    figure: str
    """``H``, ``B`` or ``R``."""
    mine: int
    """My influence on it."""
    best: int
    """The most influence that another seat has."""
    captured: bool
    """Whether its settlement would be surrounded: it is captured at once, or when the turn ends."""
    missing: int
    """How many land spaces around it would still be empty."""
    leads: bool
    """Whether I would get it now; otherwise another seat or, in a tie, nobody would."""


class Preview(Struct, frozen=True):
    """What a token would bring about."""

    standings: list[Standing]
    """The figures that it counts for or decides: first those I would capture, then those that others would
    get, then the others, with my greatest lead first."""
    idle: list[str]
    """The settlements with figures beside the token for which it does not count."""


class Chance(Struct, frozen=True):
    """A token that would capture something for me."""

    token: str
    """Which one."""
    space: str
    """Where."""
    figures: str
    """What I would get, such as ``HB``."""


def settlements(state: State) -> dict[str, Settlement]:
    """How every settlement with figures stands: several messages about a state say it."""
    return _settlements(state.setting.players, state.figures, state.tokens)


@lru_cache(maxsize=1 << 8)
def _settlements(
    players: int, figures: tuple[int, ...], tokens: tuple[Laid | None, ...]
) -> dict[str, Settlement]:
    return {
        name: _settlement(players, number, figures[number], around(tokens))
        for number, (name, around) in enumerate(AROUND)
        if figures[number]
    }


@lru_cache(maxsize=1 << 14)
def _settlement(players: int, number: int, figures: int, around: tuple[Laid | None, ...]) -> Settlement:
    """How a settlement stands: that depends on the tokens around it alone, and seldom changes."""
    tokens = list(NO_TOKENS)
    for space, laid in zip(NEIGHBOURS[SETTLEMENTS[number]], around, strict=True):
        tokens[space] = laid
    contests = [contest(tokens, players, number, kind) for kind in range(3)]
    return Settlement(
        figures=FIGURE_SETS[figures],
        influence=[list(each.influence) for each in contests],
        winners=[each.winner for each in contests],
        missing=[SPACES[space].name for space in missing_land(tokens, number)],
    )


def preview(view: SamuraiView, move: Move, language: str = "") -> Preview:
    """How figures would stand after a move of this seat."""
    if view.state.phase is not Phase.TURN or move.verb not in PLAYS:
        return Preview([], [])
    found = sorted(
        _standings(view.state, move),
        key=lambda one: (one.captured, one.captured and one.mine > one.best, one.mine - one.best),
        reverse=True,
    )
    told = {one.space for one in found}
    beside = dict.fromkeys(number for space in _changed(move) for number in SETTLEMENTS_BESIDE[space])
    idle = [SPACES[SETTLEMENTS[number]].name for number in beside if view.state.figures[number]]
    return Preview(found, [name for name in idle if name not in told])


def chances(view: SamuraiView) -> list[Chance]:
    """The tokens of this seat that would capture something for it now, and where; the most figures first."""
    state = view.state
    if state.phase is not Phase.TURN or view.seat != state.seat:
        return []
    tokens = [(token, STRENGTHS[token]) for token in rules.playable(state) if token in STRENGTHS]
    closing = _closing(state.setting.players, state.figures, state.tokens, state.seat) if tokens else []
    found = [
        Chance(TOKENS[token].code, space, won)
        for token, strengths in tokens
        for space, behind in closing
        if (won := "".join([figure for figure, lacks in behind if strengths[figure] > lacks]))
    ]
    return sorted(found, key=lambda chance: -len(chance.figures))


@lru_cache(maxsize=1 << 8)
def _closing(
    players: int, figures: tuple[int, ...], tokens: tuple[Laid | None, ...], seat: int
) -> list[tuple[str, list[tuple[str, int]]]]:
    """The spaces where one more token surrounds settlements → how far a seat is behind at their figures."""
    found: dict[str, list[tuple[str, int]]] = {}
    for there in _settlements(players, figures, tokens).values():
        if len(there.missing) == 1:
            behind = found.setdefault(there.missing[0], [])
            for figure in there.figures:
                amounts = list(there.influence[FIGURES.index(figure)])
                mine = amounts.pop(seat)
                behind.append((figure, max(amounts) - mine))
    return list(found.items())


def waiting(view: SamuraiView, language: str) -> dict[str, Sentence]:
    """The tokens in the hand that can't be played now → why not."""
    state = view.state
    if state.phase is not Phase.TURN or view.seat != state.seat:
        return {}
    return {
        TOKENS[token].code: _reason(state.setting, state.played, token, language)
        for token in dict.fromkeys(state.hands[state.seat])
        if not rules.has_move(state, token)
    }


@lru_cache(maxsize=1 << 10)
def _reason(setting: Setting, played: tuple[int, ...], token: int, language: str) -> Sentence:
    """Why a token can't be played: that depends on what was played before it, or there is no place for it."""
    state = State(setting, Phase.TURN, 0, (), (), ((token,),), (), (), (0, 0, 0), played)
    return parts(rules.refuse_token(state, token) or state.say("nowhere", code=state.token(token)), language)


def _standings(state: State, move: Move) -> Iterator[Standing]:
    """How the figures would stand that a move of a token counts for, or whose settlements it closes."""
    after = rules.after(state, move, lambda state: state.stacks)
    changed = _changed(move)
    if move.token == X:
        settlements = [SETTLEMENT[space] for space in changed]
    else:
        settlements = list(dict.fromkeys(number for space in changed for number in SETTLEMENTS_BESIDE[space]))
    counts = ALL if move.token in (X, T) else TOKENS[move.token].influences
    for number in settlements:
        closed = is_surrounded(after.tokens, number)
        for figure in KINDS_IN[after.figures[number] or state.figures[number]]:
            if closed or counts >> figure & 1:
                there = contest(after.tokens, state.setting.players, number, figure)
                mine = there.influence[state.seat]
                best = max(amount for seat, amount in enumerate(there.influence) if seat != state.seat)
                yield Standing(
                    space=SPACES[SETTLEMENTS[number]].name,
                    figure=FIGURES[figure],
                    mine=mine,
                    best=best,
                    captured=closed,
                    missing=len(missing_land(after.tokens, number)),
                    leads=there.winner == state.seat,
                )


def _changed(move: Move) -> list[int]:
    """The spaces that a move touches."""
    return [space for space in (move.space, move.other_space) if space >= 0]
