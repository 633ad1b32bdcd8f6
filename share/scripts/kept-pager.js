/** Where a window stands in its list, and the ways to its neighbours. */
import * as address from "./kept-address.js";

/** The pager as its template reads it; `shown` is how many rows stand on the page. */
export function pager({ id, words }, query, shown, total) {
  const pairs = query.with({ offset: 0 }).parameters;
  const { first, previous, next, last } = steps(query, total);
  const link = (offset) => (offset === null ? null : address.list(id, query.with({ offset })));
  return {
    position: position(words, query, total), first: link(first), previous: link(previous), next: link(next),
    last: link(last), action: address.list(id), kept: inputs(pairs), hasKept: pairs.length > 0,
    total, isNeeded: shown < total,
  };
}

/** Pairs as the hidden inputs of a form. */
export const inputs = (pairs) => pairs.map(([name, value]) => ({ name, value }));

function steps({ offset, limit }, total) {
  const lastOffset = total > 0 ? Math.floor((total - 1) / limit) * limit : 0;
  return {
    first: offset > 0 ? 0 : null,
    previous: offset > 0 ? Math.min(Math.max(0, offset - limit), lastOffset) : null,
    next: offset + limit < total ? offset + limit : null,
    last: offset < lastOffset || offset >= Math.max(total, 1) ? lastOffset : null,
  };
}

function position(words, { offset, limit }, total) {
  const all = { total: words.numbers.integer(total) };
  if (offset >= total) return words.say("pager.past", all);
  const [from, to] = [offset + 1, Math.min(offset + limit, total)].map((number) => words.numbers.integer(number));
  return words.say("pager.position", { ...all, from, to });
}
