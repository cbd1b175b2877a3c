"""Questions that the browser of the player who asks thinks over, where the host lets its guests do that.

A question holds all that its answer needs and nothing that its person may not know: what a seat sees, or a
finished game. The page asks ``kabuto.folder.guests`` in a worker, with the compiled search.
"""

import pickle
from base64 import b64decode, b64encode
from typing import Any, Literal

from kabuto.host.call import Call
from kabuto.table import manifests
from kabuto.version import __version__

What = Literal["hint", "evaluation", "turns"]


def question(allowed: bool, call: Call, what: What, game: str, *values: Any) -> str:
    """A question for the page; empty if it can't think, may not, or has no search for this game."""
    if not (allowed and call.thinks and manifests.manifest(game).in_pages):
        return ""
    return b64encode(pickle.dumps((__version__, what, (game, *values, call.language)))).decode()


def opened(text: str) -> tuple[What, tuple[Any, ...]]:
    """What is asked, and its values; ``ValueError`` if a server of another version has asked."""
    version, what, values = pickle.loads(b64decode(text))
    if version != __version__:
        raise ValueError(f"asked by version {version}")
    return what, values
