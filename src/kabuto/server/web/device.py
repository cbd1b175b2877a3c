"""A folder of the whole table that browsers may keep: for games on a device, when no server is in sight."""

import gzip
from mimetypes import guess_type
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from kabuto.table import Refused
from kabuto.text_ui.language import sentence

ADDRESS = "/device/{path:path}"
"""Where it lies; the page's ``device.ts`` knows it, too."""
INDEX, TWIN = "index.html", ".gz"
ASKED = f"/device/{INDEX}"
"""What a page asks for without taking it, to learn whether there is a folder."""
SEARCH = b'name="kabuto-search" content="p'
"""How the folder's page names its search, if it has one."""
POLICY = "frame-ancestors 'none'"
"""The folder's page says the rest itself: Python may be compiled there, and nowhere else."""


async def not_offered(_: Request) -> Response:
    """Tell a page that asks that there is none here: as an empty answer, for browsers report every error."""
    return Response(status_code=204)


class Device:
    """Hands out the files of a folder, each as it is or packed, whichever is there."""

    def __init__(self, place: Path) -> None:
        self._place = place.resolve()
        if self._file(PurePosixPath(INDEX)) is None:
            raise Refused(sentence("folder_is_none", folder=str(place)), "--folder")

    async def file(self, request: Request) -> Response:
        """A file."""
        path = PurePosixPath(request.path_params["path"] or INDEX)
        found = self._file(path)
        if found is None:
            return Response("There is no such file.", 404, media_type="text/plain")
        is_packed = found.name != path.name
        headers = {
            "cache-control": "no-cache",
            "content-encoding": "gzip" if is_packed else "identity",  # nothing is packed once more
            "content-security-policy": POLICY,
        }
        kind = guess_type(path.name)[0] if path.suffix != TWIN else "application/gzip"
        return FileResponse(found, headers=headers, media_type=kind or "application/octet-stream")

    def has_search(self) -> bool:
        """Whether pages can think with what is in it."""
        index = self._file(PurePosixPath(INDEX))
        content = index.read_bytes() if index else b""
        return SEARCH in (gzip.decompress(content) if index and index.suffix == TWIN else content)

    def _file(self, path: PurePosixPath) -> Path | None:
        """The file at an address, packed if that will do; None if there is none."""
        try:
            found = (self._place / path).resolve()
            ways = [] if path.suffix == TWIN else [found.with_name(found.name + TWIN)]
            there = (each for each in [*ways, found] if each.is_file())
            return next(there, None) if found.is_relative_to(self._place) else None
        except (OSError, ValueError):  # too long, or a character that no file system takes
            return None
