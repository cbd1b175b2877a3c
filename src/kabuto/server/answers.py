"""The answers to HTTP requests, by the names of ``endpoints``."""

import asyncio
from contextlib import suppress
from typing import Any, Literal

from kabuto.server import catalogue as games
from kabuto.server import deciding, matching, payloads
from kabuto.server.calls import Call
from kabuto.server.devices import Label, Row
from kabuto.server.hints import check_hints, hinted
from kabuto.server.messages import (
    HIGHEST_DEAL,
    HIGHEST_SEAT,
    Catalogue,
    Claim,
    Device,
    DeviceList,
    Join,
    LinkOwner,
    Lobby,
    Me,
    NewTable,
    NextPerson,
    PersonalLink,
    Preparation,
    Rename,
    SignOut,
    TableInfo,
)
from kabuto.server.puzzles import find_puzzles as find_puzzles
from kabuto.server.puzzles import found_puzzles as found_puzzles
from kabuto.server.puzzles import puzzle as puzzle
from kabuto.server.puzzles import puzzles as puzzles
from kabuto.server.puzzles import solve as solve
from kabuto.server.speech import No, no
from kabuto.server.store import Committed
from kabuto.server.studies import delete_study as delete_study
from kabuto.server.studies import line as line
from kabuto.server.studies import my_studies as my_studies
from kabuto.server.studies import new_study as new_study
from kabuto.server.studies import read_study as read_study
from kabuto.server.studies import save_study as save_study
from kabuto.server.studies import study_hint as study_hint
from kabuto.server.studies import study_record as study_record
from kabuto.server.study import (
    AskHint,
    Chance,
    CheckDeal,
    CheckedDeal,
    Commitment,
    Commitments,
    Evaluation,
    Glance,
    Hint,
    Replay,
    Review,
    ReviewedMove,
    Studied,
    Study,
    Upload,
)
from kabuto.server.table import Table
from kabuto.server.wires import own_wire, wire_of
from kabuto.server.workers import analysed
from kabuto.table import BadOption, Game, Option, Refused, Seat, Value, faces, game_class, load
from kabuto.table import deals as dealt
from kabuto.table.options import resolve
from kabuto.table.study import after
from kabuto.table.text import parts

DEALS = 100
"""How many deals a list names."""


async def catalogue(call: Call) -> Catalogue:
    """What can be played here."""
    return games.catalogue(call.language)


async def preparation(call: Call) -> Preparation:
    """How far the engine of a game is compiled."""
    return Preparation(call.house.workers.preparation.progress(_game(call.query.get("game", "")).name))


def _game(name: str) -> faces.AnyGame:
    """The game with this name, if there is one."""
    try:
        return game_class(name)
    except BadOption as refusal:
        raise No("not_found", refusal.reason, "game") from None


async def reference(call: Call) -> Any:
    """What does not change in a game with some options."""
    kind = _game(call.query.get("game", ""))
    own = own_wire(kind.name)
    if own is None or own.reference is None:
        raise no("not_found", "no_page")
    table = kind.option_table
    asked = {each.name: _value(each, call.query[each.name]) for each in table if each.name in call.query}
    return await asyncio.to_thread(own.reference, resolve(table, asked), call.language)


async def lessons(call: Call) -> Any:
    """Lessons of a game to play through."""
    own = own_wire(_game(call.query.get("game", "")).name)
    if own is None or own.lessons is None:
        raise no("not_found", "no_page")
    return await asyncio.to_thread(own.lessons, call.language)


def _value(option: Option, text: str) -> Value:
    """The value of an option that a query names; unlike on a command line, no folder."""
    found = [value for value in option.values if str(value).lower() == text]
    return found[0] if found else option.check(text)


async def me(call: Call) -> Me:
    """Who I am."""
    devices = call.house.devices
    with suppress(No):  # too fast, or not stored: next time
        if call.identity.is_legacy:
            call.house.guard.spend("links", call.person, call.address)
            call.identity = await devices.name(call.identity, call.agent)
        elif not call.is_new:
            await devices.see(call.identity)
    return await me_now(call)


async def me_now(call: Call) -> Me:
    """Who I am, whatever has just changed."""
    before = call.before.person if call.before else call.person
    return Me(
        name=await call.name(),
        is_guest=not await call.house.store.name(call.person),
        before=await call.name_of(before) if before != call.person else None,
        signed_out=call.was_signed_out,
        public_url=call.sites.public_url,
    )


async def rename(call: Call, body: Rename) -> Me:
    """Change my name, at my tables too."""
    call.house.guard.spend("renames", call.person, call.address)
    old = await call.name()
    await call.house.store.rename(call.person, deciding.clean(body.name))
    name = await call.name()
    await call.house.rename(call.person, old, name)
    return await me_now(call)


async def personal_link(call: Call) -> PersonalLink:
    """A link for another device."""
    call.house.guard.spend("links", call.person, call.address)
    return PersonalLink(*await call.house.links.make(call.identity))


async def cancel_link(call: Call) -> Me:
    """End my personal link."""
    await call.house.links.cancel(call.person)
    return await me_now(call)


async def look_at_link(call: Call, body: Claim) -> LinkOwner:
    """What a personal link would do here."""
    person = await _linked(call, body.token)
    return LinkOwner(
        name=await call.name_of(person),
        me=await call.name(),
        is_mine=person == call.person,
        games=len(await call.house.lists.open_tables(call.person)),
    )


async def claim(call: Call, body: Claim) -> Me:
    """Become the person of a personal link; nobody who has open games is forgotten for that."""
    person = await _linked(call, body.token)
    if person == call.person:
        return await me_now(call)
    for each in (call.identity, call.before):
        if each and each.person != person:
            await _check_no_games(call, each.person)
    identity = await call.house.links.claim(body.token, call.agent)
    if identity is None:
        raise no("bad_token", "bad_link", "token")
    call.become(identity)
    return await me_now(call)


async def _linked(call: Call, token: str) -> str:
    call.house.guard.spend("links", call.address)
    person = await call.house.links.owner(token)
    if person is None:
        raise no("bad_token", "bad_link", "token")
    return person


async def _check_no_games(call: Call, person: str) -> None:
    games = await call.house.lists.open_tables(person)
    if games:
        name = await call.name_of(person)
        raise no("not_now", "open_games", "token", name=name, number=len(games))


async def back(call: Call) -> Me:
    """Be again who this browser was before."""
    if call.before is None or call.before.person == call.person:
        raise no("not_now", "no_way_back")
    call.become(call.before)
    return await me_now(call)


async def devices(call: Call) -> DeviceList:
    """The devices that are signed in as me."""
    mine, today = call.identity.device, call.house.devices.today()
    rows = await call.house.devices.of(call.person)
    if all(row.id != mine for row in rows):  # nothing lasting was done here yet
        rows.append(Row(mine, Label.of(call.agent), today, today))
    return DeviceList(
        [
            Device(
                id=row.id,
                browser=row.label.browser,
                system=row.label.system,
                since=row.since,
                seen=row.seen,
                is_this=row.id == mine,
                is_legacy=row.id == call.person,
            )
            for row in sorted(rows, key=lambda row: row.id != mine)
        ]
    )


async def sign_out(call: Call, body: SignOut) -> DeviceList:
    """Sign another device of mine out, at once."""
    if body.device == call.identity.device:
        raise no("not_now", "this_device", "device")
    ended = await call.house.devices.sign_out(call.identity, body.device)
    if not ended:
        raise no("not_found", "no_device", "device")
    call.house.disconnect(ended)
    return await devices(call)


async def sign_out_others(call: Call) -> DeviceList:
    """Sign all my devices out except this one, at once."""
    call.house.disconnect(await call.house.devices.sign_out(call.identity))
    return await devices(call)


async def lobby(call: Call) -> Lobby:
    """Tables to play, join, watch or replay."""
    return await call.house.lists.lobby(call.person)


async def new_table(call: Call, body: NewTable) -> TableInfo:
    """Set a table."""
    call.house.guard.spend("tables", call.person, call.address)
    name = await call.name()
    call.table = await call.house.set_table(call.person, name, body)
    return await table(call)


async def next_person(call: Call, body: NextPerson) -> TableInfo:
    """Play whoever comes next."""
    call.table = await matching.next_person(call, body)
    return await table(call)


async def upload(call: Call, body: Upload) -> TableInfo:
    """Upload a record to replay."""
    call.house.guard.spend("tables", call.person, call.address)
    call.table = await call.house.upload(call.person, body.record)
    return await table(call)


async def study(call: Call, body: Study) -> Studied:
    """Look at a record without keeping it."""
    return await asyncio.to_thread(_studied, body, call.language, call.wires)


def _studied(body: Study, language: str, asked: str) -> Studied:
    game = load(body.record) if body.moves is None else after(body.record, body.moves)
    if body.seat >= game.players:
        raise no("bad_request", "no_such_seat", "seat", number=game.players)
    return payloads.studied(game, body.seat, wire_of(game.name, asked), language, body.why)


async def table(call: Call) -> TableInfo:
    """A table from outside."""
    async with call.house.visit(call.table) as room:
        return await room.info(call.person)


async def join(call: Call, body: Join) -> TableInfo:
    """Take a seat."""
    name = await call.name()
    async with call.house.visit(call.table) as room:
        await room.change(
            lambda table: deciding.sit(table, call.person, name, body.invite, body.seat, body.seal)
        )
    return await table(call)


async def leave(call: Call) -> TableInfo:
    """Give my seats up."""
    async with call.house.visit(call.table) as room:
        await room.change(lambda table: deciding.leave(table, call.person))
    return await table(call)


async def record(call: Call) -> dict[str, Any]:
    """The record of a finished game."""
    async with call.house.visit(call.table) as room, room.stored() as table:
        return _finished(table).record()


async def deal(call: Call) -> dict[str, Any]:
    """The proof of the deal of a finished game."""
    async with call.house.visit(call.table) as room, room.stored() as table:
        _finished(table)
        proof = table.proof()
    if proof is None:
        raise no("not_found", "no_deal")
    return proof.to_json()


async def check_deal(call: Call, body: CheckDeal) -> CheckedDeal:
    """Deal a game again and compare."""
    call.house.guard.spend("replays", call.person, call.address)
    try:
        await asyncio.to_thread(dealt.verify, body.proof, body.record)
    except Refused as refusal:
        return CheckedDeal(parts(refusal.reason, call.language), refusal.place)
    return CheckedDeal(None, "")


async def deals(call: Call) -> Commitments:
    """Deals that the server committed to."""
    call.house.guard.spend("replays", call.person, call.address)
    found = await call.house.store.deals(call.number("before", HIGHEST_DEAL), DEALS)
    return Commitments(list(map(_commitment, found)), found[-1].number if len(found) == DEALS else None)


def _commitment(found: Committed) -> Commitment:
    is_dropped = found.status == "closed" or (bool(found.is_gone) and found.status != "over")
    state: Literal["open", "finished", "dropped"] = (
        "dropped" if is_dropped else "finished" if found.status == "over" else "open"
    )
    secret = found.secret if is_dropped else None
    return Commitment(found.number, dealt.commitment(found.secret), state, secret)


async def glance(call: Call) -> Glance:
    """What anybody sees of a game now."""
    async with call.house.visit(call.table) as room, room.stored() as table:
        if table.game is None:
            raise no("not_now", "not_playing")
        return payloads.glance(table, wire_of(table.game.name, call.wires), call.language)


async def replay(call: Call) -> Replay:
    """A finished game, move by move."""
    seat = call.number("seat", HIGHEST_SEAT)
    call.house.guard.spend("replays", call.person, call.address)
    async with call.house.visit(call.table) as room, room.stored() as table:
        game = _finished(table)
        if seat is not None and seat >= game.players:
            raise no("bad_request", "no_such_seat", "seat", number=game.players)
        reader = payloads.Reader(call.person, call.language, wire_of(game.name, call.wires))
        return await asyncio.to_thread(payloads.replay, table, reader, seat, room.here)


def _finished(table: Table) -> Game[Any, Any]:
    if table.status not in ("over", "record") or table.game is None:
        raise no("not_now", "not_finished")
    return table.game


async def hint(call: Call, body: AskHint) -> Hint:
    """What is good in a position."""
    async with call.house.visit(call.table) as room, room.stored() as table:
        game = table.created.game
        check_hints(game)
        view = _hinted_view(table, call.person, body)
    return await hinted(call, call.table, game, view)


async def evaluation(call: Call) -> Evaluation:
    """How a running game stands, for those who watch it."""
    return await call.house.evaluations.now(call)


async def review(call: Call) -> Review:
    """How the chances went in a finished game."""
    async with call.house.visit(call.table) as room, room.stored() as table:
        _check_analysis(table.created.game)
        record = _finished(table).record()
    call.house.guard.spend("thoughts", call.person, call.address)
    found = await analysed(call.house.workers.review(call.person, call.table, record, call.language))
    costly = set(found["costly"])
    return Review(
        start=[Chance(**chance) for chance in found["start"]],
        moves=[_reviewed(ply, ply["ply"] in costly) for ply in found["plies"]],
        turning_points=[turn["plies"][1] - 1 for turn in found["turning_points"]],
    )


def _reviewed(ply: dict[str, Any], is_costly: bool) -> ReviewedMove:
    return ReviewedMove(
        ply=ply["ply"] - 1,  # the analysis counts moves from 1
        seat=ply["seat"],
        chances=[Chance(**chance) for chance in ply["chances"]],
        cost=Chance(**ply["cost"]),
        is_costly=is_costly,
        why=ply["why"],
        preferred=ply["preferred"],
        why_preferred=ply["why_preferred"],
    )


def _check_analysis(game: str) -> None:
    if not faces.faces(game).analysis:
        raise no("not_now", "game_not_analysed", name=game)


def _hinted_view(table: Table, person: str, asked: AskHint) -> Any:
    if asked.seat >= len(table.seats):
        raise no("bad_request", "no_such_seat", "seat", number=len(table.seats))
    if table.status in ("over", "record"):
        game = table.game
        assert game is not None
        ply = game.ply if asked.ply is None else asked.ply
        if ply > game.ply:
            raise no("bad_request", "no_such_ply", "ply", most=game.ply)
        past = table.before(ply)
        if past.to_move is None:
            raise no("bad_request", "game_ended_there", "ply")
        return past.view(asked.seat)
    if table.status != "playing":
        raise no("not_now", "not_playing")
    if not table.created.hints:
        raise no("not_yours", "no_hints")
    if asked.seat not in table.seats_of(person):
        raise no("not_yours", "not_your_seat", "seat", seat=Seat(asked.seat))
    if table.to_move != [asked.seat]:
        raise no("not_now", "not_your_turn", "seat", seat=Seat(asked.seat))
    return table.sees(asked.seat)
