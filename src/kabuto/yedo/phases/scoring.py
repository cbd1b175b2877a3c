"""The end of a round and of the game, and the final scoring (Y89, Y90, Y211–Y218, Q62–Q65)."""

from dataclasses import dataclass
from typing import Any

from kabuto.table import Outcome, Text
from kabuto.yedo.board import BONUS
from kabuto.yedo.state.counts import holds
from kabuto.yedo.state.state import Fact, State
from kabuto.yedo.words import spoken

BLACKMAIL_POINTS = 2


def end_round(s: State) -> None:
    """The next round, or the end: after the last one, or when the Shogun was killed in this one."""
    s.borrowed = ()
    if s.round < s.setting.board.rounds and not s.shogun:
        s.step = "prepare"
        return
    s.step = "over"
    for seat in s.order:
        if s.clans[seat].bonuses:
            s.note(Fact("show", seat, BONUS, s.clans[seat].bonuses))


@dataclass(frozen=True)
class YedoOutcome(Outcome):
    """How a game of Yedo ended."""

    scores: tuple[int, ...] = ()
    """Seat → prestige points after the final scoring."""

    def to_json(self) -> dict[str, Any]:
        """The outcome as it stands in a record."""
        return {**Outcome.to_json(self), "scores": list(self.scores)}


def outcome(s: State) -> YedoOutcome | None:
    """None while the game runs."""
    if s.step != "over" or s.tasks:
        return None
    scores = [final_score(s, seat) for seat in range(s.setting.players)]
    steps: list[Text] = []

    def tell(key: str, **values: Any) -> None:
        steps.append(spoken(s.say(key, **values)))

    tell("end_shogun" if s.shogun else "end_rounds", round=s.round)
    for seat in s.order:
        tell("score_board", seat=seat, points=s.clans[seat].prestige)
    for seat in s.order:
        if s.clans[seat].blackmail:
            tell("score_blackmail", seat=seat, points=BLACKMAIL_POINTS)
    for seat in s.order:
        for number in s.clans[seat].bonuses:
            card = s.setting.cards.bonuses[number]
            met, points = how_met(s, seat, number), bonus_points(s, seat, number)
            key = "score_bonus" if points else "score_no_bonus"
            tell(key, seat=seat, card=card.mark, points=points, met=met)
    ranking = sorted(s.order, key=lambda seat: (-scores[seat], s.order.index(seat)))
    for seat in ranking:
        tell("score_total", seat=seat, points=scores[seat])
    best = ranking[0]
    if any(scores[seat] == scores[best] for seat in ranking[1:]):
        tell("winner_by_order", seat=best, points=scores[best])
    else:
        tell("winner", seat=best, points=scores[best])
    return YedoOutcome(tuple((seat,) for seat in ranking), tuple(steps), tuple(scores))


def final_score(s: State, seat: int) -> int:
    """Prestige points after the final scoring, if the game ended now (Y213–Y216)."""
    clan = s.clans[seat]
    bonuses = sum(bonus_points(s, seat, number) for number in clan.bonuses)
    return clan.prestige + BLACKMAIL_POINTS * clan.blackmail + bonuses


def bonus_points(s: State, seat: int, number: int) -> int:
    """What a bonus card brings its owner as things stand (Q63)."""
    card, met = s.setting.cards.bonuses[number], how_met(s, seat, number)
    return {"no": 0, "alone": card.alone, "shared": card.shared}[met]


def how_met(s: State, seat: int, number: int) -> str:
    """Whether the condition of a bonus card is met: ``no``, by its owner ``alone``, or ``shared``."""
    condition = s.setting.cards.bonuses[number].condition
    if not holds(s, seat, condition):
        return "no"
    return "shared" if any(holds(s, other, condition) for other in s.order if other != seat) else "alone"
