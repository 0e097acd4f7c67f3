"""Looks at a page and says what is wrong with it: cut, outside, covered, out of reach, pale, small.

Where things are is asked of the page; how well text can be read is measured on its picture.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from playwright.sync_api import CDPSession, Page

SCRIPT = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")

# The contrast that WCAG 2.2 asks for (AA): of text, and of text that is large.
ENOUGH, LARGE = 4.5, 3.0
# A script of the page that waits until what was changed is laid out, with all that follows from it.
SETTLED = """async () => {
  const { port1, port2 } = new MessageChannel();
  const frame = () => new Promise((done) => {
    port1.onmessage = done;
    requestAnimationFrame(() => port2.postMessage(null));
  });
  do await frame();
  while (document.fonts.status !== "loaded");
}"""
_LATE = 500  # milliseconds: a busy browser paints late, and fonts come late; what is wrong stays
_LINES: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()  # to the browser, for each page


class Finding(msgspec.Struct, frozen=True):
    """Something wrong: what kind, with which element, where."""

    kind: str
    what: str
    box: tuple[float, float, float, float]

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}"


def look(
    page: Page, *, phone: bool, contrast: bool, after: Sequence[str] = ("",)
) -> list[list[Finding]]:
    """Return all that is wrong with what a page shows after each of some scripts of it.

    How well text can be read is measured after the last of them.
    """
    found = _glance(page, after, phone=phone, contrast=contrast)
    for i, first in enumerate(after):
        if found[i]:
            page.evaluate(f"async () => {{ {first} }}")
            page.wait_for_timeout(_LATE)
            last = i == len(after) - 1
            (found[i],) = _glance(page, [first], phone=phone, contrast=contrast and last)
    return found


def _glance(
    page: Page, after: Sequence[str], *, phone: bool, contrast: bool
) -> list[list[Finding]]:
    # all at once, and as text: nothing between here and the page has to understand it; a page that
    # cannot be seen is laid out and not drawn, which is a third of the work
    seen = f"await ({SETTLED})(); seen.push(look({json.dumps(phone)}));"
    each = " ".join(f"{first}; {seen}" for first in after)
    told = page.evaluate(
        f"async () => {{ const [look, seen, all] = [{SCRIPT}, [], document.documentElement.style];"
        f" all.opacity = 0; {each} all.opacity = ''; return seen; }}"
    )
    all_seen: list[dict[str, Any]] = [json.loads(one) for one in told]
    found = [
        [Finding(kind, what, tuple(box)) for kind, what, box in one["found"]] for one in all_seen
    ]
    if contrast:
        found[-1] += _pale(page, all_seen[-1]["texts"])
    return found


def picture(page: Page) -> Image.Image:
    """Take a picture of what a page shows."""
    line = _LINES.get(page) or page.context.new_cdp_session(page)
    _LINES[page] = line
    taken = line.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
    return Image.open(io.BytesIO(base64.b64decode(taken["data"])))


def mark(image: Image.Image, found: list[Finding]) -> Image.Image:
    """Mark on a picture what was found."""
    draw = ImageDraw.Draw(image)
    for finding in found:
        x, y, w, h = finding.box
        draw.rectangle((x - 2, y - 2, x + w + 2, y + h + 2), outline=(255, 0, 160), width=3)
    return image


def _pale(page: Page, texts: list[dict[str, Any]]) -> list[Finding]:
    """Compare the colour of each text with the pixels around it, where its ground is seen bare."""
    pixels = _pixels(page)
    high, wide, _ = pixels.shape
    found = []
    for text in texts:
        x, y, w, h = text["box"]
        left, top = max(0, int(x) - 1), max(0, int(y) - 1)
        right, bottom = min(wide, int(x + w) + 2), min(high, int(y + h) + 2)
        cut = pixels[top:bottom, left:right]
        if cut.shape[0] < 3 or cut.shape[1] < 3:
            continue
        colour, alpha = np.array(text["colour"][:3]), text["colour"][3]
        if text["within"]:  # on a small plate of its own: what is there beside the letters
            inner = cut[len(cut) // 3 : -(len(cut) // 3)].reshape(-1, 3)
            far = np.abs(inner - colour).sum(axis=1)
            around = inner[far >= far.max() * 0.6]
        else:
            lines = cut[[0, -1]][text["bare"]]
            around = np.concatenate((*lines, cut[1:-1, 0], cut[1:-1, -1]))
        ratio = _ratio(_luminance(colour * alpha + around * (1 - alpha)), _luminance(around))
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
