"""Samurai as an AEC environment of PettingZoo, with options that a type checker knows."""

from typing import TYPE_CHECKING

from kabuto.envs.pettingzoo import TableEnv, environment

if TYPE_CHECKING:
    from typing import Unpack

    from kabuto.samurai.editions import SamuraiOptions


def env(render_mode: str | None = None, **options: "Unpack[SamuraiOptions]") -> TableEnv:
    """All seats taking turns; the options are those of ``kabuto.new``."""
    return environment("samurai")(render_mode, **options)


raw_env = env
"""The same: there is nothing left for a wrapper to check."""
