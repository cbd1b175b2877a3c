"""Whether a text is plain: what a game says is shown by screens that expect no markup."""

import re

MARKUP = re.compile(r"</?[a-zA-Z!][^<>]*>|&#?\w+;")


def flaw(text: object) -> str | None:
    """What is wrong with a text that should be plain and in one line; None if nothing is."""
    if not isinstance(text, str):
        return f"{str(text)[:60]!r} is no text"
    if not text.isprintable():
        unseen = next(letter for letter in text if not letter.isprintable())
        return f"{text[:60]!r} has a character that cannot be seen, {unseen!r}"
    if found := MARKUP.search(text):
        return f"{text[:60]!r} has markup, {found[0][:20]!r}"
    return None
