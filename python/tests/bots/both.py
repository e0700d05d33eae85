"""A program that drives both sides, as for games against itself: Fox at port 1 walks, Marth at port 2 presses A."""

import melee

console = melee.Console(path="/nowhere/dolphin")
controllers = [melee.Controller(console=console, port=port) for port in (1, 2)]
console.run()
console.connect()
for controller in controllers:
    controller.connect()
helpers = [melee.MenuHelper(), melee.MenuHelper()]

while True:
    state = console.step()
    if state.menu_state == melee.Menu.IN_GAME:
        print(state.players[1].percent, state.players[2].percent, flush=True)
        controllers[0].tilt_analog(melee.Button.BUTTON_MAIN, 1, 0.5)
        controllers[1].press_button(melee.Button.BUTTON_A)
        continue
    for helper, controller, character in zip(
        helpers, controllers, (melee.Character.FOX, melee.Character.MARTH), strict=True
    ):
        helper.menu_helper_simple(state, controller, character, melee.Stage.BATTLEFIELD)
