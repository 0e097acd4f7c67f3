"""What is tested only where it is installed: OpenSpiel, by `make test-research`."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["test_spiel.py"]
