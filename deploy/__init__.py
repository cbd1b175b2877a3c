"""What it takes to run several servers: files for containers and monitoring, and all of it on one machine."""
