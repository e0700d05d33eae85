"""A bot for libmelee, of either line and in their common style: prints what it sees, and does what its argument says.

    reporter.py PORT OPPONENT_PORT [--slow] [--older]

Slow: it waits for a line before it answers a frame. Older: it calls the menu helper as in the older line.
"""

import json
import sys

import melee

port, opponent = int(sys.argv[1]), int(sys.argv[2])
console = melee.Console(path="/nowhere/dolphin", slippi_address="127.0.0.1", save_replays=False, fullscreen=False)
controller = melee.Controller(console=console, port=port, type=melee.ControllerType.STANDARD)
other = melee.Controller(console=console, port=opponent, type=melee.ControllerType.GCN_ADAPTER)
console.run(iso_path="/nowhere/game.iso")
assert console.connect()
assert controller.connect()
helper = melee.MenuHelper if "--older" in sys.argv else melee.MenuHelper()

while True:
    state = console.step()
    if state.menu_state == melee.Menu.IN_GAME:
        me = state.players[port]
        seen = {
            "frame": int(state.frame),
            "players": sorted(int(each) for each in state.players),
            "percent": float(me.percent),
            "old": int(state.player[port].stock),
            "stage": state.stage.name,
            "left": melee.stages.left_platform_position(state) == melee.stages.left_platform_position(state.stage),
        }
        print(json.dumps(seen), flush=True)
        if "--slow" in sys.argv:
            sys.stdin.readline()
        controller.simple_press(1, 0.5, melee.Button.BUTTON_A if state.frame % 2 else None)
    else:
        print(json.dumps({"menu": state.menu_state.name}), flush=True)
        # On an object in the newer line, on the class in the older one.
        helper.menu_helper_simple(
            state, controller, melee.Character.SHEIK, melee.Stage.BATTLEFIELD, "", costume=2, autostart=True, swag=False
        )
