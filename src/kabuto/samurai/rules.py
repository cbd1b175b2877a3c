"""The rules of Samurai, as functions of one immutable state.

``legal_moves`` lists what may be done, ``why_not`` tells why something may not, ``after`` does it.
Rulings are numbered as in the documentation ("Samurai, as implemented").
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, repeat

from kabuto.samurai import moves as make
from kabuto.samurai.board import LAND, ROOM, SEA, SETTLEMENT, SETTLEMENTS, SETTLEMENTS_BESIDE, SPACES
from kabuto.samurai.editions import DRAFT, TOKEN, TURN
from kabuto.samurai.influence import Capture, captures, is_surrounded
from kabuto.samurai.moves import END, Move, Verb
from kabuto.samurai.places import place_mark, where_mark
from kabuto.samurai.sentences import FIGURE_MARKS
from kabuto.samurai.state import Phase, State, add, swapped
from kabuto.samurai.tokens import ALL, ASIDE_LIMIT, KINDS_IN, TOKENS, Laid, T, X
from kabuto.table import Seat, Text

Stacks = tuple[tuple[int, ...], ...]
Deal = Callable[[State], Stacks]
"""Chance: forms every seat's stack from the tokens that it did not choose."""


def to_move(state: State) -> int | None:
    """The seat to move, None when the game is over."""
    return None if state.phase is Phase.OVER else state.seat


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal move, once."""
    match state.phase:
        case Phase.CHOOSE:
            return tuple(make.choose(token) for token in _choosable(state))
        case Phase.DRAFT:
            left = supply(state)
            return tuple(
                make.put(figure, SETTLEMENTS[settlement])
                for settlement in open_settlements(state)
                for figure in range(3)
                if left[figure] and not state.figures[settlement] >> figure & 1
            )
        case Phase.TURN:
            found = _token_moves(state)
            return tuple(found) if found and not state.played else (*found, END)
        case Phase.OVER:
            return ()


def why_not(state: State, move: Move) -> Text | None:
    """The reason a move is refused; None when it is legal."""
    if state.phase is Phase.OVER:
        return state.say("over")
    if move.verb not in _VERBS[state.phase]:
        return state.say(f"now_{state.phase}")
    return _REFUSALS[move.verb](state, move)


def after(state: State, move: Move, deal: Deal) -> State:
    """The state that a legal move leads to; it is not checked here."""
    match move.verb:
        case Verb.CHOOSE:
            return _choose(state, move, deal)
        case Verb.PUT:
            return _put(state, move)
        case Verb.END:
            return _end_turn(state)
        case _:
            return _play(state, move)


# Set-up: hands of one's choice, and figures put on the map in turn.


def _choosable(state: State) -> list[int]:
    """The kinds of token of which the seat to move has one left to choose."""
    hand, all_of_them = state.hands[state.seat], state.setting.full_set
    return [token for token in dict.fromkeys(all_of_them) if hand.count(token) < all_of_them.count(token)]


def choosing(state: State, seat: int, chosen: Sequence[Move]) -> State | None:
    """The state in which a seat chooses its opening hand, as all do at once; None when it is complete."""
    if state.phase is not Phase.CHOOSE:
        return None
    hand = tuple(sorted((*state.hands[seat], *(move.token for move in chosen))))
    if len(hand) == state.setting.hand_size:
        return None
    return state._replace(seat=seat, hands=swapped(state.hands, seat, hand))


def _refuse_choice(state: State, move: Move) -> Text | None:
    if move == make.HIDDEN_CHOICE:
        return state.say("choose_unnamed")
    if move.token not in _choosable(state):
        return state.say(
            "none_left", code=state.token(move.token), number=state.setting.full_set.count(move.token)
        )
    return None


def _choose(state: State, move: Move, deal: Deal) -> State:
    hand = tuple(sorted((*state.hands[state.seat], move.token)))
    state = state._replace(hands=swapped(state.hands, state.seat, hand), captures=())
    if len(hand) < state.setting.hand_size:
        return state
    if state.seat + 1 < state.setting.players:
        return state._replace(seat=state.seat + 1)
    phase = Phase.DRAFT if is_drafting(state) else Phase.TURN
    return state._replace(stacks=deal(state), phase=phase, seat=0)


def is_drafting(state: State) -> bool:
    """Whether figures are still to be put on an untouched map."""
    untouched = not any(state.tokens) and not any(map(sum, state.captured)) and not sum(state.aside)
    return state.setting.figures == DRAFT and untouched and not state.played and bool(open_settlements(state))


def supply(state: State) -> list[int]:
    """The figures of each kind that are not yet on the map during set-up."""
    return [
        state.setting.board.figures - sum(mask >> figure & 1 for mask in state.figures) for figure in range(3)
    ]


def open_settlements(state: State) -> list[int]:
    """Where a figure may be put now: the cities, and after them the villages (ruling 37)."""
    board = state.setting.board
    for settlements in (board.cities, board.villages):
        found = [s for s in settlements if len(KINDS_IN[state.figures[s]]) < ROOM[s]]
        if found:
            return found
    return []


def _refuse_put(state: State, move: Move) -> Text | None:
    refusal = _refuse_settlement(state, move.space)
    if refusal:
        return refusal
    settlement, space = SETTLEMENT[move.space], place_mark(move.space)
    figures = state.figures[settlement]
    if settlement not in open_settlements(state):
        if len(KINDS_IN[figures]) == ROOM[settlement]:
            return state.say("settlement_full", at=where_mark(move.space))
        return state.say("cities_first", space=space)
    if figures >> move.figure & 1:
        return state.say("equal_pair", space=space, kind=FIGURE_MARKS[move.figure])
    if not supply(state)[move.figure]:
        return state.say("no_figure_left", kind=FIGURE_MARKS[move.figure])
    return None


def _put(state: State, move: Move) -> State:
    settlement = SETTLEMENT[move.space]
    figures = swapped(state.figures, settlement, state.figures[settlement] | 1 << move.figure)
    state = state._replace(figures=figures, seat=_next_seat(state), captures=())
    return state if open_settlements(state) else state._replace(phase=Phase.TURN)


# A turn: one token without the character at most, any number of fast ones, then the end of the turn.


def _token_moves(state: State) -> list[Move]:
    found: list[Move] = []
    board, tokens = state.setting.board, state.tokens
    land = [space for space in board.land if tokens[space] is None]
    for token in playable(state):
        if token == X:
            found += _figure_exchanges(state.figures, state.setting.null_exchange)
        elif token == T:
            found += [make.exchange_tokens(a, b) for a, _ in movable(state) for b in land]
        elif TOKENS[token].terrain == LAND:
            found += map(make.play, repeat(token), land)
        else:
            found += map(make.play, repeat(token), [space for space in board.sea if tokens[space] is None])
    return found


def playable(state: State) -> list[int]:
    """The kinds of token that the seat to move has in hand and may still play in this turn."""
    return [token for token in dict.fromkeys(state.hands[state.seat]) if not _is_spent(state, token)]


def _is_spent(state: State, token: int) -> bool:
    """Whether the turn's one token without the character has been played and this would be another."""
    return not TOKENS[token].fast and not all(TOKENS[played].fast for played in state.played)


def has_move(state: State, token: int) -> bool:
    """Whether a token of the seat to move can be played somewhere in this turn."""
    board = state.setting.board
    if _is_spent(state, token):
        return False
    if token == X:
        return bool(_figure_exchanges(state.figures, state.setting.null_exchange))
    if token == T and not any(movable(state)):
        return False
    spaces = board.sea if TOKENS[token].terrain == SEA else board.land
    return any(state.tokens[space] is None for space in spaces)


def movable(state: State) -> Iterator[tuple[int, int]]:
    """Spaces and tokens of the seat to move that a token exchange may move: no fast ones (ruling 20)."""
    for space in state.setting.board.land:
        laid = state.tokens[space]
        if laid is not None and laid.seat == state.seat and _can_move(laid.token):
            yield space, laid.token


def _can_move(token: int) -> bool:
    return not TOKENS[token].fast and token != T


@cache
def exchangeable(one: int, two: int, null_exchange: bool) -> list[tuple[int, int]]:
    """The pairs of figures that two settlements may exchange.

    No settlement may ever hold two equal figures (ruling 10), so each gets one that it does not have;
    exchanging equal figures changes nothing and is an option (ruling 8).
    """
    pairs = [(f, g) for f in KINDS_IN[one & ~two] for g in KINDS_IN[two & ~one]]
    return pairs + [(f, f) for f in KINDS_IN[one & two] if null_exchange]


@lru_cache(maxsize=4096)
def _figure_exchanges(figures: tuple[int, ...], null_exchange: bool) -> tuple[Move, ...]:
    held = [(SETTLEMENTS[settlement], mask) for settlement, mask in enumerate(figures) if mask]
    return tuple(
        make.exchange_figures(a, f, b, g)
        for (a, one), (b, two) in combinations(held, 2)
        for f, g in exchangeable(one, two, null_exchange)
    )


def refuse_token(state: State, token: int) -> Text | None:
    """Why a token can't be played in this turn, wherever it would go; None where it can."""
    if token not in state.hands[state.seat]:
        return state.say("not_in_hand", code=state.token(token))
    if _is_spent(state, token):
        played = next(state.token(played) for played in state.played if not TOKENS[played].fast)
        return state.say("one_slow_token", code=state.token(token), played=played)
    return None


def _refuse_play(state: State, move: Move) -> Text | None:
    refusal = refuse_token(state, move.token)
    if refusal:
        return refusal
    return _refuse_space(state, move.space, TOKENS[move.token].terrain, move.token)


def _refuse_space(state: State, space: int, terrain: str, token: int) -> Text | None:
    """Why a token that lies on this terrain may not lie on that space."""
    if space not in state.setting.board.spaces:
        return state.say("out_of_play", space=place_mark(space), players=state.setting.players)
    if space in SETTLEMENT:
        return state.say("on_settlement", at=where_mark(space))
    if SPACES[space].terrain != terrain:
        key = "ship_on_land" if terrain == SEA else "land_on_sea"
        return state.say(key, space=place_mark(space), code=state.token(token))
    laid = state.tokens[space]
    if laid is not None:
        there = state.token(laid.token)
        return state.say("occupied", space=place_mark(space), code=there, seat=Seat(laid.seat))
    return None


def _refuse_settlement(state: State, space: int) -> Text | None:
    if space not in state.setting.board.spaces:
        return state.say("out_of_play", space=place_mark(space), players=state.setting.players)
    if space not in SETTLEMENT:
        return state.say("no_settlement", space=place_mark(space))
    return None


def _refuse_figure_exchange(state: State, move: Move) -> Text | None:
    refusal = refuse_token(state, X)
    if refusal:
        return refusal
    ends = ((move.space, move.figure), (move.other_space, move.other_figure))
    for space, figure in ends:
        refusal = _refuse_settlement(state, space)
        if refusal:
            return refusal
        if not state.figures[SETTLEMENT[space]] >> figure & 1:
            return state.say("no_such_figure", at=where_mark(space), kind=FIGURE_MARKS[figure])
    if move.space == move.other_space:
        return state.say("same_settlement", space=place_mark(move.space))
    one, two = (state.figures[SETTLEMENT[space]] for space, _ in ends)
    if (move.figure, move.other_figure) in exchangeable(one, two, state.setting.null_exchange):
        return None
    if move.figure == move.other_figure:
        return state.say("null_exchange")
    space, figure = (
        (move.space, move.other_figure) if one >> move.other_figure & 1 else (move.other_space, move.figure)
    )
    return state.say("equal_pair", space=place_mark(space), kind=FIGURE_MARKS[figure])


def _refuse_token_exchange(state: State, move: Move) -> Text | None:
    refusal = refuse_token(state, T)
    if refusal:
        return refusal
    laid = state.tokens[move.space]
    if laid is None or laid.seat != state.seat:
        return state.say("not_your_token", at=where_mark(move.space))
    if not _can_move(laid.token):
        return state.say("cannot_move", at=where_mark(move.space), code=state.token(laid.token))
    if move.space == move.other_space:
        return state.say("same_space", at=where_mark(move.space))
    return _refuse_space(state, move.other_space, LAND, laid.token)


def _refuse_end(state: State, move: Move) -> Text | None:
    return state.say("play_first") if not state.played and _token_moves(state) else None


def _play(state: State, move: Move) -> State:
    """A token is played: laid, or one of the two exchanges."""
    hand = list(state.hands[state.seat])
    hand.remove(move.token)
    tokens, figures, filled = state.tokens, state.figures, move.space
    if move.verb is Verb.EXCHANGE_FIGURES:
        swap = 1 << move.figure ^ 1 << move.other_figure
        for space in (move.space, move.other_space):
            settlement = SETTLEMENT[space]
            figures = swapped(figures, settlement, figures[settlement] ^ swap)
    else:
        if move.verb is Verb.EXCHANGE_TOKENS:
            filled = move.other_space
            tokens = swapped(tokens, filled, tokens[move.space])
        tokens = swapped(tokens, move.space, Laid(state.seat, move.token))
    state = state._replace(
        hands=swapped(state.hands, state.seat, tuple(hand)),
        tokens=tokens,
        figures=figures,
        played=(*state.played, move.token),
        captures=(),
    )
    return _capture(state, SETTLEMENTS_BESIDE[filled]) if state.setting.captures == TOKEN else state


def _capture(state: State, settlements: tuple[int, ...]) -> State:
    """Decide the surrounded ones among these settlements."""
    due = [s for s in settlements if state.figures[s] and is_surrounded(state.tokens, s)]
    if not due:
        return state
    figures, captured, aside = state.figures, state.captured, state.aside
    decided: list[Capture] = []
    for settlement in due:
        decided += captures(state.tokens, state.setting.players, settlement, figures[settlement])
        figures = swapped(figures, settlement, 0)
    for capture in decided:
        if capture.winner is None:
            aside = add(aside, capture.figure)
        else:
            captured = swapped(captured, capture.winner, add(captured[capture.winner], capture.figure))
    return state._replace(figures=figures, captured=captured, aside=aside, captures=tuple(decided))


def _end_turn(state: State) -> State:
    """Captures that are due, the draw, and the test whether the game is over."""
    passes = 0 if state.played else state.passes + 1
    due = state.setting.board.settlements if state.setting.captures == TURN else ()
    state = _capture(state._replace(captures=()), due)
    hand, stack = state.hands[state.seat], state.stacks[state.seat]
    drawn = max(0, state.setting.hand_size - len(hand))
    return state._replace(
        hands=swapped(state.hands, state.seat, tuple(sorted(hand + stack[:drawn]))),
        stacks=swapped(state.stacks, state.seat, stack[drawn:]),
        seat=_next_seat(state),
        played=(),
        passes=passes,
        phase=Phase.OVER if is_end(state) or passes == state.setting.players else Phase.TURN,
    )


def is_end(state: State) -> bool:
    """Whether the last figure of a kind has left the board, or four or more are set aside."""
    on_board = 0
    for mask in state.figures:
        on_board |= mask
    return on_board != ALL or sum(state.aside) >= ASIDE_LIMIT


def _next_seat(state: State) -> int:
    return (state.seat + 1) % state.setting.players


_VERBS = {
    Phase.CHOOSE: {Verb.CHOOSE},
    Phase.DRAFT: {Verb.PUT},
    Phase.TURN: {Verb.PLAY, Verb.EXCHANGE_FIGURES, Verb.EXCHANGE_TOKENS, Verb.END},
}
_REFUSALS: dict[Verb, Callable[[State, Move], Text | None]] = {
    Verb.CHOOSE: _refuse_choice,
    Verb.PUT: _refuse_put,
    Verb.PLAY: _refuse_play,
    Verb.EXCHANGE_FIGURES: _refuse_figure_exchange,
    Verb.EXCHANGE_TOKENS: _refuse_token_exchange,
    Verb.END: _refuse_end,
}
