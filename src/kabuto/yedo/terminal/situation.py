"""What a decision is about: the auction, the trade or the card that is to be answered."""

from collections.abc import Iterator
from functools import cache

from kabuto.yedo import YedoView
from kabuto.yedo.board import MARKET, WEAPON, WEAPONS
from kabuto.yedo.cards import CardSet
from kabuto.yedo.phases.action_cards import Answer
from kabuto.yedo.phases.auction import Begin, Category, Raise, StepOut
from kabuto.yedo.phases.gains import Keep, Order
from kabuto.yedo.phases.trade import Offer, Respond, Trade, offers_left
from kabuto.yedo.state.state import State
from kabuto.yedo.terminal.wording import YedoWords


@cache
def codes(cards: CardSet) -> dict[str, str]:
    """Name of a card in any language → its code, long names first."""
    kinds = (cards.missions, cards.actions, cards.bonuses, cards.events, cards.favours)
    found = {name.casefold(): card.code for kind in kinds for card in kind for _, name in card.name.versions}
    return dict(sorted(found.items(), key=lambda pair: -len(pair[0])))


def situation(view: YedoView, words: YedoWords) -> list[str]:
    """What the seat to move has to know for its decision, line by line."""
    s, task = view.state, view.state.tasks[-1]
    match task:
        case StepOut() | Begin() | Category():
            return _bidding(s, words)
        case Raise():
            rest = [words.seat(seat) for seat in task.rest]
            if task.beginner not in (task.best, task.seat) and task.beginner in s.track:
                rest.append(words.seat(task.beginner))
            lot = words.name(f"lot_{s.setting.board.lots[task.lot]}")
            told = {"lot": lot, "seat": words.seat(task.best), "bid": task.bid}
            return [words.text("lot", **told, rest=rest or words.text("nobody")), *_bidding(s, words)]
        case Keep() | Order() if min(task.cards) < 0:  # another seat's, which this view doesn't see
            return []
        case Keep() if task.pile != WEAPON:
            lines = [line for card in task.cards for line in words.held(s, task.seat, task.pile, card)]
            return [words.text("drawn"), *lines]
        case Order():
            return [words.text("looked_at"), *_numbered(s, task, words)]
        case Trade():
            place, left = "market" if task.place == MARKET else "tavern", offers_left(s, task.seat)
            bound = words.text("offers_brief") if left is None else words.text("offers_left", left=left)
            return [words.text(f"trading_{place}"), bound]
        case Offer() | Respond():
            maker = task.seat if isinstance(task, Offer) else task.partner
            return [words.offer(s, task, maker)]
        case Answer():
            card = s.setting.cards.actions[task.card]
            name = f"{words.read(card.name)} ({card.code})"
            player = words.seat(task.player)
            return [words.text("answering", seat=player, card=name, rules=words.rules(card))]
    return []


def _numbered(s: State, task: Order, words: YedoWords) -> Iterator[str]:
    """The cards that were looked at, with the numbers that put them in another order."""
    for number, card in enumerate(task.cards, 1):
        if task.pile == WEAPON:
            yield f"  {number}. {words.name(WEAPONS[card])}"
            continue
        head, *more = words.held(s, task.seat, task.pile, card)
        yield f"  {number}. {head.lstrip()}"
        yield from more


def _bidding(s: State, words: YedoWords) -> list[str]:
    """Who is still on the bidding track, and what has been won."""
    lots = s.setting.board.lots
    lines = [words.text("on_track", seats=[words.seat(seat) for seat in s.track])]
    won = [
        words.text("has_won", lot=words.name(f"lot_{lots[lot]}"), seat=words.seat(seat))
        for seat, lot in enumerate(s.won)
        if lot >= 0
    ]
    if won:
        lines.append(words.text("winners", won=won))
    if s.barred >= 0:
        lines.append(words.text("barred", lot=words.name(f"lot_{lots[s.barred]}")))
    return lines
