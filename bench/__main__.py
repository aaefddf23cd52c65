"""`python -m bench [NAME…]`: every figure, or those of some parts."""

import sys

from bench import bots, core_speed, fan_out, reconnect, roads, screen, startup, wire

PARTS = {
    "core": core_speed.main,
    "wire": wire.main,
    "screen": screen.main,
    "startup": startup.main,
    "bots": bots.main,
    "roads": roads.main,
    "reconnect": reconnect.main,
    "fan-out": fan_out.main,
}


def main() -> int:
    """Run the parts that are named, all of them by default."""
    names = sys.argv[1:] or list(PARTS)
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"there is no bench {', '.join(unknown)}; there are {', '.join(PARTS)}")
        return 2
    for name in names:
        PARTS[name]()
    return 0


sys.exit(main())
