/**
 * Windows of rows, and how one becomes the next: plain values, no page and no network.
 *
 * A window is {version, total, offset, rows: [{id, html, arrived?}]}, all of one version.
 */

/** A window as the server sends it, its keys as texts. */
export function received({ version, total, offset, rows }) {
  return { version, total, offset, rows: rows.map((row) => ({ ...row, id: String(row.id) })) };
}

/** The window after a change; null where the change belongs to another version. */
export function changed(window, change) {
  if (change.since !== window.version) return null;
  const gone = new Set(change.remove.map(String));
  const rows = window.rows.filter((row) => !gone.has(row.id));
  for (const { at, row, arrived } of change.insert) {
    rows.splice(at, 0, { ...row, id: String(row.id), arrived });
  }
  return { version: change.version, total: change.total, offset: change.offset, rows };
}

/** The row of a rank; nothing outside the window. */
export function rowAt(window, rank) {
  return window.rows[rank - window.offset];
}

/** Whether a window holds the ranks from one to another, as far as there are such ranks. */
export function holds(window, from, to) {
  const last = Math.min(to, window.total);
  return from >= window.offset && last <= window.offset + window.rows.length;
}

/**
 * By how many ranks the first row from `from` that is in both windows was moved by the others.
 * Rows that are in `touched` may have moved by themselves and speak only when no other does.
 */
export function drift(before, after, from, touched = new Set()) {
  const ranks = new Map(after.rows.map((row, index) => [row.id, after.offset + index]));
  const start = Math.max(0, from - before.offset);
  const inOrder = [...before.rows.slice(start), ...before.rows.slice(0, start).reverse()];
  const kept = inOrder.filter((row) => ranks.has(row.id));
  const anchor = kept.find((row) => !touched.has(row.id)) ?? kept[0];
  if (!anchor) return null;
  return ranks.get(anchor.id) - (before.offset + before.rows.indexOf(anchor));
}

/** By how many ranks most of the rows that are in both windows stand lower in the second; null for none. */
export function shift(before, after) {
  const ranks = new Map(before.rows.map((row, index) => [row.id, before.offset + index]));
  const counts = new Map();
  for (const [index, { id }] of after.rows.entries()) {
    if (!ranks.has(id)) continue;
    const by = after.offset + index - ranks.get(id);
    counts.set(by, (counts.get(by) ?? 0) + 1);
  }
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [null, 0])[0];
}

/** A window with the rows of another one around it, where they meet; the other one alone, where they do not. */
export function joined(inner, outer) {
  const [start, end] = [inner.offset, inner.offset + inner.rows.length];
  const last = outer.offset + outer.rows.length;
  if (outer.offset > end || last < start) return outer;
  const before = outer.rows.slice(0, Math.max(0, start - outer.offset));
  const after = outer.rows.slice(Math.max(0, end - outer.offset));
  const rows = [...before, ...inner.rows.map(({ id, html }) => ({ id, html })), ...after];
  return { ...outer, offset: start - before.length, rows };
}

/** How many rows arrived [before, after] the ranks in sight, those of the window included. */
export function news(change, after, from, to) {
  const places = change.insert.filter((each) => each.arrived).map((each) => after.offset + each.at);
  const above = change.above + places.filter((rank) => rank < from).length;
  return [above, change.below + places.filter((rank) => rank >= to).length];
}
