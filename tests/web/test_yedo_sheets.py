"""What lies over the map of Yedo and beside it: auctions, bonus parts, annexes, whole cards, the log."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from kabuto.yedo import Yedo
from tests.yedo.helpers import act, annex, at, bare, blessing, card, play, stand, weapon

from .people import Person
from .test_yedo import DESKTOP, Moment, sit

People = Callable[..., Person]
SMALL = {"viewport": {"width": 1024, "height": 768}}
WIDE = "W" * 30
"""The longest name that there is, of the widest letters."""


def now(game: Yedo) -> Moment:
    """The position of a game with its log."""
    assert game.to_move is not None
    return Moment(game.record(), len(game.moves), game.to_move)


def auction() -> Yedo:
    """Seat 0 has opened with 2, seat 1 leads with 5, seat 2 has passed, and the last seat is asked."""
    game = at(bare(4, cards="city"), "stepping")
    return play(game, *["stay"] * 4, "auction bonus", "bid 5", "pass")


def test_a_bench_tells_who_leads_and_every_coin_can_be_bid_typed_or_pointed_at(person: People) -> None:
    host = person("Host", **DESKTOP)
    sit(host, now(auction()))
    page, turn = host.page, host.page.locator("section.turn")
    bench = page.locator(".bench .bidder")
    expect(bench.nth(0)).to_contain_text("opened; answers last")
    expect(page.locator(".bidder.leads")).to_contain_text("leads with 5")
    expect(bench.nth(2)).to_contain_text("passed")
    expect(bench.nth(3)).to_contain_text("your bid, with 12 Mon")
    coins = page.locator(".bids .coin")
    assert coins.all_inner_texts() == [str(n) for n in range(6, 13)]
    assert turn.locator("[data-thing]").count() == 0  # what can be done stands on the sheet
    coins.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".ways")).to_contain_text("Bid 7 Mon")
    expect(page.locator(".ways")).to_contain_text("Unless")
    typed = page.get_by_label("or type it")
    typed.fill("99")
    expect(page.locator(".bids [role=alert]")).to_have_text("6 to 13 Mon")
    expect(turn.locator("[data-action=send]")).to_have_count(0)
    page.get_by_role("button", name="Bluff").press("Enter")
    expect(coins).to_have_count(8)
    assert host.faults() == []
    typed.fill("9")
    before = turn.get_attribute("data-ply")
    page.locator(".ways [data-thing='verb:pass']").press("Enter")
    expect(turn).to_contain_text("Pass")
    typed.fill("9")
    typed.press("Enter")
    page.locator(f"section.turn:not([data-ply='{before}'])").wait_for()


def test_cloths_of_a_group_name_what_is_in_it_for_names_of_any_length(person: People) -> None:
    host = person("Host", locale="de-DE", **SMALL)
    game = at(bare(3, cards="city"), "stepping")
    record = play(game, "stay", "stay", "stay").record()
    kept = host.post("/api/records", {"record": record})
    seats = [{"who": "me"}, {"who": "me", "name": WIDE}, {"who": "me", "name": "مرحبا بكم في الطاولة"}]
    host.sit(host.set_table(*seats, game="yedo", start={"table": kept["id"], "ply": 3}))
    host.page.get_by_role("dialog").get_by_role("button").click()
    cloth = host.page.locator(".cloth").first
    for name in ("Künste", "Aktionskarten", "Bonuskarten", "Waffen", "3 ziehen, 1 behalten"):
        expect(cloth).to_contain_text(name)
    cloth.click()
    expect(host.page.locator(".ways")).to_contain_text("Du beginnst mit 2 Mon")
    assert host.faults() == []


@pytest.mark.parametrize("shape", [DESKTOP, {"viewport": {"width": 390, "height": 844}}])
def test_the_bonus_part_keeps_its_card_and_shows_each_price(person: People, shape: dict[str, Any]) -> None:
    s = bare(2)
    card(s, 0, "M20")
    weapon(s, 0, "fukiya", "yumi")
    annex(s, 0, "karesansui")
    blessing(s, 0)
    stand(s, 0, "tavern", "temple", "karesansui")
    game = act(s, 0)
    play(game, next(str(move) for move in game.legal_moves() if move.verb == "fulfil"))
    host = person("Host", **shape)
    sit(host, now(game))
    page = host.page
    sheet = page.locator(".sheet.bonus")
    expect(sheet.locator("article.mission h3")).not_to_be_empty()
    ways = sheet.locator(".way")
    expect(ways).to_have_count(3)
    expect(ways.filter(has_text="Karesansui")).to_contain_text("You keep the blessing")
    expect(ways.filter(has_text="Give the blessing")).to_contain_text("+2")
    expect(ways.last).to_contain_text("stay at")
    ways.filter(has_text="Karesansui").press("Enter")
    expect(sheet.get_by_role("img", name="then")).to_be_visible()
    assert host.faults() == []
    before = page.locator("section.turn").get_attribute("data-ply")
    page.locator("section.turn [data-action=send]").press("Enter")
    page.locator(f".after, section.turn:not([data-ply='{before}'])").first.wait_for()


def test_annexes_and_prizes_say_which_mission_needs_them(person: People) -> None:
    s = bare(4)
    mission = next(m for m in s.setting.cards.missions if m.standard.annexes)
    card(s, 0, mission.code)
    game = play(at(s, "stepping"), *["stay"] * 4, "auction annex", "pass", "pass", "pass")
    host = person("Host", **DESKTOP)
    sit(host, now(game))
    expect(host.page.locator(".annexes .way")).to_have_count(4)
    expect(host.page.locator(".annexes .wanted")).to_contain_text(
        mission.name("en") if callable(mission.name) else ""
    )
    assert host.faults() == []


def test_a_card_is_read_whole_on_rest_and_focus_and_esc_works_everywhere(person: People) -> None:
    s = bare(4)
    card(s, 0, "M20", "A3")
    host = person("Host", **SMALL)
    sit(host, now(at(s, "assign")))
    page, peek = host.page, host.page.get_by_role("tooltip")
    page.locator("button.mission").hover()
    expect(peek).to_contain_text("M20")
    page.locator("h1").dispatch_event("pointerover", {"bubbles": True})
    expect(peek).to_have_count(0)
    page.keyboard.press("a")
    expect(peek).to_contain_text("A3")
    page.keyboard.press("Escape")
    expect(peek).to_have_count(0)
    lit = page.locator("button.lit:visible").first
    lit.click()
    page.locator("[role=tab]").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)


def test_the_log_has_heads_and_the_city_speaks(person: People) -> None:
    game = at(bare(2), "stepping")
    while not any(fact.what == "round" for entry in game.view(None).log for fact in entry.facts):
        moves = [move for move in game.legal_moves() if move.verb not in ("play", "blackmail")]
        game.play(next((m for m in moves if m.verb in ("out", "pass", "idle")), moves[0]))
    host = person("Host", **DESKTOP)
    sit(host, now(game))
    log = host.page.locator(".log")
    expect(log.locator(".head").filter(has_text="Round 2")).to_have_count(1)
    for head in ("Event", "Assignment", "Patrol", "Action"):
        expect(log.locator(".head").filter(has_text=head)).to_have_count(1)
    expect(log.locator(".city").first).to_have_text("Edo")
    expect(log).not_to_contain_text("..")


def test_a_limit_says_when_it_ends_and_leaves_the_question(person: People) -> None:
    host = person("Host", **DESKTOP)

    def refuse(route: Route) -> None:
        body = {"error": "too_fast", "reason": "Slow down: try again in 1 s.", "place": "", "again": 1}
        route.fulfill(status=429, content_type="application/json", body=json.dumps(body))

    sit(host, now(at(bare(4), "assign")))
    host.page.route("**/hint*", refuse)
    host.page.get_by_role("button", name="Hint").click()
    expect(host.page.locator(".limit")).to_contain_text("Slow down")
    expect(host.page.locator("section.turn .say")).to_have_text("Place a disciple.")
    expect(host.page.locator(".limit")).to_have_count(0)  # it has ended
    host.complaints = [line for line in host.complaints if "429" not in line]


def test_a_lost_connection_in_the_middle_of_an_auction_keeps_the_bid(person: People) -> None:
    host = person("Host", **DESKTOP)
    page = host.page
    held: list[Any] = []
    is_cut = False

    def connect(socket: WebSocketRoute) -> None:
        if is_cut:
            socket.close()
        else:
            held.append((socket, socket.connect_to_server()))

    page.route_web_socket("**/socket*", connect)
    sit(host, now(auction()))
    turn, coin, alert = (
        page.locator("section.turn"),
        page.locator("button.coin").first,
        page.get_by_role("alert"),
    )
    coin.click()
    before = turn.get_attribute("data-ply")
    is_cut = True
    for socket, _ in held:
        socket.close()
    expect(alert.filter(has_text="Connection lost")).to_be_visible()
    turn.locator("[data-action=send]").click()
    expect(page.get_by_text("this move wasn’t sent").first).to_be_visible()
    expect(coin).to_have_attribute("aria-pressed", "true")
    assert turn.get_attribute("data-ply") == before
    is_cut = False
    expect(alert.filter(has_text="Connection lost")).to_have_count(0)
    expect(coin).to_have_attribute("aria-pressed", "true")
    turn.locator("[data-action=send]").click()
    page.locator(f"section.turn:not([data-ply='{before}'])").wait_for()
