"""Packages that only a part of this one needs, and that are not installed with it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

INSTALL = {
    "gymnasium": ("Gymnasium", "gymnasium"),
    "melee": ("libmelee", "melee"),
    "msgpack": ("msgpack", "msgpack"),
    "numpy": ("NumPy", "numpy"),
    "pettingzoo": ("PettingZoo", "gymnasium pettingzoo"),
}
"""What a module is called, and what pip installs for it."""


@contextmanager
def needed(by: str) -> Generator[None]:
    """Around the import of such packages: where one is missing, an `ImportError` says what to install. One that is
    there and broken raises its own error."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in INSTALL:
            raise
        title, packages = INSTALL[error.name]
        raise ImportError(f"{by} needs {title}: pip install {packages}", name=error.name) from None
