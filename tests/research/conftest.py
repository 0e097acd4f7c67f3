"""What is tested only where it is installed: OpenSpiel, Ray, readers, PyTorch, kernels.

`make test-research` installs all but the last two: they are the group `learning`.
"""

from importlib.util import find_spec

_NEEDED = {
    "test_spiel.py": ("pyspiel",),
    "test_solving.py": ("pyspiel",),
    "test_clusters.py": ("ray", "distributed"),
    "test_readers.py": ("polars", "pandas", "duckdb"),
    "test_notebook.py": ("nbclient", "nbformat", "ipykernel"),
    "test_learning.py": ("torch",),
}
collect_ignore = [file for file, packages in _NEEDED.items() if not all(map(find_spec, packages))]
