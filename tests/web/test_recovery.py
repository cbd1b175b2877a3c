"""Coming back after the cookie is gone: by a phrase, and by a passkey of Chromium's virtual authenticator."""

from collections.abc import Callable
from types import SimpleNamespace

from playwright.sync_api import expect

from .people import Person, Server


def test_somebody_comes_back_by_phrase_and_by_passkey(person: Callable[..., Person], server: Server) -> None:
    named = SimpleNamespace(address=server.address.replace("127.0.0.1", "localhost"))
    host = person("Host", server=named)
    page = host.page
    table = host.set_table("me", "open")
    device = host.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})

    host.open("/you")
    page.get_by_role("button", name="Create a recovery phrase").click()
    phrase = page.locator(".phrase").inner_text()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("The passkey was added.")).to_be_visible()
    assert host.faults() == []

    host.context.clear_cookies()
    host.open("/you")
    expect(page.locator("#my-name")).not_to_have_value("Host")
    page.get_by_label("Recovery phrase").fill("kamito")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("5 words of six letters")).to_be_visible()
    page.get_by_label("Recovery phrase").fill(phrase.upper())
    page.get_by_role("button", name="Sign in", exact=True).click()
    assert host.faults() == []
    page.get_by_role("button", name="Sign in as Host").click()
    expect(page.locator("#my-name")).to_have_value("Host")
    host.sit(table)
    expect(page.locator(".waiting")).to_contain_text("Host")

    host.context.clear_cookies()
    host.open("/you")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("button", name="Sign in as Host").click()
    expect(page.locator("#my-name")).to_have_value("Host")
    page.get_by_role("button", name="Remove the passkey").click()

    host.context.clear_cookies()
    host.open("/you")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("No one here has this passkey")).to_be_visible()
    host.complaints = [line for line in host.complaints if "401" not in line]  # the refusals that were shown


def test_an_address_that_is_a_number_offers_the_phrase(person: Callable[..., Person]) -> None:
    host = person("Host", locale="de-DE", color_scheme="dark", viewport={"width": 390, "height": 844})
    host.open("/you")
    expect(host.page.get_by_text("Passkeys brauchen einen Namen")).to_be_visible()
    host.page.get_by_role("button", name="Wiederherstellungsphrase erzeugen").click()
    expect(host.page.locator(".phrase")).to_be_visible()
    assert host.faults() == []


def test_s6_a_new_phrase_is_announced_and_ended_by_signing_out_everywhere(
    person: Callable[..., Person],
) -> None:
    owner, thief = person("Owner"), person("")
    thief.post("/api/me/claim", {"token": owner.post("/api/me/link")["token"]})
    thief.post("/api/me/recovery/phrase")
    owner.open("/")
    news = owner.page.get_by_text("A new recovery phrase for you was created")
    expect(news).to_be_visible()
    owner.open("/you")
    expect(news).to_be_visible()
    owner.page.get_by_text("Your devices", exact=True).click()
    owner.page.get_by_role("button", name="Sign out everywhere").click()
    expect(owner.page.get_by_text("Your other device is signed out")).to_be_visible()
    phrase = owner.page.get_by_role("group", name="Sign out everywhere").get_by_role("listitem")
    expect(phrase).to_contain_text("ends")
    owner.page.get_by_label("End phrases and passkeys created").select_option(label="None: keep them all")
    expect(phrase).to_contain_text("stays")
    owner.page.get_by_label("End phrases and passkeys created").select_option(index=0)
    assert owner.faults() == []
    owner.page.get_by_role("button", name="Sign out everywhere").click()
    expect(owner.page.get_by_text("All other devices have been signed out.")).to_be_visible()
    expect(owner.page.get_by_role("button", name="Create a recovery phrase")).to_be_visible()
    expect(news).to_be_hidden()
    assert thief.get("/api/me")["signed_out"]
