"""The server: tables for everyone over HTTP and sockets, kept in a database."""
