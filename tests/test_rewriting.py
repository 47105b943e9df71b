"""What is read off rewrite rules, attacked by brute force: domains, permutations, wanderers, inverses, listings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from math import prod
from random import Random

import pytest
from scale import scale
from small_rules import Case, case, cases, key, pattern
from small_rules import guard as any_guard

from logicpuzzles.errors import Refusal
from logicpuzzles.logic.terms import Term, typed
from logicpuzzles.logic.writer import write
from logicpuzzles.rewriting import inverse as backwards
from logicpuzzles.rewriting.blank import step, wanderers, wandering_blank
from logicpuzzles.rewriting.cells import merged
from logicpuzzles.rewriting.inverse import forgotten, inverses
from logicpuzzles.rewriting.listing import listing
from logicpuzzles.rewriting.reach import has_pieces, narrowed, reached, union, within
from logicpuzzles.rewriting.rewrite import (
    Among,
    Cell,
    Differs,
    Equals,
    Rewriting,
    Rule,
    Same,
    matches,
    permutation,
)  # fmt: skip
from logicpuzzles.text.reader import read

FIRST = scale(0, 10_000)  # other cases in `make fuzz`
MANY = scale(150, 20_000)


def some_domains(random: Random, made: Case) -> tuple[tuple[object, ...], ...]:
    """Some of the values of each cell, at least one."""
    return tuple(tuple(random.sample(d, random.randint(1, len(d)))) for d in made.rewriting.domains)


def test_no_move_leads_out_of_the_domains_that_are_reached() -> None:
    """They hold what was given; and nothing that no rule, its guards taken one by one, brings there."""
    for number, made in enumerate(cases(FIRST, MANY)):
        given, rules = some_domains(Random(number), made), made.rewriting.rules
        found = reached(given, rules)
        held = [set(map(key, domain)) for domain in found]
        for state in product(*found):
            for rule in rules:
                if rule.applies(state):
                    assert all(key(value) in held[cell] for cell, value in enumerate(rule.apply(state))), number
        assert all(len(domain) == len(values) for domain, values in zip(found, held, strict=True))
        assert all(found[cell][: len(domain)] == domain for cell, domain in enumerate(given))
        assert reached(found, rules) == found
        least = [set(map(key, domain)) for domain in given]
        while True:
            before = sum(map(len, least))
            values = {key(value): value for domain in made.rewriting.domains for value in domain}
            for rule in rules:
                alone = [[values[v] for v in sorted(least[cell])] for cell in range(len(given))]
                left = narrowed(rule.guards, [{typed(v): v for v in domain} for domain in alone])
                for cell, source in enumerate(rule.effect) if left is not None else ():
                    if type(source) is not Cell:
                        least[cell].add(key(source))
                    elif source.index != cell:
                        least[cell] |= {key(v) for v in (left or {}).get(source.index, dict(enumerate(
                            alone[source.index]))).values()}  # fmt: skip
            if sum(map(len, least)) == before:
                break
        assert least == held, number


def test_guards_one_by_one_leave_every_value_that_they_leave_together() -> None:
    """Where guards hold in a state its values are left, and None means that they hold in none."""
    for number, made in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        values = [value for domain in made.rewriting.domains for value in domain]
        guards = pattern(random, made.rewriting.n_cells, values)
        left = narrowed(guards, [{typed(v): v for v in domain} for domain in made.rewriting.domains])
        fits = [state for state in made.states if matches(guards, state)]
        assert left is not None or not fits
        for state in fits:
            assert left is not None
            assert all(typed(state[cell]) in held for cell, held in left.items())
        (one,) = guards[:1] or (any_guard(random, made.rewriting.n_cells, values),)
        alone = narrowed((one,), [{typed(v): v for v in domain} for domain in made.rewriting.domains])
        for cell, held in (alone or {}).items():
            fits = [state for state in made.states if one.holds(state)]
            assert {typed(state[cell]) for state in fits} == set(held), (number, one)


def test_patterns_within_domains_match_just_what_they_matched_there() -> None:
    """Of the states of the wider domains."""
    for number, made in enumerate(cases(FIRST, MANY)):
        random = Random(number)
        wider, domains = made.rewriting.domains, some_domains(random, made)
        values = [value for domain in wider for value in domain]
        patterns = [pattern(random, len(wider), values) for _ in range(random.randint(0, 3))]
        found = within(patterns, domains, wider)
        inside = {key(state) for state in product(*domains)}
        for state in made.states:
            expected = key(state) in inside and any(matches(each, state) for each in patterns)
            assert any(matches(each, state) for each in found) == expected, (number, patterns, state)


def test_pieces() -> None:
    """A pattern has them where no state needs more of a piece than there is."""
    assert has_pieces((Equals(0, 1), Equals(2, 1)), (1, 1, 2))
    assert not has_pieces((Equals(0, 1), Equals(2, 1)), (1, True, 2))
    assert has_pieces((), ())
    assert has_pieces((Among(0, (3, 4)), Differs(((Cell(1), 3),)), Same(0, 1), Equals(2, 1)), (1, 1, 2))
    assert union((1, True), (True, 1.0), (1,)) == (1, True, 1.0)
    assert list(map(type, union((1, True), (True, 1.0), (1,)))) == [int, bool, float]


def test_a_permutation_tells_where_each_value_comes_from() -> None:
    """In every state in which the rule applies; and a rule that has none changes the values of some state."""
    n_found = 0
    for number, made in enumerate(cases(FIRST, MANY)):
        for rule in made.rewriting.rules:
            sources = permutation(rule)
            assert (sources is not None) == replace(made.rewriting, rules=(rule,)).permutes
            states = list(filter(rule.applies, made.states))
            if sources is None:
                named = {guard.cell for guard in rule.guards} if all(type(g) is Equals for g in rule.guards) else None
                kept = [Counter(map(key, s)) == Counter(map(key, rule.apply(s))) for s in states]
                free = named is not None and min(map(len, made.rewriting.domains)) > 1
                assert not kept or not free or not all(kept), (number, rule)
                continue
            n_found += 1
            assert sorted(sources) == list(range(made.rewriting.n_cells))
            for state in states:
                assert key(rule.apply(state)) == key(tuple(state[source] for source in sources))
            for cell, source in enumerate(rule.effect):
                if type(source) is Cell:
                    assert sources[cell] == source.index
                elif any(type(g) is Equals and g.cell == cell and key(g.value) == key(source) for g in rule.guards):
                    assert states == [] or sources[cell] == cell or cell in _cells_taken(rule)
    assert n_found > MANY


def _cells_taken(rule: Rule) -> set[int]:
    return {source.index for source in rule.effect if type(source) is Cell}


def test_a_wanderer_stays_in_one_cell() -> None:
    """A state that holds it once leads to such states only, and rules take it from and to the cells that they say."""
    n_found = 0
    for number, made in enumerate(cases(FIRST, 3 * MANY)):
        found = wanderers(made.rewriting)
        for each in found:
            n_found += 1
            for state in made.states:
                held = [cell for cell, value in enumerate(state) if key(value) == key(each.value)]
                assert each.is_single_in(state) == (len(held) == 1)
                for rule, (before, after) in zip(made.rewriting.rules, each.steps, strict=True):
                    assert step(rule, each.value) == (before, after)
                    if len(held) == 1 and rule.applies(state):
                        end = [c for c, value in enumerate(rule.apply(state)) if key(value) == key(each.value)]
                        assert (held, end) == ([before], [after]), (number, state)
        names = [key(each.value) for each in found]
        assert len(set(names)) == len(names)
        moved = [each for each in found if any(before != after for before, after in each.steps)]
        assert wandering_blank(made.rewriting) == (moved[0] if moved else None)
    assert n_found > MANY / 5


def test_rules_in_a_row_that_are_merged_make_the_same_moves() -> None:
    """Rules for one value each of a cell that is kept become one rule."""
    n_merged = 0
    for number in range(FIRST, FIRST + MANY):
        random, made = Random(number), case(number)
        rules: list[Rule] = []
        for rule in made.rewriting.rules:
            cell = random.randrange(made.rewriting.n_cells)
            values = random.sample(made.rewriting.domains[cell], random.randint(1, len(made.rewriting.domains[cell])))
            rules += [Rule((*rule.guards, Equals(cell, value)), rule.effect, rule.label) for value in values]
        found = merged(rules)
        n_merged += len(rules) - len(found)
        one, two = (Rewriting(len(made.rewriting.domains), tuple(r), made.rewriting.domains) for r in (rules, found))
        assert all(key(one.successors(state)) == key(two.successors(state)) for state in made.states), number
    assert n_merged > MANY


def test_inverses_lead_back_to_every_state_before_and_nowhere_else() -> None:
    """Rule by rule, one for each combination of values that the rule forgot."""
    for number, made in enumerate(cases(FIRST, MANY // 2)):
        domains = some_domains(Random(number), made)
        states = list(product(*domains))
        for rule in made.rewriting.rules:
            found = list(inverses(rule, domains))
            lost = forgotten(rule, domains)
            assert len(found) <= prod(map(len, lost.values()))
            for state in made.states if found else ():
                ends = [key((each.apply(state), each.label)) for each in found if each.applies(state)]
                assert len(ends) == len(set(ends))
            for end in states:
                back = [key(each.apply(end)) for each in found if each.applies(end)]
                before = [key(s) for s in states if rule.applies(s) and key(rule.apply(s)) == key(end)]
                assert sorted(back) == sorted(before), (number, rule, end)


def test_rules_that_forget_too_much_are_refused_just_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit counts the inverses of all rules, before guards rule some of them out."""
    n_refused = 0
    for number, made in enumerate(cases(FIRST, MANY)):
        monkeypatch.setattr(backwards, "MOST_RULES", number % 12)
        rules, domains = made.rewriting.rules, made.rewriting.domains
        expected = sum(prod(map(len, forgotten(rule, domains).values())) for rule in rules) > number % 12
        n_refused += expected
        try:
            backwards.inverse(Rewriting(len(domains), rules, domains))
        except Refusal:
            assert expected
        else:
            assert not expected
    assert MANY / 5 < n_refused < MANY


def test_a_listing_read_as_a_program_makes_the_same_moves() -> None:
    """Every kind of guard, effect and label is written so that it is read back as what it was."""
    n_rules = 0
    for number, made in enumerate(cases(FIRST, 2 * MANY)):
        plain = all(type(value) in (int, str) for domain in made.rewriting.domains for value in domain)
        rules = tuple(rule for rule in made.rewriting.rules if _is_compiled(rule))
        if not plain or not rules or n_rules > MANY:
            continue
        n_rules += len(rules)
        rewriting = Rewriting(made.rewriting.n_cells, rules, made.rewriting.domains)
        start = write(made.states[0])
        puzzle = read(f"{listing(rewriting, 'move')}\nstart({start}).\ngoal({start}).\n", "rules.pl").declare()
        for state in made.states[:: 1 + len(made.states) // 12]:
            assert key(list(puzzle.successors(state))) == key(rewriting.successors(state)), (number, state)
    assert n_rules > MANY


def _is_compiled(rule: Rule) -> bool:
    """Whether the compiler could give it: no cell is fixed twice, and cells that are the same are not fixed as well."""
    named = [guard.cell for guard in rule.guards if type(guard) is Equals]
    named += [cell for guard in rule.guards if type(guard) is Same for cell in (guard.cell, guard.other)]
    return len(set(named)) == len(named)


def test_a_listing_says_in_heads_what_patterns_can_say() -> None:
    """Fixed and equal cells; what is used once has no name."""
    rule = Rule((Same(0, 2), Among(1, ("a", "b c")), Differs(((Cell(0), 3), (Cell(1), Cell(3))))), tuple(
        map(Cell, (1, 1, 0, 3))), (Term("to", (Cell(3),)), 7))  # fmt: skip
    domains = ((),) * 4
    assert listing(Rewriting(4, (rule,), domains), "go") == (
        "go([to(C3), 7], [C0, C1, C0, C3], [C1, C1, C0, C3]) :- member(C1, [a, 'b c']), dif([C0, C1], [3, C3])."
    )
    free = Rule((), (Cell(0), 5), "x")
    assert listing(Rewriting(2, (free, free), domains[:2]), "go") == "\n".join(["go(x, [C0, _], [C0, 5])."] * 2)
