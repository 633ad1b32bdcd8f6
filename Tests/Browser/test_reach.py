"""What everybody can reach: small windows, large letters, wide spacing, few colours, no motion, no mouse.

Run as a script against the server at BASE_URL, which has the datasets of browser-tests.sh.
"""

import sys

import browser as browsers
from browser import open_page, overflow, page, run, until

LANGUAGES = ["en", "pl", "sk", "ru"]
PAGES = ["/", "/countries", "/stations", "/meteorites", "/deals", "/countries/PL", "/countries/map?map-id=PL",
         "/stations/distance", "/stations/near?lat=52&lon=21", "/search?q=wa", "/peaks/changes",
         "/peaks/Ben%20Nevis", "/about", "/preferences", "/notifications", "/nothing-here", "/patterns"]


def speaking(tab, language):
    tab.context.add_cookies([{"name": "language", "value": language, "url": browsers.BASE_URL}])


def settled(tab):
    until(tab, "document.readyState === 'complete' && !document.querySelector('main').ariaBusy")
    until(tab, "[...document.querySelectorAll('almanac-table:not(.is-ready)')].every((each) => each.closest('.specimen'))")


def test_nothing_scrolls_sideways_in_a_window_of_320_pixels(browser):
    """WCAG 1.4.10; a table and a map scroll in their own boxes. As large as a page at 400 %."""
    for language in LANGUAGES:
        with page(browser, width=320, height=256, lossy=True) as tab:
            speaking(tab, language)
            for path in PAGES:
                open_page(tab, path)
                for fold in tab.locator("main details:not([open]) > summary").all()[:2]:
                    if fold.is_visible() and path != "/patterns":
                        fold.click()
                assert overflow(tab) <= 0, (path, language, overflow(tab))


def test_letters_of_twice_the_size_lose_nothing(browser):
    """WCAG 1.4.4, by the letters alone: the browser's own size of text is 32 pixels."""
    for width, language in ((1280, "ru"), (640, "pl")):
        with page(browser, width=width, lossy=True) as tab:
            speaking(tab, language)
            protocol = tab.context.new_cdp_session(tab)
            protocol.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
            for path in PAGES:
                open_page(tab, path)
                assert tab.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
                assert overflow(tab) <= 0, (path, width, overflow(tab))
                assert not tab.evaluate(CUT), (path, width, tab.evaluate(CUT)[:5])


# Texts that are cut off where nothing can be scrolled: in buttons, headings, labels and links.
CUT = """[...document.querySelectorAll("h1, h2, button, .button, label, legend, summary, dt, nav a, .head p")]
  .filter((each) => each.checkVisibility() && !each.closest(".unseen, .viewport, .skip, .specimen, [aria-hidden=true]"))
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== "visible"
    || each.scrollHeight > each.clientHeight + 2 && !["visible", "auto"].includes(getComputedStyle(each).overflowY))
  .map((each) => each.localName + "." + each.className + ": " + each.textContent.trim().slice(0, 40))"""

SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }"""


def test_wide_spacing_of_letters_words_and_lines_loses_nothing(browser):
    """WCAG 1.4.12."""
    for width, language in ((390, "ru"), (1280, "pl")):
        with page(browser, width=width, lossy=True) as tab:
            speaking(tab, language)
            for path in PAGES:
                open_page(tab, path)
                settled(tab)
                sheet(tab, SPACED)
                assert overflow(tab) <= 0, (path, width, overflow(tab))
                assert not tab.evaluate(CUT), (path, width, tab.evaluate(CUT)[:5])


def sheet(tab, text):
    """Lays a person's own sheet over a page; its policy forbids none that a script constructs."""
    tab.evaluate("""(text) => {
        const own = new CSSStyleSheet();
        own.replaceSync(text);
        document.adoptedStyleSheets = [own];
    }""", text)


# Targets that are small and too close to others: WCAG 2.5.8 with its exceptions, of spacing, of links in
# a sentence, and of what the browser draws itself.
SMALL = """() => {
  const LEAST = 24;
  const targets = [...document.querySelectorAll(
      "a[href], button, input:not([type=hidden]), select, summary, [role=option], tbody tr[tabindex]")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".unseen, [inert], .skip"))
    .filter((each) => !(each.closest("thead")?.getBoundingClientRect().width <= 1))
    .filter((each) => !each.closest("svg") && !(each.closest("tr[tabindex]") && each.localName === "a"));
  const boxOf = (each) => {
    const label = each.closest("label");
    const { left, top, right, bottom } = (label ?? each).getBoundingClientRect();
    const wide = getComputedStyle(each, "::after");
    const isWhole = wide.position === "absolute" && wide.content !== "none" && wide.inset.startsWith("0px");
    const host = isWhole ? each.closest("li, tr, .greeting")?.getBoundingClientRect() : null;
    return host ?? { left, top, right, bottom };
  };
  const isInSentence = (each) => {
    if (each.localName !== "a" || getComputedStyle(each).display !== "inline") return false;
    const block = each.closest("p, li, dd, dt, td, span:not(.text)");
    return block !== null && block.textContent.trim().length > each.textContent.trim().length + 1;
  };
  const boxes = targets.map((each) => ({ each, ...boxOf(each) }));
  const small = boxes.filter((box) => box.right - box.left < LEAST - 0.5 || box.bottom - box.top < LEAST - 0.5);
  const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const isNear = (box, other) => {
    const [x, y] = middle(box);
    const isSmall = small.includes(other);
    const [dx, dy] = isSmall
      ? [x - middle(other)[0], y - middle(other)[1]]
      : [Math.max(other.left - x, 0, x - other.right), Math.max(other.top - y, 0, y - other.bottom)];
    return Math.hypot(dx, dy) < (isSmall ? LEAST : LEAST / 2);
  };
  return small
    .filter((box) => box.right > box.left && !isInSentence(box.each))
    .filter((box) => boxes.some((other) => other.each !== box.each
      && !other.each.contains(box.each) && !box.each.contains(other.each) && isNear(box, other)))
    .map(({ each, left, right, top, bottom }) =>
      `${each.localName}.${each.className} "${each.textContent.trim().slice(0, 30)}" ${Math.round(right - left)}×${Math.round(bottom - top)}`);
}"""


def test_every_target_is_24_pixels_or_has_room_around_it(browser):
    for width in (390, 1280):
        with page(browser, width=width, lossy=True) as tab:
            for number, path in enumerate(PAGES):
                speaking(tab, LANGUAGES[number % 4])
                tab.context.add_cookies([{"name": "density", "value": "compact", "url": browsers.BASE_URL}])
                open_page(tab, path)
                settled(tab)
                small = tab.evaluate(SMALL)
                assert not small, (path, width, small[:6])


# What has the focus: whether a ring is drawn, and whether anything lies over it.
RING = """() => {
  const each = document.activeElement;
  if (!each || each === document.body) return null;
  const drawn = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 || boxShadow !== "none";
  };
  const around = [each, each.closest("tr"), each.closest("li"), each.closest(".end"), each.closest(".seeker")];
  const { left, top, right, bottom } = each.getBoundingClientRect();
  const points = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.8], [0.2, 0.8], [0.8, 0.2]].map(([x, y]) =>
    [left + (right - left) * x, top + (bottom - top) * y]);
  const isSeen = points.some(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (each.contains(hit) || hit.contains(each) || each.closest("label, tr, li")?.contains(hit));
  });
  return { name: `${each.localName}.${each.className} ${each.textContent.trim().slice(0, 30)}`,
           isRinged: around.filter(Boolean).some(drawn), isSeen };
}"""


def walk(tab, key, limit):
    """Goes through a page by a key and gives what had the focus."""
    seen = []
    for _ in range(limit):
        tab.keyboard.press(key)
        ring = tab.evaluate(RING)
        if ring is None:
            break
        seen.append(ring)
    return seen


def test_the_focus_is_seen_wherever_it_goes(browser):
    """WCAG 2.4.7 and 2.4.11: a ring is drawn, and no heading that sticks lies over what has it."""
    for width, paths in ((390, ["/", "/stations", "/deals", "/countries/PL", "/preferences"]),
                         (1280, ["/countries", "/meteorites", "/countries/map", "/stations/distance", "/about"])):
        with page(browser, width=width, height=600) as tab:
            for path in paths:
                open_page(tab, path)
                settled(tab)
                for ring in walk(tab, "Tab", 45):
                    assert ring["isRinged"] and ring["isSeen"], (path, width, "Tab", ring)
                for ring in walk(tab, "Shift+Tab", 45):
                    assert ring["isRinged"] and ring["isSeen"], (path, width, "Shift+Tab", ring)


def test_a_heading_that_sticks_covers_no_row_with_the_focus(browser):
    with page(browser, width=390, height=500) as tab:
        for text in ("", "150"):
            tab.context.add_cookies([{"name": "text", "value": text, "url": browsers.BASE_URL}])
            open_page(tab, "/countries")
            tab.locator(".part:nth-of-type(3) .entry summary").last.focus()
            for _ in range(30):
                tab.keyboard.press("Shift+Tab")
                tab.wait_for_timeout(30)
                covered = tab.evaluate("""() => {
                    const row = document.activeElement.getBoundingClientRect();
                    return [...document.querySelectorAll(".part > h2")].filter((head) => {
                      const box = head.getBoundingClientRect();
                      return getComputedStyle(head).position === "sticky" && !head.contains(document.activeElement)
                        && box.top <= row.top + 1 && box.bottom >= row.bottom - 1;
                    }).length;
                }""")
                assert not covered, text


def test_few_colours_still_say_everything(browser):
    """Forced colours: what a ground or a tint says otherwise is said by a line."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, forced_colors="active",
                                  reduced_motion="reduce")
    context.add_cookies([{"name": "greeted", "value": "1", "url": browsers.BASE_URL}])
    tab = context.new_page()
    try:
        assert tab.evaluate("matchMedia('(forced-colors: active)').matches")
        open_page(tab, "/meteorites")
        settled(tab)
        grounds = {tone: tab.locator(f".legend .disc.{tone}").first.evaluate(
            "(disc) => getComputedStyle(disc).backgroundColor") for tone in ("tone-strong", "tone-medium")}
        assert grounds["tone-strong"] != grounds["tone-medium"]
        open_page(tab, "/about")
        tab.locator(".seek").click()
        tab.keyboard.type("wa")
        tab.locator(".found-answer a.found").first.wait_for()
        tab.keyboard.press("ArrowDown")
        line = "(each) => getComputedStyle(each).outlineStyle"
        assert tab.locator(".found[aria-selected=true]").first.evaluate(line) == "solid"
        assert tab.locator(".found:not([aria-selected=true])").first.evaluate(line) == "none"
        tab.keyboard.press("Escape")
        pressed = tab.locator(".language [aria-pressed=true]")
        assert pressed.evaluate(line) == "solid"
        open_page(tab, "/countries/map")
        until(tab, "document.querySelector('almanac-map.is-live canvas')")
        until(tab, """(() => {
            const canvas = document.querySelector("almanac-map canvas");
            const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            return new Set(new Uint32Array(data.buffer)).size > 8;
        })()""")
        tab.keyboard.press("Tab")
        assert tab.evaluate(RING)["isRinged"]
    finally:
        context.close()


def test_the_edge_of_a_field_stands_out(browser):
    """WCAG 1.4.11: 3 : 1 against the field and against what it lies on, by day and by night."""
    for night in (False, True):
        with page(browser, night=night) as tab:
            for path, field in (("/stations", "main input[name=q]"), ("/deals", "[name=go-to]"),
                                ("/meteorites", ".filters select"), ("/stations/distance", ".end")):
                open_page(tab, path)
                settled(tab)
                edge, inside, outside = tab.locator(field).first.evaluate("""(each) => {
                    const style = getComputedStyle(each);
                    return [style.borderTopColor, style.backgroundColor, getComputedStyle(document.body).backgroundColor];
                }""")
                assert contrast(edge, inside) >= 3 and contrast(edge, outside) >= 3, (path, night, edge, inside, outside)


def contrast(one, other):
    """How far two colours of CSS stand apart (WCAG 2.2, contrast ratio)."""
    def light(colour):
        parts = [int(part) / 255 for part in colour[4:-1].split(",")]
        red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_who_wants_no_motion_gets_none(browser):
    """WCAG 2.3.3: nothing runs by itself, and what opens is there at once."""
    with page(browser) as tab:
        for path in ("/", "/countries", "/deals", "/patterns"):
            open_page(tab, path)
            settled(tab)
            running = tab.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length")
            assert running == 0, (path, running)
        assert tab.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


def test_whatever_is_dragged_can_be_pressed_instead(browser):
    """WCAG 2.5.7: the map moves by its buttons and by keys, the table by a row's number."""
    with page(browser) as tab:
        open_page(tab, "/countries/map")
        until(tab, "document.querySelector('almanac-map.is-live canvas')")
        for move in ("closer", "west", "north", "south", "east", "farther"):
            before = tab.url
            tab.locator(f"[data-move={move}]").click()
            until(tab, "(before) => location.href !== before", before)
        open_page(tab, "/deals?sort=id")  # where new rows come behind the row, which keeps its number
        settled(tab)
        tab.get_by_label("Go to row").fill("500")
        tab.get_by_label("Go to row").press("Enter")
        until(tab, "document.querySelector('.live-bar .position').textContent.startsWith('Rows 500')")


def test_trying_again_keeps_the_focus(browser):
    """What failed is asked for again by a button, which takes its own place when it fails again."""
    with page(browser, lossy=True) as tab:
        open_page(tab, "/stations/distance")
        until(tab, "customElements.get('almanac-pair') !== undefined")
        tab.route("**/*", lambda route: route.abort())
        tab.locator(".units button[aria-pressed=false]").click()
        again = tab.locator(".pair-note button")
        again.focus()
        tab.keyboard.press("Enter")
        tab.wait_for_timeout(300)
        until(tab, "document.activeElement.matches('.pair-note button')")
        tab.unroute("**/*")
        tab.keyboard.press("Enter")
        until(tab, "document.activeElement.matches('[data-end=from] input')")
    with page(browser, lossy=True) as tab:
        open_page(tab, "/stations/near")
        button = tab.locator("almanac-near-me button")
        button.wait_for()
        button.focus()
        tab.keyboard.press("Enter")
        until(tab, "document.querySelector('almanac-near-me .note').textContent.length > 20")
        assert tab.evaluate("document.activeElement.matches('almanac-near-me button')")


def test_no_dot_hangs_at_the_end_of_a_line(browser):
    """Where parts of a line wrap, the dot before the first of a line is not drawn."""
    with page(browser, width=320, scripts=True) as tab:
        open_page(tab, "/about")
        starts = tab.evaluate("""[...document.querySelectorAll(".credit")].flatMap((line) => {
            const rows = new Map();
            for (const part of line.children) {
              const { left, top } = part.getBoundingClientRect();
              rows.set(Math.round(top), Math.min(rows.get(Math.round(top)) ?? Infinity, left));
            }
            return [...rows.values()].map((left) => Math.round(left - line.getBoundingClientRect().left));
        })""")
        assert len(starts) > tab.locator(".credit").count() and set(starts) == {0}, starts
        dot = tab.locator(".credit > span").first.evaluate("(part) => getComputedStyle(part, '::before').content")
        assert dot.startswith('"·"'), dot
        clip = tab.locator(".credit").first.evaluate("(line) => getComputedStyle(line).clipPath")
        assert clip.startswith("inset("), clip


if __name__ == "__main__":
    sys.exit(run(globals(), sys.argv[1:]))
