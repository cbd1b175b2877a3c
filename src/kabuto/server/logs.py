"""Logs as lines of JSON: one event each, with fields; never a cookie, a token or a hand."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

LOGGER = logging.getLogger("kabuto.server")


def short(table: str) -> str:
    """A table in a log: recognised, but not opened, by what stands there."""
    return table[:6]


def log(event: str, **fields: Any) -> None:
    """Something happened that is usual."""
    LOGGER.info(event, extra={"fields": fields})


def warn(event: str, **fields: Any) -> None:
    """Something happened that somebody should look at; inside ``except`` the error is added."""
    LOGGER.warning(event, extra={"fields": fields}, exc_info=sys.exc_info()[0] is not None)


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


def set_up(is_terminal: bool) -> None:
    """Log to the error stream; a person at a terminal is told what is wrong and no more."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    for name, level in (("kabuto.server", logging.INFO), ("uvicorn", logging.WARNING)):
        # uvicorn would tell the addresses of tables, which are for those who were given them
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.WARNING if is_terminal else level)
