"""Draws the icons of the app from ``public/icon.svg``, with a Chromium (``python web/icons.py``)."""

import runpy
from pathlib import Path

from playwright.sync_api import sync_playwright

WEB = Path(__file__).resolve().parent
PUBLIC = WEB / "public"
RED = "#a8281a"
ICONS = {
    "icon-192.png": (192, 1.0, "none"),
    "icon-512.png": (512, 1.0, "none"),
    "icon-maskable.png": (512, 0.86, RED),  # a phone may cut everything off but a circle of 80 %
}
"""File → pixels, how much of them the sign fills, and what is behind it."""


def main() -> None:
    """Draw all of them."""
    chromium = runpy.run_path(str(WEB.parent / "tests" / "web" / "chromium.py"))
    sign = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium["find"](), args=chromium["flags"]())
        for name, (pixels, share, behind) in ICONS.items():
            page = browser.new_page(viewport={"width": pixels, "height": pixels})
            style = f"margin:0;display:grid;place-items:center;height:100vh;background:{behind}"
            page.set_content(f'<body style="{style}"><div style="width:{share:.0%}">{sign}</div>')
            page.locator("svg").evaluate("svg => svg.style.display = 'block'")
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
