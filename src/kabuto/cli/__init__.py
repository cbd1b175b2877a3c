"""The ``kabuto`` command and the terminal table."""

from kabuto.cli.command import main

__all__ = ["main"]
