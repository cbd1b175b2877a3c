"""Packs the browser table: builds it with node from PyPI when it is stale (see ``web/build.py``).

Without a connection the package installs all the same, without the browser table; on a build server
(``CI`` is set) that is an error.
"""

import importlib.util
import os
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILDER = Path(__file__).parent / "web" / "build.py"


def _builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("kabuto_web_build", BUILDER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _is_wanted() -> bool:
    """Whether something has to be built; ``make test`` builds later, beside other things."""
    return not _builder().is_fresh() and os.environ.get("KABUTO_PAGE") != "later"


class BrowserTable(BuildHookInterface[Any]):
    """The hook that hatchling calls before it packs anything."""

    def dependencies(self) -> list[str]:
        """Node is 61 MB, so it is only fetched when something has to be built."""
        return [_builder().NODE] if _is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the browser table, if need be."""
        if not _is_wanted():
            return
        try:
            _builder().build()
        except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
            if os.environ.get("CI"):
                raise
            self.app.display_warning(
                f"The browser table was not built ({error}). The terminal game works; try: make web"
            )
