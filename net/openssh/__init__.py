"""The road through an ordinary SSH server, by the `ssh` program of the person who joins.

So their configuration, jumps, agent, hardware keys and known hosts work as ever; nothing of that is
read or repeated here.
"""
