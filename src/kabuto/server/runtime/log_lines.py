"""Logs as lines of JSON: one event each, with fields; never a cookie, a token or a hand."""

import json
import logging
from asyncio import CancelledError
from datetime import UTC, datetime
from time import monotonic
from typing import Any

from kabuto.host.log import LOGGER
from kabuto.host.rate_limits import Bucket, Rate

FOREIGN = Rate(50, 1)
"""Lines of uvicorn and asyncio: strangers can cause them at will, and mustn't fill the disk."""


class Lines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class RateLimit(logging.Filter):
    """Drops lines that come too fast."""

    def __init__(self, rate: Rate) -> None:
        super().__init__()
        self._rate, self._bucket = rate, Bucket(rate, monotonic)

    def filter(self, record: logging.LogRecord) -> bool:
        return not self._bucket.take(self._rate)


NOISE = ("ASGI callable returned without completing handshake", "Invalid UTF-8 sequence received")
"""What uvicorn reports as errors, though any stranger can cause it and it harms no one."""


def _is_news(record: logging.LogRecord) -> bool:
    kind = record.exc_info[0] if record.exc_info else None
    is_cut = kind is not None and issubclass(
        kind, CancelledError
    )  # a request, when the server is told to stop
    return not (is_cut or record.getMessage().startswith(NOISE))


def set_up(is_terminal: bool) -> None:
    """Log to the error stream; at a terminal only what is wrong."""
    own, foreign = logging.StreamHandler(), logging.StreamHandler()
    foreign.addFilter(_is_news)
    foreign.addFilter(RateLimit(FOREIGN))
    for name, level, handler in (
        (LOGGER.name, logging.INFO, own),
        ("uvicorn", logging.WARNING, foreign),  # its other lines tell the addresses of tables
        ("asyncio", logging.WARNING, foreign),
    ):
        handler.setFormatter(Lines())
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.WARNING if is_terminal else level)
