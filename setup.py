"""Build of the package: the rules engine is compiled by Cython where a C compiler is found.

`ESTORIL_BUILD_PURE=1` leaves it plain; `ESTORIL_REQUIRE_COMPILED=1` makes it an error if it cannot
be compiled. In place, a failed compilation leaves plain Python; a wheel is compiled or called pure.
"""

from __future__ import annotations

import os
import platform
import re
import shlex
import subprocess
import sys
import sysconfig
import tomllib
from contextlib import suppress
from pathlib import Path
from runpy import run_path
from textwrap import shorten
from typing import Any
from zlib import crc32

from Cython import __version__ as cython_version
from Cython.Build import cythonize
from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCES = Path("src")
HEADERS = run_path("tools/headers.py")  # writes the .pxd files
# Given with each extension, as CFLAGS in the environment can replace Python's own flags.
# Without contraction numbers of bots' judgement are rounded as in plain Python, on every machine.
FLAGS = {
    "unix": ["-O3", "-g0", "-DNDEBUG", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off"],
    "msvc": ["/O2", "/DNDEBUG", "/fp:precise"],
}
# no symbols that nobody reads, no pages half empty
LINKING = ["-Wl,-s", "-Wl,-z,noseparate-code"] if sys.platform == "linux" else []
# Built in place, it stays on this machine: all its instructions can be used. A wheel for Linux uses
# those that every x86-64 has had since 2009 and NumPy's wheels want too (x86-64-v2, by the names
# that older compilers know): counting bits by one of them makes a wheel as quick as it can be.
HERE_ALONE = {"unix": ["-march=native"]}
IS_USUAL = sys.platform == "linux" and platform.machine() == "x86_64"
ELSEWHERE = {"unix": ["-mssse3", "-msse4.2", "-mpopcnt", "-mcx16"]} if IS_USUAL else {}
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
# Cython compares times with the sources alone, and does not see where their constants are from:
# another Cython, setup.py or another constant gets a folder of its own.
DECIDING = [
    Path(__file__),
    *(
        path
        for room in HEADERS["ROOMS"]
        for path in sorted((SOURCES / room).glob("*.py"))
        if path.stem in HEADERS["CONSTANTS"]
    ),
]
C_SOURCES = f"build/cython-{cython_version}-{crc32(b''.join(p.read_bytes() for p in DECIDING)):08x}"
REQUIRED = bool(os.environ.get("ESTORIL_REQUIRE_COMPILED"))


def readme() -> str:
    """Read the README with links that lead somewhere from a package index, too."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    package = (SOURCES / "estoril/__init__.py").read_text("utf-8")
    version = re.findall(r'^__version__ = "(.+)"$', package, re.M)[0]

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if link[1].endswith((".jpg", ".png", ".svg")) else "blob"
        return f"]({project['urls']['Source']}/{kind}/v{version}/{link[1]}"

    return re.sub(r"\]\((?![a-z]+:|#)([^)\s]+)", absolute, Path("README.md").read_text("utf-8"))


def hindrance() -> str:
    """Say why nothing can be compiled here; nothing where it can be, or where only trying tells."""
    if os.environ.get("ESTORIL_BUILD_PURE"):
        return "ESTORIL_BUILD_PURE asks for it"
    if os.name == "nt":
        return ""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    probe = [*compiler, "-E", f"-I{sysconfig.get_paths()['include']}", "-x", "c", "-"]
    with suppress(OSError):
        done = subprocess.run(probe, input=b"#include <Python.h>", capture_output=True, check=False)
        if done.returncode == 0:
            return ""
    return "no C compiler with Python's headers here; Debian: apt-get install gcc python3-dev"


def compiled_modules() -> list[Path]:
    """Find the compiled modules that lie beside the sources."""
    ending = sysconfig.get_config_var("EXT_SUFFIX")
    return [path for room in HEADERS["ROOMS"] for path in (SOURCES / room).glob(f"*{ending}")]


def leave_plain(reason: str, here: bool) -> None:
    """Let the engine run as plain Python; in place, without compiled modules of another build."""
    if REQUIRED:
        raise SystemExit(f"estoril: the engine must be compiled and cannot be ({reason})")
    if here:
        for path in compiled_modules():
            path.unlink()
    print(f"estoril: the engine runs as plain Python, about a hundred times slower ({reason})")


class Package(Distribution):
    """What is built without compiled modules is for every machine, and its wheel is named so."""

    def has_ext_modules(self) -> bool:
        """Say whether there are modules to compile, and a way to."""
        return not HINDRANCE and super().has_ext_modules()


class BuildPackage(build_py):
    """The package of a wheel has the browser client in it; in place, `make` builds it."""

    def run(self) -> None:
        """Build the client where its sources are, then gather files as usual."""
        if HINDRANCE:
            leave_plain(HINDRANCE, bool(self.editable_mode))
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
        """Compile; where that fails in place, leave plain Python and say so in one line.

        What Cython itself refuses is a mistake in the sources and fails the build.
        """
        here = bool(self.inplace or self.editable_mode)
        if HINDRANCE:
            leave_plain(HINDRANCE, here)
            return
        for path in compiled_modules() if here else []:
            if not path.with_name(f"{path.name.partition('.')[0]}.py").exists():
                path.unlink()  # its source was renamed or removed
        translated = cythonize(
            self.extensions,
            build_dir=C_SOURCES,
            compiler_directives=DIRECTIVES,
            include_path=["src"],
            quiet=True,
        )
        for extension, c_form in zip(self.extensions, translated, strict=True):
            extension.sources, extension.depends = c_form.sources, c_form.depends
        compiler = self.compiler  # `run` puts an object in place of its name
        for self.more_flags in [HERE_ALONE, {}] if here else [ELSEWHERE]:
            self.compiler = compiler
            try:
                super().run()
                return
            except Exception as problem:  # distutils raises a dozen unrelated kinds
                if REQUIRED or not here:
                    raise
                reason = shorten(str(problem), 120)
        self.extensions = []
        leave_plain(reason, here)

    def build_extensions(self) -> None:
        """Give each extension the flags of this compiler."""
        kind = self.compiler.compiler_type
        for extension in self.extensions:
            extension.extra_compile_args = FLAGS.get(kind, []) + self.more_flags.get(kind, [])
            extension.extra_link_args = LINKING
        super().build_extensions()


HEADERS["write"](SOURCES)
HINDRANCE = hindrance()
setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    ext_modules=[
        Extension(f"{room.replace('/', '.')}.{path.stem}", [str(path)])
        for room in HEADERS["ROOMS"]
        for path in sorted((SOURCES / room).glob("*.py"))
        if path.stem not in HEADERS["PLAIN"]
    ],
    distclass=Package,
    cmdclass={"build_ext": BuildEngine, "build_py": BuildPackage},
)
