"""Whether samples are spread as deals are.

At the start a seat cannot tell the true deal from an honest sample: whatever somebody looks at, the one is as
likely to show it as the other. So of many pairs of both, among those that differ in one thing, about half
should differ in one direction. No further knowledge of the game is needed.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from kabuto.laws.pictures import AnyGame, name, seats, through_json
from kabuto.laws.trial import Trial
from kabuto.table import new

DEALS = 800
"""How many deals show a bias that matters."""
DEVIATIONS = 5.5
"""What cannot be chance any more, for all places and values together."""
Thing = tuple[str, str]
"""A place in a deal, and what can be said of it."""


def unbiased(trial: Trial) -> None:
    """Demand that what samples show of the hidden part is as frequent in them as in true deals."""
    rng, more, fewer = trial.rng("deals"), Counter[Thing](), Counter[Thing]()
    for _ in range(trial.deals):
        game = new(trial.case.game, seed=rng.getrandbits(100), **trial.case.options)
        seat = rng.choice(seats(game))
        _compare(_deal(game), _deal(_sample(trial, game, seat, rng)), more, fewer)
    for thing in more.keys() | fewer.keys():
        often, rarely = more[thing], fewer[thing]
        place, what = thing
        fair = abs(often - rarely) <= DEVIATIONS * (often + rarely) ** 0.5
        told = f"start{place} {what} in {often} of {often + rarely}"
        trial.demand(
            fair, f"samples are not spread as deals are: in the sample alone, {told} pairs that differ"
        )


def _sample(trial: Trial, game: AnyGame, seat: int | None, rng: random.Random) -> AnyGame:
    sample = game.view(seat).sample(rng)
    trial.demand(sample.ply == 0, f"a sample for {name(seat)} at the start has {sample.ply} moves")
    return sample


def _deal(game: AnyGame) -> dict[str, Any]:
    """Place → what lies there, of everything that chance decided."""
    return dict(_leaves(through_json(game.record()["start"]), ""))


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, (dict, list)):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in items:
            yield from _leaves(part, f"{path}[{key!r}]")
    else:
        yield path, value


def _compare(
    deal: dict[str, Any], sample: dict[str, Any], more: Counter[Thing], fewer: Counter[Thing]
) -> None:
    """Count what is so in the sample alone, and in the deal alone."""
    for place in deal.keys() | sample.keys():
        true, sampled = deal.get(place), sample.get(place)
        if true != sampled:
            fewer[place, f"is {true!r}"] += 1
            more[place, f"is {sampled!r}"] += 1
            if _is_higher(sampled, true):
                more[place, "is higher"] += 1
            elif _is_higher(true, sampled):
                fewer[place, "is higher"] += 1


def _is_higher(one: Any, two: Any) -> bool:
    """Whether a value comes after another one of its kind."""
    return (type(one), type(two)) in ((int, int), (str, str)) and bool(one > two)
