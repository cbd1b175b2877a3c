"""The rules as a player finds and reads them: both games, presets, and what is a ruling of ours."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import Person

People = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 844}}


def test_r2_a_new_table_offers_both_presets_and_the_rules_say_which_is_on(person: People) -> None:
    host = person("Host", **PHONE)
    host.open("/new?game=samurai")
    page = host.page
    page.locator("summary").click()
    presets = page.get_by_role("group", name="Presets")
    expect(page.get_by_text("No preset chosen. Opening hands: Dealt at random")).to_be_visible()
    presets.get_by_role("radio", name="First game").check()
    page.get_by_role("radio", name="Fantasy Flight 2015").check()
    expect(presets.get_by_role("radio", name="First game")).to_be_checked()
    assert host.faults() == []
    page.get_by_role("button", name="Create table").click()
    page.wait_for_url(re.compile("/table/"))
    options = host.get(f"/api/tables/{page.url.split('/')[-1]}")["options"]
    assert (options["edition"], options["hands"], options["figures"]) == ("ffg", "random", "random")

    page.get_by_role("button", name="Menu").click()
    rules = page.get_by_role("link", name="Rules", exact=True).get_attribute("href")
    host.open(str(rules))
    expect(page.get_by_role("status")).to_contain_text("Your table plays “First game”.")
    page.get_by_role("radio", name="Rio Grande 1998").check()
    expect(page.get_by_text("Your table")).to_have_count(0)


def test_r2_where_equal_figures_may_be_exchanged_the_rules_say_so(person: People) -> None:
    host = person("Host")
    host.open("/rules")
    expect(host.page.locator("#turn")).to_contain_text("equal figures can’t be exchanged†8")
    host.open("/rules?players=2&edition=rgg&hands=choose&figures=draft&null_exchange=true")
    expect(host.page.get_by_role("status")).to_contain_text("Your table plays “As printed”.")
    expect(host.page.locator("#turn")).not_to_contain_text("can’t be swapped")


@pytest.mark.parametrize(
    ("path", "section", "ruling"), [("/rules", "setup", "35"), ("/games/yedo/rules", "setup", "Q11")]
)
def test_r6_a_sign_leads_to_the_footnote_of_a_ruling(
    person: People, path: str, section: str, ruling: str
) -> None:
    host = person("Host", **PHONE)
    host.open(path)
    host.page.locator(f"#{section}").get_by_role("link", name=f"†{ruling}").click()
    expect(host.page.locator(f"#ours-{ruling}")).to_be_in_viewport()
    assert host.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert host.faults() == []


def test_r9_r10_the_table_of_tokens_has_a_strength_for_the_token_exchange(person: People) -> None:
    host = person("Host")
    host.open("/rules")
    row = host.page.locator("#tokens tr", has_text="Token exchange")
    expect(row.get_by_text("0", exact=True)).to_be_visible()
    heads = host.page.locator("article th:not(:has(.visually-hidden))")
    expect(heads.first).to_be_visible()
    assert all(text[0].upper() == text[0] for text in heads.all_inner_texts() if text)
    expect(host.page.locator("#turn")).to_contain_text("you play on with fewer")


def test_r13_the_rules_of_both_games_are_found_from_the_start_page(person: People) -> None:
    host = person("Host")
    host.open("/")
    lessons = host.page.locator("section", has=host.page.get_by_role("heading", name="Learn"))
    rules = lessons.get_by_role("link", name="Rules")
    expect(rules).to_have_attribute("href", "/rules")
    lessons.get_by_role("button", name="Yedo").click()
    expect(rules).to_have_attribute("href", "/games/yedo/rules")
    host.page.get_by_role("navigation", name="Main").get_by_role("link", name="Rules").click()
    host.page.get_by_role("navigation", name="Rules of the games").get_by_role("link", name="Yedo").click()
    expect(host.page.get_by_role("heading", level=1)).to_have_text("The rules of Yedo")
