"""A client of `kabuto mcp`: sits down at a table of Samurai and plays the hints to the end.

A language model does the same through its own client; it is told what its seat may know and nothing more.
"""

import asyncio
import sys
from typing import Any

from mcp import Client, StdioServerParameters


async def main() -> None:
    """Play one game against the lowest level."""
    server = StdioServerParameters(command=sys.executable, args=["-m", "kabuto", "mcp", "--seed", "7"])
    async with Client(server) as client:

        async def use(tool: str, **given: Any) -> dict[str, Any]:
            result = await client.call_tool(tool, given)
            assert not result.is_error, result.content
            return dict(result.structured_content or {})

        state = await use("new_table", game="samurai", options={"players": 2}, opponents=["level1"])
        table = state["table"]
        while state["outcome"] is None:
            hint = await use("hint", table=table)
            state = await use("play", table=table, moves=[hint["move"]])
            for event in state["happened"]:
                print(f"seat {event['seat']}: {event['move']} ({event['words']})")
        print("\n".join(state["outcome"]["steps"]))
        print(len((await use("record", table=table))["moves"]), "moves in the record")


asyncio.run(main())
