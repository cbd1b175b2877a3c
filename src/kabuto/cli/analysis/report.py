"""An analysis in words and tables."""

from collections.abc import Sequence
from typing import Any

from kabuto.table.terminal import Table
from kabuto.text_ui.screen import Screen

SHOWN_MOVES = 12
SHOWN_UNSEEN = 8
INDENT = 4


def tell_position(screen: Screen, table: Table, analysis: Any) -> None:
    """Print what each move is worth, the best one, and why."""
    view = analysis.view
    screen.say("analysis_position", ply=view.ply, seat=table.seat(view.to_move), eyes=table.seat(view.seat))
    _tell_budget(screen, analysis)
    screen.line()
    if not analysis.moves:
        pairs = zip(range(view.players), analysis.chances, strict=True)
        screen.say("analysis_chances", chances=[_with_interval(table.seat(seat), c) for seat, c in pairs])
        screen.say("analysis_waits", seat=table.seat(view.to_move))
        return
    measured = [candidate for candidate in analysis.moves if candidate.games]
    seats = [view.seat, *(seat for seat in range(view.players) if seat != view.seat)]
    first, *others = (table.seat(seat) for seat in seats)
    columns = [screen.text(key) for key in ("column_games", "column_visits")]
    screen.table(
        [screen.text("column_move"), first, "95 %", *others, *columns],
        [
            [c.move, *_row([c.results[seat] for seat in seats]), c.games, c.visits]
            for c in measured[:SHOWN_MOVES]
        ],
    )
    unseen = [str(candidate.move) for candidate in analysis.moves if not candidate.games]
    more = max(0, len(measured) - SHOWN_MOVES)
    screen.line()
    screen.say("analysis_rest", measured=len(measured), legal=len(analysis.moves))
    if more:
        screen.say("analysis_more", number=more)
    if unseen:
        screen.say("analysis_unseen", number=len(unseen), moves=_some(unseen))
    screen.say("analysis_interval")
    best = analysis.best
    screen.line()
    screen.say("analysis_best", move=best.move, words=table.describe(view, best.move))
    _tell_why(screen, best.why)
    if len(best.line) > 1:
        screen.say("analysis_line", line=_line(best.line))


def tell_game(screen: Screen, table: Table, review: Any) -> None:
    """Print how the chances went, the turning points, and the costly moves with better ones."""
    seats = range(review.game.players)
    screen.say("review_game", moves=len(review.plies), turns=len(review.turns))
    _tell_budget(screen, review)
    screen.line()
    rows = [[screen.text("review_start"), *_percents(review.start)]]
    rows += [
        [f"{turn.number:>3}. {table.seat(turn.seat)}  {_moves(turn)}", *_percents(turn.after)]
        for turn in review.turns
    ]
    screen.table([screen.text("column_turn"), *(table.seat(seat) for seat in seats)], rows)
    screen.line()
    screen.say("review_chances")
    screen.line()
    screen.say("review_turning" if review.turning_points else "review_no_turning")
    for number, turn in enumerate(review.turning_points, 1):
        seat, change = turn.swing
        screen.say(
            "review_turn",
            number=number,
            turn=turn.number,
            seat=table.seat(turn.seat),
            moves=_moves(turn),
            whose=table.seat(seat),
            change=f"{100 * change.mean:+.0f}",
            chance=_percent(turn.after[seat]),
        )
        for ply in turn.plies[:-1] or turn.plies:
            _tell_why(screen, ply.why)
    screen.line()
    screen.say("review_costly" if review.costly else "review_no_costly")
    for ply in review.costly:
        screen.say(
            "review_cost",
            ply=ply.number,
            seat=table.seat(ply.seat),
            move=ply.move,
            cost=f"{100 * ply.cost.mean:.0f}",
            low=f"{100 * ply.cost.low:.0f}",
            high=f"{100 * ply.cost.high:.0f}",
        )
        _tell_why(screen, ply.why)
        screen.words("  " + screen.text("review_better", line=_line(ply.preferred)))
        _tell_why(screen, ply.why_preferred)


def _tell_budget(screen: Screen, found: Any) -> None:
    budget = found.budget.to_json()
    key = "budget_seconds" if "seconds" in budget else "budget_iterations"
    screen.say(key, **budget, seed=found.seed)


def _tell_why(screen: Screen, reasons: Sequence[str]) -> None:
    if reasons:
        screen.words(" " * INDENT + " ".join(screen.translate(reason) for reason in reasons), hanging=INDENT)


def _row(chances: Sequence[Any]) -> list[str]:
    """The chances of a move: the first with its interval, the others without."""
    first, *others = chances
    return [_percent(first), _interval(first), *_percents(others)]


def _with_interval(name: str, chance: Any) -> str:
    return f"{name}: {_percent(chance)} ({_interval(chance)})"


def _interval(chance: Any) -> str:
    return f"{100 * chance.low:.0f}–{100 * chance.high:.0f} %"


def _percents(chances: Sequence[Any]) -> list[str]:
    return [_percent(chance) for chance in chances]


def _percent(chance: Any) -> str:
    return f"{100 * chance.mean:.0f} %"


def _moves(turn: Any) -> str:
    return " ".join(str(ply.move) for ply in turn.plies)


def _line(moves: Sequence[Any]) -> str:
    return " ".join([*map(str, moves), "…"])


def _some(moves: Sequence[str]) -> str:
    return " ".join([*moves[:SHOWN_UNSEEN], *(["…"] if len(moves) > SHOWN_UNSEEN else [])])
