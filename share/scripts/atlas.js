/**
 * <almanac-atlas>: a list and one of its pages, side by side where there is room for both; where
 * there is none, links lead to plain pages. The address is that of the list or of the open page.
 */
import { ListColumn } from "./list-column.js";
import { enterList, enterPage, isPageOf, nameRows } from "./list-entries.js";
import { isPlain, rename, visit } from "./list-page.js";
import { OpenRows } from "./open-rows.js";
import { isEscape, Pane, WIDE } from "./pane.js";

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
    this.#fit();
  }

  get #isByPage() {
    return this.classList.contains("by-page");
  }

  get #isClosable() {
    return this.#open && (WIDE.matches || !this.#isByPage);
  }

  /** Somebody went back or forward; false where that leads to another list. */
  goBack() {
    const address = new URL(location.href);
    if (isPageOf(this.#list, address)) return this.#show(address), true;
    const isList = this.#rows.without(address) === this.#rows.without(this.#list);
    if (this.#isByPage || !this.#open || !isList) return false;
    const path = this.#open;
    this.#close();
    if (!WIDE.matches) this.reveal(path);
    return true;
  }

  /** Shows the row whose page was left, and gives it the focus. */
  reveal(path) {
    this.#column.reveal(path);
  }

  #click(event) {
    const link = event.target.closest("a[href]");
    if (event.target.closest(".pane-close")) return this.#leave();
    if (!link || !isPlain(event) || event.defaultPrevented) return;
    const address = new URL(link.href);
    const isOpen = WIDE.matches || this.classList.contains("has-page");
    if (isOpen && isPageOf(this.#list, address) && !address.hash) {
      event.preventDefault();
      if (address.pathname === this.#open) return;
      enterPage(address, this.list, this.#open);
      this.#show(address);
    } else if (this.#isClosable && link.closest(".crumbs")) {
      event.preventDefault();
      this.#leave();
    } else if (address.pathname === this.#list.pathname && !link.getAttribute("href").startsWith("#")) {
      link.href = this.#rows.added(address);
    }
  }

  #key(event) {
    if (!this.#isClosable || !isEscape(event, this)) return;
    event.preventDefault();
    this.#leave();
  }

  async #show(address) {
    this.#open = address.pathname;
    this.classList.add("has-page");
    this.#column.mark(this.#open);
    this.#column.yield(true);
    const page = await this.#pane.load(address, () => this.#show(address));
    if (page && this.#open === address.pathname) rename(page);
  }

  /** The window is wide or narrow: what has room in it, and what the document scrolls. */
  #fit() {
    if (WIDE.matches) {
      this.#column.mark(this.#open);
      if (this.#isByPage) this.#column.find(this.list);
    } else if (this.#open && !this.#isByPage) window.scrollTo({ top: 0, behavior: "instant" });
  }

  /** Leaves the page for the list, in a new entry of the history. */
  async #leave() {
    const path = this.#open;
    if (this.#isByPage) {
      history.scrollRestoration = "manual";
      if (!(await visit(this.list, { isNew: true }))) return location.assign(this.list);
    } else {
      enterList(this.#list);
      this.#close();
    }
    document.querySelector("almanac-atlas.by-list")?.reveal(path);
  }

  #close() {
    this.#open = null;
    this.classList.remove("has-page");
    this.#column.mark(null);
    this.#column.yield(false);
    this.#pane.clear();
    document.title = this.#title;
    this.#remember();
  }

  /** Lets the address, or the entry of the history, name the rows that stand unfolded. */
  #remember() {
    this.#list = new URL(this.#rows.named(this.#list));
    nameRows(this.#list, this.#open);
  }
}

customElements.define("almanac-atlas", Atlas);
