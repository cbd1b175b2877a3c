"""Inviting people: links copied, shared, shown as QR codes and by messengers; quick phrases in the chat."""

from collections.abc import Callable

from playwright.sync_api import expect

from .people import Person

REFUSED = "navigator.share = async () => { throw new DOMException('no', 'NotAllowedError') }"


def test_an_invitation_is_shared_copied_and_shown_as_a_qr_code(person: Callable[..., Person]) -> None:
    host = person('H<b>&"', viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = host.page
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.page.add_init_script(REFUSED)
    table = host.set_table("me", "open")
    host.sit(table)
    code, button = page.get_by_role("img", name="QR code"), page.get_by_role("button", name="QR code")
    expect(code).to_be_visible()  # at once: it is what one came for
    button.click()
    expect(code).not_to_be_attached()
    button.click()
    expect(code).to_be_visible()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert f"/table/{table['id']}#invite=" in page.evaluate("navigator.clipboard.readText()")
    assert host.faults() == []

    preview = page.request.get(f"/table/{table['id']}").text()
    assert '<meta property="og:title" content="Samurai · Kabuto" />' in preview
    assert 'content="H&lt;b&gt;&amp;&quot;"' in preview
    assert table["invites"][0]["token"] not in preview
    assert "og:title" not in page.request.get("/table/nowhere").text()


def test_a_quick_phrase_is_said(person: Callable[..., Person]) -> None:
    host = person("Host", locale="de-DE")
    host.sit(host.set_table("me", "greedy"))
    talk = host.page.locator(".talk")
    if not talk.is_visible():  # on a screen of this size it is a tab
        host.page.get_by_role("tab", name="Chat").click()
    talk.get_by_role("button", name="Schnelle Sätze").click()
    assert host.faults() == []
    talk.get_by_role("button", name="Viel Glück!").click()
    expect(talk.locator("ol")).to_contain_text("Viel Glück!")
