"""python -m machinehall.server: what `machinehall serve` does, with settings from the environment."""

from .config import load_config
from .run import serve

serve(load_config())
