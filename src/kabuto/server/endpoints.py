"""The addresses of the server as data: what each takes and gives. The app and the schema are made from it."""

from typing import Any

from msgspec import Struct

from kabuto.server.messages import (
    Catalogue,
    Claim,
    Join,
    Lobby,
    Me,
    NewTable,
    PersonalLink,
    Rename,
    TableInfo,
)
from kabuto.server.study import AskHint, Hint, Replay, Review, Studied, Study, Upload


class Endpoint(Struct, frozen=True):
    """One address."""

    name: str
    """The function that answers, in ``kabuto.server.answers``."""
    method: str
    path: str
    gives: Any
    takes: Any = None
    summary: str = ""
    query: dict[str, str] = {}
    """Parameter → what it means."""


_TABLE = "/api/tables/{table}"
ENDPOINTS = (
    Endpoint("catalogue", "GET", "/api/games", Catalogue, summary="What can be played here"),
    Endpoint("me", "GET", "/api/me", Me, summary="Who I am; the first call gives a new person a cookie"),
    Endpoint("rename", "POST", "/api/me", Me, Rename, "Change my name"),
    Endpoint("personal_link", "POST", "/api/me/link", PersonalLink, summary="A link for another device"),
    Endpoint("claim", "POST", "/api/me/claim", Me, Claim, "Become the person of a personal link"),
    Endpoint("lobby", "GET", "/api/tables", Lobby, summary="Tables to play, join, watch or replay"),
    Endpoint("new_table", "POST", "/api/tables", TableInfo, NewTable, "Set a table"),
    Endpoint("study", "POST", "/api/study", Studied, Study, "Look at a record without keeping it"),
    Endpoint("upload", "POST", "/api/records", TableInfo, Upload, "Upload a record to replay"),
    Endpoint("table", "GET", _TABLE, TableInfo, summary="A table from outside"),
    Endpoint("join", "POST", f"{_TABLE}/join", TableInfo, Join, "Take a seat"),
    Endpoint("leave", "POST", f"{_TABLE}/leave", TableInfo, summary="Give my seats up"),
    Endpoint("record", "GET", f"{_TABLE}/record", dict[str, Any], summary="The record of a finished game"),
    Endpoint(
        "replay",
        "GET",
        f"{_TABLE}/replay",
        Replay,
        summary="A finished game, move by move",
        query={"seat": "whose view; without it every hand is shown"},
    ),
    Endpoint("hint", "POST", f"{_TABLE}/hint", Hint, AskHint, "What is good in a position"),
    Endpoint("review", "POST", f"{_TABLE}/review", Review, summary="How the chances went in a finished game"),
)
SOCKET = f"{_TABLE}/socket"
"""The WebSocket of a table: ``ClientMessage`` up, ``ServerMessage`` down."""
