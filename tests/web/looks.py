"""Looks at a page as it is, and says what is wrong with it: cut, outside, covered, out of reach, pale, small.

Where things are is asked of the page; how well text can be read is measured on its picture, with
the text and without it.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from playwright.sync_api import Page

SCRIPT = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")

# Twice the relative luminance differences of WCAG 2.2: text, and text that is large.
ENOUGH, LARGE = 4.5, 3.0
_UNWRITTEN = """
*, ::before, ::after, ::placeholder { color: transparent !important; text-decoration-color: transparent !important;
  -webkit-text-fill-color: transparent !important; text-shadow: none !important; caret-color: transparent !important }
svg text, svg tspan { fill: transparent !important; stroke: transparent !important }
"""
# A sheet of styles that no policy of the page refuses.
_WRITE = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = text ? [sheet] : [];
}"""


class Finding(msgspec.Struct, frozen=True):
    """Something wrong: what kind, with which element, where."""

    kind: str
    what: str
    box: tuple[float, float, float, float]

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}"


def look(page: Page, *, phone: bool, contrast: bool) -> list[Finding]:
    """Return all that is wrong with what a page shows now."""
    seen: dict[str, Any] = page.evaluate(f"({SCRIPT})({str(phone).lower()})")
    found = [Finding(kind, what, tuple(box)) for kind, what, box in seen["found"]]
    if contrast:
        found += _pale(page, seen["texts"])
    return found


def picture(page: Page) -> Image.Image:
    """Take a picture of what a page shows."""
    return Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide")))


def mark(image: Image.Image, found: list[Finding]) -> Image.Image:
    """Mark on a picture what was found."""
    draw = ImageDraw.Draw(image)
    for finding in found:
        x, y, w, h = finding.box
        draw.rectangle((x - 2, y - 2, x + w + 2, y + h + 2), outline=(255, 0, 160), width=3)
    return image


def _pale(page: Page, texts: list[dict[str, Any]]) -> list[Finding]:
    """Compare the colour of each text with the pixels that lie behind it."""
    written = _pixels(page)
    page.evaluate(_WRITE, _UNWRITTEN)
    ground = _pixels(page)
    page.evaluate(_WRITE, "")
    found = []
    for text in texts:
        x, y, w, h = (round(side) for side in text["box"])
        cut = np.s_[max(0, y) : max(0, y + h), max(0, x) : max(0, x + w)]
        behind, over = ground[cut], written[cut]
        if not behind.size:
            continue
        inked = np.abs(over - behind).sum(axis=2) > 24
        if not inked.any():  # nothing is written here that could be read: as pale as can be
            if text["sure"]:
                found.append(Finding("pale", f"{text['what']} (1.0)", tuple(text["box"])))
            continue
        red, green, blue, alpha = text["colour"]
        colour = np.array([red, green, blue]) * alpha + behind[inked] * (1 - alpha)
        ratio = _ratio(_luminance(colour), _luminance(behind[inked]))
        worst = float(np.percentile(ratio, 15))
        if worst < (LARGE if text["large"] else ENOUGH) - 0.05:
            found.append(Finding("pale", f"{text['what']} ({worst:.1f})", tuple(text["box"])))
    return found


def _pixels(page: Page) -> NDArray[np.float64]:
    return np.asarray(picture(page).convert("RGB"), dtype=np.float64)


def _luminance(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    parts = colours / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def _ratio(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    return (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
