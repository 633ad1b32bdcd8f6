/** The table of contents without the server: what is on this device, and what is not. */
import { frame, withHas } from "./kept-frame.js";
import { longDay } from "./kept-texts.js";

/**
 * The parts of the page. `known` is the page as the server made it last, null where that is not kept;
 * `manifests` are those of the datasets that are kept, `bytes` what they take.
 */
export function homePage({ known, manifests, bytes, words, now }, url) {
  const base = known?.frame ?? manifests[0].lists[""].frame;
  const kept = new Map(manifests.map(({ home }) => [home.address, home]));
  const all = known?.model.entries ?? [...kept.values()];
  const entries = all.map((entry) => told(entry, kept.get(entry.address), words));
  const model = withHas({
    today: longDay(words, now), entries, problems: [], isEmpty: entries.length === 0, isFilling: false, address: "/",
    size: words.say("home.size", { megabytes: words.numbers.short(bytes / 1e6, bytes < 1e7 ? 1 : 0) }),
  });
  const own = { title: words.say("home.window"), kind: "home", summary: words.say("home.summary") };
  return { template: "home", model, frame: frame(base, url, own) };
}

/** An entry with its place in the table: as it was kept, or not on this device. */
function told(entry, kept, words) {
  const still = { numeral: entry.numeral, trouble: null, isFilling: false, isLive: false };
  if (!kept) return withHas({ ...entry, ...still, age: words.say("offline.elsewhere"), notes: [] });
  return withHas({ ...kept, ...still, age: words.say("offline.here"), notes: [kept.age] });
}
