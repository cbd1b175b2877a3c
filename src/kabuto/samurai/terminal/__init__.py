"""Samurai at the terminal."""
