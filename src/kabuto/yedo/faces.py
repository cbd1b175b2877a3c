"""Where to find everything that Yedo offers."""

from kabuto.table.faces import Faces

FACES = Faces(
    game="kabuto.yedo.game:Yedo",
    players={
        "greedy": "kabuto.yedo.players.greedy:Greedy",
        **{f"level{n}": f"kabuto.yedo.players.levels:level{n}" for n in range(1, 9)},
        "search:": "kabuto.yedo.players.search:entrant",
    },
    words="kabuto.yedo",
    telling="kabuto.yedo.telling:tell",
    story="kabuto.yedo.telling:tell_events",
    group="kabuto.yedo.telling:group",
    analysis="kabuto.yedo.analysis",
    reasons="kabuto.yedo.reasons:reasons",
    terminal="kabuto.yedo.terminal.table:YedoTable",
    numbers="kabuto.yedo.numbers.single:YedoSingle",
    tree="kabuto.yedo.numbers.tree:Table",
    columns="kabuto.yedo.numbers.columns",
    wire="kabuto.yedo.wire:WIRE",
    lines="kabuto.yedo.numbers.drawing:lines",
    painting="kabuto.yedo.numbers.painting:paint",
    card_folder="kabuto.yedo.options:load_folder",
    offers={"yedo_spaces": "kabuto.yedo.numbers.spaces"},
)
