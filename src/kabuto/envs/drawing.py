"""A game to look at, as a view knows it: text for a terminal, or a picture."""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kabuto.samurai.picture import picture
from kabuto.samurai.tokens import FIGURES
from kabuto.samurai.view import SamuraiView
from kabuto.table import BadOption, faces
from kabuto.table.drawing import UNICODE, Line, rich_style
from kabuto.table.errors import short
from kabuto.yedo.board import ANNEXES, COLOURS, DISTRICT_OF, DISTRICTS, GREEN, PILES, SPOTS, WEAPONS
from kabuto.yedo.hands import pile_of_mission
from kabuto.yedo.state import NAMES, WORDS, State
from kabuto.yedo.telling import phase
from kabuto.yedo.view import YedoView

RENDER_MODES = ("human", "ansi", "rgb_array")


def check_mode(mode: str | None) -> str | None:
    """A render mode; ``BadOption`` says which there are."""
    if mode not in (None, *RENDER_MODES):
        raise BadOption(f"render_mode is {', '.join(RENDER_MODES)} or None, not {short(mode)}", "render_mode")
    return mode


def render(game: str, view: Any, mode: str | None) -> NDArray[np.uint8] | str | None:
    """Print a game, or give it back as text or as a picture."""
    match mode:
        case "human":
            show(game, view)
            return None
        case "ansi":
            return text(game, view)
        case "rgb_array":
            return paint(game, view)
    raise BadOption("choose a render_mode when you make the environment", "render_mode")


def text(game: str, view: Any) -> str:
    """The game as plain text."""
    lines: list[Line] = faces.need(game, "lines")(view)
    return "\n".join("".join(piece for piece, _ in line).rstrip() for line in lines)


def show(game: str, view: Any) -> None:
    """Print the game, in colours where the terminal has them."""
    from rich.console import Console
    from rich.text import Text

    lines: list[Line] = faces.need(game, "lines")(view)
    shown = (Text.assemble(*((piece, rich_style(style)) for piece, style in line)) for line in lines)
    Console(highlight=False).print(Text("\n").join(shown), soft_wrap=True)


def paint(game: str, view: Any) -> NDArray[np.uint8]:
    """The game as a picture: rows of red, green and blue."""
    pixels: NDArray[np.uint8] = faces.need(game, "painting")(view)
    return pixels


def samurai_lines(view: SamuraiView) -> list[Line]:
    """The map, and what every seat has."""
    lines: list[Line] = [*picture(view).lines(), []]
    for seat in range(view.players):
        captured = view.captured[seat]
        figures = ["?" if captured is None else str(captured[kind]) for kind in range(3)]
        told = f"seat {seat}: " + " ".join(f"{f}{n}" for f, n in zip(FIGURES, figures, strict=True))
        told += f", {view.hand_sizes[seat]} in hand, {view.stack_sizes[seat]} to draw"
        if seat == view.seat:
            told += f": {' '.join(view.hand)}"
        lines.append(_seat_line(seat, seat == view.to_move, told))
    return lines


def yedo_lines(view: YedoView) -> list[Line]:
    """The city, the market, the clans and the own cards."""
    s = view.state
    return [
        *_yedo_head(s),
        [],
        *(_spot(s, spot) for spot in range(len(SPOTS))),
        [],
        *_yedo_stock(s),
        [],
        *(_seat_line(seat, seat == view.to_move, _clan(s, seat)) for seat in s.order),
        *_yedo_hand(view),
    ]


def _yedo_head(s: State) -> list[Line]:
    names = WORDS.words("en", NAMES)
    title = f"Round {s.round} of {s.setting.board.rounds}: {names[phase(s)]}"
    question = f" ({type(s.tasks[-1]).__name__.lower()})" if s.tasks else ""
    lines: list[Line] = [[(title + question, "strong")]]
    if s.event >= 0:
        card = s.setting.cards.events[s.event]
        lines.append([(f"event {card.code}: {card.name}", "")])
    return lines


def _spot(s: State, spot: int) -> Line:
    """A spot with its disciples and free spaces, the patrol and whether it is closed."""
    there = s.spaces[spot]
    free = max(0, s.setting.board.spaces[spot] - len(there))
    line: list[tuple[str, str]] = [(f"  {SPOTS[spot]:<16}", "")]
    for seat in (*there, *[-1] * free):
        line.append((" ", ""))
        line.append((UNICODE.empty, "dim") if seat < 0 else (UNICODE.seats[seat], f"seat{seat}"))
    if DISTRICT_OF[spot] == s.patrol:
        line.append((f"  [{('red', 'blue')[s.colour]} patrol]", "strong"))
    if DISTRICT_OF[spot] == s.closed:
        line.append((f"  [{DISTRICTS[s.closed]} closed]", "strong"))
    return line


def _yedo_stock(s: State) -> list[Line]:
    fields = enumerate(s.market, 1)
    market = "  ".join(f"{field}:{WEAPONS[weapon] if weapon >= 0 else '–'}" for field, weapon in fields)
    annexes = ", ".join(f"{name} {number}" for name, number in zip(ANNEXES, s.annexes, strict=True))
    piles = ", ".join(f"{name} {len(deck)}" for name, deck in zip(PILES, s.decks, strict=True))
    supply = f"church {s.church}, geishas {s.geishas}, blessings {s.blessings}, {annexes}"
    return [[(f"market   {market}", "")], [(f"supply   {supply}", "")], [(f"piles    {piles}", "dim")]]


def _clan(s: State, seat: int) -> str:
    clan = s.clans[seat]
    missions = Counter(COLOURS[pile_of_mission(s, mission) - GREEN] for mission in clan.missions)
    parts = [
        f"prestige {clan.prestige}, Mon {clan.mon}, home {clan.home}, reserve {clan.reserve}",
        f"actions {len(clan.actions)}, bonuses {len(clan.bonuses)}",
        f"missions {' '.join(f'{number} {colour}' for colour, number in missions.items()) or '–'}",
        f"finished {len(clan.finished)}",
    ]
    owned = [*(WEAPONS[weapon] for weapon in clan.weapons), *(ANNEXES[annex] for annex in clan.annexes)]
    owned += ["geisha"] * clan.geishas + ["blessing"] * clan.blessing + ["blackmail"] * clan.blackmail
    return f"seat {seat}: {'; '.join((*parts, ' '.join(owned) or '–'))}"


def _yedo_hand(view: YedoView) -> list[Line]:
    """The own cards, by code and name."""
    if view.seat is None:
        return []
    clan, cards = view.state.clans[view.seat], view.state.setting.cards
    held = [(GREEN, clan.missions), (0, clan.actions), (1, clan.bonuses)]
    hand = [cards.card(pile, number) for pile, numbers in held for number in numbers]
    return [[], *([(f"  {card.code:<4}{card.name}", "")] for card in hand)]


def _seat_line(seat: int, moves: bool, told: str) -> Line:
    style = "strong" if moves else ""
    return [(">" if moves else " ", style), (UNICODE.seats[seat], f"seat{seat}"), (f" {told}", style)]
