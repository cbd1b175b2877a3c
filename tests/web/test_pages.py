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


def sit(host: Person, seat: int, who: str) -> None:
    """Open the picker of a seat, and choose who sits there."""
    page = host.page
    card = page.get_by_role("button", name=f"Seat {seat}:")
    if card.get_attribute("aria-expanded") == "false":
        card.click()
    page.get_by_role("group", name=f"Seat {seat}").get_by_role("button", name=who).click()


def test_two_clicks_lead_to_a_game_against_a_program(person: People) -> None:
    host = person("Host")
    host.open("/")
    samurai = host.page.get_by_role("region", name="Samurai")
    jiro = samurai.get_by_role("button", name="Jiro Level 1", exact=True)
    expect(jiro).to_have_attribute("aria-pressed", "true")  # for a newcomer
    jiro.click()
    expect(jiro).to_have_attribute("aria-pressed", "true")  # nobody plays alone
    samurai.get_by_role("button", name="Level 4").click()
    expect(samurai).to_contain_text("Jiro and Saburo · 3 players")
    jiro.click()
    host.page.get_by_role("button", name="Play Samurai").click()
    host.page.wait_for_url(re.compile("/table/"))
    host.await_turn()
    seats = host.get(f"/api/tables/{host.page.url.split('/')[-1]}")["seats"]
    assert sorted(seat["name"] for seat in seats) == ["Host", "level4"]


def test_every_game_is_a_print_that_remembers_the_last_opponents(person: People) -> None:
    host = person("Host")
    host.open("/")
    yedo = host.page.get_by_role("region", name="Yedo")
    for level in (2, 5):
        yedo.get_by_role("button", name=f"Level {level}").click()
    host.page.reload()
    for level in (1, 2, 5):
        expect(yedo.get_by_role("button", name=f"Level {level}")).to_have_attribute("aria-pressed", "true")
    yedo.get_by_role("button", name="Play Yedo").click()
    host.page.wait_for_url(re.compile("/table/"))
    table = host.get(f"/api/tables/{host.page.url.split('/')[-1]}")
    assert table["game"] == "yedo"
    assert sorted(seat["name"] for seat in table["seats"]) == ["Host", "level1", "level2", "level5"]


def test_what_an_older_page_kept_of_the_last_opponents_still_holds(person: People) -> None:
    host = person("Host")
    host.open("/rules")
    kept = {"quick": {"samurai": {"program": "level3", "opponents": 2}}}
    host.page.evaluate(f"localStorage['kabuto.settings'] = JSON.stringify({json.dumps(kept)})")
    host.open("/")
    samurai = host.page.get_by_role("region", name="Samurai")
    expect(samurai.get_by_role("button", name="Level 3")).to_have_attribute("aria-pressed", "true")
    expect(samurai).to_contain_text("3 players")
    host.page.get_by_role("button", name="Play Samurai").click()
    host.page.wait_for_url(re.compile("/table/"))
    seats = host.get(f"/api/tables/{host.page.url.split('/')[-1]}")["seats"]
    assert sorted(seat["name"] for seat in seats) == ["Host", "level3", "level3"]


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
    row = page.locator("#mine li", has=page.locator(f'a[href="/table/{mine["id"]}"]'))
    expect(row).to_contain_text("with Genta")
    expect(row).to_contain_text("Your turn")
    row.scroll_into_view_if_needed()
    small = page.locator(f'li a[href="/table/{mine["id"]}"] svg polygon')
    expect(small.and_(page.locator(".seat-1"))).to_have_count(2)  # a token, and the village that it leads in
    page.get_by_role("link", name="tables wait for players").click()
    for heading, table in (("Waiting for players", waiting), ("In play", watch)):
        listed = page.locator("section", has=page.get_by_role("heading", name=heading))
        expect(listed.locator(f'a[href="/table/{table["id"]}"]')).to_be_visible()
    assert host.faults() == []
    expect(page.locator(f'a[href="/table/{hidden["id"]}"]')).to_have_count(0)
    page.get_by_label("Pace").select_option("over days")
    expect(page.locator(f'a[href="/table/{waiting["id"]}"]')).to_have_count(0)
    page.locator("li", has=page.locator(f'a[href="/table/{days["id"]}"]')).get_by_role(
        "button", name="Join"
    ).click()
    page.wait_for_url(f"**/table/{days['id']}")
    assert host.get(f"/api/tables/{days['id']}")["mine"] == [1]
    host.open("/")
    page.get_by_role("link", name="Your turn at").click()  # in the head
    page.wait_for_url("**/table/*")
    host.open("/games")
    running = page.locator("section", has=page.get_by_role("heading", name="In play"))
    expect(running.get_by_role("listitem")).to_have_count(2)


def test_a_record_is_opened_from_a_file(person: People, tmp_path: Path) -> None:
    names = ("good.json", "many.jsonl", "bad.json", "wrong.json", "new.json")
    good, many, bad, wrong, new = (tmp_path / name for name in names)
    record = finished_record()
    good.write_text(json.dumps(record))
    many.write_text(f"{json.dumps(record)}\n{json.dumps(record)}\n")
    bad.write_text("no record at all")
    wrong.write_text(json.dumps({**record, "moves": ["S3a1"]}))
    new.write_text(json.dumps({**record, "rules": 99}))
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
    picker.set_input_files(new)
    expect(alert).to_contain_text("version 99 of the rules")
    host.complaints.clear()  # browsers report the refusal, too
    picker.set_input_files(good)
    host.page.wait_for_url(re.compile("/replay/"))
    expect(host.page.locator("output")).to_have_text("Start of the game")


def test_a_name_is_changed_and_a_personal_link_makes_another_device_the_same_person(person: People) -> None:
    host, phone = person("Host"), person("Stranger")
    table = host.set_table("me", "greedy")
    host.open("/")
    host.page.get_by_role("button", name="You: Host").click()
    host.page.get_by_role("link", name="Name, devices, recovery").click()
    host.page.get_by_label("Your display name").fill("Host of the house")
    host.page.get_by_role("button", name="Save", exact=True).click()
    expect(host.page.get_by_role("button", name="You: Host of the house")).to_be_visible()
    host.page.get_by_role("button", name="Continue on another device").click()
    link = host.page.get_by_label("Continue on another device").input_value()
    phone.open(link)
    phone.page.get_by_role("button", name="Sign in as Host of the house").click()
    expect(phone.page.get_by_role("status").first).to_have_text(
        "This device is now signed in as Host of the house."
    )
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
    page.get_by_role("button", name="A friend and a program").click()
    sit(host, 2, "You")  # leaves the program my seat
    sit(host, 1, "A friend, by link")
    sit(host, 3, "Someone else on this device")
    page.get_by_label("Name of the player in seat 3").fill("Friend")
    page.locator("label", has_text="Fantasy Flight 2015").click()
    page.locator("summary").click()
    for choice in (
        "Everyone chooses five",
        "Placed by the players in turn",
        "2 minutes per turn",
        "Everyone: it’s listed",
    ):
        page.locator("label", has_text=choice).click()
    choose(host, "Open")
    page.get_by_label("Allow hints").uncheck()
    expect(page.get_by_role("status")).to_have_text(
        "Samurai for 3 · Fantasy Flight 2015 · 2 minutes per turn · a friend, you, and Friend"
    )
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
        sit(host, seat, "A friend, by link")
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
    sit(host, 1, "Level 2")
    host.page.get_by_role("button", name="Create table").click()
    expect(host.page.get_by_role("alert")).to_contain_text("A table needs a player")
    host.complaints.clear()  # browsers report the refusal, too


def test_i_cannot_sit_twice_as_myself(person: People) -> None:
    host = person("Host")
    host.open("/new")
    sit(host, 2, "You")
    expect(host.page.get_by_role("button", name="Seat 1: Ayame")).to_be_visible()


def test_a_seat_is_added_and_removed_and_a_friend_by_post_gets_the_link_at_once(person: People) -> None:
    host = person("Host")
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.open("/new")
    page = host.page
    seats = page.get_by_role("button", name=re.compile("^Seat"))
    expect(seats).to_have_count(2)
    page.get_by_role("button", name="Add a seat").click()
    expect(seats).to_have_count(3)
    assert host.faults() == []
    page.get_by_role("button", name="Remove this seat").click()
    expect(seats).to_have_count(2)
    page.get_by_role("button", name="Correspondence").click()
    expect(seats).to_have_count(4)
    page.get_by_role("button", name="Create the table and copy its link").click()
    page.wait_for_url(re.compile("/table/"))
    table = host.get(f"/api/tables/{page.url.split('/')[-1]}")
    assert (table["clock"]["seconds"], len(table["invites"])) == (86_400, 3)
    link = f"{host.server.address}/table/{table['id']}#invite={table['invites'][0]['token']}"
    host.until(f"navigator.clipboard.readText().then((text) => text === '{link}')")


def test_one_click_invites_a_friend_and_shows_the_link_and_its_code(person: People) -> None:
    host, friend = person("Host"), person("Friend")
    host.open("/")
    page = host.page
    page.get_by_role("button", name="Invite a friend").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert host.faults() == []
    friend.open(page.get_by_label("Link for seat 2").input_value())
    friend.page.get_by_role("button", name="Take this seat").click()
    for each in (host, friend):
        expect(each.page.locator(".board")).to_be_visible()


def test_language_and_light_are_switched_and_remembered(person: People) -> None:
    host = person("Host", color_scheme="light")
    host.open("/")
    page = host.page
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(background)
    page.get_by_role("button", name="Theme: Auto").click()
    expect(page.get_by_role("button", name="Theme: Dark")).to_be_visible()
    dark = page.evaluate(background)
    assert dark != light
    page.get_by_role("button", name="Language: English").click()
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
            # what does not depend on colours is the same for both
            assert host.faults(*(["color-contrast"] if look == "light" else [])) == [], (path, look)
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
    for _ in range(2 + 4 + 1 + 2):  # games, starts, random seats, seats
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # add a seat
    expect(page.get_by_role("button", name="Seat 3")).to_be_visible()
    for _ in range(50):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip() == "Create table":
            break
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/table/"))
