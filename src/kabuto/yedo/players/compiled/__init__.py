"""The greedy player and what searches with it, compiled: the twin of the readable players.

Needs NumPy and Numba (``pip install kabuto[play]``). A player is handed the record of a game, in which all
cards have faces; what it reads of it, its seat may know.

- ``records``: the numbers of the player as a record, and its notes about one decision
- ``worth``, ``places``, ``bids``, ``bargain``, ``actions``, ``values``: what moves are worth, each the twin
  of the readable module that it names
- ``estate``: what a clan has at the end of a round
- ``playing``: a decision, and games to a horizon
- ``contest``: moves that compete in common samples
- ``job``, ``think``: what the player gets, and the entry point
- ``workspace``: a seat's position for it, natively or in a page
- ``entries``: what of it a page has
- ``room``: records of games for it, natively
- ``warming``: compiles ahead of time
"""
