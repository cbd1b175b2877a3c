"""The compiled engine of Yedo: one NumPy record for each game, compiled for the CPU or a GPU.

Needs NumPy and Numba (``pip install kabuto[play]``). Its modules are called like those of the readable rules
whose twins they are.

- ``codes``, ``record``: words as numbers, and the record ``STATE``
- ``tables``: board and cards as a second record, made from any card set; its limits
- ``pieces``, ``counts``, ``gains``, ``card_effects``, ``auction``, ``trade``, ``missions``, ``districts``:
  the rules
- ``legality``, ``engine``: which moves are legal, and what a move does
- ``calls``: the entry point for Python
- ``moves``: moves ↔ numbers
- ``writing``, ``convert``: readable states ↔ records
- ``unseen``, ``sampling``, ``deals``: what a seat does not know, and games that its view allows
- ``warming``: compiles ahead of time
"""
