"""Moves as values, and their notation.

+S1         choose a token for the opening hand (+ alone: somebody chose one, unseen)
H*o10       set-up: put a helmet on o10
S3n13       play a token onto a space
Xm13B-o10H  figure exchange: the Buddha of m13 with the helmet of o10
Tn13-o13    token exchange: the own token on n13 goes to o13
/           end of the turn
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from kabuto.samurai.board import SPACE, SPACES
from kabuto.samurai.sentences import WORDS
from kabuto.samurai.tokens import FIGURES, TOKEN, TOKENS, UNKNOWN, T, X
from kabuto.table import IllegalMove
from kabuto.table.errors import short
from kabuto.table.game import no_move


class Verb(StrEnum):
    """What a move does."""

    CHOOSE = "choose"
    PUT = "put"
    PLAY = "play"
    EXCHANGE_FIGURES = "exchange figures"
    EXCHANGE_TOKENS = "exchange tokens"
    END = "end"


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """One choice of a player; it knows no game. Spaces, tokens and figures are numbers."""

    verb: Verb
    token: int = UNKNOWN
    """The token chosen or played."""
    space: int = -1
    """Where it is played, or the first space of an exchange."""
    figure: int = -1
    """The figure put, or the one on the first space of an exchange."""
    other_space: int = -1
    """The second space of an exchange."""
    other_figure: int = -1
    _text: str = field(init=False, compare=False)
    """The move in notation: asked for again and again."""

    def __post_init__(self) -> None:
        """Refuse what notation cannot write: then every move has one text, and every text one move."""
        values = (self.token, self.space, self.figure, self.other_space, self.other_figure)
        if (
            type(self.verb) is not Verb
            or not all(value in allowed for value, allowed in zip(values, _VALUES[self.verb], strict=True))
            or (self.verb is Verb.EXCHANGE_FIGURES and values[1:3] > values[3:])
        ):
            raise IllegalMove(WORDS.say("not_move_numbers", given=short((str(self.verb), *values))))
        object.__setattr__(self, "_text", _write(self))

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read a move in notation; ``IllegalMove`` says what is wrong with it."""
        if not isinstance(text, str):
            raise no_move(cls, text)
        for pattern, build in _FORMS:
            found = pattern.fullmatch(text)
            if found:
                return build(*found.groups())
        raise IllegalMove(WORDS.say("not_a_move", text=short(text)))

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"


_TOKENS, _SPACES, _FIGURES, _NONE = range(len(TOKENS)), range(len(SPACES)), range(len(FIGURES)), (-1,)
_VALUES = {
    Verb.CHOOSE: ((*_TOKENS, UNKNOWN), _NONE, _NONE, _NONE, _NONE),
    Verb.PUT: (_NONE, _SPACES, _FIGURES, _NONE, _NONE),
    Verb.PLAY: (range(X), _SPACES, _NONE, _NONE, _NONE),
    Verb.EXCHANGE_FIGURES: ((X,), _SPACES, _FIGURES, _SPACES, _FIGURES),
    Verb.EXCHANGE_TOKENS: ((T,), _SPACES, _NONE, _SPACES, _NONE),
    Verb.END: (_NONE, _NONE, _NONE, _NONE, _NONE),
}
"""Verb → what token, space, figure, other space and other figure can be."""


def _write(move: Move) -> str:
    match move.verb:
        case Verb.CHOOSE:
            return "+" if move.token == UNKNOWN else f"+{TOKENS[move.token].code}"
        case Verb.PUT:
            return f"{FIGURES[move.figure]}*{SPACES[move.space].name}"
        case Verb.PLAY:
            return f"{TOKENS[move.token].code}{SPACES[move.space].name}"
        case Verb.EXCHANGE_FIGURES:
            one = f"{SPACES[move.space].name}{FIGURES[move.figure]}"
            return f"X{one}-{SPACES[move.other_space].name}{FIGURES[move.other_figure]}"
        case Verb.EXCHANGE_TOKENS:
            return f"T{SPACES[move.space].name}-{SPACES[move.other_space].name}"
        case Verb.END:
            return "/"


END = Move(Verb.END)


# Equal moves are one object: a game makes the same few thousand again and again.


@cache
def choose(token: int) -> Move:
    """Choose a token for the opening hand."""
    return Move(Verb.CHOOSE, token)


@cache
def put(figure: int, space: int) -> Move:
    """Put a figure on a settlement during set-up."""
    return Move(Verb.PUT, space=space, figure=figure)


@cache
def play(token: int, space: int) -> Move:
    """Play a token from the hand onto a space."""
    return Move(Verb.PLAY, token, space)


@cache
def exchange_figures(space: int, figure: int, other_space: int, other_figure: int) -> Move:
    """Exchange two figures; the space that comes first on the map is named first."""
    one, two = sorted([(space, figure), (other_space, other_figure)])
    return Move(Verb.EXCHANGE_FIGURES, X, *one, *two)


@cache
def exchange_tokens(space: int, other_space: int) -> Move:
    """Move an own token elsewhere and lay the token exchange in its place."""
    return Move(Verb.EXCHANGE_TOKENS, T, space, other_space=other_space)


HIDDEN_CHOICE = choose(UNKNOWN)


def _space(name: str) -> int:
    if name not in SPACE:
        raise IllegalMove(WORDS.say("no_space", name=name))
    return SPACE[name]


def _token(code: str) -> int:
    if code not in TOKEN:
        raise IllegalMove(WORDS.say("no_token", code=code, known=list(TOKEN)))
    return TOKEN[code]


_PLACE = "([a-z][0-9]{1,2})"
_FORMS = (
    (re.compile(r"/"), lambda: END),
    (re.compile(rf"([HBRSNV][0-9]){_PLACE}"), lambda token, space: play(_token(token), _space(space))),
    (
        re.compile(rf"X{_PLACE}([HBR])-{_PLACE}([HBR])"),
        lambda a, f, b, g: exchange_figures(_space(a), FIGURES.index(f), _space(b), FIGURES.index(g)),
    ),
    (re.compile(rf"T{_PLACE}-{_PLACE}"), lambda a, b: exchange_tokens(_space(a), _space(b))),
    (re.compile(r"\+([A-Z][0-9]?)?"), lambda token: choose(_token(token)) if token else HIDDEN_CHOICE),
    (re.compile(rf"([HBR])\*{_PLACE}"), lambda figure, space: put(FIGURES.index(figure), _space(space))),
)
