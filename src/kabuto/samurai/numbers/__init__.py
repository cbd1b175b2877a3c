"""Samurai in numbers: action ids, observations, environments and the columns of exported tables."""
