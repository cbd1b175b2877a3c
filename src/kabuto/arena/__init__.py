"""Matches between players: every deal from every seat, Elo with honest intervals, nothing played twice."""

from kabuto.arena.file import MatchFile, open_match
from kabuto.arena.ladder import ladder_svg
from kabuto.arena.match import TABLES, Fixture, Match, new_match
from kabuto.arena.playing import Played, play
from kabuto.arena.runners import Pool, cluster, here, processes, run
from kabuto.arena.sequential import SequentialTest
from kabuto.arena.summary import summarise

__all__ = [
    "TABLES",
    "Fixture",
    "Match",
    "MatchFile",
    "Played",
    "Pool",
    "SequentialTest",
    "cluster",
    "here",
    "ladder_svg",
    "new_match",
    "open_match",
    "play",
    "processes",
    "run",
    "summarise",
]
