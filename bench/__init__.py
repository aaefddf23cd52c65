"""Figures: `python -m bench [NAME…]` prints one JSON line a figure."""
