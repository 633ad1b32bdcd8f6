/** Which sections the rows of a kept dataset belong to, and the sections of all that a query finds. */
import { field } from "./kept-query.js";

/** How many of those who belong to a section as well are named in it. */
const MOST_OTHERS = 24;

export class Sections {
  #names = [];
  #titles = [];
  #known = new Map();
  #own = [];
  #further = new Map();
  #ranks = null;

  /** `name` is the field of the sections; null for a dataset without any. */
  constructor(name) {
    this.field = name;
  }

  /** Takes the next row's sections, its own first: as the source names them, and by their titles. */
  add(names, titles) {
    const places = names.map((name, at) => this.#place(name, titles[at] ?? name));
    const others = places.slice(1).filter((place) => place !== places[0]);
    if (others.length > 0) this.#further.set(this.#own.length, others);
    this.#own.push(places[0] ?? null);
  }

  #place(name, title) {
    if (!this.#known.has(name)) {
      this.#known.set(name, this.#names.push(name) - 1);
      this.#titles.push(title);
    }
    return this.#known.get(name);
  }

  /**
   * The sections of all that a query finds: `{ name, title, count, offset, others, otherCount }`; the
   * offsets are those of the query's order by section. A row with several sections counts once, under
   * its first; under each of its others it is named among the section's others.
   */
  of(dataset, query) {
    if (!this.field) return [];
    const asked = query.bySection(dataset.declaration).with({ offset: 0 });
    const { rows } = dataset.find(asked);
    const terms = dataset.terms(asked);
    const found = this.#counted(rows, terms[0].startsWith("-"), dataset);
    if (rows.some((row) => this.#further.has(row))) this.#nameOthers(found, dataset, asked, terms.slice(1));
    // Who asks for one section wants no empty heading of another for those who belong there too.
    const isOne = query.filters.some((filter) => filter.field === field(terms[0]));
    return isOne ? found.filter(({ count }) => count > 0) : found;
  }

  #counted(rows, isDescending, dataset) {
    const counted = [];
    for (const row of rows) {
      const name = this.#own[row];
      if (counted.length > 0 && counted.at(-1).place === name) counted.at(-1).count += 1;
      else counted.push({ place: name, count: 1 });
    }
    const known = new Set(counted.map(({ place }) => place));
    const further = [...rows].flatMap((row) => this.#further.get(row) ?? []);
    const empty = new Set(further.filter((place) => !known.has(place)));
    for (const place of empty) this.#insert(place, counted, isDescending, dataset);
    let offset = 0;
    return counted.map(({ place, count }) => {
      const [name, title] = place === null ? [null, null] : [this.#names[place], this.#titles[place]];
      const section = { name, title, count, offset, others: [], otherCount: 0 };
      offset += count;
      return section;
    });
  }

  /** A section that is only ever a further one counts nothing, and stands where the order of names puts it. */
  #insert(place, sections, isDescending, dataset) {
    const ranks = (this.#ranks ??= ranked(this.#titles, dataset));
    const isAfter = (other) => (isDescending ? ranks[other] < ranks[place] : ranks[other] > ranks[place]);
    const at = sections.findIndex((other) => other.place === null || isAfter(other.place));
    sections.splice(at < 0 ? sections.length : at, 0, { place, count: 0 });
  }

  /** Names who belongs to the sections as well, in the order of their rows. */
  #nameOthers(sections, dataset, query, terms) {
    const others = new Map();
    for (const row of dataset.find(query.with({ sort: terms })).rows) {
      for (const place of this.#further.get(row) ?? []) {
        others.set(place, [...(others.get(place) ?? []), row]);
      }
    }
    for (const section of sections) {
      const rows = others.get(this.#known.get(section.name)) ?? [];
      Object.assign(section, { others: rows.slice(0, MOST_OTHERS), otherCount: rows.length });
    }
  }
}

/** The rank of each name in the order of the server. */
function ranked(names, { core, manifest }) {
  const table = core.table({
    key: "integer", fields: [{ name: "name", type: "text" }], sort: ["name"], collation: manifest.core.collation,
  });
  table.add(names.map((name, id) => ({ id, name })));
  table.finish();
  const ranks = new Uint32Array(names.length);
  for (const [rank, place] of table.order(["name"]).entries()) ranks[place] = rank;
  table.release();
  return ranks;
}

/** The names of sections in links within a page: `section-north-america` of "North America". */
export function anchors(names) {
  const counts = new Map();
  return names.map((name) => {
    const slug = (name.toLowerCase().match(/[\p{Alphabetic}\p{M}\p{N}]+/gu) ?? []).join("-");
    const count = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, count);
    return `section-${slug}${count > 1 ? `-${count}` : ""}`;
  });
}
