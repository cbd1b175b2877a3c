"""Several people, several screens: lost lines, spectators, a shared screen, phones, keyboards, languages."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import kabuto
from tests.samurai.helpers import where

from .people import Person, running
from .test_pages import finished_record
from .test_table import START

People = Callable[..., Person]
WATCH_FLIGHTS = """
    window.flown = 0
    new MutationObserver(changes => {
        for (const {addedNodes} of changes)
            for (const node of addedNodes) window.flown += node.classList?.contains('flight') ? 1 : 0
    }).observe(document.body, {childList: true})
"""
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def test_a_turn_in_progress_survives_a_power_cut_of_the_server(person: People, tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        host = person("Host", server=server)
        host.sit(host.set_position(START, "me", "random"))
        host.lay("V1", "n8")
        server.kill()
        expect(host.page.get_by_role("alert")).to_contain_text("Connection lost")
        server.start()
        expect(host.page.get_by_role("alert")).to_have_count(0)
        expect(host.page.locator(".laid li")).to_have_text([f"ship 1 {where('n8')}"])
        host.lay("N1", "o9")
        host.end_turn()


def test_a_move_chosen_while_the_line_is_down_stays_chosen_and_one_that_was_sent_is_played_once(
    person: People, tmp_path: Path
) -> None:
    with running(tmp_path / "data") as server:
        host = person("Host", server=server)
        page, laid = host.page, host.page.locator(".laid li")
        lost = page.get_by_role("alert").filter(has_text="Connection lost")
        host.sit(host.set_position(START, "me", "random"))
        server.kill()
        expect(lost).to_be_visible()
        host.token("V1").click()
        host.space("n8").click()
        expect(page.get_by_text("so this move wasn’t sent")).to_be_visible()
        server.start()
        expect(lost).to_have_count(0)
        expect(page.locator(".hand .chosen[data-token=V1]")).to_have_count(1)
        expect(laid).to_have_count(0)
        host.space("n8").click()
        expect(laid).to_have_text([f"ship 1 {where('n8')}"])

        server.freeze()
        host.token("N1").click()
        host.space("o9").click()
        server.kill()
        expect(lost).to_be_visible()
        server.start()
        expect(laid).to_have_text([f"ship 1 {where('n8')}", f"ronin 1 {where('o9')}"])
        expect(page.locator(".hand [data-token=N1]")).to_have_count(0)


def test_a_game_that_ends_while_the_line_is_down_is_told_when_it_is_back(
    person: People, tmp_path: Path
) -> None:
    game = kabuto.load(finished_record())
    game.undo()
    seats = ["random", "random"]
    seats[game.to_move or 0] = "me"
    with running(tmp_path / "data") as server:
        host = person("Host", server=server)
        record = host.post("/api/records", {"record": game.record()})
        host.sit(host.set_table(*seats, start={"table": record["id"], "ply": game.ply}))
        server.freeze()
        host.page.locator("[data-action=end]").click()
        server.kill()
        expect(host.page.get_by_role("alert")).to_be_visible()
        server.start()
        expect(host.page.locator(".after h2")).to_be_visible()
        expect(host.page.locator(".count .kind")).to_have_count(3)
        expect(host.page.get_by_role("alert")).to_have_count(0)


def test_a_game_goes_on_at_another_device(person: People, browser: Browser) -> None:
    host = person("Host")
    table = host.set_position(START, "me", "random")
    host.sit(table)
    host.lay("V1", "n8")
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Continue on another device").click()
    link = host.page.get_by_role("textbox", name="Continue on another device").input_value()
    phone = person(**PHONE)
    phone.post("/api/me/claim", {"token": link.partition("#me=")[2].partition("&")[0]})
    phone.sit(table)
    expect(phone.page.locator(".board .fresh")).to_have_count(1)
    phone.page.locator("[data-action=undo]").click()
    expect(host.page.locator(".laid li")).to_have_count(0)


def test_a_spectator_sees_a_turn_when_it_is_ended_and_no_hand(person: People) -> None:
    host, watcher = person("Host"), person("Watcher")
    table = host.set_position(START, "me", "random")
    host.sit(table)
    watcher.sit(table)
    expect(watcher.page.locator(".what")).to_have_text("You’re watching")
    expect(watcher.page.locator(".hand")).to_have_count(0)
    host.lay("V1", "n8")
    host.lay("N1", "o9")
    expect(watcher.space("n8")).to_have_accessible_name(re.compile(r"^The sea southwest of .*\. empty"))
    host.end_turn()
    expect(watcher.space("n8")).to_have_accessible_name(re.compile(r"\. ship 1 of Host"))


def test_two_at_one_screen_do_not_see_each_others_hands(person: People) -> None:
    host = person("Host")
    host.sit(host.set_table({"who": "me", "name": "Host"}, {"who": "me", "name": "Friend"}))
    for name in ("Host", "Friend", "Host"):
        cover = host.page.get_by_role("dialog", name=f"{name}, it’s your turn")
        expect(cover).to_be_visible()
        assert host.page.evaluate("document.elementFromPoint(1150, 600).closest('.hand-cover') !== null")
        cover.get_by_role("button").click()
        expect(cover).to_be_hidden()
        host.play_turn()


def test_two_at_one_screen_choose_their_opening_hands_unseen(person: People) -> None:
    host = person("Host")
    seats = ({"who": "me", "name": "Host"}, {"who": "me", "name": "Friend"})
    host.sit(host.set_table(*seats, options={"hands": "choose"}))
    for name, codes in (("Host", ["S3", "X", "T", "N1", "V2"]), ("Friend", ["H4", "B4", "R4", "S3", "S2"])):
        host.page.get_by_role("dialog", name=f"{name}, it’s your turn").get_by_role("button").click()
        for code in codes:
            host.page.locator(f'.opening [data-token="{code}"]').click()
        host.end_turn() if name == "Friend" else host.page.locator("[data-action=end]").click()
    host.page.get_by_role("dialog", name="Host, it’s your turn").get_by_role("button").click()
    expect(host.page.locator('.hand [data-token="X"]')).to_have_count(1)


def test_everything_is_said_in_german_to_a_german_browser(person: People) -> None:
    host = person("Host", locale="de-DE")
    host.sit(host.set_position(START, "me", "random"))
    expect(host.guide).to_have_text("Du bist am Zug: Wähle ein Plättchen.")
    host.token("V1").click()
    host.space("o9").click()
    expect(host.guide).to_contain_text("liegt an Land: Schiff 1 gehört aufs Meer")
    host.page.keyboard.press("Escape")
    host.lay("B3", "o9")
    captured = host.page.get_by_role("region", name="Erobert")
    expect(captured).to_contain_text("Das Dorf nördlich von Akita ist umschlossen")
    host.page.get_by_role("button", name="Zug beenden").click()
    assert host.page.evaluate("document.documentElement.lang") == "de"


def test_the_language_can_be_changed_in_mid_turn(person: People) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "random"))
    host.lay("V1", "n8")
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_label("Language").select_option("de")
    expect(host.page.get_by_role("button", name="Zug beenden")).to_be_visible()
    expect(host.page.locator(".laid li")).to_have_text([re.compile("^Schiff 1 auf dem Meer südwestlich vom")])


@pytest.mark.parametrize("players", [2, 4])
def test_a_phone_shows_the_whole_map_and_the_hand_without_scrolling(person: People, players: int) -> None:
    host = person("Host", **PHONE)
    host.sit(host.set_table("me", *["random"] * (players - 1)))
    spaces = host.page.locator("[data-space]")
    assert spaces.count() == {2: 91, 4: 174}[players]
    for part in (spaces.first, spaces.last, host.page.locator("[data-action=end]"), host.token("")):
        expect(part if part.count() else host.page.locator(".hand button").first).to_be_in_viewport(
            ratio=0.99
        )
    overflow = """({
        x: document.documentElement.scrollWidth - innerWidth,
        y: document.documentElement.scrollHeight - innerHeight,
    })"""
    assert host.page.evaluate(overflow) == {"x": 0, "y": 0}
    host.page.locator('.hand .token[aria-disabled="false"]').first.tap()
    host.space(host.lit()[0]).tap()
    expect(host.page.locator(".board .fresh")).to_have_count(1)
    host.page.locator("[data-action=end]").tap()


def test_a_turn_is_played_with_the_keyboard_alone(person: People) -> None:
    host = person("Host")
    host.sit(host.set_position(START, "me", "greedy"))
    keyboard, page = host.page.keyboard, host.page
    focused = "(({space, action, token}) => space ?? action ?? token)(document.activeElement.dataset)"
    for _ in range(40):
        keyboard.press("Tab")
        if page.evaluate(focused) == "B3":
            break
    keyboard.press("Enter")
    first = page.evaluate(focused)
    assert first in host.lit(), "choosing a token takes the keyboard to a space where it can go"
    keyboard.press("n")
    assert page.evaluate(focused) in host.lit()
    assert page.evaluate(focused) != first
    keyboard.press("p")
    keyboard.press("ArrowDown")
    keyboard.press("ArrowUp")
    for _ in range(30):
        if page.evaluate(focused) == "o9":
            break
        keyboard.press("n")
    keyboard.press("Enter")
    expect(page.locator(".laid li")).to_have_text([f"Buddha 3 {where('o9')}"])
    expect(page.locator("[data-action=end]")).to_be_focused()
    keyboard.press("u")
    expect(page.locator(".laid li")).to_have_count(0)
    keyboard.press("1")
    page.locator(".spot.lit").first.wait_for()
    keyboard.press("Enter")
    expect(page.locator(".laid li")).to_have_count(1)
    keyboard.press("e")
    expect(page.locator(".laid li")).to_have_count(0)


def test_what_is_said_reaches_everybody(person: People) -> None:
    host, friend = person("Host"), person("Friend")
    table = host.set_table("me", "open")
    host.sit(table)
    friend.sit(table, invite=0)
    friend.page.get_by_role("tab", name="Chat").click()
    friend.page.get_by_label("Write a message").fill("Good luck!")
    friend.page.get_by_role("button", name="Send").click()
    expect(host.page.locator(".tabs .unread")).to_have_text("1")
    host.page.get_by_role("tab", name="Chat").click()
    expect(host.page.get_by_role("list", name="Chat")).to_contain_text("Friend Good luck!")


def test_a_program_sits_in_for_somebody_who_left_if_the_table_agrees(person: People) -> None:
    host, friend = person("Host"), person("Friend")
    table = host.set_table("me", "open")
    host.sit(table)
    friend.sit(table, invite=0)
    friend.await_idle()
    friend.page.get_by_role("button", name="Menu").click()
    friend.page.get_by_role("button", name="Leave the table").click()
    friend.page.get_by_role("button", name="Leave the table").click()
    friend.page.wait_for_url(lambda address: "table" not in address)
    host.play_turn()
    host.page.get_by_role("button", name="Let a program sit in").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Let a program sit in").click()
    host.await_turn()
    host.play_turn()


def test_clocks_run_for_the_one_who_is_to_move(person: People) -> None:
    host = person("Host")
    host.sit(host.set_table("me", "greedy", clock={"per": "game", "seconds": 600}))
    clock = host.page.locator("[data-seat='0'] .clock")
    expect(clock).to_have_text(re.compile(r"9:\d\d"))
    expect(clock).not_to_have_text(clock.inner_text())


def test_a_page_out_of_sight_tells_when_it_is_ones_turn(person: People) -> None:
    host, friend = person("Host", permissions=["notifications"]), person("Friend")
    host.page.add_init_script("""
        window.told = []
        window.Notification = class {
            static permission = 'granted'
            constructor(title) { window.told.push(title) }
        }
        Object.defineProperty(document, 'hidden', {get: () => true})
    """)
    table = host.set_table("open", "me")
    host.sit(table)
    friend.sit(table, invite=0)
    friend.await_turn()
    assert host.page.evaluate("window.told") == ["The table is complete"]
    friend.play_turn()
    host.await_turn()
    assert host.page.evaluate("window.told") == ["The table is complete", "Your turn"]
    expect(host.page).to_have_title("● Your turn · Kabuto")


def test_an_address_that_leads_to_no_table_says_so(person: People) -> None:
    host = person("Host")
    host.open("/table/nothing-is-here")
    expect(host.page.get_by_role("heading", name="This table doesn’t exist.")).to_be_visible()


def test_a_waiting_table_can_be_left_and_then_says_that_it_was_given_up(person: People) -> None:
    host, watcher = person("Host"), person("Watcher")
    table = host.set_table("me", "open")
    host.sit(table)
    watcher.sit(table)
    host.page.get_by_role("button", name="Leave the table").click()
    expect(watcher.page.get_by_role("heading", name="This table was closed")).to_be_visible()
    watcher.page.get_by_role("link", name="Back to the start page").click()
    for each in (host, watcher):
        expect(each.page.get_by_role("button", name="Play Samurai")).to_be_visible()


def test_an_invite_link_is_copied_where_pages_have_no_clipboard(person: People) -> None:
    host = person("Host")
    host.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    host.sit(host.set_table("me", "open"))
    copied = "document.addEventListener('copy', () => { window.taken = getSelection().toString() })"
    host.page.evaluate(copied)
    host.page.get_by_role("button", name="Copy").click()
    expect(host.page.get_by_role("button", name="Copied")).to_be_visible()
    assert host.page.evaluate("window.taken") == host.page.get_by_label("Link for seat 2").input_value()


def test_a_phone_has_room_for_the_names_of_three_programs_all_of_them_different(person: People) -> None:
    host = person("Host", **{**PHONE, "viewport": {"width": 360, "height": 740}})
    host.sit(host.set_table("me", "level2", "level2", "level3"))
    names = host.page.locator(".players .name")
    expect(names).to_have_text(["You", "Chiyo 1", "Chiyo 2", "Ayame"])
    assert names.evaluate_all("all => all.every(each => each.scrollWidth <= each.clientWidth)")


def test_an_invited_guest_sees_what_is_played_and_is_asked_for_a_name(person: People) -> None:
    host, friend = person("Ayame"), person("", locale="de-DE")
    table = host.set_table("me", "open", clock={"per": "move", "seconds": 120})
    host.sit(table)
    expect(host.page.locator(".waiting")).to_contain_text("only work on this computer")
    friend.open(f"/table/{table['id']}#invite={table['invites'][0]['token']}")
    card = friend.page.locator(".invited")
    expect(card).to_contain_text("Du bist zu einer Partie Samurai eingeladen")
    expect(card).to_contain_text("2 Minuten")
    expect(card).to_contain_text("Ayame")
    assert friend.faults() == []
    expect(host.page.locator(".waiting")).to_be_visible()  # nobody sits down unasked
    card.get_by_label("Dein Anzeigename").fill("Bo")
    friend.page.keyboard.press("Enter")
    expect(host.page.locator('[data-seat="1"] .name')).to_have_text("Bo")
    expect(friend.page.locator(".board")).to_be_visible()


def test_a_wrong_invite_says_so(person: People) -> None:
    host, friend = person("Host"), person("Friend")
    table = host.set_table("me", "open")
    friend.open(f"/table/{table['id']}#invite=wrong")
    friend.page.get_by_role("button", name="Take this seat").click()
    expect(friend.page.get_by_role("alert")).to_be_visible()
    assert "#" not in friend.page.url
    friend.complaints.clear()  # the browser reports every refusal of a server


@pytest.mark.parametrize(
    ("scheme", "device"),
    [
        ("light", {}),
        ("dark", PHONE),
        pytest.param("dark", {}, marks=pytest.mark.prove),
        pytest.param("light", PHONE, marks=pytest.mark.prove),
    ],
    ids=["desktop", "phone", "desktop by night", "phone by day"],
)
def test_axe_finds_nothing_at_the_table(person: People, device: dict[str, object], scheme: str) -> None:
    host = person("Host", color_scheme=scheme, **device)
    host.sit(
        host.set_position({**START, "captured": [[1, 0, 2], [0, 1, 0]], "aside": [1, 0, 0]}, "me", "greedy")
    )
    assert host.faults() == []
    host.token("B3").click()
    host.space("o9").click()
    host.page.locator(".board .fresh").wait_for()
    assert host.faults() == []
    host.space("o14").click()
    assert host.faults() == []
    for name in ("Menu", *(["Log", "Chat"] if device else [])):
        host.page.get_by_role("button", name=name, exact=True).click()
        assert host.faults() == []
        host.page.get_by_role("dialog").get_by_role("button", name="Close").click()


@pytest.mark.parametrize(("scheme", "device"), [("light", {}), ("dark", PHONE)], ids=["desktop", "phone"])
def test_axe_finds_nothing_at_a_waiting_table_in_the_set_up_and_behind_a_cover(
    person: People, device: dict[str, object], scheme: str
) -> None:
    host = person("Host", color_scheme=scheme, **device)
    for seats, options in (
        (("me", "open"), {}),
        (("me", "greedy"), {"hands": "choose"}),
        (("me", "greedy"), {"figures": "draft"}),
        (("me", "me"), {}),
    ):
        host.sit(host.set_table(*seats, options=options))
        assert host.faults() == [], (seats, options)


def test_captured_figures_fly_to_their_owner_unless_motion_is_unwelcome(person: People) -> None:
    host, friend = person("Host", reduced_motion="no-preference"), person("Friend")
    for each, flights in ((host, 1), (friend, 0)):
        each.sit(each.set_position(START, "me", "random"))
        each.page.evaluate(WATCH_FLIGHTS)
        each.lay("B3", "o9")
        assert each.page.evaluate("window.flown") == flights
