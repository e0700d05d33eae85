"""Plays one game against a house bot. The seed decides all that is drawn, so it is the same game for the same bot."""

import json
import shutil
import subprocess
import unittest

KIT = "{{arena}}/kit/arena-kit.tgz"
MATCH = ["--against", "ember", "--stage", "31", "--seed", "5f" * 32, "--fast", "--json", "--replay", "test.slp"]


class Game(unittest.TestCase):
    def test_is_played_to_its_end(self):
        command = [shutil.which("npx"), "--yes", KIT, "play", "bot.py", *MATCH]
        played = subprocess.run(command, capture_output=True, text=True, timeout=600)
        self.assertEqual(played.returncode, 0, played.stderr)
        game = json.loads(played.stdout.splitlines()[0])
        self.assertEqual(game["status"], "completed", game["detail"])
        # A bot that sends nothing for five seconds forfeits.
        self.assertNotEqual(game["summary"]["endReason"], "forfeit", game["detail"])


if __name__ == "__main__":
    unittest.main()
