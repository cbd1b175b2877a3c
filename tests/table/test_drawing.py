"""The drawing kit that every game shares."""

from kabuto.table.drawing import BASIC_STYLES, STYLES, columns, seat_line


def test_a_table_is_as_wide_as_it_must_be_and_flush_right_but_for_the_first_column() -> None:
    lines = columns(["", "won", "of"], [["greedy", 3, 10], ["random", 12, 10]])
    assert ["".join(text for text, _ in line) for line in lines] == [
        "        won  of",
        "greedy    3  10",
        "random   12  10",
    ]
    assert [line[0][1] for line in lines] == ["strong", "", ""]


def test_the_seat_to_move_stands_out_and_every_seat_has_its_mark() -> None:
    assert seat_line(1, True, "4 tokens") == [(">", "strong"), ("◆", "seat1"), (" 4 tokens", "strong")]
    assert seat_line(0, False, "none") == [(" ", ""), ("●", "seat0"), (" none", "")]


def test_every_style_is_there_in_many_colours_and_in_few() -> None:
    assert STYLES.keys() == BASIC_STYLES.keys()
