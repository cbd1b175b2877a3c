"""Commands that let programs play each other."""
