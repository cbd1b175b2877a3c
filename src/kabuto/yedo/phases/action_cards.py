"""Action cards: when they may be played, on what, and how they are answered (Y91–Y94, Q29–Q32)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from kabuto.table import Word
from kabuto.yedo.board import ACTION
from kabuto.yedo.cards import Action
from kabuto.yedo.cards.vocabulary import EFFECTS
from kabuto.yedo.moves import PASS, Move, move
from kabuto.yedo.phases.card_effects import carry_out, is_possible, targets
from kabuto.yedo.state.counts import holds
from kabuto.yedo.state.pieces import code, under
from kabuto.yedo.state.state import Fact, State, Task, without
from kabuto.yedo.words import Saying


def plays(s: State, seat: int, timing: str) -> Iterator[Move]:
    """Every way to play a card of the hand at this time."""
    for number in dict.fromkeys(s.clans[seat].actions):
        card = s.setting.cards.actions[number]
        if card.timing == timing and all(holds(s, seat, condition) for condition in card.conditions):
            for target in card_targets(s, seat, card):
                yield move("play", card.code, *target)


def card_targets(s: State, seat: int, card: Action) -> list[tuple[str, ...]]:
    """What a card may be aimed at; the empty target for a card that needs none."""
    for effect in card.effects:
        if EFFECTS[effect.op].targeted:
            return list(targets(s, seat, effect))
    return [()] if any(is_possible(s, seat, effect) for effect in card.effects) else []


def refuse_play(s: State, seat: int, timing: str, move: Move) -> Saying | None:
    """Why a card cannot be played, or not so."""
    text, *target = move.words
    found = s.setting.cards.find(text)
    if found is None or found[1] not in s.clans[seat].actions:
        return s.say("not_in_hand", card=text)
    card = s.setting.cards.actions[found[1]]
    if card.timing != timing:
        return s.say("wrong_time", card=card.mark, time=Word(f"time_{card.timing}"))
    if not all(holds(s, seat, condition) for condition in card.conditions):
        return s.say("condition_unmet", card=card.mark)
    known = card_targets(s, seat, card)
    if not known:
        return s.say("no_effect", card=card.mark)
    if tuple(target) not in known:
        return s.say("wrong_target", card=card.mark, targets=[" ".join(words) or "–" for words in known])
    return None


def play(s: State, seat: int, move: Move) -> None:
    """A card is played; before it works, the others may answer (Q31)."""
    text, *target = move.words
    found = s.setting.cards.find(text)
    assert found is not None
    _reveal(s, seat, found[1])
    s.add(Answer(-1, seat, found[1], tuple(target), (), ()))
    _ask_all(s)


def _reveal(s: State, seat: int, card: int) -> None:
    clan = s.edit(seat)
    clan.actions = without(clan.actions, card)
    s.note(Fact("play", seat, ACTION, (card,)))


def _ask_all(s: State) -> None:
    """Start a lap of answers to the card played last."""
    task = s.tasks[-1]
    assert isinstance(task, Answer)
    last = task.by[-1] if task.by else task.player
    _ask(s, replace(task, rest=_askable(s, last)))


def _askable(s: State, last: int) -> tuple[int, ...]:
    """Who may answer the card that this seat has played: all others who hold an action card (Q1)."""
    return tuple(seat for seat in s.order if seat != last and s.clans[seat].actions)


def _ask(s: State, task: "Answer") -> None:
    """Replace the topmost task by the question to the next seat."""
    seat = task.rest[0] if task.rest else -1
    s.tasks = (*s.tasks[:-1], replace(task, seat=seat, rest=task.rest[1:]))


_TIMES = {
    "auction": "auction",
    "event-cards": "event",
    "assign": "place",
    "5b": "5b",
    "5c": "5c",
    "activate": "act",
}
"""Step → the time of the cards that are played there."""


@dataclass(frozen=True, slots=True)
class Answer(Task):
    """A card has been played; this seat may answer it by a card that cancels."""

    player: int
    """Who played the card."""
    card: int
    target: tuple[str, ...]
    by: tuple[int, ...]
    """Who has answered so far, each the one before."""
    answers: tuple[int, ...]
    """The cards of these answers."""
    rest: tuple[int, ...] = ()
    """Who is asked after this seat."""
    steps: ClassVar = frozenset(_TIMES)
    verbs: ClassVar = frozenset({"play", "pass"})
    all_legal: ClassVar = True

    def fits(self, s: State) -> bool:
        actions, last = s.setting.cards.actions, self.by[-1] if self.by else self.player
        asked, lap = (self.seat, *self.rest), _askable(s, last)
        chain = (self.player, *self.by)
        return (
            len(self.by) == len(self.answers)
            and asked == lap[len(lap) - len(asked) :]
            and all(one != next_ for one, next_ in pairwise(chain))
            and all(actions[card].timing == "reaction" for card in self.answers)
            and actions[self.card].timing == _TIMES[s.step]
            and self.target in card_targets(s, self.player, actions[self.card])
        )

    def cards_in_limbo(self, s: State) -> Iterable[tuple[int, int]]:
        return ((ACTION, card) for card in (self.card, *self.answers))

    def run(self, s: State) -> bool:
        if self.seat >= 0:
            return False
        card = s.setting.cards.actions[self.card]
        chain = (self.card, *self.answers)
        under(s, ACTION, chain)
        s.note(Fact("under", pile=ACTION, cards=chain))
        if len(self.by) % 2:
            s.note(Fact("cancelled", self.player, ACTION, (self.card,)))
        else:
            carry_out(s, self.player, card, self.target)
        return True

    def candidates(self, s: State) -> Iterable[Move]:
        yield PASS
        for number in dict.fromkeys(s.clans[self.seat].actions):
            if s.setting.cards.actions[number].timing == "reaction":
                yield move("play", code(s, ACTION, number))

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move == PASS:
            return None
        text, *target = move.words
        found = s.setting.cards.find(text)
        if found is None or found[1] not in s.clans[self.seat].actions:
            return s.say("not_in_hand", card=text)
        card = s.setting.cards.actions[found[1]]
        if card.timing != "reaction":
            return s.say("no_answer", card=card.mark)
        return s.say("wrong_target", card=card.mark, targets=["–"]) if target else None

    def apply(self, s: State, move: Move) -> None:
        if move == PASS:
            s.add(self)
            _ask(s, self)
            return
        found = s.setting.cards.find(move.word)
        assert found is not None
        _reveal(s, self.seat, found[1])
        s.add(replace(self, by=(*self.by, self.seat), answers=(*self.answers, found[1])))
        _ask_all(s)


@dataclass(frozen=True, slots=True)
class Window(Task):
    """A turn of a lap in which cards of one time may be played."""

    timing: str
    steps: ClassVar = frozenset({"event-cards", "5b"})
    verbs: ClassVar = frozenset({"play", "pass"})
    all_legal: ClassVar = True

    def fits(self, s: State) -> bool:
        return self.timing == _TIMES[s.step]

    def run(self, s: State) -> bool:
        return not s.clans[self.seat].actions

    def candidates(self, s: State) -> Iterable[Move]:
        yield PASS
        yield from plays(s, self.seat, self.timing)

    def refuse(self, s: State, move: Move) -> Saying | None:
        return None if move == PASS else refuse_play(s, self.seat, self.timing, move)

    def apply(self, s: State, move: Move) -> None:
        if move == PASS:
            return
        if self.timing == "event":  # elsewhere one card each is all (Q30)
            s.add(self)
        play(s, self.seat, move)


def event_cards(s: State) -> None:
    """After an event every seat may play cards, in player order; then disciples are placed."""
    if s.lap:
        seat, *rest = s.lap
        s.lap = tuple(rest)
        if s.clans[seat].actions:
            s.add(Window(seat, "event"))
    else:
        s.lap, s.step = (), "assign"
