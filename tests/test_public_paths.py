"""What games of other packages and researchers import stays where it was, whatever moves inside."""

from importlib import import_module

import pytest

PUBLIC = {
    "kabuto": """
        BadOption BadRecord Event Game IllegalMove Outcome View __version__ games load new register
    """,
    "kabuto.arena": """
        Fixture Match MatchFile Played Pool TABLES cluster here ladder_svg new_match open_match play
        processes run summarise
    """,
    "kabuto.arena.runners": """
        Pool processes
    """,
    "kabuto.envs": """
        SamuraiVector WORDS listed missing returns samurai_spaces samurai_v0 yedo_spaces yedo_v0
    """,
    "kabuto.envs.gymnasium": """
        LegalActions SeatEnv Seen
    """,
    "kabuto.envs.openspiel": """
        KabutoGame KabutoObserver KabutoState NAMES
    """,
    "kabuto.envs.pettingzoo": """
        SamuraiEnv TableEnv YedoEnv samurai_v0 yedo_v0
    """,
    "kabuto.laws": """
        BrokenLaw Case LAWS Law Permute cases
    """,
    "kabuto.players": """
        ANY_GAME Forfeit GREEDY Player View WORDS dismiss forms is_compiled knows make names play_out
        split usual
    """,
    "kabuto.table": """
        BadOption BadRecord Catalogue Entry Event Game IllegalMove Mark Move Option Outcome Refused Seat
        Text Value View Word faces game_class games load new register
    """,
    "kabuto.table.deals": """
        BadProof DIGITS KEYS Proof Share VERSION begin commitment read seal seed verify
    """,
    "kabuto.table.drawing": """
        ASCII BASIC_STYLES Line Marks Picture STYLES UNICODE WIDTH add_styles columns length rich_style
        seat_line
    """,
    "kabuto.table.errors": """
        BadOption BadRecord Changed IllegalMove Refused Unavailable label short
    """,
    "kabuto.table.event": """
        Event
    """,
    "kabuto.table.faces": """
        AnyGame BUILT_IN DEFAULT Face Faces GROUP add face faces find foreign having is_game names need
        problems working
    """,
    "kabuto.table.game": """
        Entry Game Move MoveT Outcome Round StateT View no_move read_move
    """,
    "kabuto.table.numbers": """
        finished listed missing returns
    """,
    "kabuto.table.numbers.canvas": """
        ADJUSTED Canvas FINE LETTERS plain
    """,
    "kabuto.table.numbers.columns": """
        Column Decision after_the_end
    """,
    "kabuto.table.numbers.single": """
        RulesSingle SHOWN Single
    """,
    "kabuto.table.numbers.tree": """
        Guide Node Part Sampler pick
    """,
    "kabuto.table.options": """
        Default Option Value check_number check_seed resolve
    """,
    "kabuto.table.record": """
        FORMAT Fields KEYS dumps expect loads read read_file
    """,
    "kabuto.table.sheet": """
        PAPER Sheet Svg
    """,
    "kabuto.table.showing": """
        LEFT_OUT SheetT lines painted svg text written
    """,
    "kabuto.table.terminal": """
        Screen Table
    """,
    "kabuto.table.text": """
        Addressed Catalogue ENGLISH MESSAGES Mark Parts Piece Seat Text WORDS Word YOU fill listed
        merged parts translate
    """,
    "kabuto.table.wire": """
        PARTS Sentence Wire
    """,
}
"""Module → names that the documentation taught, or that a module it teaches has had: only to be added to."""


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_is_still_there(module: str) -> None:
    found = import_module(module)
    assert [name for name in PUBLIC[module].split() if not hasattr(found, name)] == []
