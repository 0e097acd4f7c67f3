"""Write the bill of materials of a deployed server: all that is in it, by version and hash.

    python tools/sbom.py            # build/estoril.cdx.json, in the form of CycloneDX

It comes from the locks alone: `locks/serve.txt` for Python, `web/package-lock.json` for what the
browser client is made of. The same locks give the same file. Needs the standard library alone.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "estoril.cdx.json"
OURS = uuid.UUID("5c4f1942-0000-4000-8000-657374726c31")  # the space of our serial numbers
REQUIREMENT = re.compile(
    r"^([a-z0-9][a-z0-9._-]*)(?:\[[^]]*\])?==([^\s;\\]+)\s*(?:;\s*([^\\\n]+))?", re.M
)


def bill() -> dict[str, Any]:
    """Return the bill as CycloneDX has it."""
    components = sorted([*python(), *client()], key=lambda part: str(part["bom-ref"]))
    own = f"pkg:pypi/estoril@{version()}"
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(OURS, json.dumps(components))}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "estoril",
                "version": version(),
                "purl": own,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": components,
        "dependencies": [
            {"ref": own, "dependsOn": [part["bom-ref"] for part in components]},
            *({"ref": part["bom-ref"]} for part in components),
        ],
    }


def python() -> Iterator[dict[str, Any]]:
    """Yield the packages of a server."""
    for block in re.split(r"\n(?=[a-z0-9])", (ROOT / "locks/serve.txt").read_text("utf-8")):
        found = REQUIREMENT.match(block)
        if found is None:
            continue
        name, number, where = found.groups()
        part = component(f"pkg:pypi/{name}@{number}", name, number)
        part["hashes"] = [
            {"alg": "SHA-256", "content": digest}
            for digest in re.findall(r"--hash=sha256:([0-9a-f]{64})", block)
        ]
        if where:
            part["properties"] = [{"name": "estoril:only", "value": where.strip()}]
        yield part


def client() -> Iterator[dict[str, Any]]:
    """Yield the packages that are built into the browser client."""
    lock = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))
    for path, package in lock["packages"].items():
        if not path or package.get("dev") or package.get("devOptional"):
            continue
        name = path.rpartition("node_modules/")[2]
        escaped = name.replace("@", "%40")
        part = component(f"pkg:npm/{escaped}@{package['version']}", name, package["version"])
        algorithm, _, digest = package["integrity"].partition("-")
        alg = f"SHA-{algorithm.removeprefix('sha')}"
        part["hashes"] = [{"alg": alg, "content": base64.b64decode(digest).hex()}]
        if "license" in package:
            part["licenses"] = [{"license": {"id": package["license"]}}]
        yield part


def component(purl: str, name: str, number: str) -> dict[str, Any]:
    """Return a part as far as all have it."""
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": number,
        "purl": purl,
    }


def version() -> str:
    """Return the version of Estoril."""
    package = (ROOT / "src/estoril/__init__.py").read_text("utf-8")
    return str(re.findall(r'^__version__ = "(.+)"$', package, re.M)[0])


def main() -> None:
    """Write the file."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.parent.mkdir(parents=True, exist_ok=True)
    made = bill()
    target.write_text(json.dumps(made, indent=2) + "\n", "utf-8")
    print(f"{target}: {len(made['components'])} components")


if __name__ == "__main__":
    main()
