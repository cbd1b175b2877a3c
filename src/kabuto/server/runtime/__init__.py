"""How the running process is doing: figures, and pauses for garbage."""
