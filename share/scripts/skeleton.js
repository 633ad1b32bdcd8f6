/** Boxes that stand for what is on its way, as the class skeleton draws them. */
import { element } from "./find.js";

/** A box; `kinds` are is-half, is-short, is-picture or is-box. */
export function skeleton(...kinds) {
  const box = element("span", ["skeleton", ...kinds].join(" "));
  box.ariaHidden = "true";
  return box;
}

/** Rows of what a search finds, each as high as one that has come. */
export function skeletonRows(count) {
  return Array.from({ length: count }, () => {
    const row = element("p", "skeleton-row");
    row.ariaHidden = "true";
    const name = element("span", "name");
    name.append(skeleton());
    row.append(name);
    return row;
  });
}

/** A group of what a search finds, with its head. */
export function skeletonGroup(count) {
  const group = element("div", "found-group found-skeleton");
  group.ariaHidden = "true";
  const head = element("p", "found-head");
  head.append(skeleton("is-short"));
  group.append(head, ...skeletonRows(count));
  return group;
}
