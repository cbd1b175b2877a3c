"""The queue of jobs for workers, in a database that servers and workers share.

A server puts a job into it, one worker claims it with a lease that it renews while it thinks, and the result
comes back the same way. Every step is a single statement, so a process that stops in the middle leaves no
lock behind. A job whose lease has run out is claimed by another person; only who holds the claim can store a
result, so there is one result.

Who is next is the policy of ``scheduler``, for all servers and workers together. All times are those of the
database. Should its clock be set, a lease that seems to end later than any lease can has run out.
"""

from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Literal, NamedTuple

from kabuto.host.backend import Job

Length = Literal["long", "slow", "short"]
"""How long a job is likely to take."""
BEAT, LEASE = 1.0, 3.0
"""How often a worker says that it is there and renews its claims, and how long both last, in seconds."""
ATTEMPTS = 2
"""How often a job is claimed: one that ends its workers is left to the processes of the server."""
KEPT = 60
"""Seconds for which a result that no one fetches is kept."""
LONGEST = 3600
"""Seconds after which a job is forgotten, whatever became of it."""
TABLES = """
    CREATE UNLOGGED TABLE IF NOT EXISTS thinkers (
        id TEXT PRIMARY KEY, seen TIMESTAMPTZ NOT NULL, workers BIGINT NOT NULL, games TEXT[] NOT NULL
    );
    CREATE UNLOGGED TABLE IF NOT EXISTS jobs (
        id TEXT PRIMARY KEY, server TEXT NOT NULL, person TEXT NOT NULL, tab TEXT NOT NULL,
        game TEXT NOT NULL, program TEXT NOT NULL, length TEXT NOT NULL, question BYTEA NOT NULL,
        put TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), attempts BIGINT NOT NULL DEFAULT 0,
        thinker TEXT, claimed TIMESTAMPTZ, lease TIMESTAMPTZ, done TIMESTAMPTZ, answer BYTEA
    );
"""
"""What a PostgreSQL database has for it. It is worth nothing after a crash, and so needs no log.

Servers and workers of two versions share it, so it keeps the name that workers had at first.
"""
_SEEN = f"BETWEEN clock_timestamp() - interval '{LEASE} s' AND clock_timestamp() + interval '{LEASE} s'"
_THERE = f"SELECT id FROM {{}} WHERE seen {_SEEN}"
_HELD = f"lease BETWEEN clock_timestamp() AND clock_timestamp() + interval '{LEASE} s'"
_RUNNING = f"done IS NULL AND thinker IS NOT NULL AND {_HELD}"
_PUT = """
    WITH put AS (
        INSERT INTO jobs (id, server, person, tab, game, program, length, question)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
    ) SELECT pg_notify(?, '')
"""
_CLAIM = f"""
    WITH persons AS (
        SELECT person, count(*) FILTER (WHERE {_RUNNING}) AS running,
            greatest(min(put) FILTER (WHERE done IS NULL), max(done + (done - claimed))) AS due
        FROM jobs GROUP BY person
    ), places AS (
        SELECT tab, count(*) FILTER (WHERE {_RUNNING}) AS at_table FROM jobs GROUP BY tab
    ), limits AS (
        SELECT greatest(sum(workers) - 1, 1) AS most,
            (SELECT count(*) FROM jobs WHERE length = 'slow' AND {_RUNNING}) AS slow
        FROM thinkers WHERE seen {_SEEN}
    )
    UPDATE jobs SET thinker = ?, claimed = clock_timestamp(), attempts = attempts + 1,
        lease = clock_timestamp() + interval '{LEASE} s'
    WHERE id = (
        SELECT job.id FROM jobs AS job JOIN persons USING (person) JOIN places USING (tab), limits
        WHERE done IS NULL AND (thinker IS NULL OR NOT {_HELD}) AND attempts < {ATTEMPTS}
            AND length = ANY(?) AND game = ANY(?) AND server IN ({_THERE.format("servers")})
            AND (length = 'short' OR running < most) AND (length <> 'slow' OR slow < most)
        ORDER BY array_position(?, length), running, due, at_table, put
        LIMIT 1 FOR UPDATE OF job SKIP LOCKED
    )
    RETURNING id, person, tab, game, program, question
"""
_FINISH = """
    WITH stored AS (
        UPDATE jobs SET done = clock_timestamp(), answer = ?, question = ''
        WHERE id = ? AND thinker = ? AND done IS NULL RETURNING id
    ) SELECT pg_notify(?, json_build_array(json_build_object('done', id))::text) FROM stored
"""
_BEAT = f"""
    WITH here AS (
        INSERT INTO thinkers VALUES (?, clock_timestamp(), ?, ?)
        ON CONFLICT (id) DO UPDATE SET seen = excluded.seen
    ), renewed AS (
        UPDATE jobs SET lease = clock_timestamp() + interval '{LEASE} s'
        WHERE thinker = ? AND id = ANY(?) AND done IS NULL
    ), gone AS (
        DELETE FROM thinkers WHERE seen < clock_timestamp() - interval '1 hour'
    )
    DELETE FROM jobs WHERE done + (done - claimed) + interval '{KEPT} s' < clock_timestamp()
        OR put < clock_timestamp() - interval '{LONGEST} s'
    RETURNING id
"""


class Claimed(NamedTuple):
    """A job that a worker has claimed."""

    id: str
    job: Job
    question: bytes


class State(NamedTuple):
    """How far a job is."""

    answer: bytes | None
    """None: it is not done."""
    is_given_up: bool
    """Whether no worker will claim it any more."""


class Jobs:
    """The queue."""

    def __init__(self, run: Callable[..., Coroutine[Any, Any, list[Any]]], channel: str) -> None:
        """``run`` carries out a statement; ``channel`` is where servers listen."""
        self._run, self._channel = run, channel
        self.channel = f"{channel} jobs"
        """Where workers hear that there is something to do."""

    # A server.

    async def put(self, name: str, server: str, job: Job, length: Length, question: bytes) -> None:
        """Have a job done."""
        values = (name, server, job.person, job.table, *job.kind, length, question)
        await self._run(_PUT, *values, self.channel)

    async def look(self, names: Collection[str]) -> dict[str, State]:
        """How far jobs are; those that are missing were lost, as when the database has crashed."""
        query = f"""SELECT id, answer, done IS NULL AND attempts >= {ATTEMPTS} AND NOT {_HELD}
            FROM jobs WHERE id = ANY(?)"""
        return {
            name: State(answer, is_given_up)
            for name, answer, is_given_up in await self._run(query, list(names))
        }

    async def withdraw(self, names: Collection[str]) -> None:
        """Forget jobs."""
        await self._run("DELETE FROM jobs WHERE id = ANY(?) RETURNING id", list(names))

    async def games(self) -> dict[str, int]:
        """Game → how many workers are there that know it."""
        query = f"SELECT game, count(*) FROM thinkers, unnest(games) AS game WHERE seen {_SEEN} GROUP BY game"
        return dict(await self._run(query))

    async def of_person(self, person: str) -> int:
        """How many jobs of a person wait or run."""
        return int(
            (await self._run("SELECT count(*) FROM jobs WHERE person = ? AND done IS NULL", person))[0][0]
        )

    # A worker.

    async def beat(self, worker: str, workers: int, games: Collection[str], names: Collection[str]) -> None:
        """Send a worker's heartbeat, renew its leases, delete expired jobs."""
        await self._run(_BEAT, worker, workers, list(games), worker, list(names))

    async def claim(self, worker: str, lengths: Sequence[Length], games: Collection[str]) -> Claimed | None:
        """The job that is next, of these lengths, which are served in this order."""
        order = list(lengths)
        for name, person, table, game, program, question in await self._run(
            _CLAIM, worker, order, list(games), order
        ):
            return Claimed(name, Job(person, table, (game, program)), question)
        return None

    async def finish(self, name: str, worker: str, answer: bytes) -> bool:
        """Store an answer; whether it counts: a job that another worker has claimed meanwhile is theirs."""
        return bool(await self._run(_FINISH, answer, name, worker, self._channel))

    async def leave(self, worker: str) -> None:
        """A worker stops, and gives its jobs back."""
        statement = """
            WITH gone AS (DELETE FROM thinkers WHERE id = ?),
            back AS (
                UPDATE jobs SET thinker = NULL, lease = NULL, attempts = attempts - 1
                WHERE thinker = ? AND done IS NULL
            ) SELECT pg_notify(?, ''), pg_notify(?, '[]')
        """
        await self._run(statement, worker, worker, self.channel, self._channel)
