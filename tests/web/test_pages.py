"""The start page and the page that sets a table, in a real browser."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from playwright.sync_api import expect

import kabuto
from kabuto.players import make, play_out

from .people import FRAMES, Person

People = Callable[..., Person]


def finished_record(players: int = 2, **options: str) -> dict[str, object]:
    """The record of a whole game."""
    game = kabuto.new("samurai", players=players, seed=4, **options)
    play_out(game, [make("greedy", "samurai", Random(seat)) for seat in range(players)])
    return game.record()


def choose(host: Person, name: str) -> None:
    """Click one of several choices."""
    radio = host.page.get_by_role("radio", name=name, exact=True)
    host.page.locator("label").filter(has=radio).click()


def test_two_clicks_lead_to_a_game_against_a_program(person: People) -> None:
    host = person("Host")
    host.open("/")
    samurai = host.page.get_by_role("region", name="Samurai")
    expect(samurai.get_by_role("radio", name="Jiro Level 1")).to_be_checked()  # for a newcomer
    samurai.locator("label", has_text="Level 4").click()
    host.page.get_by_role("button", name="Play Samurai").click()
    host.page.wait_for_url(re.compile("/table/"))
    host.await_turn()
    seats = host.get(f"/api/tables/{host.page.url.split('/')[-1]}")["seats"]
    assert sorted(seat["name"] for seat in seats) == ["Host", "level4"]


def test_every_game_is_a_print_that_remembers_the_last_opponents(person: People) -> None:
    host = person("Host")
    host.open("/")
    yedo = host.page.get_by_role("region", name="Yedo")
    yedo.locator("label", has_text="Level 2").click()
    yedo.get_by_label("Opponents").select_option("3")
    host.page.reload()
    expect(yedo.get_by_role("radio", name="Level 2")).to_be_checked()
    yedo.get_by_role("button", name="Play Yedo").click()
    host.page.wait_for_url(re.compile("/table/"))
    table = host.get(f"/api/tables/{host.page.url.split('/')[-1]}")
    assert (table["game"], len(table["seats"])) == ("yedo", 4)


def test_rules_that_were_read_change_no_table_and_german_players_get_the_german_edition(
    person: People,
) -> None:
    host, guest = person("Host"), person("Guest", locale="de-DE")
    host.open("/rules")
    host.page.get_by_label("Fantasy Flight 2015").check()
    for each, play, edition in ((host, "Play Samurai", "rgg"), (guest, "Spielen Samurai", "hig")):
        each.open("/")
        each.page.get_by_role("button", name=play).click()
        each.page.wait_for_url(re.compile("/table/"))
        assert each.get(f"/api/tables/{each.page.url.split('/')[-1]}")["options"]["edition"] == edition


@pytest.mark.parametrize(("width", "height"), [(390, 844), (768, 1024), (1366, 768)])
def test_my_games_are_never_below_a_page_of_pictures(person: People, width: int, height: int) -> None:
    host = person("Host", viewport={"width": width, "height": height})
    host.set_table("me", "me")
    host.open("/")
    heading = host.page.get_by_role("heading", name="Your games")
    expect(heading).to_be_in_viewport()
    game = host.page.get_by_role("listitem").filter(has_text="Samurai").first
    expect(game).to_contain_text("Rio Grande")
    expect(game).to_contain_text("0 moves")
    expect(game).not_to_contain_text("you")


def test_the_start_page_knows_my_games_and_those_of_others(person: People) -> None:
    host, friend = person("Host"), person("Friend")
    start = {"figures": {"o14": "HBR", "o8": "B"}, "tokens": {"p8": [1, "B2"]}, "hands": [["S1"], ["S2"]]}
    mine = host.set_position(start, "me", "greedy")
    waiting = friend.set_table("me", "open", visibility="public")
    days = friend.set_table("me", "open", visibility="public", clock={"per": "move", "seconds": 86400})
    watch = friend.set_table("me", "random", visibility="public")
    hidden = friend.set_table("me", "open")
    host.open("/")
    page = host.page
    banner = page.locator(".turn", has_text="Your turn")
    expect(banner).to_contain_text("Genta")
    for heading, table in (("Your games", mine), ("Waiting for players", waiting), ("Watch", watch)):
        listed = page.locator("section", has=page.get_by_role("heading", name=heading))
        expect(listed.locator(f'a[href="/table/{table["id"]}"]')).to_be_visible()
    page.locator(f'li a[href="/table/{mine["id"]}"]').scroll_into_view_if_needed()
    small = page.locator(f'li a[href="/table/{mine["id"]}"] svg polygon')
    expect(small.and_(page.locator(".seat-1"))).to_have_count(2)  # a token, and the village that it leads in
    expect(page.locator(f'a[href="/table/{hidden["id"]}"]')).to_have_count(0)
    page.get_by_label("Pace").select_option("over days")
    expect(page.locator(f'a[href="/table/{waiting["id"]}"]')).to_have_count(0)
    page.locator("li", has=page.locator(f'a[href="/table/{days["id"]}"]')).get_by_role(
        "button", name="Join"
    ).click()
    page.wait_for_url(f"**/table/{days['id']}")
    assert host.get(f"/api/tables/{days['id']}")["mine"] == [1]
    host.open("/")
    banner.get_by_role("link", name="Go to the table").click()
    page.wait_for_url("**/table/*")


def test_a_record_is_opened_from_a_file(person: People, tmp_path: Path) -> None:
    good, many, bad, wrong = (
        tmp_path / name for name in ("good.json", "many.jsonl", "bad.json", "wrong.json")
    )
    record = finished_record()
    good.write_text(json.dumps(record))
    many.write_text(f"{json.dumps(record)}\n{json.dumps(record)}\n")
    bad.write_text("no record at all")
    wrong.write_text(json.dumps({**record, "moves": ["S3a1"]}))
    host = person("Host")
    host.open("/")
    picker = host.page.locator("input[type=file]")
    alert = host.page.get_by_role("alert").filter(has_text="isn’t a game record")
    picker.set_input_files(many)
    expect(alert).to_contain_text("contains 2 records")
    picker.set_input_files(bad)
    expect(alert).to_be_visible()
    picker.set_input_files(wrong)
    expect(alert).to_contain_text("a1")
    host.complaints.clear()  # browsers report the refusal, too
    picker.set_input_files(good)
    host.page.wait_for_url(re.compile("/replay/"))
    expect(host.page.locator("output")).to_have_text(f"0/{len(record['moves'])}")  # type: ignore[arg-type]


def test_a_name_is_changed_and_a_personal_link_makes_another_device_the_same_person(person: People) -> None:
    host, phone = person("Host"), person("Stranger")
    table = host.set_table("me", "greedy")
    host.open("/")
    host.page.get_by_label("Your display name").fill("Host of the house")
    host.page.get_by_role("button", name="Save").click()
    expect(host.page.get_by_role("button", name="Save")).to_be_disabled()
    host.page.get_by_role("button", name="Continue on another device").click()
    link = host.page.get_by_label("Continue on another device").input_value()
    phone.open(link)
    phone.page.get_by_role("button", name="Become Host of the house").click()
    expect(phone.page.get_by_role("status").first).to_have_text("This device now plays as Host of the house.")
    assert "#me=" not in phone.page.url
    expect(phone.page.locator(f'a[href="/table/{table["id"]}"]').first).to_be_visible()


def test_a_table_can_be_set_as_it_stands(person: People) -> None:
    host = person("Host")
    host.open("/new")
    host.page.get_by_role("button", name="Create table").click()
    host.page.wait_for_url(re.compile("/table/"))
    host.await_turn()


def test_everything_chosen_for_a_table_reaches_the_server(person: People) -> None:
    host = person("Host")
    host.open("/new")
    page = host.page
    choose(host, "3")
    page.get_by_label("Seat 1", exact=True).select_option("A friend, by link")
    page.get_by_label("Seat 2", exact=True).select_option("You")
    page.get_by_label("Seat 3", exact=True).select_option("Someone else on this device")
    page.get_by_label("Name of the player in seat 3").fill("Friend")
    page.locator("label", has_text="Fantasy Flight 2015").click()
    page.get_by_text("Setup, clock and more").click()
    for choice in (
        "Everybody chooses five",
        "Placed by the players in turn",
        "2 minutes per turn",
        "Everyone: it’s listed",
    ):
        page.locator("label", has_text=choice).click()
    choose(host, "Open")
    page.get_by_label("Allow hints").uncheck()
    page.get_by_role("button", name="Create table").click()
    page.wait_for_url(re.compile("/table/"))
    table = host.get(f"/api/tables/{page.url.split('/')[-1]}")
    assert [seat["who"] for seat in table["seats"]] == ["open", "person", "person"]
    assert table["seats"][2]["name"] == "Friend"
    chosen = {
        "players": 3,
        "edition": "ffg",
        "hands": "choose",
        "figures": "draft",
        "captured_figures": "open",
    }
    assert chosen.items() <= table["options"].items()
    assert table["clock"] == {"per": "move", "seconds": 120, "increment": 0}
    assert (table["visibility"], table["hints"], len(table["invites"])) == ("public", False, 1)


def test_a_table_for_friends_alone_waits_for_them(person: People) -> None:
    host, friend = person("Host"), person("Friend")
    host.open("/new")
    for seat in (1, 2):
        host.page.get_by_label(f"Seat {seat}", exact=True).select_option("A friend, by link")
    expect(host.page.get_by_text("but you can watch.")).to_be_visible()
    host.page.get_by_role("button", name="Create table").click()
    links = host.page.get_by_label("Link for seat")
    expect(links).to_have_count(2)
    friend.open(links.nth(1).input_value())
    friend.page.get_by_role("button", name="Take this seat").click()
    expect(links).to_have_count(1)
    expect(host.page.locator("li", has_text="Friend")).to_be_visible()


def test_nobody_at_all_is_refused_with_the_reason(person: People) -> None:
    host = person("Host")
    host.open("/new")
    host.page.get_by_label("Seat 1", exact=True).select_option("A program")
    host.page.get_by_role("button", name="Create table").click()
    expect(host.page.get_by_role("alert")).to_contain_text("A table needs a person")
    host.complaints.clear()  # browsers report the refusal, too


def test_i_cannot_sit_twice_as_myself(person: People) -> None:
    host = person("Host")
    host.open("/new")
    host.page.get_by_label("Seat 2", exact=True).select_option("You")
    expect(host.page.get_by_label("Seat 1", exact=True)).to_have_value("program")


def test_language_and_light_are_switched_and_remembered(person: People) -> None:
    host = person("Host", color_scheme="light")
    host.open("/")
    page = host.page
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(background)
    page.get_by_label("Theme").select_option("Dark")
    dark = page.evaluate(background)
    assert dark != light
    page.get_by_label("Language").select_option("Deutsch")
    expect(page.get_by_role("button", name="Spielen Samurai")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Spielen Samurai")).to_be_visible()
    assert page.evaluate(background) == dark
    assert page.evaluate("document.documentElement.lang") == "de"


def test_the_browsers_language_is_spoken(person: People) -> None:
    host = person("Host", locale="de-AT")
    host.open("/rules")
    expect(host.page.get_by_role("heading", level=1)).to_have_text("Die Regeln von Samurai")


def test_the_rules_follow_the_edition(person: People) -> None:
    host = person("Host")
    host.open("/rules")
    capture = host.page.locator("#capture")
    expect(capture).to_contain_text("after every single token")
    host.page.get_by_label("Fantasy Flight 2015").check()
    expect(capture).to_contain_text("at the end of your turn, after all its tiles have been placed")
    expect(capture).to_contain_text("Captured caste pieces are kept behind a screen")
    host.page.reload()
    expect(host.page.get_by_label("Fantasy Flight 2015")).to_be_checked()


def test_a_link_into_the_rules_leads_to_its_section(person: People) -> None:
    host = person("Host")
    host.open("/rules#score")
    expect(host.page.get_by_role("heading", name="Who wins")).to_be_in_viewport()


PAGES = ("/", "/new", "/learn", "/learn/influence", "/learn/scoring", "/rules", "/replay", "/nowhere")


LOOKS: tuple[tuple[Literal["light", "dark"], int], ...] = (("light", 1280), ("dark", 390))


def test_no_page_keeps_anybody_out(person: People) -> None:
    host = person("Host")
    host.set_table("me", "greedy")
    for path in PAGES:
        host.open(path)
        host.page.get_by_role("heading", level=1).wait_for()
        host.page.wait_for_load_state("networkidle")
        if path == "/new":
            host.page.locator("summary").click()
        for look, width in LOOKS:
            host.page.emulate_media(color_scheme=look)
            host.page.set_viewport_size({"width": width, "height": 844})
            host.page.evaluate(FRAMES)
            assert host.faults() == [], (path, look)
    host.complaints.clear()  # browsers report an address that leads nowhere


def test_every_page_fits_a_phone(person: People) -> None:
    host = person("Host", viewport={"width": 360, "height": 740}, has_touch=True, locale="de")
    for path in PAGES:
        host.open(path)
        host.page.get_by_role("heading", level=1).wait_for()
        host.page.wait_for_load_state("networkidle")
        width = host.page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, f"{path} is {width} wide"
    host.complaints.clear()  # browsers report an address that leads nowhere


def test_a_keyboard_alone_sets_a_table(person: People) -> None:
    host = person("Host")
    host.open("/new")
    page = host.page
    expect(page.get_by_role("button", name="Create table")).to_be_enabled()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # past the choice of the game
    page.keyboard.press("ArrowRight")  # three players
    expect(page.get_by_label("Seat 3", exact=True)).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip() == "Create table":
            break
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/table/"))
