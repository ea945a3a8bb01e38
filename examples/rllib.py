"""RLlib's PPO on one seat against bots: the mask lies where RLlib's module for masked actions looks for it.

    pip install "machinehall[rl]" "ray[rllib]" torch
    python examples/rllib.py --title promethium --rounds 20

The observation is a dict of `observations`, floats made by `Encoding`, and `action_mask`. `ActionMaskingTorchRLModule`
comes with Ray: it takes the mask out, and gives actions that are not legal no chance.
"""

from __future__ import annotations

import argparse
from typing import Any

from machinehall.learn.encoded import encoded
from machinehall.learn.single import SeatEnv


def made(config: dict[str, Any]) -> Any:
    """An environment by RLlib's convention; `config` has the arguments of `SeatEnv`."""
    return encoded(SeatEnv(**config, keys=("observations", "action_mask")))


def learner(table: dict[str, Any], batch: int = 4000, runners: int = 0) -> Any:
    """RLlib's algorithm, ready to be trained; without runners it plays in this process."""
    from ray.rllib.algorithms.ppo import PPOConfig  # type: ignore[import-not-found,unused-ignore]
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec  # type: ignore[import-not-found,unused-ignore]
    from ray.rllib.examples.rl_modules.classes import action_masking_rlm  # type: ignore[import-not-found,unused-ignore]
    from ray.tune.registry import register_env  # type: ignore[import-not-found,unused-ignore]

    register_env("machinehall", made)
    module = RLModuleSpec(
        module_class=action_masking_rlm.ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128]}
    )
    config = (
        PPOConfig()
        .environment("machinehall", env_config=table)
        .env_runners(num_env_runners=runners)
        .training(train_batch_size_per_learner=batch, minibatch_size=min(batch, 256), num_epochs=4)
        .rl_module(rl_module_spec=module)
    )
    return config.build_algo()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", default="promethium")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bot", default="random", help="plays the other seats")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--batch", type=int, default=4000, help="decisions to learn from in each round")
    args = parser.parse_args()
    algorithm = learner({"title": args.title, "seats": args.seats, "bots": (args.bot,)}, args.batch)
    for number in range(args.rounds):
        told = algorithm.train()["env_runners"]
        print(f"round {number + 1}: payoff {told.get('episode_return_mean', float('nan')):.2f}", flush=True)
    algorithm.stop()


if __name__ == "__main__":
    main()
