"""What each preset has of its own (protocol/rules.md, 4.2)."""

import pytest

from durak_p2p.rules.shedding import GAMES, Phase, driver

from .positions import dealt, hand, legal, named, position, refused, say


def points(*hands: str, play: str, top: str = "8c", **options: object) -> tuple[int, int]:
    """The points of a deal that seat 0 ends with this card."""
    deal = say(position(*hands, top=top, **options), f"0 play {play}")  # type: ignore[arg-type]
    assert deal.result is not None
    return deal.result.points


# -- draws one ------------------------------------------------------------------------------------

DRAWS_ONE = ("czech-1", "polish", "czech-8", "crocodile")


@pytest.mark.parametrize("preset", DRAWS_ONE)
def test_draws_one_if_the_drawn_card_does_not_fit_its_player_passes(preset: str) -> None:
    deal = position("Td", "Ks 9c", top="8c", stock="9h Th", preset=preset)
    assert legal(deal) == ["draw"]
    refused(deal, "0 pass")
    say(deal, "0 draw")
    assert (legal(deal), deal.drawn) == (["pass"], True)
    refused(deal, "0 draw")
    say(deal, "0 pass")
    assert (deal.word, deal.drawn, legal(deal)) == (1, False, ["play 9c"])


@pytest.mark.parametrize("preset", DRAWS_ONE)
def test_draws_one_if_the_drawn_card_fits_it_is_laid(preset: str) -> None:
    deal = say(position("Td", "Ks", top="8c", stock="9c Th", preset=preset), "0 draw")
    assert legal(deal) == ["play 9c"]
    refused(deal, "0 pass")


@pytest.mark.parametrize("preset", DRAWS_ONE)
def test_draws_one_with_nothing_to_draw_who_has_nothing_that_fits_passes_at_once(
    preset: str,
) -> None:
    assert legal(position("Td", "Ks", top="8c", preset=preset)) == ["pass"]


@pytest.mark.parametrize("preset", DRAWS_ONE)
def test_draws_one_owed_cards_are_not_the_one_card(preset: str) -> None:
    deal = position("7c 9d", "Td Jd", top="8c", stock="9h Th Ah Kh", preset=preset)
    say(deal, "0 play 7c", "1 draw")
    if preset == "polish":
        say(deal, "1 draw")
        assert (deal.word, deal.drawn, legal(deal)) == (1, False, ["draw"])
    else:
        assert (deal.word, deal.drawn, legal(deal)) == (0, False, ["draw"])


@pytest.mark.parametrize("preset", sorted(set(GAMES) - set(DRAWS_ONE)))
def test_all_others_draw_until_a_card_fits(preset: str) -> None:
    deal = position("Td", "Ks", top="8c", stock="9h Th Ah", preset=preset)
    say(deal, "0 draw", "0 draw")
    assert legal(deal) == ["draw"]


# -- 8 goes on ------------------------------------------------------------------------------------

GOES_ON = ("czech-9", "king-120")


@pytest.mark.parametrize("preset", GOES_ON)
def test_8_goes_on_its_player_lays_the_next_card_one_that_fits(preset: str) -> None:
    deal = position("8c 9c Td 8d Tc", "9h", top="Jc", stock="Ah Kh", preset=preset)
    say(deal, "0 play 8c")
    assert (deal.word, deal.phase) == (0, Phase.PLAY)
    assert legal(deal) == ["play 8d", "play 9c", "play Tc"]
    assert say(deal, "0 play 8d", "0 play Td").word == 1, "and on another 8 again"


@pytest.mark.parametrize("preset", GOES_ON)
def test_8_goes_on_a_led_one_too(preset: str) -> None:
    assert say(position("8c 9c", "9h", preset=preset), "0 play 8c").word == 0


@pytest.mark.parametrize("preset", GOES_ON)
def test_8_goes_on_its_player_draws_for_the_next_card(preset: str) -> None:
    deal = position("8c Td", "9h", top="Jc", stock="Ah Kh 9c", preset=preset)
    say(deal, "0 play 8c", "0 draw", "0 draw", "0 draw", "0 play 9c")
    assert deal.word == 1


@pytest.mark.parametrize("preset", GOES_ON)
def test_8_goes_on_the_last_card_cannot_be_an_8(preset: str) -> None:
    deal = position("8c", "9h", top="Jc", stock="Ah 9c", preset=preset)
    say(deal, "0 play 8c")
    assert (deal.result, legal(deal)) == (None, ["draw"])
    say(deal, "0 draw", "0 draw", "0 play 9c")
    assert (deal.result, deal.word) == (None, 1)


@pytest.mark.parametrize("preset", GOES_ON)
def test_8_goes_on_with_nothing_to_draw_its_player_passes_and_the_other_follows(
    preset: str,
) -> None:
    deal = say(position("8c", "9h 9c", preset=preset), "0 play 8c")
    assert legal(deal) == ["pass"]
    say(deal, "0 pass")
    assert (deal.word, legal(deal)) == (1, ["play 9c"])
    say(deal, "1 play 9c")
    assert (deal.word, legal(deal)) == (0, ["draw"]), "an empty hand has not won by itself"


@pytest.mark.parametrize("preset", sorted(set(GAMES) - set(GOES_ON)))
def test_elsewhere_an_8_may_be_the_last_card(preset: str) -> None:
    assert points("8c", "Kd", play="8c", top="Jc", preset=preset) == (0, 4)


# -- the presets one by one -----------------------------------------------------------------------


def test_czech_2_has_32_cards_and_its_sevens_and_eights_make_draw() -> None:
    deal = dealt("czech-2")
    assert (len(deal.known), deal.stock) == (32, 22)
    deal = position("7c 8c 9c", "Td", top="Jc", stock="Ah Kh Jh", preset="czech-2")
    say(deal, "0 play 7c")
    assert (deal.owed, deal.word) == (2, 1)
    say(deal, "1 draw", "1 draw", "0 play 8c")
    assert (deal.owed, deal.word) == (1, 1)
    assert say(deal, "1 draw").word == 0


def test_czech_3_six_cards_and_the_dealers_last_is_seen_by_all() -> None:
    deal = dealt("czech-3", dealer=1)
    assert (deal.stock, deal.turned) == (24, "8d")
    assert "8d" in hand(deal, 1)
    assert list(deal.faces.values()) == ["8d"]


def test_czech_3_the_dealer_leads_any_card() -> None:
    deal = dealt("czech-3", dealer=1)
    assert deal.word == 1
    assert len({text[:7] for text in legal(deal)}) == 6


def test_czech_3_the_jack_has_the_queens_part_and_the_queen_is_a_plain_card() -> None:
    deal = position("Jd Qd", "Ks", top="8c", stock="Ah", preset="czech-3")
    assert legal(deal) == named("Jd")
    deal = position("Qc 9d", "Ks", top="8c", stock="Ah", preset="czech-3")
    assert legal(deal) == ["play Qc"]


def test_czech_3_the_queen_counts_3_also_alone() -> None:
    assert points("9c", "Qd", play="9c", preset="czech-3") == (0, 3)


def test_czech_3_who_is_left_with_a_jack_has_lost_the_match() -> None:
    deal = say(position("9c", "Jd 6d", top="8c", preset="czech-3"), "0 play 9c")
    assert deal.result is not None
    assert (deal.result.points, deal.result.loser) == ((0, 8), 1)


def test_czech_3_by_time_and_by_turnovers_too_but_not_after_equal_counts() -> None:
    deal = position("Jd 6d", "Js", top="8c", preset="czech-3")
    driver.overrun(deal, 0)
    assert deal.result is not None
    assert deal.result.loser == 0
    deal = position("Td", "Js Kc", top="8h", under="Ah", turnovers=9, preset="czech-3")
    say(deal, "0 draw")
    assert deal.result is not None
    assert (deal.result.winner, deal.result.loser) == (1, None), "the jack is the winner's"
    deal = position("6d", "Js Kc", top="8h", under="Ah", turnovers=9, preset="czech-3")
    say(deal, "0 draw")
    assert deal.result is not None
    assert (deal.result.winner, deal.result.loser) == (None, None)


def test_pharaoh_four_cards_each() -> None:
    deal = dealt("pharaoh")
    assert ([len(held) for held in deal.hands], deal.stock) == ([4, 4], 28)


def test_pharaoh_going_out_with_a_queen_takes_30_off() -> None:
    assert points("Qh", "Kd", play="Qh s", preset="pharaoh") == (-30, 4)
    deal = say(position("Qh", "Kd", top="8c", scores=(10, 0), preset="pharaoh"), "0 play Qh c")
    assert deal.result is not None
    assert deal.result.score == (-20, 4)


def test_pharaoh_a_queen_left_alone_counts_30() -> None:
    assert points("9c", "Qd", play="9c", preset="pharaoh") == (0, 30)
    assert points("9c", "Qd Qh", play="9c", preset="pharaoh") == (0, 6)


def test_pentagon_only_the_suit_counts_and_the_rank_on_a_six_alone() -> None:
    assert legal(position("8d 9c", "Ks", top="8c", stock="Ah", preset="pentagon")) == ["play 9c"]
    assert legal(position("8d 6d", "Ks", top="6c", stock="Ah", preset="pentagon")) == ["play 6d"]


def test_pentagon_a_queen_fits_always_and_who_named_the_suit_follows_it() -> None:
    deal = position("Qd 9s Td", "Ks", top="8c", stock="Ah", preset="pentagon")
    say(deal, "0 play Qd s")
    assert (deal.word, legal(deal)) == (0, ["play 9s"])


def test_pentagon_counts_its_own_values() -> None:
    left = "Qd Ad Td Kd Jd 6d 7d 8d 9d"
    assert points("9c", left, play="9c", preset="pentagon") == (0, 47)
    assert points("9c", "Qd", play="9c", preset="pentagon") == (0, 20)
    assert points("9c", "6d 9d", play="9c", preset="pentagon") == (0, 0)


def test_polish_the_dealer_leads() -> None:
    assert (dealt("polish", dealer=0).word, dealt("polish", dealer=1).word) == (0, 1)


def test_polish_on_a_six_its_player_lays_any_card_at_once_or_passes() -> None:
    deal = position("6c 9d Qh Jd", "Ks 7c", top="8c", stock="Ah", preset="polish")
    say(deal, "0 play 6c")
    assert (deal.phase, deal.word, deal.owed) == (Phase.FOLLOW, 0, 0)
    assert legal(deal) == ["pass", "play 9d", *named("Jd"), *named("Qh")]
    refused(deal, "0 draw")
    say(deal, "0 pass")
    assert (deal.phase, deal.word, deal.top) == (Phase.PLAY, 1, "6c")
    assert legal(deal) == ["play 7c"], "the other follows the 6"


def test_polish_so_again_after_another_six_and_after_one_led() -> None:
    deal = position("6c 6d 9h Td", "Ks", stock="Ah", preset="polish")
    say(deal, "0 play 6c", "0 play 6d")
    assert deal.phase is Phase.FOLLOW
    say(deal, "0 play 9h")
    assert (deal.phase, deal.word, deal.suit) == (Phase.PLAY, 1, "h")


def test_polish_a_six_as_the_last_card_wins() -> None:
    assert points("6c", "Kd", play="6c", preset="polish") == (0, 4)


@pytest.mark.parametrize(
    ("card", "owed"), [("7s", 2), ("Qs s", 4), ("Ks", 6), ("Kc", 0), ("Qc s", 0)]
)
def test_polish_cards_that_make_draw_then_the_next_plays(card: str, owed: int) -> None:
    top = "8s" if card[1] == "s" else "8c"
    under = "6d 7d 8d 9d Td Jd Kd"
    deal = position(f"{card[:2]} 9h", "As", top=top, stock=under, preset="polish")
    say(deal, f"0 play {card}")
    assert (deal.owed, deal.word) == (owed, 1)
    for _ in range(owed):
        say(deal, "1 draw")
    assert (deal.phase, deal.word) == (Phase.PLAY, 1), "no turn is missed"


def test_polish_an_ace_makes_miss_the_turn() -> None:
    assert say(position("Ac 9c", "Ks", top="8c", preset="polish"), "0 play Ac").word == 0


def test_polish_a_jack_must_fit_and_names_a_suit() -> None:
    deal = position("Jd 9h", "Ks", top="8c", stock="Ah", preset="polish")
    assert legal(deal) == ["draw"]
    deal = position("Jc 9h", "Ks", top="8c", stock="Ah", preset="polish")
    refused(deal, "0 play Jc")
    assert say(deal, "0 play Jc s").suit == "s"


@pytest.mark.parametrize(("preset", "king"), [("czech-8", "Kd"), ("crocodile", "Kh")])
def test_the_king_of_czech_8_and_crocodile(preset: str, king: str) -> None:
    under = "6c 7c 8c 9c Tc Jc"
    deal = position(f"{king} 9s", "As", top=f"8{king[1]}", stock=under, preset=preset)
    say(deal, f"0 play {king}", *["1 draw"] * 5)
    assert (deal.phase, deal.word, deal.stock) == (Phase.PLAY, 0, 1)
    deal = say(position("Ks 9s", "As", top="8s", stock=under, preset=preset), "0 play Ks")
    assert (deal.phase, deal.word) == (Phase.PLAY, 1), "another king is a plain card"


def test_czech_9_six_cards_and_the_dealer_leads() -> None:
    deal = dealt("czech-9", dealer=1)
    assert (deal.stock, deal.word, deal.turned) == (24, 1, None)


@pytest.mark.parametrize(("card", "owed"), [("6c", 2), ("7c", 1)])
def test_czech_9_sixes_and_sevens_make_draw_then_the_next_plays(card: str, owed: int) -> None:
    deal = position(f"{card} 9h", "As", top="8c", stock="6d 7d 8d", preset="czech-9")
    say(deal, f"0 play {card}", *["1 draw"] * owed)
    assert (deal.phase, deal.word) == (Phase.PLAY, 1)


def test_czech_9_an_ace_makes_miss_the_turn() -> None:
    assert say(position("Ac 9c", "Ks", top="Tc", preset="czech-9"), "0 play Ac").word == 0


def test_czech_9_ending_with_the_queen_of_spades_takes_50_off() -> None:
    assert points("Qs", "Kd", play="Qs s", preset="czech-9") == (-50, 4)
    assert points("Qd", "Kd", play="Qd s", preset="czech-9") == (0, 4)


def test_czech_9_being_left_with_the_queen_of_spades_adds_50() -> None:
    assert points("9c", "Qs Kd", play="9c", preset="czech-9") == (0, 57)
    assert points("9c", "Qs", play="9c", preset="czech-9") == (0, 70)
    assert points("9c", "Qd", play="9c", preset="czech-9") == (0, 20)


def test_czech_9_the_50_are_counted_at_the_tenth_turnover_too() -> None:
    deal = position("Qs Jh", "Kd Kh", top="Tc", under="Ah", turnovers=9, preset="czech-9", turn=1)
    say(deal, "1 draw")
    assert deal.result is not None
    assert (deal.result.winner, deal.result.points) == (1, (55, 0))


def test_czech_9_who_wins_on_time_gets_no_bonus() -> None:
    deal = position("Qs", "Kd", top="Tc", preset="czech-9")
    driver.overrun(deal, 1)
    assert deal.result is not None
    assert deal.result.points == (0, 4)


def test_czech_9_king_draws() -> None:
    under = "6d 7d 8d 9d Td Jd"
    deal = position("Kc 9h", "As", top="Tc", stock=under, preset="czech-9", king_draws=True)
    say(deal, "0 play Kc", *["1 draw"] * 5)
    assert (deal.phase, deal.word) == (Phase.PLAY, 0)
    deal = say(position("Kc 9h", "As", top="Tc", stock=under, preset="czech-9"), "0 play Kc")
    assert (deal.phase, deal.word) == (Phase.PLAY, 1)


def test_king_120_the_king_of_spades_makes_draw_five_and_no_turn_is_missed() -> None:
    under = "6d 7d 8d 9d Td Jd"
    deal = position("Ks 9h", "As", top="Ts", stock=under, preset="king-120")
    say(deal, "0 play Ks", *["1 draw"] * 5)
    assert (deal.phase, deal.word) == (Phase.PLAY, 1)


@pytest.mark.parametrize(("card", "owed"), [("6c", 2), ("7c", 1), ("Ac", 0)])
def test_king_120_six_seven_and_ace_as_ever(card: str, owed: int) -> None:
    deal = position(f"{card} 9h", "As", top="Tc", stock="6d 7d 8d", preset="king-120")
    say(deal, f"0 play {card}", *["1 draw"] * owed)
    assert (deal.phase, deal.word) == (Phase.PLAY, 0)


def test_king_120_goes_to_120_and_the_dealer_is_dealt_last() -> None:
    deal = position("9c", "Ad", top="Tc", scores=(0, 108), preset="king-120")
    say(deal, "0 play 9c")
    assert deal.result is not None
    assert (deal.result.score, deal.result.loser) == ((0, 119), None)
    deal = position("9c", "Ad", top="Tc", scores=(0, 109), preset="king-120")
    say(deal, "0 play 9c")
    assert deal.result is not None
    assert deal.result.loser == 1
    assert hand(dealt("king-120", dealer=0), 1).startswith("6c")
