"""`python -m tests.net.evenings --seeds 10000 --jobs 2`: many evenings, or one again."""

import argparse
import logging
import multiprocessing
import sys
import time

from tests.net.evenings.running import line_of, told_of


def main() -> int:
    """Run the evenings that were asked for; 1 when something was wrong in any of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.net.evenings")
    parser.add_argument("--seeds", type=int, default=300, help="how many evenings")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--seed", type=int, help="this evening alone")
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    seeds = range(asked.first, asked.first + asked.seeds)
    if asked.seed is not None:
        seeds = range(asked.seed, asked.seed + 1)
    begun, failed = time.monotonic(), 0
    with multiprocessing.get_context("spawn").Pool(asked.jobs) as pool:
        for done, (seed, fault) in enumerate(pool.imap_unordered(told_of, seeds, chunksize=4), 1):
            if done % 100 == 0:
                print(f"{done} of {len(seeds)}", file=sys.stderr, flush=True)
            if fault:
                failed += 1
                print(line_of(seed, fault), flush=True)
    print(f"{len(seeds)} evenings, {failed} failed, {time.monotonic() - begun:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
