"""The panel Rules in a real browser: rules are typed, complained of, mended, tested and saved."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from workbench import opened, serving

LIKES = """\
% Who likes what.
likes(wallace, cheese).
likes(gromit, X) :- likes(wallace, X).

:- begin_tests(likes).
test(cheese) :- likes(gromit, cheese), !.
test(fish, fail) :- likes(_, fish).
:- end_tests(likes).
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    (folder / "likes.pl").write_text(LIKES)
    (folder / "shown.py").write_text("from logicpuzzles import *\n\nlikes = Relation('likes')\nfacts(likes, (1, 2))\n")
    with serving(folder, "./likes.pl", "./shown.py") as made:
        yield made


@pytest.fixture(scope="module")
def page(served, browser):
    with opened(browser, served.address) as made:
        yield made.page


def status(page, text):
    """Wait until the panel says `text`."""
    page.get_by_text(text).first.wait_for()


def begin(page):
    """Show the file as it is."""
    again = page.get_by_role("button", name="Take over the file")
    if again.is_visible():
        again.click()
    status(page, "Tests: 2 passed")


def typed(page, text):
    """Type at the end of the text in the editor."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type(text)


def test_a_syntax_error_is_told_at_its_line_while_it_is_typed_and_goes_when_it_is_mended(page):
    begin(page)
    typed(page, "likes(wallace, crackers)")
    complaint = page.locator("button.line.error")
    complaint.wait_for()
    assert re.match(r"9:\d+: ", complaint.inner_text())
    expect(page.locator(".lp-line-error")).to_have_text("likes(wallace, crackers)")
    typed(page, ".")
    status(page, "No complaints: likes declares relations to be asked, 1 relation")
    expect(page.locator(".lp-line-error")).to_have_count(0)


def test_tests_are_green_and_red(page):
    begin(page)
    expect(page.locator("button.passed")).to_have_text(["✓ 6: likes: cheese", "✓ 7: likes: fish"])
    typed(page, "likes(shaun, fish).")
    status(page, "Tests: 1 passed, 1 failed")
    expect(page.locator("button.failed")).to_have_text("✗ 7: likes: fish: it must fail, but has the answer true")


def test_what_was_typed_is_there_again_when_the_page_is_loaded_again(page, served):
    begin(page)
    typed(page, "likes(shaun, grass)")
    status(page, "1 complaint")
    page.reload()
    status(page, "1 complaint")
    assert page.locator(".cm-content").inner_text().endswith("likes(shaun, grass)")
    assert (served.folder / "likes.pl").read_text() == LIKES


def test_a_given_file_in_prolog_text_is_saved(page, served):
    begin(page)
    typed(page, "likes(shaun, grass).")
    status(page, "No complaints")
    page.get_by_role("button", name="Save").click()
    status(page, "likes is saved.")
    assert (served.folder / "likes.pl").read_text() == LIKES + "likes(shaun, grass)."
    (served.folder / "likes.pl").write_text(LIKES)
    page.wait_for_function("!document.querySelector('.cm-content').innerText.includes('grass')")


def test_a_text_that_was_not_given_is_not_saved(page, served):
    before = sorted(served.folder.iterdir())
    page.get_by_role("button", name="New").click()
    page.wait_for_function("document.querySelector('.cm-content').innerText.includes('What is true')")
    page.wait_for_function("location.search.includes('file=untitled')")
    typed(page, "p(1).")
    status(page, "No complaints: untitled declares")
    expect(page.get_by_role("button", name="Save")).to_be_hidden()
    page.keyboard.press("Control+s")
    status(page, "Only files that were given")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "untitled.pl"
    assert download.value.path().read_text() == "% What is true?\np(1)."
    assert sorted(served.folder.iterdir()) == before


def test_a_python_file_is_shown_and_read_again_and_never_edited(page, served):
    page.get_by_label("Rule file").click()
    page.get_by_role("option", name="shown").click()
    status(page, "only shown")
    expect(page.locator(".cm-content")).to_have_attribute("contenteditable", "false")
    expect(page.get_by_role("button", name="Save")).to_be_hidden()
    (served.folder / "shown.py").write_text("from logicpuzzles import *\n\nhates = Relation('hates')\n")
    page.wait_for_function("document.querySelector('.cm-content').innerText.includes('hates')")


def test_an_address_that_asks_for_a_file_that_is_not_here_says_so(page, served):
    page.goto(f"{served.address}?file=nosuch.pl&panel=Rules")
    status(page, "nosuch.pl: the address asks for a rule file that is not here")
