"""What a card says as a rule, from its effects: the same words for every card that does the same."""

from typing import Any

from kabuto.table import Text, Word
from kabuto.yedo.board import ANNEXES, DISTRICTS
from kabuto.yedo.cards.model import Action, Bonus, Card, Effect, Event, Favour, Mission, Part
from kabuto.yedo.cards.vocabulary import AIDS, GAINS, LOSSES, PRICED, WHO
from kabuto.yedo.words import Saying, spoken

_PLAIN = (*DISTRICTS, *ANNEXES)
_LOSSES = {"lose", "lose-or-bless", "give", "gain"}


def say_effect(effect: Effect) -> Saying:
    """An effect, a condition or a reward as a sentence that has not been rendered."""
    values = {name: _arg(effect, n) for n, name in enumerate("abc"[: len(effect.args)])}
    if effect.op == "patrol-step":
        values = {"a": abs(effect.args[0]), "way": "back" if effect.args[0] < 0 else "on"}
    averted = effect.op == "lose" and effect.args[0] in AIDS  # as a blessing always does (Q27)
    return Saying("rule_lose_or_bless" if averted else f"rule_{effect.op.replace('-', '_')}", values)


def _arg(effect: Effect, n: int) -> Any:
    value = effect.args[n]
    if isinstance(value, int):
        return f"{value:+d}" if effect.op == "price" else value
    if value in _PLAIN:
        return Word(value)
    if effect.op in _LOSSES and value in (*LOSSES, *GAINS):
        return Word(f"loss_{value}")
    if value in WHO:
        return Word(f"who_{value}")
    return Word(f"price_{value}" if effect.op == "price" and value in PRICED else f"count_{value}")


def rules_of(card: Card) -> list[Text]:
    """What a card does, sentence by sentence."""
    match card:
        case Action():
            conditions = [Saying("rule_only_if", {"a": say_effect(each)}) for each in card.conditions]
            return [spoken(saying) for saying in (*conditions, *map(say_effect, card.effects))]
        case Event():
            return [spoken(say_effect(effect)) for effect in card.effects]
        case Bonus():
            return [spoken(say_effect(card.condition))]
        case Favour():
            return [spoken(say_effect(reward)) for reward in card.rewards]
        case Mission():
            return rewards_of(card.standard)
    return []


def rewards_of(part: Part) -> list[Text]:
    """The rewards of a part of a mission."""
    return [spoken(say_effect(reward)) for reward in part.rewards]
