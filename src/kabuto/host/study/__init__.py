"""What helps to understand a position: hints, evaluations, puzzles that are looked for."""
