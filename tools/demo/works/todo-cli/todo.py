import sys
from pathlib import Path

STORE = Path.home() / ".todo.txt"


def read() -> list[str]:
    return STORE.read_text("utf-8").splitlines() if STORE.exists() else []


def write(lines: list[str]) -> None:
    STORE.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def main(command: str = "list", *rest: str) -> None:
    lines = read()
    if command == "add":
        write([*lines, "[ ] " + " ".join(rest)])
    elif command == "done":
        number = int(rest[0]) - 1
        lines[number] = lines[number].replace("[ ]", "[x]", 1)
        write(lines)
    for number, line in enumerate(read(), 1):
        print(number, line)


if __name__ == "__main__":
    main(*sys.argv[1:])
