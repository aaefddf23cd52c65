"""Thin shells of asyncio and asyncssh round the table: they carry bytes and know no message.

The only place that imports asyncssh. `errors`, `address` and `limits` do not load it, so a command
line can name them without paying for it.
"""
