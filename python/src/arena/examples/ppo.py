"""Learns to fight by Proximal Policy Optimization, against house bots and copies of itself.

    pip install torch tensorboard
    python ppo.py train --budget 20m --out run
    python ppo.py play run/model.pt --opponent striker
    python ppo.py serve run/model.pt                     plays on the ladder
    python ppo.py umi run/model.pt my-bot                writes a bot of the Computer Melee Championship

Fox learns against Fox on Final Destination, in whole games, with the ladder's delay. An action is held for four frames.
Half of the lanes play a house bot, drawn for each game; in the other half the opponent is the learner, as it is now or
as it was. While the engine plays one half, the network chooses for the other. Scalars have CleanRL's names. With a
budget in steps, equal seeds give equal curves on one machine.
"""

from __future__ import annotations

import argparse
import copy
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import torch
    from torch import nn
except ModuleNotFoundError:
    raise SystemExit("ppo.py needs PyTorch: pip install torch") from None

from arena.env import STRENGTHS, Character, Fight, Flat, MatchConfig, Player, PlayerConfig, Stage, Strength
from arena.env.actions import CSTICKS, PRESSES, STICKS

if TYPE_CHECKING:
    from arena.examples.report import Games
    from arena.umi import Learned

FRAME_SKIP = 4
SIZES = [len(STICKS), len(PRESSES), len(CSTICKS)]
LANES = 128
"""In each half."""
ROLLOUT = 64
"""Steps between two updates."""
EPOCHS, ROWS = 4, 1024
"""How often an update goes through its rollout, and how many rows it takes at once."""
GAMMA, LAMBDA, CLIP = 0.99, 0.95, 0.2
LEARNING_RATE, ENTROPY, VALUE = 1e-3, 0.003, 0.5
"""The first two end at a tenth, and at nothing."""
PAST, COPY_EVERY = 4, 40
"""Older copies that are kept, and updates between two of them; the model is written as often."""
TEMPERATURE = 0.5
"""In games after the training. A colder policy does more often what it thinks best."""
RECENT = 100
"""Games of which the curve has the share won."""
FRAMES_A_REPLAY = 2_000_000
WHOLE_GAME = 8 * 60 * 60
HOUSE: tuple[Strength, ...] = ("walker", "jumper", "striker")
"""House bots that it trains against."""


class Budget:
    """How long to train: `20m` is minutes, `200000` steps, each of a lane and of `FRAME_SKIP` frames."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._seconds = 60 * float(text[:-1]) if text.endswith("m") else None
        self._steps = None if text.endswith("m") else int(text)

    def __str__(self) -> str:
        return self._text

    def done(self, seconds: float, steps: int) -> float:
        """The share that is used up, to 1."""
        return min(1.0, seconds / self._seconds if self._seconds is not None else steps / (self._steps or 1))


def best_device() -> torch.device:
    if torch.cuda.is_available():
        return torch.device("cuda")
    return torch.device("mps" if torch.backends.mps.is_available() else "cpu")


class Network(nn.Module):
    """From what `Flat` shows to a score for each choice of `Choices`, and to the worth of the state."""

    def __init__(self, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(Flat().size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.heads = nn.Linear(width, sum(SIZES) + 1)
        with torch.no_grad():
            self.heads.weight *= 0.01
            self.heads.bias *= 0

    def forward(self, seen: torch.Tensor) -> tuple[list[torch.Tensor], torch.Tensor]:
        """Logarithms of the chances of each choice, and values."""
        numbers = self.heads(self.body(seen))
        scores = numbers[:, :-1].split(SIZES, dim=1)
        return [score.log_softmax(1) for score in scores], numbers[:, -1]

    @torch.no_grad()
    def draw(
        self, seen: torch.Tensor, random: torch.Generator | None = None, temperature: float = 1.0
    ) -> tuple[torch.Tensor, ...]:
        """Choices by their chances, the logarithm of the chance of all together, and values."""
        logs, values = self.forward(seen)
        noise = torch.empty((len(seen), sum(SIZES)), device=seen.device).exponential_(generator=random).log_()
        chosen = torch.stack(
            [(log - temperature * n).argmax(1) for log, n in zip(logs, noise.split(SIZES, dim=1), strict=True)], 1
        )
        return chosen, chances(logs, chosen), values

    def choose(self, seen: Any) -> Any:
        """A policy of `arena.env`: from rows of numbers to rows of choices."""
        return self.draw(torch.from_numpy(seen).to(self.heads.weight.device), temperature=TEMPERATURE)[0].cpu().numpy()


def chances(logs: list[torch.Tensor], chosen: torch.Tensor) -> torch.Tensor:
    return torch.stack([log.gather(1, chosen[:, i : i + 1])[:, 0] for i, log in enumerate(logs)]).sum(0)


class Past:
    """The opponent of one half: the learner as it is now in half of the lanes, older copies of it in the others."""

    def __init__(self, network: Network, seed: int) -> None:
        self._newest = network
        self._older: deque[Network] = deque(maxlen=PAST)
        self._random = torch.Generator(network.heads.weight.device).manual_seed(seed)

    def keep(self) -> None:
        """Keeps a copy of the learner as it is now."""
        self._older.append(copy.deepcopy(self._newest).requires_grad_(False))

    def __call__(self, seen: Any) -> Any:
        players = [self._newest] * len(self._older) + [*self._older]
        rows = torch.from_numpy(seen).to(self._random.device)
        parts = zip(players, rows.tensor_split(len(players)), strict=True)
        return torch.cat([player.draw(part, self._random)[0] for player, part in parts]).cpu().numpy()


class House:
    """The opponent of the other half: a house bot, drawn for each game, the more often the more it wins."""

    def __init__(self) -> None:
        self.won = {name: deque[bool](maxlen=RECENT) for name in HOUSE}
        """Whether the learner won its last games against each."""

    def __call__(self, random: np.random.Generator) -> MatchConfig:
        weights = np.array([0.02 + (1 - np.mean(games or [0])) ** 2 for games in self.won.values()])
        strength: Strength = HOUSE[random.choice(len(HOUSE), p=weights / weights.sum())]
        opponent = PlayerConfig(Character.FOX, name=strength, house=strength)
        return MatchConfig(Stage.FINAL_DESTINATION, (PlayerConfig(Character.FOX, name="learner"), opponent))


class Half:
    """Half of the lanes, with what came of the present rollout."""

    def __init__(self, envs: Any, seed: int, device: torch.device) -> None:
        self.envs = envs
        self.random = torch.Generator(device).manual_seed(seed)
        self.device = device
        rows = (ROLLOUT + 1, LANES)
        self.seen = torch.zeros((*rows, Flat().size), device=device)
        self.chosen = torch.zeros((*rows, len(SIZES)), dtype=torch.int64, device=device)
        self.logs, self.values = torch.zeros(rows, device=device), torch.zeros(rows, device=device)
        self.rewards, self.dones, self.ends = np.zeros(rows, np.float32), np.zeros(rows, bool), np.zeros(rows, bool)
        self.sums, self.lengths = np.zeros(LANES), np.zeros(LANES, int)
        self.seen[ROLLOUT] = torch.from_numpy(envs.reset(seed=seed)[0])

    def choose(self, network: Network, step: int) -> Any:
        if step == 0:
            self.seen[0] = self.seen[ROLLOUT]
            self.dones[0] = self.dones[ROLLOUT]
        self.chosen[step], self.logs[step], self.values[step] = network.draw(self.seen[step], self.random)
        return self.chosen[step].cpu().numpy()

    def take(self, step: int, came: tuple[Any, ...]) -> list[tuple[int, float, int, bool]]:
        """Notes what a step led to. Gives the games that ended: lane, reward, steps, and whether it was won."""
        seen, rewards, terminations, truncations, infos = came
        self.seen[step] = torch.from_numpy(seen)
        self.rewards[step - 1], self.ends[step - 1] = rewards, terminations
        self.dones[step] = terminations | truncations
        self.sums += rewards
        self.lengths += 1
        over = np.flatnonzero(self.dones[step])
        games = [(int(i), float(self.sums[i]), int(self.lengths[i]), bool(infos["won"][i])) for i in over]
        self.sums[over] = self.lengths[over] = 0
        return games

    def rows(self, network: Network) -> list[torch.Tensor]:
        """What was seen, chosen, how likely, advantages, returns; but of no step that only begins a game."""
        with torch.no_grad():
            self.values[ROLLOUT] = network(self.seen[ROLLOUT])[1]
        values = self.values.cpu().numpy()
        advantages = np.zeros((ROLLOUT, LANES), np.float32)
        after = np.zeros(LANES, np.float32)
        for step in reversed(range(ROLLOUT)):
            gained = self.rewards[step] + GAMMA * values[step + 1] * ~self.ends[step] - values[step]
            advantages[step] = after = gained + GAMMA * LAMBDA * after * ~self.dones[step + 1]
        gains = torch.from_numpy(advantages).to(self.device)
        teaches = torch.from_numpy(~self.dones[:ROLLOUT]).to(self.device)
        parts = [self.seen[:ROLLOUT], self.chosen[:ROLLOUT], self.logs[:ROLLOUT], gains, gains + self.values[:ROLLOUT]]
        return [part[teaches] for part in parts]


def update(network: Network, optimizer: torch.optim.Optimizer, halves: list[Half], left: float) -> dict[str, float]:
    """Learns from a rollout; `left` is the share of the budget that is left. Gives losses by CleanRL's names."""
    rollouts = zip(*(half.rows(network) for half in halves), strict=True)
    seen, chosen, logs, gains, returns = (torch.cat(parts) for parts in rollouts)
    optimizer.param_groups[0]["lr"] = LEARNING_RATE * max(0.1, left)
    noted: list[torch.Tensor] = []
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(seen), device=seen.device).split(ROWS):
            new_logs, values = network(seen[rows])
            change = chances(new_logs, chosen[rows]) - logs[rows]
            ratio = change.exp()
            gain = (gains[rows] - gains[rows].mean()) / (gains[rows].std() + 1e-8)
            policy_loss = -torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            value_loss = 0.5 * (values - returns[rows]).square().mean()
            entropy = -torch.stack([(log.exp() * log).sum(1) for log in new_logs]).sum(0).mean()
            optimizer.zero_grad()
            (policy_loss + VALUE * value_loss - ENTROPY * left * entropy).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            with torch.no_grad():
                kl, clipped = (ratio - 1 - change).mean(), ((ratio - 1).abs() > CLIP).float().mean()
            noted.append(torch.stack([policy_loss, value_loss, entropy, kl, clipped]).detach())
    means = torch.stack(noted).mean(0).tolist()
    explained = 1 - float(gains.var() / (returns.var() + 1e-8))
    names = ("policy_loss", "value_loss", "entropy", "approx_kl", "clipfrac")
    return {f"losses/{n}": m for n, m in zip(names, means, strict=True)} | {"losses/explained_variance": explained}


def train(folder: Path, budget: Budget, seed: int, device: torch.device, games: int) -> None:
    """Writes the model and what is told of its run into a folder, with games of the training as replays."""
    from arena.env import ArenaVectorEnv
    from arena.examples.report import Report

    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise SystemExit(f"{folder} is not empty; nothing is written")
    torch.manual_seed(seed)
    network = Network().to(device)
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)
    house, past = House(), Past(network, seed)
    given: dict[str, Any] = {"reward": Fight(scale=0.01), "frame_skip": FRAME_SKIP, "record": True, "workers": 1}
    halves = [
        Half(ArenaVectorEnv(LANES, matches=house, **given), seed, device),
        Half(ArenaVectorEnv(LANES, opponent=past, **given), seed + 1, device),
    ]
    facts = {
        "device": torch.cuda.get_device_name(device) if device.type == "cuda" else device.type,
        "torch": torch.__version__,
        "engine": halves[0].envs.batch.engine_revision,
        "seed": str(seed),
        "budget": str(budget),
    }
    report = Report(folder, facts)
    won: dict[str, deque[bool]] = {**house.won, "itself": deque(maxlen=RECENT)}
    ended = deque[tuple[float, int]](maxlen=RECENT)
    steps = updates = replays = 0
    done = 0.0
    with ThreadPoolExecutor(len(halves)) as pool:
        while done < 1:
            if updates % COPY_EVERY == 0:
                past.keep()
                torch.save(network.state_dict(), folder / "model.pt")
            came = [pool.submit(half.envs.step, half.choose(network, 0)) for half in halves]
            for step in range(1, ROLLOUT + 1):
                for i, half in enumerate(halves):
                    for lane, reward, length, is_won in half.take(step, came[i].result()):
                        opponent = half.envs.batch.config_of(lane).players[1].house or "itself"
                        won[opponent].append(is_won)
                        ended.append((reward, length))
                        if steps * FRAME_SKIP >= replays * FRAMES_A_REPLAY:
                            replays += 1
                            half.envs.batch.write_slp(lane, folder / f"{steps:09}-{opponent}.slp")
                    if step < ROLLOUT:
                        came[i] = pool.submit(half.envs.step, half.choose(network, step))
            losses = update(network, optimizer, halves, 1 - done)
            updates += 1
            steps += ROLLOUT * LANES * len(halves)
            done = budget.done(report.seconds, steps)
            reward, length = np.mean(ended, axis=0) if ended else (np.nan, np.nan)
            scalars = {
                "charts/episodic_return": float(reward),
                "charts/episodic_length": float(length),
                "charts/learning_rate": optimizer.param_groups[0]["lr"],
                "charts/SPS": steps / report.seconds,
            }
            shares = {f"charts/won_{name}": float(np.mean(each)) if each else np.nan for name, each in won.items()}
            report.note(steps, done, scalars | shares | losses)
    torch.save(network.state_dict(), folder / "model.pt")
    for half in halves:
        half.envs.close()
    played = []
    for strength in STRENGTHS if games else ():
        played.append(play(network, strength, games, WHOLE_GAME, seed))
        print(played[-1], flush=True)
    report.end(played)


def load(path: Path) -> Network:
    network = Network()
    network.load_state_dict(torch.load(path, weights_only=True, map_location="cpu"))
    return network.requires_grad_(False)


def play(network: Network, opponent: Strength, games: int, frames: int, seed: int) -> Games:
    """Plays games, one a lane, each to its end or for so many frames."""
    from arena.env import ArenaVectorEnv
    from arena.examples.report import Games

    torch.manual_seed(seed)
    envs = ArenaVectorEnv(games, opponent=opponent, frame_skip=FRAME_SKIP, max_frames=frames)
    seen, _ = envs.reset(seed=seed)
    won, steps = np.zeros(games, bool), np.zeros(games, int)
    is_on = np.ones(games, bool)
    while is_on.any():
        seen, _, terminations, truncations, infos = envs.step(network.choose(seen))
        steps += is_on
        over = (terminations | truncations) & is_on
        if over.any():
            won[over] = infos["won"][over]
            is_on &= ~over
    envs.close()
    return Games(opponent, int(won.sum()), games, float(steps.mean()) * FRAME_SKIP / 3600)


def serve(model: Path) -> None:
    import arena

    network = load(model)

    class Fighter(arena.Bot):
        def __init__(self) -> None:
            self._player = Player(network.choose, frame_skip=FRAME_SKIP)

        def pick(self, request: arena.PickRequest) -> arena.Pick:
            return arena.Pick(arena.Character.FOX)

        def frame(self, game: arena.Game) -> arena.Pad:
            return arena.Pad(**self._player(game))

    arena.serve(Fighter)


def learned(model: Path) -> Learned:
    """What a bot of the championship plays with."""
    from arena.umi import Learned

    return Learned(load(model).choose, frame_skip=FRAME_SKIP)


def umi(model: Path, folder: Path) -> None:
    from arena.umi import write

    write(folder, f"{__file__}:learned", [model], name=folder.name, characters="FOX", delay=2, requirements=["torch"])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True)
    training = commands.add_parser("train")
    training.add_argument("--out", type=Path, default=Path("run"), help="the folder of the run")
    training.add_argument("--budget", type=Budget, default=Budget("20m"), help="of training: minutes (20m) or steps")
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--device", type=torch.device, default=best_device(), help="the GPU, where there is one")
    training.add_argument("--games", type=int, default=200, help="to play at the end against each house bot")
    playing = commands.add_parser("play")
    playing.add_argument("model", type=Path)
    playing.add_argument("--opponent", default="walker", choices=STRENGTHS)
    playing.add_argument("--games", type=int, default=32)
    playing.add_argument("--frames", type=int, default=WHOLE_GAME, help="of a game, at most")
    playing.add_argument("--seed", type=int, default=1)
    commands.add_parser("serve").add_argument("model", type=Path)
    writing = commands.add_parser("umi")
    writing.add_argument("model", type=Path)
    writing.add_argument("folder", type=Path)
    options = parser.parse_args(arguments)
    if options.what == "train":
        train(options.out, options.budget, options.seed, options.device, options.games)
    elif options.what == "play":
        print(play(load(options.model), options.opponent, options.games, options.frames, options.seed))
    elif options.what == "serve":
        serve(options.model)
    else:
        umi(options.model, options.folder)


if __name__ == "__main__":
    main()
