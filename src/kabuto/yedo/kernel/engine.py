"""What a move does, and how the game goes on until a seat has to decide: the twin of ``rules``.

``after`` is the one step of the engine; ``legality.legal`` lists what it may be given. Tests play both beside
the readable rules, move by move (``tests/yedo/kernel``).
"""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import ACTION, DISCIPLES, GARDEN, GREEN, MARKET, TAVERN, WEAPON
from kabuto.yedo.kernel import auction as _auction
from kabuto.yedo.kernel import card_effects as _cards
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import counts as _counts
from kabuto.yedo.kernel import districts as _districts
from kabuto.yedo.kernel import gains as _gains
from kabuto.yedo.kernel import legality as _legality
from kabuto.yedo.kernel import missions as _missions
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.kernel import trade as _trade
from kabuto.yedo.kernel.record import PILES, SPOTS
from kabuto.yedo.phases.gains import CARDS_DRAWN
from kabuto.yedo.phases.setup import OPENING_MISSIONS

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, copy = _tools.inner, _tools.copy
p = build(_pieces, TARGET)
counts = build(_counts, TARGET)
gains = build(_gains, TARGET)
cards = build(_cards, TARGET)
auction = build(_auction, TARGET)
missions = build(_missions, TARGET)
districts = build(_districts, TARGET)
trade = build(_trade, TARGET)
legality = build(_legality, TARGET)


# What needs no decision.


@inner
def settle(s, t):
    """Do the topmost task if it needs no decision; False (and nothing done) if it does."""
    n = s.tasks - 1
    kind, seat = int(s.task[n, 0]), int(s.task[n, 1])
    a, b, third = int(s.task[n, 2]), int(s.task[n, 3]), int(s.task[n, 4])
    if kind == c.PLACE:
        if p.can_place(s, seat):
            return False
    elif kind == c.ACTIVATE:
        if s.on[seat]:
            return False
    elif kind == c.WINDOW:
        if s.hands[seat, c.H_ACTION]:
            return False
    elif kind == c.DISCARD:
        if gains.over_limit(s, t, seat, a):
            return False
    elif kind == c.MARKET_WEAPON:
        for field in range(5):
            if s.market[field] >= 0:
                return False
    elif kind == c.BONUS_PART:
        if missions.has_bonus_part(s, t, seat, a, b):
            return False
    elif kind == c.KEEP and s.number > 1:
        return False
    elif kind == c.DECK:
        return gains.choose_deck(s, t, seat, a)
    elif kind == c.BUILD:
        return gains.choose_annex(s, seat)
    elif kind == c.LOSE:
        return gains.lose_unasked(s, t)
    elif kind == c.HAND_OVER:
        return trade.hand_over(s, t)
    elif kind == c.ANSWER or kind == c.POSITION:
        if seat >= 0:
            return False
    elif kind != c.FILE and kind != c.REWARD and kind != c.KEEP:
        return False
    s.tasks = n
    if kind == c.KEEP:
        gains.keep(s, t, seat, a, s.cards[0])
    elif kind == c.ANSWER:
        cards.resolve(s, t)
    elif kind == c.POSITION:
        choose_positions(s, t)
    elif kind == c.FILE:
        missions.file_mission(s, t, seat, a, b, third)
    elif kind == c.REWARD:
        missions.reward(s, t, seat, a, b, third)
    return True


@inner
def choose_positions(s, t):
    """Ask the next one in the garden for a position; after the last one the others close up."""
    chosen = 0
    for n in range(s.players):
        if s.positions[n] >= 0:
            chosen += 1
    for n in range(s.players):
        if s.garden[n] >= 0:
            if chosen == 0:
                p.add(s, c.POSITION, s.garden[n], 0, 0, 0)
                return
            chosen -= 1
    placed, waiting = 0, 0
    for n in range(s.players):
        if s.positions[n] >= 0:
            placed |= 1 << int(s.positions[n])
    other = 0
    for n in range(s.players):
        if s.positions[n] < 0:
            while placed >> s.order[other] & 1:
                other += 1
            s.positions[n] = s.order[other]
            other += 1
    while s.lap_size:
        waiting |= 1 << p.next_of_lap(s)
    p.no_lap(s)
    for n in range(s.players):
        seat = int(s.positions[n])
        s.positions[n] = 0
        s.order[n] = seat
        if waiting >> seat & 1:
            p.join_lap(s, seat)
        if s.here[seat, GARDEN]:
            p.go_home(s, t, seat, GARDEN)


# The steps of a round.


@inner
def advance(s, t):
    """Go on until a seat has to decide something, or the game is over."""
    while True:
        if s.tasks:
            if not settle(s, t):
                return
        elif s.step == c.S_OVER:
            return
        elif s.step <= c.S_AUCTION:
            next_before_market(s, t)
        else:
            next_from_market(s, t)


@inner
def _backwards(s, times):
    """Every seat is asked so often, in reverse player order."""
    p.no_lap(s)
    for _ in range(times):
        for n in range(s.players):
            p.join_lap(s, s.order[s.players - 1 - n])


@inner
def next_before_market(s, t):
    """What happens when a step of set-up, or of the auctions, is reached and no task is left."""
    step = s.step
    if step == c.S_BEGIN:
        _backwards(s, OPENING_MISSIONS)
        s.step = c.S_MISSIONS
    elif step == c.S_MISSIONS:
        if s.lap_size:
            p.add(s, c.DRAFT, p.next_of_lap(s), 0, 0, 0)
        else:
            p.start_lap(s)
            s.step = c.S_OPENING
    elif step == c.S_OPENING:
        if s.lap_size:
            gains.draw_to_keep(s, p.next_of_lap(s), ACTION, CARDS_DRAWN)
        else:
            _backwards(s, 1)
            s.step = c.S_FAVOURS
    elif step == c.S_FAVOURS:
        if s.lap_size:
            p.add(s, c.TAKE_FAVOUR, p.next_of_lap(s), 0, 0, 0)
        else:
            s.favours = 0
            s.round_no = 1
            auction.start_track(s)
            s.step = c.S_BIDDING
    elif step == c.S_PREPARE:
        auction.prepare(s, t)
    elif step == c.S_BIDDING:
        p.no_lap(s)
        for n in range(s.tracks):
            p.join_lap(s, s.track[n])
        s.step = c.S_STEPPING
    elif step == c.S_STEPPING:
        if s.lap_size:
            p.add(s, c.STEP_OUT, p.next_of_lap(s), 0, 0, 0)
        else:
            s.step = c.S_AUCTION
    elif s.tracks:
        p.add(s, c.BEGIN, s.track[0], 0, 0, 0)
    else:
        s.step = c.S_MARKET


@inner
def next_from_market(s, t):
    """The same for the steps from the market on."""
    step = s.step
    if step == c.S_MARKET:
        gains.market(s)
    elif step == c.S_EVENT:
        gains.event(s, t)
    elif step == c.S_EVENT_CARDS:
        if s.lap_size:
            _open_window(s, c.T_EVENT)
        else:
            s.step = c.S_ASSIGN
    elif step == c.S_ASSIGN:
        if s.lap_size == 0:
            p.no_lap(s)
            for n in range(s.players):
                if p.can_place(s, s.order[n]):
                    p.join_lap(s, s.order[n])
        if s.lap_size:
            p.add(s, c.PLACE, p.next_of_lap(s), 0, 0, 0)
        else:
            s.step = c.S_PATROL
    elif step == c.S_PATROL:
        patrol(s, t)
    elif step == c.S_5B:
        if s.lap_size:
            _open_window(s, c.T_5B)
        else:
            p.start_lap(s)
            s.step = c.S_5C
    elif step == c.S_5C:
        if s.lap_size:
            seat = p.next_of_lap(s)
            if (s.hands[seat, c.H_ACTION] or s.blackmail[seat]) and cards.in_danger(s, seat):
                p.add(s, c.PROTECT, seat, 0, 0, 0)
        else:
            s.step = c.S_ARREST
    elif step == c.S_ARREST:
        arrest(s, t)
    elif step == c.S_MARKET_TRADE:
        trade.begin_trade(s, t, MARKET)
    elif step == c.S_TAVERN_TRADE:
        trade.begin_trade(s, t, TAVERN)
    elif step <= c.S_MARKET_2:
        trade.trade(s, t, MARKET, 1 if step == c.S_MARKET_1 else 0)
    elif step <= c.S_TAVERN_2:
        trade.trade(s, t, TAVERN, 1 if step == c.S_TAVERN_1 else 0)
    elif step == c.S_ACTIVATE:
        if s.lap_size == 0:
            p.no_lap(s)
            for n in range(s.players):
                if s.on[s.order[n]]:
                    p.join_lap(s, s.order[n])
        if s.lap_size:
            p.add(s, c.ACTIVATE, p.next_of_lap(s), 0, 0, 0)
        else:
            s.step = c.S_END
    else:
        for seat in range(s.players):
            s.loan[seat] = 0
        s.step = c.S_PREPARE if s.round_no < t.rounds and s.shogun == 0 else c.S_OVER


@inner
def _open_window(s, timing):
    """The next in the lap may play cards of this time, if there are any in its hand."""
    seat = p.next_of_lap(s)
    if s.hands[seat, c.H_ACTION]:
        p.add(s, c.WINDOW, seat, timing, 0, 0)


@inner
def patrol(s, t):
    """The patrol goes on to the next district."""
    if s.round_no >= t.first_walk and not (s.event >= 0 and t.no_patrol[s.event]):
        cards.walk(s, t, int(t.steps[s.event]) if s.event >= 0 else 1)
    _forget_saved(s)
    p.start_lap(s)
    s.step = c.S_5B


@inner
def _forget_saved(s):
    for seat in range(s.players):
        for spot in range(SPOTS):
            s.saved[seat, spot] = 0


@inner
def arrest(s, t):
    """Unsaved disciples go to the reserve, or home if there is no room."""
    for spot in range(p.first_spot(s.patrol), p.behind_spots(s.patrol)):
        for n in range(s.players):
            seat = int(s.order[n])
            while s.here[seat, spot] > s.saved[seat, spot]:
                p.leave(s, t, seat, spot)
                p.to_reserve(s, t, seat, 1)
    _forget_saved(s)
    s.step = c.S_MARKET_TRADE


# A move.


@inner
def after(s, t, move):
    """Do a legal move and go on until a seat has to decide something, or the game is over."""
    n = s.tasks - 1
    kind, seat = int(s.task[n, 0]), int(s.task[n, 1])
    what, number = int(s.task[n, 2]), int(s.task[n, 3])
    verb, a, b, third = move >> 24, move >> 16 & 255, move >> 8 & 255, move & 255
    if verb == c.V_PLAY:
        if kind == c.ANSWER:
            cards.answer(s, seat, a)
        else:
            if kind == c.PROTECT or (kind == c.WINDOW and what != c.T_EVENT):
                s.tasks = n  # one card each is all
            cards.play(s, seat, a, b, third)
    elif kind == c.ANSWER:
        s.task[n, 1] = cards.next_to_answer(s, p.place_in_order(s, seat) + 1)
    else:
        s.tasks = n
        if kind == c.ACTIVATE:
            activate(s, t, seat, verb, a, b, third)
        elif kind == c.PLACE:
            s.home[seat] -= 1
            p.put(s, t, seat, a)
        elif kind == c.RAISE:
            auction.bid(s, t, seat, what, verb, move & 0xFFFF)
        elif kind == c.BEGIN:
            if verb == c.V_OUT:
                auction.off_track(s, seat)
            else:
                auction.open_auction(s, t, seat, a)
        elif c.TRADE <= kind <= c.HAND_OVER:
            _trade_on(s, t, kind, seat, what, verb, a, b, move & 0xFFFF)
        else:
            _decide(s, t, kind, seat, what, number, verb, a, b)
    advance(s, t)


@inner
def activate(s, t, seat, verb, a, b, third):
    """One disciple is activated."""
    if verb == c.V_FULFIL:
        missions.fulfil(s, t, seat, a, b, third)
    elif verb == c.V_GARDEN:
        for n in range(s.players):
            s.positions[n] = -1
        p.add(s, c.POSITION, -1, 0, 0, 0)
    else:
        districts.act(s, t, seat, verb, a, b, third)


@inner
def _trade_on(s, t, kind, seat, place, verb, a, b, amount):
    """A move in a trade."""
    if kind == c.OFFER:
        trade.go_on(s, t, seat, verb, a, b, amount)
    elif kind == c.RESPOND:
        trade.respond(s, t, seat, verb)
    elif kind == c.HAND_OVER:
        trade.pick(s, seat, b)
        p.add(s, c.HAND_OVER, seat, 0, 0, 0)
    elif verb == c.V_OFFER:
        trade.begin_offer(s, t, seat, a, place, 0)


@inner
def _decide(s, t, kind, seat, what, number, verb, a, b):
    """Every other decision."""
    if kind == c.STEP_OUT:
        if verb == c.V_OUT:
            auction.off_track(s, seat)
            s.mon[seat] += t.step_out
    elif kind == c.PROTECT:
        if verb == c.V_BLACKMAIL:
            s.blackmail[seat] = 0
            s.saved[seat, a] += 1
    elif kind == c.KEEP:
        gains.keep(s, t, seat, what, b)
    elif kind == c.DISCARD:
        if what == WEAPON:
            p.drop_weapon(s, seat, b)
        else:
            p.tuck(s, t, seat, p.hand_of(what), b)
        p.add(s, c.DISCARD, seat, what, 0, 0)
    elif kind == c.LOSE:
        if verb == c.V_BLESS:
            p.drop_blessing(s, seat)
        else:
            gains.lose(s, t, seat, what, number, b)
    elif kind == c.DRAFT:
        p.draw(s, seat, GREEN + b)
    elif kind == c.DECK:
        gains.take_from_deck(s, t, seat, GREEN + b, what)
    elif kind == c.TAKE_FAVOUR:
        s.favours &= ~(1 << a)
        for n in range(t.n_favour[a]):
            p.award(s, seat, t.favour[a, n, 0], t.favour[a, n, 1])
        s.blackmail[seat] = 1
    elif kind == c.CATEGORY:
        auction.grant(s, t, seat, a)
    elif kind == c.BUILD:
        p.gain_annex(s, seat, a)
    elif kind == c.ORDER:
        gains.reorder(s, what, b)
    elif kind == c.POSITION:
        s.positions[a - 1] = seat
        p.add(s, c.POSITION, -1, 0, 0, 0)
    elif kind == c.MARKET_WEAPON:
        missions.take_from_market(s, t, seat, b - 1)
    elif kind == c.BONUS_PART and verb == c.V_BONUS:
        missions.do_bonus_part(s, t, seat, what, a)


# Whole games.


@inner
def deal(s, t):
    """Chance deals a new game on a record of zeros that has its ``rng``; it is at the first decision then."""
    s.players = t.players
    first = p.rand(s, s.players)
    s.colour = p.rand(s, 2)
    for pile in range(PILES):
        s.height[pile] = t.pile_size[pile]
        for n in range(t.pile_size[pile]):
            s.deck[pile, n] = t.faces[pile, n]
        p.shuffle(s, pile, 0, s.height[pile])
    for n in range(s.players):
        s.order[n] = (first + n) % s.players
        s.won[n] = -1
        s.garden[n] = -1
        s.mon[n] = t.money
        s.points[n] = t.prestige
        s.home[n] = DISCIPLES - t.reserve
        s.reserve[n] = t.reserve
    for field in range(5):
        s.market[field] = p.lift(s, WEAPON) if field >= gains.DEAR else -1
    s.barred = -1
    s.event = -1
    s.closed = -1
    s.patrol = t.patrol_start
    s.church = t.church
    for annex in range(4):
        s.annexes[annex] = t.annexes
    s.geishas = t.geishas
    s.blessings = t.blessings
    s.favours = (1 << t.n_favours) - 1
    advance(s, t)


@inner
def play_out(s, t, out):
    """Play at random to the end; how many moves it took."""
    moves = 0
    while s.tasks:
        number = legality.legal(s, t, out)
        after(s, t, out[p.rand(s, number)])
        moves += 1
    return moves
