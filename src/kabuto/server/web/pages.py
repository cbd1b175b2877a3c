"""The browser's side: files that were built into the package, and one page for every other address."""

import asyncio
import re
from contextlib import suppress
from html import escape
from mimetypes import guess_type
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

import kabuto
from kabuto.host import catalogue as games
from kabuto.host.host import Host
from kabuto.protocol.errors import WORDS, Refusal
from kabuto.server.web.pictures import PICTURE, STUDY_PICTURE
from kabuto.server.web.request import caller_of, services_of

STATIC = Path(kabuto.__file__).parent / "static"
ASSETS = "assets"
"""Where the files are whose names change with their content."""
FOREVER = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""
ICON = "/icon-512.png"
UNLISTED = {"x-robots-tag": "noindex"}
"""For pages that people reach by a link: messengers may look at them, search engines shall not list them."""
BUILD = 12
"""Characters of the stamp that ``web/build.py`` writes that are the version of the page."""
PAGES = re.compile(
    r"new|rules|you|games|watch|studies|study/[\w-]+|replay(/[\w-]+)?|table/[\w-]+|learn(/[\w-]+)?|"
    r"games/[\w-]+/(cards|rules|(learn|puzzles)(/[\w-]+)?)|"
)
"""The addresses that the page has something to show at; ``router.svelte.ts`` has them, too."""
_MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Kabuto</title>
<h1>The pages of the table are missing</h1>
<p>The server runs, but the browser's side was not built. In a checkout, <code>make play</code> builds it.</p>
<h1 lang="de">Die Seiten des Tisches fehlen</h1>
<p lang="de">Der Server läuft, aber die Browser-Seite wurde nicht gebaut. <code>make play</code> baut sie.</p>
"""


def build() -> str:
    """The version of the page that was built; nothing if there is none."""
    try:
        return (STATIC / ".stamp").read_text("utf-8")[:BUILD]
    except OSError:
        return ""


async def page(request: Request) -> Response:
    """A file, or the page that shows all others."""
    path = PurePosixPath(request.path_params["path"])
    if found := _file(path):
        cache = FOREVER if path.parts[:1] == (ASSETS,) else "no-cache"
        return FileResponse(found, headers={"cache-control": cache})
    if path.suffix:
        return await _elsewhere(request, path) or Response(
            "There is no such file.", 404, media_type="text/plain"
        )
    index = STATIC / "index.html"
    if index.is_file():
        status = 200 if PAGES.fullmatch(str(request.path_params["path"])) else 404
        if status == 200 and len(path.parts) == 2 and path.parts[0] in _PREVIEWS:
            return await _with_preview(request, index, *path.parts)
        return FileResponse(index, status, headers={"cache-control": "no-cache"})
    return HTMLResponse(_MISSING, 503)


async def _elsewhere(request: Request, path: PurePosixPath) -> Response | None:
    """A file of another version of the page, whose server runs beside this one."""
    assets = services_of(request).store.assets
    if assets is None or path.parts[:-1] != (ASSETS,):
        return None
    host, call = services_of(request).host, caller_of(request).call
    with suppress(Refusal):
        host.guard.spend("requests", call.address)
        if found := await assets.find(path.name):
            kind = guess_type(path.name)[0] or "application/octet-stream"
            return Response(found, media_type=kind, headers={"cache-control": FOREVER})
    return None


async def _with_preview(request: Request, index: Path, kind: str, name: str) -> Response:
    """A page with what messengers show of a link to it: what everyone sees who has the link."""
    services, caller = services_of(request), caller_of(request)
    text = await asyncio.to_thread(index.read_text, "utf-8")
    headers = {"cache-control": "no-cache", "vary": "Accept-Language", **UNLISTED}
    try:
        services.host.guard.spend("requests", caller.address)
        preview = await _PREVIEWS[kind](services.host, caller.language, name)
    except Refusal:  # there is no such thing: the page says so
        return HTMLResponse(text, headers=headers)
    facts = {
        "og:type": "website",
        "og:site_name": "Kabuto",
        "og:title": f"{preview.title} · Kabuto",
        "og:description": preview.description,
        "og:image": f"{caller.origin}{preview.picture}",
        "og:url": f"{caller.origin}/{request.path_params['path']}",
    }
    tags = "".join(f'<meta property="{key}" content="{escape(value)}" />' for key, value in facts.items())
    return HTMLResponse(text.replace("</head>", f"{tags}</head>", 1), headers=headers)


class _Preview(NamedTuple):
    """What a messenger shows of a link."""

    title: str
    description: str
    picture: str


async def _table(host: Host, language: str, name: str) -> _Preview:
    """A table by its game and players, and by its last position once the game is over."""
    async with host.tables.visit(name) as room:
        found = await room.info("")
    players = ", ".join(seat.name for seat in found.seats if seat.name)
    picture = _drawn(PICTURE.format(table=name), language) if found.status in ("over", "record") else ICON
    return _Preview(games.title_of(found.game, language), players, picture)


async def _study(host: Host, language: str, name: str) -> _Preview:
    """A study by its title, game and author."""
    saved, _ = await host.backend.studies.read(name)
    game, author = games.title_of(saved.game, language), await host.name_of(saved.person, language)
    told = WORDS.render(language, "study_preview", "", {"game": game, "name": author})
    return _Preview(saved.title or game, told, _drawn(STUDY_PICTURE.format(study=name), language))


def _drawn(address: str, language: str) -> str:
    """The address of a picture with words in the language of the page."""
    return f"{address}?language={language}"


_PREVIEWS = {"table": _table, "replay": _table, "study": _study}
"""First part of an address → what a link to it shows."""


def _file(path: PurePosixPath) -> Path | None:
    """The file at an address; None if there is none, or if no file can have such a name."""
    try:
        found = (STATIC / path).resolve()
        return found if found.is_relative_to(STATIC.resolve()) and found.is_file() else None
    except (OSError, ValueError):  # too long, or a character that no file system takes
        return None
