"""Thinking in compiled code: evaluation, policy, rollouts, search; plain sources work, slowly."""

from __future__ import annotations

from estoril.engine import heed_pure

heed_pure(__name__, __path__[0])
