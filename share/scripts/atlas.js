/**
 * <almanac-atlas>: a list and one of its pages, side by side where there is room for both.
 *
 * The address is that of what is open: the list's, or the record's. Where there is no room, links
 * lead to plain pages.
 */
import { ListColumn } from "./list-column.js";
import { isPlain, note, rename } from "./list-page.js";
import { OpenRows } from "./open-rows.js";
import { Pane } from "./pane.js";

const WIDE = window.matchMedia("(width >= 51.25rem)");
const OTHERS = ["changes", "distance", "live", "map", "near"];

class Atlas extends HTMLElement {
  #column;
  #list;
  #open = null;
  #pane;
  #rows;
  #title = document.title;

  connectedCallback() {
    this.renew(this);
    if (!this.#isByPage) this.#rows.reveal();
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#key(event));
    WIDE.addEventListener("change", () => this.#findList());
  }

  disconnectedCallback() {
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
    this.#close();
    return true;
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
      history.pushState({ list: this.list }, "", address);
      note();
      this.#show(address);
    } else if (this.#open && !this.#isByPage && link.closest(".crumbs")) {
      event.preventDefault();
      this.#leave();
    } else if (address.pathname === this.#list.pathname && !link.getAttribute("href").startsWith("#")) {
      link.href = this.#rows.added(address);
    }
  }

  #key(event) {
    if (event.key !== "Escape" || !this.#open || event.target.matches("input, select")) return;
    if (this.#isByPage || event.defaultPrevented) return;
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

  /** Leaves the page for the list, in a new entry of the history. */
  #leave() {
    const entry = this.#column.current;
    history.pushState(null, "", this.#list);
    note();
    this.#close();
    entry?.querySelector(".line")?.focus({ preventScroll: true });
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
