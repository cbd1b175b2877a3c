"""Reiner Knizia's Samurai: the 1998 and 2015 rules, exactly."""

from kabuto.samurai.editions import EDITIONS, OPTIONS, PRESETS, Edition
from kabuto.samurai.game import Samurai
from kabuto.samurai.influence import Capture, Contest
from kabuto.samurai.moves import Move, Verb
from kabuto.samurai.report import Report, explain
from kabuto.samurai.scoring import SamuraiOutcome, majorities, ranking
from kabuto.samurai.view import SamuraiView

__all__ = [
    "EDITIONS",
    "OPTIONS",
    "PRESETS",
    "Capture",
    "Contest",
    "Edition",
    "Move",
    "Report",
    "Samurai",
    "SamuraiOutcome",
    "SamuraiView",
    "Verb",
    "explain",
    "majorities",
    "ranking",
]
