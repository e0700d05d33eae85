"""Names and signatures of both lines of libmelee and of older versions, on whichever is installed."""

from typing import Any

import pytest

melee = pytest.importorskip("arena.melee")
dialect = melee.dialect


class State:
    """As much of a GameState as the functions of stages ask for."""

    def __init__(self, stage: Any) -> None:
        self.stage = stage
        self._fod_platform_left = self._fod_platform_right = 20


def test_functions_of_stages_take_a_state_or_a_stage() -> None:
    battlefield = melee.Stage.BATTLEFIELD
    for function in (
        melee.stages.left_platform_position,
        melee.stages.right_platform_position,
        melee.stages.top_platform_position,
        melee.left_platform_position,
    ):
        assert function(State(battlefield)) == function(battlefield)
    assert melee.stages.side_platform_position(True, State(battlefield)) == melee.stages.right_platform_position(
        battlefield
    )
    assert melee.stages.left_platform_position(stage=battlefield) == melee.stages.left_platform_position(battlefield)
    assert melee.stages.left_platform_position(gamestate=State(battlefield))[0] > 0


def test_frame_data_takes_a_state_or_a_stage() -> None:
    data, player = melee.FrameData(), melee.PlayerState()
    player.character, player.action = melee.Character.FOX, melee.Action.ROLL_FORWARD
    stage = melee.Stage.BATTLEFIELD
    assert data.roll_end_position(player, State(stage)) == data.roll_end_position(player, stage)
    assert data.project_hit_location(player, State(stage)) == data.project_hit_location(player, stage)


def test_names_of_older_versions_are_there() -> None:
    state, player, item = melee.GameState(), melee.PlayerState(), melee.Projectile()
    assert state.player is state.players
    assert (player.x, player.cursor_y, item.x, item.y_speed, item.frame) == (0, 0, 0, 0, 0)
    assert not melee.FrameData().is_bmove(melee.Character.FOX, melee.Action.UNKNOWN_ANIMATION)


def test_frames_of_safety_are_counted_where_the_library_does_not() -> None:
    state, player = melee.GameState(), melee.PlayerState()
    state.players[1] = player
    safety = dialect.Safety()
    seen = []
    for frame, action in [
        (-100, melee.Action.ON_HALO_DESCENT),
        (200, melee.Action.ON_HALO_WAIT),
        (201, melee.Action.FALLING),
        (320, melee.Action.FALLING),
        (321, melee.Action.FALLING),
        (400, melee.Action.EDGE_CATCHING),
        (410, melee.Action.EDGE_HANGING),
    ]:
        state.frame, player.action, player.action_frame = frame, action, 1
        safety.count(state)
        seen.append(player.invulnerability_left)
    assert seen == [0, 120, 119, 0, 0, 36, 26]


def test_importing_the_package_puts_its_classes_in_the_place_of_libmelees() -> None:
    import melee.console
    import melee.menuhelper

    import melee as library

    assert library.Console is melee_console() is library.console.Console
    assert library.Controller is library.controller.Controller
    assert library.MenuHelper is library.menuhelper.MenuHelper


def melee_console() -> Any:
    return melee.Console


@pytest.mark.parametrize(
    ("character", "external"),
    [("FOX", 2), ("SHEIK", 19), ("POPO", 14), ("NANA", 14), ("GANONDORF", 25), ("DOC", 22)],
)
def test_a_character_of_the_library_is_picked_by_its_external_id(character: str, external: int) -> None:
    from arena.melee.menu import pick_of

    pick = pick_of(getattr(melee.Character, character), 9)
    assert pick is not None
    assert (pick.character, pick.costume) == (external, 5)


def test_what_nobody_plays_is_no_pick() -> None:
    from arena.melee.menu import pick_of

    assert pick_of(melee.Character.WIREFRAME_MALE) is None
    assert pick_of(melee.Character.UNKNOWN_CHARACTER) is None


def test_a_recording_is_read_as_libmelee_does(tmp_path: Any) -> None:
    console = melee.Console(path=str(tmp_path / "missing.slp"), **dialect.FILE_MODE)
    with pytest.raises(FileNotFoundError):
        console.connect()
