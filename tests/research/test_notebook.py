"""The notebook of analysis runs in a kernel of its own, as it does for who opens it."""

import nbformat
import pytest
from nbclient import NotebookClient

from tests.docs.pages import ROOT


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore")  # of the client and its kernel
def test_the_notebook_runs_in_a_kernel() -> None:
    notebook = nbformat.read(ROOT / "examples/analysis.ipynb", as_version=4)
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=200, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert sum("image/png" in output.get("data", {}) for output in shown) == 2
    assert not any(output.output_type == "error" for output in shown)
