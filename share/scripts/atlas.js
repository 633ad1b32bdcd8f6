/**
 * <almanac-atlas>: a list and one of its pages, side by side where there is room for both.
 *
 * The address is that of what is open: the list's, or the record's. Where there is no room, links
 * lead to plain pages.
 */
import { ListColumn } from "./list-column.js";
import { isPlain, note, rename, visit } from "./list-page.js";
import { OpenRows } from "./open-rows.js";
import { Pane, WIDE } from "./pane.js";

const OTHERS = ["changes", "distance", "live", "map", "near"];

class Atlas extends HTMLElement {
  #column;
  #end = new AbortController();
  #list;
  #open = null;
  #pane;
  #rows;
  #title = document.title;

  connectedCallback() {
    this.renew(this);
    if (!this.#isByPage) this.#rows.reveal();
    this.addEventListener("click", (event) => this.#click(event));
    const { signal } = this.#end;
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    WIDE.addEventListener("change", () => this.#fit(), { signal });
  }

  disconnectedCallback() {
    this.#end.abort();
    this.#rows.end();
  }

  /** The address of the list, with the rows that stand unfolded in it. */
  get list() {
    return this.#list.href;
  }

  /** Takes another list, or the same after a search, as a page of the server has it. */
  renew(fresh) {
    this.#pane?.clear();
    this.className = fresh.className;
    this.#open = this.#isByPage ? location.pathname : null;
    const list = history.state?.list ?? fresh.getAttribute("list");
    this.#list = new URL(this.#isByPage ? list : location.href, location.href);
    this.#list.hash = "";
    this.#title = document.title;
    this.#pane = new Pane(this.querySelector(".pane"), this);
    this.#column = new ListColumn(this);
    this.#rows?.end();
    this.#rows = new OpenRows(this, () => this.#remember());
    if (!this.#isByPage) history.scrollRestoration = "auto";
    this.#findList();
  }

  get #isByPage() {
    return this.classList.contains("by-page");
  }

  /** Somebody went back or forward; false where that leads to another list. */
  goBack() {
    const address = new URL(location.href);
    if (this.#isPage(address)) return this.#show(address), true;
    if (this.#isByPage || !this.#open || !this.#isList(address)) return false;
    const path = this.#open;
    this.#close();
    if (!WIDE.matches) this.reveal(path);
    return true;
  }

  /** Shows the row whose page was left, and gives it the focus. */
  reveal(path) {
    this.#column.reveal(path);
  }

  #isPage({ origin, pathname }) {
    const list = this.#list.pathname + "/";
    const part = pathname.startsWith(list) ? pathname.slice(list.length) : "";
    return origin === location.origin && /^[^/]+$/.test(part) && !OTHERS.includes(part);
  }

  #isList(address) {
    return this.#rows.without(address) === this.#rows.without(this.#list);
  }

  #click(event) {
    const link = event.target.closest("a[href]");
    if (event.target.closest(".pane-close")) return this.#leave();
    if (!link || !isPlain(event) || event.defaultPrevented) return;
    const address = new URL(link.href);
    const isOpen = WIDE.matches || this.classList.contains("has-page");
    if (isOpen && this.#isPage(address) && !address.hash) {
      event.preventDefault();
      if (address.pathname === this.#open) return;
      this.#push(address);
      this.#show(address);
    } else if (this.#open && !this.#isByPage && link.closest(".crumbs")) {
      event.preventDefault();
      this.#leave();
    } else if (address.pathname === this.#list.pathname && !link.getAttribute("href").startsWith("#")) {
      link.href = this.#rows.added(address);
    }
  }

  /**
   * Makes an entry for a page. The list's own keeps where the document scrolls it; a page's keeps
   * no place, for after a reload it is the page that the document scrolls.
   */
  #push(address) {
    if (this.#open) history.scrollRestoration = "manual";
    else history.replaceState({ ...history.state, top: window.scrollY }, "");
    history.pushState({ list: this.list }, "", address);
    history.scrollRestoration = "manual";
    note();
  }

  #key(event) {
    const { key, target } = event;
    const isMine = target === document.body || this.contains(target);
    if (key !== "Escape" || !isMine || event.defaultPrevented || !this.#open) return;
    if (target.closest("input, select, .map-card") || (this.#isByPage && !WIDE.matches)) return;
    event.preventDefault();
    this.#leave();
  }

  async #show(address) {
    this.#open = address.pathname;
    this.classList.add("has-page");
    this.#column.mark(this.#open);
    const page = await this.#pane.load(address, () => this.#show(address));
    if (page && this.#open === address.pathname) rename(page);
  }

  /** Finds the list beside a record's page, once there is room for it. */
  #findList() {
    if (this.#isByPage && WIDE.matches) this.#column.find(this.list, this.#open);
  }

  /** The window was made wide or narrow: the document may scroll another part than before. */
  #fit() {
    this.#findList();
    if (WIDE.matches) this.#column.mark(this.#open);
    else if (this.#open && !this.#isByPage) window.scrollTo({ top: 0, behavior: "instant" });
  }

  /** Leaves the page for the list, in a new entry of the history. */
  async #leave() {
    const path = this.#open;
    if (this.#isByPage) {
      history.scrollRestoration = "manual";
      if (!(await visit(this.list, { isNew: true }))) return location.assign(this.list);
    } else {
      history.pushState(null, "", this.#list);
      history.scrollRestoration = "auto";
      note();
      this.#close();
    }
    document.querySelector("almanac-atlas.by-list")?.reveal(path);
  }

  #close() {
    this.#open = null;
    this.classList.remove("has-page");
    this.#column.mark(null);
    this.#pane.clear();
    document.title = this.#title;
    this.#remember();
  }

  /** Lets the address, or the entry of the history, name the rows that stand unfolded. */
  #remember() {
    this.#list = new URL(this.#rows.named(this.#list));
    const state = { ...history.state, list: this.list };
    if (this.#open) return history.replaceState(state, "", location.href);
    const address = new URL(this.#list);
    address.hash = location.hash;
    if (address.href !== location.href) history.replaceState(history.state, "", address);
    note();
  }
}

customElements.define("almanac-atlas", Atlas);
