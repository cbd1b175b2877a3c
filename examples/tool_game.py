"""A small referee: two seats play Samurai through `kabuto tool`, and each sees its own answers alone.

The referee keeps the record, which holds the whole truth. A seat is a function from what it may know to a
move. The same works in any language that can start a program and read lines of JSON.
"""

import json
import subprocess
import sys
from typing import Any


def loudest(legal: list[dict[str, Any]]) -> str:
    """A seat that plays the move about which most can be said."""
    return str(max(legal, key=lambda each: len(" ".join(each["why"])))["move"])


def first(legal: list[dict[str, Any]]) -> str:
    """A seat that plays the first move of the list."""
    return str(legal[0]["move"])


SEATS = (loudest, first)

with subprocess.Popen(
    [sys.executable, "-m", "kabuto", "tool"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
) as tool:
    assert tool.stdin
    assert tool.stdout
    questions, answers = tool.stdin, tool.stdout

    def ask(question: str, **given: Any) -> dict[str, Any]:
        print(json.dumps({"ask": question, **given}), file=questions, flush=True)
        answer: dict[str, Any] = json.loads(answers.readline())
        assert answer["ok"], answer["error"]["reason"]
        return answer

    state = ask("new", game="samurai", options={"players": 2}, seed=7)
    while (seat := state["to_move"]) is not None:
        legal = ask("legal", record=state["record"], seat=seat, why=True)["moves"]
        state = ask("play", record=state["record"], seat=seat, move=SEATS[seat](legal))
        for event in state["happened"]:
            for line in event["came_of_it"]:
                print(f"{event['move']}: {line}")
    print("\n".join(state["outcome"]["steps"]))
    questions.close()
