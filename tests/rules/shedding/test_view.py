"""What one seat sees."""

from durak_p2p.rules.shedding import Phase, SheddingDeal, SheddingView, rules_for, view_of

from .positions import position, say


def seen(deal: SheddingDeal, seat: int | None) -> SheddingView:
    hand = {p: deal.known[p] for p in deal.hands[seat]} if seat is not None else {}
    return view_of(deal, seat, hand)


def test_a_seat_sees_its_own_cards_and_the_number_of_the_others() -> None:
    deal = position("9c Td", "Ks Jh 6d", top="Qc", follow="c", stock="Ah Kh", scores=(3, 50))
    view = seen(deal, 0)
    assert (view.hand, view.counts, view.known) == (("9c", "Td"), (2, 3), ((), ()))
    assert (view.top, view.suit, view.stock, view.pile) == ("Qc", "c", 2, 1)
    assert (view.phase, view.word, view.scores) == (Phase.PLAY, 0, (3, 50))
    assert [move.text for move in view.legal] == ["play 9c"]


def test_lawful_moves_are_shown_to_who_has_the_word_alone() -> None:
    deal = position("9c Td", "Ks Jh 6d", top="8c", stock="Ah Kh")
    assert seen(deal, 1).legal == seen(deal, None).legal == ()


def test_cards_drawn_from_the_pile_turned_over_are_known_to_all() -> None:
    deal = say(position("Td", "Ks", top="8c", under="Ah Kh"), "0 draw")
    for seat in (None, 0, 1):
        assert seen(deal, seat).known == (("Ah",), ())


def test_a_spectator_sees_what_all_have_seen() -> None:
    view = seen(position("9c Td", "Ks Jh 6d", top="8c", stock="Ah Kh"), None)
    assert (view.hand, view.seat, view.top) == ((), None, "8c")
    assert "Td" not in repr(view)


def test_a_card_being_drawn_is_left_out_until_it_is_told() -> None:
    deal = position("Td", "Ks", top="8c", stock="Ah Kh")
    deal.play(0, deal.legal([])[0])
    assert view_of(deal, 0, {0: deal.known[0]}).hand == ("Td",)


def test_before_the_cards_are_dealt_there_is_nothing_to_do() -> None:
    view = view_of(SheddingDeal(rules_for("polish"), dealer=1), 0)
    assert (view.phase, view.word, view.dealer, view.lead) == (Phase.DEAL, None, 1, 1)
    assert (view.hand, view.legal, view.counts) == ((), (), (5, 5))


def test_the_result_is_in_the_view_and_a_view_is_a_value() -> None:
    deal = say(position("9c", "Ks", top="8c"), "0 play 9c")
    assert seen(deal, None).result == deal.result
    assert seen(deal, 1) == seen(deal, 1)
    assert hash(seen(deal, 1)) == hash(seen(deal, 1))
