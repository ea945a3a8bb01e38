#!/usr/bin/env python3
"""Writes src/machinehall/draw/icons.svg, the sprite of Machine Hall, from icons.toml.

One 24x24 grid, live area 2..22, strokes of 1.75 with round ends, or solid shapes. Colour is always currentColor.
Each entry is a list of tiny marks: a path, 'c x y r', 'e x y rx ry', 'E x y rx ry turn' or 'r x y w h rx'.
A leading '*' makes the mark solid (even-odd, so holes stay holes on any ground), '~' makes it a half-tone (38 %).
"""

import pathlib
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ICONS: dict[str, list[str]] = tomllib.loads((HERE / "icons.toml").read_text(encoding="utf-8"))


def mark(m: str) -> str:
    style = {
        "*": ' fill="currentColor" fill-rule="evenodd" stroke="none"',
        "~": ' fill="currentColor" fill-opacity=".38" stroke="none"',
    }.get(m[0], "")
    if style:
        m = m[1:]
    kind, *n = m.split()
    if kind == "c":
        return f'<circle cx="{n[0]}" cy="{n[1]}" r="{n[2]}"{style}/>'
    if kind == "e":
        return f'<ellipse cx="{n[0]}" cy="{n[1]}" rx="{n[2]}" ry="{n[3]}"{style}/>'
    if kind == "E":
        turned = f' transform="rotate({n[4]} {n[0]} {n[1]})"'
        return f'<ellipse cx="{n[0]}" cy="{n[1]}" rx="{n[2]}" ry="{n[3]}"{turned}{style}/>'
    if kind == "r":
        return f'<rect x="{n[0]}" y="{n[1]}" width="{n[2]}" height="{n[3]}" rx="{n[4]}"{style}/>'
    return f'<path d="{m}"{style}/>'


def symbols() -> str:
    return "\n".join(
        f'<symbol id="i-{name}" viewBox="0 0 24 24"><g fill="none" stroke="currentColor" stroke-width="1.75" '
        f'stroke-linecap="round" stroke-linejoin="round">{"".join(map(mark, marks))}</g></symbol>'
        for name, marks in ICONS.items()
    )


if __name__ == "__main__":
    (HERE.parents[1] / "src" / "machinehall" / "draw" / "icons.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">\n' + symbols() + "\n</svg>\n", encoding="utf-8"
    )
    print(len(ICONS), "icons")
