"""Identity of persons: devices, passkeys, phrases, bans, and where they can be reached."""
