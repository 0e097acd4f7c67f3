"""Thinking in compiled code: judgement, habits and search; plain sources work too, slowly."""

from __future__ import annotations

from estoril.engine import heed_pure

heed_pure(__name__, __path__[0])
