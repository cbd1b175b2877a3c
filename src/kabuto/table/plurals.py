"""Which plural form a whole number takes in a language (the cardinal rules of Unicode CLDR)."""

from collections.abc import Callable

Rule = Callable[[int], str]
"""A number that is not negative → its category: zero, one, two, few, many or other."""


def category(language: str, number: object) -> str:
    """The plural category of a number; ``other`` for what is no whole number."""
    rule = RULES.get(language)
    if rule is None or not isinstance(number, int) or isinstance(number, bool):
        return "other"
    return rule(abs(number))


def categories(language: str) -> tuple[set[str], set[str]]:
    """The categories that a translation needs, and those that it may also have (for whole millions)."""
    rule = RULES[language]
    needed = {rule(number) for number in range(1000)}
    return needed, {rule(10**6)} - needed


def _always_other(n: int) -> str:
    return "other"


def _one(n: int) -> str:
    return "one" if n == 1 else "other"


def _zero_or_one(n: int) -> str:
    return "one" if n in (0, 1) else "other"


def _one_and_millions(n: int) -> str:
    return "one" if n == 1 else _millions(n)


def _zero_or_one_and_millions(n: int) -> str:
    return "one" if n in (0, 1) else _millions(n)


def _millions(n: int) -> str:
    return "many" if n and n % 10**6 == 0 else "other"


def _east_slavic(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if _ends_in_2_to_4(n) else "many"


def _polish(n: int) -> str:
    if n == 1:
        return "one"
    return "few" if _ends_in_2_to_4(n) else "many"


def _south_slavic(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if _ends_in_2_to_4(n) else "other"


def _ends_in_2_to_4(n: int) -> bool:
    return n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)


def _czech(n: int) -> str:
    return "one" if n == 1 else "few" if n in (2, 3, 4) else "other"


def _slovenian(n: int) -> str:
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(n % 100, "other")


def _lithuanian(n: int) -> str:
    if 11 <= n % 100 <= 19 or n % 10 == 0:
        return "other"
    return "one" if n % 10 == 1 else "few"


def _latvian(n: int) -> str:
    if 11 <= n % 100 <= 19 or n % 10 == 0:
        return "zero"
    return "one" if n % 10 == 1 else "other"


def _romanian(n: int) -> str:
    if n == 1:
        return "one"
    return "few" if n == 0 or 1 <= n % 100 <= 19 else "other"


def _hebrew(n: int) -> str:
    return {1: "one", 2: "two"}.get(n, "other")


def _arabic(n: int) -> str:
    if n <= 2:
        return ("zero", "one", "two")[n]
    return "few" if 3 <= n % 100 <= 10 else "many" if n % 100 >= 11 else "other"


_FAMILIES: dict[Rule, str] = {
    _always_other: "id ja ko ms th vi zh",
    _one: "af bg da de el en et eu fi fy gl hu nb nl nn no sq sv sw ta te tr ur",
    _zero_or_one: "fa hi",
    _one_and_millions: "ca es it",
    _zero_or_one_and_millions: "fr pt",
    _east_slavic: "be ru uk",
    _polish: "pl",
    _south_slavic: "bs hr sr",
    _czech: "cs sk",
    _slovenian: "sl",
    _lithuanian: "lt",
    _latvian: "lv",
    _romanian: "ro",
    _hebrew: "he",
    _arabic: "ar",
}
RULES: dict[str, Rule] = {
    language: rule for rule, languages in _FAMILIES.items() for language in languages.split()
}
"""Language → its rule. A language that is missing here is added in one line."""
