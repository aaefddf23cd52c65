"""The rules of the card games and nothing else: no clock, no socket, no file, no own luck."""

__version__ = "0.1.0"
