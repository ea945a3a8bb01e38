"""Proximal policy optimisation in one file: a net learns a title by playing itself, on one CPU, with torch alone.

    pip install machinehall torch
    python examples/ppo.py --title promethium --minutes 4 --out ppo.pt

All seats are played by the same net; the payoff of a seat comes at the end of its match. The observation is a row of
small numbers, amounts and categories; `Encoding` makes floats of them that a net can take. `Learned` is the bot: in a
folder with this file and `ppo.pt`,

    machinehall arena promethium --bots random,ppo:Learned --games 40
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]
from torch import nn  # type: ignore[import-not-found,unused-ignore]

import machinehall as mh
from machinehall.bots import RandomBot
from machinehall.learn.batch import Batch
from machinehall.learn.encode import Encoding
from machinehall.learn.table import Table

MATCHES = 64
"""Played side by side."""
STEPS = 128
"""Decisions in each of them before the net learns."""
EPOCHS, PARTS, CLIP, VALUE, RATE, FADE, GAE = 3, 4, 0.2, 0.5, 1e-3, 0.997, 0.95
ENTROPY = (0.03, 0.005)
"""At the beginning and at the end."""
HIDDEN = 128
FILE = Path("ppo.pt")


class Net(nn.Module):  # type: ignore[misc,unused-ignore]
    """From observations and masks to the logarithms of probabilities, and what each seat may expect."""

    def __init__(self, title: mh.Title | str) -> None:
        super().__init__()
        self.encode = Encoding(title)
        self.body = nn.Sequential(nn.Linear(self.encode.size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        actions = len(self.encode.title.actions.all)
        self.policy, self.value = nn.Linear(HIDDEN, actions), nn.Linear(HIDDEN, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        found = self.body(seen)
        logits = self.policy(found).masked_fill(~mask, -1e9)
        return torch.log_softmax(logits, -1), self.value(found).squeeze(-1)


class Play:
    """What was seen, done and thought in a stretch of play, one row for each step."""

    def __init__(self, batch: Batch, size: int) -> None:
        shape = (STEPS, batch.count)
        self.seen = np.zeros((*shape, size), np.float32)
        self.mask = np.zeros((*shape, batch.actions), np.bool_)
        self.seat, self.action = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self.said, self.value = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.reward, self.done = np.zeros((*shape, batch.seats), np.float32), np.zeros(shape, np.bool_)


@torch.no_grad()  # type: ignore[untyped-decorator,unused-ignore]
def ask(net: Net, seen: np.ndarray[Any, Any], mask: np.ndarray[Any, Any]) -> tuple[Any, Any, Any]:
    """Actions drawn by their probabilities, the logarithms of these, and the values."""
    said, value = net(torch.as_tensor(seen), torch.as_tensor(mask != 0))
    action = torch.multinomial(said.exp(), 1)
    return action[:, 0].numpy(), said.gather(1, action)[:, 0].numpy(), value.numpy()


def play_on(net: Net, batch: Batch, play: Play) -> np.ndarray[Any, Any]:
    """Fill a stretch of play; what each seat of each match may expect after it."""
    expected = np.zeros((batch.count, batch.seats), np.float32)
    every = np.arange(batch.count)
    for t in range(STEPS):
        net.encode(batch.observation, out=play.seen[t])
        action, said, value = ask(net, play.seen[t], batch.mask)
        play.mask[t], play.seat[t] = batch.mask, batch.seat
        play.action[t], play.said[t], play.value[t] = action, said, value
        expected[every, batch.seat] = value
        batch.step(action)
        play.reward[t], play.done[t] = batch.reward, batch.done
        expected[batch.done] = 0
    expected[every, batch.seat] = ask(net, net.encode(batch.observation), batch.mask)[2]
    return expected


def advantages(play: Play, expected: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Generalised advantages. A seat's next step is the next one that it takes itself, so each match has a line for
    each seat, walked backwards; the end of a match gives every seat its payoff."""
    ahead, reward = np.zeros_like(expected), np.zeros_like(expected)
    found = np.zeros_like(play.value)
    every = np.arange(expected.shape[0])
    for t in reversed(range(STEPS)):
        over = play.done[t]
        expected[over], ahead[over], reward[over] = 0, 0, play.reward[t][over]
        at = every, play.seat[t]
        surprise = reward[at] + FADE * expected[at] - play.value[t]
        ahead[at] = found[t] = surprise + FADE * GAE * ahead[at]
        expected[at], reward[at] = play.value[t], 0
    return found


def learn(net: Net, optimiser: Any, play: Play, gain: np.ndarray[Any, Any], entropy: float) -> None:
    """A few passes over the stretch, in parts. Steps without a choice teach the value alone."""

    def flat(rows: np.ndarray[Any, Any]) -> Any:
        return torch.as_tensor(rows.reshape(-1, *rows.shape[2:]))

    seen, mask, action, before = flat(play.seen), flat(play.mask), flat(play.action), flat(play.said)
    gains, target = flat(gain), flat(gain + play.value)
    chosen = mask.sum(-1) > 1
    for _ in range(EPOCHS):
        for part in torch.randperm(len(seen)).chunk(PARTS):
            said, value = net(seen[part], mask[part])
            free = chosen[part]
            mine = gains[part][free]
            mine = (mine - mine.mean()) / (mine.std() + 1e-8)
            ratio = (said.gather(1, action[part][:, None])[:, 0] - before[part]).exp()[free]
            better = torch.min(ratio * mine, ratio.clamp(1 - CLIP, 1 + CLIP) * mine).mean()
            spread = -(said.exp() * said).sum(-1)[free].mean()
            loss = VALUE * (value - target[part]).square().mean() - better - entropy * spread
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


def train(title: str, seats: int, minutes: float, seed: int = 1, out: Path = FILE) -> Net:
    """Play and learn for so many minutes of this core; what is learned is kept whenever it is measured."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    batch = Batch(title, seats, MATCHES, seed)
    net, steps, looked = Net(title), 0, 0.0
    play = Play(batch, net.encode.size)
    optimiser = torch.optim.Adam(net.parameters(), lr=RATE, eps=1e-5)
    began = time.process_time()
    while (part := (time.process_time() - began) / (60 * minutes)) < 1:
        entropy = ENTROPY[0] + part * (ENTROPY[1] - ENTROPY[0])
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1 - 0.9 * part)
        gain = advantages(play, play_on(net, batch, play))
        learn(net, optimiser, play, gain, entropy)
        steps += STEPS * MATCHES
        if part >= looked:
            looked += 0.1
            spent = time.process_time()
            print(
                f"{part * minutes:5.1f} min {steps:9,} steps  against random: {against_random(net, title, seats):.0%}"
            )
            began += time.process_time() - spent
    keep(net, out)
    share = against_random(net, title, seats, 40)
    print(f"{minutes:5.1f} min {steps:9,} steps  against random: {share:.0%}, kept in {out}")
    return net


def made_for(net: Net) -> dict[str, str]:
    """The versions that a net is trained on: it fits no other."""
    title = net.encode.title
    return {"title": title.name, "observation": net.encode.version, "actions": title.action_version}


def keep(net: Net, out: Path) -> None:
    torch.save({"about": made_for(net), "net": net.state_dict()}, out)


def against_random(net: Net, title: str, seats: int, matches: int = 20) -> float:
    """The share of matches won against random seats, the net's seat changing."""
    won = 0.0
    table, bot = Table(title, seats), RandomBot(0)
    for number in range(matches):
        table.reset(number)
        while not table.over:
            if table.seat == number % seats:
                table.step(best(net, table.observation(table.seat), table.mask(table.seat)))
            else:
                table.step(table.title.action_index(bot.rng.choice(table.legal(table.seat))))
        won += table.payoffs()[number % seats] == 1
    return won / matches


@torch.no_grad()  # type: ignore[untyped-decorator,unused-ignore]
def best(net: Net, seen: Any, mask: Any) -> int:
    """The action that the net likes best."""
    said, _ = net(torch.as_tensor(net.encode(seen))[None], torch.as_tensor(mask != 0)[None])
    return int(said.argmax())


class Learned:
    """The bot. It is given a view; what it does not know is filled in, and the observation does not show it."""

    def __init__(self, title: mh.Title, seed: Any = None, file: Path = FILE) -> None:
        kept = torch.load(file, weights_only=True)
        self.title, self.rng, self.net = title, random.Random(seed), Net(title)
        if kept["about"] != made_for(self.net):
            raise mh.MachineHallError(f"{file} was trained for {kept['about']}, not for {made_for(self.net)}")
        self.net.load_state_dict(kept["net"])

    def choose(self, view: dict[str, Any], legal: Sequence[mh.Action], clock: Any) -> mh.Action:
        seen = self.title.encode(self.title.sample(view, self.rng), view["seat"])
        return self.title.action_at(best(self.net, seen, self.title.mask_of(legal)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="PPO in one file")
    parser.add_argument("--title", default="promethium")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=4.0, help="of one core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    wish = parser.parse_args()
    train(wish.title, wish.seats, wish.minutes, wish.seed, wish.out)
