/** The rows of a list that stand unfolded, as its address names them; and the keys between rows. */
const NAME = "open-row";

export class OpenRows {
  #atlas;
  #changed;
  #end = new AbortController();
  #keys = new Set();

  /** Tells `changed()` when somebody unfolds a row or folds it. */
  constructor(atlas, changed) {
    this.#atlas = atlas;
    this.#changed = changed;
    this.#keys = new Set(new URL(atlas.list).searchParams.getAll(NAME));
    const { signal } = this.#end;
    atlas.addEventListener("toggle", (event) => this.#toggle(event.target), { capture: true, signal });
    atlas.addEventListener("keydown", (event) => this.#move(event), { signal });
    atlas.addEventListener("formdata", (event) => this.#send(event.formData), { signal });
  }

  end() {
    this.#end.abort();
  }

  /** An address of the list with the rows that are open now. */
  named(address) {
    const named = new URL(this.without(address));
    for (const key of this.#keys) named.searchParams.append(NAME, key);
    return named.href;
  }

  /** An address of another state of the list, in which the rows that stay are to stay open. */
  added(address) {
    return this.#keys.size > 0 ? this.named(address) : address.href;
  }

  without(address) {
    const bare = new URL(address);
    bare.searchParams.delete(NAME);
    bare.hash = "";
    return bare.href;
  }

  #toggle(row) {
    const link = row.closest(".column .entry") && row.querySelector(".more a");
    if (!link) return;
    const key = decodeURIComponent(new URL(link.href).pathname.split("/").pop());
    if (row.open === this.#keys.has(key)) return;
    if (row.open) this.#keys.add(key);
    else this.#keys.delete(key);
    this.#changed();
  }

  #send(data) {
    data.delete(NAME);
    for (const key of this.#keys) data.append(NAME, key);
  }

  /** Arrows lead from row to row, Home and End to the first and last. */
  #move(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const line = event.target.closest(".column .line");
    if (!line || event.target !== line) return;
    const lines = [...this.#atlas.querySelectorAll(".column .entry .line")];
    const at = lines.indexOf(line);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    lines[to]?.focus();
  }
}
