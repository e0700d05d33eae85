"""The same as `scripted.py`, written for libmelee: only its first line is not as it would be on an emulator."""

from arena import melee

console = melee.Console(path="/nowhere/dolphin")
controller = melee.Controller(console=console, port=1)
console.run()
console.connect()
controller.connect()
helper = melee.MenuHelper()

while True:
    state = console.step()
    if state.menu_state != melee.Menu.IN_GAME:
        helper.menu_helper_simple(state, controller, melee.Character.FOX, melee.Stage.BATTLEFIELD)
        continue
    frame = int(state.frame)
    # 208 and 48 as bytes, whichever line of libmelee this is.
    x = 0.5 + (80.1 if frame % 100 < 70 else -79.9) / 254 if melee.dialect.IS_OLD_LINE else float(frame % 100 < 70)
    button = {3: melee.Button.BUTTON_X, 12: melee.Button.BUTTON_L, 13: melee.Button.BUTTON_L, 20: melee.Button.BUTTON_B}
    controller.simple_press(x, 0.5, button.get(frame % 25))
