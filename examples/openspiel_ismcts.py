"""OpenSpiel's information-set search plays Samurai against a player who moves at random.

python examples/openspiel_ismcts.py --simulations 50
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import kabuto.envs.openspiel  # noqa: F401 - OpenSpiel knows kabuto_samurai and kabuto_yedo from here on


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="kabuto_samurai(players=2)")
    parser.add_argument("--simulations", type=int, default=20, help="for each decision of the search")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()

    rng = np.random.RandomState(chosen.seed)
    game = pyspiel.load_game(chosen.game)
    search = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, rng),
        uct_c=1.4,
        max_simulations=chosen.simulations,
        random_state=rng,
    )
    others = [uniform_random.UniformRandomBot(seat, rng) for seat in range(1, game.num_players())]
    bots = [search, *others]

    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=odds))
            continue
        seat = state.current_player()
        action = bots[seat].step(state)
        print(f"seat {seat}: {state.action_to_string(seat, action)}")
        state.apply_action(action)

    returns = state.returns()
    winners = [seat for seat, value in enumerate(returns) if value == max(returns)]
    print(f"seat {winners[0]} wins" if len(winners) == 1 else f"seats {winners} share the win", returns)


if __name__ == "__main__":
    main()
