"""A table for language models, over the Model Context Protocol (``kabuto mcp``).

The server keeps the games. A model gets what its seat may know, and a record only when its game is over.
"""

import json
from collections.abc import Callable
from functools import wraps
from inspect import getdoc
from random import Random
from threading import Lock
from typing import Any

from kabuto import players
from kabuto.agents.hosted_game import LISTED, HostedGame
from kabuto.table import BadOption, Refused, game_class, manifests
from kabuto.table.blame import blame
from kabuto.table.text import translate
from kabuto.text_ui.language import sentence
from kabuto.version import __version__

MOST_TABLES = 100
"""How many tables a server has at most."""
INSTRUCTIONS = """\
Play board games set in old Japan against programs. games lists them, new_table starts one.
Then read explain(table, "rules"), look, choose with legal_moves, and play; the opponents answer at once.
why_not tells why a move is refused; explain tells about a space, a settlement, a card, a token or a move.
You see what your seat may know and nothing more; record gives the whole game when it is over."""


class Tools:
    """What a model can do: every method is a tool, and its docstring tells the model what it is for."""

    def __init__(self, language: str, seed: int | None = None) -> None:
        self._language, self._seed = language, seed
        self._tables: dict[str, HostedGame] = {}

    def games(self) -> dict[str, Any]:
        """List the games, the options of each with their values, and the opponents by strength."""
        return {
            name: {
                "options": {option.name: list(option.values) for option in game_class(name).option_table},
                "opponents": players.names(name),
            }
            for name in manifests.working()
        }

    def new_table(
        self,
        game: str = manifests.default(),
        options: dict[str, int | str | bool] | None = None,
        seat: int = 0,
        opponents: list[str] | str | None = None,
    ) -> dict[str, Any]:
        """Begin a game: which one, its options such as {"players": 3}, your seat (0 moves first), and who
        plays the other seats in their order; one name stands for all of them (default: greedy, or random)."""
        if len(self._tables) >= MOST_TABLES:
            raise BadOption(sentence("tables_full", number=MOST_TABLES), "table")
        number = len(self._tables) + 1
        seed = None if self._seed is None else Random(f"{self._seed}/{number}").getrandbits(128)
        named = players.usual(game) if opponents is None else opponents
        chosen = players.split(named) if isinstance(named, str) else named
        table = HostedGame(game, options or {}, seat, chosen, language=self._language, seed=seed)
        self._tables[f"table{number}"] = table
        return {"table": f"table{number}", "who": table.who, **table.state()}

    def look(self, table: str) -> str:
        """See the whole table as a text picture, and what you have to do."""
        asked = self._table(table).asked()
        return f"{asked.picture()}\n\n{asked.task()}"

    def view(self, table: str) -> dict[str, Any]:
        """Get everything that your seat knows as data: your hand, the board, the log of all moves."""
        found: dict[str, Any] = json.loads(self._table(table).asked().view.to_json())
        return found

    def legal_moves(self, table: str, begin: str = "", most: int = LISTED) -> dict[str, Any]:
        """List your legal moves in notation, in words and with what each changes. kinds counts all of them
        by how they begin; give begin, such as "S3" or "place", to list those, and most to list more."""
        return self._table(table).asked().legal(begin, max(0, most), why=True)

    def play(self, table: str, moves: list[str]) -> dict[str, Any]:
        """Play one or more moves in notation, in order, up to the first that is refused. What was played
        stays. Then the opponents move until it is your turn again; happened tells all of it."""
        return self._table(table).play(moves)

    def why_not(self, table: str, move: str) -> dict[str, Any]:
        """Ask whether you may play a move now: what it would do, or the reason why it is refused."""
        return self._table(table).asked().why_not(move)

    def explain(self, table: str, about: str) -> str:
        """Ask about something in words: "rules", "map", "hand", "score", "unplayed", "log", "result", a move,
        or a thing of the game such as a space (o10), a token (S3) or a card (M17)."""
        return self._table(table).asked().explain(about)

    def hint(self, table: str) -> dict[str, Any]:
        """Ask what a decent player would do in your place, knowing only what you know."""
        found = self._table(table)
        return found.asked().hint("greedy", Random(found.game.ply))

    def record(self, table: str) -> dict[str, Any]:
        """Get the record of a finished game, with everything that was hidden; refused before the end."""
        return self._table(table).record()

    def _table(self, name: str) -> HostedGame:
        if name not in self._tables:
            known = list(self._tables) or "new_table"
            raise BadOption(sentence("one_of", known=known, text=name[:40]), "table")
        return self._tables[name]


TOOLS = (
    Tools.games,
    Tools.new_table,
    Tools.look,
    Tools.view,
    Tools.legal_moves,
    Tools.play,
    Tools.why_not,
    Tools.explain,
    Tools.hint,
    Tools.record,
)
CHANGING = {"new_table", "play"}
"""The tools that change something."""


def server(tools: Tools) -> Any:
    """A server with these tools; ``ModuleNotFoundError`` without the package ``mcp``."""
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp_types import ToolAnnotations

    lock = Lock()  # tools run in threads, games do not

    def guarded(tool: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(tool)
        def call(**given: Any) -> Any:
            with lock:
                try:
                    return tool(**given)
                except Exception as error:
                    refusal = error if isinstance(error, Refused) else blame(error)
                    if refusal is None:
                        raise
                    reason = translate(refusal.reason, tools._language)
                    raise ToolError(f"{refusal.place}: {reason}" if refusal.place else reason) from None

        return call

    built = MCPServer("kabuto", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    for tool in TOOLS:
        name = tool.__name__
        notes = ToolAnnotations(read_only_hint=name not in CHANGING, open_world_hint=False)
        built.add_tool(
            guarded(getattr(tools, name)),
            name,
            description=getdoc(tool),
            annotations=notes,
            structured_output=tool.__annotations__["return"] is not str,  # a picture is read as it is
        )
    return built
