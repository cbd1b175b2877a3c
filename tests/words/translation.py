"""A further language in a day: ``make language TO=xx`` lists what it needs, exports and imports PO files.

    make language TO=xx                   # what is missing, faulty, stale or long
    make language TO=xx EXPORT=xx.po      # everything to translate; what is stale is marked as fuzzy
    make language TO=xx IMPORT=xx.po      # writes xx.toml beside every en.toml; faulty sentences are left out

A sentence that is left out appears in English. ``xx.sources.json`` beside a file says which English sentences
were translated: one that has changed since is stale.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import polib

from kabuto.table.message_format import Choice, Message, parse
from kabuto.table.plurals import RULES
from tests.words.check import ENGLISH, Sentences, faults_of, names_in, read

ROOT = Path(__file__).parents[2]
LONGER = 1.3
"""How much longer than English and German a sentence of the page may be: layouts are tested with it."""
SHORT = 24
"""Shorter sentences have room for a few letters more."""


class Report(NamedTuple):
    """What a language needs."""

    missing: list[str]
    faulty: list[str]
    stale: list[str]
    long: list[str]

    def lines(self) -> Iterator[str]:
        """One line each, and how many there are."""
        for title, found in self._asdict().items():
            yield f"{title}: {len(found)}"
            yield from (f"  {each}" for each in found)


def folders(root: Path = ROOT) -> dict[str, Path]:
    """Name → folder, of all folders with sentences."""
    paths = {path.parent for place in ("src", "web/src") for path in (root / place).rglob("words/en.toml")}
    return {path.parent.name: path for path in sorted(paths)}


def report(language: str, root: Path = ROOT) -> Report:
    """What a language needs, sentence by sentence, each with its file and key."""
    found = Report([], [], [], [])
    if language not in RULES:
        found.faulty.append(f"{language}: kabuto/table/plurals.py has no plural rule for this language")
    for name, folder in folders(root).items():
        english, own, german = read(folder, ENGLISH), _own(folder, language), _own(folder, "de")
        known, names = _sources(folder, language), names_in(english)
        file = f"{folder.relative_to(root)}/{language}.toml"
        found.missing.extend(f"{file}: {key}" for key in english if key not in own)
        for key, text in own.items():
            place = f"{file}: {key}"
            wrong = faults_of(key, text, english, names, language)
            found.faulty.extend(f"{place}: {fault}" for fault in wrong)
            if key not in english:
                continue
            if _is_stale(known, key, english[key]):
                found.stale.append(f"{place}: English is now: {english[key]}")
            room = LONGER * max(len(english[key]), len(german.get(key, "")))
            if len(text) > max(SHORT, room) and (name in PAGES or key.startswith("page")):
                found.long.append(f"{place}: {len(text)} characters, room for {room:.0f}")
    return found


PAGES = ("shell", "you", "study", "folder")


def _own(folder: Path, language: str) -> Sentences:
    return read(folder, language) if (folder / f"{language}.toml").exists() else {}


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


def _sources(folder: Path, language: str) -> dict[str, str]:
    path = folder / f"{language}.sources.json"
    known: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return known


def _is_stale(sources: dict[str, str], key: str, english: str) -> bool:
    return sources.get(key, _hash(english)) != _hash(english)


def exported(language: str, root: Path = ROOT) -> polib.POFile:
    """Every sentence with its translation, if there is one; German stands beside it as a comment."""
    file = polib.POFile()
    file.metadata = {"Language": language, "Content-Type": "text/plain; charset=UTF-8"}
    for name, folder in folders(root).items():
        own, german = _own(folder, language), _own(folder, "de")
        known = _sources(folder, language)
        for key, text in read(folder, ENGLISH).items():
            entry = polib.POEntry(
                msgctxt=f"{name}/{key}", msgid=text, msgstr=own.get(key, ""), comment=german.get(key, "")
            )
            if key in own and _is_stale(known, key, text):
                entry.flags.append("fuzzy")
            file.append(entry)
    return file


def imported(file: polib.POFile, language: str, root: Path = ROOT) -> list[str]:
    """Write the good sentences of a PO file into the folders; what is wrong with the others."""
    found, wrong = folders(root), list[str]()
    every = {name: read(folder, ENGLISH) for name, folder in found.items()}
    names = {name: names_in(english) for name, english in every.items()}
    taken: dict[str, Sentences] = {name: {} for name in found}
    for entry in file:
        name, _, key = (entry.msgctxt or "").partition("/")
        english = every.get(name, {})
        if key not in english:
            wrong.append(f"{entry.msgctxt}: unknown: export the file again to see the keys there are")
        elif not entry.msgstr or "fuzzy" in entry.flags:
            wrong.append(f"{entry.msgctxt}: not translated yet: English is shown")
        elif entry.msgid != english[key]:
            wrong.append(f"{entry.msgctxt}: stale: English is now: {english[key]}")
        elif slips := list(faults_of(key, entry.msgstr, english, names[name], language)):
            wrong.extend(f"{entry.msgctxt}: {slip}" for slip in slips)
        else:
            taken[name][key] = entry.msgstr
    for name, sentences in taken.items():
        _write(found[name], language, sentences)
    return wrong


def _write(folder: Path, language: str, sentences: Sentences) -> None:
    """A file of sentences in the order of English, and which English they translate."""
    english, section, lines = read(folder, ENGLISH), "", list[str]()
    for key in english:
        if key in sentences:
            found, _, name = key.rpartition(".")
            if found != section:
                lines += [*([""] if lines else []), f"[{found}]"]
                section = found
            lines.append(f"{name} = {json.dumps(sentences[key], ensure_ascii=False)}")
    (folder / f"{language}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    sources = {key: _hash(english[key]) for key in sentences}
    path = folder / f"{language}.sources.json"
    path.write_text(json.dumps(sources, indent=0) + "\n", encoding="utf-8")


# A language of nonsense, for tests: vowels have accents, and every text is as long as layouts must bear.

ACCENTS = str.maketrans("aeiouyAEIOU", "áéíóúýÁÉÍÓÚ")


def pseudo(text: str) -> str:
    """A sentence in the pseudo-language, with the same gaps and cases."""
    return _pseudo(parse(text)) if _is_plain(text) else text


def _is_plain(text: str) -> bool:
    """Whether it has no quoted braces, which reading and writing would change."""
    return "'{" not in text and "'}" not in text


def _pseudo(message: Message) -> str:
    return "".join(map(_piece, message))


def _piece(part: object) -> str:
    match part:
        case str():
            return re.sub(r"\S+", _stretched, part.translate(ACCENTS))
        case Choice(name, kind, cases):
            told = " ".join(f"{case} {{{_pseudo(text)}}}" for case, text in cases.items())
            return f"{{{name}, {kind}, {told}}}"
        case _:
            name = getattr(part, "name", "")
            if getattr(part, "capital", False):
                name = name[0].upper() + name[1:]
            return "#" if name == "#" else f"{{{name}}}"


def _stretched(word: re.Match[str]) -> str:
    """A word as much longer as a text may be: it can't be broken there."""
    return word[0] + "·" * round((LONGER - 1) * len(word[0]))


def main(argv: Iterable[str] | None = None) -> int:
    """List what a language needs, export it, or import it."""
    parser = argparse.ArgumentParser(prog="make language", description=__doc__)
    parser.add_argument("language")
    parser.add_argument("--export", type=Path)
    parser.add_argument("--import", type=Path, dest="take")
    chosen = parser.parse_args(list(argv) if argv is not None else None)
    if chosen.export:
        exported(chosen.language).save(str(chosen.export))
    elif chosen.take:
        try:
            wrong = imported(polib.pofile(str(chosen.take)), chosen.language)
        except (OSError, UnicodeDecodeError) as error:
            print(f"{chosen.take}: {error}")
            return 2
        print("\n".join(wrong) or "Everything was taken.")
    else:
        print("\n".join(report(chosen.language).lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
