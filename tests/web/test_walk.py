"""One move's way: how many modules it visits, and how often its legality is looked at."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.support import walk
from tests.web.conftest import STATIC
from tests.web.people import Person, running

ALONE = "from kabuto.server.accounts import accounts\naccounts.EVERY = 1e6\n"
"""Nothing else runs meanwhile: who is still signed in is looked up every few seconds otherwise."""
WATCH = """
const includes = Array.prototype.includes
globalThis.asked = []
Array.prototype.includes = function (what, ...more) {
  if (typeof what === 'string' && globalThis.watched?.(what)) globalThis.asked.push(what)
  return includes.call(this, what, ...more)
}
const send = WebSocket.prototype.send
WebSocket.prototype.send = function (message) {
  globalThis.watched = null
  return send.call(this, message)
}
"""


def test_a_move_visits_few_modules_and_is_looked_at_twice(
    person: Callable[..., Person], tmp_path: Path
) -> None:
    told = tmp_path / "ran.json"
    first = walk.FIRST.format(file=str(told)) + ALONE
    with running(tmp_path / "data", first=first) as server:
        who = person("Host", server=server)
        who.page.add_init_script(WATCH)
        who.sit(who.set_table("me", "random"))
        who.await_turn()
        code = who.page.locator(".hand .token[aria-disabled=false]").first.get_attribute("data-token") or ""
        who.token(code).click()
        space = who.lit()[0]
        counted = who.context.new_cdp_session(who.page)
        counted.send("Profiler.enable")
        counted.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
        who.page.evaluate(f"globalThis.watched = (what) => what === '{space}' || what === '{code}{space}'")
        os.kill(server.process.pid, signal.SIGUSR1)
        who.space(space).click()
        expect(who.page.locator(".laid li")).to_have_count(1)
        os.kill(server.process.pid, signal.SIGUSR2)
        while not told.exists():
            who.page.wait_for_timeout(20)
        scripts = counted.send("Profiler.takePreciseCoverage")["result"]
        asked = who.page.evaluate("globalThis.asked")
    found = json.loads(told.read_text(encoding="utf-8"))
    page = walk.modules(scripts, STATIC.parent)
    ran, handed = found["ran"], {module for module, to in found["handed"].items() if to}
    looks = [what for what in asked if what in (space, code + space)]
    assert looks == [space], "the page looks at what it was offered, once, while the move is put together"
    assert sum(each["why_not"] for each in ran.values() if "why_not" in each) == 1, "and the rules once"
    # Whatever computes a value and calls nobody hands nothing on; what the game does inside is its own.
    shells = {module for module in handed if not module.startswith("samurai/")}
    assert len(shells) <= 18, sorted(shells)
    assert len(ran) <= 45, sorted(ran)
    assert len(page) <= 55, sorted(page)
