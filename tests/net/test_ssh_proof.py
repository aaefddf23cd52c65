"""A key that was offered is not a key that was proven (E3, transport trap 7, A5)."""

# ruff: noqa: ARG002 -- the names of the parameters are asyncssh's

import asyncio
from pathlib import Path

import asyncssh
import pytest

from net.link import Link
from net.ssh.keys import identity
from net.ssh.limits import Limits
from net.ssh.places import Places
from net.ssh.refusals import RefusalLog
from net.ssh.stream import SUBSYSTEM
from net.ssh.visit import House, TableConnection, Visit
from tests.net.ssh_parts import HERE, house, stranger

ANNA = asyncssh.generate_private_key("ssh-ed25519")
MALLORY = asyncssh.generate_private_key("ssh-ed25519")


class OnlyThePublicHalf(asyncssh.SSHKeyPair):
    """Somebody else's public key, as a code forge publishes it, and a made-up signature or none."""

    def __init__(self, key: asyncssh.SSHKey, *, forged: bool = True) -> None:
        algorithm = key.get_algorithm().encode("ascii")
        super().__init__(
            algorithm, algorithm, (algorithm,), (algorithm,), key.public_data, "borrowed"
        )
        self._forged = forged

    def sign(self, data: bytes) -> bytes:
        if not self._forged:
            raise ValueError("asked whether it would do, and went on to something else")
        return MALLORY.sign(data, b"ssh-ed25519")


async def link_of(conn: asyncssh.SSHClientConnection) -> None:
    """Ask for the channel of the game."""
    await conn.create_session(asyncssh.SSHClientSession[bytes], subsystem=SUBSYSTEM, encoding=None)


@pytest.mark.parametrize("forged", [True, False])
async def test_offering_a_public_key_proves_nothing(tmp_path: Path, forged: bool) -> None:
    """Mallory shows Anna's public key first and then logs in with her own: she is Mallory."""
    async with house(tmp_path) as there:
        keys: list[object] = [OnlyThePublicHalf(ANNA, forged=forged), MALLORY]
        async with await stranger(there.port, keys) as conn:
            await link_of(conn)
            link = await there.link()

            assert {who for who, _ in there.asked} == {identity(ANNA), identity(MALLORY)}
            assert link.identity == identity(MALLORY)


async def test_a_public_key_alone_does_not_log_in(tmp_path: Path) -> None:
    """A5: knowing who somebody is, is not being them."""
    async with house(tmp_path) as there:
        with pytest.raises(asyncssh.PermissionDenied):
            await stranger(there.port, [OnlyThePublicHalf(ANNA)])
        assert there.links == []


@pytest.mark.parametrize("forged", [True, False])
async def test_a_login_without_a_key_forgets_the_offered_one(forged: bool) -> None:
    """CVE-2024-45337: with a keyless way in, a key offered before it would have become hers.

    The way in for invitations does not exist yet; this one stands where it will be.
    """

    class Invited(Visit):
        def kbdint_auth_supported(self) -> bool:
            return True

        def get_kbdint_challenge(
            self, username: str, lang: str, submethods: str
        ) -> tuple[str, str, str, list[tuple[str, bool]]]:
            return "", "", "", []

        def validate_kbdint_response(self, username: str, responses: object) -> bool:
            return True

    class Mallory(asyncssh.SSHClient):
        def kbdint_auth_requested(self) -> str:
            return ""

        def kbdint_challenge_received(
            self, name: str, instructions: str, lang: str, prompts: object
        ) -> list[str]:
            return []

    links: list[Link] = []
    visits: list[Visit] = []
    asked: list[str] = []
    limits = Limits()

    def admit(who: str, _name: str) -> bool:
        asked.append(who)
        return True

    shared = House(
        admit=admit,
        on_link=links.append,
        limits=limits,
        places=Places(limits),
        refusals=RefusalLog(9, 60.0),
    )

    def visit() -> Visit:
        visits.append(Invited(shared))
        return visits[-1]

    options = asyncssh.SSHServerConnectionOptions(
        server_factory=visit,
        server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        gss_host=None,
    )
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: TableConnection(loop, options), HERE, 0)
    port = server.sockets[0].getsockname()[1]
    try:
        conn = await stranger(
            port, [OnlyThePublicHalf(ANNA, forged=forged)], client_factory=Mallory
        )
        with pytest.raises(asyncssh.Error):
            await link_of(conn)
        await conn.wait_closed()
        assert asked == [identity(ANNA)] * (2 if forged else 1)
    finally:
        server.close()
        await server.wait_closed()

    assert visits[0].identity is None
    assert links == []


async def test_certificates_are_refused(tmp_path: Path) -> None:
    """E3: a certificate, even over a key that may come in, is no key."""
    authority = asyncssh.generate_private_key("ssh-ed25519")
    certificate = authority.generate_user_certificate(ANNA, "anna", principals=["somebody"])
    async with house(tmp_path) as there:
        with pytest.raises(asyncssh.PermissionDenied):
            await stranger(there.port, [CertificateOnly(ANNA, certificate)])
        assert there.asked == []


class CertificateOnly(asyncssh.SSHKeyPair):
    """A key pair that shows its certificate and not its key, and signs rightly."""

    def __init__(self, key: asyncssh.SSHKey, certificate: asyncssh.SSHCertificate) -> None:
        algorithm = key.get_algorithm().encode("ascii")
        super().__init__(
            algorithm, algorithm, (algorithm,), (algorithm,), key.public_data, "", certificate
        )
        self._key = key

    def sign(self, data: bytes) -> bytes:
        return self._key.sign(data, b"ssh-ed25519")


async def test_there_is_no_password_and_no_question(tmp_path: Path) -> None:
    """E5: robots that guess passwords find nothing to guess at; only keys are offered."""
    async with house(tmp_path, admit=lambda _who, _name: False) as there:
        methods = await asyncssh.get_server_auth_methods(HERE, there.port)
        assert list(methods) == ["publickey"]
        with pytest.raises(asyncssh.PermissionDenied):
            await stranger(there.port, ANNA, password="12345")
        with pytest.raises(asyncssh.PermissionDenied):
            await stranger(there.port, [], client_keys=None, password="12345")


async def test_the_name_is_no_credential(tmp_path: Path) -> None:
    """A6: the name that somebody logs in with changes nothing about who they are."""
    admitted = identity(ANNA)
    async with house(tmp_path, admit=lambda who, _name: who == admitted) as there:
        for name in ("anna", "root", "host", "x" * 1000, "'; drop table seats"):
            with pytest.raises(asyncssh.PermissionDenied):
                await stranger(there.port, MALLORY, username=name)
        for number, name in enumerate(("mallory", "host")):
            async with await stranger(there.port, ANNA, username=name) as conn:
                await link_of(conn)
                assert (await there.link(number)).identity == admitted
