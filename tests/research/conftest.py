"""What is tested only where it is installed, by `make test-research`: OpenSpiel, Ray, readers."""

import os
from importlib.util import find_spec

os.environ.setdefault("RAY_raylet_start_wait_time_s", "300")  # where others are at work too
_NEEDED = {
    "test_spiel.py": ("pyspiel",),
    "test_clusters.py": ("ray", "distributed"),
    "test_readers.py": ("polars", "pandas", "duckdb"),
}
collect_ignore = [file for file, packages in _NEEDED.items() if not all(map(find_spec, packages))]
