"""How many sit down, and with how many packs they play (OH-1)."""

import pytest

from core.errors import RulesError
from core.match import Match
from core.moves import Deal
from tests.core.positions import ONE_HUNDRED, play, position, rules


def test_who_may_sit_down() -> None:
    """Row 1: 3 to 12 seats; 2 with its option; up to 34 where the house says so."""
    assert ONE_HUNDRED.seats(rules()) == (3, 12)
    assert ONE_HUNDRED.seats(rules(allow_two_players=True)) == (2, 12)
    assert ONE_HUNDRED.seats(rules(max_players=34)) == (3, 34)
    for count, changed in ((2, rules()), (13, rules()), (0, rules()), (-1, rules())):
        with pytest.raises(RulesError, match="seats") as error:
            Match(ONE_HUNDRED, changed, count)
        assert error.value.reason == "bad_seats"


@pytest.mark.parametrize(("seats", "size"), [(2, 52), (6, 52), (7, 104), (34, 104)])
def test_one_pack_or_two(seats: int, size: int) -> None:
    """OH-1: two packs from seven players on; 34 players leave a stock of two."""
    match = Match(ONE_HUNDRED, rules(allow_two_players=True, max_players=34), seats)
    deal = match.chance[1]

    assert isinstance(deal, Deal)
    assert len(deal.pack) == size > 3 * seats


def test_two_packs_stay_two_packs_when_players_drop_out() -> None:
    """OH-1: the pack does not change; six of seven left are still dealt 104 cards."""
    state = position(7, hands={1: "9H KH KC"}, value=99, chips={1: 1}, after_bust="redeal")
    play(state, "9H")
    (owed,) = state.chance

    assert isinstance(owed, Deal)
    assert len(owed.pack) == 104
