"""How much a stranger may make grow; asyncssh has hardly any limit of its own."""

from dataclasses import dataclass

from net.link import QUEUE_LIMIT


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of one listener; each default was measured or has a report behind it."""

    connections: int = 64
    unauthenticated: int = 8
    unauthenticated_per_address: int = 4
    connections_per_identity: int = 4
    login_timeout: float = 60.0  # 5 s killed people who were typing a passphrase
    key_queries: int = 30  # an agent may offer many keys; six was the mistake of others
    channels: int = 4
    terminals: int = 16  # people with nothing installed, whom this program serves itself
    environment: int = 4096
    window: int = 65536
    queue: int = QUEUE_LIMIT
    queue_before_login: int = 65536
    keepalive_interval: float = 20.0
    keepalive_count: int = 3
    linger: float = 15.0  # how long a closed link may still flush over a slow line
    log_lines: int = 20
    log_period: float = 60.0
