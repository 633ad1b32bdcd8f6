/** What a plain form sends to a list, made into the address of the page it means. */
import * as address from "./kept-address.js";
import { QueryProblem } from "./kept-query.js";

const ROW = "go-to";
const LARGEST_ROW = 2 ** 31 - 1;

/**
 * The address without empty parameters, with numbers as addresses write them and a row as an offset;
 * null where it is tidy already.
 */
export function tidied({ declaration, id, words }, url) {
  const typed = address.asked(url);
  const given = typed.map(([name, value]) => [name, plain(declaration, words, name, value) ?? value]);
  const isTidy = given.every(([name, value], place) => value !== "" && name !== ROW && value === typed[place][1]);
  if (isTidy) return null;
  const wish = given.findLast(([name, value]) => name === ROW && value !== "")?.[1];
  const isKept = (name) => name !== ROW && (wish === undefined || name !== "offset");
  const rest = given.filter(([name, value]) => value !== "" && isKept(name));
  const offset = wish === undefined ? 0 : rowNumber(wish) - 1;
  return `${address.list(id)}${address.parameters(offset > 0 ? [...rest, ["offset", String(offset)]] : rest)}`;
}

/** A bound of a number that was typed in the language's own way. */
function plain({ fields }, words, name, value) {
  const [field, test] = name.split(".");
  const isNumber = ["integer", "number"].includes(fields.find((each) => each.name === field)?.type);
  return isNumber && ["min", "max"].includes(test) ? words.numbers.plain(value) : null;
}

function rowNumber(text) {
  const digits = text.replace(/[\s,]/g, "");
  const number = /^\+?\d+$/.test(digits) ? Number(digits) : 0;
  if (number >= 1 && number <= LARGEST_ROW) return number;
  throw new QueryProblem(ROW, `Expected the number of a row, from 1, found "${text}".`);
}
