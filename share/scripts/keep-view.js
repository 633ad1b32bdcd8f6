/** What the button "Keep on this device" looks like in each of its states, and what it says. */
import { ageText } from "./device-line.js";

const KILO = 1000;
const MEGA = 1_000_000;

/** A number of bytes as people read it: "2.1 MB". */
export function sizeText(bytes) {
  const isSmall = bytes < MEGA;
  const value = isSmall ? Math.max(1, Math.round(bytes / KILO)) : bytes / MEGA;
  const style = { style: "unit", unit: isSmall ? "kilobyte" : "megabyte", maximumFractionDigits: 1 };
  return new Intl.NumberFormat(document.documentElement.lang, style).format(value);
}

/** "45,716 records, 9.8 MB, kept 3 hours ago." */
export function keptText(phrases, { count, bytes, keptAt }, now = new Date()) {
  return phrases.say("device.kept", {
    records: phrases.count("status.records", count),
    size: sizeText(bytes),
    age: ageText(phrases, keptAt ? new Date(keptAt) : null, now),
  });
}

/** Why a dataset could not be kept, what still works and what next. */
export function problemText(phrases, { kind, values = {} }) {
  const { needed = 0, free = null, done = 0, total = 0, status = "" } = values;
  const told = {
    done, total, status, needed: sizeText(needed), free: sizeText(free ?? 0),
  };
  const isTight = kind === "full" && (free === null || needed <= free);
  const isUnbegun = kind === "offline" && total === 0;
  const name = isTight ? "full_now" : isUnbegun ? "gone" : kind;
  return `${phrases.say(`device.problem.${name}`, told)} ${phrases.say("device.problem.still")}`;
}

/**
 * Shows a state: { name: "none" | "keeping" | "half" | "kept" | "failed", … }.
 *
 * keeping has done, total and bytes; half has done and total; kept is an entry of the store; failed
 * has a problem.
 */
export function showKeep(element, phrases, state) {
  const button = element.querySelector("button");
  const progress = element.querySelector("progress");
  element.dataset.state = state.name;
  button.textContent = phrases.say(BUTTONS[state.name]);
  progress.hidden = state.name !== "keeping";
  if (state.name === "keeping") {
    if (state.total) [progress.max, progress.value] = [state.total, state.done];
    else progress.removeAttribute("value");
  }
  element.querySelector("a").hidden = !["kept", "failed"].includes(state.name);
  element.querySelector(".told").textContent = text(phrases, state);
}

const BUTTONS = {
  none: "device.keep", keeping: "device.cancel", half: "device.go_on", kept: "device.remove",
  failed: "device.again",
};

function text(phrases, state) {
  switch (state.name) {
    case "keeping": {
      if (!state.total) return "";
      const { done, total } = state;
      return phrases.say("device.keeping", { done, total, size: sizeText(state.bytes) });
    }
    case "half": return phrases.say("device.half", { done: state.done, total: state.total });
    case "kept": return keptText(phrases, state.entry);
    case "failed": return problemText(phrases, state.problem);
    default: return "";
  }
}
