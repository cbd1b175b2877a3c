"""Tables in use, in a server or a page: rooms, programs, the lobby, studies, puzzles, hints and ratings."""
