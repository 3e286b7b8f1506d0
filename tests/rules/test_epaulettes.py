"""1.7: epaulettes."""

import pytest

from durak_p2p.rules import Deal

from .positions import position, say


def epaulettes(deal: Deal) -> int:
    assert deal.result is not None
    return deal.result.epaulettes


def test_the_last_card_laid_against_the_fool_is_a_six() -> None:
    deal = say(position("6c", "7h 8c"), "0 lead 6c", "1 take")
    assert epaulettes(deal) == 1


def test_two_sixes_in_one_lead_make_two() -> None:
    deal = say(position("6c 6h", "7h 8c"), "0 lead 6c 6h", "1 take")
    assert epaulettes(deal) == 2


def test_three_sixes_make_no_more_than_two() -> None:
    deal = say(position("6c 6h 6s", "7h 8c 9c"), "0 lead 6c 6h 6s", "1 take")
    assert epaulettes(deal) == 2


def test_another_rank_makes_none() -> None:
    deal = say(position("7c", "7h 8c"), "0 lead 7c", "1 take")
    assert epaulettes(deal) == 0


def test_sixes_thrown_in_with_no_move_between_are_one_lay() -> None:
    deal = say(position("6c 6h 6s", "7h 8c 9c"), "0 lead 6c", "1 take", "0 throw 6h", "0 throw 6s")
    assert epaulettes(deal) == 2


def test_a_six_led_and_a_six_thrown_in_are_two_lays() -> None:
    deal = say(position("6c 6h", "7h 8c"), "0 lead 6c", "1 take", "0 throw 6h")
    assert epaulettes(deal) == 1


def test_sixes_of_two_players_are_two_lays() -> None:
    deal = position("6c 6s", "7h 8c Ah", "6h")
    say(deal, "0 lead 6c", "1 take", "0 throw 6s", "2 throw 6h")
    assert epaulettes(deal) == 1


def test_only_the_last_card_of_the_lay_must_be_a_six() -> None:
    deal = position("6c 6h 7h", "7c 8c 9c Ac")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 throw 6h", "1 take", "0 throw 7h")
    assert epaulettes(deal) == 0
    deal = position("6c 6h 7h", "7c 8c 9c Ac")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 throw 7h", "1 take", "0 throw 6h")
    assert epaulettes(deal) == 1


def test_a_fool_who_was_not_the_last_defender_has_none() -> None:
    deal = say(position("6c Ac", "7c"), "0 lead 6c", "1 beat 6c 7c")
    assert deal.result is not None
    assert (deal.result.fool, deal.result.epaulettes) == (0, 0)


@pytest.mark.parametrize(("ends", "count"), [("draw", 0), ("no-draw", 1), ("replay", 0)])
def test_a_fool_who_beat_everything_may_have_one(ends: str, count: int) -> None:
    deal = say(position("6c", "7c", ends=ends), "0 lead 6c", "1 beat 6c 7c")
    assert epaulettes(deal) == count


@pytest.mark.parametrize(("deck", "rank"), [(24, "9"), (32, "7"), (52, "2"), (54, "2")])
def test_the_decks_lowest_rank_counts(deck: int, rank: str) -> None:
    deal = position(f"{rank}c", "Th Jc", deck=deck)
    assert epaulettes(say(deal, f"0 lead {rank}c", "1 take")) == 1
    deal = position("Kc", "Th Jc", deck=deck)
    assert epaulettes(say(deal, "0 lead Kc", "1 take")) == 0


def test_a_table_may_do_without() -> None:
    deal = say(position("6c", "7h 8c", epaulettes=False), "0 lead 6c", "1 take")
    assert epaulettes(deal) == 0
