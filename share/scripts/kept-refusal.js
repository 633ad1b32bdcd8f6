/** What went wrong with a request, told as the server tells it (RFC 9457). */
import { list } from "./kept-address.js";
import { frame } from "./kept-frame.js";
import { QueryProblem } from "./kept-query.js";

export class Refusal extends Error {
  /** `kind` is the name that programs see; `values` are what the words mention. */
  constructor(kind, status, values = {}, parameter = undefined) {
    super(kind);
    Object.assign(this, { kind, status, values, parameter });
  }
}

/** The problem that an error amounts to; null for one that is none of the person's doing. */
export function problemOf(error) {
  if (error instanceof Refusal) return error;
  if (!(error instanceof QueryProblem)) return null;
  const values = { parameter: error.parameter, message: error.message };
  return new Refusal("bad-parameter", 400, values, error.parameter);
}

/** The parts of a problem's page; `base` is the frame of another page. */
export function problemPage(problem, words, base, url) {
  const model = told(problem, words, url);
  return { template: "problem", model, frame: frame(base, url, { title: model.title, kind: "problem" }) };
}

/** The problem as programs read it. */
export function problemDocument(problem, words, url) {
  const { title, what, still, next } = told(problem, words, url);
  return {
    type: `/about#${problem.kind}`, title, status: problem.status, detail: what, instance: url.pathname,
    parameter: problem.parameter, still_works: still, next,
  };
}

/** A wrong parameter leads back to the same page without any. */
function told({ kind, status, values }, words, url) {
  const all = { ...values, ...(values.message && { message: words.retell(values.message) }) };
  const say = (part) => words.say(`problem.${kind}.${part}`, all);
  const back = kind === "bad-parameter" ? url.pathname : values.dataset ? list(values.dataset) : "/";
  const [title, what, still, next] = ["title", "what", "still", "next"].map(say);
  return { status: String(status), title, what, still, next, back };
}
