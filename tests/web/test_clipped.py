"""Nothing that is written is cut off: what finds it, and the screens where it is hardest."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Route

from .people import FRAMES, Person, Server, clipped, running
from .scenes import SCENES

People = Callable[..., Person]
ELLIPSIS = "overflow:hidden; white-space:nowrap; text-overflow:ellipsis"
CUT = {
    "hidden": '<p style="width:80px; height:1em; overflow:hidden">two lines that do not fit in here</p>',
    "above": '<div style="height:1em; overflow:hidden"><p><b>one</b></p><p><b>two</b></p></div>',
    "ellipsis": f'<p style="width:60px; {ELLIPSIS}">too long for it</p>',
    "clamp": '<p style="width:60px; display:-webkit-box; -webkit-box-orient:vertical; -webkit-line-clamp:1;'
    ' overflow:hidden">one two three four</p>',
    "panel": '<section style="height:2em; overflow-y:auto">one<br>two<br>three<br>four</section>',
    "window": '<div style="position:fixed; left:-30px; top:0">beyond the edge</div>',
}
WHOLE = {
    "scrolled": '<ol style="height:2em; overflow-y:auto"><li>one<li>two<li>three<li>four</ol>',
    "a name": f'<p class="name" title="Rumpelstiltskin" style="width:40px; {ELLIPSIS}">Rumpelstiltskin</p>',
    "elsewhere": '<div style="overflow:hidden; height:9px"><p style="position:absolute">there</p></div>',
    "hidden": '<div style="overflow:hidden; height:9px; visibility:hidden"><p>nobody reads this</p></div>',
}
SIZES = ((1366, 768), (1440, 900), (1920, 1080), (1024, 768), (844, 390), (390, 844))
LONGER_HERE = """
from kabuto.table import text
from tests.words.translation import pseudo
plain, words = text.parse, text._words
text.parse = lambda sentence: plain(pseudo(sentence))
text._words = lambda *which: {key: pseudo(word) for key, word in words(*which).items()}
"""
"""A server whose English is the language of nonsense; its workers, who find hints, go on in English."""
LONGER_THERE = """
import words from './NAME?english'
const longer = (text) => text.replace(/\\S+/g, (word) => word + '·'.repeat(Math.round(0.3 * word.length)))
const message = (parts) => typeof parts === 'string' ? longer(parts) : parts.map((part, i) =>
  !(i % 2) ? longer(part) : Array.isArray(part) ? [part[0], each(part[1]), ...part.slice(2)] : part)
const each = (tree) => Object.fromEntries(Object.entries(tree).map(([key, value]) =>
  [key, typeof value === 'string' || Array.isArray(value) ? message(value) : each(value)]))
export default each(words)
"""
"""A file of the page's sentences, likewise."""
WIDE, RIGHT_TO_LEFT = "W" * 30, "מרדכי בן־יהודה הלוי מירושלים"


def laid_out(someone: Person, markup: str) -> list[str]:
    """What is found in a page with this in it."""
    someone.open("/rules")
    page = someone.page
    page.get_by_role("heading", level=1).wait_for()
    # set by a script: the content security policy would refuse it in the markup
    page.evaluate(
        """(markup) => {
            document.body.innerHTML = markup.replaceAll('style=', 'data-style=')
            const styled = document.querySelectorAll('[data-style]')
            for (const each of styled) each.style.cssText = each.dataset.style
        }""",
        markup,
    )
    return clipped(page)


def test_text_that_is_cut_off_is_found(person: People) -> None:
    someone = person()
    assert {name: len(laid_out(someone, markup)) > 0 for name, markup in CUT.items()} == dict.fromkeys(
        CUT, True
    )
    assert [name for name, markup in WHOLE.items() if laid_out(someone, markup)] == []
    someone.complaints.clear()  # the page looks by itself, too


def test_a_page_complains_by_itself(person: People) -> None:
    someone = person()
    laid_out(someone, CUT["hidden"])
    someone.until("document.body.dataset.late = 1")
    for _ in range(100):
        if someone.complaints:
            break
        someone.page.wait_for_timeout(50)
    assert any("two lines that do not fit" in line for line in someone.complaints)
    someone.complaints.clear()


@pytest.mark.parametrize("name", [WIDE, RIGHT_TO_LEFT], ids=["wide", "right to left"])
def test_a_long_name_alone_is_cut_and_whole_on_rest(person: People, name: str) -> None:
    host, friend = person("Host"), person(name, locale="de-DE")
    table = host.set_table("me", "open", "level1", "level1")
    host.sit(table)
    friend.sit(table, invite=0)
    host.await_turn()
    for width, height in SIZES[:1] + SIZES[4:5]:
        for each in (host, friend):
            each.page.set_viewport_size({"width": width, "height": height})
            each.until(f"innerWidth === {width} && innerHeight === {height}")
            each.until("clipped().length === 0")  # once the map has found its place
            assert each.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    title = host.page.locator(".players .name").nth(1).get_attribute("title")
    assert title is not None
    assert name in title


def cut_off(host: Person) -> list[str]:
    """What is cut off once the page has settled."""
    for _ in range(100):
        host.page.evaluate(FRAMES)
        if not (found := clipped(host.page)):
            break
        host.page.wait_for_timeout(50)
    return found


@pytest.mark.prove
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_cut_off_at_any_size(person: People, name: str, language: str) -> None:
    """A window at zoom 200 % has half as many pixels each way."""
    host = SCENES[name](lambda who="", **settings: person(who, locale=language, **settings))
    found = dict[str, list[str]]()
    for (width, height), zoom in product(SIZES, (1, 2)):
        host.page.set_viewport_size({"width": width // zoom, "height": height // zoom})
        host.until(f"innerWidth === {width // zoom} && innerHeight === {height // zoom}")
        found[f"{width}×{height}, {zoom}"] = [*cut_off(host), *host.faults()]
    assert {size: each for size, each in found.items() if each} == {}


@pytest.fixture(scope="module")
def long_winded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that speaks 130 % as much as English."""
    with running(tmp_path_factory.mktemp("longer") / "data", LONGER_HERE) as server:
        yield server


def lengthened(route: Route) -> None:
    """Hand out the sentences of a page as they are in the language of nonsense."""
    name = route.request.url.rpartition("/")[2]
    if "?" in name:
        route.continue_()
    else:
        route.fulfill(body=LONGER_THERE.replace("NAME", name), content_type="text/javascript")


SHORT_ONES = ("table", "new-table")


@pytest.mark.parametrize(
    "name", [name if name in SHORT_ONES else pytest.param(name, marks=pytest.mark.prove) for name in SCENES]
)
def test_texts_of_130_percent_have_room(person: People, long_winded: Server, name: str) -> None:
    def make(who: str = "", **settings: Any) -> Person:
        host = person(who, server=long_winded, **settings)
        host.context.route(re.compile(r"/assets/en-[^/]*\.js"), lengthened)
        return host

    host = SCENES[name](make)
    assert re.search(r"\w·", host.page.locator("body").inner_text())
    found = dict[str, list[str]]()
    for width, height in (SIZES[0], SIZES[-1]):
        host.page.set_viewport_size({"width": width, "height": height})
        host.until(f"innerWidth === {width} && innerHeight === {height}")
        found[f"{width}×{height}"] = cut_off(host)
    assert {size: each for size, each in found.items() if each} == {}
