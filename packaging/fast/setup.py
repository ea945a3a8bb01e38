"""Builds the compiled engine from the source of the house; its version is that of the source, to the letter."""

import sys
import tomllib
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent.resolve()
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "scripts" / "make"))

import fast  # noqa: E402

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
building = {"bdist_wheel", "build", "build_ext"} & set(sys.argv)

setup(
    version=VERSION,
    install_requires=[f"machinehall=={VERSION}"],
    packages=[],
    py_modules=[],
    ext_modules=fast.extensions(fast.hot(), level="3") if building else [],
)
