"""Whole programs to begin from, each one file. `python -m arena.examples FOLDER` writes them there."""
