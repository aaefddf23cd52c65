"""Where files live: settings, keys and lists, the log; one folder for all with `STAMMTISCH_HOME`.

Folders are made for their owner alone. Nothing is ever put into the home folder itself.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import PlatformDirs

APP: Final = "stammtisch"
HOME_VARIABLE: Final = "STAMMTISCH_HOME"
PRIVATE: Final = 0o700


@dataclass(frozen=True, slots=True)
class Locations:
    """The three folders, and the files in them that the command line names."""

    config_dir: Path
    data_dir: Path
    state_dir: Path

    @property
    def friends_file(self) -> Path:
        """The keys that may come in, one a line: public keys or fingerprints."""
        return self.config_dir / "friends"

    @property
    def themes_dir(self) -> Path:
        """Theme files of one's own."""
        return self.config_dir / "themes"

    @property
    def known_hosts(self) -> Path:
        """The keys of the tables that were met, line by line; the own keys lie beside it."""
        return self.data_dir / "known_hosts"

    @property
    def records_dir(self) -> Path:
        """One file for every match that ended."""
        return self.data_dir / "records"

    @property
    def log_file(self) -> Path:
        """What a fault leaves behind; no face, no secret."""
        return self.state_dir / "stammtisch.log"


def locations() -> Locations:
    """The folders of this person on this system; none is made by asking."""
    home = os.environ.get(HOME_VARIABLE, "").strip()
    if home:
        place = Path(home).expanduser().absolute()
        return Locations(place / "config", place / "data", place / "state")
    dirs = PlatformDirs(APP, appauthor=False, roaming=False)
    return Locations(dirs.user_config_path, dirs.user_data_path, dirs.user_state_path)


def ready(folder: Path) -> Path:
    """The folder, made for its owner alone if it is missing; raises `OSError`.

    An existing folder keeps the rights that its owner gave it.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        # `mkdir` obeys the umask, and a parent that we make is as private as what lies in it.
        one.mkdir(mode=PRIVATE, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder")
    return folder
