"""The panel Ask in a real browser: answers, boards, proofs, an endless query, tabs that come and go, a crash."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import expect
from waiting import is_soon
from workbench import opened, serving

ENDLESS = "length(L, N), N < 0"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    with serving(folder, "seven", "zebra") as made:
        yield made


@pytest.fixture(scope="module")
def first(served, browser):
    """The panel over the 7 puzzle."""
    with opened(browser, f"{served.address}?file=seven.py&panel=Ask") as made:
        made.page.get_by_placeholder("start(S), move_piece").wait_for()
        yield made.page


@pytest.fixture(scope="module")
def second(served, browser):
    """The same in another tab, which the last test that takes it closes."""
    with opened(browser, f"{served.address}?file=seven.py&panel=Ask") as made:
        made.page.get_by_placeholder("start(S), move_piece").wait_for()
        yield made.page


def ask(page, query):
    """Ask a query in the panel."""
    page.get_by_label("Query").fill(query)
    page.get_by_label("Query").press("Enter")


def cells(page, column=0):
    """The values in a column of the table."""
    return page.locator(f"tbody tr td:nth-child({column + 1}) .value").all_inner_texts()


def computing(pids):
    """Those of the processes that compute: it waits until one does."""

    def ticks():
        found = {}
        for pid in pids:
            with suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
                found[pid] = int(fields[11]) + int(fields[12])
        return found

    before = ticks()
    found = set()

    def some():
        found.update(pid for pid, now in ticks().items() if now > before.get(pid, now) + 10)
        return found

    assert is_soon(some)
    return found


def test_a_thousand_answers_come_in_pages(first):
    page = first
    ask(page, "between(1, 1000, X), Y is X * X")
    page.get_by_text("20 answers, others may follow").wait_for()
    page.get_by_role("button", name="Next 20").click()
    page.get_by_text("40 answers, others may follow").wait_for()
    page.get_by_role("button", name="All").click()
    page.get_by_text("1,000 answers (").wait_for()
    assert cells(page, 1) == [str(n * n) for n in range(1, 51)]
    page.get_by_role("button", name="Next page").click()
    page.get_by_text("51-100 of 1000").wait_for()
    assert cells(page) == [str(n) for n in range(51, 101)]


def test_states_are_drawn_and_answers_are_proved(first):
    page = first
    ask(page, "start(S), move_piece(P, S, T)")
    page.get_by_text("2 answers (").wait_for()
    expect(page.locator("tbody img")).to_have_count(4)
    assert cells(page, 1) == ["7", "4"]
    assert page.locator("tbody img").first.evaluate("image => image.complete && image.naturalWidth > 50")
    page.get_by_role("button", name="why answer 2").click()
    page.get_by_role("tree").get_by_text("neighbor(0, 4)").wait_for()
    page.locator(".heading:focus").wait_for()  # it is there a moment later, and takes what is typed
    expect(page.locator(".heading")).to_contain_text("Why S = [0, 7, 2, 1, 4, 3, 6, 5], P = 4")


def test_why_there_is_no_answer_is_told_as_a_tree(first):
    page = first
    ask(page, "neighbor(0, X), neighbor(X, 7)")
    page.get_by_text("false: there is no answer").wait_for()
    page.get_by_role("button", name="Why not").click()
    page.get_by_role("tree").get_by_text("neighbor(0, X) holds, first with X = 1.").wait_for()
    page.locator(".heading:focus").wait_for()


def test_what_a_query_prints_stands_there_until_the_next_one(first):
    """With markup that stays text."""
    page, printed = first, first.locator(".verbatim").filter(has_text="<b>(1)")
    ask(page, "member(X, [1, 2]), write('<b>'(X)), nl")
    page.get_by_text("2 answers (").wait_for()
    expect(printed).to_contain_text("<b>(2)")
    ask(page, "X = 3")
    page.get_by_text("1 answer (").wait_for()
    expect(printed).to_have_count(0)


def test_a_wrong_query_is_told_with_its_place(first):
    page = first
    ask(page, "neighbor(0, X")
    alert = page.get_by_role("alert").filter(has_text="Error")
    alert.wait_for()
    assert alert.inner_text().startswith("Error: query:1:9: `(` is not closed")
    ask(page, "neighbour(0, X)")
    page.get_by_text("did you mean neighbor/2?").wait_for()


def test_words_are_completed_and_earlier_queries_come_back(first):
    page = first
    ask(page, "X = 1")
    page.get_by_text("1 answer (").wait_for()
    query = page.get_by_label("Query")
    query.fill("start(State), dist")
    page.get_by_text("distance/2").wait_for()
    query.press("Tab")
    expect(query).to_have_value("start(State), distance")
    query.press_sequentially("(1, St")
    page.get_by_text("State", exact=True).wait_for()
    query.press("Tab")
    expect(query).to_have_value("start(State), distance(1, State")
    query.press("ArrowUp")
    page.wait_for_function("document.querySelector('input[aria-label=Query]').value == 'X = 1'")


def test_an_endless_query_is_stopped_at_once_while_another_tab_works(first, second, served):
    ask(first, ENDLESS)
    first.get_by_role("button", name="Stop").wait_for()
    ask(second, "neighbor(0, X)")
    second.get_by_text("2 answers (").wait_for()
    own = computing(served.workers())
    first.get_by_role("button", name="Stop").click()
    first.get_by_text("Stopped.").wait_for()
    assert is_soon(lambda: not own & served.workers())
    ask(first, "neighbor(1, X)")
    first.get_by_text("3 answers (").wait_for()
    assert cells(second) == ["1", "4"]


def test_what_runs_ends_when_its_tab_is_closed(second, served):
    ask(second, ENDLESS)
    second.get_by_role("button", name="Stop").wait_for()
    own = computing(served.workers())
    second.close()
    assert is_soon(lambda: not own & served.workers())


def test_a_process_that_is_killed_is_told_and_the_page_goes_on(first, served):
    ask(first, ENDLESS)
    first.get_by_role("button", name="Stop").wait_for()
    for pid in computing(served.workers()):
        os.kill(pid, signal.SIGKILL)
    first.get_by_text("the process that worked on this has ended (signal 9)").wait_for()
    ask(first, "neighbor(0, X)")
    first.get_by_text("2 answers (").wait_for()
