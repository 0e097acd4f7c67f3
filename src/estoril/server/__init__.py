"""The server: tables for everyone over HTTP and sockets, kept in a database."""

from estoril.extras import need

need("server")
