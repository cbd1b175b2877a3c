"""Where to find everything that Samurai offers."""

from kabuto.table.manifests import GameManifest

MANIFEST = GameManifest(
    game="kabuto.samurai.game:Samurai",
    players={
        "greedy": "kabuto.samurai.players.greedy:Greedy",
        "learned": "kabuto.samurai.players.learned.player:plain",
        **{f"level{n}": f"kabuto.samurai.players.levels:level{n}" for n in range(1, 11)},
        "learned:": "kabuto.samurai.players.learned.player:entrant",
        "search:": "kabuto.samurai.players.search.search:entrant",
        "ismcts:": "kabuto.samurai.players.search.textbook:entrant",
    },
    compiled={"search:", "ismcts:", "learned", "learned:", *(f"level{n}" for n in range(6, 11))},
    in_pages={f"level{n}" for n in range(6, 11)},
    unseated={"learned"},
    warm="kabuto.samurai.players.warming:warm_all",
    words="kabuto.samurai",
    tasks="kabuto.samurai",
    terminal="kabuto.samurai.terminal.table:SamuraiTable",
    analysis="kabuto.samurai.analysis",
    reasons="kabuto.samurai.analysis.reasons:why",
    telling="kabuto.samurai.telling:tell",
    story="kabuto.samurai.telling:tell_events",
    elo="kabuto.samurai.players.levels:ELO",
    bench="kabuto.samurai.bench:measures",
    learning="kabuto.samurai.learning",
    puzzles="kabuto.samurai.puzzles",
    numbers="kabuto.samurai.numbers.single:SamuraiSingle",
    seat_numbers="kabuto.samurai.numbers.rules:SamuraiByRules",
    seat_games="kabuto.samurai.numbers.seats:SamuraiSeats",
    tree="kabuto.samurai.numbers.tree:Table",
    columns="kabuto.samurai.numbers.columns",
    wire="kabuto.samurai.wire:WIRE",
    lines="kabuto.samurai.numbers.drawing:lines",
    painting="kabuto.samurai.numbers.painting:paint",
    permute="kabuto.samurai.permuting:permute",
    offers={
        "SamuraiSingle": "kabuto.samurai.numbers.single:SamuraiSingle",
        "SamuraiVector": "kabuto.samurai.numbers.vector:SamuraiVector",
        "samurai_spaces": "kabuto.samurai.numbers.spaces",
    },
)
