"""axe-core in a page as it is: in a world of its own, so that the page's policy stays in force."""

import json
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Error

SOURCE = Path(axe_playwright_python.__file__).with_name("axe.min.js")

# The rules of WCAG 2.0, 2.1 and 2.2 up to AA, and what axe-core counts as good practice besides.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
RUN = """axe.run(document, %s).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, html, failureSummary }) =>
    ({ rule: id, at: target.join(" "), html: html.slice(0, 200), why: failureSummary }))))"""


class Axe:
    """Looks at the documents of one tab."""

    def __init__(self, tab):
        self.tab = tab
        self.protocol = tab.context.new_cdp_session(tab)
        self.source = SOURCE.read_text(encoding="utf-8")

    def violations(self, tries=3):
        """Every element that breaks a rule: {rule, at, html, why}; anew where a page went on to the next."""
        try:
            return self.look()
        except Error as problem:
            if tries == 1 or "context" not in str(problem):
                raise
            self.tab.wait_for_load_state("load")
            return self.violations(tries - 1)

    def look(self):
        frame = self.protocol.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        world = self.protocol.send(
            "Page.createIsolatedWorld", {"frameId": frame, "worldName": "axe"})["executionContextId"]
        self.evaluate(self.source + ";''", world)
        return self.evaluate(RUN % json.dumps(OPTIONS), world)

    def evaluate(self, expression, world):
        answer = self.protocol.send("Runtime.evaluate", {
            "expression": expression, "contextId": world, "awaitPromise": True,
            "returnByValue": True})
        assert "exceptionDetails" not in answer, json.dumps(answer["exceptionDetails"])[:2000]
        return answer["result"].get("value")
