"""A decision of Yedo as the greedy player sees it: what the position is worth, and the cards it is about."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from kabuto.yedo.board import ACTION, ANNEXES, BONUS, EVENT, WEAPON, WEAPONS
from kabuto.yedo.cards import Effect
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.placement import open_places
from kabuto.yedo.players.bargain import next_step
from kabuto.yedo.players.item_values import Worth
from kabuto.yedo.players.places import Places
from kabuto.yedo.players.weights import Weights
from kabuto.yedo.state.state import State


class Judgement:
    """What the moves of one decision can be judged by."""

    def __init__(self, s: State, seat: int, task: Any, weights: Weights) -> None:
        self.s, self.seat, self.task, self.weights = s, seat, task, weights
        self.worth, self.clan = Worth(s, seat, weights), s.clans[seat]
        self.lots: dict[int, float] = {}
        """Lot → what it is worth, once a person has asked."""
        self.elsewhere: float | None = None
        """What the best of the lots would gain that are not up now, likewise."""

    @cached_property
    def places(self) -> Places:
        """What disciples are worth where they stand."""
        return Places(self.worth)

    @cached_property
    def plan(self) -> dict[int, float]:
        """Place → what it is worth to put a disciple there now.

        What is worth more than the best place that the disciples at home will not get to is going to be
        taken. It comes earlier if others could take it, and may wait if there is room.
        """
        s, w = self.s, self.weights
        values = {place: self.places.standing(place) for place in open_places(s, self.seat)}
        ranked = sorted(values.values(), reverse=True)
        spare = max(0.0, ranked[self.clan.home]) if len(ranked) > self.clan.home else 0.0
        return {
            place: spare + (value - spare) * (w.calm + (1 - w.calm) * self.places.scarcity(place))
            if value > spare
            else value
            for place, value in values.items()
        }

    @cached_property
    def looked_at(self) -> list[float]:
        """What the cards are worth that may be put back in any order."""
        value: Callable[[int], float] = {
            ACTION: self.worth.action_card,
            BONUS: self.worth.bonus_card,
            WEAPON: self.worth.weapon,
            EVENT: lambda card: 0.0,
        }.get(self.task.pile, self.worth.mission)
        return [value(card) for card in self.task.cards]

    @cached_property
    def step(self) -> str:
        """The next step of an offer."""
        return next_step(self.worth, self.task)

    def card(self, text: str) -> float:
        """What an own card or weapon is worth, by its code."""
        if text in WEAPONS:
            return self.worth.kept_weapon(WEAPONS.index(text))
        if text in ANNEXES:
            return self.worth.annex(ANNEXES.index(text))
        found = self.s.setting.cards.find(text)
        if found is None:
            return {"geisha": self.worth.geisha(), "disciple": self.worth.kept_disciple()}.get(text, 0.0)
        pile, number = found
        value: Callable[[int], float] = {ACTION: self.worth.action_card, BONUS: self.worth.bonus_card}.get(
            pile, self.worth.mission
        )
        return value(number)

    def effect(self, move: Move) -> Effect:
        """The first effect of the card that a move plays."""
        found = self.s.setting.cards.find(move.word)
        assert found is not None
        return self.s.setting.cards.actions[found[1]].effects[0]
