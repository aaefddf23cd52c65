"""What is shipped: one top-level name, the themes inside, and a program that runs from anywhere."""

import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("core", "net", "tui", "themes")


def _run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )

    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _environment(place: Path, *what: str | Path) -> Path:
    """A fresh virtualenv with something installed; what that depends on is lent by this one."""
    venv.create(place, symlinks=True)
    python = place / "bin" / "python"
    base = {"base": str(place), "platbase": str(place)}
    lent = Path(sysconfig.get_path("purelib", "venv", base)) / "lent.pth"
    lent.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    _run(*pip, "--no-deps", "--no-index", "--no-build-isolation", *what, cwd=place)
    return place / "bin"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive, and the wheel that was built from that archive alone."""
    place = tmp_path_factory.mktemp("built")
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", place, ROOT, cwd=place)
    return place


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    """The wheel."""
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a fresh environment in which the wheel is installed."""
    return _environment(tmp_path_factory.mktemp("wheel") / "venv", wheel)


@pytest.fixture(scope="module")
def editable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a fresh environment with an editable install of this tree."""
    return _environment(tmp_path_factory.mktemp("editable") / "venv", "--editable", ROOT)


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, first on the path, with rooms of the same names that refuse to be imported."""
    for room in ROOMS:
        (tmp_path / room).mkdir()
        (tmp_path / room / "__init__.py").write_text(f"raise SystemExit('a strange {room}')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


def test_the_wheel_has_one_top_level_name(wheel: Path) -> None:
    """Besides its metadata the wheel puts `stammtisch` among other packages, and nothing else."""
    names = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}

    assert {name for name in names if not name.endswith(".dist-info")} == {"stammtisch"}


def test_the_wheel_holds_every_file_of_the_rooms(wheel: Path) -> None:
    """Every module and every data file of the rooms, themes included, is in the private folder."""
    here = {
        f"stammtisch/_rooms/{file.relative_to(ROOT)}"
        for room in ROOMS
        for file in (ROOT / room).rglob("*")
        if file.suffix in {".py", ".toml", ".tcss", ".txt", ".json"}
    }
    shipped = set(zipfile.ZipFile(wheel).namelist())

    assert here - shipped == set()
    assert any(name.startswith("stammtisch/_rooms/themes/") for name in shipped)
    assert {"stammtisch/__init__.py", "stammtisch/__main__.py"} <= shipped


def test_the_source_archive_can_be_tested(built: Path) -> None:
    """The source archive brings its tests, its documentation and its Makefile along."""
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}

    assert {"Makefile", "constraints.txt", "tests/conftest.py", "docs/design.md"} <= names


@pytest.mark.parametrize("kind", ["installed", "editable"])
@pytest.mark.parametrize("form", ["command", "module"])
def test_it_runs_beside_a_strange_core(
    kind: str, form: str, hostile: Path, request: pytest.FixtureRequest
) -> None:
    """Installed either way and started either way, the program finds its own rooms first."""
    commands: Path = request.getfixturevalue(kind)
    start: list[str | Path] = [commands / "stammtisch"]
    if form == "module":
        start = [commands / "python", "-m", "stammtisch"]

    assert _run(*start, "--version", cwd=hostile).split()[0] == "stammtisch"


def test_the_installed_program_uses_what_was_shipped(installed: Path, tmp_path: Path) -> None:
    """The rooms of an installed program come from the wheel, not from a source tree nearby."""
    program = "import stammtisch, core, themes; print(core.__file__, themes.__file__, sep='\\n')"
    places = _run(installed / "python", "-c", program, cwd=tmp_path).split()

    assert [Path(place).parts[-4:-1] for place in places] == [
        ("stammtisch", "_rooms", "core"),
        ("stammtisch", "_rooms", "themes"),
    ]
