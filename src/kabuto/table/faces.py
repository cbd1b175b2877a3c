"""``kabuto.table.manifests`` by the names that games of other packages know; all of them stay."""

from kabuto.table.manifests import (
    BUILT_IN,
    GROUP,
    AnyGame,
    Component,
    GameManifest,
    add,
    component,
    default,
    find,
    foreign,
    having,
    is_game,
    manifest,
    names,
    need,
    problems,
    working,
)

Faces = GameManifest
"""An alias of ``GameManifest``, kept for the games of other packages."""
Face = Component
"""An alias of ``Component``."""
faces = manifest
"""An alias of ``manifest``."""
face = component
"""An alias of ``component``."""

__all__ = [
    "BUILT_IN",
    "GROUP",
    "AnyGame",
    "Face",
    "Faces",
    "add",
    "face",
    "faces",
    "find",
    "foreign",
    "having",
    "is_game",
    "names",
    "need",
    "problems",
    "working",
]


def __getattr__(name: str) -> str:
    """``DEFAULT``, an alias of ``default()``."""
    if name == "DEFAULT":
        return default()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
