"""Build of the package: the rules engine is compiled by Cython where a C compiler is found."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ENGINE = Path("src/estoril/engine")
PLAIN = {"__init__", "bits", "terms"}  # these have C forms in their .pxd files instead
DIRECTIVES: dict[str, Any] = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "nonecheck": False,
    "cdivision": True,
    "infer_types": False,
    "annotation_typing": False,
    "profile": False,
}


def write_terms() -> None:
    """Write the constants of terms.py as C constants, so that they stand in one place only."""
    lines = re.findall(r"^([A-Z_]+) = (-?\d+)$", (ENGINE / "terms.py").read_text("utf-8"), re.M)
    body = "".join(f"    {name} = {value}\n" for name, value in lines)
    target = ENGINE / "terms.pxd"
    text = f"cdef enum:\n{body}"
    if not target.exists() or target.read_text("utf-8") != text:
        target.write_text(text, "utf-8")


class BuildEngine(build_ext):
    """All compiled modules or none: a mixture would not work together."""

    def run(self) -> None:
        """Compile; where that fails, leave plain Python and say so in one line."""
        try:
            super().run()
        except Exception as problem:  # distutils raises a dozen unrelated kinds
            for name in self.get_outputs() + [
                str(p) for pattern in ("*.so", "*.pyd") for p in ENGINE.glob(pattern)
            ]:
                Path(name).unlink(missing_ok=True)
            self.extensions = []
            print(f"estoril: the engine was not compiled and will run as plain Python ({problem})")


write_terms()
modules = sorted(p for p in ENGINE.glob("*.py") if p.stem not in PLAIN)
setup(
    ext_modules=cythonize(
        [
            Extension(
                f"estoril.engine.{path.stem}",
                [str(path)],
                extra_compile_args=["-O3", "-fno-strict-aliasing"],
            )
            for path in modules
        ],
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
        include_path=["src"],
        quiet=True,
    ),
    cmdclass={"build_ext": BuildEngine},
)
