"""The table as all seats see it."""

from collections.abc import Iterator
from typing import Any

from kabuto.yedo.board import (
    ANNEXES,
    CATEGORIES,
    DISTRICTS,
    PATROLS,
    PILES,
    SPOTS,
    SPOTS_OF,
    WEAPONS,
)
from kabuto.yedo.phases.auction import Raise, minimum
from kabuto.yedo.phases.districts import annex_price, draw_price, geisha_price, market_price, recruit_price
from kabuto.yedo.phases.event_phase import DEAR, SLIDING, standing
from kabuto.yedo.rules import OVER
from kabuto.yedo.state.pieces import pile_of_mission
from kabuto.yedo.state.state import Clan as ClanState
from kabuto.yedo.state.state import State
from kabuto.yedo.views.log_entry import Entry
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.wire.tasks import task
from kabuto.yedo.wire.types import Bidding, Clan, Danger, Egress, Lot, Patrol, Position, Stall
from kabuto.yedo.wording.log import PHASES

_BEFORE_PATROL = frozenset(
    {"prepare", "bidding", "stepping", "auction", "market", "event", "event-cards", "assign", "patrol"}
)
"""The steps of a round before the patrol moves."""
_BEFORE_ARREST = frozenset({*_BEFORE_PATROL, "5b", "5c", "arrest"})


def position(view: YedoView, language: str = "") -> Position:
    """What a view shows of the table."""
    s = view.state
    cards = s.setting.cards
    return Position(
        ply=view.ply,
        round=s.round,
        phase=PHASES.get(s.step, "trading"),  # type: ignore[arg-type]
        step=s.step,
        to_move=view.to_move,
        order=list(s.order),
        lap=list(s.lap),
        shogun=bool(s.shogun),
        event=cards.events[s.event].code if s.event >= 0 else None,
        past=[cards.events[number].code for number in s.past],
        closed=DISTRICTS[s.closed] if s.closed >= 0 else None,
        patrol=_patrol(s),
        disciples={
            name: [seat if seat >= 0 else None for seat in row]
            for name, row in zip(SPOTS, s.spaces, strict=True)
        },
        market=list(_market(s)),
        prices={
            "recruit": recruit_price(s),
            "annex": annex_price(s),
            "geisha": geisha_price(s),
            "draw": draw_price(s),
        },
        discard=[WEAPONS[weapon] for weapon in s.discard],
        church=s.church,
        blessings=s.blessings,
        geishas=s.geishas,
        annexes=dict(zip(ANNEXES, s.annexes, strict=True)),
        piles={name: len(deck) for name, deck in zip(PILES, s.decks, strict=True)},
        favours=[cards.favours[number].code for number in s.favours],
        bidding=_bidding(view) if s.round else None,
        clans=[_clan(s, clan) for clan in s.clans],
        task=task(s),
    )


def _patrol(s: State) -> Patrol:
    has_moved = s.step not in _BEFORE_PATROL and s.round > 0
    ahead = _ahead(s)
    where = s.patrol if has_moved or not ahead else ahead[-1]
    is_decided = s.round == 0 or s.step not in _BEFORE_ARREST
    return Patrol(
        colour=PATROLS[s.colour],
        district=DISTRICTS[s.patrol],
        has_moved=has_moved,
        ahead=[DISTRICTS[district] for district in ahead],
        danger=[] if is_decided else list(_danger(s, where)),
        saved=[(seat, SPOTS[spot]) for seat, spot in s.saved],
    )


def _ahead(s: State) -> list[int]:
    """The districts that the patrol enters with its next move, under the present event."""
    board = s.setting.board
    if any(True for _ in standing(s, "no-patrol")) or s.round + 1 < board.first_move_round:
        return []
    steps = 1 + sum(int(str(number)) - 1 for (number,) in standing(s, "patrol-steps"))
    return [
        board.ring[(board.ring.index(s.patrol) + n * board.directions[s.colour]) % len(board.ring)]
        for n in range(1, steps + 1)
    ]


def _danger(s: State, district: int) -> Iterator[Danger]:
    for spot in SPOTS_OF[district]:
        for seat in s.order:
            number = s.spaces[spot].count(seat) - s.saved.count((seat, spot))
            if number > 0:
                yield Danger(seat, SPOTS[spot], number)


def _market(s: State) -> Iterator[Stall]:
    """The fields, with what the next round does to their weapons (Q23): one that is cheap gets no cheaper."""
    moves = any(weapon >= 0 for weapon in s.market[:DEAR])
    seen = 0
    for field, weapon in enumerate(s.market):
        price = market_price(s, None, field)
        if weapon < 0:
            yield Stall(None, price, "")
            continue
        seen += 1
        is_kept = not moves or seen <= SLIDING
        yield Stall(
            WEAPONS[weapon], price, "goes" if not is_kept else "slides" if moves and field < DEAR else "stays"
        )


def lots(s: State) -> list[Lot]:
    """What can be won, and who has won it."""
    board = s.setting.board
    return [
        Lot(
            lot=name,
            contents=[CATEGORIES[n] for n in board.contents[number]],
            minimum=minimum(s, number),
            winner=s.won.index(number) if number in s.won else None,
            is_barred=number == s.barred,
        )
        for number, name in enumerate(board.lots)
    ]


def _bidding(view: YedoView) -> Bidding:
    s = view.state
    told: dict[str, Any] = {
        "lots": lots(s),
        "track": list(s.track),
        "egress": _egress(view),
        "rebates": list(s.rebate),
    }
    now = s.tasks[-1] if s.tasks else None
    if not isinstance(now, Raise):
        return Bidding(**told)
    asked = [now.seat, *now.rest]
    if now.beginner not in (*asked, now.best) and now.beginner in s.track:
        asked.append(now.beginner)
    return Bidding(
        **told,
        lot=s.setting.board.lots[now.lot],
        beginner=now.beginner,
        best=now.best,
        bid=now.bid,
        asked=asked,
    )


def _egress(view: YedoView) -> list[Egress]:
    """Who has left the bidding of this round without winning, in this order, and with what."""
    s, found = view.state, list[Egress]()
    gone = {seat for seat in range(s.setting.players) if seat not in s.track and s.won[seat] < 0}
    if not gone:
        return []
    has_begun = False
    for entry in _of_this_round(view):
        verb = entry.move.verb
        has_begun |= verb == "auction"
        if verb == "out" and entry.seat in gone:
            found.append(Egress(entry.seat, 0 if has_begun else s.setting.board.step_out, False))
        for fact in entry.facts:
            if fact.what == "default":
                found.append(Egress(fact.seat, 0, True))
    known = {each.seat for each in found}
    return [*found, *(Egress(seat, 0, False) for seat in s.order if seat in gone - known)]


def _of_this_round(view: YedoView) -> list[Entry]:
    """The entries of the log since the round began."""
    log = view.log
    for ply in range(len(log) - 1, -1, -1):
        if any(fact.what == "round" for fact in log[ply].facts):
            return list(log[ply + 1 :])
    return list(log)


def _clan(s: State, clan: ClanState) -> Clan:
    codes = s.setting.cards.codes
    return Clan(
        prestige=clan.prestige,
        mon=clan.mon,
        home=clan.home,
        reserve=clan.reserve,
        weapons=[WEAPONS[weapon] for weapon in clan.weapons],
        geishas=clan.geishas,
        blessing=bool(clan.blessing),
        annexes=[ANNEXES[annex] for annex in clan.annexes],
        manned=[ANNEXES[annex] for annex in clan.manned],
        blackmail=bool(clan.blackmail),
        actions=len(clan.actions),
        bonuses=len(clan.bonuses),
        missions=sorted((PILES[pile_of_mission(s, mission)] for mission in clan.missions), key=PILES.index),
        finished=[codes[2][mission] for mission in clan.finished],
        shown=[codes[1][bonus] for bonus in clan.bonuses] if s.step == OVER else [],
    )
