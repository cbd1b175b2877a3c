"""The addresses of the server as data: what each takes and gives. The app and the schema are made from it."""

from typing import Any

from msgspec import Struct

from kabuto.protocol.account import (
    Delete,
    PasskeyAnswer,
    PasskeyOptions,
    Phrase,
    PushState,
    QrCode,
    QrText,
    Recover,
    Recovery,
    RemovePasskey,
    Statistics,
    Subscribe,
    Unsubscribe,
)
from kabuto.protocol.http import (
    Catalogue,
    Claim,
    DeviceList,
    Join,
    LinkOwner,
    Lobby,
    Me,
    NewTable,
    NextPerson,
    PersonalLink,
    Preparation,
    Rename,
    SignOut,
    SignOutEverywhere,
    TableInfo,
)
from kabuto.protocol.puzzles import FoundPuzzles, Puzzle, PuzzleList, Solve, Verdict
from kabuto.protocol.studies import (
    MOST_BYTES,
    ChangedStudy,
    NewStudy,
    OpenStudy,
    StudyInfo,
    StudyList,
)
from kabuto.protocol.study import (
    AskHint,
    AskLineHint,
    AskTurns,
    CheckDeal,
    CheckedDeal,
    Commitments,
    Evaluation,
    Glance,
    Hint,
    Line,
    LookAtLine,
    Replay,
    Review,
    ReviewPart,
    Studied,
    Study,
    Upload,
)

HIGHEST_VERSION = 9
"""No page says that it seals by a later version."""
DEAL = {"deal": "2: my page seals its part of the deal in a message of its own"}
"""What a page of this version says when it takes a seat."""


WORDS_ASKED = "the vocabulary of its sentences, such as that of an edition; without it, the record's"


GUEST_THINKS = {"thinks": "1: the page can think; the answer may be a question for it"}


class Endpoint(Struct, frozen=True):
    """One address."""

    name: str
    """The name of the function that answers."""
    method: str
    path: str
    gives: Any
    takes: Any = None
    summary: str = ""
    query: dict[str, str] = {}
    """Parameter → what it means."""
    is_lasting: bool = False
    """Whether it leaves something behind that its person will want to come back to."""
    is_settled: bool = False
    """Whether its answer hardly ever changes: a browser keeps it and asks whether it did."""
    is_identity: bool = False
    """Whether it says who a person is: the cookie is renewed."""
    most_bytes: int = 0
    """The size of its body, if that may be more than the limit for all."""


PERSONAL = (
    Endpoint("my_statistics", "GET", "/api/me/statistics", Statistics, summary="How my finished games went"),
    Endpoint("export", "GET", "/api/me/export", dict[str, Any], summary="All that is stored of me"),
    Endpoint("delete", "POST", "/api/me/delete", Me, Delete, "Delete me", is_identity=True),
    Endpoint("qr_code", "POST", "/api/qr", QrCode, QrText, "A link as a QR code"),
    Endpoint("push_state", "GET", "/api/me/push", PushState, summary="Whether I am notified"),
    Endpoint(
        "subscribe", "POST", "/api/me/push", PushState, Subscribe, "Notify this browser", is_lasting=True
    ),
    Endpoint(
        "unsubscribe", "POST", "/api/me/push/remove", PushState, Unsubscribe, "Don't notify this browser"
    ),
    Endpoint("news_seen", "POST", "/api/me/news/seen", Me, summary="I have read the news in Me"),
    Endpoint("recovery", "GET", "/api/me/recovery", Recovery, summary="How I can come back"),
    Endpoint(
        "new_phrase",
        "POST",
        "/api/me/recovery/phrase",
        Phrase,
        summary="A new recovery phrase; it ends the one before",
        is_lasting=True,
    ),
    Endpoint(
        "passkey_options",
        "POST",
        "/api/me/passkeys/options",
        PasskeyOptions,
        summary="What the browser needs to make a passkey",
    ),
    Endpoint(
        "add_passkey",
        "POST",
        "/api/me/passkeys",
        Recovery,
        PasskeyAnswer,
        "Add a passkey",
        is_lasting=True,
    ),
    Endpoint(
        "remove_passkey", "POST", "/api/me/passkeys/remove", Recovery, RemovePasskey, "Remove a passkey"
    ),
    Endpoint("recover", "POST", "/api/recover", PersonalLink, Recover, "Come back with a recovery phrase"),
    Endpoint(
        "recovery_options",
        "POST",
        "/api/recover/passkey/options",
        PasskeyOptions,
        summary="What the browser needs to use a passkey",
    ),
    Endpoint(
        "recover_by_passkey",
        "POST",
        "/api/recover/passkey",
        PersonalLink,
        PasskeyAnswer,
        "Come back with a passkey",
    ),
)
_STUDY = "/api/studies/{study}"
STUDIES = (
    Endpoint("my_studies", "GET", "/api/studies", StudyList, summary="My studies"),
    Endpoint(
        "new_study",
        "POST",
        "/api/studies",
        StudyInfo,
        NewStudy,
        "Keep a study",
        is_lasting=True,
        most_bytes=MOST_BYTES,
    ),
    Endpoint("read_study", "GET", _STUDY, OpenStudy, summary="A study, mine or somebody else's"),
    Endpoint(
        "save_study", "POST", _STUDY, StudyInfo, ChangedStudy, "Change a study of mine", most_bytes=MOST_BYTES
    ),
    Endpoint("delete_study", "POST", f"{_STUDY}/delete", StudyList, summary="Delete a study of mine"),
    Endpoint(
        "study_record",
        "GET",
        f"{_STUDY}/record",
        dict[str, Any],
        summary="The main line of a study as a record",
    ),
)
_TABLE = "/api/tables/{table}"
ENDPOINTS = (
    Endpoint("catalogue", "GET", "/api/games", Catalogue, summary="What can be played here"),
    Endpoint(
        "preparation",
        "GET",
        "/api/preparation",
        Preparation,
        summary="How far the compiled engine of a game is",
        query={"game": "the name of a game"},
    ),
    Endpoint(
        "reference",
        "GET",
        "/api/reference",
        dict[str, Any],
        summary="What does not change in a game, such as its cards; the query names options",
        query={"game": "the name of a game"},
    ),
    Endpoint(
        "lessons",
        "GET",
        "/api/lessons",
        dict[str, Any],
        summary="Lessons of a game to play through: records for /api/study, goals and words",
        query={"game": "the name of a game"},
    ),
    Endpoint(
        "me",
        "GET",
        "/api/me",
        Me,
        summary="Who I am; the first call gives a new person a cookie",
        is_identity=True,
    ),
    Endpoint("rename", "POST", "/api/me", Me, Rename, "Change my name", is_lasting=True),
    Endpoint(
        "personal_link",
        "POST",
        "/api/me/link",
        PersonalLink,
        summary="A link for another device; it ends the one before",
        is_lasting=True,
    ),
    Endpoint("cancel_link", "POST", "/api/me/link/cancel", Me, summary="End my personal link"),
    Endpoint("look_at_link", "POST", "/api/me/link/look", LinkOwner, Claim, "What a personal link would do"),
    Endpoint(
        "claim",
        "POST",
        "/api/me/claim",
        Me,
        Claim,
        "Become the person of a personal link; refused while I have open games",
        is_identity=True,
    ),
    Endpoint(
        "back", "POST", "/api/me/back", Me, summary="Be again who this browser was before", is_identity=True
    ),
    Endpoint("devices", "GET", "/api/me/devices", DeviceList, summary="The devices that are signed in as me"),
    Endpoint(
        "sign_out", "POST", "/api/me/devices/sign-out", DeviceList, SignOut, "Sign another device of mine out"
    ),
    Endpoint(
        "sign_out_others",
        "POST",
        "/api/me/devices/sign-out-others",
        DeviceList,
        summary="Sign all my devices out except this one; what others may have made to come back ends",
    ),
    Endpoint(
        "sign_out_everywhere",
        "POST",
        "/api/me/devices/sign-out-everywhere",
        DeviceList,
        SignOutEverywhere,
        "Sign all my devices out except this one, and end phrases and passkeys made since a day",
    ),
    *PERSONAL,
    Endpoint("lobby", "GET", "/api/tables", Lobby, summary="Tables to play, join, watch or replay"),
    Endpoint(
        "new_table", "POST", "/api/tables", TableInfo, NewTable, "Set a table", query=DEAL, is_lasting=True
    ),
    Endpoint(
        "next_person",
        "POST",
        "/api/next",
        TableInfo,
        NextPerson,
        "Play whoever comes next",
        query=DEAL,
        is_lasting=True,
    ),
    Endpoint(
        "study",
        "POST",
        "/api/study",
        Studied,
        Study,
        "Look at a record without keeping it",
        query={"words": WORDS_ASKED},
    ),
    Endpoint("line", "POST", "/api/study/line", Line, LookAtLine, "Look at the positions of a line of moves"),
    Endpoint(
        "study_hint",
        "POST",
        "/api/study/hint",
        Hint,
        AskLineHint,
        "What is good at the end of a line of moves",
        query=GUEST_THINKS,
    ),
    *STUDIES,
    Endpoint(
        "puzzles",
        "GET",
        "/api/puzzles",
        PuzzleList,
        summary="The puzzles of a game",
        query={"game": "the name of a game"},
        is_settled=True,
    ),
    Endpoint(
        "puzzle",
        "GET",
        "/api/puzzle",
        Puzzle,
        summary="A puzzle to solve",
        query={
            "game": "the name of a game",
            "id": "which puzzle",
            "table": "where it was found; without it, it came with the game",
            "words": WORDS_ASKED,
        },
        is_settled=True,
    ),
    Endpoint(
        "solve",
        "POST",
        "/api/puzzle",
        Verdict,
        Solve,
        "Whether a turn is the solution of a puzzle",
        query={"words": WORDS_ASKED},
    ),
    Endpoint(
        "upload", "POST", "/api/records", TableInfo, Upload, "Upload a record to replay", is_lasting=True
    ),
    Endpoint(
        "check_deal",
        "POST",
        "/api/deals/check",
        CheckedDeal,
        CheckDeal,
        "Whether a game was dealt as its proof says",
    ),
    Endpoint(
        "deals",
        "GET",
        "/api/deals",
        Commitments,
        summary="Every deal that the server committed to, those included that were never played",
        query={"before": "only those with a smaller number"},
    ),
    Endpoint("table", "GET", _TABLE, TableInfo, summary="A table from outside"),
    Endpoint("join", "POST", f"{_TABLE}/join", TableInfo, Join, "Take a seat", query=DEAL, is_lasting=True),
    Endpoint("leave", "POST", f"{_TABLE}/leave", TableInfo, summary="Give my seats up"),
    Endpoint("glance", "GET", f"{_TABLE}/glance", Glance, summary="What anybody sees of a game now"),
    Endpoint("record", "GET", f"{_TABLE}/record", dict[str, Any], summary="The record of a finished game"),
    Endpoint(
        "deal", "GET", f"{_TABLE}/deal", dict[str, Any], summary="The proof of the deal of a finished game"
    ),
    Endpoint(
        "replay",
        "GET",
        f"{_TABLE}/replay",
        Replay,
        summary="A finished game, move by move",
        query={"seat": "whose view; without it every hand is shown"},
        is_settled=True,
    ),
    Endpoint(
        "hint", "POST", f"{_TABLE}/hint", Hint, AskHint, "What is good in a position", query=GUEST_THINKS
    ),
    Endpoint(
        "found_puzzles",
        "GET",
        f"{_TABLE}/puzzles",
        FoundPuzzles,
        summary="The puzzles of a finished game, or how far the search for them is",
    ),
    Endpoint(
        "find_puzzles",
        "POST",
        f"{_TABLE}/puzzles",
        FoundPuzzles,
        summary="Look for puzzles in a finished game",
    ),
    Endpoint(
        "evaluation",
        "POST",
        f"{_TABLE}/evaluation",
        Evaluation,
        summary="How a running game stands, for those who watch it",
        query=GUEST_THINKS,
    ),
    Endpoint(
        "look_back",
        "POST",
        f"{_TABLE}/review/turns",
        ReviewPart,
        AskTurns,
        "What was won and lost in some turns of a finished game",
        query=GUEST_THINKS,
    ),
    Endpoint("review", "POST", f"{_TABLE}/review", Review, summary="How the chances went in a finished game"),
)
SOCKET = f"{_TABLE}/socket"
"""The WebSocket of a table: ``ClientMessage`` up, ``ServerMessage`` down."""
