"""Kabuto as an app: it can be installed, starts without a connection, and notices a new version."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect

from .people import Person, running


def test_the_app_starts_without_a_connection(person: Callable[..., Person], tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        host = person("Host", server=server, service_workers="allow", locale="de-DE")
        page = host.page
        host.open("/you")
        manifest = "/de.webmanifest"
        expect(page.locator('link[rel="manifest"]')).to_have_attribute("href", manifest)
        found = host.get(manifest)
        assert (found["display"], found["start_url"]) == ("standalone", "/")
        for icon in found["icons"]:
            assert page.request.get(icon["src"]).headers["content-type"] == icon["type"]
        expect(page.get_by_text("funktionieren auch offline")).to_be_visible()
        assert host.faults() == []

        check_push(host)
        host.open("/learn")
        host.until("'kabuto.offline' in localStorage")  # the lessons' solutions are there
        server.kill()
        try:
            host.open("/")
            expect(page.locator(".prints .board").first).to_be_visible()
            expect(page.get_by_role("alert").filter(has_text="Der Server antwortet nicht")).to_be_visible()
            host.open("/rules")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            host.open("/learn/influence")
            page.get_by_role("button", name="Lösung zeigen").click()
            expect(page.locator(".reply.right")).to_be_visible()
        finally:
            server.start()
        host.open("/")
        expect(page.locator("button.face")).to_have_accessible_name(re.compile("Host"))


CATCH = """() => {
  self.shown = []
  self.registration.showNotification = async (title, { data }) => void shown.push(title + data.url)
}"""


def check_push(host: Person) -> None:
    """A push message that the browser brings to the service worker becomes a notification.

    It is caught on its way to the screen, for a browser without windows shows none.
    """
    host.context.grant_permissions(["notifications"], origin=host.server.address)
    debugging = host.context.new_cdp_session(host.page)
    found: list[str] = []

    def updated(event: Any) -> None:
        found.extend(each["registrationId"] for each in event["registrations"])

    debugging.on("ServiceWorker.workerRegistrationUpdated", updated)
    debugging.send("ServiceWorker.enable")
    while not found:
        host.page.wait_for_timeout(20)
    message = {"title": "Du bist am Zug", "tag": "turn-1", "url": "/table/1"}
    (worker,) = host.context.service_workers
    worker.evaluate(CATCH)
    data = {"origin": host.server.address, "registrationId": found[0], "data": json.dumps(message)}
    debugging.send("ServiceWorker.deliverPushMessage", data)
    while not (shown := worker.evaluate("shown")):
        host.page.wait_for_timeout(20)
    assert shown == ["Du bist am Zug/table/1"]
    expect(host.page.get_by_label("Hier benachrichtigen")).not_to_be_checked()


def test_a_page_that_is_older_than_the_server_offers_to_reload(person: Callable[..., Person]) -> None:
    host = person("Host")

    def from_a_newer_server(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "kabuto-build": "another"})

    host.open("/")
    expect(host.page.locator("button.face")).to_have_accessible_name(re.compile("Host"))
    assert host.page.get_by_text("There’s a new version").count() == 0
    host.page.route("**/api/me?**", from_a_newer_server)
    host.open("/you")
    expect(host.page.get_by_text("There’s a new version")).to_be_visible()
    assert host.faults() == []
    host.page.unroute("**/api/me?**")
    host.page.get_by_role("button", name="Reload").click()
    expect(host.page.locator("#my-name")).to_be_visible()
    expect(host.page.get_by_text("There’s a new version")).to_have_count(0)


def test_an_address_without_https_says_what_is_missing(person: Callable[..., Person]) -> None:
    host = person("Host")
    host.page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    host.open("/you")
    expect(host.page.get_by_text("only over https")).to_be_visible()
