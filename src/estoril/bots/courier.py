"""Courier: plays the round out in its head, but for few actions and in few worlds."""

from __future__ import annotations

from estoril.bots.agent import Agent


class Courier(Agent):
    """Looks into as much as there is time for on the way."""

    def __init__(self, worlds: int = 2, width: int = 5, weights: str = "", style: str = "") -> None:
        super().__init__(worlds, width, weights, style)
