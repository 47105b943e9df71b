"""Relations on texts: atoms, and numbers as they are written. Characters are atoms, codes integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ...errors import NeedsValue, PuzzleError
from ...logic.balls import error_term
from ...logic.lists import is_open, opened
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, AnyTerm, split_list
from ...logic.writer import constant
from ..code.given import Given
from ..syntax.numbers import number_in
from .builtins import BUILTINS, builtin
from .terms import NUMBERS, require_integers, require_list, unfit

MOST_CODE = 0x10FFFF
SURROGATES = range(0xD800, 0xE000)  # codes of no character
LONGEST = 10_000_000  # characters of a text that is made of others


def text_of(term: AnyTerm, goal: str) -> str:
    """The characters of an atom or a number.

    Raises
    ------
    NeedsValue
        It is unknown.
    PuzzleError
        It is neither.
    """
    if type(term) in NUMBERS:
        return constant(term)
    if not isinstance(term, str):
        raise unfit(Machine(), term, goal, "an atom")
    return str(term)


def known(term: AnyTerm) -> bool:
    """Whether a term, walked, is no unknown."""
    return type(term) not in VARIABLES


def joined(parts: Sequence[str], separator: str, goal: str) -> str:
    """The texts one after another, with `separator` between them.

    Raises
    ------
    PuzzleError
        It would be too long.
    """
    if sum(map(len, parts)) + len(separator) * len(parts) > LONGEST:
        raise PuzzleError(f"{goal}: the text is too long", expected=f"at most {LONGEST:,} characters")
    return separator.join(parts)


def says(machine: Machine, term: AnyTerm, text: str, goal: str) -> bool:
    """Whether `term` has the characters of `text`; an unknown becomes that atom."""
    return text_of(term, goal) == text if known(term) else machine.unify(term, text)


def elements(machine: Machine, items: AnyTerm, goal: str) -> list[AnyTerm]:
    """The elements of a list, all of them known.

    Raises
    ------
    NeedsValue
        One, or the end, is unknown.
    PuzzleError
        It is no list.
    """
    found, rest = opened(machine, items)
    found = [machine.walk(item) for item in found]
    for unknown in (item for item in (*found, rest) if type(item) in VARIABLES):
        raise NeedsValue(unknown, goal, is_error=True)
    if is_open(rest):
        raise NeedsValue(rest, goal, is_error=True)
    if rest != ():
        raise unfit(machine, items, goal, "a list")
    return found


def characters(machine: Machine, items: AnyTerm, goal: str) -> str:
    """The text of a list of characters or codes.

    Raises
    ------
    NeedsValue
        One, or the end of the list, is unknown.
    PuzzleError
        It is no such list.
    """
    found = elements(machine, items, goal)
    if all(isinstance(item, str) and len(item) == 1 for item in found):
        return "".join(found)
    if all(type(item) is int and 0 <= item <= MOST_CODE and item not in SURROGATES for item in found):
        return "".join(map(chr, found))
    wrong = next((item for item in found if not isinstance(item, str | int)), found[0])
    ball = error_term("type_error", "character_code", machine.reify(wrong))
    raise PuzzleError(f"{goal} takes a list of characters or of codes", got=Given(machine.reify(items)), ball=ball)


def _is_character(term: AnyTerm) -> bool:
    """Whether a term, walked, is a character or a code, or may become one."""
    return not known(term) or type(term) is int or isinstance(term, str) and len(term) == 1


def any_text(machine: Machine, term: AnyTerm, goal: str) -> str:
    """The characters of an atom or an integer, or those of which a list is made.

    Raises
    ------
    NeedsValue, PuzzleError
        As for `text_of` and `characters`.
    """
    return (
        text_of(term, goal)
        if isinstance(term, str | int | Fraction) or not (term == () or split_list(term))
        else characters(machine, term, goal)
    )


def _chars(text: str) -> tuple[str, ...]:
    return tuple(text)


def _codes(text: str) -> tuple[int, ...]:
    return tuple(map(ord, text))


def _apart(
    name: str, what: str, take: Callable[[str], tuple[AnyTerm, ...]], whole: Callable[[Machine, AnyTerm, str], str]
) -> None:
    """A relation between a text and the list of its characters or codes; `whole` tells what a text may be."""

    @builtin(name, system=True, doc=what)
    def relation(machine: Machine, text: AnyTerm, items: AnyTerm) -> bool:
        if known(text):
            require_list(machine, items, name)
            if not all(map(_is_character, map(machine.walk, opened(machine, items)[0]))):
                raise PuzzleError(f"{name} takes a list of characters or of codes", got=Given(machine.reify(items)))
            return machine.unify(items, take(whole(machine, text, name)))
        if type(items) in VARIABLES:
            raise NeedsValue(text, name, is_error=True)  # of the two the one that has a name for who asks
        return machine.unify(text, characters(machine, items, name))


def _written(machine: Machine, n: AnyTerm, goal: str) -> str:
    """The digits of a number; raises `NeedsValue` or `PuzzleError` where it is none."""
    if type(n) not in NUMBERS:
        raise unfit(machine, n, goal, "numbers")
    return constant(n)


def _number(text: str, goal: str) -> AnyTerm:
    number = number_in(text.lstrip())
    if number is None:
        ball = error_term("syntax_error", "illegal_number")
        raise PuzzleError(f"{goal} takes the characters of a number", got=Given(text), ball=ball)
    return number


_DOC = "{} is the list of the {} of the {} {}. Needs a value of one."
for _name, _text in (("atom", lambda machine, term, goal: text_of(term, goal)), ("string", any_text)):
    _apart(f"{_name}_chars", _DOC.format("Items", "characters", "atom or number", "Text"), _chars, _text)
    _apart(f"{_name}_codes", _DOC.format("Items", "codes", "atom or number", "Text"), _codes, _text)


def _digits(name: str, what: str, take: Callable[[str], tuple[AnyTerm, ...]]) -> None:
    @builtin(name, system=True, doc=_DOC.format("Items", what, "number", "N"))
    def relation(machine: Machine, n: AnyTerm, items: AnyTerm) -> bool:
        if known(n):
            text = _written(machine, n, name)
            found, rest = opened(machine, items)
            if is_open(rest) or any(type(machine.walk(item)) in VARIABLES for item in found):
                return machine.unify(items, take(text))
        return machine.unify(n, _number(characters(machine, items, name), name))


_digits("number_chars", "characters", _chars)
_digits("number_codes", "codes", _codes)


@builtin("char_code", system=True)
def _char_code(machine: Machine, char: AnyTerm, code: AnyTerm) -> bool:
    """Code is the number of the character Char. Needs a value of one."""
    require_integers(machine, "char_code", code)
    if known(char):
        if not isinstance(char, str) or len(char) != 1:
            raise unfit(machine, char, "char_code", "a character")
    elif not known(code):
        raise NeedsValue(char, "char_code", is_error=True)
    if known(code) and (not 0 <= code <= MOST_CODE or code in SURROGATES):
        raise unfit(machine, code, "char_code", "the code of a character")
    return machine.unify(code, ord(char)) if known(char) else machine.unify(char, chr(code))


@builtin("atom_number", system=True)
def _atom_number(machine: Machine, atom: AnyTerm, n: AnyTerm) -> bool:
    """The atom Atom is how the number N is written. Needs a value of one."""
    if known(atom):
        if not isinstance(atom, str):
            raise unfit(machine, atom, "atom_number", "an atom")
        number = number_in(atom)
        return number is not None and machine.unify(n, number)
    if not known(n):
        raise NeedsValue(atom, "atom_number", is_error=True)
    return machine.unify(atom, _written(machine, n, "atom_number"))


@builtin("number_string", system=True)
def _number_string(machine: Machine, n: AnyTerm, text: AnyTerm) -> bool:
    """The text Text is how the number N is written. Needs a value of one."""
    if known(n):
        _written(machine, n, "number_string")
    if known(text):
        number = number_in(any_text(machine, text, "number_string"))
        return number is not None and machine.unify(n, number)
    return machine.unify(text, _written(machine, n, "number_string"))


def _same(name: str) -> None:
    @builtin(name, system=True)
    def relation(machine: Machine, one: AnyTerm, other: AnyTerm) -> bool:
        """Both have the same characters. Needs a value of one."""
        if known(one):
            text = any_text(machine, one, name)
            return any_text(machine, other, name) == text if known(other) else machine.unify(other, text)
        return machine.unify(one, any_text(machine, other, name))


_same("atom_string")
_same("string_to_atom")


def _measured(name: str) -> None:
    @builtin(name, system=True)
    def relation(machine: Machine, text: AnyTerm, n: AnyTerm) -> bool:
        """The atom or number Text has N characters. Needs a value of Text."""
        require_integers(machine, name, n)
        return machine.unify(n, len(any_text(machine, text, name)))


_measured("atom_length")
_measured("string_length")


def _each(text: str, change: Callable[[str], str]) -> str:
    """The text with each character changed, but for those that would become several."""
    return "".join(made if len(made := change(character)) == 1 else character for character in text)


def _changed(name: str, what: str, change: Callable[[str], str]) -> None:
    @builtin(name, system=True)
    def relation(machine: Machine, text: AnyTerm, changed: AnyTerm) -> bool:
        return says(machine, changed, change(text_of(text, name)), name)

    BUILTINS[name, 2].__doc__ = f"Changed has the letters of Text as {what} letters. Needs a value of Text."


for _name in ("upcase_atom", "string_upper"):
    _changed(_name, "capital", lambda text: _each(text, str.upper))
for _name in ("downcase_atom", "string_lower"):
    _changed(_name, "small", lambda text: _each(text.replace("İ", "i"), str.lower))
