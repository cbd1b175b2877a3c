"""S9: what people have computed costs them seconds of a budget, so that nobody makes others wait."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx2
import pytest

from kabuto.host import budget as budgets
from kabuto.host.backend import Backend, Job
from kabuto.host.budget import Budget
from kabuto.host.call import Call, Payer
from kabuto.host.rooms.persons import exported
from kabuto.protocol.endpoints import ENDPOINTS
from kabuto.protocol.errors import Refusal
from kabuto.samurai.puzzles import shipped, why
from kabuto.server.runtime.clock import SystemChance, SystemClock
from kabuto.server.services import Services
from kabuto.server.storage.postgres import PostgresStore
from kabuto.server.web.app import create_app
from kabuto.server.workers.scheduler import Scheduler
from kabuto.table.text import translate
from kabuto.tabletop.reached import MOST_BYTES
from tests.simulation import database as model
from tests.support.clock import Clock
from tests.support.postgres import Databases

from . import inside
from .persons import Person, Server
from .test_study import record

KIND = ("samurai", "hint")
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
PUZZLES = "/api/puzzle?game=samurai&id={}"


class NoStore:
    """A store that knows who has games, and serves one server."""

    is_shared = False

    def __init__(self, *players: str) -> None:
        self.players = players

    async def has_games(self, person: str) -> bool:
        return person in self.players


class Desk:
    """A budget with a clock that a test moves."""

    def __init__(self, *players: str, store: Any = None, expected: float = 1.0) -> None:
        self.clock = Clock()
        backend = Backend(
            store=store or cast("Any", NoStore(*players)),
            studies=cast("Any", None),
            workers=cast("Any", SimpleNamespace(expected=lambda kind: expected)),
            clock=SystemClock(monotonic=self.clock, sleep=self.sleep),
            chance=SystemChance(),
            key=b"key",
        )
        self.budget = Budget(backend)
        self.slept = list[float]()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.clock.now += seconds
        await asyncio.sleep(0)

    async def use(self, person: str, seconds: float, address: str = HERE) -> None:
        async with self.budget.pay(Payer(person, address), KIND) as bill:
            bill.charge(seconds)

    async def is_refused(self, person: str, address: str = HERE) -> Refusal | None:
        try:
            await self.use(person, 0, address)
        except Refusal as refusal:
            return refusal
        return None


async def test_s9_a_guest_has_20_seconds_in_ten_minutes_and_is_told_when_there_are_more() -> None:
    desk = Desk()
    for _ in range(10):
        await desk.use("anna", 2)
    refusal = await desk.is_refused("anna")
    assert refusal
    assert (refusal.error, refusal.again) == ("too_fast", 1)
    assert not await desk.is_refused("bert")
    desk.clock.now += 600
    for _ in range(10):
        await desk.use("anna", 2)
    assert await desk.is_refused("anna")


async def test_s9_one_job_may_overdraw_a_budget_and_that_is_a_debt() -> None:
    desk = Desk()
    await desk.use("anna", 30)
    refusal = await desk.is_refused("anna")
    assert refusal
    assert refusal.again == 300
    assert "work again in 5 minutes" in translate(refusal.reason, "en")
    assert "gibt es in 5 Minuten wieder" in translate(refusal.reason, "de")
    desk.clock.now += 299
    assert await desk.is_refused("anna")
    desk.clock.now += 2
    assert not await desk.is_refused("anna")


async def test_s9_somebody_with_games_has_120_seconds() -> None:
    desk = Desk("anna")
    await desk.use("anna", 119)
    assert not await desk.is_refused("anna")
    await desk.use("anna", 1)
    assert await desk.is_refused("anna")
    desk.clock.now += 300
    await desk.use("anna", 59)
    assert not await desk.is_refused("anna")


async def test_s9_an_address_has_ten_times_as_much_as_a_guest() -> None:
    desk = Desk()
    for guest in range(10):
        await desk.use(f"guest {guest}", 20)
    refusal = await desk.is_refused("somebody else")
    assert refusal
    assert "Everyone at your address" in translate(refusal.reason, "en")
    assert "an deiner Adresse" in translate(refusal.reason, "de")
    assert not await desk.is_refused("somebody else", ELSEWHERE)


async def test_s9_a_club_of_20_people_behind_one_address_is_not_locked_out() -> None:
    """An evening: each asks for hints and looks at studies, and one of them as much as there is."""

    desk = Desk()
    while not await desk.is_refused("greedy"):
        await desk.use("greedy", 2)
    for _ in range(4):  # hints of two seconds
        for member in range(19):
            await desk.use(f"member {member}", 2)
            desk.clock.now += 1
    for member in range(19):
        assert not await desk.is_refused(f"member {member}")


async def test_s9_people_without_cookies_share_what_one_guest_has() -> None:
    desk = Desk()
    await desk.use("", 20)
    assert await desk.is_refused("")
    assert not await desk.is_refused("anna")
    assert not await desk.is_refused("", ELSEWHERE)


async def test_s9_who_asks_for_much_at_once_reserves_it() -> None:
    desk = Desk(expected=2.0)
    async with AsyncExitStack() as open_:
        for _ in range(10):
            await open_.enter_async_context(desk.budget.pay(Payer("anna", HERE), KIND))
        assert await desk.is_refused("anna")
    assert not await desk.is_refused("anna")  # nothing of it was needed


async def test_s9_what_goes_on_in_the_background_waits_until_there_is_more() -> None:
    desk = Desk()
    await desk.use("anna", 50)
    async with desk.budget.pay(Payer("anna", HERE), KIND, waits=True):
        assert 900 <= sum(desk.slept) <= 901


async def test_s9_turns_of_programs_cost_nobody_anything(tmp_path: Path) -> None:
    async with inside.house(tmp_path / "data") as house:
        name = await inside.set_table(house, "program:greedy", "anna")
        async with house.host.tables.visit(name) as room:
            await inside.settled(room)
            assert room.table.to_move == [1]
        assert not house.host.budget._accounts


def test_s9_addresses_take_turns_and_so_do_people_at_one() -> None:
    clock, served = Clock(), list[str]()
    scheduler = Scheduler(2, clock)
    kind = ("", "study")
    scheduler.learn(kind, 1.0)
    tickets = []

    def ask(address: str, person: str) -> None:
        job = Job(f"address {address}", person, kind)
        tickets.append(scheduler.request(job, lambda: served.append(f"{address} {person}")))

    for _ in range(5):
        for stranger in range(20):
            ask("crowd", str(stranger))
    ask("home", "visitor")
    assert served == ["crowd 0", "home visitor"]  # a worker is left for others
    for _ in range(19):
        clock.now += 1
        scheduler.release(next(each for each in tickets if each.lane == "main" and each in tickets))
        tickets.remove(next(each for each in tickets if each.lane == "main"))
    assert served[2:21] == [f"crowd {stranger}" for stranger in range(1, 20)]


# Over HTTP.


@asynccontextmanager
async def serving(data: Path, seconds: float, store: Any = None) -> AsyncIterator[tuple[Services, Any]]:
    """A server whose workers need so many seconds for everything; its clock stands still."""
    async with inside.house(data, store=store, clock=SystemClock(monotonic=Clock())) as house:

        async def compute(job: Job, work: Callable[..., Any], *values: Any) -> Any:
            job.charge(seconds)
            return work(*values)

        house.workers.compute = compute  # type: ignore[method-assign]
        yield house, create_app(house)


def browser(app: Any, address: str = HERE, **headers: str) -> httpx2.AsyncClient:
    transport = httpx2.ASGITransport(app, client=(address, 1))
    return httpx2.AsyncClient(transport=transport, base_url="http://localhost", headers=headers)


ASKED = {"record": record([])}
LINE = {**ASKED, "moves": []}
STUDY = {"study": {"record": record([]), "nodes": [{}]}}
COMPUTING = {
    "study": ("POST", "/api/study", ASKED),
    "line": ("POST", "/api/study/line", LINE),
    "study hint": ("POST", "/api/study/hint", LINE),
    "new study": ("POST", "/api/studies", STUDY),
    "changed study": ("POST", "/api/studies/{study}", {**STUDY, "version": 1}),
    "record of a study": ("GET", "/api/studies/{study}/record", None),
    "picture of a study": ("GET", "/api/studies/{study}/picture.png", None),
    "upload": ("POST", "/api/records", ASKED),
    "deal": ("POST", "/api/deals/check", {"proof": {}, "record": record([])}),
    "puzzle": ("GET", PUZZLES.format("{puzzle}"), None),
    "solve": ("POST", "/api/puzzle", {"game": "samurai", "id": "{puzzle}", "moves": []}),
    "qr": ("POST", "/api/qr", {"text": "https://games.example/"}),
    "replay": ("GET", "/api/tables/{table}/replay", None),
    "picture": ("GET", "/api/tables/{table}/picture.png", None),
    "hint": ("POST", "/api/tables/{table}/hint", {"seat": 0, "ply": 0}),
    "review": ("POST", "/api/tables/{table}/review", None),
    "evaluation": ("POST", "/api/tables/{running}/evaluation", None),
    "look back": ("POST", "/api/tables/{table}/review/turns", {"turns": []}),
    "search": ("POST", "/api/tables/{table}/puzzles", None),
    "export": ("GET", "/api/me/export", None),
}
"""Every address that computes something for whoever asks."""
CHEAP = {
    *("add_passkey", "back", "cancel_link", "catalogue", "claim", "deal", "deals", "delete"),
    *("delete_study", "devices", "found_puzzles", "glance", "join", "leave", "lessons", "lobby"),
    *("look_at_link", "me", "my_statistics", "my_studies", "new_phrase", "new_table", "news_seen"),
    *("next_person", "passkey_options", "personal_link", "preparation", "push_state", "puzzles"),
    *("read_study", "record", "recover", "recover_by_passkey", "recovery", "recovery_options"),
    *("reference", "remove_passkey", "rename", "sign_out", "sign_out_everywhere", "sign_out_others"),
    *("subscribe", "table", "unsubscribe"),
}
"""The endpoints that only look something up, write it down, or are rare."""


def test_s9_of_every_endpoint_it_is_known_whether_it_computes() -> None:
    paid = {
        (method, path.partition("?")[0].replace("{running}", "{table}"))
        for method, path, _ in COMPUTING.values()
    }
    free = {endpoint.name for endpoint in ENDPOINTS if (endpoint.method, endpoint.path) not in paid}
    assert free == CHEAP


@pytest.mark.parametrize("what", COMPUTING)
async def test_s9_everything_that_computes_is_refused_when_the_budget_is_used_up(
    what: str, tmp_path: Path
) -> None:
    method, path, body = COMPUTING[what]

    async with (
        serving(tmp_path / "data", 0.0) as (house, app),
        browser(app) as rich,
        browser(app, ELSEWHERE, **{"accept-language": "de"}) as poor,
    ):
        await rich.get("/api/me")
        kept = await rich.post("/api/records", json={"record": record(["B4o9"])})
        await poor.get("/api/me")
        study = await poor.post("/api/studies", json=STUDY)
        running = await inside.set_table(house, "one", "other", hints=True)
        names = {"table": kept.json()["id"], "puzzle": next(iter(shipped()))}
        names |= {"study": study.json()["id"], "running": running}
        async with house.host.budget.pay(Payer("", ELSEWHERE), KIND) as bill:
            bill.charge(260)
        sent = None if body is None else json.loads(json.dumps(body).replace("{puzzle}", names["puzzle"]))
        answer = await poor.request(method, path.format(**names), json=sent)
        assert answer.status_code == 429, answer.text
        assert answer.headers["retry-after"] == "180"
        assert answer.json()["error"] == "too_fast"
        assert "gibt es in 3 Minuten wieder" in answer.json()["reason"]


async def test_s9_what_somebody_takes_along_is_paid_for_and_never_cut_off(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", 50.0) as (house, _):
        tables = {await inside.set_table(house, "me", "you") for _ in range(3)}
        damaged = await inside.set_table(house, "me", "you")
        await house.store.write(
            lambda store: store.execute("UPDATE events SET body = ? WHERE tab = ?", b"x", damaged)
        )
        asked = house.store, house.host.tables, house.host.computing, Call(person="me", address=HERE)
        assert {table["id"] for table in await exported(*asked)} == tables
        with pytest.raises(Refusal, match="work again in"):  # 50 s for each of three tables, and 120 s in all
            await exported(*asked)


async def test_s9_a_guest_is_refused_with_retry_after_and_others_are_served(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "data", 10.5) as (_house, app),
        browser(app) as guest,
        browser(app) as other,
        browser(app) as nobody,
    ):
        for each in (guest, other):
            await each.get("/api/me")
        codes = [(await guest.post("/api/study", json=ASKED)).status_code for _ in range(4)]
        assert codes == [200, 200, 429, 429]
        assert (await other.post("/api/study", json=ASKED)).status_code == 200
        assert (await nobody.post("/api/study", json=ASKED)).status_code == 200
        refused = await guest.post("/api/study", json=ASKED)
        assert 0 < int(refused.headers["retry-after"]) <= 60
        assert "Hints, analysis, puzzles and studies work again in" in refused.json()["reason"]


async def test_s9_a_puzzle_is_made_once_and_is_small_in_every_form(tmp_path: Path) -> None:
    name = max(shipped().values(), key=lambda each: len(each.record["moves"])).id

    async with serving(tmp_path / "data", 1.0) as (house, app):
        async with browser(app) as one, browser(app, ELSEWHERE, **{"accept-encoding": "identity"}) as two:
            path = PUZZLES.format(name)
            first = await one.get(path)
            assert first.headers["content-encoding"] == "gzip"
            assert len(first.content) < 2 * MOST_BYTES
            # Nobody pays for it again, however little is left to them.
            for address in (HERE, ELSEWHERE):
                async with house.host.budget.pay(Payer("", address), KIND) as bill:
                    bill.charge(400)
            assert (await one.get(path)).content == first.content
            plain = await two.get(path)
            assert "content-encoding" not in plain.headers
            assert plain.content == first.content
            again = await one.get(path, headers={"if-none-match": first.headers["etag"]})
            assert again.status_code == 304
            assert (await two.get(f"{path}&language=de")).status_code == 429
        (folder,) = (tmp_path / "data" / "puzzles").iterdir()
        assert [file.name for file in folder.iterdir()] == [f"samurai-{name}-plain-en.json.gz"]


async def test_a_puzzle_is_said_in_the_words_that_its_solver_knows(tmp_path: Path) -> None:
    castles = ("castle", "helmet")
    name = next(
        each.id
        for each in shipped().values()
        if each.record["options"]["edition"] == "ffg" and castles[0] in str(why(each, each.solution))
    )
    async with serving(tmp_path / "data", 0.1) as (_, app), browser(app) as one:
        for words, said in (("", castles[0]), ("&words=2015", castles[0]), ("&words=1998", castles[1])):
            found = await one.get(f"{PUZZLES.format(name)}{words}")
            assert found.status_code == 200, found.text
            answer = found.json()["answer"]
            assert said in json.dumps(answer["why_solution"])
            assert ({*castles} - {said}).pop() not in json.dumps(answer["why_solution"])
        for words in ("2016", "../en", "x" * 90):
            assert (await one.get(f"{PUZZLES.format(name)}&words={words}")).status_code == 400


async def test_s9_puzzles_that_older_code_made_are_made_again(tmp_path: Path) -> None:
    name = next(iter(shipped()))
    old = tmp_path / "data" / "puzzles" / "old" / f"samurai-{name}-plain-en.json.gz"
    old.parent.mkdir(parents=True)
    old.write_bytes(gzip.compress(b"{}"))

    async with serving(tmp_path / "data", 0.0) as (_house, app):
        async with browser(app) as one:
            assert (await one.get(PUZZLES.format(name))).json()["id"] == name
        assert not old.exists()


def test_s9_a_refusal_of_the_rules_comes_through_a_worker_as_it_was(server: Server) -> None:
    me = Person(server, language="de")
    refusal = me.post("/api/study", {"record": record(["B4p8"])}, status=400)
    assert refusal["place"] == "moves[0]"
    assert "Buddha 3" in refusal["reason"]
    me.close()


# Several servers.


async def test_s9_servers_add_up_what_was_used(databases: Databases) -> None:
    """At two servers on a real database, and on the model that the simulator uses."""

    async def check(one: Any, two: Any) -> None:
        desks = [Desk(store=store) for store in (one, two)]
        here, there = desks
        for desk in desks:
            desk.budget._store.has_games = NoStore().has_games  # type: ignore[method-assign]
            await desk.use("anna", 11)
            assert not await desk.is_refused("anna")
            await desk.budget.add_up()
        assert await there.is_refused("anna")
        assert not await there.is_refused("bert")
        await here.is_refused("anna")  # asking is enough to hear of it
        await here.budget.add_up()
        assert await here.is_refused("anna")
        await here.budget.add_up()
        await here.budget.add_up()  # nothing is counted twice
        (account,) = {
            id(each): each for each in here.budget._accounts.values() if each.rate.at_once == 20
        }.values()
        assert 21 < account._used < 23

    address = databases.new()
    stores = [PostgresStore(address), PostgresStore(address)]
    try:
        await check(*stores)
    finally:
        for store in stores:
            await store.close()
    database = model.Database(Clock())
    await check(model.ModelStore(database), model.ModelStore(database))


async def test_s9_what_could_not_be_told_is_told_later() -> None:
    class Away(NoStore):
        is_shared, is_away = True, True

        def __init__(self) -> None:
            super().__init__()
            self.heard = list[Any]()

        async def spend(self, rows: Any) -> dict[str, float]:
            if self.is_away:
                raise Refusal("not_stored", "away")
            self.heard += rows
            return {key: seconds for key, seconds, _ in rows}

    store = Away()
    desk = Desk(store=store)
    await desk.use("anna", 3)
    with pytest.raises(Refusal):
        await desk.budget.add_up()
    await desk.use("anna", 4)
    store.is_away = False
    await desk.budget.add_up()
    assert [seconds for _, seconds, _ in store.heard] == [7, 7]
    assert "anna" not in str(store.heard)
    assert HERE not in str(store.heard)


async def test_s9_only_some_accounts_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "MOST_ACCOUNTS", 3)

    desk = Desk()
    for number in range(10):
        await desk.use(f"guest {number}", 1)
    assert len(desk.budget._accounts) == 3
    assert len(desk.budget._players) == 3


async def test_s9_who_has_games_is_looked_up_in_the_store(tmp_path: Path) -> None:
    async with inside.house(tmp_path / "data") as house:
        await inside.set_table(house, "anna", "bert")
        assert await house.store.has_games("anna")
        assert not await house.store.has_games("carl")
