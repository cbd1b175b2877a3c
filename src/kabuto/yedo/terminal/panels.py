"""The screen of a game of Yedo: the city, the market, the clans and the own cards."""

from collections import Counter

from kabuto.table.drawing import Line, columns
from kabuto.yedo import YedoView
from kabuto.yedo.board import (
    ACTION,
    ANNEXES,
    BONUS,
    DISTRICTS,
    GARDEN,
    GREEN,
    PILES,
    SPOTS,
    SPOTS_OF,
    WEAPONS,
)
from kabuto.yedo.phases.districts import market_price
from kabuto.yedo.state.pieces import pile_of_mission
from kabuto.yedo.state.state import Clan, State
from kabuto.yedo.terminal.wording import YedoWords
from kabuto.yedo.wording.log import phase

FREE = "·"
WIDTH = 22
"""The width of the names of places."""


def draw(view: YedoView, words: YedoWords) -> list[Line]:
    """The whole table."""
    return [*_head(view, words), [], *_city(view, words), [], *_stock(view, words), [], *clans(view, words)]


def _head(view: YedoView, words: YedoWords) -> list[Line]:
    s, text = view.state, words.text
    title = text("setup", phase=words.name(phase(s)))
    if s.round:
        rounds = s.setting.board.rounds
        title = text("round", round=s.round, rounds=rounds, phase=words.name(phase(s)))
    lines: list[Line] = [[(title, "strong")]]
    if s.event >= 0:
        card = s.setting.cards.events[s.event]
        lines.append([(text("event", name=words.read(card.name), rules=words.rules(card)), "")])
    return lines


def _city(view: YedoView, words: YedoWords) -> list[Line]:
    """Every spot with its spaces; the patrol and the closed district."""
    s, marks = view.state, words.screen.marks
    lines: list[Line] = []
    for district, name in enumerate(DISTRICTS):
        for spot in SPOTS_OF[district]:
            line = [(f"  {words.name(SPOTS[spot] if len(SPOTS_OF[district]) > 1 else name):<{WIDTH}}", "")]
            row = s.spaces[spot]
            free = max(0, s.setting.board.spaces[spot] - len(row)) if spot != GARDEN else 0
            for seat in (*row, *[-1] * free):
                line.append((FREE if seat < 0 else marks.seats[seat], "dim" if seat < 0 else f"seat{seat}"))
                line.append((" ", ""))
            if spot == SPOTS_OF[district][0]:
                line.append((_notes(s, district, words), "strong"))
            lines.append(line)
    return lines


def _notes(s: State, district: int, words: YedoWords) -> str:
    notes = []
    if s.patrol == district:
        step = s.setting.board.directions[s.colour]
        ring = s.setting.board.ring
        following = ring[(ring.index(district) + step) % len(ring)]
        arrow = words.screen.marks.arrow
        notes.append(f"[{words.text('patrol')} {arrow} {words.name(DISTRICTS[following])}]")
    if s.closed == district:
        notes.append(f"[{words.text('closed')}]")
    return "  " + " ".join(notes) if notes else ""


def _stock(view: YedoView, words: YedoWords) -> list[Line]:
    """Market, church, supplies and piles."""
    s, text = view.state, words.text
    names = [words.short(WEAPONS[weapon]) if weapon >= 0 else FREE for weapon in s.market]
    fields = [f"{n}:{name} ({market_price(s, view.seat, n - 1)})" for n, name in enumerate(names, 1)]
    annexes = ", ".join(f"{words.name(ANNEXES[n])} {s.annexes[n]}" for n in range(len(ANNEXES)))
    piles = ", ".join(f"{words.name(f'kind_{PILES[n]}')} {len(s.decks[n])}" for n in (0, 1, 6, 7))
    colours = ", ".join(f"{words.name(PILES[n])} {len(s.decks[n])}" for n in range(2, 6))
    lines: list[Line] = [
        [(f"{text('market')}: {'  '.join(fields)}", "")],
        [(text("church", mon=s.church), "")],
        [(text("supply", geishas=s.geishas, blessings=s.blessings, annexes=annexes), "")],
        [(text("piles", piles=f"{piles}; {colours}"), "dim")],
    ]
    if s.past:
        events = ", ".join(words.read(s.setting.cards.events[n].name) for n in s.past)
        lines.append([(text("past", events=events), "dim")])
    if s.discard:
        counted = Counter(s.discard)
        weapons = ", ".join(f"{words.short(WEAPONS[w])} ×{n}" for w, n in counted.items())
        lines.append([(text("discard", weapons=weapons), "dim")])
    return lines


def clans(view: YedoView, words: YedoWords) -> list[Line]:
    """What every clan has, in player order; what it owns in a second line."""
    s = view.state
    rows, initials = [], words.text("initials").split()
    for seat in s.order:
        clan = s.clans[seat]
        missions = Counter(pile_of_mission(s, mission) - GREEN for mission in clan.missions)
        pointer = ">" if seat == view.to_move else " "
        rows.append(
            [
                f"{pointer}{words.seat(seat)[:18]}",
                clan.prestige,
                clan.mon,
                clan.home,
                clan.reserve,
                clan.geishas,
                f"{len(clan.actions)}A {len(clan.bonuses)}B",
                " ".join(f"{n}{initials[colour]}" for colour, n in sorted(missions.items())) or "–",
                len(clan.finished),
            ]
        )
    head, *lines = columns(["", *words.text("columns").split()], rows)
    owned = [_owned(s.clans[seat], words) for seat in s.order]
    return [head, *(line for pair in zip(lines, owned, strict=True) for line in pair if line)]


def _owned(clan: Clan, words: YedoWords) -> Line:
    """Weapons, annexes and who stands on them, Blackmail and blessing."""
    things = [words.short(WEAPONS[weapon]) for weapon in clan.weapons]
    for annex in clan.annexes:
        name = words.name(ANNEXES[annex])
        things.append(words.text("manned", annex=name) if annex in clan.manned else name)
    things += [words.text("blackmail")] * clan.blackmail
    things += [words.text("blessing")] * clan.blessing
    return [(f"      {words.text('owns', things=', '.join(things))}", "dim")] if things else []


def hand(view: YedoView, words: YedoWords) -> list[str]:
    """The own cards, and what is missing for the missions."""
    if view.seat is None:
        return []
    s, clan = view.state, view.state.clans[view.seat]
    held = ((GREEN, clan.missions), (ACTION, clan.actions), (BONUS, clan.bonuses))
    lines = [line for pile, cards in held for n in cards for line in words.held(s, view.seat, pile, n)]
    return [words.text("hand"), *(lines or [f"  {words.text('empty')}"])]
