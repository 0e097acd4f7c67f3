"""What is tested only where it is installed: OpenSpiel, Ray, readers, PyTorch.

`make test-research` installs all but the last: it is in the group `learning`.
"""

from importlib.util import find_spec

_NEEDED = {
    "test_spiel.py": ("pyspiel",),
    "test_solving.py": ("pyspiel",),
    "test_clusters.py": ("ray", "distributed"),
    "test_readers.py": ("polars", "pandas", "duckdb"),
    "test_learning.py": ("torch",),
}
collect_ignore = [file for file, packages in _NEEDED.items() if not all(map(find_spec, packages))]
