"""The platform: people, tables, bots at them, and the wire. Everything about the game itself is asked of the rooms below."""
