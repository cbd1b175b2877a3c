"""Warnings about legal bids: winning would be useless, or could not be paid (Q18, Y116)."""

from collections.abc import Iterator

from kabuto.table import Text, Word
from kabuto.yedo.board import CATEGORIES
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.auction import PRESTIGE_WON, Begin, Category, Raise, minimum
from kabuto.yedo.state.pieces import annexes_to_build
from kabuto.yedo.state.state import State
from kabuto.yedo.words import Saying, spoken


def explain(s: State, move: Move) -> list[Text]:
    """Warnings about a legal move of the bidding, from what is public."""
    return [spoken(warning) for warning in _warnings(s, move)]


def _warnings(s: State, move: Move) -> Iterator[Saying]:
    task = s.tasks[-1] if s.tasks else None
    lots, contents = s.setting.board.lots, s.setting.board.contents
    match task, move.verb:
        case Begin(seat), "auction":
            lot = lots.index(move.word)
            yield from _too_dear(s, seat, minimum(s, lot))
            yield from _useless(s, seat, contents[lot])
        case Raise(seat), "bid":
            yield from _too_dear(s, seat, move.number)
            yield from _useless(s, seat, contents[task.lot])
        case Category(seat), "choose":
            yield from _useless(s, seat, (CATEGORIES.index(move.word),))


def _too_dear(s: State, seat: int, bid: int) -> Iterator[Saying]:
    purse = s.clans[seat].mon
    if bid - s.rebate[seat] > purse:
        yield s.say("warn_money", mon=purse)


def _useless(s: State, seat: int, categories: tuple[int, ...]) -> Iterator[Saying]:
    """Why none of these categories helps a seat; in a group, one that does is enough."""
    found = [_flaw(s, seat, CATEGORIES[n]) for n in categories]
    if all(found):
        yield from filter(None, found)


def _flaw(s: State, seat: int, category: str) -> Saying | None:
    """What is wrong with a category for a seat, if anything is."""
    clan, board = s.clans[seat], s.setting.board
    full = {
        "action": len(clan.actions) >= board.max_actions,
        "bonus": len(clan.bonuses) >= board.max_bonuses,
        "weapon": len(clan.weapons) >= board.max_weapons,
        "mission": len(clan.missions) >= board.max_missions,
    }
    if category in full:
        return s.say("warn_full", lot=Word(f"lot_{category}")) if full[category] else None
    if category == "disciple":
        return None if clan.reserve else s.say("warn_disciple")
    if category == "annex":
        return None if annexes_to_build(s, seat) else s.say("warn_annex", points=PRESTIGE_WON)
    if clan.geishas >= board.max_geishas or not s.geishas:
        return s.say("warn_geisha", points=PRESTIGE_WON)
    return None
