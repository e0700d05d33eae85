"""The bot of the championship beside this, served to an arena."""

import sys
from pathlib import Path

import arena.umi

arena.umi.serve(f"{sys.executable} {Path(__file__).parent / 'umi_bot.py'}")
