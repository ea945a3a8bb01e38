"""Builds the compiled engine from the source of the house; its version is that of the source, to the letter."""

import os
import sys
import tomllib
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent.resolve()
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "scripts" / "make"))

import fast  # noqa: E402

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
LEVEL = os.environ.get("FAST_LEVEL", "3")
"""How hard the C compiler tries; 0 is enough to see whether a wheel is whole."""
building = {"bdist_wheel", "build", "build_ext"} & set(sys.argv)

setup(
    version=VERSION,
    install_requires=[f"machinehall=={VERSION}"],
    packages=[],
    py_modules=[],
    ext_modules=fast.extensions(fast.hot(), LEVEL) if building else [],
    cmdclass={"build_ext": fast.builder(os.cpu_count() or 1)},
)
