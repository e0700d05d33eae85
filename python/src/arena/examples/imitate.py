"""Behaviour cloning: a network that does what the players of recordings did.

    pip install torch
    python imitate.py record games/                    house bots play games to learn from
    python imitate.py train model.pt games/ --player 0
    python imitate.py play model.pt
    python imitate.py serve model.pt

Any replays of two players on the six stages will do in place of the first step, so recordings of people too. What a
player saw on frame F is put together with what it did on frame F + 1 + delay: a bot of the ladder answers so late.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import torch
    from torch import nn
except ModuleNotFoundError:
    raise SystemExit("imitate.py needs PyTorch: pip install torch") from None

from arena.env import (
    LADDER_DELAY,
    ArenaVectorEnv,
    Character,
    Choices,
    EnvBatch,
    Flat,
    MatchConfig,
    Player,
    PlayerConfig,
    Recording,
)
from arena.env.config import STRENGTHS, Stage, Strength
from arena.env.observation import Floats

MEMORY = 0
"""Shown its own last inputs, the network learns to repeat them, and never to begin."""
OBSERVATION = Flat(memory=MEMORY)
WHOLE_GAME = 8 * 60 * 60
HOLD = 4
"""Frames for which a choice is held in play."""
ACTIONS = Choices()
SIZES = [int(size) for size in ACTIONS.space.nvec]


class Network(nn.Module):
    """From an observation to a score for each choice."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(OBSERVATION.space.shape[0], 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.heads = nn.ModuleList(nn.Linear(256, size) for size in SIZES)

    def forward(self, seen: torch.Tensor) -> list[torch.Tensor]:
        hidden = self.body(seen)
        return [head(hidden) for head in self.heads]

    @torch.no_grad()
    def choose(self, seen: Any) -> Any:
        """Draws each choice by its score."""
        scores = self.forward(torch.from_numpy(seen))
        return torch.stack([torch.distributions.Categorical(logits=score).sample() for score in scores], 1).numpy()


def record(folder: Path, games: int, strength: Strength, opponent: Strength) -> None:
    """House bots play; player 0 is the one to learn from."""
    folder.mkdir(parents=True, exist_ok=True)
    players = (
        PlayerConfig(Character.FOX, name=strength, house=strength),
        PlayerConfig(Character.FOX, name=opponent, house=opponent),
    )
    with EnvBatch(games, length=1, action_format="raw", record=True) as env:
        env.configure_match(MatchConfig(stage=Stage.FINAL_DESTINATION, players=players))
        env.reset_all()
        done = np.zeros(games, np.bool_)
        while not done.all():
            env.reset_cursor()
            env.step_repeated(600)
            done = env.done_at(0)
        for lane in range(games):
            env.write_slp(lane, folder / f"{strength}-{lane}.slp")


def examples(paths: list[Path], player: int) -> tuple[Any, Any]:
    """What the player of each recording saw, and what it did on the frame for which a bot would have answered."""
    seen: list[Floats] = []
    chosen: list[npt.NDArray[np.int64]] = []
    for path in paths:
        with Recording(path) as recording:
            later = 1 + LADDER_DELAY
            states = recording.states(player)[:-later]
            inputs = recording.inputs[:, player]
            none = np.zeros((len(states), 1), inputs.dtype)
            seen.append(OBSERVATION(states, none))
            chosen.append(ACTIONS.nearest(inputs[later:]))
    return np.concatenate(seen), np.concatenate(chosen)


def train(model: Path, folder: Path, player: int, epochs: int, seed: int) -> None:
    torch.manual_seed(seed)
    paths = sorted(folder.glob("**/*.slp"))
    kept = max(1, len(paths) // 10)
    if len(paths) < 2:
        raise SystemExit(f"{folder} has {len(paths)} replays; it takes at least two")
    seen, chosen = (torch.from_numpy(part) for part in examples(paths[kept:], player))
    tested = [torch.from_numpy(part) for part in examples(paths[:kept], player)]
    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    loss_of = nn.CrossEntropyLoss()
    print(f"{len(seen)} frames of {len(paths) - kept} games, {len(tested[0])} frames of {kept} to test")
    for epoch in range(epochs):
        order = torch.randperm(len(seen))
        for rows in order.split(1024):
            scores = network(seen[rows])
            loss = torch.stack([loss_of(score, chosen[rows, i]) for i, score in enumerate(scores)]).sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            right = [(score.argmax(1) == tested[1][:, i]).float().mean() for i, score in enumerate(network(tested[0]))]
        print(f"epoch {epoch + 1}: right choice of stick {right[0]:.1%}, press {right[1]:.1%}, C-stick {right[2]:.1%}")
    torch.save(network.state_dict(), model)


def load(model: Path) -> Network:
    network = Network()
    network.load_state_dict(torch.load(model, weights_only=True))
    return network


def play(model: Path, opponent: Strength, games: int, frames: int) -> None:
    """Plays games, each to its end or for so many frames, and says how they ended."""
    network = load(model)
    envs = ArenaVectorEnv(
        games,
        opponent=opponent,
        observation=OBSERVATION,
        frame_skip=HOLD,
        max_frames=frames,
    )
    seen, _ = envs.reset(seed=1)
    won = np.full(games, -1)
    while (won < 0).any():
        seen, _, terminations, truncations, infos = envs.step(network.choose(seen))
        fresh = (terminations | truncations) & (won < 0)
        if fresh.any():
            won[fresh] = infos["won"][fresh]
    print(f"{(won == 1).sum()} of {games} games won against {opponent}")
    envs.close()


def serve(model: Path) -> None:
    import arena

    network = load(model)

    class Imitator(arena.Bot):
        def __init__(self) -> None:
            self._player = Player(network.choose, observation=OBSERVATION, frame_skip=HOLD)

        def pick(self, request: arena.PickRequest) -> arena.Pick:
            return arena.Pick(arena.Character.FOX)

        def frame(self, game: arena.Game) -> arena.Pad:
            return arena.Pad(**self._player(game))

    arena.serve(Imitator)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("folder", type=Path)
    recording.add_argument("--games", type=int, default=40)
    recording.add_argument("--strength", default="striker", choices=STRENGTHS)
    recording.add_argument("--opponent", default="walker", choices=STRENGTHS)
    training = commands.add_parser("train")
    training.add_argument("model", type=Path)
    training.add_argument("folder", type=Path)
    training.add_argument("--player", type=int, default=0, choices=[0, 1])
    training.add_argument("--epochs", type=int, default=8)
    training.add_argument("--seed", type=int, default=1)
    playing = commands.add_parser("play")
    playing.add_argument("model", type=Path)
    playing.add_argument("--opponent", default="walker", choices=STRENGTHS)
    playing.add_argument("--games", type=int, default=20)
    playing.add_argument("--frames", type=int, default=WHOLE_GAME, help="of a game, at most")
    commands.add_parser("serve").add_argument("model", type=Path)
    given = parser.parse_args()
    torch.set_num_threads(2)
    if given.what == "record":
        record(given.folder, given.games, given.strength, given.opponent)
    elif given.what == "train":
        train(given.model, given.folder, given.player, given.epochs, given.seed)
    elif given.what == "play":
        play(given.model, given.opponent, given.games, given.frames)
    else:
        serve(given.model)


if __name__ == "__main__":
    main()
