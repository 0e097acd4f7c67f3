"""Build of the package: the rules engine is compiled by Cython where a C compiler is found."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path
from textwrap import shorten
from typing import Any
from zlib import crc32

from Cython import __version__ as cython_version
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCES = Path("src")
COMPILED = ("estoril/engine", "estoril/bots/mind")
CONSTANTS = ("estoril/engine/terms", "estoril/bots/mind/weights")
PLAIN = {"__init__", "bits", "terms", "weights"}  # these have C forms in their .pxd files instead
# Given with each extension, as CFLAGS in the environment can replace Python's own flags.
# Without contraction numbers of bots' judgement are rounded as in plain Python, on every machine.
FLAGS = ["-O3", "-g0", "-DNDEBUG", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off"]
# Built in place, it stays on this machine and this Python: all its instructions can be used.
HERE_ALONE = ["-march=native"]
# Built for others, one wheel does for every Python from 3.11 on.
FOR_ALL = [("Py_LIMITED_API", "0x030B0000")]
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
# Cython compares times with the sources alone: another Cython or setup.py gets a folder of its own.
C_SOURCES = f"build/cython-{cython_version}-{crc32(Path(__file__).read_bytes()):08x}"


def write_constants(module: Path) -> None:
    """Write the constants of a module as C constants, so that they stand in one place only."""
    source = module.with_suffix(".py").read_text("utf-8")
    lines = re.findall(r"^([A-Z_0-9]+) = (-?\d+)(?:  #.*)?$", source, re.M)
    body = "".join(f"    {name} = {value}\n" for name, value in lines)
    target = module.with_suffix(".pxd")
    text = f"cdef enum:\n{body}"
    if not target.exists() or target.read_text("utf-8") != text:
        target.write_text(text, "utf-8")


class BuildPackage(build_py):
    """The package of a wheel has the browser client in it; in place, `make` builds it."""

    def run(self) -> None:
        """Build the client where its sources are, then gather files as usual."""
        builder = Path("web/build.py")
        if not self.editable_mode and builder.exists():
            run_path(str(builder))["build"]()
            self.data_files = self._get_data_files()  # they were listed before the client was there
        super().run()


class BuildEngine(build_ext):
    """All compiled modules or none: a mixture would not work together."""

    def finalize_options(self) -> None:
        """Compile as many modules at once as there are cores, unless told otherwise."""
        super().finalize_options()
        self.parallel = self.parallel or True

    def run(self) -> None:
        """Compile; where that fails, leave plain Python and say so in one line.

        What Cython itself refuses is a mistake in the sources and fails the build.
        """
        here = bool(self.inplace or self.editable_mode)
        for extension in self.extensions:
            extension.py_limited_api = not here
            extension.define_macros = [] if here else FOR_ALL
        translated = cythonize(
            self.extensions,
            build_dir=C_SOURCES,
            compiler_directives=DIRECTIVES,
            include_path=["src"],
            quiet=True,
        )
        for extension, c_form in zip(self.extensions, translated, strict=True):
            extension.sources, extension.depends = c_form.sources, c_form.depends
        results = {*self.get_outputs(), *self.get_output_mapping().values()}
        compiler = self.compiler  # `run` puts an object in place of its name
        for flags in [FLAGS + HERE_ALONE, FLAGS] if here else [FLAGS]:
            self.compiler = compiler
            for extension in self.extensions:
                extension.extra_compile_args = flags
            try:
                super().run()
                return
            except Exception as problem:  # distutils raises a dozen unrelated kinds
                reason = shorten(str(problem), 120)
        for name in results:
            Path(name).unlink(missing_ok=True)
        self.extensions = []
        print(f"estoril: engine not compiled, runs as plain Python, slower ({reason})")


for module in CONSTANTS:
    write_constants(SOURCES / module)
setup(
    ext_modules=[
        Extension(f"{room.replace('/', '.')}.{path.stem}", [str(path)], extra_compile_args=FLAGS)
        for room in COMPILED
        for path in sorted((SOURCES / room).glob("*.py"))
        if path.stem not in PLAIN
    ],
    cmdclass={"build_ext": BuildEngine, "build_py": BuildPackage},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
