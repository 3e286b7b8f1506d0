"""Editing a line on the screen: what a key makes of it."""

from __future__ import annotations

from durak_p2p.ui.plain import plain_text


def edited_line(line: str, caret: int, key: str, typed: str, most: int) -> tuple[str, int]:
    """Return a line and the caret's place in it after a key.

    Args:
        line: as it is.
        caret: before which character the caret stands, 0 to the line's length.
        key: the key's name.
        typed: the text that the key gives, "" if none; of what is pasted the line ends are spaces.
        most: the most characters that the line can have.
    """
    match key:
        case "left":
            return line, max(caret - 1, 0)
        case "right":
            return line, min(caret + 1, len(line))
        case "home" | "c-a" | "up":
            return line, 0
        case "end" | "c-e" | "down":
            return line, len(line)
        case "backspace":
            return line[: max(caret - 1, 0)] + line[caret:], max(caret - 1, 0)
        case "delete":
            return line[:caret] + line[caret + 1 :], caret
        case "c-u":
            return line[caret:], 0
        case "c-w":
            start = line[:caret].rstrip().rfind(" ") + 1
            return line[:start] + line[caret:], start
        case _:
            fitting = plain_text(typed.replace("\n", " "))[: max(most - len(line), 0)]
            return line[:caret] + fitting + line[caret:], caret + len(fitting)
