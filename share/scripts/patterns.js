/**
 * The page of all components: what scripts make of them, made by the same scripts from made-up answers.
 *
 * No element of the page comes to life here, so nothing asks a server or listens to keys.
 */
import { foundGroups, Refusal } from "./find.js";
import { keptText, showKeep } from "./keep-view.js";
import { LiveBar } from "./live-bar.js";
import { Phrases } from "./phrases.js";
import { RowSheet } from "./row-sheet.js";
import { SearchNote } from "./search-note.js";
import { skeletonGroup } from "./skeleton.js";

const NOTHING = { again() {}, instead() {}, paused() {}, jump() {} };
const KEPT = { count: 3737, bytes: 2_140_000, keptAt: new Date(Date.now() - 3 * 3_600_000) };
const LONG = "The United and Indivisible Commonwealth of Llanfairpwllgwyngyllgogerychwyrn";

function answer(query, ...rows) {
  const datasets = [{ dataset: "patterns", title: "Places", total: rows.length * 64, rows }];
  return { query, total: rows.length * 64, datasets, suggestion: rows.length ? null : "Poland" };
}

function row(title, subtitle, text = title, marks = [[0, 3]]) {
  return { href: "/patterns", title, subtitle, text, marks };
}

const STAGES = {
  palette(leaf, state) {
    const phrases = new Phrases(leaf.querySelector("[words]").getAttribute("words"));
    const dialog = leaf.querySelector("dialog");
    const part = dialog.querySelector(".found-answer");
    const note = new SearchNote(dialog.querySelector(".found-note"), phrases, NOTHING);
    if (state !== "empty") dialog.querySelector(".places").hidden = true;
    if (state === "loading") {
      dialog.classList.add("is-busy");
      part.replaceChildren(skeletonGroup(5));
    } else if (state === "failed") note.failed(new Refusal({}, 503));
    else if (state !== "empty") {
      const found = {
        found: answer("pol", row("Poland", "Warsaw"), row("Polotsk", "Polotsk, Belarus")),
        nothing: answer("plo"),
        long: answer("pol", row(LONG, LONG, "pol " + LONG)),
      }[state];
      part.replaceChildren(...foundGroups(found, phrases));
      note.answered(found, found.query);
    }
    dialog.setAttribute("open", "");
  },

  table(leaf, state) {
    const table = leaf.querySelector("almanac-table");
    const phrases = new Phrases(table.getAttribute("words"));
    const bar = new LiveBar(table.querySelector(".live-bar"), null, phrases, NOTHING);
    bar.place(499_999, 500_010, 1_000_000);
    if (state === "news") bar.add(37, 12);
    if (state === "apart") bar.apart(phrases.say("live.apart", { time: "14:05:00" }));
    if (state !== "loading") return;
    const body = table.querySelector("tbody");
    const rows = body.rows.length;
    body.replaceChildren();
    const sheet = new RowSheet(body, (element) => (element.role = "row"));
    sheet.draw({ offset: 0, rows: [] }, 0, rows, () => 0, null);
  },

  /** What the pane shows while a page is on its way, or where it did not come. */
  pane(leaf, state) {
    const part = state === "loading" ? ".pane-waiting" : ".pane-failed";
    leaf.append(leaf.querySelector(`template${part}`).content.cloneNode(true));
  },

  keep(leaf, state) {
    const part = leaf.querySelector("almanac-keep");
    const failed = (kind, values) => ({ name: "failed", problem: { kind, values } });
    const states = {
      usual: { name: "none" },
      keeping: { name: "keeping", done: 3, total: 8, bytes: 812_000 },
      half: { name: "half", done: 3, total: 8 },
      kept: { name: "kept", entry: KEPT },
      failed: failed("offline", { done: 3, total: 8 }),
      full: failed("full", { needed: 24_000_000, free: 3_000_000 }),
      denied: failed("denied"),
    };
    showKeep(part, new Phrases(part.getAttribute("words")), states[state]);
    part.hidden = false;
  },

  device(leaf, state) {
    if (state === "empty") return;
    const phrases = new Phrases(leaf.querySelector("[words]").getAttribute("words"));
    const item = leaf.querySelector("template").content.cloneNode(true).querySelector("li");
    const link = item.querySelector("a");
    [link.href, link.textContent] = ["/patterns", LONG];
    item.querySelector(".state").textContent = keptText(phrases, KEPT);
    leaf.querySelector(".kept").append(item);
    leaf.querySelector(".kept").hidden = false;
    leaf.querySelector(".none").hidden = true;
  },

  watch(leaf, state) {
    leaf.querySelector("almanac-watch").hidden = false;
    const button = leaf.querySelector("button");
    button.ariaPressed = String(state === "chosen");
    leaf.querySelector("a").hidden = state !== "chosen";
    if (state !== "chosen") return;
    const phrases = new Phrases(leaf.querySelector("[words]").getAttribute("words"));
    button.textContent = phrases.say("watch.stop");
    leaf.querySelector("[role=status]").textContent = phrases.say("watch.on");
  },
};

for (const figure of document.querySelectorAll("[data-stage]")) {
  const state = figure.id.split("-").at(-1);
  STAGES[figure.dataset.stage](figure.querySelector(".specimen-leaf"), state);
}
