"""Samurai players that judge positions with a learned evaluation, in compiled code."""
