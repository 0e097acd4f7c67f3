"""What is tested only where it is installed, by `make test-research`: OpenSpiel, Ray, readers."""

from importlib.util import find_spec

_NEEDED = {
    "test_spiel.py": ("pyspiel",),
    "test_clusters.py": ("ray", "distributed"),
    "test_readers.py": ("polars", "pandas", "duckdb"),
}
collect_ignore = [file for file, packages in _NEEDED.items() if not all(map(find_spec, packages))]
