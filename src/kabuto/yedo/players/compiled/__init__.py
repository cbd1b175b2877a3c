"""The greedy player and what searches with it, compiled: the twin of the readable players.

Needs NumPy and Numba (``pip install kabuto[play]``). A player is handed the record of a game, in which all
cards have faces; what it reads of it, its seat may know.

- ``records``: the numbers of the player as a record, and its notes about one decision
- ``worth``, ``places``, ``bids``, ``bargain``, ``actions``, ``values``: what moves are worth, each the twin
  of the readable module that it names
- ``estate``: what a clan has at the end of a round
- ``playing``: a decision, and games to a horizon
- ``calls``: the entry point for Python
- ``room``: what is handed to it, and the games that a search tries
- ``warming``: compiles ahead of time
"""
