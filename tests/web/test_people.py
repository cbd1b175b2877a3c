"""Several people, several screens: lost lines, spectators, a shared screen, phones, keyboards, languages."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from .people import Person, running
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
        anna = person("Anna", server=server)
        anna.sit(anna.set_position(START, "me", "random"))
        anna.lay("V1", "n8")
        server.kill()
        expect(anna.page.get_by_role("alert")).to_contain_text("Connection lost")
        server.start()
        expect(anna.page.get_by_role("alert")).to_have_count(0)
        expect(anna.page.locator(".laid li")).to_have_text(["ship 1 on n8"])
        anna.lay("N1", "o9")
        anna.end_turn()


def test_a_move_made_while_the_line_is_down_is_played_once_when_it_is_back(
    person: People, tmp_path: Path
) -> None:
    with running(tmp_path / "data") as server:
        anna = person("Anna", server=server)
        anna.sit(anna.set_position(START, "me", "random"))
        server.kill()
        expect(anna.page.get_by_role("alert")).to_be_visible()
        anna.token("V1").click()
        anna.space("n8").click()
        server.start()
        expect(anna.page.locator(".laid li")).to_have_text(["ship 1 on n8"])
        expect(anna.page.locator(".hand [data-token=V1]")).to_have_count(0)


def test_a_game_goes_on_at_another_device(person: People, browser: Browser) -> None:
    anna = person("Anna")
    table = anna.set_position(START, "me", "random")
    anna.sit(table)
    anna.lay("V1", "n8")
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Continue on another device").click()
    link = anna.page.get_by_role("textbox", name="Continue on another device").input_value()
    phone = person(**PHONE)
    phone.post("/api/me/claim", {"token": link.partition("#me=")[2]})
    phone.sit(table)
    expect(phone.page.locator(".board .fresh")).to_have_count(1)
    phone.page.locator("[data-action=undo]").click()
    expect(anna.page.locator(".laid li")).to_have_count(0)


def test_a_spectator_sees_a_turn_when_it_is_ended_and_no_hand(person: People) -> None:
    anna, eva = person("Anna"), person("Eva")
    table = anna.set_position(START, "me", "random")
    anna.sit(table)
    eva.sit(table)
    expect(eva.page.locator(".what")).to_have_text("You are watching.")
    expect(eva.page.locator(".hand")).to_have_count(0)
    anna.lay("V1", "n8")
    anna.lay("N1", "o9")
    expect(eva.space("n8")).to_have_accessible_name("n8, sea. empty")
    anna.end_turn()
    expect(eva.space("n8")).to_have_accessible_name("n8, sea. ship 1 of Anna")


def test_two_at_one_screen_have_a_curtain_between_their_hands(person: People) -> None:
    anna = person("Anna")
    anna.sit(anna.set_table({"who": "me", "name": "Anna"}, {"who": "me", "name": "Ben"}))
    for name in ("Anna", "Ben", "Anna"):
        curtain = anna.page.get_by_role("dialog", name=f"{name}, it is your turn")
        expect(curtain).to_be_visible()
        assert anna.page.evaluate("document.elementFromPoint(1150, 600).closest('.curtain') !== null")
        curtain.get_by_role("button").click()
        expect(curtain).to_be_hidden()
        anna.play_turn()


def test_two_at_one_screen_choose_their_opening_hands_unseen(person: People) -> None:
    anna = person("Anna")
    seats = ({"who": "me", "name": "Anna"}, {"who": "me", "name": "Ben"})
    anna.sit(anna.set_table(*seats, options={"hands": "choose"}))
    for name, codes in (("Anna", ["S3", "X", "T", "N1", "V2"]), ("Ben", ["H4", "B4", "R4", "S3", "S2"])):
        anna.page.get_by_role("dialog", name=f"{name}, it is your turn").get_by_role("button").click()
        for code in codes:
            anna.page.locator(f'.opening [data-token="{code}"]').click()
        anna.end_turn() if name == "Ben" else anna.page.locator("[data-action=end]").click()
    anna.page.get_by_role("dialog", name="Anna, it is your turn").get_by_role("button").click()
    expect(anna.page.locator('.hand [data-token="X"]')).to_have_count(1)


def test_everything_is_said_in_german_to_a_german_browser(person: People) -> None:
    anna = person("Anna", locale="de-DE")
    anna.sit(anna.set_position(START, "me", "random"))
    expect(anna.guide).to_have_text("Du bist am Zug: Wähle ein Plättchen.")
    anna.token("V1").click()
    anna.space("o9").click()
    expect(anna.guide).to_contain_text("V1 ist ein Schiff")
    anna.page.keyboard.press("Escape")
    anna.lay("B3", "o9")
    expect(anna.page.get_by_role("region", name="Erobert")).to_contain_text("o8: Buddha geht an Anna")
    anna.page.get_by_role("button", name="Zug beenden").click()
    assert anna.page.evaluate("document.documentElement.lang") == "de"


def test_the_language_can_be_changed_in_mid_turn(person: People) -> None:
    anna = person("Anna")
    anna.sit(anna.set_position(START, "me", "random"))
    anna.lay("V1", "n8")
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_label("Language").select_option("de")
    expect(anna.page.get_by_role("button", name="Zug beenden")).to_be_visible()
    expect(anna.page.locator(".laid li")).to_have_text(["Schiff 1 auf n8"])


@pytest.mark.parametrize("players", [2, 4])
def test_a_phone_shows_the_whole_map_and_the_hand_without_scrolling(person: People, players: int) -> None:
    anna = person("Anna", **PHONE)
    anna.sit(anna.set_table("me", *["random"] * (players - 1)))
    spaces = anna.page.locator("[data-space]")
    assert spaces.count() == {2: 91, 4: 174}[players]
    for part in (spaces.first, spaces.last, anna.page.locator("[data-action=end]"), anna.token("")):
        expect(part if part.count() else anna.page.locator(".hand button").first).to_be_in_viewport(
            ratio=0.99
        )
    overflow = """({
        x: document.documentElement.scrollWidth - innerWidth,
        y: document.documentElement.scrollHeight - innerHeight,
    })"""
    assert anna.page.evaluate(overflow) == {"x": 0, "y": 0}
    anna.page.locator('.hand .token[aria-disabled="false"]').first.tap()
    anna.space(anna.lit()[0]).tap()
    expect(anna.page.locator(".board .fresh")).to_have_count(1)
    anna.page.locator("[data-action=end]").tap()


def test_a_turn_is_played_with_the_keyboard_alone(person: People) -> None:
    anna = person("Anna")
    anna.sit(anna.set_position(START, "me", "greedy"))
    keyboard, page = anna.page.keyboard, anna.page
    focused = "(({space, action, token}) => space ?? action ?? token)(document.activeElement.dataset)"
    for _ in range(40):
        keyboard.press("Tab")
        if page.evaluate(focused) == "B3":
            break
    keyboard.press("Enter")
    first = page.evaluate(focused)
    assert first in anna.lit(), "choosing a token takes the keyboard to a space where it can go"
    keyboard.press("n")
    assert page.evaluate(focused) in anna.lit()
    assert page.evaluate(focused) != first
    keyboard.press("p")
    keyboard.press("ArrowDown")
    keyboard.press("ArrowUp")
    for _ in range(30):
        if page.evaluate(focused) == "o9":
            break
        keyboard.press("n")
    keyboard.press("Enter")
    expect(page.locator(".laid li")).to_have_text(["Buddha 3 on o9"])
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
    anna, ben = person("Anna"), person("Ben")
    table = anna.set_table("me", "open")
    anna.sit(table)
    ben.sit(table, invite=0)
    ben.page.get_by_role("tab", name="Talk").click()
    ben.page.get_by_label("Say something").fill("Good luck!")
    ben.page.get_by_role("button", name="Send").click()
    expect(anna.page.locator(".tabs .unread")).to_have_text("1")
    anna.page.get_by_role("tab", name="Talk").click()
    expect(anna.page.get_by_role("list", name="Talk")).to_contain_text("Ben Good luck!")


def test_a_program_takes_the_seat_of_somebody_who_left_if_the_table_agrees(person: People) -> None:
    anna, ben = person("Anna"), person("Ben")
    table = anna.set_table("me", "open")
    anna.sit(table)
    ben.sit(table, invite=0)
    ben.await_idle()
    ben.page.get_by_role("button", name="Menu").click()
    ben.page.get_by_role("button", name="Leave the table").click()
    ben.page.get_by_role("button", name="Leave the table").click()
    ben.page.wait_for_url(lambda address: "table" not in address)
    anna.play_turn()
    anna.page.get_by_role("button", name="Let a program play on").click()
    anna.await_turn()
    anna.play_turn()


def test_clocks_run_for_the_one_who_is_to_move(person: People) -> None:
    anna = person("Anna")
    anna.sit(anna.set_table("me", "greedy", clock={"per": "game", "seconds": 600}))
    clock = anna.page.locator("[data-seat='0'] .clock")
    expect(clock).to_have_text("9:59", timeout=3000)
    expect(clock).to_have_text("9:58", timeout=3000)


def test_a_page_out_of_sight_tells_when_it_is_ones_turn(person: People) -> None:
    anna, ben = person("Anna", permissions=["notifications"]), person("Ben")
    anna.page.add_init_script("""
        window.told = []
        window.Notification = class {
            static permission = 'granted'
            constructor(title) { window.told.push(title) }
        }
        Object.defineProperty(document, 'hidden', {get: () => true})
    """)
    table = anna.set_table("open", "me")
    anna.sit(table)
    ben.sit(table, invite=0)
    ben.await_turn()
    assert anna.page.evaluate("window.told") == []
    ben.play_turn()
    anna.await_turn()
    assert anna.page.evaluate("window.told") == ["Your turn"]
    expect(anna.page).to_have_title("● Your turn – Kabuto")


def test_an_address_that_leads_to_no_table_says_so(person: People) -> None:
    anna = person("Anna")
    anna.open("/table/nothing-is-here")
    expect(anna.page.get_by_role("heading", name="There is no such table.")).to_be_visible()


def test_a_wrong_invite_says_so(person: People) -> None:
    anna, ben = person("Anna"), person("Ben")
    table = anna.set_table("me", "open")
    ben.open(f"/table/{table['id']}#invite=wrong")
    expect(ben.page.get_by_role("alert")).to_be_visible()
    assert "#" not in ben.page.url
    ben.complaints.clear()  # the browser reports every refusal of a server


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious_at_the_table(
    person: People, device: dict[str, object], scheme: str
) -> None:
    anna = person("Anna", color_scheme=scheme, **device)
    anna.sit(
        anna.set_position({**START, "captured": [[1, 0, 2], [0, 1, 0]], "aside": [1, 0, 0]}, "me", "greedy")
    )
    assert anna.serious_faults() == []
    anna.token("B3").click()
    anna.space("o9").click()
    anna.page.locator(".board .fresh").wait_for()
    assert anna.serious_faults() == []
    anna.space("o14").click()
    assert anna.serious_faults() == []
    for name in ("Menu", *(["Log", "Talk"] if device else [])):
        anna.page.get_by_role("button", name=name, exact=True).click()
        assert anna.serious_faults() == []
        anna.page.get_by_role("dialog").get_by_role("button", name="Close").click()


def test_axe_finds_nothing_serious_at_a_waiting_table_and_in_the_set_up(person: People) -> None:
    anna = person("Anna")
    anna.sit(anna.set_table("me", "open"))
    assert anna.serious_faults() == []
    anna.sit(anna.set_table("me", "greedy", options={"hands": "choose", "figures": "draft"}))
    assert anna.serious_faults() == []
    anna.sit(anna.set_table("me", "me"))
    assert anna.serious_faults() == []


def test_captured_figures_fly_to_their_owner_unless_motion_is_unwelcome(person: People) -> None:
    anna, ben = person("Anna", reduced_motion="no-preference"), person("Ben")
    for each, flights in ((anna, 1), (ben, 0)):
        each.sit(each.set_position(START, "me", "random"))
        each.page.evaluate(WATCH_FLIGHTS)
        each.lay("B3", "o9")
        assert each.page.evaluate("window.flown") == flights
