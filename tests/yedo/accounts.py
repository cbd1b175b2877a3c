"""What a table of Yedo holds, as a ledger that events alone can keep."""

from collections import Counter
from copy import deepcopy
from typing import Any

import kabuto
from kabuto.yedo.board import ANNEXES, DISTRICTS, PATROLS, PILES, PLACES, WEAPON, WEAPONS
from kabuto.yedo.phases.gains import Keep
from kabuto.yedo.phases.missions import File
from kabuto.yedo.state.pieces import stands
from kabuto.yedo.state.state import State
from kabuto.yedo.views import game_events as happen

CLAN_LEDGER = {
    *(name for name, _ in happen.AMOUNTS),
    *("weapons", "annexes", "manned", "actions", "bonuses", "missions", "finished"),
}
"""The fields of a clan that the ledger follows."""
LEDGER = {
    *("clans", "spaces", "round", "order", "won", "colour", "patrol", "church", "market", "decks", "discard"),
    *("event", "past", "closed", "favours", "shogun"),
}
"""The fields of a state that the ledger follows."""
Ledger = dict[str, Any]
_AMOUNT = {kind: name for name, kind in happen.AMOUNTS}


def ledger(s: State) -> Ledger:
    """Everything on the table, by name; piles and hands without their order."""
    cards, lots = s.setting.cards, s.setting.board.lots
    found: Ledger = {
        "round": s.round,
        "order": s.order,
        "won": [lots[lot] if lot >= 0 else None for lot in s.won],
        "colour": PATROLS[s.colour],
        "patrol": DISTRICTS[s.patrol],
        "church": s.church,
        "market": tuple(WEAPONS[weapon] if weapon >= 0 else None for weapon in s.market),
        "discard": Counter(WEAPONS[weapon] for weapon in s.discard),
        "event": cards.events[s.event].code if s.event >= 0 else None,
        "past": [cards.events[n].code for n in s.past],
        "closed": DISTRICTS[s.closed] if s.closed >= 0 else None,
        "favours": tuple(cards.favours[n].code for n in s.favours),
        "shogun": s.shogun,
    }
    for pile, name in enumerate(PILES):
        found[f"deck {name}"] = Counter(cards.codes[pile][n] for n in s.decks[pile])
    for seat, clan in enumerate(s.clans):
        for name, _ in happen.AMOUNTS:
            found[f"{name} {seat}"] = getattr(clan, name)
        found[f"weapons {seat}"] = Counter(WEAPONS[weapon] for weapon in clan.weapons)
        found[f"annexes {seat}"] = Counter(ANNEXES[annex] for annex in clan.annexes)
        found[f"places {seat}"] = Counter(
            {place: number for n, place in enumerate(PLACES) if (number := stands(s, seat, n))}
        )
        hand = [cards.actions[n].code for n in clan.actions] + [cards.bonuses[n].code for n in clan.bonuses]
        found[f"hand {seat}"] = Counter([*hand, *(cards.missions[n].code for n in clan.missions)])
        filed = [task.mission for task in s.tasks if isinstance(task, File) and task.seat == seat]
        found[f"finished {seat}"] = Counter(cards.missions[n].code for n in (*clan.finished, *filed))
        drawn = [task for task in s.tasks if isinstance(task, Keep) and task.seat == seat]
        found[f"drawn {seat}"] = Counter(
            cards.codes[task.pile][n] for task in drawn if task.pile != WEAPON for n in task.cards
        )
    return found


def carried_out(before: Ledger, events: tuple[kabuto.Event, ...]) -> Ledger:
    """The ledger after some events, by nothing but these events."""
    after = deepcopy(before)
    for event in events:
        _carry_out(after, event)
    return {key: +value if isinstance(value, Counter) else value for key, value in after.items()}


def _carry_out(table: Ledger, event: kabuto.Event) -> None:
    match event:
        case happen.Amount(seat, number):
            table[f"{_AMOUNT[type(event)]} {seat}"] += number
        case happen.Things(seat, gained, lost):
            name = "weapons" if isinstance(event, happen.WeaponsChanged) else "annexes"
            table[f"{name} {seat}"].update(gained)
            table[f"{name} {seat}"].subtract(lost)
        case happen.DisciplesChanged(seat, place, number):
            table[f"places {seat}"][place] += number
        case happen.CardGiven(_, other, _, card):
            table[f"hand {other}"][card] += 1
        case happen.Cards():
            _move_cards(table, event)
        case happen.AuctionWon(seat, lot):
            table["won"][seat] = lot
        case happen.RoundBegan(number):
            table["round"], table["won"] = number, [None] * len(table["won"])
        case happen.PatrolMoved(district):
            table["patrol"] = district
        case happen.PatrolSwapped(colour):
            table["colour"] = colour
        case happen.ChurchChanged(number):
            table["church"] += number
        case happen.MarketChanged(market):
            table["market"] = market
        case happen.MarketFieldEmptied(field):
            table["market"] = (*table["market"][: field - 1], None, *table["market"][field:])
        case happen.WeaponsDiscarded(weapons):
            table["discard"].update(weapons)
        case happen.WeaponsSalvaged(weapons):
            table["discard"].subtract(weapons)
        case happen.FavoursChanged(left):
            table["favours"] = left
        case happen.DistrictClosed(district):
            table["closed"] = district
        case happen.OrderChanged(order):
            table["order"] = order
        case happen.ShogunKilled():
            table["shogun"] = 1


def _move_cards(table: Ledger, event: happen.Cards) -> None:
    seat, pile, cards = event.seat, event.pile, event.cards
    deck, hand = table[f"deck {pile}"], table.get(f"hand {seat}", Counter())
    match event:
        case happen.CardsDrawn():
            deck.subtract(cards)
            hand.update(cards)
        case happen.CardsToKeepFrom():
            deck.subtract(cards)
            table[f"drawn {seat}"].update(cards)
        case happen.CardKept():
            hand.update(cards)
            deck.update(table[f"drawn {seat}"] - Counter(cards))
            table[f"drawn {seat}"].clear()
        case happen.CardPutBack():
            hand.subtract(cards)
            deck.update(cards)
        case happen.CardPlayed() | happen.CardLaidDown():
            hand.subtract(cards)
        case happen.CardTakenBack():
            hand.update(cards)
        case happen.CardsTuckedAway():
            deck.update(cards)
        case happen.MissionFulfilled():
            hand.subtract(cards)
            table[f"finished {seat}"].update(cards)
        case happen.WeaponsShuffled():
            table["discard"].subtract(cards)
            deck.update(cards)
        case happen.CardsTurnedUp():
            deck.subtract(cards)
            if pile == "event":
                table["past"] += [table["event"]] if table["event"] else []
                (table["event"],) = cards
