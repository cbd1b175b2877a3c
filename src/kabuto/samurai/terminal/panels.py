"""The screen of a game of Samurai: the map with panels in its empty corners."""

from collections import Counter
from collections.abc import Collection, Iterable
from textwrap import wrap

from kabuto.samurai import EDITIONS, SamuraiView, Verb
from kabuto.samurai.board import SPACE, SPACES
from kabuto.samurai.moves import END
from kabuto.samurai.picture import TITLED, last_turns, picture
from kabuto.samurai.state import Phase, State
from kabuto.samurai.terminal.wording import SamuraiWords
from kabuto.samurai.tokens import ASIDE_LIMIT, FIGURES, TOKENS, UNKNOWN, codes
from kabuto.table.drawing import Line, Picture, length

NAME = 13
"""How much of a player's name has room beside the map."""
HAND = 26
"""The width of the hand."""
MOVES = 30
"""The width of the last turns: the map comes nearer from line to line."""


def draw(view: SamuraiView, words: SamuraiWords, targets: Collection[str] = ()) -> Picture:
    """The map, players and last turns to the north-west of it, the hand to the south-east."""
    sheet = picture(view, marks=words.screen.marks, targets=targets)
    panel = [*_players(view, words), [], *_last_turns(view, words)]
    too_long = [y for y, line in enumerate(panel) if length(line) >= sheet.room(y)[0]]
    sheet.write_left(panel if not too_long else [*panel[: too_long[0]], [("  …", "dim")]])
    sheet.write_right(hands(view, words))
    return sheet


def _players(view: SamuraiView, words: SamuraiWords) -> list[Line]:
    """Who plays, what they captured as far as it may be seen, and what is left."""
    text, marks, state = words.text, words.screen.marks, view.state
    turn = sum(entry.move == END for entry in view.log) + 1
    in_play = state.setting.board.spaces
    places = " · ".join(f"{title} {space}" for title, space in TITLED.items() if SPACE[space] in in_play)
    heading = f"{'':{NAME + 5}}{_counts(FIGURES)}{text('hand'):>6}{text('stack'):>7}"
    lines: list[Line] = [
        [(f"Samurai · {EDITIONS[state.setting.edition].title} · {text('turn', number=turn)}", "strong")],
        [(places, "dim")],
        [(heading, "dim")],
    ]
    for seat, counts in enumerate(view.captured):
        pointer = ">" if seat == view.to_move else " "
        name = f" {seat} {words.who[seat][:NAME]:<{NAME}}{_counts(counts or '???')}"
        sizes = f"{view.hand_sizes[seat]:>6}{view.stack_sizes[seat]:>7}"
        lines.append([(pointer, "strong"), (marks.seats[seat], f"seat{seat}"), (name + sizes, "")])
    left = [sum(mask >> kind & 1 for mask in state.figures) for kind in range(3)]
    limit = text("of_limit", number=sum(view.aside), limit=ASIDE_LIMIT)
    lines.append([(f"  {text('on_map'):<{NAME + 3}}{_counts(left)}", "")])
    lines.append([(f"  {text('aside'):<{NAME + 3}}{_counts(view.aside)}   {limit}", "")])
    return lines


def _counts(counts: Iterable[object]) -> str:
    return "".join(f"{count!s:>3}" for count in counts)


def _last_turns(view: SamuraiView, words: SamuraiWords) -> list[Line]:
    """The last turn of each other seat in short, its captures with the influence that decided them."""
    lines: list[Line] = []
    marks = words.screen.marks
    for seat, turn in last_turns(view).items():
        moves = " ".join(str(entry.move) for entry in turn if entry.move.verb is not Verb.CHOOSE)
        first, *rest = wrap(moves, MOVES) or [""]
        if first:
            lines.append([(marks.seats[seat], f"seat{seat}"), (f" {seat} {first}", "")])
        lines += [[(f"    {more}", "")] for more in rest]
        for capture in (capture for entry in turn for capture in entry.captures):
            figure = f"    {SPACES[capture.space].name} {FIGURES[capture.figure]} {marks.arrow} "
            influence = f"  {':'.join(map(str, capture.influence))}"
            if capture.winner is None:
                lines.append([(f"{figure}{words.text('aside')}{influence}", "")])
            else:
                mark = (marks.seats[capture.winner], f"seat{capture.winner}")
                lines.append([(figure, ""), mark, (f" {capture.winner}{influence}", "")])
    return lines


def hands(view: SamuraiView, words: SamuraiWords) -> list[Line]:
    """The hand of the view's seat; all hands when the view shows them."""
    state, seat, marks = view.state, view.seat, words.screen.marks
    if seat is None:
        if any(UNKNOWN in hand for hand in state.hands):
            return []
        return [
            [(marks.seats[owner], f"seat{owner}"), (f" {' '.join(codes(hand)):<{HAND}}", "")]
            for owner, hand in enumerate(state.hands)
        ]
    title = words.text("your_hand")
    if state.phase is Phase.CHOOSE:
        title += f" {len(view.hand)}/{state.setting.hand_size}"
    lines: list[Line] = [[(marks.seats[seat], f"seat{seat}"), (f" {title:<{HAND - 1}}", "strong")]]
    playable = {move.token for move in view.legal_moves()}
    for token in state.hands[seat]:
        waits = state.phase is Phase.TURN and seat == view.to_move and token not in playable
        code = f"({TOKENS[token].code})" if waits else f" {TOKENS[token].code} "
        fast = f" {marks.fast}" if TOKENS[token].fast else ""
        lines.append([(f"{code:<5}{words.token(state, token)}{fast}", "dim" if waits else "")])
    if state.phase is Phase.CHOOSE:
        lines += [[(f" {row}", "dim")] for row in _left_to_choose(state, seat)]
    elif state.phase is Phase.DRAFT:
        lines.append([(f" {words.text('supply')} {words.supply(state)}", "strong")])
    return lines


def _left_to_choose(state: State, seat: int) -> list[str]:
    rest = Counter(state.setting.full_set) - Counter(state.hands[seat])
    left = counted(codes(tuple(rest.elements())))
    return [" ".join(left[start : start + 6]) for start in range(0, len(left), 6)]


def counted(tokens: Iterable[str]) -> list[str]:
    """Tokens with how many there are of each: ``S1×2``."""
    return [code if number == 1 else f"{code}×{number}" for code, number in Counter(tokens).items()]
