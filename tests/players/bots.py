"""Small programs that play, or misbehave, over the line protocol."""

import sys
from pathlib import Path

PROGRAM = """
import json, os, sys, time

def say(**message):
    print(json.dumps(message), flush=True)

def on_hello(message):
    say(type="hello", protocol=1)

def on_move(message):
    say(type="move", move=message["legal"][0])

def on_game(message): pass
def on_end(message): pass
def on_quit(message): sys.exit(0)

{changes}

for line in sys.stdin:
    message = json.loads(line)
    globals()["on_" + message["type"]](message)
"""


def program(folder: Path, changes: str = "", seconds: str = "") -> str:
    """The name of a player that plays the first legal move, with changes; seconds as in ``30/900:``."""
    path = folder / "bot.py"
    path.write_text(PROGRAM.format(changes=changes), encoding="utf-8")
    return f'program:{seconds}"{sys.executable}" -I -S "{path}"'
