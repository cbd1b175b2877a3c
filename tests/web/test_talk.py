"""Talk at the table: people can be hidden by anybody for themselves, and muted by the host for all."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from .people import Person
from .test_people import PHONE

People = Callable[..., Person]


def talking(person: Person) -> Locator:
    """The lines that somebody sees."""
    tab = person.page.get_by_role("tab", name="Chat")
    if tab.count():
        tab.click()
    elif not person.page.get_by_role("dialog").count():
        person.page.get_by_role("button", name="Chat").click()
    return person.page.get_by_role("list", name="Chat")


def say(person: Person, text: str) -> None:
    """Say something, and see it said."""
    lines = talking(person)
    person.page.get_by_label("Write a message").fill(text)
    person.page.get_by_role("button", name="Send").click()
    expect(lines).to_contain_text(text)


def table_with_a_pest(person: People, **settings: object) -> tuple[Person, Person]:
    """A host, and a spectator who talks."""
    host, pest = person("Host", **settings), person("Pest")
    table = host.set_table("me", "me")
    for each in (host, pest):
        each.sit({"id": table["id"]})
    host.page.get_by_role("button", name="show my hand").click()
    say(pest, "noise")
    return host, pest


def test_somebody_is_hidden_for_oneself_and_stays_so(person: People) -> None:
    host, pest = table_with_a_pest(person)
    lines = talking(host)
    host.page.get_by_role("button", name="Pest", exact=True).click()
    host.page.get_by_role("button", name="Hide for me").click()
    expect(lines).to_contain_text("You’ve hidden everyone")
    host.page.reload()
    host.page.get_by_role("button", name="show my hand").click()
    say(pest, "more noise")
    expect(talking(host)).not_to_contain_text("noise")
    expect(host.page.locator(".tabs .unread")).to_have_count(0)
    assert host.faults() == []
    host.page.get_by_role("button", name="Show Pest again").click()
    expect(talking(host)).to_contain_text("more noise")
    expect(host.page.get_by_text("Hidden:")).to_have_count(0)


def test_hidden_people_make_no_news(person: People) -> None:
    host, pest = table_with_a_pest(person)
    talking(host)
    host.page.get_by_role("button", name="Pest", exact=True).click()
    host.page.get_by_role("button", name="Hide for me").click()
    host.page.get_by_role("tab", name="Log").click()
    say(pest, "more noise")
    guest = person("Guest")
    guest.sit({"id": host.page.url.rpartition("/")[2]})
    say(guest, "good evening")
    expect(host.page.locator(".tabs .unread")).to_have_text("1")


@pytest.mark.parametrize(
    "device", [pytest.param({}, marks=pytest.mark.prove), PHONE], ids=["desktop", "phone"]
)
def test_the_host_mutes_somebody_for_all(person: People, device: dict[str, object]) -> None:
    host, pest = table_with_a_pest(person, **device)
    talking(host)
    host.page.get_by_role("button", name="Pest", exact=True).click()
    assert host.faults() == []
    host.page.get_by_role("button", name="Mute for everyone").click()
    expect(pest.page.get_by_text("The host has muted you")).to_be_visible()
    expect(pest.page.get_by_label("Write a message")).to_have_count(0)
    assert pest.faults() == []
    host.page.get_by_role("button", name="Unmute Pest").click()
    say(pest, "thank you")


def test_only_the_host_is_offered_to_mute(person: People) -> None:
    host, pest = table_with_a_pest(person)
    say(host, "quiet, please")
    pest.page.get_by_role("button", name="Host", exact=True).click()
    expect(pest.page.get_by_role("button", name="Hide for me")).to_be_visible()
    expect(pest.page.get_by_role("button", name="Mute for everyone")).to_have_count(0)
    expect(host.page.get_by_role("button", name="Host", exact=True)).to_have_count(0)  # not about oneself
    pest.page.get_by_role("button", name="Menu").click()
    expect(pest.page.get_by_label("Sound")).to_be_visible()
    expect(pest.page.get_by_label("Let spectators chat")).to_have_count(0)
    pest.page.keyboard.press("Escape")
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_label("Let spectators chat").uncheck()
    expect(pest.page.get_by_text("Only players can chat")).to_be_visible()
    expect(pest.page.get_by_label("Write a message")).to_have_count(0)


def test_a_speaker_is_hidden_by_keyboard_alone(person: People) -> None:
    host, _ = table_with_a_pest(person)
    other = person("Other")
    other.sit({"id": host.page.url.rpartition("/")[2]})
    say(other, "good evening")
    lines, keyboard = talking(host), host.page.keyboard
    expect(lines).to_contain_text("good evening")
    lines.focus()
    keyboard.press("Tab")
    expect(host.page.get_by_role("button", name="Other", exact=True)).to_be_focused()
    keyboard.press("ArrowUp")
    expect(host.page.get_by_role("button", name="Pest", exact=True)).to_be_focused()
    keyboard.press("Enter")
    keyboard.press("Escape")
    expect(host.page.get_by_role("button", name="Hide for me")).to_have_count(0)
    expect(host.page.get_by_role("button", name="Pest", exact=True)).to_be_focused()
    keyboard.press("Enter")
    keyboard.press("Tab")
    expect(host.page.get_by_role("button", name="Hide for me")).to_be_focused()
    keyboard.press("Enter")
    expect(lines).not_to_contain_text("noise")
    expect(lines).to_contain_text("good evening")
    expect(lines).to_be_focused()


def test_somebody_who_opens_a_link_first_of_all_can_talk(person: People) -> None:
    host, _ = table_with_a_pest(person)
    guest = person()
    guest.context.clear_cookies()
    tries: list[Route] = []

    def unlucky(route: Route) -> None:
        tries.append(route)
        route.abort() if len(tries) == 1 else route.continue_()

    guest.page.route("**/api/me?*", unlucky)
    guest.sit({"id": host.page.url.rpartition("/")[2]})
    say(guest, "good evening")
    assert len(tries) == 2
    guest.complaints.clear()  # the browser reports the request that failed
