"""Log lines for the operator: one event each, with fields; never a token or a hand."""

import logging
import sys
from typing import Any

LOGGER = logging.getLogger("kabuto.server")
"""Its name is what filters of operators know."""


def short(table: str) -> str:
    """A table in a log: recognised, but not opened, by what stands there."""
    return table[:6]


def log(event: str, **fields: Any) -> None:
    """Something happened that is usual."""
    LOGGER.info(event, extra={"fields": fields})


def warn(event: str, **fields: Any) -> None:
    """Log something that the operator should look at; inside ``except`` the error is added."""
    LOGGER.warning(event, extra={"fields": fields}, exc_info=sys.exc_info()[0] is not None)
