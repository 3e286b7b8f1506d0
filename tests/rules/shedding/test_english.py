"""`english`: the ace that is covered (protocol/rules.md, 4.3)."""

from typing import Any

from durak_p2p.rules.shedding import Phase

from .positions import legal, named, position, refused, say


def ace(first: str, second: str, stock: str = "", **options: Any) -> Any:
    """Seat 0 has laid the ace of clubs."""
    deal = position(f"Ac {first}", second, top="8c", stock=stock, preset="english", **options)
    return say(deal, "0 play Ac")


def test_1_an_ace_makes_nobody_miss_a_turn_and_its_player_has_the_word_again() -> None:
    deal = ace("9c 9d", "Ks", stock="Th")
    assert (deal.phase, deal.word, deal.top, deal.suit) == (Phase.FOLLOW, 0, "Ac", "c")


def test_1_it_may_lay_one_card_of_the_aces_suit_and_names_any_suit_but_the_aces() -> None:
    deal = ace("9c 9d Ad", "Ks Td", stock="Th")
    assert legal(deal) == ["pass", *named("9c", "dhs")]
    refused(deal, "0 play 9c")
    assert "cannot name" in refused(deal, "0 play 9c c")
    refused(deal, "0 play 9d")
    refused(deal, "0 play Ad")
    say(deal, "0 play 9c d")
    assert (deal.phase, deal.word, deal.top, deal.suit) == (Phase.PLAY, 1, "9c", "d")
    assert legal(deal) == ["play Td"]


def test_1_the_rank_of_what_covers_the_ace_is_followed_as_ever() -> None:
    deal = say(ace("9c 9d", "9h Ts", stock="Th"), "0 play 9c d")
    assert legal(deal) == ["play 9h"]


def test_1_or_it_passes() -> None:
    deal = say(ace("9c 9d", "Kc", stock="Th"), "0 pass")
    assert (deal.phase, deal.word, deal.top, deal.suit) == (Phase.COVER, 1, "Ac", "c")


def test_1_so_with_an_ace_led() -> None:
    deal = say(position("Ac 9c", "Ks", stock="Th", preset="english"), "0 play Ac")
    assert deal.phase is Phase.FOLLOW


def test_1_an_ace_as_the_last_card_wins() -> None:
    deal = say(position("Ac", "Ks", top="8c", preset="english"), "0 play Ac")
    assert deal.result is not None
    assert deal.result.winner == 0


def test_2_who_has_no_card_of_that_suit_must_draw_one_card() -> None:
    deal = ace("9d Qh", "Ks", stock="Th Jh")
    assert legal(deal) == ["draw"]
    refused(deal, "0 pass")
    refused(ace("9c 9d", "Ks", stock="Th"), "0 draw")


def test_2_and_then_may_lay_it_if_it_has_the_suit_or_passes() -> None:
    deal = say(ace("9d", "Ks", stock="Tc Jh"), "0 draw")
    assert (deal.phase, legal(deal)) == (Phase.FOLLOW, ["pass", *named("Tc", "dhs")])
    refused(deal, "0 draw")
    deal = say(ace("9d", "Ks", stock="Td Jc"), "0 draw")
    assert legal(deal) == ["pass"]
    assert say(deal, "0 pass").drawn is False


def test_2_if_there_is_one() -> None:
    deal = position("Ac 9d", "Kc", preset="english")
    say(deal, "0 play Ac")
    assert legal(deal) == ["pass"]
    refused(deal, "0 draw")


def test_3_after_a_pass_the_other_must_lay_a_card_of_the_aces_suit_or_another_ace() -> None:
    deal = say(ace("9c 9d", "Kc Ad Qh Td", stock="Th"), "0 pass")
    assert legal(deal) == ["play Ad", *named("Kc", "dhs")]
    refused(deal, "1 play Qh d")
    refused(deal, "1 play Kc c")
    refused(deal, "1 pass")
    say(deal, "1 play Kc h")
    assert (deal.phase, deal.word, deal.suit) == (Phase.PLAY, 0, "h")


def test_3_with_another_ace_1_begins_anew() -> None:
    deal = say(ace("9c 9d", "Kc Ad Qh Td", stock="Th"), "0 pass", "1 play Ad")
    assert (deal.phase, deal.word, deal.top, deal.suit) == (Phase.FOLLOW, 1, "Ad", "d")
    assert legal(deal) == ["pass", *named("Td", "chs")]
    refused(deal, "1 play Kc h")


def test_3_another_ace_names_nothing() -> None:
    refused(say(ace("9c 9d", "Ad Td", stock="Th"), "0 pass"), "1 play Ad h")


def test_3_who_has_neither_draws_as_in_rule_4() -> None:
    deal = say(ace("9c 9d", "Kd Qh", stock="Th Jh 7c"), "0 pass")
    for _ in range(3):
        assert (deal.phase, legal(deal)) == (Phase.COVER, ["draw"])
        refused(deal, "1 pass")
        say(deal, "1 draw")
    assert legal(deal) == named("7c", "dhs")


def test_3_where_nothing_can_be_drawn_it_passes_and_the_first_is_in_the_same_position() -> None:
    deal = say(position("Ac 9c 9d", "Kd Qh", preset="english"), "0 play Ac", "0 pass")
    assert (deal.phase, legal(deal)) == (Phase.COVER, ["pass"])
    say(deal, "1 pass")
    assert (deal.phase, deal.word) == (Phase.COVER, 0)
    assert legal(deal) == named("9c", "dhs")
    refused(deal, "0 pass")


def test_4_the_card_on_the_ace_has_its_own_effect() -> None:
    deal = say(ace("6c 9h Td", "Ks", stock="Th Jh"), "0 play 6c h")
    assert (deal.phase, deal.word, deal.owed, deal.suit) == (Phase.DRAW, 1, 2, "h")
    say(deal, "1 draw", "1 draw")
    assert (deal.phase, deal.word, legal(deal)) == (Phase.PLAY, 0, ["play 9h"])
    deal = say(ace("9d", "7c Ks Kd", stock="Th Jh"), "0 draw", "0 pass", "1 play 7c s")
    assert (deal.phase, deal.word, deal.owed, deal.suit) == (Phase.DRAW, 0, 1, "s")


def test_4_a_queen_there_names_as_in_1_once() -> None:
    deal = ace("Qc Qh", "Ks", stock="Th")
    assert legal(deal) == ["pass", *named("Qc", "dhs")]
    refused(deal, "0 play Qh d")


def test_4_as_the_last_card_it_wins_named_suit_and_all() -> None:
    deal = ace("9c", "Ks Kd", stock="Th")
    refused(deal, "0 play 9c")
    say(deal, "0 play 9c d")
    assert deal.result is not None
    assert (deal.result.winner, deal.suit) == (0, "d")


def test_a_covered_ace_binds_nobody_and_queens_are_as_ever() -> None:
    deal = position("Qc 9h", "Kc 8d", top="9c", under="Ac", preset="english")
    assert legal(deal) == ["play 9h", *named("Qc")]


def test_the_phase_stays_through_a_shuffle() -> None:
    deal = position("Ac 9d", "Kc", top="8c", under="Tc 7h", preset="english", reshuffle=True)
    say(deal, "0 play Ac", "0 draw")
    assert (deal.phase, deal.word, deal.drawn) == (Phase.SHUFFLE, None, False)
    say(deal, "stock 8c 7h Tc")
    assert (deal.phase, deal.word, deal.drawn) == (Phase.FOLLOW, 0, True)
    assert legal(deal) == ["pass", *named("8c", "dhs")]
