"""Which event loop a server runs on, and which signals stop it: what differs between systems."""

import asyncio
import signal
import sys
from collections.abc import Callable

SELECTOR = "asyncio:SelectorEventLoop"
"""Its name, as uvicorn takes it."""


def name_of_loop(asked: str, store: str) -> str:
    """The loop for a server: psycopg can't use the usual one of Windows, which has no ``add_reader``."""
    return SELECTOR if store and sys.platform == "win32" else asked


def loop_of_worker() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes the loop of a worker, which always has a database; None for the usual one."""
    return asyncio.SelectorEventLoop if sys.platform == "win32" else None


def stopping() -> list[int]:
    """The signals that ask to stop: on Windows also Ctrl-Break, the only one that others can send."""
    names = ("SIGINT", "SIGTERM", "SIGBREAK")
    return [getattr(signal, name) for name in names if hasattr(signal, name)]
