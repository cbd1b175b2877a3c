"""What a seat could do in a position, what each move is worth, and why."""

from kabuto.samurai import SamuraiView
from kabuto.samurai.analysis.reasons import why, why_parts, why_turn
from kabuto.samurai.analysis.thought import SHORTLIST, Thinker
from kabuto.table import BadOption
from kabuto.table.chances import WORDS, Budget, Progress, silent
from kabuto.table.review import Analysis, Candidate

ITERATIONS = 4_000
ROUGHLY = 200
"""A move that is not on the shortlist is measured with this fraction (1/200) of the games."""


def analyse(
    view: SamuraiView,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Analysis:
    """Analyse a position using only what its view shows; 4,000 iterations by default.

    The search gets that many iterations to look for moves. As many games measure its shortlist, and a few
    games each the other moves it considered. The same seed and iterations give the same result.
    """
    if not isinstance(view, SamuraiView):
        raise BadOption(WORDS.say("other_view", game="samurai", given=type(view).__name__), "view")
    if view.to_move is None:
        raise BadOption(WORDS.say("nothing_to_analyse"), "view")
    budget = Budget(ITERATIONS if iterations is None and seconds is None else iterations, seconds)
    thinker = Thinker(budget, seed)
    legal, seat = view.legal_moves() if view.seat == view.to_move else (), view.seat
    if not legal or seat is None:
        return Analysis("samurai", view, budget, seed, thinker.chances(view, thinker.games(view)), ())

    ideas = thinker.ideas(view)
    wanted = dict.fromkeys([*ideas.shortlist, *ideas.visits])
    games = thinker.games(view, 1 + len(wanted) / ROUGHLY)
    found: list[Candidate] = []
    for move in wanted:
        progress(len(found) / len(wanted))
        share = SHORTLIST if len(found) < len(ideas.shortlist) else ROUGHLY
        worth = thinker.measure(view, move, max(1, games // share))
        line = worth.line if share == SHORTLIST else ()
        reasons = why_turn(view, line) if line else why(view, move)
        parts = why_parts(view, line) if line else ()
        visits = ideas.visits.get(move, 0)
        found.append(Candidate(move, visits, worth.games, worth.results, line, reasons, parts))
    shortlist, others = found[: len(ideas.shortlist)], found[len(ideas.shortlist) :]
    best = _best(shortlist, seat)
    shortlist.sort(key=lambda candidate: (candidate is not best, -candidate.results[seat].mean))
    never = [Candidate(move, 0, 0, (), (), why(view, move)) for move in legal if move not in wanted]
    return Analysis("samurai", view, budget, seed, best.results, (*shortlist, *others, *never))


def _best(shortlist: list[Candidate], seat: int) -> Candidate:
    """The move that the search would play, unless the games clearly favour another."""
    favourite = shortlist[0]
    better = [other for other in shortlist if (other.results[seat] - favourite.results[seat]).low > 0]
    return max(better, key=lambda other: other.results[seat].mean, default=favourite)
