"""Where to find everything that Yedo offers."""

from kabuto.table.faces import Faces

FACES = Faces(
    game="kabuto.yedo.game:Yedo",
    players={
        "greedy": "kabuto.yedo.players.greedy:Greedy",
        **{f"level{n}": f"kabuto.yedo.players.levels:level{n}" for n in range(1, 6)},
        "search:": "kabuto.yedo.players.search:entrant",
    },
    terminal="kabuto.yedo.terminal.table:YedoTable",
    numbers="kabuto.envs.single:YedoSingle",
    tree="kabuto.envs.openspiel_yedo:Table",
    columns="kabuto.envs.export_yedo",
    lines="kabuto.envs.drawing:yedo_lines",
    painting="kabuto.envs.yedo_painting:paint",
    card_folder="kabuto.yedo.options:load_folder",
    offers={"yedo_spaces": "kabuto.envs.yedo_spaces"},
)
