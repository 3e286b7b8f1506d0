"""The shedding family: Czech durak and its variants (protocol/rules.md, section 4).

Where to find what: `presets` what each game has of its own, `options` the table; `deal` the whole
as its callers see it; `fitting` which card fits (4.1 rule 3, 4.3), `lawful` what may be done and
why not (rule 4), `laying` what a laid card does (rules 5 and 7), `drawing` the stock and the pile
turned over (rule 6), `ending` the end and the count (rules 7 to 10), `duties` what hidden hands
owe (4.4), `match` who deals and leads next (rule 2), `view` a deal as one seat sees it.
"""

from durak_p2p.rules.shedding.deal import SheddingDeal
from durak_p2p.rules.shedding.duties import Breach, Claim, Duty, breaches
from durak_p2p.rules.shedding.match import next_deal
from durak_p2p.rules.shedding.moves import Move, Verb, parse_move
from durak_p2p.rules.shedding.options import OPTIONS, SheddingRules, rules_for
from durak_p2p.rules.shedding.presets import GAMES, PRESET_LIST, PRESETS, Effect, Game
from durak_p2p.rules.shedding.requests import Request, Reshuffle
from durak_p2p.rules.shedding.state import Ending, Phase, Reason, SheddingResult
from durak_p2p.rules.shedding.view import SheddingView, view_of

__all__ = [
    "GAMES",
    "OPTIONS",
    "PRESETS",
    "PRESET_LIST",
    "Breach",
    "Claim",
    "Duty",
    "Effect",
    "Ending",
    "Game",
    "Move",
    "Phase",
    "Reason",
    "Request",
    "Reshuffle",
    "SheddingDeal",
    "SheddingResult",
    "SheddingRules",
    "SheddingView",
    "Verb",
    "breaches",
    "next_deal",
    "parse_move",
    "rules_for",
    "view_of",
]
