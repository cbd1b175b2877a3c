"""The documentation names a test, or a reason, for every rule and ruling."""

from .rules_table import TABLE, WITHOUT, carriers, numbers, written


def test_every_rule_and_ruling_has_a_test_or_a_reason() -> None:
    wanted = {f"Y{n}" for n in range(1, 219)} | {f"Q{n}" for n in range(1, 67)}
    known = set(carriers())
    assert known | set(WITHOUT) == wanted
    assert not known & set(WITHOUT)


def test_the_table_of_the_documentation_is_up_to_date() -> None:
    text = TABLE.read_text("utf-8")
    assert sorted(numbers(text)) == sorted([f"Y{n}" for n in range(1, 219)] + [f"Q{n}" for n in range(1, 67)])
    assert written(text) == text
