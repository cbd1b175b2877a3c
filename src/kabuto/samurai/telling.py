"""Moves in words, and what came of them."""

from kabuto.samurai.moves import Move, Verb
from kabuto.samurai.report import explain
from kabuto.samurai.sentences import FIGURE_MARKS, SPACE_MARKS, TOKEN_MARKS
from kabuto.samurai.state import State
from kabuto.samurai.tokens import TOKENS, UNKNOWN
from kabuto.samurai.view import Entry, SamuraiView
from kabuto.table import Mark, Text, Word


def tell(view: SamuraiView, move: Move, past: bool = False) -> Text:
    """A move in words."""
    return tell_move(view.state, move)


def tell_events(view: SamuraiView, entry: Entry) -> list[Text]:
    """What came of a move: every capture, explained."""
    return [explain(view.state, capture) for capture in entry.captures]


def tell_move(state: State, move: Move) -> Text:
    """A move in words; the state is the one before or after it."""
    say = state.say
    space, other = SPACE_MARKS[move.space], SPACE_MARKS[move.other_space]
    match move.verb:
        case Verb.PLAY:
            return say("move_play", token=_named(state, move.token), space=space)
        case Verb.PUT:
            return say("move_put", figure=FIGURE_MARKS[move.figure], space=space)
        case Verb.EXCHANGE_FIGURES:
            one, two = FIGURE_MARKS[move.figure], FIGURE_MARKS[move.other_figure]
            return say("move_figures", one=one, space=space, two=two, other=other)
        case Verb.EXCHANGE_TOKENS:
            # Before the move the token lies on the first space, afterwards on the second.
            laid = state.tokens[move.other_space] or state.tokens[move.space]
            code = TOKEN_MARKS[laid.token] if laid else ""
            return say("move_tokens", code=code, space=space, other=other)
        case Verb.CHOOSE if move.token == UNKNOWN:
            return say("move_hidden")
        case Verb.CHOOSE:
            return say("move_choose", token=_named(state, move.token))
        case Verb.END:
            return say("move_end")


def token_name(state: State, token: int) -> str:
    """A token by its name and number: ``samurai 3``."""
    name, strength = Word(TOKENS[token].name), TOKENS[token].strength
    if not strength:
        return state.say("token_alone", name=name)
    return state.say("token_named", name=name, number=strength)


def _named(state: State, token: int) -> Mark:
    return Mark("token", TOKENS[token].code, token_name(state, token))
