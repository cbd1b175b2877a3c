"""The city of Yedo as a picture: districts with their disciples, market and event, and every clan."""

from collections import Counter
from typing import TypeVar

from kabuto.table.palette import INK
from kabuto.table.sheet import Sheet
from kabuto.yedo.board import ANNEXES, DISTRICTS, GREEN, PILES, SPOTS, SPOTS_OF, WEAPONS
from kabuto.yedo.hands import pile_of_mission
from kabuto.yedo.sentences import NAMES, WORDS
from kabuto.yedo.state import State
from kabuto.yedo.telling import phase
from kabuto.yedo.view import YedoView

NAME = WORDS.words("en", NAMES)
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


def paint(view: YedoView, sheet: type[SheetT]) -> SheetT:
    """The game as this view knows it, drawn on a sheet of this kind."""
    s = view.state
    own = _hand(s, view.seat)
    height = HEAD + 2 * (DISTRICT + GAP) + STOCK + CLAN * view.players + (46 if own else 0) + MARGIN
    canvas = sheet(WIDTH, height, NIGHT)
    _head(canvas, view)
    for district in range(len(DISTRICTS)):
        row, column = divmod(district, 4)
        _district(canvas, s, district, MARGIN + column * (BOX + GAP), HEAD + row * (DISTRICT + GAP))
    _stock(canvas, s, MARGIN + 3 * (BOX + GAP), HEAD + DISTRICT + GAP)
    y = HEAD + 2 * (DISTRICT + GAP)
    _market(canvas, s, y + STOCK / 2 - 4)
    for place, seat in enumerate(s.order):
        _clan(canvas, view, seat, y + STOCK + CLAN * (place + 0.5))
    if own:
        canvas.text(MARGIN, height - 34, f"In the hand of seat {view.seat}: {own}", 13, PALE)
    return canvas


def _head(canvas: Sheet, view: YedoView) -> None:
    s = view.state
    title = f"Round {s.round} of {s.setting.board.rounds}: {NAME[phase(s)]}"
    if s.tasks:
        title += f" ({s.tasks[-1].name})"
    canvas.text(MARGIN, HEAD / 2, title, 18, PALE)
    if s.event >= 0:
        card = s.setting.cards.events[s.event]
        canvas.text(WIDTH - MARGIN, HEAD / 2, f"event {card.code}, {card.name}", 14, DIM, "rm")


def _district(canvas: Sheet, s: State, district: int, x: float, y: float) -> None:
    """A district with a row for each of its spots."""
    closed, patrolled = district == s.closed, district == s.patrol
    edge = PATROL[s.colour] if patrolled else ""
    canvas.box(x, y, BOX, DISTRICT, "#8f8598" if closed else WOOD, edge or INK)
    if patrolled:
        canvas.box(x + 1, y + 1, BOX - 2, DISTRICT - 2, WOOD, edge)
        canvas.box(x + BOX - 74, y + 8, 66, 18, edge, radius=9)
        canvas.text(x + BOX - 41, y + 17, "patrol", 12, PALE, "mm")
    if closed:
        canvas.text(x + BOX - 10, y + 36 if patrolled else y + 17, "closed", 12, INK, "rm")
    canvas.text(x + 10, y + 17, NAME[DISTRICTS[district]], 15, INK)
    spots = SPOTS_OF[district]
    for line, spot in enumerate(spots):
        at = y + 44 + line * 23 if len(spots) > 1 else y + 62
        if len(spots) > 1:
            canvas.text(x + 10, at, SPOTS[spot].removeprefix("castle-"), 12, INK)
        _spaces(canvas, s, spot, x + (96 if len(spots) > 1 else 24), at)


def _spaces(canvas: Sheet, s: State, spot: int, x: float, y: float) -> None:
    there = s.spaces[spot]
    free = max(0, s.setting.board.spaces[spot] - len(there))
    for place, seat in enumerate((*there, *[-1] * free)):
        if seat < 0:
            canvas.regular(x + place * 25, y, 8, 24, "#dccba4", "#b5a27a")
        else:
            canvas.seat(x + place * 25, y, 9, seat)


def _stock(canvas: Sheet, s: State, x: float, y: float) -> None:
    """The supplies, and how high the piles are."""
    canvas.box(x, y, BOX, DISTRICT, "#3a2d4a")
    lines = (
        f"church {s.church} Mon, geishas {s.geishas}, blessings {s.blessings}",
        ", ".join(f"{ANNEXES[n]} {s.annexes[n]}" for n in (0, 1)),
        ", ".join(f"{ANNEXES[n]} {s.annexes[n]}" for n in (2, 3)),
        ", ".join(f"{PILES[pile]} {len(s.decks[pile])}" for pile in (0, 1, 6, 7)),
    )
    for line, text in enumerate(lines):
        canvas.text(x + 10, y + 15 + line * 18, text, 10.5, PALE)
    for colour in range(4):
        _missions(canvas, x + 12 + colour * 52, y + 90, colour, len(s.decks[GREEN + colour]))


def _missions(canvas: Sheet, x: float, y: float, colour: int, number: int) -> None:
    canvas.box(x, y - 8, 12, 16, COLOURS[colour], PALE, 2)
    canvas.text(x + 17, y, f"{number} {'GYRK'[colour]}", 12, PALE)


def _market(canvas: Sheet, s: State, y: float) -> None:
    canvas.text(MARGIN, y, "market", 14, PALE)
    for field, weapon in enumerate(s.market):
        x = MARGIN + 70 + field * 170
        canvas.box(x, y - 16, 160, 32, WOOD if weapon >= 0 else "#4a3c5c")
        name = WEAPONS[weapon] if weapon >= 0 else "empty"
        canvas.text(x + 12, y, f"{field + 1}  {name}", 14, INK if weapon >= 0 else DIM)
        canvas.text(x + 148, y, f"{s.setting.board.prices[field]} Mon", 12, INK if weapon >= 0 else DIM, "rm")


def _clan(canvas: Sheet, view: YedoView, seat: int, y: float) -> None:
    """One clan in two lines: numbers and missions, then what it owns."""
    s, clan = view.state, view.state.clans[seat]
    if seat == view.to_move:
        canvas.box(MARGIN - 6, y - CLAN / 2 + 1, WIDTH - 2 * MARGIN + 12, CLAN - 2, "#43345a")
    canvas.seat(MARGIN + 12, y - 9, 9, seat)
    canvas.text(MARGIN + 32, y - 9, f"seat {seat}", 15, PALE)
    numbers = (
        (110, f"{clan.prestige} prestige"),
        (210, f"{clan.mon} Mon"),
        (290, f"{clan.home} at home"),
        (375, f"{clan.reserve} in reserve"),
        (475, f"{len(clan.actions)} action, {len(clan.bonuses)} bonus"),
        (830, f"{len(clan.finished)} finished"),
    )
    for x, text in numbers:
        canvas.text(x, y - 9, text, 14, PALE)
    unfinished = Counter(pile_of_mission(s, mission) - GREEN for mission in clan.missions)
    for place, colour in enumerate(sorted(unfinished)):
        _missions(canvas, 630 + place * 48, y - 9, colour, unfinished[colour])
    owned = [WEAPONS[weapon] for weapon in clan.weapons]
    owned += [f"{ANNEXES[annex]}{' (manned)' if annex in clan.manned else ''}" for annex in clan.annexes]
    owned += ["geisha"] * clan.geishas
    owned += ["blessing"] * clan.blessing + ["blackmail"] * clan.blackmail
    canvas.text(MARGIN + 32, y + 12, ", ".join(owned), 12, DIM)


def _hand(s: State, seat: int | None) -> str:
    """The codes of the own cards."""
    if seat is None:
        return ""
    clan, codes = s.clans[seat], s.setting.cards.codes
    cards = [(GREEN, clan.missions), (0, clan.actions), (1, clan.bonuses)]
    return ", ".join(codes[pile][card] for pile, hand in cards for card in hand) or "nothing"
