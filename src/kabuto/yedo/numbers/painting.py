"""The city of Yedo as a picture: districts with their disciples, market and event, and every clan."""

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from kabuto.table.drawing.palette import INK
from kabuto.table.drawing.sheet import Sheet
from kabuto.table.text import ENGLISH, Seat, Word
from kabuto.yedo.board import ANNEXES, DISTRICTS, GREEN, PILES, SPOTS, SPOTS_OF, WEAPONS
from kabuto.yedo.numbers.drawing import Words, title
from kabuto.yedo.state.pieces import pile_of_mission
from kabuto.yedo.state.state import State
from kabuto.yedo.views.view import YedoView

WIDTH, MARGIN = 960.0, 16.0
BOX, GAP = 225.0, 9.0
"""The width of a district, and what is left between two."""
NIGHT, WOOD, PALE, DIM = "#2a2035", "#efe3c8", "#ffffff", "#b8acc6"
PATROL = ("#b3261e", "#2456b3")
"""The red patrol and the blue one."""
COLOURS = ("#4c9a52", "#d8b021", "#c0392b", "#3a3a3a")
"""Missions: green, yellow, red, black."""
HEAD, DISTRICT, STOCK, CLAN = 46.0, 104.0, 62.0, 52.0
"""The heights of the parts."""
SheetT = TypeVar("SheetT", bound=Sheet)
Say = Callable[..., str]
"""Key and values → what is written."""


def paint(view: YedoView, sheet: type[SheetT], language: str = ENGLISH) -> SheetT:
    """The game as this view knows it, drawn on a sheet of this kind with words of this language."""
    s, words = view.state, Words(language)
    say = words.say
    own = _hand(s, view.seat, say)
    height = HEAD + 2 * (DISTRICT + GAP) + STOCK + CLAN * view.players + (46 if own else 0) + MARGIN
    canvas = sheet(WIDTH, height, NIGHT)
    _head(canvas, s, words)
    for district in range(len(DISTRICTS)):
        row, column = divmod(district, 4)
        x, y = MARGIN + column * (BOX + GAP), HEAD + row * (DISTRICT + GAP)
        _district(canvas, s, district, x, y, say)
    _stock(canvas, s, MARGIN + 3 * (BOX + GAP), HEAD + DISTRICT + GAP, say)
    y = HEAD + 2 * (DISTRICT + GAP)
    _market(canvas, s, y + STOCK / 2 - 4, say)
    for place, seat in enumerate(s.order):
        _clan(canvas, view, seat, y + STOCK + CLAN * (place + 0.5), say)
    if own:
        canvas.text(MARGIN, height - 34, own, 13, PALE)
    return canvas


def _head(canvas: Sheet, s: State, words: Words) -> None:
    canvas.text(MARGIN, HEAD / 2, title(s, words), 18, PALE)
    if s.event >= 0:
        card = s.setting.cards.events[s.event]
        canvas.text(
            WIDTH - MARGIN, HEAD / 2, words.say("event", code=card.code, name=card.name), 14, DIM, "rm"
        )


def _district(canvas: Sheet, s: State, district: int, x: float, y: float, say: Say) -> None:
    """A district with a row for each of its spots."""
    closed, patrolled = district == s.closed, district == s.patrol
    edge = PATROL[s.colour] if patrolled else ""
    canvas.box(x, y, BOX, DISTRICT, "#8f8598" if closed else WOOD, edge or INK)
    if patrolled:
        canvas.box(x + 1, y + 1, BOX - 2, DISTRICT - 2, WOOD, edge)
        canvas.box(x + BOX - 74, y + 8, 66, 18, edge, radius=9)
        canvas.text(x + BOX - 41, y + 17, say("patrol"), 12, PALE, "mm")
    if closed:
        canvas.text(x + BOX - 10, y + 36 if patrolled else y + 17, say("closed"), 12, INK, "rm")
    canvas.text(x + 10, y + 17, say("name", name=Word(DISTRICTS[district])), 15, INK)
    spots = SPOTS_OF[district]
    for line, spot in enumerate(spots):
        at = y + 44 + line * 23 if len(spots) > 1 else y + 62
        if len(spots) > 1:
            canvas.text(x + 10, at, say(SPOTS[spot].replace("-", "_")), 12, INK)
        _spaces(canvas, s, spot, x + (96 if len(spots) > 1 else 24), at)


def _spaces(canvas: Sheet, s: State, spot: int, x: float, y: float) -> None:
    there = s.spaces[spot]
    free = max(0, s.setting.board.spaces[spot] - len(there))
    for place, seat in enumerate((*there, *[-1] * free)):
        if seat < 0:
            canvas.regular(x + place * 25, y, 8, 24, "#dccba4", "#b5a27a")
        else:
            canvas.seat(x + place * 25, y, 9, seat)


def _stock(canvas: Sheet, s: State, x: float, y: float, say: Say) -> None:
    """The supplies, and how high the piles are."""
    canvas.box(x, y, BOX, DISTRICT, "#3a2d4a")
    lines = (
        say("supply", church=s.church, geishas=s.geishas, blessings=s.blessings),
        ", ".join(f"{ANNEXES[n]} {s.annexes[n]}" for n in (0, 1)),
        ", ".join(f"{ANNEXES[n]} {s.annexes[n]}" for n in (2, 3)),
        say("piles", **{PILES[pile]: len(s.decks[pile]) for pile in (0, 1, 6, 7)}),
    )
    for line, text in enumerate(lines):
        canvas.text(x + 10, y + 15 + line * 18, text, 10.5, PALE)
    for colour in range(4):
        _missions(canvas, x + 12 + colour * 52, y + 90, colour, len(s.decks[GREEN + colour]), say)


def _missions(canvas: Sheet, x: float, y: float, colour: int, number: int, say: Say) -> None:
    canvas.box(x, y - 8, 12, 16, COLOURS[colour], PALE, 2)
    canvas.text(x + 17, y, f"{number} {say('initials').split()[colour]}", 12, PALE)


def _market(canvas: Sheet, s: State, y: float, say: Say) -> None:
    canvas.text(MARGIN, y, say("name", name=Word("market")), 14, PALE)
    for field, weapon in enumerate(s.market):
        x = MARGIN + 70 + field * 170
        canvas.box(x, y - 16, 160, 32, WOOD if weapon >= 0 else "#4a3c5c")
        name = WEAPONS[weapon] if weapon >= 0 else say("empty")
        canvas.text(x + 12, y, f"{field + 1}  {name}", 14, INK if weapon >= 0 else DIM)
        canvas.text(x + 148, y, f"{s.setting.board.prices[field]} Mon", 12, INK if weapon >= 0 else DIM, "rm")


def _clan(canvas: Sheet, view: YedoView, seat: int, y: float, say: Say) -> None:
    """One clan in two lines: numbers and missions, then what it owns."""
    s, clan = view.state, view.state.clans[seat]
    if seat == view.to_move:
        canvas.box(MARGIN - 6, y - CLAN / 2 + 1, WIDTH - 2 * MARGIN + 12, CLAN - 2, "#43345a")
    canvas.seat(MARGIN + 12, y - 9, 9, seat)
    canvas.text(MARGIN + 32, y - 9, say("seat", seat=Seat(seat)), 15, PALE)
    numbers = (
        (110, say("prestige", number=clan.prestige)),
        (210, f"{clan.mon} Mon"),
        (290, say("home", number=clan.home)),
        (375, say("reserve", number=clan.reserve)),
        (475, say("cards", actions=len(clan.actions), bonuses=len(clan.bonuses))),
        (830, say("finished", number=len(clan.finished))),
    )
    for x, text in numbers:
        canvas.text(x, y - 9, text, 14, PALE)
    unfinished = Counter(pile_of_mission(s, mission) - GREEN for mission in clan.missions)
    for place, colour in enumerate(sorted(unfinished)):
        _missions(canvas, 630 + place * 48, y - 9, colour, unfinished[colour], say)
    owned = [WEAPONS[weapon] for weapon in clan.weapons]
    for annex in clan.annexes:
        owned.append(say("manned", annex=ANNEXES[annex]) if annex in clan.manned else ANNEXES[annex])
    owned += [say("geisha")] * clan.geishas
    owned += [say("blessing")] * clan.blessing + [say("blackmail")] * clan.blackmail
    canvas.text(MARGIN + 32, y + 12, ", ".join(owned), 12, DIM)


def _hand(s: State, seat: int | None, say: Say) -> str:
    """The own cards by their codes."""
    if seat is None:
        return ""
    clan, codes = s.clans[seat], s.setting.cards.codes
    cards = [(GREEN, clan.missions), (0, clan.actions), (1, clan.bonuses)]
    own = ", ".join(codes[pile][card] for pile, hand in cards for card in hand)
    return say("hand", seat=Seat(seat), cards=own) if own else say("no_hand", seat=Seat(seat))
