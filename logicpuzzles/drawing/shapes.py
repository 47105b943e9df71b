"""The shapes of tiles, as elements of SVG: squares, hexagons, round ones, discs, and pieces of chess."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .layout import Box

Drawn = tuple[str, dict[str, str]]  # the name of an element and its attributes

# Outlines in a square of 100 by 100, drawn for this package: as SVG writes paths, with lines and curves alone.
PIECES = {
    "king": "M46 8L54 8L54 15L61 15L61 22L54 22L54 30C70 26 82 36 78 50C76 58 70 64 68 74L76 80L76 90L24 90L24 80"
    "L32 74C30 64 24 58 22 50C18 36 30 26 46 30L46 22L39 22L39 15L46 15Z",
    "queen": "M22 90L22 82L30 76L18 32L35 54L36 22L50 50L64 22L65 54L82 32L70 76L78 82L78 90Z",
    "rook": "M24 90L24 80L32 75L34 42L26 36L26 14L38 14L38 22L44 22L44 14L56 14L56 22L62 22L62 14L74 14L74 36L66 42"
    "L68 75L76 80L76 90Z",
    "bishop": "M50 8C55 8 56 14 53 17C64 26 68 38 64 48C62 52 59 55 57 57L62 74L76 80L76 90L24 90L24 80L38 74L43 57"
    "C41 55 38 52 36 48C32 38 36 26 47 17C44 14 45 8 50 8Z",
    "knight": "M28 90L28 82L36 78C38 66 50 60 50 48L36 54C30 60 20 56 22 48L34 28L36 12L47 21C66 20 79 38 76 62L72 78"
    "L78 82L78 90Z",
    "pawn": "M50 16C60 16 66 24 66 32C66 38 62 43 58 46L66 74L76 80L76 90L24 90L24 80L34 74L42 46C38 43 34 38 34 32"
    "C34 24 40 16 50 16Z",
}


def number(of: float) -> str:
    """A number as short as it can be, to a hundredth."""
    return f"{of:.2f}".rstrip("0").rstrip(".")


def square(box: Box) -> Drawn:
    """A square, or a rectangle, with round corners."""
    left, top, width, height = map(number, box)
    return "rect", {"x": left, "y": top, "width": width, "height": height, "rx": "4"}


def hexagon(box: Box) -> Drawn:
    """A hexagon that stands on a corner and reaches the sides of a box."""
    x, y, half = box.left + box.width / 2, box.top + box.height / 2, box.width / 2
    side = 2 * half / 3**0.5
    corners = ((0, -side), (half, -side / 2), (half, side / 2), (0, side), (-half, side / 2), (-half, -side / 2))
    return "polygon", {"points": " ".join(f"{number(x + right)},{number(y + down)}" for right, down in corners)}


def round_(box: Box) -> Drawn:
    """The ellipse in a box."""
    x, y = box.left + box.width / 2, box.top + box.height / 2
    rx, ry = number(box.width / 2), number(box.height / 2)
    return "ellipse", {"cx": number(x), "cy": number(y), "rx": rx, "ry": ry}


def disc(box: Box, size: float) -> Drawn:
    """A disc seen from its side, whose width is that share of the box."""
    width = max(box.height, box.width * size)
    name, place = square(Box(box.left + (box.width - width) / 2, box.top + 1, width, box.height - 2))
    return name, {**place, "rx": number(box.height / 2 - 1)}


def piece(name: str, box: Box) -> Drawn:
    """A piece of chess in a box."""
    side = min(box.width, box.height)
    left, top = box.left + (box.width - side) / 2, box.top + (box.height - side) / 2
    drawn = "".join(_scaled(PIECES[name], left, top, side / 100))
    return "path", {"d": drawn}


def _scaled(path: str, left: float, top: float, scale: float) -> Iterator[str]:
    spaced = path
    for letter in "MLCZ":
        spaced = spaced.replace(letter, f" {letter} ")
    across = True
    for part in spaced.split():
        if part in "MLCZ":
            yield part
            continue
        yield f"{number((left if across else top) + float(part) * scale)} "
        across = not across


FILLED: dict[str, Callable[[Box], Drawn]] = {"square": square, "round": round_, "solid": square}
