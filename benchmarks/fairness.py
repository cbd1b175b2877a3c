"""How long one person's program takes when two others keep every worker busy.

``python benchmarks/fairness.py`` opens a server without its network part. Two people set 20 tables each, with
three ``level8`` programs at every table. Then a third person sets a table with ``greedy``, and one with
``level8``; measured is the time until that program has moved. Bounded: half a minute, longer where the
search has to be compiled first.
"""

import asyncio
import json
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from kabuto.server.house import House
from kabuto.server.limits import Limits
from kabuto.server.messages import Myself, NewTable, Program

TABLES = 20
PATIENCE = 120.0


async def moved(house: House, person: str, program: str) -> float:
    """Set a table; the seconds until its program has moved."""
    began = perf_counter()
    name = await house.set_table(person, person, NewTable([Program(program), Myself()]))
    async with asyncio.timeout(PATIENCE), house.visit(name) as room:
        while room.table.to_move != [1]:
            await asyncio.sleep(0.002)
    return round(perf_counter() - began, 3)


def memory(house: House) -> float | None:
    """Megabytes of the spare worker, with its share of common pages; None where the system does not tell."""
    (worker,) = house.workers._idle["spare"]
    try:
        lines = Path(f"/proc/{worker._process.pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return None
    return round(sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024, 1)


async def measure(data: Path) -> dict[str, Any]:
    """The figures."""
    house = House(data, Limits(thinking=10**6))
    await house.open()
    try:
        alone = {program: await moved(house, "warm", program) for program in ("level8", "greedy", "level8")}
        crowd = NewTable([*[Program("level8")] * 3, Myself()])
        for _ in range(TABLES):
            for person in ("one", "two"):
                await house.set_table(person, person, crowd)
        busy = {program: await moved(house, "three", program) for program in ("greedy", "level8")}
        return {"alone_s": alone, "besieged_s": busy, "spare_worker_mb": memory(house)}
    finally:
        await house.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(measure(Path(folder))), indent=1))
