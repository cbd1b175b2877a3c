"""A report that a person may attach to what they tell us: it names no home, no person and no secret."""

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kabuto.table import Refused

if TYPE_CHECKING:
    from kabuto.cli.doctor.findings import Findings, Place

SHOWN = ("LANG", "LC_ALL", "TERM", "COLORTERM", "NO_COLOR")
"""Variables whose values say how things look, and nothing of the person; of our own the names are enough."""
OURS = "KABUTO_"


def report(found: "Findings") -> str:
    """The report, in English whatever the person speaks, for whoever helps them."""
    lines = [
        f"kabuto {found.version}",
        f"python {found.python} ({sys.stdout.encoding})",
        f"system {found.system} {found.machine}, {found.processors} processors",
        f"games {', '.join(found.games)}",
        *(f"problem {name}: {reason}" for name, reason in found.problems.items()),
        f"pages {found.pages or 'none'}",
        f"edition {_edition(found.edition)}",
        *(f"damaged {name}" for name in found.damaged),
        f"data {_place(found.data)}",
        f"cache {_place(found.cache)}",
    ]
    for extra, packages in found.extras.items():
        versions = (f"{name} {version or 'missing'}" for name, version in packages.items())
        lines.append(f"[{extra}] {', '.join(versions)}")
    lines += [f"{name}={os.environ[name]}" for name in SHOWN if name in os.environ]
    lines += [f"{name} is set" for name in sorted(os.environ) if name.startswith(OURS)]
    return "".join(f"{without_home(line)}\n" for line in lines)


def without_home(text: str) -> str:
    """A text without the path of a home, nor the name of whoever lives there."""
    home = Path.home()
    for path in sorted({str(home), str(home.resolve()), home.as_posix()}, key=len, reverse=True):
        if len(path) > 1:
            text = text.replace(path, "~")
    name = home.name
    return re.sub(rf"\b{re.escape(name)}\b", "…", text) if len(name) > 2 and name != "root" else text


def _edition(edition: str | Refused | None) -> str:
    if isinstance(edition, Refused):
        return f"refused: {edition.reason}"
    return edition or "none"


def _place(place: "Place") -> str:
    if place.path is None:
        return "none: there is no home"
    allowed = "writable" if place.can_write else "not writable"
    return f"{place.path} {place.size} bytes in {place.files} files, {allowed}"
