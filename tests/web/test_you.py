"""The page about oneself: statistics, and one's data to save and to delete."""

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from .people import Person


def test_statistics_and_data_are_shown_saved_and_deleted(
    person: Callable[..., Person], tmp_path: Path
) -> None:
    host = person("Hanako", viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = host.page
    table = host.set_table("me", "level1")
    host.sit(table)
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-action=resign]").click()
    page.get_by_role("button", name="Resign").click()
    page.locator(".after").wait_for()

    host.open("/you")
    line = page.get_by_role("row", name="Level 1")
    expect(line).to_contain_text("100")  # played, won, shared
    expect(page.get_by_text("Your strength:")).to_be_visible()
    expect(page.get_by_role("row", name="Rio Grande 1998")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save my data").click()
    download.value.save_as(tmp_path / "me.json")
    found = json.loads((tmp_path / "me.json").read_text())
    assert found["name"] == "Hanako"
    assert found["tables"][0]["record"]["game"] == "samurai"

    page.get_by_text("Delete my data").click()
    button = page.get_by_role("button", name="Delete for good")
    expect(button).to_be_disabled()
    page.get_by_label("Type your name to confirm").fill("Hanako")
    assert host.faults() == []
    button.click()
    expect(page.get_by_text("Your data has been deleted.")).to_be_visible()
    expect(page.locator("#my-name")).not_to_have_value("Hanako")
    expect(page.get_by_text("No finished games yet.")).to_be_visible()
    assert host.get(f"/api/tables/{table['id']}")["seats"][0]["name"] == "N. N."
