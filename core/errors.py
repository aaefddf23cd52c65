"""Everything that the core refuses, as one tree.

    CoreError                    base, never raised itself
    ├── CardTextError            a text that is no card
    ├── RulesError               a game, an option or a number of seats that does not exist
    ├── IllegalMove              a move that the rules refuse; carries a reason code
    ├── HiddenFaceError          a step needed a face that nobody here has seen
    ├── FaceConflictError        a slot was said to show two different faces
    └── RecordError              a record that cannot be read or replayed

A refusal carries a reason code and plain values; the sentence is made where the language is known.
"""


class CoreError(Exception):
    """The base of the tree."""


class CardTextError(CoreError, ValueError):
    """A text that is no card."""


class RulesError(CoreError, ValueError):
    """A game, an option, a value or a number of seats that does not exist.

    The text is a sentence for a person; `reason` is one of `unknown_game`, `unknown_option`,
    `bad_value`, `bad_seats`.
    """

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class IllegalMove(CoreError):
    """A move that the rules refuse; nothing has changed.

    `reason` is a code such as `not_your_turn`; `values` are plain values for the sentence.
    """

    def __init__(self, reason: str, **values: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values


class HiddenFaceError(CoreError):
    """A step needed a face that is hidden here: a reveal is missing."""


class FaceConflictError(CoreError):
    """A slot that is known to show one face was said to show another."""


class RecordError(CoreError, ValueError):
    """A record that cannot be read, or whose steps do not follow from each other."""
