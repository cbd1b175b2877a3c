"""Where to find everything that Yedo offers."""

from kabuto.table.manifests import GameManifest

MANIFEST = GameManifest(
    game="kabuto.yedo.game:Yedo",
    players={
        "greedy": "kabuto.yedo.players.greedy:Greedy",
        **{f"level{n}": f"kabuto.yedo.players.levels:level{n}" for n in range(1, 10)},
        "learned:": "kabuto.yedo.learning.player:entrant",
        "search:": "kabuto.yedo.players.search:entrant",
    },
    compiled={"learned:"},
    in_pages={f"level{n}" for n in range(6, 10)},
    quicker={"search:", *(f"level{n}" for n in range(6, 10))},
    warm="kabuto.yedo.players.compiled.warming:warm_all",
    words="kabuto.yedo",
    tasks="kabuto.yedo",
    telling="kabuto.yedo.wording.log:tell",
    story="kabuto.yedo.wording.log:tell_events",
    group="kabuto.yedo.wording.log:group",
    learning="kabuto.yedo.learning",
    analysis="kabuto.yedo.analysis",
    reasons="kabuto.yedo.players.move_reasons:reasons",
    terminal="kabuto.yedo.terminal.table:YedoTable",
    numbers="kabuto.yedo.numbers.single:YedoSingle",
    seat_games="kabuto.yedo.numbers.seats:YedoSeats",
    tree="kabuto.yedo.numbers.tree:Table",
    columns="kabuto.yedo.numbers.columns",
    wire="kabuto.yedo.wire:WIRE",
    lines="kabuto.yedo.numbers.drawing:lines",
    painting="kabuto.yedo.numbers.painting:paint",
    permute="kabuto.yedo.permuting:permute",
    card_folder="kabuto.yedo.options:load_folder",
    offers={
        "YedoVector": "kabuto.yedo.numbers.vector:YedoVector",
        "yedo_spaces": "kabuto.yedo.numbers.spaces",
    },
)
