"""A rule file that tries to write script into the page, wherever its words are shown: nothing of it runs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from workbench import opened, serving

SCRIPT = "window.hacked=1"
HOSTILE = (
    f"</script><script>{SCRIPT}</script><img src=x onerror={SCRIPT}><svg onload={SCRIPT}>"
    f'{{{{constructor.constructor("{SCRIPT}")()}}}}${{{SCRIPT}}}`"--><a href="javascript:{SCRIPT}">'
)
NAME = f"<img src=x onerror={SCRIPT}>"
RULES = f"""\
% {HOSTILE}
:- puzzle('{HOSTILE}').
'{HOSTILE}'('{HOSTILE}', ['{HOSTILE}', b], [b, '{HOSTILE}']).
'{HOSTILE}'(back, [b, '{HOSTILE}'], ['{HOSTILE}', b]).
start(['{HOSTILE}', b]).
goal([b, '{HOSTILE}']).
picture('0 {HOSTILE.replace("0", "o").replace("1", "l")} 1').
symbol(b, '{HOSTILE}').
label('{HOSTILE}').
:- begin_tests('{HOSTILE}').
test('{HOSTILE}') :- label(nothing).
test('{HOSTILE} passes') :- label(_).
:- end_tests('{HOSTILE}').
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    (folder / f"{NAME}.pl").write_text(RULES)
    with serving(folder, f"./{NAME}.pl") as made:
        yield made


@pytest.fixture(scope="module")
def page(served, browser):
    """The page; at the end nothing was run, and nothing was loaded for what the rule file says."""
    with opened(browser, served.address) as made:
        yield made.page
        assert made.page.evaluate("window.hacked") is None
        expect(made.page.locator("img[src=x], [onerror], [onload], a[href^='javascript:']")).to_have_count(0)
        assert [address for address in made.requests if not address.startswith((served.address, "data:"))] == []


def test_in_every_panel(page):
    page.get_by_text("Tests: 1 passed, 1 failed").wait_for()
    expect(page.locator("button.failed")).to_contain_text("window.hacked=1")
    page.get_by_text("What check proves").click()
    page.locator(".finding").last.wait_for()
    page.get_by_text("Rewrite rules", exact=True).click()
    page.locator(".verbatim").filter(has_text="window.hacked").wait_for()
    for panel in ("Board", "Whole space", "Models", "Games"):
        page.get_by_role("tab", name=panel).click()
        page.get_by_role("tabpanel").first.wait_for()
        page.wait_for_timeout(300)


def test_in_queries_answers_and_proofs(page):
    page.get_by_role("tab", name="Ask").click()
    query = page.get_by_label("Query")
    query.fill(f"start(S), label(X), X = '{HOSTILE}'")
    query.press("Enter")
    page.get_by_text("1 answer (").wait_for()
    expect(page.locator("tbody img")).to_have_count(1)
    expect(page.locator("tbody .value")).to_have_text([f"['{HOSTILE}', b]", f"'{HOSTILE}'"])
    page.get_by_role("button", name="why answer 1").click()
    page.get_by_role("tree").first.wait_for()
    query.fill(f"label('{HOSTILE}'), label('{HOSTILE} not')")
    page.get_by_role("button", name="Why not").click()
    page.get_by_role("tree").get_by_text("fails").first.wait_for()
    query.fill(f"'{HOSTILE}'(")
    query.press("Enter")
    page.get_by_role("alert").filter(has_text="Error").wait_for()


def test_while_it_is_typed(page):
    page.get_by_role("tab", name="Rules").click()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(f"wrong('{HOSTILE}') :- '{HOSTILE}'(1).\n")
    complaint = page.locator("button.line.error")
    complaint.wait_for()
    expect(complaint).to_contain_text("window.hacked=1")
