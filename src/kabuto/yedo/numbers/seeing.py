"""The observation of the seat to move, written by compiled code: the twin of ``spaces.observation``.

``at`` says where each field begins, and what else depends on the cards (``kernel_layout``).
"""

from kabuto.compiling.cpu_tools import inner
from kabuto.yedo.board import MARKET as MARKET_SPOT
from kabuto.yedo.board import TAVERN, WEAPON
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import pieces as p
from kabuto.yedo.kernel.record import LAP_ROOM, PLACES, SPOTS
from kabuto.yedo.numbers.actions import LOTS as _LOTS
from kabuto.yedo.numbers.fields import CLAN as _CLAN
from kabuto.yedo.numbers.fields import NUMBERS as _NUMBERS
from kabuto.yedo.numbers.fields import SEATS as _SEATS
from kabuto.yedo.numbers.fields import SEEN as _SEEN
from kabuto.yedo.numbers.fields import WORDS as _WORDS
from kabuto.yedo.phases.trade import MOST_OFFERS
from kabuto.yedo.state.wares import CARD_ITEM, GEISHA_ITEM, WEAPON_ITEM

FIELD_NAMES = (
    "table", "step", "patrol", "closed", "market", "discard", "piles", "event", "past", "annex_supply",
    "favours", "barred", "clan", "weapons", "annexes", "manned", "missions", "finished", "won", "disciples",
    "saved", "hand_actions", "hand_missions", "hand_bonuses", "to_move", "question", "waiting", "numbers",
    "lot", "beginner", "best", "partner", "player", "rest", "answered", "card", "target", "target_seat",
    "timing", "pile", "cards", "loss", "place", "mission", "gives", "asks", "picked", "positions",
    "offers_left", "offered",
)  # fmt: skip
(
    TABLE, STEP, PATROL, CLOSED, MARKET, DISCARD, PILES, EVENT, PAST, ANNEX_SUPPLY,
    FAVOURS, BARRED, CLAN, WEAPONS, ANNEXES, MANNED, MISSIONS, FINISHED, WON, DISCIPLES,
    SAVED, HAND_ACTIONS, HAND_MISSIONS, HAND_BONUSES, TO_MOVE, QUESTION, WAITING, NUMBERS,
    LOT, BEGINNER, BEST, PARTNER, PLAYER, REST, ANSWERED, CARD, TARGET, TARGET_SEAT,
    TIMING, PILE, CARDS, LOSS, PLACE, MISSION, GIVES, ASKS, PICKED, POSITIONS,
    OFFERS_LEFT, OFFERED,
) = range(len(FIELD_NAMES))  # fmt: skip
SIZE, THINGS, N_MISSIONS, N_BONUSES, FIRST_LOT, FACES = range(len(FIELD_NAMES), len(FIELD_NAMES) + 6)
"""Behind the fields: numbers in a row, things that can be drawn or traded, missions, bonus cards, the place
of the first lot among all, and for each pile where the faces of its cards begin."""
QUESTIONS_AT = FACES + 6
"""Behind those: task → its place among the questions."""
AT_SIZE = QUESTIONS_AT + len(c.TASK_NAMES)

N_LOTS, N_CLAN, N_SEATS, N_WORDS = len(_LOTS), len(_CLAN), len(_SEATS), len(_WORDS)
GEISHA = _SEEN.index("geisha")
(N_BID, N_NUMBER, N_BLESS, N_MON, N_COUNTERED, N_PART, N_DONE, N_GEISHAS, N_RESERVE) = range(len(_NUMBERS))
TOLD_PILE, TOLD_CARDS, TOLD_NUMBER, TOLD_MISSION = 1, 2, 4, 8
"""Parts that several waiting questions can have: the most urgent one tells them."""


@inner
def turned(s, seat, other):
    """A seat as an observer counts."""
    return (other - seat + s.players) % s.players


@inner
def observe(s, t, at, seat, row):
    """Write what a seat knows that is to move; ``row`` is zeros."""
    _table(s, t, at, row)
    for other in range(s.players):
        _clan(s, t, at, other, turned(s, seat, other), row)
    for hand in range(3):
        field = at[HAND_ACTIONS] if hand == c.H_ACTION else at[HAND_BONUSES]
        if hand == c.H_MISSION:
            field = at[HAND_MISSIONS]
        for n in range(s.hands[seat, hand]):
            row[field + s.hand[seat, hand, n]] += 1
    n = s.tasks - 1
    if n < 0:
        return
    row[at[TO_MOVE] + turned(s, seat, s.task[n, 1])] = 1
    row[at[QUESTION] + at[QUESTIONS_AT + s.task[n, 0]]] = 1
    for place in range(n):
        row[at[WAITING] + at[QUESTIONS_AT + s.task[place, 0]]] += 1
    told = 0
    for place in range(n, -1, -1):
        told = _question(s, t, at, seat, place, told, row)
    if t.free and (s.step == c.S_MARKET_1 or s.step == c.S_TAVERN_1):
        _offers(s, at, seat, row)


@inner
def _table(s, t, at, row):
    first = at[TABLE]
    row[first] = s.players
    row[first + 1] = t.overbids
    row[first + 2] = s.round_no
    row[first + 3] = s.church
    row[first + 4] = s.geishas
    row[first + 5] = s.blessings
    row[first + 6] = s.colour
    row[first + 7] = s.traded
    row[first + 8] = s.shogun
    row[at[STEP] + s.step] = 1
    row[at[PATROL] + s.patrol] = 1
    if s.closed >= 0:
        row[at[CLOSED] + s.closed] = 1
    for field in range(5):
        if s.market[field] >= 0:
            row[at[MARKET] + 8 * field + s.market[field]] = 1
    for weapon in range(8):
        row[at[DISCARD] + weapon] = s.discard >> 8 * weapon & 255
        row[at[PILES] + weapon] = s.height[weapon]
    if s.event >= 0:
        row[at[EVENT] + s.event] = 1
    for n in range(s.pasts):
        row[at[PAST] + s.past[n]] += 1
    for annex in range(4):
        row[at[ANNEX_SUPPLY] + annex] = s.annexes[annex]
    for n in range(t.n_favours):
        row[at[FAVOURS] + n] = s.favours >> n & 1
    if s.barred >= 0:
        row[at[BARRED] + at[FIRST_LOT] + s.barred] = 1


@inner
def _clan(s, t, at, seat, clan, row):
    """One clan; ``clan`` is its seat as the observer counts."""
    first = at[CLAN] + clan * N_CLAN
    row[first] = 1
    row[first + 1] = s.mon[seat]
    row[first + 2] = s.points[seat]
    row[first + 3] = s.home[seat]
    row[first + 4] = s.reserve[seat]
    row[first + 5] = s.ladies[seat]
    row[first + 6] = s.blessed[seat]
    row[first + 7] = s.blackmail[seat]
    row[first + 8] = s.hands[seat, c.H_ACTION]
    row[first + 9] = s.hands[seat, c.H_BONUS]
    for n in range(s.players):
        if s.order[n] == seat:
            row[first + 10] = n + 1
        if n < s.tracks and s.track[n] == seat:
            row[first + 11] = n + 1
        if s.garden[n] == seat:
            row[first + 12] = n + 1
    for n in range(s.lap_size):
        row[first + 13] += 1 if s.lap[(s.lap_top + n) & (LAP_ROOM - 1)] == seat else 0
    row[first + 14] = s.rebate[seat]
    row[first + 15] = 1 if s.loan[seat] else 0
    for weapon in range(8):
        row[at[WEAPONS] + 8 * clan + weapon] = p.arms(s, seat, weapon)
    for annex in range(4):
        row[at[ANNEXES] + 4 * clan + annex] = s.owned[seat] >> annex & 1
        row[at[MANNED] + 4 * clan + annex] = s.here[seat, SPOTS + annex]
    for n in range(s.hands[seat, c.H_MISSION]):
        row[at[MISSIONS] + 4 * clan + t.colour[s.hand[seat, c.H_MISSION, n]]] += 1
    for m in range(at[N_MISSIONS]):
        if s.done_by[m] == 1 + seat:
            row[at[FINISHED] + clan * at[N_MISSIONS] + m] = 1
    if s.won[seat] >= 0:
        row[at[WON] + clan * N_LOTS + at[FIRST_LOT] + s.won[seat]] = 1
    for spot in range(SPOTS):
        row[at[DISCIPLES] + clan * SPOTS + spot] = s.here[seat, spot]
        row[at[SAVED] + clan * SPOTS + spot] = s.saved[seat, spot]


@inner
def _offers(s, at, seat, row):
    """Offers where trading is free and under way."""
    place = MARKET_SPOT if s.step == c.S_MARKET_1 else TAVERN
    for other in range(s.players):
        if s.here[other, place]:
            row[at[OFFERS_LEFT] + turned(s, seat, other)] = MOST_OFFERS - s.begun[other]
    for n in range(s.proposals):
        seats = s.proposed[n, 0] >> c.SEAT_BITS
        one, other = turned(s, seat, seats & 7), turned(s, seat, seats >> 3 & 7)
        row[at[OFFERED] + one * N_SEATS + other] += 1


@inner
def _number(at, which, value, row):
    row[at[NUMBERS] + which] = value


@inner
def _question(s, t, at, seat, n, told, row):
    """The parts of a question, but for those that a more urgent one has; which are written by then."""
    kind, a, b, third = int(s.task[n, 0]), int(s.task[n, 2]), int(s.task[n, 3]), int(s.task[n, 4])
    if kind == c.KEEP or kind == c.ORDER or kind == c.DISCARD:
        if told & TOLD_PILE == 0:
            row[at[PILE] + a] = 1
        told |= TOLD_PILE
        if kind != c.DISCARD:
            for slot in range(s.number):
                row[at[CARDS] + slot * at[THINGS] + _thing(at, a, s.cards[slot])] = 1
    elif kind == c.RAISE:
        row[at[LOT] + at[FIRST_LOT] + a] = 1
        row[at[BEGINNER] + turned(s, seat, s.beginner)] = 1
        row[at[BEST] + turned(s, seat, s.best)] = 1
        _number(at, N_BID, s.bid, row)
        if s.task[n, 1] != s.beginner:
            _rest_of_track(s, at, seat, s.task[n, 1], row)
    elif kind == c.CATEGORY:
        row[at[LOT] + at[FIRST_LOT] + a] = 1
    elif kind == c.DECK:
        if told & TOLD_NUMBER == 0:
            _number(at, N_NUMBER, a, row)
        told |= TOLD_NUMBER
    elif kind == c.LOSE:
        if told & TOLD_NUMBER == 0:
            row[at[LOSS] + a] = 1
            _number(at, N_NUMBER, b, row)
            _number(at, N_BLESS, third, row)
        told |= TOLD_NUMBER
    elif kind == c.WINDOW:
        row[at[TIMING] + a] = 1
    elif kind == c.ANSWER:
        _answer(s, t, at, seat, s.task[n, 1], row)
    elif kind == c.TRADE:
        row[at[PLACE] + a] = 1
    elif kind == c.OFFER or kind == c.RESPOND or kind == c.HAND_OVER:
        _trade(s, at, seat, kind, row)
    elif kind == c.POSITION:
        _positions(s, at, seat, row)
    elif kind == c.FILE or kind == c.REWARD or kind == c.BONUS_PART:
        if told & TOLD_MISSION == 0:
            row[at[MISSION] + a] = 1
        told |= TOLD_MISSION
        if kind == c.FILE:
            row[at[PLACE] + b] = 1
            _number(at, N_RESERVE, third, row)
        elif kind == c.REWARD:
            _number(at, N_PART, b, row)
            _number(at, N_DONE, third, row)
        else:
            _number(at, N_GEISHAS, b, row)
    return told


@inner
def _rest_of_track(s, at, seat, asked, row):
    number, behind = 0, False
    for n in range(s.tracks):
        if behind:
            number += 1
            row[at[REST] + turned(s, seat, s.track[n])] = number
        if s.track[n] == asked:
            behind = True


@inner
def _thing(at, pile, card):
    """Where a thing whose face is seen stands among all."""
    return card if pile == WEAPON else at[FACES + pile] + card


@inner
def _answer(s, t, at, seat, asked, row):
    """A card that was played, and who answers it."""
    row[at[PLAYER] + turned(s, seat, s.player)] = 1
    row[at[CARD] + s.card] = 1
    for n in range(s.chain):
        row[at[ANSWERED] + turned(s, seat, s.by[n])] += 1
    last = s.by[s.chain - 1] if s.chain else s.player
    number, behind = 0, False
    for n in range(s.players):
        other = int(s.order[n])
        if behind and other != last and s.hands[other, c.H_ACTION] > 0:
            number += 1
            row[at[REST] + turned(s, seat, other)] = number
        if other == asked:
            behind = True
    if t.targeted[s.card] < 0:
        return
    op, b, third = int(t.effect[s.card, t.targeted[s.card], 0]), s.aim >> 8, s.aim & 255
    first, second, aimed = -1, -1, -1
    if op == c.E_BAR:
        first = at[FIRST_LOT] + b
    elif op == c.E_SALVAGE:
        first = N_LOTS + PLACES + b
    elif op == c.E_EXCHANGE:
        first, aimed, second = N_LOTS + b, third >> 4, N_LOTS + (third & 15)
    elif op == c.E_AMBUSH:
        aimed, first = b, N_LOTS + third
    elif op == c.E_ROB:
        aimed = b
    elif op == c.E_FORCE_SALE:
        aimed, first = b, N_LOTS + PLACES + third
    else:
        first = N_LOTS + b
    if first >= 0:
        row[at[TARGET] + first] = 1
    if second >= 0:
        row[at[TARGET] + N_WORDS + second] = 1
    if aimed >= 0:
        row[at[TARGET_SEAT] + turned(s, seat, aimed)] = 1


@inner
def _item(at, kind, which, seen):
    """Where a thing of an offer stands among all; cards that are not seen by their pile."""
    if kind == WEAPON_ITEM:
        return which
    if kind == GEISHA_ITEM:
        return GEISHA
    pile = kind - CARD_ITEM
    return at[FACES + pile] + which if seen else GEISHA + 1 + pile


@inner
def _trade(s, at, seat, kind, row):
    """An offer as the seat sees it: what the other side gives is face down, and what is asked for is open."""
    other = s.taker if kind == c.OFFER else s.giver
    row[at[PARTNER] + turned(s, seat, other)] = 1
    _number(at, N_MON, s.pays, row)
    if kind != c.HAND_OVER:
        row[at[PLACE] + s.place] = 1
        _number(at, N_COUNTERED, s.countered, row)
    for n in range(s.gives):
        row[at[GIVES] + _item(at, s.give[n, 0], s.give[n, 1], 1 if s.giver == seat else 0)] += 1
    for n in range(s.asks):
        row[at[ASKS] + _item(at, s.ask[n, 0], s.ask[n, 1], 0)] += 1
    for n in range(s.picked):
        row[at[PICKED] + _item(at, s.pick[n, 0], s.pick[n, 1], 1 if s.taker == seat else 0)] += 1


@inner
def _positions(s, at, seat, row):
    """The positions chosen in the garden, and who chooses after this seat."""
    chosen = 0
    for n in range(s.players):
        if s.positions[n] >= 0:
            chosen += 1
            row[at[POSITIONS] + n * N_SEATS + turned(s, seat, s.positions[n])] = 1
    number = 0
    for n in range(s.players):
        if s.garden[n] >= 0:
            number += 1
            if number > chosen + 1:
                row[at[REST] + turned(s, seat, s.garden[n])] = number - chosen - 1
