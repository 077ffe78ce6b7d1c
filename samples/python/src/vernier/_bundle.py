"""The elements of a server's page, and all that they load, as one module for a notebook."""
import base64
import importlib.resources
import json
import posixpath
import re
from collections.abc import Callable

ENTRIES = ("elements/vernier-bar.js", "elements/vernier-view.js", "elements/view-damage.js")
# What a module loads, at once or later, and what it takes for data.
IMPORTS = re.compile(r"'(\.\.?/[\w/-]+\.js)'")
ASSETS = re.compile(r"new URL\('([^']+)', import\.meta\.url\)")
TYPES = {".wasm": "application/wasm", ".json": "application/json"}


def bundle(read: Callable[[str], bytes]) -> str:
    """The module; `read` gives a file of the page."""
    files: dict[str, object] = {}
    wanted = list(ENTRIES)
    while wanted:
        path = wanted.pop()
        if path in files:
            continue
        content = read(path)
        kind = TYPES.get(posixpath.splitext(path)[1])
        if kind:
            files[path] = {"type": kind, "base64": base64.b64encode(content).decode()}
            continue
        files[path] = source = content.decode()
        names = IMPORTS.findall(source) + ASSETS.findall(source)
        wanted += [posixpath.normpath(posixpath.join(posixpath.dirname(path), one)) for one in names]
    front = importlib.resources.files("vernier").joinpath("_front.js").read_text()
    return f"const files = {json.dumps(files)};\n{front}"
