"""What one seat sees."""

from durak_p2p.cards import Card
from durak_p2p.rules import Deal, Phase, rules_for, view_of

from .positions import cards, position, say


def texts(deal: Deal, seat: int | None) -> list[str]:
    hand = {p: deal.known[p] for p in deal.hands[seat]} if seat is not None else {}
    return [move.text for move in view_of(deal, seat, hand).legal]


def test_a_seat_sees_its_own_cards_and_the_number_of_the_others() -> None:
    deal = position("6c 6h 7c", "8c 8h 9c 6d", "Ah Kh", stock="9h Td", bout=3)
    view = view_of(deal, 1, {p: deal.known[p] for p in deal.hands[1]})
    assert view.hand == ("8c", "9c", "6d", "8h")
    assert view.counts == (3, 4, 2)
    assert view.known == ((), (), ())
    assert (view.trump, view.turned, view.stock, view.discard) == ("d", "Td", 2, 25)
    assert (view.lead, view.defender, view.word, view.phase) == (0, 1, 0, Phase.LEAD)
    assert (view.bout, view.limit, view.out, view.dealer) == (3, 4, (), 0)
    assert view.legal == ()


def test_lawful_moves_are_shown_to_who_has_the_word_alone() -> None:
    deal = say(position("6c 6h 7c", "8c 8h 9c", "Ah Kh"), "0 lead 6c")
    assert texts(deal, 1) == ["beat 6c 8c", "beat 6c 9c", "take"]
    assert texts(deal, 0) == texts(deal, 2) == texts(deal, None) == []


def test_cards_picked_up_are_known_to_all() -> None:
    deal = say(position("6c 6h 7c", "8c 8h 9c", "Ah Kh"), "0 lead 6c 6h", "1 take")
    say(deal, "0 pass", "2 pass")
    for seat in (None, 0, 1, 2):
        assert view_of(deal, seat).known == ((), ("6c", "6h"), ())


def test_a_spectator_sees_what_all_have_seen_even_of_a_deal_whose_faces_are_known() -> None:
    deal = say(position("6c 6h 7c", "8c 8h 9c", "Ah Kh"), "0 lead 6c", "1 beat 6c 8c", "0 pass")
    view = view_of(deal, None)
    assert (view.hand, view.legal, view.seat) == ((), (), None)
    assert view.table == (("6c", "8c"),)
    assert view.passed == (0,)
    assert "Ah" not in repr(view)


def test_without_the_own_cards_nothing_hidden_is_shown() -> None:
    deal = position("6c 6h 7c", "8c 8h 9c", "Ah Kh")
    assert view_of(deal, 2).hand == ()
    elsewhere = {deal.where[card]: card for card in cards("6c 8c")}
    assert view_of(deal, 2, elsewhere).hand == ()


def test_before_the_first_lead_there_are_no_roles() -> None:
    deal = Deal(rules_for("classic"))
    view = view_of(deal, 0, {0: Card("6c")})
    assert (view.lead, view.defender, view.word, view.limit) == (None, None, None, None)
    assert (view.phase, view.trump, view.hand) == (Phase.DEAL, None, ())
    assert view_of(deal, 1, {0: Card("6c")}).hand == ("6c",), "the others are not read yet"


def test_the_result_is_in_the_view() -> None:
    deal = say(position("6c", "8c 8h"), "0 lead 6c", "1 take")
    view = view_of(deal, None)
    assert view.result == deal.result
    assert (view.phase, view.word, view.limit, view.out) == (Phase.OVER, None, None, (0,))


def test_a_view_is_a_value() -> None:
    deal = position("6c", "8c 8h")
    assert view_of(deal, None) == view_of(deal, None)
    assert hash(view_of(deal, None)) == hash(view_of(deal, None))
