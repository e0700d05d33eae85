"""Plays one game against a house bot, and each what-if of the folder `what-if`.

The seed decides all that is drawn, so these are the same games for the same bot.
"""

import json
import shutil
import subprocess
import unittest
from pathlib import Path

MATCH = ["--against", "ember", "--stage", "31", "--seed", "5f" * 32, "--fast", "--json", "--replay", "test.slp"]


def kit(*args):
    """Runs the kit of this project; without it, nothing is fetched."""
    command = [shutil.which("npx"), "--no", "arena-kit", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


class Game(unittest.TestCase):
    def test_is_played_to_its_end(self):
        played = kit("play", "bot.py", *MATCH, "--exit-zero")
        self.assertEqual(played.returncode, 0, played.stderr)
        game = json.loads(played.stdout.splitlines()[0])
        self.assertEqual(game["status"], "completed", game["detail"])
        # A bot that sends nothing for five seconds forfeits.
        self.assertNotEqual(game["summary"]["endReason"], "forfeit", game["detail"])
        self.assertEqual(game["raised"][game["bots"].index("bot")], [], "the bot raised errors")

    def test_keeps_its_stock_in_each_what_if(self):
        for file in sorted(Path("what-if").glob("*.json")):
            with self.subTest(str(file)):
                played = kit("what-if", str(file), "--bot", "bot.py")
                # What it prints says how often the stock was kept, and how often it has to be.
                self.assertEqual(played.returncode, 0, played.stdout + played.stderr)


if __name__ == "__main__":
    unittest.main()
