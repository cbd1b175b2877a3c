"""Single faults put into the engine are noticed when it plays beside the rules.

The engine runs without a compiler here, which is quicker than to compile it thirty times.
"""

from pathlib import Path

import pytest

from kabuto.yedo.board import board
from kabuto.yedo.options import Setting
from tests.yedo.random_cards import random_cards

from .plain import Plain, source
from .side_by_side import Different, Rare, at_random, mostly_greedy, play_beside

FAULTS = (
    ("pieces", "= max(0, s.points[seat] + points)", "= s.points[seat] + points"),
    ("pieces", "s.reserve[seat] < t.reserve or", "s.reserve[seat] < 4 or"),
    ("pieces", "    s.blessings += 1\n", "    s.blessings += 0\n"),
    ("pieces", "annexes = s.owned[seat] & ~(s.on[seat] >> FIRST_ANNEX)", "annexes = int(s.owned[seat])"),
    ("pieces", "s.geishas > 0 and s.ladies[seat] < t.max_geishas", "s.geishas > 0"),
    ("counts", "return own > 0 and own == extreme(s, what, 1)", "return own == extreme(s, what, 1)"),
    ("counts", "C_LAST:\n        return s.order[s.players - 1]", "C_LAST:\n        return s.order[0]"),
    ("counts", "W_LAST:\n        return s.order[s.players - 1]", "W_LAST:\n        return s.order[1]"),
    ("gains", "    if s.filing:\n        return\n", ""),
    ("gains", "        elif pile == WEAPON:\n            p.toss(s, each)\n", ""),
    ("gains", "            elif weapon >= 0:\n                p.toss(s, weapon)\n", ""),
    ("gains", "p.add(s, c.LOSE, seat, what, number - 1, 0)", "p.add(s, c.LOSE, seat, what, number - 1, 1)"),
    ("gains", "    _arrange(s)\n", ""),
    ("card_effects", "if chain & 1 == 0:", "if chain == 0:"),
    ("card_effects", "if seat != last and s.hands", "if s.hands"),
    ("card_effects", "s.saved[seat, spot] = s.here[seat, spot]", "s.saved[seat, spot] = 1"),
    ("card_effects", "return unsold > s.tracks", "return unsold >= s.tracks"),
    ("card_effects", "taken = min(number, int(s.mon[b]))", "taken = number"),
    ("auction", "if s.best != s.beginner and seat != s.beginner", "if seat != s.beginner"),
    ("auction", "due = max(0, s.bid - s.rebate[winner])", "due = int(s.bid)"),
    ("auction", "return min(MOST_MON, 1 + best)", "return min(MOST_MON, best)"),
    ("trade", "elif first and s.traded and t.free == 0:", "elif first and t.free == 0:"),
    ("trade", "and not was_proposed(s)", ""),
    ("trade", "s.begun[seat] >= MOST_OFFERS", "s.begun[seat] > MOST_OFFERS"),
    ("trade", "left = gives if group < CARD_ITEM else 0", "left = gives"),
    ("missions", "return ladies + yashiki >= t.ladies[m, part]", "return ladies >= t.ladies[m, part]"),
    ("missions", "s.mon[seat] -= t.pay[m, part]", "s.mon[seat] -= 0"),
    ("missions", "s.task[s.tasks - 1, 4] = 1  #", "s.shogun *= 1  #"),
    ("missions", "    s.loan[seat] = 0\n", ""),
    ("districts", "rebate = int(t.school) if s.owned[seat] >> KOBUDO & 1 else 0", "rebate = 0"),
    ("districts", "decks = full | 1 << t.colour[m]", "decks = full"),
    ("legality", "return full & HARD", "return full"),
    ("legality", "return 2 if s.countered else 3", "return 3"),
    ("engine", "if s.round_no < t.rounds and s.shogun == 0 else", "if s.round_no < t.rounds else"),
    ("engine", "kind == c.PROTECT or (kind == c.WINDOW and what != c.T_EVENT)", "kind == c.PROTECT"),
    ("engine", "    while s.lap_size:\n        waiting |= 1 << p.next_of_lap(s)\n", ""),
)  # fmt: skip
"""Module, what stands there once, and what is put in its place."""
GAMES = 150
"""After so many games a fault would count as missed."""


def noticed(engine: Plain, folder: Path) -> int:
    """After how many games the engine plays another game than the rules, or fails; 0 if it never does."""
    rare = Rare()
    for n in range(GAMES):
        players = 2 + n % 4
        free, overbids = n % 3 == 0, n % 2 == 0
        if n % 3 == 2:
            own = Setting(players, board(players), random_cards(folder, n), overbids, free)
        else:
            options = {"players": players, "cards": ("city", "house")[n % 2], "overbids": overbids}
            own = Setting.of({**options, "trading": "free" if free else "brief"})
        try:
            play_beside(engine, own, n, (at_random, rare, mostly_greedy, rare)[n % 4])
        except (Different, IndexError, OverflowError, ValueError):
            return n + 1
    return 0


@pytest.mark.prove
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault[0]}: {fault[1].strip()[:50]}")
def test_a_single_fault_is_noticed(fault: tuple[str, str, str], tmp_path: Path) -> None:
    module, old, new = fault
    text = source(module)
    assert text.count(old) == 1
    assert noticed(Plain({module: text.replace(old, new)}), tmp_path)


def test_without_a_fault_nothing_is_noticed(tmp_path: Path) -> None:
    engine = Plain()
    for seed in range(3):
        own = Setting.of(
            {"players": 2, "cards": "city", "overbids": True, "trading": ("free", "brief")[seed % 2]}
        )
        play_beside(engine, own, seed, Rare())


def test_every_fault_can_be_put_in() -> None:
    assert len(FAULTS) >= 25
    assert all(source(module).count(old) == 1 for module, old, _ in FAULTS)
