"""Questions that a server leaves to the pages of its guests, where its operator wants that.

A question holds all that its answer needs and nothing that its person may not know: what a seat sees, or a
finished game. The page has ``kabuto.folder.guests`` answer it in a worker, with the compiled search.
"""

import pickle
from base64 import b64encode
from typing import Any

from kabuto.host.call import Call
from kabuto.table import manifests
from kabuto.version import __version__


def written(call: Call, what: str, game: str, *values: Any) -> str:
    """A question for the page that calls; empty if it can't think, or has no search for this game."""
    if not (call.thinks and manifests.manifest(game).in_pages):
        return ""
    return b64encode(pickle.dumps((__version__, what, (game, *values, call.language)))).decode()
