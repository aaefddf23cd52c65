"""The rules of the card games, and nothing else: no clock, no socket, no file, no luck of its own."""

__version__ = "0.1.0"
