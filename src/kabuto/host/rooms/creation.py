"""Tables that people set, and records that they upload."""

from typing import Any

from kabuto.host.backend import Backend
from kabuto.host.catalogue import check_shown, options_of
from kabuto.host.ratings import strength
from kabuto.host.rooms.lobby import Lists
from kabuto.host.rooms.new_table import NewTableEvents
from kabuto.host.rooms.registry import TableRegistry
from kabuto.players import names
from kabuto.protocol.errors import refuse
from kabuto.protocol.http import Friend, Moment, Myself, NewTable, Program, Rating, SeatPlan
from kabuto.table import Game, game_class
from kabuto.tabletop import decisions
from kabuto.tabletop.table_events import Created, Sat

RATED = 200
"""Of how many games the strength of a person is told at a table."""


class Creation:
    """Sets tables."""

    def __init__(self, backend: Backend, tables: TableRegistry, lists: Lists) -> None:
        self._backend, self._tables, self._lists = backend, tables, lists

    async def set_table(
        self, person: str, name: str, wish: NewTable, is_matched: bool = False, will_seal: bool = False
    ) -> str:
        """Set a table, perhaps for the next person who comes; its id. ``will_seal``: the page seals later."""
        game_class(wish.game)  # refused if there is none, or it cannot be loaded
        await self._check_number(person)
        for number, seat in enumerate(wish.seats):
            if isinstance(seat, Program) and seat.program not in names(wish.game):
                known = ", ".join(names(wish.game))
                place = f"seats[{number}].program"
                raise refuse("bad_request", "no_program", place, name=seat.program, known=known)
        if all(isinstance(seat, Program) for seat in wish.seats):
            raise refuse("bad_request", "nobody_sits", "seats")
        seats: list[SeatPlan] = [
            Myself(decisions.clean(seat.name) or name) if isinstance(seat, Myself) else seat
            for seat in wish.seats
        ]
        if wish.clock and wish.clock.increment and wish.clock.per == "move":
            raise refuse("bad_request", "increment_per_game", "clock.increment")
        if any(isinstance(seat, Program) for seat in seats):
            await self._check_thinking(person)
        options, record = await self._beginning(wish)
        is_public = wish.visibility == "public"
        return await self.create(
            Created(
                host=person,
                game=wish.game,
                options=options,
                seats=seats,
                invites=[self._backend.chance.secret() if isinstance(seat, Friend) else "" for seat in seats],
                clock=wish.clock,
                visibility=wish.visibility,
                hints=wish.hints,
                start=wish.start,
                start_for=await self._people_at(wish.start),
                record=record,
                seal=wish.seal or "",
                will_seal=will_seal,
                is_matched=is_matched,
                strength=await self.strength(person, wish.game) if is_public else None,
            )
        )

    async def strength(self, person: str, game: str) -> Rating | None:
        """How strong a person is in a game, by the newest games."""
        return strength(await self._lists.finished(person, RATED), game)

    async def _check_number(self, person: str) -> None:
        most = self._backend.limits.open_tables
        if len(await self._lists.open_tables(person)) >= most:
            raise refuse("too_many", "too_many_tables", most=most)

    async def _check_thinking(self, person: str) -> None:
        most = self._backend.limits.thinking
        if await self._backend.workers.jobs_of(person) + self._backend.peers.busy_elsewhere(person) >= most:
            raise refuse("too_many", "too_many_thinking", most=most)

    async def _beginning(self, wish: NewTable) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """The options of a new game, and the record it goes on from, if it does."""
        players = len(wish.seats)
        if wish.start is not None:
            if wish.options:
                raise refuse("bad_request", "no_options_here", "options")
            game = await self.moment(wish.start)
            if game.players != players:
                raise refuse("bad_request", "seats_number", "seats", number=game.players)
            return dict(game.options), game.record()
        if wish.options.get("players", players) != players:
            raise refuse("bad_request", "players_follow", "options.players", number=players)
        return options_of(wish.game, wish.options, players), None

    async def moment(self, moment: Moment) -> Any:
        """The game at a moment of a finished one."""
        async with self._tables.visit(moment.table) as room, room.stored() as table:
            if table.status not in ("over", "record") or table.game is None:
                raise refuse("not_now", "not_finished", "start.table")
            if moment.ply > table.game.ply:
                raise refuse("bad_request", "no_such_ply", "start.ply", most=table.game.ply)
            game = table.before(moment.ply)
            if game.to_move is None:
                raise refuse("bad_request", "game_ended_there", "start.ply")
            return game

    async def _people_at(self, moment: Moment | None) -> list[str] | None:
        """Who knows the table of a moment: the people at it, or everyone (None) if it is public."""
        if moment is None:
            return []
        async with self._tables.visit(moment.table) as room:
            made = room.table.created
            if made.visibility == "public":
                return None
            return sorted({made.host, *(seat.person for seat in room.table.seats if seat.person)})

    async def upload(self, person: str, game: Game[Any, Any]) -> str:
        """Keep the record of a game; its id."""
        return await self.create(
            Created(
                host=person,
                game=game.name,
                options=check_shown(game.name, dict(game.options)),
                seats=[Friend() for _ in range(game.players)],
                invites=[""] * game.players,
                record=game.record(),
                is_record=True,
            )
        )

    async def create(self, created: Created) -> str:
        """Store a new table; its id."""
        clock, chance = self._backend.clock, self._backend.chance
        values = chance.secret(), created, list[Sat](), clock.now(), chance
        goes_on = created.record is not None  # all of its moves are played
        fresh = await self._backend.aside(NewTableEvents, *values) if goes_on else NewTableEvents(*values)
        await self._backend.store.append(fresh.batch)
        self._tables.add(fresh)
        return fresh.table.id
