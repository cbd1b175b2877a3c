"""Yedo's table in the browser: every decision by pointing, auctions, trades, the end, phone and keyboard."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Error, expect

import kabuto
from kabuto.yedo import Yedo
from kabuto.yedo.phases.trade import Offer, Trade
from kabuto.yedo.state.state import asking
from tests.yedo.helpers import at, bare, card, geishas, stand, weapon

from .people import Person
from .test_people import PHONE

People = Callable[..., Person]
KINDS = sorted(kind.name for kind in asking())
BOTH_PRINTS = ("lose", "place", "protect")
"""Decisions of phases that would otherwise be looked at in one print only."""
NIGHT = {"color_scheme": "dark"}
DESKTOP = {"viewport": {"width": 1366, "height": 768}}


class Moment(NamedTuple):
    """A position of a game in which a seat decides something."""

    record: dict[str, Any]
    ply: int
    seat: int


def fits(game: Yedo) -> bool:
    """Whether a decision shows something: there is a choice, and an offer can be made from its beginning."""
    s = game.state
    task = s.tasks[-1]
    if isinstance(task, Offer) and (task.gives or task.asks or task.mon):
        return False
    if isinstance(task, Trade | Offer):
        others = (
            [task.partner] if isinstance(task, Offer) else [int(str(m)[-1]) for m in game.legal_moves()[1:]]
        )
        return bool(others and s.clans[task.seat].weapons and all(s.clans[seat].weapons for seat in others))
    return len(game.legal_moves()) > 1 or task.name in ("handover", "answer")


@pytest.fixture(scope="module")
def moments() -> dict[str, Moment]:
    """Kind of decision → a position in which it is to be made."""
    found: dict[str, Moment] = {}
    for seed in range(200):
        players = 2 + seed % 4
        game = kabuto.new("yedo", players=players, seed=seed)
        rng = Random(seed)
        while game.to_move is not None:
            name = game.state.tasks[-1].name
            if name not in found and fits(game):
                # begun with the position: a long log would make every page slow
                record = {"format": 1, "game": "yedo", "options": dict(game.options), "moves": []}
                found[name] = Moment({**record, "start": game.position()}, 0, game.to_move)
            moves = game.legal_moves()
            bold = [
                m
                for m in moves
                if m.verb in ("propose", "fulfil", "accept") or str(m) in ("ask action", "ask bonus")
            ]
            game.play(rng.choice(bold or [m for m in moves if m.verb not in ("drop", "out")] or moves))
        if len(found) == len(KINDS):
            break
    return found


def sit(host: Person, moment: Moment) -> None:
    """Sit down where somebody decides something, among programs."""
    kept = host.post("/api/records", {"record": moment.record})
    seats = ["random"] * moment.record["options"]["players"]
    seats[moment.seat] = "me"
    start = {"table": kept["id"], "ply": moment.ply}
    host.sit(host.set_table(*seats, game="yedo", hints=True, start=start))
    host.await_turn()


def decide(host: Person) -> None:
    """Point at what is lit until the decision is made."""
    page = host.page
    turn = page.locator("section.turn")
    before = turn.get_attribute("data-ply")
    done = page.locator(f".after, .hand-cover, section.turn:not([data-ply='{before}'])")
    sends = [
        turn.locator("[data-action=send]:enabled"),
        page.locator(".sheet.cards > .primary"),
        page.locator(".sheet .mon + .buttons .primary:enabled"),
        page.locator(".sheet .buttons:only-of-type .primary:enabled, .sheet p + .options .option"),
    ]
    picks = [
        page.locator(".sheet button.lit:visible"),
        page.locator(".tatami:not(:has(.goods)) + .options [data-thing]:enabled"),
        page.locator("button.lit:visible, .bids .coin"),
        turn.locator("[data-thing]:enabled"),
    ]
    for _ in range(6):
        if done.count() or any(send.count() for send in sends):
            break
        if step := next((pick for pick in picks if pick.count()), None):
            with suppress(Error):  # it may be gone: the click before has made the decision
                step.first.click(timeout=5000)
    if send := next((send for send in sends if send.count()), None):
        send.first.click()
    done.first.wait_for()


def test_every_kind_of_decision_is_found(moments: dict[str, Moment]) -> None:
    assert sorted(moments) == KINDS
    assert len(KINDS) == 24


def test_the_turns_of_others_move_on_the_map_and_can_be_skipped(person: People) -> None:
    host = person("Host", **DESKTOP, pace="slow", reduced_motion="no-preference")
    host.sit(host.set_table("me", *["random"] * 4, game="yedo"))
    page = host.page
    playing, flying = page.locator(".playing"), page.locator(".yedo-flight")
    for skip in ("[data-action=skip]", ""):
        host.await_turn()
        decide(host)
        expect(flying.first).to_be_attached()
        expect(playing).to_be_visible()
        if skip:
            page.locator(skip).click()
        else:
            page.keyboard.press("Escape")
        expect(playing).to_have_count(0)
        expect(flying).to_have_count(0)
    assert host.complaints == []


def test_on_a_phone_an_arrow_leads_to_the_choice_and_everything_can_be_read(
    person: People, moments: dict[str, Moment]
) -> None:
    host = person("Host", **{**PHONE, "viewport": {"width": 844, "height": 390}})
    sit(host, moments["position"])
    page = host.page
    arrow, dialog = page.locator("button.edge"), page.get_by_role("dialog")
    lit = page.locator(".map .lit").first
    expect(lit).not_to_be_in_viewport()
    arrow.tap()
    expect(lit).to_be_in_viewport()
    expect(arrow).to_have_count(0)
    page.locator("[data-district=tavern] button.name").tap()
    expect(dialog).to_contain_text("spaces free")
    expect(dialog).to_contain_text("Karesansui")
    assert host.faults() == []
    page.keyboard.press("Escape")
    page.locator('[data-thing="deck:weapon"]').tap()
    expect(dialog).to_contain_text("Discard")
    page.keyboard.press("Escape")
    page.locator(".strip > button").tap()
    page.locator(".look").first.tap()
    expect(dialog.last).to_contain_text("Fulfilled missions")
    assert host.faults() == []


@pytest.mark.parametrize("part", range(4))
def test_each_decision_is_made_by_pointing(person: People, moments: dict[str, Moment], part: int) -> None:
    host = person("Host", **DESKTOP, **(NIGHT if part % 2 else {}))
    for kind in KINDS[part::4]:
        sit(host, moments[kind])
        assert host.faults() == [], kind
        if kind in BOTH_PRINTS:
            host.page.emulate_media(color_scheme="light")
            assert host.faults() == [], kind
            host.page.emulate_media(color_scheme="dark")
        decide(host)


def test_a_disciple_is_placed_with_the_keyboard_alone(person: People, moments: dict[str, Moment]) -> None:
    host = person("Host", **DESKTOP)
    sit(host, moments["place"])
    page = host.page
    before = page.locator("section.turn").get_attribute("data-ply")
    page.keyboard.press("ArrowRight")
    lit = page.locator(":focus")
    expect(lit).to_have_attribute("aria-pressed", "false")
    first = lit.get_attribute("data-thing")
    page.keyboard.press("ArrowRight")
    assert lit.get_attribute("data-thing") != first
    page.keyboard.press("Enter")
    expect(lit).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(lit).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.locator(f"section.turn:not([data-ply='{before}'])").wait_for()


@pytest.mark.parametrize("shape", [PHONE, DESKTOP])
def test_a_first_game_goes_step_by_step_by_keyboard_and_is_gone_for_those_who_know(
    person: People, moments: dict[str, Moment], shape: dict[str, Any]
) -> None:
    host = person("Host", coach=True, **shape)
    sit(host, moments["place"])
    page = host.page
    coach, turn = page.locator(".guide-slip"), page.locator("section.turn")
    expect(coach.locator("h2")).to_have_text("Have the most prestige after 11 rounds and you win.")
    assert host.faults() == []
    coach.locator("[data-action=coach]").press("Enter")  # how do I get it?
    expect(coach).to_contain_text("This round the patrol arrests every disciple here")
    expect(coach).to_contain_text("I would choose")
    assert host.faults() == []
    coach.get_by_role("button", name="Why?").press("Enter")
    coach.locator("[data-action=coach]").press("Enter")  # choose it
    expect(coach.locator("h2")).to_have_text("Send it.")
    expect(turn.locator("[data-action=send]")).to_be_enabled()
    turn.locator("[data-action=send]").press("Enter")
    host.until("JSON.parse(localStorage['kabuto.settings']).coach.yedo > 0")
    host.await_turn()
    coach.get_by_role("button", name="I know the game").press("Enter")
    expect(coach).to_have_count(0)
    assert host.faults() == []


COUNT = (
    "[...document.querySelectorAll('[data-side=%s] .goods')].reduce((sum, {dataset}) => sum + +dataset.n, 0)"
)
"""How many things lie on a mat, in piles."""


@pytest.mark.parametrize(("shape", "language"), [(DESKTOP, "en"), (PHONE | NIGHT, "de")])
def test_r1_any_number_of_things_is_offered_by_keyboard_and_heard(
    person: People, shape: dict[str, Any], language: str
) -> None:
    s = bare(2, trading="free")
    held = (("katana", "nawa", "yumi", "doku"), ("fukiya", "shuko", "shuriken"))
    cards = (("A2", "A3", "A5", "B2", "B3", "M13", "M31", "M32"), ("A7", "A9", "B5", "M15"))
    for seat in (0, 1):
        weapon(s, seat, *held[seat])
        card(s, seat, *cards[seat])
        geishas(s, seat, 2)
        stand(s, seat, "tavern")
    record = at(s, "trade-tavern", ()).record()
    host = person("Host", **shape, locale=language)
    sit(host, Moment(record, 0, 0))
    page = host.page
    turn, sheet = page.locator("section.turn"), page.locator(".sheet.trade")
    words = {
        "en": ("12 offers left", "You give: ", "nothing"),
        "de": ("12 Angebote", "Du gibst: ", "nichts"),
    }[language]
    expect(turn).to_contain_text(words[0])
    turn.locator('[data-thing="seat:1"]').click()
    expect(sheet).to_contain_text(words[0])
    gives, asks = sheet.locator("[data-side=gives]"), sheet.locator("[data-side=asks]")
    expect(sheet.get_by_role("status")).to_contain_text(f"{words[1]}{words[2]}")
    gives.locator(".option").first.focus()
    for n in range(1, 14):
        page.keyboard.press("Enter")
        host.until(f"{COUNT % 'gives'} === {n}")
    assert host.faults() == []
    asks.locator(".option").first.focus()
    for n in range(1, 5):
        page.keyboard.press("Enter")
        host.until(f"{COUNT % 'asks'} === {n}")
    sheet.locator("input").focus()
    page.keyboard.press("ArrowLeft")
    expect(sheet.get_by_role("status")).to_contain_text("1 Mon")
    heights = gives.locator(".goods").evaluate_all("all => all.map(each => each.offsetHeight)")
    assert min(heights) >= 44  # a pile scrolls, it never shrinks
    while page.evaluate(COUNT % "gives") > 4:  # what is too much is taken back
        gives.locator(".goods").last.focus()
        page.keyboard.press("Enter")
    assert host.faults() == []
    before = turn.get_attribute("data-ply")
    sheet.locator(".buttons .primary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"section.turn:not([data-ply='{before}'])")).to_be_attached()
    assert host.complaints == []


def test_an_auction_and_an_offer_survive_a_reload(person: People, moments: dict[str, Moment]) -> None:
    host = person("Host", **DESKTOP)
    for kind in ("raise", "respond"):
        sit(host, moments[kind])
        sheet = host.page.locator(".sheet")
        before = sheet.inner_text()
        host.page.reload()
        host.await_turn()
        expect(sheet).to_be_visible()
        assert sheet.inner_text() == before
    decide(host)


def test_a_phone_shows_the_city_and_plays(person: People, moments: dict[str, Moment]) -> None:
    host = person("Host", **PHONE)
    for kind in ("place", "raise", "keep"):
        sit(host, moments[kind])
        assert host.faults() == [], kind
        wide = host.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        decide(host)


def test_everything_is_said_in_german_and_a_hint_is_played(
    person: People, moments: dict[str, Moment]
) -> None:
    host = person("Host", locale="de-DE", **DESKTOP)
    sit(host, moments["place"])
    expect(host.page.locator("section.turn .say")).to_have_text("Setze einen Diener ein.")
    expect(host.page.get_by_role("heading", name="Tempel")).to_be_visible()
    expect(host.page.get_by_role("group", name="Missionen")).to_be_visible()
    before = host.page.locator("section.turn").get_attribute("data-ply")
    host.page.get_by_role("button", name="Tipp").click()
    advice = host.page.get_by_role("region", name="Ein guter Zug")
    expect(advice.locator("b")).to_contain_text("einen Diener einsetzen")
    assert host.faults() == []
    advice.get_by_role("button", name="So spielen").click()
    host.page.locator(f"section.turn:not([data-ply='{before}'])").wait_for()


def test_two_share_a_screen_in_forced_colours_and_somebody_watches(person: People) -> None:
    host = person("Host", **DESKTOP, forced_colors="active")
    watcher = person("Watcher", **DESKTOP)
    table = host.set_table("me", {"who": "me", "name": "Friend"}, game="yedo")
    host.sit(table)
    watcher.sit(table)
    seen = list[str | None]()
    for _ in range(3):
        cover = host.page.get_by_role("dialog", name="it’s your turn")
        expect(cover).to_be_visible()
        expect(host.page.locator("[data-card]")).to_have_count(0)
        seen.append(cover.get_attribute("aria-label"))
        cover.get_by_role("button").click()
        host.await_turn()
        marks = host.page.locator("button.lit:visible").evaluate_all(
            "all => all.map(each => getComputedStyle(each).outlineStyle)"
        )
        assert marks
        assert "none" not in marks
        assert host.faults() == []
        decide(host)
    assert seen[0] == seen[2] != seen[1]
    expect(watcher.page.locator("main[data-ply='3']")).to_be_visible()
    expect(watcher.page.locator("section.turn, [data-card]")).to_have_count(0)
    assert watcher.faults() == []


def test_the_cards_are_shown_and_narrowed_down(person: People) -> None:
    host = person("Host", **PHONE, **NIGHT)
    host.open("/games/yedo/cards")
    page = host.page
    expect(page.get_by_role("status")).to_have_text("168 cards")
    page.get_by_role("combobox", name="Kind").select_option("event")
    page.get_by_role("combobox", name="District").select_option("temple")
    expect(page.get_by_role("article").first).to_contain_text("temple")
    page.get_by_role("combobox", name="Weapon").select_option("katana")
    expect(page.get_by_role("status")).to_contain_text("No card fits")
    for filter_ in ("Kind", "District", "Weapon"):
        page.get_by_role("combobox", name=filter_).select_option("")
    page.get_by_role("combobox", name="Colour").select_option("black")
    expect(page.get_by_role("article")).to_have_count(11)
    page.get_by_role("combobox", name="Weapon").select_option("katana")
    names = page.get_by_role("article").get_by_role("heading").all_inner_texts()
    assert 0 < len(names) < 11
    page.get_by_role("combobox", name="Card set").select_option("house")
    expect(page.get_by_role("article").get_by_role("heading").first).not_to_have_text(names[0])
    assert host.faults() == []
    page.reload()
    expect(page.get_by_role("combobox", name="Card set")).to_have_value("house")
    expect(page.get_by_role("article")).to_have_count(142)


def test_the_rules_tell_the_numbers_of_the_game_and_lie_at_the_table(person: People) -> None:
    host = person("Host", **PHONE, **NIGHT)
    host.open("/games/yedo/rules?players=5#patrol")
    page = host.page
    expect(page.locator("#patrol")).to_be_in_viewport()
    expect(page.locator("#setup")).to_contain_text("5 blessings, 7 geishas, 4 annexes of each kind")
    page.get_by_label("2 players").check()
    expect(page.locator("#setup")).to_contain_text("2 blessings, 4 geishas, 1 annex of each kind")
    expect(page.locator("#bidding tbody tr")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert host.faults() == []
    page.get_by_role("link", name="Learn by playing").click()
    expect(page.get_by_role("link", name="Read the rules")).to_have_attribute("href", "/games/yedo/rules")

    page.set_viewport_size({"width": 1366, "height": 768})
    host.sit(host.set_table("me", "random", game="yedo"))
    host.await_turn()
    page.keyboard.press("?")
    card = page.get_by_role("dialog", name="Rules and costs at a glance")
    expect(card.locator("tr", has_text="Gates")).to_contain_text("7 Mon")
    assert host.faults() == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules and costs at a glance").click()
    link = card.get_by_role("link", name="All rules")
    expect(link).to_have_attribute("href", "/games/yedo/rules?players=2")


def test_somebody_passes_until_the_next_round(person: People, moments: dict[str, Moment]) -> None:
    host = person("Host", **DESKTOP)
    sit(host, moments["window"])
    before = host.page.locator("section.turn").get_attribute("data-ply")
    host.page.get_by_label("Pass on cards until the next round").check()
    host.page.locator(f"section.turn:not([data-ply='{before}'])").wait_for()  # it has passed by itself
    assert host.faults() == []


def test_lessons_are_played_at_the_table_and_remembered(person: People) -> None:
    host = person("Host", **DESKTOP)
    page = host.page
    host.open("/games/yedo/learn")
    expect(page.locator(".progress")).to_contain_text("0 of 10 done")
    assert host.faults() == []
    page.get_by_role("link", name="Start").click()
    reply = page.locator(".reply")
    for place, answer in (("gates", "Not quite."), ("tavern", "Well done.")):
        page.locator(f"[data-thing='space:{place}']").first.click()
        page.locator("[data-action=send]").click()
        expect(reply).to_contain_text(answer)
        assert host.faults() == []
        page.locator(".below .buttons .primary").click()
    for _ in range(2):
        page.get_by_role("button", name="Show me").click()
        expect(reply).to_contain_text("Well done.")
        page.locator(".below .buttons .primary").click()
    page.wait_for_url("**/auction")
    expect(page.locator(".sheet.auction")).to_be_visible()
    assert host.faults() == []
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator(".progress")).to_contain_text("2 of 10 done")


@pytest.fixture
def ending() -> Moment:
    """A game of two shortly before its end."""
    game = kabuto.new("yedo", players=2, seed=4, trading="brief")
    rng = Random(4)
    plies = list[tuple[int, int]]()
    while game.to_move is not None:
        plies.append((game.ply, game.to_move))
        game.play(rng.choice(game.legal_moves()))
    return Moment(game.record(), *plies[-4])


def test_the_last_moves_lead_to_scoring_replay_and_what_if(person: People, ending: Moment) -> None:
    host = person("Host", **DESKTOP)
    sit(host, ending)
    while not host.is_over:
        decide(host)
        host.await_turn()
    expect(host.page.locator(".count .scroll")).to_have_count(2)
    expect(host.page.locator(".ended")).to_contain_text("Round 11 was the last.")
    assert host.faults() == []
    host.page.get_by_role("link", name="Analyse this game").click()
    points = host.page.locator(".side li button")
    points.first.wait_for()
    expect(host.page.locator(".verdict h2")).to_contain_text("%")
    assert host.faults() == []
    host.page.keyboard.press("End")
    expect(host.page.locator(".rounds")).to_contain_text("11")
    host.page.get_by_role("button", name="Previous turn").click()
    host.page.get_by_role("button", name="What if?").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Play from here").click()
    host.page.wait_for_url("**/table/*")
    host.await_turn()


@pytest.mark.prove
def test_one_person_plays_four_programs_to_the_end(person: People) -> None:
    host = person("Host", **DESKTOP)
    host.sit(host.set_table("me", *["level1"] * 4, game="yedo"))
    host.await_turn()
    while not host.is_over:
        decide(host)
        host.await_turn()
    expect(host.page.locator(".count .scroll")).to_have_count(5)
    assert host.faults() == []


@pytest.mark.prove
def test_two_people_play_a_whole_game(person: People) -> None:
    host, guest = person("Host", **DESKTOP), person("Guest", **DESKTOP)
    table = host.set_table("me", "open", game="yedo")
    host.sit(table)
    guest.sit(table, 0)
    while not host.is_over:
        who = host if host.page.locator("section.turn.active").count() else guest
        if who.page.locator("section.turn.active").count():
            decide(who)
    expect(host.page.locator(".after")).to_be_visible()
    expect(guest.page.locator(".after")).to_be_visible()
