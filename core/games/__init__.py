"""One game, one file; `core.game.games()` finds them."""
