"""Yedo at the terminal."""
