"""The screen of a game of Yedo: the city, the market, the clans and the own cards."""

from collections import Counter

from kabuto.table.drawing import Line, columns
from kabuto.yedo import YedoView
from kabuto.yedo.board import ANNEXES, DISTRICTS, GARDEN, PILES, SPOTS, SPOTS_OF, WEAPONS
from kabuto.yedo.state import Clan, State
from kabuto.yedo.telling import phase
from kabuto.yedo.terminal.wording import YedoWords

FREE = "·"
WIDTH = 30
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
    prices = s.setting.board.prices
    fields = [f"{n}:{name} ({price})" for n, (name, price) in enumerate(zip(names, prices, strict=True), 1)]
    annexes = ", ".join(f"{words.name(ANNEXES[n])} {s.annexes[n]}" for n in range(len(ANNEXES)))
    piles = ", ".join(f"{words.name(f'kind_{PILES[n]}')} {len(s.decks[n])}" for n in (0, 1, 6, 7))
    colours = ", ".join(f"{words.name(PILES[n])} {len(s.decks[n])}" for n in range(2, 6))
    lines: list[Line] = [
        [(f"{text('market')}: {'  '.join(fields)}", "")],
        [(text("church", mon=s.church), "")],
        [(text("supply", geishas=s.geishas, blessings=s.blessings, annexes=annexes), "")],
        [(text("piles", piles=f"{piles}; {colours}"), "dim")],
    ]

    if s.discard:
        counted = Counter(s.discard)
        weapons = ", ".join(f"{words.short(WEAPONS[w])} ×{n}" for w, n in counted.items())
        lines.append([(text("discard", weapons=weapons), "dim")])
    return lines


def clans(view: YedoView, words: YedoWords) -> list[Line]:
    """What every clan has, in player order."""
    s = view.state
    rows = []
    for seat in s.order:
        clan = s.clans[seat]
        missions = Counter(_colour(s, mission) for mission in clan.missions)
        pointer = ">" if seat == view.to_move else " "
        rows.append(
            [
                f"{pointer}{words.seat(seat)[:18]}",
                clan.prestige,
                clan.mon,
                clan.home,
                clan.reserve,
                " ".join(words.short(WEAPONS[weapon])[:6] for weapon in clan.weapons) or "–",
                clan.geishas,
                " ".join(words.name(ANNEXES[annex])[:3] for annex in clan.annexes) or "–",
                _cards(clan, words),
                " ".join(f"{n}{colour}" for colour, n in missions.items()) or "–",
                len(clan.finished),
            ]
        )
    return columns(["", *words.text("columns").split()], rows)


def _cards(clan: Clan, words: YedoWords) -> str:
    """How many action and bonus cards, and whether there is a Blackmail and a blessing."""
    signs = [f"{len(clan.actions)}A", f"{len(clan.bonuses)}B"]
    signs += [words.text("blackmail")] * clan.blackmail
    signs += [words.text("blessing")] * clan.blessing
    return " ".join(signs)


def _colour(s: State, mission: int) -> str:
    pile = -1 - mission if mission < 0 else s.setting.cards.mission_pile[mission]
    return PILES[pile][0].upper() if PILES[pile] != "black" else "K"


def hand(view: YedoView, words: YedoWords) -> list[str]:
    """The own cards, and what is missing for the missions."""
    if view.seat is None:
        return []
    s, clan, text = view.state, view.state.clans[view.seat], words.text
    lines = [text("hand")]
    for number in clan.missions:
        card = s.setting.cards.missions[number]
        colour = words.name(PILES[2 + card.colour])
        head = f"  {card.code} {words.read(card.name)} ({colour}): {words.part(card.standard)}"
        lines.append(f"{head} → {words.rewards(card.standard)}")
        lines.append(f"      {words.lacks(s, view.seat, card.standard)}")
    for number in clan.actions:
        action = s.setting.cards.actions[number]
        lines.append(f"  {action.code} {words.read(action.name)}: {words.rules(action)}")
    for number in clan.bonuses:
        bonus = s.setting.cards.bonuses[number]
        points = text("points", alone=bonus.alone, shared=bonus.shared)
        lines.append(f"  {bonus.code} {words.read(bonus.name)}: {words.rules(bonus)} ({points})")
    return lines if len(lines) > 1 else [*lines, f"  {text('empty')}"]
