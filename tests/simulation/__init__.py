"""Servers, store, network, clocks and players in one process, under virtual time and one seed.

    python -m tests.simulation --game kaiawase --games 10000 --seed 1 --jobs 2

plays games on simulated servers while these crash, freeze and lose their connections, and checks afterwards
what every client was told against what the store holds. The same seed repeats a run to the event.
"""
