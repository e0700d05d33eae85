"""Plays one game against a house bot. The seed decides all that is drawn, so it is the same game for the same bot."""

import json
import shutil
import subprocess
import unittest

MATCH = ["--against", "ember", "--stage", "31", "--seed", "5f" * 32, "--fast", "--json", "--replay", "test.slp"]


class Game(unittest.TestCase):
    def test_is_played_to_its_end(self):
        # The kit of this project; without it, nothing is fetched.
        command = [shutil.which("npx"), "--no", "arena-kit", "play", "bot.py", *MATCH, "--exit-zero"]
        played = subprocess.run(command, capture_output=True, text=True, timeout=600)
        self.assertEqual(played.returncode, 0, played.stderr)
        game = json.loads(played.stdout.splitlines()[0])
        self.assertEqual(game["status"], "completed", game["detail"])
        # A bot that sends nothing for five seconds forfeits.
        self.assertNotEqual(game["summary"]["endReason"], "forfeit", game["detail"])
        self.assertEqual(game["raised"][game["bots"].index("bot")], [], "the bot raised errors")


if __name__ == "__main__":
    unittest.main()
