"""Each reader of the environment: what it takes, and what it says of anything else."""

from pathlib import Path

import pytest

from rshl.env import BadEnvironment, Env, MailServer

PASSWORD = "geheim-17"


def reader(**source: str) -> Env:
    return Env(source=source)


def test_text_is_trimmed_and_empty_counts_as_unset():
    env = reader(A="  a name ", B="   ")
    assert env.text("A", "x") == "a name"
    assert env.text("B", "x") == "x"
    assert env.text("C", "x") == "x"


def test_required_says_what_is_missing():
    env = reader(A="")
    assert env.required("A", "a word") == ""
    assert env.complaints == ["A is not set: it must be a word"]


@pytest.mark.parametrize("value", ["short", "a" * 60, "x" * 49])
def test_a_weak_secret_is_refused_and_not_told(value):
    env = reader(KEY=value)
    env.secret("KEY", least=50)
    assert env.complaints == ["KEY is not right: it must be a random text of 50 characters or more"]
    assert value not in env.complaints[0]


def test_a_strong_secret_is_taken():
    env = reader(KEY="abcdefghij" * 5)
    assert env.secret("KEY", least=50) == "abcdefghij" * 5
    assert env.complaints == []


def test_choice():
    assert reader().choice("A", ("one", "two")) == "one"
    assert reader(A="two").choice("A", ("one", "two")) == "two"
    env = reader(A="three")
    assert env.choice("A", ("one", "two")) == "one"
    assert env.complaints == ["A is 'three': it must be one of one, two"]


@pytest.mark.parametrize(
    ("text", "value"), [("1", True), ("Yes", True), ("on", True), ("0", False), ("FALSE", False), ("off", False)]
)
def test_flag(text, value):
    assert reader(A=text).flag("A", default=not value) is value
    assert reader().flag("A", default=value) is value


def test_flag_of_another_word():
    env = reader(A="ja")
    assert env.flag("A", default=False) is False
    assert env.complaints == ["A is 'ja': it must be 1 or 0 (also true/false, yes/no, on/off)"]


@pytest.mark.parametrize("text", ["1", "20", "7"])
def test_integer(text):
    assert reader(A=text).integer("A", default=5, least=1, most=20) == int(text)


@pytest.mark.parametrize("text", ["0", "21", "-3", "1.5", "ten", "1e3", "--1", "²"])
def test_integer_out_of_bounds_or_none(text):
    env = reader(A=text)
    assert env.integer("A", default=5, least=1, most=20) == 5
    assert env.complaints == [f"A is {text!r}: it must be a whole number from 1 to 20"]


def test_names():
    assert reader(A=" a.org, ,b.org,").names("A", []) == ["a.org", "b.org"]
    assert reader().names("A", ["c.org"]) == ["c.org"]


def test_folder_is_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert reader(A="data").folder("A", Path("x")) == tmp_path / "data"
    assert reader().folder("A", Path("/srv")) == Path("/srv")


def test_zone():
    assert reader(A="Europe/Berlin").zone("A", "UTC") == "Europe/Berlin"
    for wrong in ("Mars/Olympus", "../../etc/passwd", "EST5EDT/../x"):
        env = reader(A=wrong)
        assert env.zone("A", "UTC") == "UTC"
        assert env.complaints == [f"A is {wrong!r}: it must be an IANA time zone such as America/New_York"]


def test_database_unset_is_sqlite_with_immediate_transactions(tmp_path):
    found = reader().database("A", tmp_path / "db")
    assert found["ENGINE"] == "django.db.backends.sqlite3"
    assert found["NAME"] == str(tmp_path / "db")
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_database_address_with_marked_characters(tmp_path):
    found = reader(A="postgresql://us%40er:p%2Fw@h.example:5433/my%20db").database("A", tmp_path)
    assert {k: found[k] for k in ("USER", "PASSWORD", "HOST", "PORT", "NAME")} == {
        "USER": "us@er", "PASSWORD": "p/w", "HOST": "h.example", "PORT": "5433", "NAME": "my db"
    }


def test_database_file_address(tmp_path):
    assert reader(A="sqlite:////srv/a%20b.db").database("A", tmp_path)["NAME"] == "//srv/a b.db"


@pytest.mark.parametrize(
    "address",
    [f"mysql://u:{PASSWORD}@h/db", f"postgresql://u:{PASSWORD}@h", f"postgresql://u:{PASSWORD}@h:port/db",
     f"postgresql://u:{PASSWORD}@h/", f"postgresql://u:{PASSWORD}@[h/db", PASSWORD],
)
def test_a_wrong_database_address_is_refused_without_its_password(address, tmp_path):
    env = reader(A=address)
    env.database("A", tmp_path)
    assert len(env.complaints) == 1
    assert env.complaints[0].startswith("A is not right: it must be postgresql://")
    assert PASSWORD not in env.complaints[0]


def test_address():
    assert reader(A="redis://h:6379/0").address("A", ("redis", "rediss")) == "redis://h:6379/0"
    assert reader().address("A", ("redis",)) == ""


@pytest.mark.parametrize("address", [f"http://:{PASSWORD}@h", "redis:", f"redis:{PASSWORD}", f"redis://u:{PASSWORD}@[h/0"])
def test_a_wrong_address_is_refused_without_its_password(address):
    env = reader(A=address)
    assert env.address("A", ("redis", "rediss")) == ""
    assert env.complaints == ["A is not right: it must be an address starting with redis:// or rediss://"]


def test_check_says_everything_at_once():
    env = reader(A="ja", B="x", C="")
    env.flag("A", default=False)
    env.integer("B", default=1, least=0, most=9)
    env.required("C", "a word")
    with pytest.raises(BadEnvironment) as caught:
        env.check()
    assert str(caught.value).splitlines() == [
        "The environment is not right.",
        "A is 'ja': it must be 1 or 0 (also true/false, yes/no, on/off)",
        "B is 'x': it must be a whole number from 0 to 9",
        "C is not set: it must be a word",
    ]


def test_check_of_a_right_environment_says_nothing():
    reader().check()


@pytest.mark.parametrize(
    "text, server",
    [
        ("smtp://127.0.0.1", MailServer(host="127.0.0.1", port=25)),
        ("smtp://a%40b.org:p%3Aw@mail.example.org?tls=1",
         MailServer(host="mail.example.org", port=587, user="a@b.org", password="p:w", tls=True)),
        ("smtp://mail.example.org:2525/", MailServer(host="mail.example.org", port=2525)),
        ("smtps://u:p@mail.example.org",
         MailServer(host="mail.example.org", port=465, user="u", password="p", ssl=True)),
        ("", MailServer()),
    ],
)
def test_mail_server(text, server):
    env = reader(A=text)
    assert env.mail_server("A") == server
    assert env.complaints == []


@pytest.mark.parametrize(
    "text",
    ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://host:port", "smtp://h?tls=maybe", "smtp://h?ssl=1",
     "smtps://h?tls=1", f"smtp://u:{PASSWORD}@h/path", "smtp://h?tls"],
)
def test_what_is_no_mail_server_is_refused_without_telling_the_password(text):
    env = reader(A=text)
    assert env.mail_server("A") == MailServer()
    (said,) = env.complaints
    assert said.startswith("A is not right: it must be smtp://")
    assert PASSWORD not in said


@pytest.mark.parametrize("text", ["a@example.org", "League <a@example.org>", "Straße 🐻 <a@example.org>"])
def test_sender(text):
    env = reader(A=text)
    assert env.sender("A", "x@example.org") == text
    assert env.complaints == []


@pytest.mark.parametrize("text", ["League", "a@", "a@example.org\nBcc: b@example.org", "<>"])
def test_what_is_no_sender_is_refused(text):
    env = reader(A=text)
    assert env.sender("A", "x@example.org") == "x@example.org"
    assert env.complaints
