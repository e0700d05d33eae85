"""Builds PufferLib 3.0.0 without its own games, whose sources it would fetch: its setup then misses this name."""

import builtins

builtins.c_extension_paths = []
