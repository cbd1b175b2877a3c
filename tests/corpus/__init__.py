"""The corpus: games, tables, proofs and more, which mean for ever what they mean.

What lies in ``data`` was made by the version that its batch is named after. Nothing there is ever changed:
whatever a later version makes is added (``python -m tests.corpus``).
"""
