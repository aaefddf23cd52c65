"""The page on hosting says what can be typed, and its services are understood by systemd."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.net.sshd_parts import ROOT
from tui.cli import _parser

PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
LINES = [row.strip() for row in PAGE.splitlines() if row.startswith("    ")]
UNITS = re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = sorted(
    {line for line in LINES if line.startswith("stammtisch ")}
    | set(re.findall(r"`(stammtisch [^`]+)`", PAGE))
    | {each for unit in UNITS for each in re.findall(r"bin/(stammtisch [^|']+)", unit)}
)


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_of_the_page_exists(line: str) -> None:
    """Each is read by the command line as it stands, with its options."""
    assert _parser().parse_args(shlex.split(line)[1:]).run is not None


def test_the_page_has_all_its_parts_and_is_linked() -> None:
    """The three places, the service, the key, the secret, and the way there."""
    assert len(COMMANDS) >= 10
    for part in ("permitlisten=", "ssh -A", "as secret as all hands", "--allow-no-compression"):
        assert part in PAGE
    assert "docs/hosting.md" in (ROOT / "README.md").read_text("utf-8")
    assert "hosting.md" in (ROOT / "docs" / "commands.md").read_text("utf-8")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
@pytest.mark.parametrize("number", [0, 1])
def test_the_services_are_understood(number: int, tmp_path: Path) -> None:
    """`systemd-analyze verify` has nothing to say, neither error nor unknown setting."""
    unit = tmp_path / "stammtisch.service"
    unit.write_text(UNITS[number])
    done = subprocess.run(
        ["systemd-analyze", *(("--user",) if number == 0 else ()), "verify", str(unit)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    about = [row for row in done.stderr.splitlines() if "stammtisch" in row]
    assert about == []
