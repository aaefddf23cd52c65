"""One login of a guest: the host's key is judged, then our keys are shown, one after the other."""

# ruff: noqa: ARG002 -- the names of the parameters are asyncssh's

import asyncio
from collections.abc import Callable
from typing import Final

import asyncssh

from net.ssh.address import Address
from net.ssh.errors import RoadError
from net.ssh.keys import AnyKey, agent_keys, fingerprint, identity
from net.ssh.known_hosts import KnownHosts

_OURS: Final = "SSH-2.0-Stammtisch"


class Login(asyncssh.SSHClient):
    """One login: judges the host's key, and shows our keys one after the other."""

    def __init__(
        self,
        place: Address,
        own: asyncssh.SSHKey,
        known_hosts: KnownHosts,
        more: Callable[[], list[asyncssh.SSHKey]],
        agent: str | None,
        on_new_host: Callable[[str], None] | None,
    ) -> None:
        self._place = place
        self._known_hosts = known_hosts
        self._on_new_host = on_new_host
        self._first: list[asyncssh.SSHKey] = [own]
        self._more: Callable[[], list[asyncssh.SSHKey]] | None = more
        self._agent = agent_keys(agent) if agent else None
        self._conn: asyncssh.SSHClientConnection | None = None
        self._judged = False
        self.host: asyncssh.SSHKey | None = None
        self.fingerprint = fingerprint(own)
        self.identity = identity(own)
        self.error: RoadError | None = None
        self.gone = False

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self._conn = conn

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone = True

    @property
    def ours(self) -> bool:
        """Whether the other side says that it is a table; an ordinary sshd is shown no key."""
        version = self._conn.get_extra_info("server_version") if self._conn is not None else None
        return version == _OURS

    @property
    def ssh(self) -> bool:
        """Whether the other side spoke SSH at all."""
        return self._conn is not None and self._conn.get_extra_info("server_version") is not None

    def validate_host_public_key(
        self, host: str, addr: str, port: int, key: asyncssh.SSHKey
    ) -> bool:
        place = self._place
        try:
            self._known_hosts.check(place.host, place.port, key, place.fingerprint)
        except RoadError as error:
            self.error = error
            return False
        self.host = key
        return True

    def validate_host_ca_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:
        return False

    async def public_key_auth_requested(self) -> AnyKey | None:
        if not self.ours or not await self._host_proven():
            return None
        key = await self._next_key()
        if key is not None:
            self.identity = identity(key)
        return key

    async def close(self) -> None:
        """Let the agent go."""
        if self._agent is not None:
            await self._agent.aclose()

    async def _host_proven(self) -> bool:
        """Write a new host down, now that the exchange has shown that it holds its key."""
        if self._judged:
            return self.error is None
        self._judged = True
        place, key = self._place, self.host
        assert key is not None
        try:
            new = await asyncio.to_thread(self._known_hosts.remember, place.host, place.port, key)
        except RoadError as error:
            self.error = error
            return False
        if new and self._on_new_host is not None:
            self._on_new_host(fingerprint(key))
        return True

    async def _next_key(self) -> AnyKey | None:
        if not self._first and self._more is not None:
            more, self._more = self._more, None
            self._first = await asyncio.to_thread(more)
        if self._first:
            return self._first.pop(0)
        return await anext(self._agent, None) if self._agent is not None else None
