"""The road between accounts of one machine: unix sockets, and who is at the other end of them.

Each account's sockets lie in a directory of that account, and both ends ask the system whose
process is at the other one (E2). Nothing here needs an SSH library.
"""
