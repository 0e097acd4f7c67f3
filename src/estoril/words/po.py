"""Reads gettext catalogues: the part of the .po format in which ours are written, and no more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from estoril.errors import EstorilError
from estoril.voice import Wording

Message = str | list[str]  # those that follow a number have several forms

_LINE: Final = re.compile(
    r'(?:(msgid|msgid_plural|msgstr|msgstr\[\d\]) )?"((?:[^"\\]|\\["\\nt])*)"'
)
_ESCAPE: Final = re.compile(r"\\(.)")
_MEANT: Final = {"n": "\n", "t": "\t"}
_FORMS: Final = re.compile(r"nplurals=(\d); plural=([^;]+);")


class PoError(EstorilError, ValueError):
    """A catalogue is not written as it should be; `where` names the line."""


class Po:
    """A catalogue as it is written: the header, and the texts by their keys."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.header: dict[str, str] = {}
        self.messages: dict[str, Message] = {}
        entries = self._entries(file.read_text("utf-8"))
        _, first = next(entries, (0, {}))
        for line in first.get("msgstr", "").splitlines():
            name, _, value = line.partition(": ")
            self.header[name] = value
        forms = _FORMS.fullmatch(self.header.get("Plural-Forms", ""))
        if first.get("msgid") != "" or forms is None:
            raise PoError("error.po.header", where=self._line(1))
        self.plural: str = forms[2]  # which form a number `n` takes, as an expression of C
        self._fields = [f"msgstr[{form}]" for form in range(int(forms[1]))]
        for number, entry in entries:
            self._add(number, entry)

    def _entries(self, text: str) -> Iterator[tuple[int, dict[str, str]]]:
        """Take the lines of a message together: where it begins, and its texts by keyword."""
        entry: dict[str, str] = {}
        begun, keyword = 1, ""
        for number, line in enumerate(text.split("\n"), 1):
            if not line or line.startswith("#"):
                continue
            found = _LINE.fullmatch(line)
            if found is None:
                raise PoError("error.po.line", where=self._line(number))
            if found[1] == "msgid":
                if entry:
                    yield begun, entry
                entry, begun = {}, number
            keyword = found[1] or keyword
            if not keyword or (found[1] and keyword in entry):
                raise PoError("error.po.stray", where=self._line(number))
            entry[keyword] = entry.get(keyword, "") + _unescaped(found[2])
        if entry:
            yield begun, entry

    def _add(self, number: int, entry: dict[str, str]) -> None:
        """Take a message in; one without a text is not translated yet."""
        key = entry.get("msgid")
        if not key or key in self.messages:
            raise PoError("error.po.key", where=self._line(number))
        if [*entry] == ["msgid", "msgstr"]:
            if text := entry["msgstr"]:
                self.messages[key] = text
        elif [*entry] == ["msgid", "msgid_plural", *self._fields]:
            forms = [entry[field] for field in self._fields]
            if all(forms):
                self.messages[key] = forms
        else:
            fields = ", ".join(self._fields)
            raise PoError("error.po.fields", where=self._line(number), fields=fields)

    def _line(self, number: int) -> Wording:
        return Wording("place.line", file=str(self.file), number=number)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: _MEANT.get(found[1], found[1]), text)
