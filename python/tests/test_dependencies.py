"""What pip installs with this distribution, against docs/dependencies.md."""

import importlib.metadata
import re

from .conftest import ROOT

MIT = "License :: OSI Approved :: MIT License"


def documented() -> list[tuple[str, str, str]]:
    """Package, licence and extras of each row."""
    _, section = (ROOT / "docs/dependencies.md").read_text().split("\n## In Python\n")
    return re.findall(r"^\| `([\w-]+)` +\| (.+?) +\| (.+?) +\|", section, re.MULTILINE)


def test_the_table_names_every_package_with_its_extras() -> None:
    users: dict[str, list[str]] = {}
    for requirement in importlib.metadata.requires("bot-arena") or []:
        name = re.split(r"[<>=; ]", requirement)[0]
        users.setdefault(name, []).extend(f"`[{extra}]`" for extra in re.findall(r"extra == [\'\"](\w+)", requirement))
    rows = [(name, by) for name, _, by in documented()]
    assert rows == [(name, ", ".join(sorted(extras)) or "bot server") for name, extras in sorted(users.items())]


def test_every_licence_is_what_the_package_says() -> None:
    for name, licence, _ in documented():
        said = importlib.metadata.metadata(name)
        said_so = said.get_all("License-Expression") or [
            "MIT" for each in said.get_all("Classifier") or [] if each == MIT
        ]
        assert [licence] == said_so, name
