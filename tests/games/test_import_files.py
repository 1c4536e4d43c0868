"""Files of games before any season is known: text, columns, cells, starts."""

import csv
import io
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.services.csv_file import MOST_ROWS, UnreadableError, as_cell, as_text, decode, take_apart
from games.services.csv_rows import read_rows
from games.services.csv_starts import StartError, read_moment, read_start, time_cell
from games.services.results import Score

NY = "America/New_York"


def rows(text, zone=NY):
    return read_rows(take_apart(text), zone, NY)


def problems(text):
    return [(each.line, each.column, each.message) for each in rows(text)[1]]


def the_row(text):
    (row,), wrong = rows(text)
    assert wrong == []
    return row


def the_problem(text):
    ((line, column, message),) = problems(text)
    return line, column, message


# --- bytes to text


def test_utf8_with_and_without_a_byte_order_mark():
    assert decode("date,Straße 🐻".encode()) == decode("date,Straße 🐻".encode("utf-8-sig")) == "date,Straße 🐻"


@pytest.mark.parametrize("mark, byte", [(b"", 15), (b"\xef\xbb\xbf", 18)])
def test_what_is_not_utf8_is_named_by_byte_and_line(mark, byte):
    with pytest.raises(UnreadableError, match=rf"byte {byte}, in line 2, is 0xdf"):
        decode(mark + b"home,away\nStra\xdfe,Cya\n")


def test_utf16_and_nul_bytes():
    with pytest.raises(UnreadableError, match="UTF-16"):
        decode("home,away".encode("utf-16"))
    with pytest.raises(UnreadableError, match="Line 2 holds a NUL"):
        decode(b"home,away\n\0,b")


# --- text to records


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_taken_from_the_first_line(delimiter):
    text = delimiter.join(["date", "home", "away"]) + "\r\n" + delimiter.join(["2018-03-21", '"a, b; c"', "d"]) + "\r\n"
    row = the_row(text)
    assert (row.home, row.away, row.line) == ("a, b; c", "d", 2)


def test_blank_lines_are_passed_over_and_lines_counted_as_in_an_editor():
    text = 'date,home,away,note\n\n2018-03-21,a,b,\n , ,,\n2018-03-22,a,b,"one\ntwo"\n2018-03-23,a,b,x\n'
    found, wrong = rows(text)
    assert [row.line for row in found] == [3, 5, 7]
    assert [(each.line, each.column) for each in wrong] == [(5, "note")]


@pytest.mark.parametrize(
    "head, column, message",
    [
        ("date,home,awway", "awway", "did you mean away"),
        ("date,home,away,xyzzy", "xyzzy", "the known ones are date, time"),
        ("date,home,away,visitor", "visitor", "away is there twice"),
        ("date,home,away,", "", "no name"),
        ("date,home", "away", "away is missing"),
        ("home,away", "date", "date is missing"),
        ("date,start,home,away", "start", "leave out date"),
    ],
)
def test_a_head_that_is_wrong(head, column, message):
    line, where, said = the_problem(head + "\n2018-03-21,a,b\n")
    assert (line, where) == (1, column)
    assert message in said


def test_other_names_of_columns():
    row = the_row("Date,Time as shown,Weekday,VISITOR,home-team,Label,External Ref\n2018-03-21,22:00,Wed,a,b,n,r\n")
    assert (row.away, row.home, row.note, row.ref) == ("a", "b", "n", "r")
    assert row.start.starts_at == datetime(2018, 3, 22, 2, tzinfo=UTC)


@pytest.mark.parametrize("text", ["", "\n\n", "  \n"])
def test_an_empty_file(text):
    assert "empty" in the_problem(text)[2]


def test_ragged_rows_and_broken_quotes():
    assert "2 cells, but there are 3 columns" in the_problem("date,home,away\n2018-03-21,a\n")[2]
    assert "4 cells" in the_problem("date,home,away\n2018-03-21,a,b,c\n")[2]
    assert the_row("date,home,away\n2018-03-21,a,b,,\n").away == "b"
    assert "not CSV" in the_problem('date,home,away\n2018-03-21,"a"x,b\n')[2]
    assert "more than 1000" in the_problem(f"date,home,away\n2018-03-21,{'a' * 1001},b\n")[2]


def test_too_many_rows():
    text = "date,home,away\n" + "2018-03-21,a,b\n" * (MOST_ROWS + 1)
    assert the_problem(text)[0] == MOST_ROWS + 2


@given(st.text(alphabet="'=+-@\t\ra 🐻", max_size=8).map(str.strip))
def test_a_cell_that_no_spreadsheet_runs_gives_its_text_back(text):
    assert as_text(as_cell(text)) == text
    assert as_cell(text)[:1] not in {"=", "+", "-", "@", "\t", "\r"}


VISIBLE = st.text(st.characters(blacklist_categories=["Cs", "Cc", "Zl", "Zp"])).map(str.strip)


@given(st.lists(VISIBLE, min_size=3, max_size=3))
def test_any_text_survives_the_way_through_a_file(cells):
    out = io.StringIO(newline="")
    csv.writer(out).writerows([["home", "away", "date"], [as_cell(cell) for cell in cells]])
    sheet = take_apart(decode(out.getvalue().encode()))
    assert [list(record.cells.values()) for record in sheet.records] == ([cells] if any(cells) else [])


# --- cells to values


@pytest.mark.parametrize(
    "cells, column, message",
    [
        ({"home": ""}, "home", "at least one visible"),
        ({"home": "x" * 65}, "home", "at most 64"),
        ({"home": "a\u202eb"}, "home", "U+202E"),
        ({"date": "21.03.2018"}, "date", "such as 2018-03-21"),
        ({"date": "2018-3-1"}, "date", "such as 2018-03-21"),
        ({"date": "2018-02-30"}, "date", "no 2018-02-30"),
        ({"date": "0018-03-21"}, "date", "year 18"),
        ({"date": "", "time": "22:00"}, "date", "a time but no date"),
        ({"time": "24:00"}, "time", "write 2018-03-22 and 00:00"),
        ({"time": "25:00"}, "time", "no 25:00"),
        ({"time": "10 pm"}, "time", "24-hour clock"),
        ({"time": "22:00+19:00"}, "time", "off UTC"),
        ({"zone": "Mars/Base"}, "zone", "no time zone"),
        ({"weekday": "Tue"}, "weekday", "2018-03-21 is a Wednesday, the line says Tue"),
        ({"weekday": "x"}, "weekday", "Wednesday"),
        ({"home_goals": "-1", "away_goals": "2"}, "home_goals", "never negative"),
        ({"home_goals": "1.5", "away_goals": "2"}, "home_goals", "no whole number"),
        ({"home_goals": "three", "away_goals": "2"}, "home_goals", "no whole number"),
        ({"home_goals": "٣", "away_goals": "2"}, "home_goals", "no whole number"),
        ({"home_goals": "3"}, "away_goals", "both"),
        ({"decided": "OT"}, "decided", "goals are not given"),
        ({"home_goals": "3", "away_goals": "2", "decided": "shootout"}, "decided", "write one of double_forfeit"),
        ({"home_goals": "3", "away_goals": "2", "forfeited_by": "me"}, "forfeited_by", "not known"),
        ({"in_overtime": "perhaps"}, "in_overtime", "neither yes nor no"),
        ({"meeting": "0"}, "meeting", "1 or more"),
        ({"meeting": "100"}, "meeting", "most is 99"),
        ({"kind": "friendly"}, "kind", "not known"),
        ({"status": "played"}, "status", "not known"),
        ({"note": "x" * 121}, "note", "At most 120"),
        ({"note": "a\tb"}, "note", "one line"),
        ({"ref": "x" * 65}, "ref", "At most 64"),
    ],
)
def test_a_cell_that_is_wrong(cells, column, message):
    full = {"date": "2018-03-21", "home": "Cya", "away": "Yung Money", **cells}
    out = io.StringIO(newline="")
    csv.writer(out).writerows([full.keys(), full.values()])
    line, where, said = the_problem(out.getvalue())
    assert (line, where) == (2, column)
    assert message in said


@pytest.mark.parametrize(
    "decided, forfeiter, late, score",
    [
        ("REG", "", "", Score(3, 2, "regulation")),
        ("ot", "", "", Score(3, 2, "overtime")),
        ("", "", "", Score(3, 2)),
        ("Double forfeit", "both", "", Score(3, 2, "double_forfeit", "both")),
        ("forfeit", "Cya", "yes", Score(3, 2, "forfeit", "home", in_overtime=True)),
        ("forfeit", "visitor", "no", Score(3, 2, "forfeit", "away")),
    ],
)
def test_results_in_words_of_several_kinds(decided, forfeiter, late, score):
    head = "date,home,away,home_goals,away_goals,decided,forfeited_by,in_overtime\n"
    assert the_row(f"{head}2018-03-21,Cya,Yung Money,3,2,{decided},{forfeiter},{late}\n").score == score


# --- starts


def test_a_time_is_read_on_the_clock_of_its_zone():
    start = read_start("2018-03-21", "22:00", "Europe/Berlin", NY)
    assert (start.starts_at, start.precision) == (datetime(2018, 3, 21, 21, tzinfo=UTC), "minute")


def test_a_day_alone_is_one_of_the_seasons_zone():
    start = read_start("2018-03-21", "", "Europe/Berlin", NY)
    assert (start.starts_at, start.precision) == (datetime(2018, 3, 21, 4, tzinfo=UTC), "day")


def test_a_time_that_the_clocks_skip_is_refused_by_name():
    with pytest.raises(StartError, match=r"America/New_York skip 2018-03-11 02:30; after 01:59 comes 03:00\."):
        read_start("2018-03-11", "02:30", NY, NY)
    with pytest.raises(StartError, match=r"Pacific/Apia skip 2011-12-30 10:00; after 23:59 comes 2011-12-31 00:00\."):
        read_start("2011-12-30", "10:00", "Pacific/Apia", NY)


def test_a_time_that_comes_twice_is_the_first_with_a_remark():
    start = read_start("2018-11-04", "01:30", NY, NY)
    assert start.starts_at == datetime(2018, 11, 4, 5, 30, tzinfo=UTC)
    assert "comes twice" in start.remark
    assert read_start("2018-11-04", "01:30-05:00", NY, NY).starts_at == datetime(2018, 11, 4, 6, 30, tzinfo=UTC)


@pytest.mark.parametrize("text", ["2018-03-21 22:00", "2018-03-21T22:00:00-04:00", "2018-03-22T02:00Z"])
def test_day_and_time_in_one_cell(text):
    assert read_moment(text, NY, NY).starts_at == datetime(2018, 3, 22, 2, tzinfo=UTC)
    assert read_moment("2018-03-21", NY, NY).precision == "day"
    assert read_moment("", NY, NY) is None


@given(
    st.integers(-45 * 366 * 86400, 90 * 365 * 86400),
    st.sampled_from([NY, "Europe/London", "Australia/Lord_Howe", "Africa/Casablanca", "America/Sao_Paulo", "UTC"]),
)
def test_any_instant_survives_as_day_and_time(seconds, zone):
    instant = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    local = instant.astimezone(ZoneInfo(zone))
    assert read_start(str(local.date()), time_cell(instant, zone), zone, NY).starts_at == instant
