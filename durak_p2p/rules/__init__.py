"""The rules of durak (protocol/rules.md): pure, without randomness, clock, network or secrets.

Where to find what: `options` and `presets` the table; `dealing` and `first_lead` the deal;
`bout` what each move does, `lawful` whether it may be made, `word` who has the word, `limits`
how many cards; `cheating` what breaks the rules, `judgement` what is undone for it, `closing` what
needs no word; `drawing`, `next_lead` and `ending` what follows a bout; `deal` the whole as its
callers see it, `view` as one seat sees it.
"""

from durak_p2p.rules.deal import Deal
from durak_p2p.rules.driver import answer_from_faces, start
from durak_p2p.rules.errors import (
    Limit,
    NoSuchCard,
    NotYourWord,
    RequestError,
    RuleError,
    Unlawful,
)
from durak_p2p.rules.first_lead import false_answers
from durak_p2p.rules.moves import Move, MoveSyntaxError, Verb, parse_move
from durak_p2p.rules.options import MOST_OPEN_ENDED, OPTIONS, Option, Rules, RulesError
from durak_p2p.rules.presets import PRESET_LIST, PRESETS, Preset, rules_for
from durak_p2p.rules.records import Accusation, Cheat
from durak_p2p.rules.requests import Asked, Cards, Close, Grant, Over, Question, Request, Word
from durak_p2p.rules.state import Phase, Reason, Result
from durak_p2p.rules.view import View, view_of

__all__ = [
    "MOST_OPEN_ENDED",
    "OPTIONS",
    "PRESETS",
    "PRESET_LIST",
    "Accusation",
    "Asked",
    "Cards",
    "Cheat",
    "Close",
    "Deal",
    "Grant",
    "Limit",
    "Move",
    "MoveSyntaxError",
    "NoSuchCard",
    "NotYourWord",
    "Option",
    "Over",
    "Phase",
    "Preset",
    "Question",
    "Reason",
    "Request",
    "RequestError",
    "Result",
    "RuleError",
    "Rules",
    "RulesError",
    "Unlawful",
    "Verb",
    "View",
    "Word",
    "answer_from_faces",
    "false_answers",
    "parse_move",
    "rules_for",
    "start",
    "view_of",
]
