"""A seat for an assistant: a server of the Model Context Protocol, which `estoril mcp` runs.

An assistant sees what a person at its seat would see, in words, and nothing else: `chairs` are its
seats, at a table in this process or at a server's; `speaker` tells what is seen from one; `server`
has the tools.
"""

from __future__ import annotations

from estoril.extras import need

need("mcp")

from estoril.assistant.server import make_server

__all__ = ["make_server"]
