"""A fuzzer for what strangers send: requests, frames and JSON, against a real server.

`python -m tests.fuzz --seconds 60 --seed 1` sends changed inputs of a corpus and adds those that
make the server behave in a new way.
"""
