"""Settings: by option, variable and file, in this order; what is wrong is said, all of it."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import platformdirs
import pytest
from typer.testing import CliRunner, Result

from estoril import words
from estoril.cli import commands
from estoril.server import checking
from estoril.server.configuring import SETTINGS, Configuration, Setting, configure
from estoril.server.settings import Limits, Retention, Settings
from estoril.server.storage import default_url


def told(configured: Configuration) -> list[str]:
    return [words.tell(problem, "en") for problem in configured.problems]


def example(setting: Setting) -> tuple[str, object]:
    """Return another value than the default, as text and as the file has it."""
    match setting.default:
        case bool():
            return str(not setting.default).lower(), not setting.default
        case int():
            return str(setting.default + 1), setting.default + 1
        case float():
            return str(setting.default + 0.5), setting.default + 0.5
        case tuple():
            return "random, tourist", ["random", "tourist"]
        case _ if setting.name == "log_level":
            return "error", "error"
        case _:
            return "pt", "pt"


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_set_by_variable_file_and_command_line(
    setting: Setting, tmp_path: Path
) -> None:
    text, value = example(setting)
    file = tmp_path / "estoril.toml"
    written = msgspec.json.encode(value).decode()
    section, _, key = setting.name.rpartition(".")
    file.write_text((f"[{section}]\n" if section else "") + f"{key} = {written}\n")
    by_variable = configure({}, {setting.variable: text})
    by_file = configure({}, {}, file)
    by_option = configure({}, {}, also=[f"{setting.name}={text}"])
    plain = {each.name: value for each, value, _ in configure({}, {}).rows()}
    for configured in (by_variable, by_file, by_option):
        assert configured.problems == []
        changed = [each.name for each, value, _ in configured.rows() if value != plain[each.name]]
        assert changed == [setting.name]
    assert by_variable.settings == by_file.settings == by_option.settings
    assert by_variable.sources[setting.name].name == setting.variable
    assert by_file.sources[setting.name].name == str(file)


def test_the_command_line_counts_before_variables_and_those_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "estoril.toml"
    file.write_text('port = 1\nhost = "h1"\nidle = 1\n[limits]\nsockets = 1\n')
    environ = {"ESTORIL_CONFIG": str(file), "ESTORIL_PORT": "2", "ESTORIL_HOST": "h2"}
    configured = configure({"port": 3}, environ, also=["limits.sockets=3"])
    found = configured.settings
    assert (found.port, found.host, found.idle, found.limits.sockets) == (3, "h2", 1, 3)
    sources = {name: source.origin for name, source in configured.sources.items()}
    assert sources == {
        "port": "command", "limits.sockets": "command", "host": "variable", "idle": "file",
    }  # fmt: skip


def test_a_secret_can_come_from_a_file_of_its_own(tmp_path: Path) -> None:
    secret = tmp_path / "database"
    secret.write_text("postgresql://estoril:word@db/estoril\n")
    found = configure({}, {"ESTORIL_DATABASE_FILE": str(secret)})
    assert found.settings.database == "postgresql://estoril:word@db/estoril"
    missing = configure({}, {"ESTORIL_DATABASE_FILE": str(tmp_path / "none")})
    assert "cannot be read: No such file" in told(missing)[0]


def test_all_that_is_wrong_is_said_with_its_place_and_what_would_be_right(tmp_path: Path) -> None:
    file = tmp_path / "estoril.toml"
    file.write_text('prot = 1\nwebhooks = "maybe"\nproxy = 3\n[limits]\nsokets = 5\nhello = 0\n')
    environ = {"ESTORIL_PORT": "tcp://10.0.0.1:1942", "ESTORIL_LOG_LEVEL": "loud"}
    wrong = configure({}, environ, file, also=["idle", "grace=soon", "retention.over=-1"])
    assert told(wrong) == [
        f"{file}: there is no setting prot; did you mean port?",
        f"{file}: webhooks must be true or false, not maybe",
        f"{file}: proxy must be a list of texts, not 3",
        f"{file}: there is no setting limits.sokets; did you mean limits.sockets?",
        f"{file}: limits.hello must be a number above 0, not 0",
        "ESTORIL_LOG_LEVEL: log_level must be one of debug, error, info, warning, not loud",
        "ESTORIL_PORT: port must be a whole number from 0 to 65535, not tcp://10.0.0.1:1942",
        "idle sets nothing: write a name and a value, such as limits.sockets=50",
        "grace must be a number above 0, not soon",
        "retention.over must be a number of at least 0, not -1",
    ]


def test_a_misspelt_variable_is_found_and_others_are_left_alone() -> None:
    others = ("PURE", "CONFIG", "SERVICE_HOST", "SERVICE_PORT", "PORT_1942_TCP", "CHROMIUM")
    environ = {f"ESTORIL_{name}": "" for name in others}
    assert told(configure({}, environ)) == []
    assert told(configure({}, {"ESTORIL_PROXI": "10.0.0.1"})) == [
        "there is no setting ESTORIL_PROXI; did you mean ESTORIL_PROXY?"
    ]


@pytest.mark.parametrize("text", ["port = ", "\xff"])
def test_a_file_that_cannot_be_read_is_said_to_be(tmp_path: Path, text: str) -> None:
    file = tmp_path / "estoril.toml"
    file.write_bytes(text.encode("latin-1"))
    (problem,) = told(configure({}, {}, file))
    assert problem.startswith(f"{file}: ")
    assert "No such file" in told(configure({}, {}, tmp_path / "none"))[0]


def test_every_setting_is_explained_in_every_language() -> None:
    for language in words.languages():
        for setting in SETTINGS:
            assert words.say(f"cli.serve.{setting.name}", language)


def wrong(tmp_path: Path, **settings: object) -> list[str]:
    given = {"database": f"sqlite:///{tmp_path}/estoril.db", **settings}
    found = checking.problems(msgspec.convert(given, Settings))
    assert not (tmp_path / "estoril.db").exists()
    return [words.tell(problem, "en") for problem in found]


def test_settings_that_cannot_work_are_found_before_anything_is_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert wrong(tmp_path) == []
    assert wrong(tmp_path, database=f"sqlite:///{tmp_path}/new/folder/estoril.db") == []
    assert "need PostgreSQL" in wrong(tmp_path, workers=2)[0]
    assert "neither an address" in wrong(tmp_path, proxy=["10.0.0.0/8", "proxy"])[0]
    assert "such as https://" in wrong(tmp_path, public_url="example.org")[0]
    assert "such as https://" in wrong(tmp_path, origin=["https://example.org/page"])[0]
    assert "did you mean" in wrong(tmp_path, bots=["tourist", "turist"])[0]
    assert "at least one bot" in wrong(tmp_path, bots=[])[0]
    assert wrong(tmp_path, language="xx") != []
    assert "is not a folder" in wrong(tmp_path, database=f"sqlite:///{tmp_path}/file/t.db")[0]
    assert "not a database" in wrong(tmp_path, database=f"sqlite:///{tmp_path}/file")[0]
    assert "cannot use" in wrong(tmp_path, database=f"postgresql://u:pw@/x?host={tmp_path}")[0]


def test_the_database_of_something_else_is_not_ours(tmp_path: Path) -> None:
    import sqlite3

    line = sqlite3.connect(tmp_path / "other.db")
    line.execute("create table songs (name)")
    line.close()
    assert "something else" in wrong(tmp_path, database=f"sqlite:///{tmp_path}/other.db")[0]


@pytest.fixture
def english() -> Iterator[None]:
    """Whatever language a command was asked for, the next test speaks English."""
    yield
    words.speak("en")


@pytest.mark.usefixtures("english")
def test_serve_check_tells_scripts_and_people(tmp_path: Path) -> None:
    def check(*more: str, **environ: str) -> Result:
        given = {"ESTORIL_LANGUAGE": "en", **environ}
        return CliRunner().invoke(commands.app, ["serve", "--check", *more], env=given)

    fine = check("--no-webhooks", ESTORIL_DATABASE=f"sqlite:///{tmp_path}/t.db", ESTORIL_IDLE="7")
    assert fine.exit_code == 0 and fine.stdout.endswith("All is well.\n") and fine.stderr == ""
    rows = {line.split()[0]: " ".join(line.split()[1:]) for line in fine.stdout.splitlines()[3:-2]}
    assert rows["webhooks"] == "false command line" and rows["idle"] == "7 ESTORIL_IDLE"
    assert rows["language"] == "en ESTORIL_LANGUAGE" and rows["limits.sockets"] == "200 default"
    assert {setting.name for setting in SETTINGS} == set(rows)
    database = f"postgresql://estoril:secret@/estoril?host={tmp_path}"
    bad = check("--database", database, "--port", "1942", "--proxy", "me", "--language", "de")
    assert bad.exit_code == 2 and "secret" not in bad.output
    assert "weder eine Adresse noch ein Netz" in bad.stderr and "Datenbank" in bad.stderr
    assert "Kommandozeile" in bad.stdout


def test_what_is_kept_by_default() -> None:
    """As docs/operating.md promises."""
    assert Retention() == Retention(waiting=30, running=0, over=0, closed=0)
    assert Settings(database="").limits == Limits()


def test_who_has_no_home_can_serve_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(_: str) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(platformdirs, "user_data_path", homeless)
    assert default_url() == f"sqlite:///{Path.cwd() / 'estoril.db'}"
