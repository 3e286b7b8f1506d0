"""What both families share: cards (rules.md 1.2), refusals, and the reading of values."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKERS = ["Xb", "Xr"]
ALL_CARDS = [rank + suit for suit in SUITS for rank in RANKS] + JOKERS

LOWEST_RANK = {24: "9", 32: "7", 36: "6", 52: "2", 54: "2"}


class Refused(Exception):
    """A line that is not taken: `code` is arbiter.md's error."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def deck_cards(size: int) -> list[str]:
    ranks = RANKS[RANKS.index(LOWEST_RANK[size]) :]
    suited = [rank + suit for suit in SUITS for rank in ranks]
    return suited + JOKERS if size == 54 else suited


def sort_key(card: str) -> tuple[int, int]:
    """Hands sort by suit c d h s, then rank, jokers last (Xb, Xr)."""
    if card in JOKERS:
        return (len(SUITS), JOKERS.index(card))
    return (SUITS.index(card[1]), RANKS.index(card[0]))


def sorted_hand(cards: list[str]) -> list[str]:
    return sorted(cards, key=sort_key)


def is_whole_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def read_seat(value: object, players: int) -> int:
    if not is_whole_number(value) or not 0 <= value < players:
        raise Refused("bad-line", f"{value!r} is no seat at this table")
    return value


def read_seat_word(word: str, players: int) -> int:
    if word not in [str(seat) for seat in range(players)]:
        raise Refused("bad-line", f"{word!r} is no seat at this table")
    return int(word)


def read_card(value: object) -> str:
    """Any card of the 54 is well formed, whatever the deal's deck."""
    if not isinstance(value, str) or value not in ALL_CARDS:
        raise Refused("bad-line", f"{value!r} is no card")
    return value


def read_deck(value: object, size: int) -> list[str]:
    if not isinstance(value, list):
        raise Refused("bad-line", "cards must be a list")
    cards = [read_card(item) for item in value]
    if sorted(cards) != sorted(deck_cards(size)):
        raise Refused("bad-line", f"these are not the {size} cards of the deck")
    return cards


def words_of(text: object) -> list[str]:
    """The words of a move: one space between them, none around."""
    if not isinstance(text, str) or not text or text != " ".join(text.split()):
        raise Refused("bad-line", "a move is words with one space between them")
    return text.split(" ")
