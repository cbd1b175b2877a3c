"""What happens in every phase of a round, and what is decided there."""
