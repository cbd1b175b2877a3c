"""The eight laws that every game keeps, as checks that know no game: ``kabuto laws GAME`` runs them.

In the tests of a game::

    from kabuto.laws import LAWS, cases

    @pytest.mark.parametrize("law", LAWS, ids=str)
    def test_the_game_keeps_the_law(law):
        for case in cases("kites"):
            law(case)               # BrokenLaw says what is wrong, and shows an example
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from kabuto.laws import exact, fair
from kabuto.laws.imports import check_imports
from kabuto.laws.law import Law
from kabuto.laws.spread import DEALS
from kabuto.laws.trial import BrokenLaw, Case, Permute
from kabuto.table import BadOption, Value, game_class, new
from kabuto.table.manifests import component
from kabuto.table.options import resolve

__all__ = ["LAWS", "BrokenLaw", "Case", "Law", "Permute", "cases"]

LAWS: tuple[Law, ...] = (
    exact.checked,
    exact.replayed,
    fair.fair,
    fair.sampled,
    exact.undone,
    exact.written,
    exact.ended,
    fair.unrevealed,
)


def cases(game: str, options: Mapping[str, Value] | None = None, **how: Any) -> list[Case]:
    """A game with each value of each option, one at a time; ``options`` are the same in all of them.

    ``how`` is what else a ``Case`` takes; if it names no ``permute``, the game's own one is taken. Options
    that the game refuses together are left out. In the first case samples are compared with deals. A game of
    another package that imports a shell is refused.
    """
    check_imports(game)
    how = {"permute": component(game, "permute"), **how}
    found: dict[str, Case] = {}
    refusal: BadOption | None = None
    table = game_class(game).option_table
    for chosen in _option_sets(game, options or {}):
        case = Case(game, chosen, **how)
        try:
            new(game, seed=0, **chosen)
        except BadOption as refused:
            refusal = refused
            continue
        except Exception:  # a law will say what is wrong
            pass
        found.setdefault(str(resolve(table, chosen)), case)
    if refusal and not found:
        raise refusal
    first, *rest = found.values()
    return [replace(first, deals=DEALS), *rest]


def _option_sets(game: str, options: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    yield dict(options)
    for option in game_class(game).option_table:
        if option.name not in options:
            yield from ({**options, option.name: value} for value in option.values)
