"""Yedo as text, for environments: the city, the market, the clans and the own cards."""

from collections import Counter

from kabuto.table.drawing import UNICODE, Line, seat_line
from kabuto.yedo.board import ANNEXES, COLOURS, DISTRICT_OF, DISTRICTS, GREEN, PILES, SPOTS, WEAPONS
from kabuto.yedo.hands import pile_of_mission
from kabuto.yedo.sentences import NAMES, WORDS
from kabuto.yedo.state import State
from kabuto.yedo.telling import phase
from kabuto.yedo.view import YedoView


def lines(view: YedoView) -> list[Line]:
    """The city, the market, the clans and the own cards."""
    s = view.state
    return [
        *_head(s),
        [],
        *(_spot(s, spot) for spot in range(len(SPOTS))),
        [],
        *_stock(s),
        [],
        *(seat_line(seat, seat == view.to_move, _clan(s, seat)) for seat in s.order),
        *_hand(view),
    ]


def _head(s: State) -> list[Line]:
    names = WORDS.words("en", NAMES)
    title = f"Round {s.round} of {s.setting.board.rounds}: {names[phase(s)]}"
    question = f" ({s.tasks[-1].name})" if s.tasks else ""
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


def _stock(s: State) -> list[Line]:
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


def _hand(view: YedoView) -> list[Line]:
    """The own cards, by code and name."""
    if view.seat is None:
        return []
    clan, cards = view.state.clans[view.seat], view.state.setting.cards
    held = [(GREEN, clan.missions), (0, clan.actions), (1, clan.bonuses)]
    hand = [cards.card(pile, number) for pile, numbers in held for number in numbers]
    return [[], *([(f"  {card.code:<4}{card.name}", "")] for card in hand)]
