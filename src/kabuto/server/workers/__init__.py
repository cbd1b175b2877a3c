"""Processes that think for programs at the tables."""
