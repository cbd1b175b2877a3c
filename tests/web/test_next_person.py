"""Playing whoever comes next, watching others, and a picture to remember a game by."""

from collections.abc import Callable

from playwright.sync_api import expect

from .people import Person

People = Callable[..., Person]


def look_for_somebody(person: Person) -> None:
    """Want to play the next person, at a pace that nobody else of these tests wants."""
    person.open("/")
    person.page.get_by_role("button", name="Change").click()
    asked = person.page.get_by_role("dialog", name="Quick match")
    asked.locator("label", has_text="3 days per turn").click()
    asked.get_by_role("button", name="Find a player").click()


def test_two_people_meet_with_one_click_each(person: People) -> None:
    anna, bert = person("Anna"), person("Bert")
    anna.open("/")
    expect(anna.page.get_by_role("button", name="Find a player")).to_be_visible()
    assert anna.faults() == []
    anna.page.get_by_role("button", name="Change").click()
    assert anna.faults() == []
    look_for_somebody(anna)
    expect(anna.page.get_by_text("as soon as another player joins")).to_be_visible()
    assert anna.faults() == []
    look_for_somebody(bert)
    for each in (anna, bert):
        expect(each.page.locator(".board")).to_be_visible()
    assert anna.page.url == bert.page.url
    bert.post(f"/api/tables/{anna.page.url.rpartition('/')[2]}/leave")


def test_who_waits_can_stop_or_play_a_program_after_a_while(person: People) -> None:
    anna = person("Anna", locale="de-DE")
    anna.page.clock.install()
    anna.open("/")
    anna.page.get_by_role("button", name="Mitspieler suchen").click()
    expect(anna.page.get_by_text("sobald der nächste Spieler kommt")).to_be_visible()
    anna.page.get_by_role("button", name="Nicht mehr warten").click()
    anna.page.wait_for_url("**/")
    anna.page.get_by_role("button", name="Mitspieler suchen").click()
    expect(anna.page.get_by_text("sobald der nächste Spieler kommt")).to_be_visible()
    waiting = anna.page.url
    anna.page.clock.run_for(31_000)
    assert anna.faults() == []
    anna.page.get_by_role("button", name="Stattdessen gegen").click()
    expect(anna.page.locator(".board")).to_be_visible()
    assert anna.page.url != waiting
    assert anna.get(f"/api/tables/{waiting.rpartition('/')[2]}")["status"] == "closed"


def test_the_last_position_is_a_picture_to_keep(person: People) -> None:
    anna = person("Anna")
    anna.sit(anna.set_table("me", "greedy"))
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.locator("[data-action=resign]").click()
    anna.page.get_by_role("button", name="Resign").click()
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Download picture").click()
    assert download.value.suggested_filename.endswith(".png")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    assert anna.faults() == []


def test_who_watches_can_ask_who_is_ahead(person: People) -> None:
    host, spectator = person("Host"), person("Spectator")
    table = host.set_table("me", "me", game="yedo", hints=True, visibility="public")
    spectator.open("/watch")
    spectator.page.locator(f'a[href="/table/{table["id"]}"]').click()
    ask = spectator.page.get_by_role("button", name="Show who’s ahead")
    expect(ask).to_be_visible()
    assert spectator.page.locator(".chances").count() == 0  # hidden until asked for
    ask.click()
    expect(spectator.page.locator(".chances")).to_be_visible()
    assert spectator.faults() == []
    host.sit(table)
    assert host.page.get_by_role("button", name="Show who’s ahead").count() == 0
