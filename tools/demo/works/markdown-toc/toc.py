import re
import sys


def slug(title: str) -> str:
    words = re.sub(r"[^\w\s-]", "", title.strip().lower())
    return re.sub(r"\s+", "-", words)


def toc(lines):
    in_code = False
    for line in lines:
        if line.startswith("```"):
            in_code = not in_code
        found = None if in_code else re.match(r"(#{1,6})\s+(.+?)\s*#*$", line)
        if found:
            level, title = len(found[1]), found[2]
            yield f"{'  ' * (level - 1)}- [{title}](#{slug(title)})"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as text:
        print("\n".join(toc(text)))
