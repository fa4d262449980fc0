# For MkDocs, whose Markdown differs from what GitHub shows: lists begin only behind an empty line,
# and what is below an item has four spaces. Pages link to sources beside docs/, which the site has
# as text below "source".
# SPDX-License-Identifier: Apache-2.0
import posixpath
import re
import shutil
from pathlib import Path

FENCE = "```"
INDENT = " " * 4
ITEM = re.compile(r"(?:-|\d+\.) +")
LINK = re.compile(r"\]\(((?:\.\./)+[^)\s#]+)(#[^)\s]*)?\)")
SHIM = "assets/javascripts/iframe-worker.js"
ROOT = Path(__file__).resolve().parent.parent
linked = set()


def on_config(config, **_):
    """Pages that the menu does not name stand at its end: none is lost. Search asks no other server."""
    config["extra"]["polyfills"] = [SHIM]
    menu = str(config["nav"])
    docs = Path(config["docs_dir"])
    pages = sorted(page.relative_to(docs).as_posix() for page in docs.rglob("*.md"))
    more = [page for page in pages if f"'{page}'" not in menu]
    if more:
        config["nav"].append({"More": more})
    return config


def on_page_markdown(markdown, page, **_):
    folder = posixpath.dirname(page.file.src_uri)

    def replace(match):
        path = posixpath.normpath(posixpath.join("docs", folder, match.group(1)))
        if path == "docs" or path.startswith("docs/"):
            return match.group(0)
        linked.add(path)
        return "](" + posixpath.relpath("source/" + path + ".txt", folder or ".") + ")"

    return LINK.sub(replace, with_lists(markdown))


def with_lists(markdown):
    """The same lists, as Python-Markdown reads them."""
    out = []
    items = []  # Those that a line is in: where each begins, and where its text does.
    fence = None
    for line in markdown.split("\n"):
        text = line.lstrip(" ")
        at = len(line) - len(text)
        if fence is not None:
            out.append(INDENT * len(items) + line[min(fence, at):])
            fence = None if text.startswith(FENCE) else fence
            continue
        if not text:
            out.append("")
            continue
        item = ITEM.match(text)
        after_blank = not out or not out[-1]
        follows = False
        while items and at < items[-1][1] and (item or after_blank):
            follows = items.pop()[0] == at
        if item and not follows and not after_blank:
            out.append("")
        out.append(INDENT * len(items) + text if items or item else line)
        if item:
            items.append((at, at + item.end()))
        elif text.startswith(FENCE):
            fence = at
    return "\n".join(out)


def on_post_build(config, **_):
    shutil.copyfile(ROOT / "build/iframe-worker.js", Path(config["site_dir"], SHIM))
    for path in sorted(linked):
        copy = Path(config["site_dir"], "source", path + ".txt")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, copy)
