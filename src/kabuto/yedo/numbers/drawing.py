"""Yedo as text, for environments and plain tables: the city, the market, the clans and the own cards."""

from collections import Counter
from typing import Any

from kabuto.table.drawing import UNICODE, Line, seat_line
from kabuto.table.text import ENGLISH, Catalogue, Seat
from kabuto.yedo.board import ANNEXES, COLOURS, DISTRICT_OF, DISTRICTS, GREEN, PILES, SPOTS, WEAPONS
from kabuto.yedo.state.pieces import pile_of_mission
from kabuto.yedo.state.state import State
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.wording.log import phase
from kabuto.yedo.words import NAMES

WORDS = Catalogue("kabuto.yedo", "picture")


def lines(view: YedoView, language: str = ENGLISH) -> list[Line]:
    """The city, the market, the clans and the own cards."""
    s, words = view.state, Words(language)
    return [
        *_head(s, words),
        [],
        *(_spot(s, spot, words) for spot in range(len(SPOTS))),
        [],
        *_stock(s, words),
        [],
        *(seat_line(seat, seat == view.to_move, _clan(s, seat, words)) for seat in s.order),
        *_hand(view, words),
    ]


class Words:
    """What is written on a picture, in a language."""

    def __init__(self, language: str) -> None:
        self.language = language
        # English is the language of environments: it calls things as the notation does.
        self._names = {} if language == ENGLISH else WORDS.words(language, NAMES)

    def say(self, key: str, **values: Any) -> str:
        """A sentence."""
        return WORDS.render(self.language, key, NAMES, values)

    def name(self, thing: str) -> str:
        """What a thing of the notation is called."""
        return self._names.get(thing) or self._names.get(f"kind_{thing}", thing)


def title(s: State, words: Words) -> str:
    """The round, the phase and, where things are called as in the notation, what is to be decided."""
    told = words.say("round", round=s.round, rounds=s.setting.board.rounds, phase=phase(s))
    return f"{told} ({s.tasks[-1].name})" if s.tasks and words.language == ENGLISH else told


def _head(s: State, words: Words) -> list[Line]:
    lines: list[Line] = [[(title(s, words), "strong")]]
    if s.event >= 0:
        card = s.setting.cards.events[s.event]
        lines.append([(words.say("event", code=card.code, name=card.name), "")])
    return lines


def _spot(s: State, spot: int, words: Words) -> Line:
    """A spot with its disciples and free spaces, the patrol and whether it is closed."""
    there = s.spaces[spot]
    free = max(0, s.setting.board.spaces[spot] - len(there))
    width = 1 + max(len(words.name(name)) for name in SPOTS)
    line: list[tuple[str, str]] = [(f"  {words.name(SPOTS[spot]):<{width}}", "")]
    for seat in (*there, *[-1] * free):
        line.append((" ", ""))
        line.append((UNICODE.empty, "dim") if seat < 0 else (UNICODE.seats[seat], f"seat{seat}"))
    if DISTRICT_OF[spot] == s.patrol:
        line.append((f"  [{words.say(('patrol_red', 'patrol_blue')[s.colour])}]", "strong"))
    if DISTRICT_OF[spot] == s.closed:
        line.append((f"  [{words.name(DISTRICTS[s.closed])} {words.say('closed')}]", "strong"))
    return line


def _stock(s: State, words: Words) -> list[Line]:
    fields = enumerate(s.market, 1)
    market = "  ".join(f"{field}:{WEAPONS[weapon] if weapon >= 0 else '–'}" for field, weapon in fields)
    annexes = ", ".join(f"{name} {number}" for name, number in zip(ANNEXES, s.annexes, strict=True))
    piles = ", ".join(f"{words.name(name)} {len(deck)}" for name, deck in zip(PILES, s.decks, strict=True))
    supply = words.say(
        "supply_of", church=s.church, geishas=s.geishas, blessings=s.blessings, annexes=annexes
    )
    rows = ((words.name("market"), market, ""), (words.say("stock"), supply, ""))
    return [
        [(f"{title:<9}{text}", style)] for title, text, style in (*rows, (words.say("decks"), piles, "dim"))
    ]


def _clan(s: State, seat: int, words: Words) -> str:
    clan = s.clans[seat]
    missions = Counter(COLOURS[pile_of_mission(s, mission) - GREEN] for mission in clan.missions)
    owned = [*(WEAPONS[weapon] for weapon in clan.weapons), *(ANNEXES[annex] for annex in clan.annexes)]
    owned += [words.say("geisha")] * clan.geishas
    owned += [words.say("blessing")] * clan.blessing + [words.say("blackmail")] * clan.blackmail
    return words.say(
        "clan",
        seat=Seat(seat),
        prestige=clan.prestige,
        mon=clan.mon,
        home=clan.home,
        reserve=clan.reserve,
        actions=len(clan.actions),
        bonuses=len(clan.bonuses),
        missions=" ".join(f"{number} {words.name(colour)}" for colour, number in missions.items()) or "–",
        finished=len(clan.finished),
        owned=" ".join(owned) or "–",
    )


def _hand(view: YedoView, words: Words) -> list[Line]:
    """The own cards, by code and name."""
    if view.seat is None:
        return []
    clan, cards = view.state.clans[view.seat], view.state.setting.cards
    held = [(GREEN, clan.missions), (0, clan.actions), (1, clan.bonuses)]
    hand = [cards.card(pile, number) for pile, numbers in held for number in numbers]
    return [[], *([(f"  {card.code:<4}{card.name.to(words.language)}", "")] for card in hand)]
