"""Personal links and devices in a real browser: nobody becomes somebody else without a click."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Locator, expect

from .people import Person, Server, running
from .test_people import PHONE

People = Callable[..., Person]
TRIES = """async ([server, table, token]) => {
    const post = (path, body, type) => fetch(server + path, {
        method: 'POST', mode: 'no-cors', credentials: 'include', headers: {'content-type': type}, body,
    }).then(() => 'sent', () => 'stopped')
    const line = new WebSocket(server.replace('http', 'ws') + `/api/tables/${table}/socket`)
    const opened = await new Promise((done) => {
        line.onopen = () => done('opened')
        line.onerror = () => done('refused')
    })
    await post('/api/me/claim', JSON.stringify({token}), 'text/plain')
    await post('/api/me/devices/sign-out-others', '', 'text/plain')
    await post(`/api/tables/${table}/leave`, '', 'text/plain')
    return opened
}"""
"""What a hostile page tries before it sends its visitor on."""


@contextmanager
def another_site(folder: Path) -> Iterator[str]:
    """Somebody else's web server, on another port and under another name."""
    pages = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), pages) as site:
        thread = Thread(target=site.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{site.server_port}"
        finally:
            site.shutdown()
            thread.join()


def name_of(person: Person) -> str:
    """Who the server says somebody is."""
    return str(person.get("/api/me")["name"])


def link_of(person: Person) -> str:
    """A fresh personal link."""
    return f"{person.server.address}/#me={person.post('/api/me/link')['token']}"


def question(person: Person) -> Locator:
    """The dialog that asks."""
    return person.page.get_by_role("dialog", name="Sign in as Attacker on this device?")


def test_a_hostile_page_cannot_make_its_visitor_somebody_else(
    person: People, server: Server, tmp_path: Path
) -> None:
    attacker, victim = person("Attacker"), person("Victim")
    table = victim.set_table("me", "open")
    link = link_of(attacker)
    (tmp_path / "index.html").write_text(
        f"<script>go = () => location = {link!r}</script><button>Win</button>"
    )
    with another_site(tmp_path) as site:
        victim.open(site)
        tried = victim.page.evaluate(TRIES, [server.address, table["id"], link.partition("#me=")[2]])
        assert tried == "refused"
        victim.page.evaluate("go()")
        victim.page.wait_for_url(f"{server.address}/")
        refusal = victim.page.get_by_role("dialog", name="You can’t sign in as Attacker right now")
        expect(refusal).to_contain_text("Victim still has an open game")
        expect(refusal.get_by_role("button", name="Sign in as Attacker")).to_have_count(0)
        expect(refusal.locator(f'a[href="/table/{table["id"]}"]')).to_be_visible()
        refusal.get_by_role("button", name="Stay signed in as Victim").click()
        expect(refusal).to_have_count(0)
        assert name_of(victim) == "Victim"
        assert victim.get(f"/api/tables/{table['id']}")["mine"] == [0]

        victim.post(f"/api/tables/{table['id']}/leave")  # nothing open: it is asked, and that is all
        for answer in ("Enter", "Escape"):
            victim.open(site)
            victim.page.evaluate("go()")
            victim.page.wait_for_url(f"{server.address}/")
            expect(question(victim)).to_be_visible()
            victim.page.keyboard.press(answer)
            expect(question(victim)).to_have_count(0)
            assert name_of(victim) == "Victim"
    victim.complaints.clear()  # what the server refused the other page


def test_who_agrees_becomes_somebody_else_and_can_go_back(person: People) -> None:
    host, friend = person("Attacker"), person("Friend")
    friend.open(link_of(host))
    expect(question(friend)).to_contain_text("This device is signed in as Friend.")
    assert "#me=" not in friend.page.url
    question(friend).get_by_role("button", name="Sign in as Attacker").click()
    expect(friend.page.get_by_role("status").first).to_have_text("This device is now signed in as Attacker.")
    expect(friend.page.get_by_role("button", name="You: Attacker")).to_be_visible()
    assert name_of(friend) == "Attacker"
    friend.page.get_by_role("button", name="Switch back to Friend").first.click()
    expect(friend.page.get_by_role("status").first).to_have_text("This device is now signed in as Friend.")
    expect(friend.page.get_by_role("button", name="You: Friend")).to_be_visible()
    assert name_of(friend) == "Friend"
    friend.open("/you")
    expect(friend.page.get_by_role("button", name="Switch back to Attacker")).to_have_count(1)


def test_a_click_that_was_meant_for_another_page_does_not_answer_the_question(person: People) -> None:
    host, friend = person("Attacker"), person("Friend")
    friend.page.clock.install()
    friend.open(link_of(host))
    yes = question(friend).get_by_role("button", name="Sign in as Attacker")
    expect(yes).to_be_disabled()
    friend.page.clock.run_for(1000)
    expect(yes).to_be_enabled()


def test_a_link_that_is_opened_in_the_page_itself_asks_too(person: People) -> None:
    host, friend = person("Attacker"), person("Friend")
    friend.open("/")
    expect(friend.page.get_by_role("button", name="You: Friend")).to_be_visible()
    friend.page.evaluate(f"location.hash = {link_of(host).partition('#')[2]!r}")
    expect(question(friend)).to_be_visible()
    assert "#me=" not in friend.page.url


def test_ones_own_link_and_a_used_one_are_told(person: People) -> None:
    host, phone = person("Host"), person()
    link = link_of(host)
    host.open(link)
    expect(host.page.get_by_role("status").first).to_have_text("This device is already signed in as Host.")
    phone.post("/api/me/claim", {"token": link.partition("#me=")[2]})
    stranger = person("Stranger")
    stranger.open(link)
    expect(stranger.page.get_by_role("alert").first).to_contain_text("Each works once, for an hour")
    stranger.complaints.clear()  # browsers report the refusal, too
    assert name_of(stranger) == "Stranger"


def test_a_link_says_until_when_it_works_and_can_be_cancelled(person: People) -> None:
    host, phone = person("Host"), person("Phone")
    host.open("/you")
    host.page.get_by_role("button", name="Continue on another device").click()
    link = host.page.get_by_label("Continue on another device").input_value()
    expect(host.page.locator("main")).to_contain_text(re.compile(r"It works once, until \d\d:\d\d"))
    host.page.get_by_role("button", name="Cancel the link").click()
    expect(host.page.locator("main")).to_contain_text("The link no longer works.")
    phone.open(link)
    expect(phone.page.get_by_role("alert").first).to_contain_text("doesn’t work")
    phone.complaints.clear()
    assert name_of(phone) == "Phone"


def test_a_device_is_signed_out_from_another_one_and_told(person: People) -> None:
    host, phone = person("Host"), person(**PHONE)
    table = host.set_table("me", "random")
    phone.post("/api/me/claim", {"token": link_of(host).partition("#me=")[2]})
    phone.sit(table)
    expect(phone.page.locator(".hand")).to_be_visible()
    host.open("/you")
    host.page.get_by_text("Your devices", exact=True).click()
    rows = host.page.locator("details li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("This device")
    expect(rows.nth(1)).to_contain_text("Last seen today")
    rows.nth(1).get_by_role("button").click()
    expect(rows).to_have_count(1)
    expect(host.page.locator("details").get_by_role("status")).to_contain_text("Signed out Chrome on Linux")
    expect(phone.page.get_by_role("status").first).to_contain_text(
        "Another of your devices signed this one out"
    )
    assert name_of(phone).startswith("Guest")
    assert name_of(host) == "Host"


def test_links_for_others_begin_with_the_public_address(person: People, tmp_path: Path) -> None:
    with running(tmp_path / "data", public_url="https://samurai.example") as server:
        host = person("Host", server=server)
        host.open("/you")
        host.page.get_by_role("button", name="Continue on another device").click()
        link = host.page.get_by_label("Continue on another device")
        expect(link).to_have_value(re.compile(r"^https://samurai\.example/#me="))
        host.sit(host.set_table("me", "open"))
        invite = host.page.get_by_label("Link for seat 2")
        expect(invite).to_have_value(re.compile(r"^https://samurai\.example/table/"))
        host.context.close()


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_question_and_the_devices_keep_nobody_out(person: People, look: str) -> None:
    host, friend = person("Attacker"), person("Friend", color_scheme=look)
    friend.open(link_of(host))
    yes = question(friend).get_by_role("button", name="Sign in as Attacker")
    expect(yes).to_be_enabled()
    assert friend.faults() == []
    expect(friend.page.get_by_role("button", name="Stay signed in as Friend")).to_be_focused()
    friend.page.keyboard.press("Tab")
    friend.page.keyboard.press("Enter")
    expect(friend.page.get_by_role("button", name="You: Attacker")).to_be_visible()
    friend.open("/you")
    friend.page.get_by_role("button", name="Continue on another device").click()
    summary = friend.page.get_by_text("Your devices", exact=True)
    summary.focus()
    friend.page.keyboard.press("Enter")
    expect(friend.page.locator("details li")).to_have_count(2)
    assert friend.faults() == []


def test_it_is_asked_in_german(person: People) -> None:
    host, friend = person("Attacker"), person("Freund", locale="de-DE")
    friend.open(link_of(host))
    asked = friend.page.get_by_role("dialog", name="Auf diesem Gerät als Attacker anmelden?")
    expect(asked.get_by_role("button", name="Als Freund angemeldet bleiben")).to_be_focused()
    asked.get_by_role("button", name="Als Attacker anmelden").click()
    expect(friend.page.get_by_role("button", name="Zu Freund zurückwechseln").first).to_be_visible()
