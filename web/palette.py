"""Write the seats' colours and crests for the browser, from ``kabuto.table.drawing.palette``."""

from pathlib import Path

from kabuto.table.drawing.palette import SEATS

SHELL = Path(__file__).parent / "src" / "shell"
CSS = """\
/* Written by web/palette.py. Colours of the seats: of pieces, and of text on paper, by day and by night. */
:root {{
{variables}
}}

/* What belongs to a seat has its class, and takes its colours from here. */
{classes}
"""
CRESTS = """\
// Written by web/palette.py, each in a box of 100 by 100.

/** A crest for each seat, so that colour is never alone: ring, rhombus, scales, well frame, bellflower. */
export const CRESTS: [{types}] = [
{paths}
]
"""


def texts() -> dict[Path, str]:
    """File → its content."""
    variables = [
        f"  --seat-{number}: {seat.piece};\n"
        f"  --seat-{number}-text: light-dark({seat.on_light}, {seat.on_dark});"
        for number, seat in enumerate(SEATS)
    ]
    classes = [
        f".seat-{number} {{\n  --seat: var(--seat-{number});\n  --seat-text: var(--seat-{number}-text);\n}}"
        for number in range(len(SEATS))
    ]
    crests = CRESTS.format(
        types=", ".join("string" for _ in SEATS),
        paths="\n".join(f"  '{seat.path}'," for seat in SEATS),
    )
    return {
        SHELL / "lib" / "seats.css": CSS.format(variables="\n".join(variables), classes="\n".join(classes)),
        SHELL / "art" / "crests.ts": crests,
    }


if __name__ == "__main__":
    for file, text in texts().items():
        file.write_text(text, encoding="utf-8")
