"""Whether a position can be: pieces and cards are all there, while ``phase_checks`` looks at its moment."""

from collections import Counter
from collections.abc import Iterable

from kabuto.table import BadRecord
from kabuto.yedo.board import ACTION, ANNEXES, BONUS, DISCIPLES, EVENT, GARDEN, PILES, WEAPON
from kabuto.yedo.cards import CardSet
from kabuto.yedo.phases.gains import Discard
from kabuto.yedo.phases.missions import File
from kabuto.yedo.positions.phase_checks import check_moment, check_tasks
from kabuto.yedo.state.pieces import HANDS
from kabuto.yedo.state.state import State, cards_in_limbo
from kabuto.yedo.words import WORDS

ROOM = 9
"""By how many cards or weapons a hand may exceed its limit while a task waits that will see to it."""


def check(s: State) -> None:
    """Refuse a position that cannot be; ``BadRecord`` names the place and the reason."""
    check_tracks(s)
    check_pieces(s)
    check_cards(s)
    check_tasks(s)
    check_moment(s)


def check_tracks(s: State) -> None:
    """Every seat is in the player order once, and tracks, market and garden have the right places."""
    if sorted(s.order) != list(range(s.setting.players)):
        raise BadRecord(WORDS.say("every_seat_once"), "start.order")
    if len(set(s.track)) < len(s.track):
        raise BadRecord(WORDS.say("seat_twice"), "start.track")
    fields = len(s.setting.board.prices)
    if len(s.market) != fields:
        raise BadRecord(WORDS.say("market_fields", number=fields), "start.market")
    there = [seat for seat in s.spaces[GARDEN] if seat >= 0]
    if len(s.spaces[GARDEN]) != s.setting.players or len(set(there)) < len(there):
        raise BadRecord(WORDS.say("garden_places"), "start.spaces.garden")


def same_cards(cards: CardSet, pile: int, found: Iterable[int], there: Iterable[int]) -> None:
    """Refuse a card of a pile that is too much or missing."""
    some, all_ = Counter(found), Counter(there)
    for card in sorted(some | all_):
        if some[card] != all_[card]:
            text = cards.codes[pile][card]
            place = f"start.decks.{PILES[pile]}"
            raise BadRecord(WORDS.say("card_count", found=some[card], card=text, there=all_[card]), place)


def _at_most(number: int, limit: int, place: str) -> None:
    if number > limit:
        raise BadRecord(WORDS.say("at_most", limit=limit), place)


def check_pieces(s: State) -> None:
    """Disciples, geishas, annexes and blessings are all there, and no limit of a clan is broken."""
    board = s.setting.board
    filing = {task.seat for task in s.tasks if isinstance(task, File)}
    over = {
        (task.seat, "weapons" if task.pile == WEAPON else HANDS[task.pile])
        for task in s.tasks
        if isinstance(task, Discard)
    }
    for seat, clan in enumerate(s.clans):
        place = f"start.clans[{seat}]"
        out = sum(row.count(seat) for row in s.spaces) + len(clan.manned)
        found = clan.home + clan.reserve + out
        if found != DISCIPLES:
            raise BadRecord(WORDS.say("disciple_count", found=found, there=DISCIPLES), place)
        for key, limit in (
            ("reserve", board.reserve_limit if board.reserve_limit_always else DISCIPLES),
            ("blessing", 1),
            ("blackmail", 1),
            ("geishas", board.max_geishas),
        ):
            _at_most(getattr(clan, key), limit, f"{place}.{key}")
        for key, limit in (
            ("missions", board.max_missions),
            ("actions", board.max_actions),
            ("bonuses", board.max_bonuses),
            ("weapons", board.max_weapons),
        ):
            room = ROOM if seat in filing or (seat, key) in over else 0
            _at_most(len(getattr(clan, key)), limit + room, f"{place}.{key}")
        if len(set(clan.annexes)) < len(clan.annexes) or not set(clan.manned) <= set(clan.annexes):
            raise BadRecord(WORDS.say("own_annexes"), f"{place}.annexes")
        if len(set(clan.manned)) < len(clan.manned):
            raise BadRecord(WORDS.say("manned_once"), f"{place}.manned")
    for key, found, there in (
        ("geishas", s.geishas + sum(clan.geishas for clan in s.clans), board.geishas),
        ("blessings", s.blessings + sum(clan.blessing for clan in s.clans), board.blessings),
        *(
            (f"annexes.{name}", s.annexes[n] + sum(n in clan.annexes for clan in s.clans), board.annexes)
            for n, name in enumerate(ANNEXES)
        ),
    ):
        if found != there:
            raise BadRecord(WORDS.say("piece_count", found=found, there=there), f"start.{key}")


def check_cards(s: State) -> None:
    """Every card and weapon is in exactly one place."""
    places: list[list[int]] = [list(deck) for deck in s.decks]
    piles = s.setting.cards.mission_pile
    for clan in s.clans:
        places[ACTION] += clan.actions
        places[BONUS] += clan.bonuses
        places[WEAPON] += clan.weapons
        for mission in clan.missions + clan.finished:
            places[piles[mission]].append(mission)
    places[WEAPON] += [w for w in (*s.market, *s.discard) if w >= 0]
    places[EVENT] += [*s.past, *([s.event] if s.event >= 0 else [])]
    for pile, card in cards_in_limbo(s):
        places[pile].append(card)
    for pile, found in enumerate(places):
        same_cards(s.setting.cards, pile, found, s.setting.cards.deck_faces[pile])
    if len(s.decks[EVENT]) < s.setting.board.rounds - s.round:
        raise BadRecord(WORDS.say("few_events"), "start.decks.event")
