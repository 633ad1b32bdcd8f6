/** Addresses of pages, with every part percent-encoded as the server does it (RFC 3986). */
import { datasetPart, keyPart } from "./path-part.js";

/** A text with all but RFC 3986's unreserved characters percent-encoded. */
export function encoded(text) {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Pairs of names and values as they stand behind a path; nothing for none. */
export function parameters(pairs) {
  const texts = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return texts.length > 0 ? `?${texts.join("&")}` : "";
}

/** The list of a dataset that shows what a query asks for; `suffix` is that of a twin, such as `.json`. */
export function list(dataset, query = null, suffix = "") {
  return `/${datasetPart(dataset)}${suffix}${parameters(query?.parameters ?? [])}`;
}

/** The page of a record. */
export function record(dataset, id, suffix = "") {
  return `/${datasetPart(dataset)}/${encoded(keyPart(String(id)))}${suffix}`;
}

/** A page of a dataset beside its list, such as its map, with those parameters that have a value. */
export function beside(dataset, page, pairs = []) {
  return `/${datasetPart(dataset)}/${page}${parameters(pairs.filter(([, value]) => value !== null && value !== undefined))}`;
}

/** What is found in everything that is kept. */
export function search(text, suffix = "") {
  return `/search${suffix}${parameters([["q", text]])}`;
}

/** An address with one more parameter. */
export function adding([name, value], address) {
  return `${address}${address.includes("?") ? "&" : "?"}${encoded(name)}=${encoded(value)}`;
}

/** The pairs of an address as forms encode them, without the language, which every address may ask for. */
export function asked(address) {
  return [...address.searchParams].filter(([name]) => name !== "lang");
}

/** The address of a page in no language; it begins with one slash, so that it never leads to another host. */
export function unspoken(address) {
  return address.pathname.replace(/^\/+/, "/") + parameters(asked(address));
}
