"""Seats that are kept: a program sits in, time runs out, clocks wait, and somebody gives up."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from .people import Person

People = Callable[..., Person]


def test_a_seat_is_taken_back_after_a_program_sat_in(person: People) -> None:
    host, friend = person("Host"), person("Friend")
    table = host.set_table("me", "open")
    host.sit(table)
    friend.sit(table, invite=0)
    friend.post(f"/api/tables/{table['id']}/leave")
    friend.open("/")
    host.page.get_by_role("button", name="Let a program sit in").click()
    dialog = host.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Friend keeps the seat")
    assert host.faults() == []
    dialog.get_by_label("Program").select_option("level1")
    dialog.get_by_role("button", name="Let a program sit in").click()
    expect(host.page.locator('[data-seat="1"] .note')).to_have_text("Level 1 sits in")
    expect(host.page.locator('[data-seat="1"] .name')).to_have_text("Friend")
    host.await_turn()
    host.play_turn()
    host.await_turn()

    friend.sit(table)
    told = friend.page.locator(".seat-status")
    expect(told).to_contain_text("While you were away, Level 1 sat in for you:")
    expect(told.locator(".moves")).not_to_be_empty()
    assert friend.faults() == []
    expect(host.page.locator('[data-seat="1"] .note')).not_to_contain_text("sits in")
    host.play_turn()
    friend.await_turn()
    told.get_by_role("button", name="OK").click()
    friend.play_turn()
    expect(host.page.locator(".log li.seat-1").first).to_contain_text("played by Level 1")
    expect(host.page.locator(".log li.seat-1").last).not_to_contain_text("played by")


def test_a_turn_that_runs_out_of_time_costs_no_seat(person: People) -> None:
    host = person("Host")
    table = host.set_table("me", "random", clock={"per": "move", "seconds": 10})
    host.sit(table)
    expect(host.page.locator(".seat-status")).to_contain_text("Your time ran out")
    host.await_turn()
    host.play_turn()
    expect(host.page.locator(".log li.seat-0").first).to_contain_text("played by")
    assert host.get(f"/api/tables/{table['id']}")["mine"] == [0]


def test_clocks_wait_for_everybody_and_who_resigns_loses(person: People) -> None:
    host, friend = person("Ayame"), person("Bo")
    table = host.set_table("me", "open", clock={"per": "game", "seconds": 600, "increment": 10})
    host.sit(table)
    expect(host.page.locator(".waiting")).to_contain_text("10 minutes + 10 s per turn")
    friend.sit(table, invite=0)
    for each in (host, friend):
        expect(each.page.locator(".seat-status")).to_contain_text("The clocks start when everyone is ready")
    assert host.faults() == []
    host.page.get_by_role("button", name="I’m ready").click()
    expect(host.page.locator(".seat-status")).to_contain_text("Waiting for: Bo")
    friend.page.get_by_role("button", name="I’m ready").click()
    for each in (host, friend):
        expect(each.page.locator(".seat-status")).to_have_count(0)

    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Suggest a pause").click()
    friend.page.get_by_role("button", name="Agree").click()
    for each in (host, friend):
        expect(each.page.locator(".seat-status")).to_contain_text("Paused.")
        each.page.get_by_role("button", name="I’m ready").click()
    expect(host.page.locator(".seat-status")).to_have_count(0)

    friend.page.get_by_role("button", name="Menu").click()
    friend.page.get_by_role("button", name="Resign").click()
    expect(friend.page.get_by_role("dialog")).to_contain_text("You lose this game.")
    friend.page.get_by_role("button", name="Resign").click()
    for each, verdict in ((friend, "You resigned. Ayame won."), (host, "Bo resigned. You won.")):
        end = each.page.locator(".after")
        expect(end).to_contain_text(verdict)
        expect(end).to_contain_text("wasn’t played to its end")
        assert each.faults() == []
    host.open("/")
    expect(host.page.get_by_role("link", name=re.compile("you won · Bo resigned"))).to_be_visible()
    friend.open(f"/replay/{table['id']}")
    friend.page.get_by_role("button", name="Menu").click()
    friend.page.get_by_role("dialog").get_by_role("button", name="Result").click()
    expect(friend.page.get_by_role("dialog")).to_contain_text("You resigned. Ayame won.")
