"""What a seat may know, and what it saw happen."""
