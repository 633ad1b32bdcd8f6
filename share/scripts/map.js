/**
 * <almanac-map view="x y zoom" outlines="coarse fine" …>: a map that moves.
 *
 * Inside stands the server's drawing of the same view. The places are given in `places` (few, with label and address),
 * or come from `source` (many, as keys and places). Without the script or before its files arrive, the drawing stays.
 */
import { Card } from "./map-card.js";
import { radius } from "./map-clusters.js";
import { colours } from "./map-colours.js";
import { Gestures } from "./map-gestures.js";
import { Ground, Marks } from "./map-layers.js";
import { Flight } from "./map-flight.js";
import { fetchOutlines, outline } from "./map-outlines.js";
import { Places } from "./map-places.js";
import { Scale } from "./map-scale.js";
import { MapView, project, wrapped } from "./map-view.js";
import { Phrases } from "./phrases.js";

const FINE_FROM = 2.25;
const REST = 160;

class AlmanacMap extends HTMLElement {
  #phrases;
  #view;
  #home;
  #places = new Places();
  #flight = new Flight((view) => this.#set(view), () => this.#rested());
  #outlines = {};
  #colours;
  #ground;
  #marks;
  #card;
  #scale;
  #status;
  #ended = new AbortController();
  #frame = 0;
  #rest = 0;
  #stale = { ground: true, marks: true };

  connectedCallback() {
    this.#phrases = new Phrases(this.getAttribute("words"));
    this.#places.label = (count) => this.#phrases.number(count);
    const [x, y, zoom] = this.getAttribute("view").split(" ").map(Number);
    this.#view = this.#home = new MapView(x, y, zoom, this.clientWidth, this.clientHeight);
    this.#start();
  }

  disconnectedCallback() {
    this.#ended.abort();
    this.#flight.end();
    cancelAnimationFrame(this.#frame);
  }

  async #start() {
    const [places] = await Promise.allSettled([this.#fetchPlaces(), this.#need(this.#view.zoom)]);
    if (this.#ended.signal.aborted) return;
    if (!this.#outlines.coarse && !this.#outlines.fine) return this.#say(this.#phrases.say("map.failed"));
    this.#takeOver();
    if (places.status === "rejected") this.#failed();
  }

  /** Covers the server's drawing with the same picture, and listens from then on. */
  #takeOver() {
    const { signal } = this.#ended;
    this.#ground = new Ground(this);
    this.#marks = new Marks(this);
    this.append(Object.assign(document.createElement("span"), { className: "cross" }));
    this.#status = Object.assign(document.createElement("p"), { className: "unseen", role: "status" });
    this.after(this.#status);
    const drawing = this.querySelector(".drawing");
    Object.assign(this, { tabIndex: 0, role: "application", ariaLabel: `${drawing?.ariaLabel ?? ""}. ${this.#phrases.say("map.help")}` });
    this.title = "";
    this.#scale = new Scale(this, this.#phrases);
    this.#readLine();
    this.#card = new Card(this.closest("figure"), this.#phrases, () => this.escape());
    const [latitude, longitude] = this.#card.place ?? [];
    if (this.#card.isOpen) {
      this.#card.pin({ x: longitude, y: project(latitude) });
      const open = new URLSearchParams(location.search).get("map-id");
      this.#places.opened = this.#places.ids.findIndex((id) => String(id) === open);
    }
    this.classList.add("is-live");
    this.classList.toggle("is-figure", !this.hasAttribute("source"));
    new Gestures(this, this, { isPage: this.hasAttribute("source"), signal });
    new ResizeObserver(() => this.#resized()).observe(this);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", () => this.#repaint(), { signal });
    for (const tool of this.closest("figure").querySelectorAll("[data-move]")) {
      tool.addEventListener("click", (event) => this.#tool(event), { signal });
    }
    this.#repaint();
    this.#draw(performance.now());
  }

  async #fetchPlaces() {
    const own = this.getAttribute("places");
    if (own) {
      this.#places.named = JSON.parse(own).map(([, , title, href]) => ({ title, href }));
      return this.#places.take(JSON.parse(own).flatMap(([latitude, longitude]) => [latitude, longitude]));
    }
    const answer = await fetch(this.getAttribute("source"), { signal: this.#ended.signal });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const { ids, places } = await answer.json();
    this.#places.ids = ids;
    this.#places.take(places);
    this.#stale.marks = true;
  }

  #readLine() {
    const line = JSON.parse(this.getAttribute("line") ?? "[]");
    if (line.length < 2) return;
    let x = line[0][1];
    const points = line.flatMap(([latitude, longitude]) => {
      x += wrapped(longitude - x);
      return [x, project(latitude)];
    });
    this.#ground.way = outline(Float64Array.from(points));
  }

  /** Fetches the outlines that a zoom needs, once. */
  async #need(zoom) {
    const [coarse, fine] = this.getAttribute("outlines").split(" ");
    const name = zoom < FINE_FROM ? "coarse" : "fine";
    if (name in this.#outlines) return;
    this.#outlines[name] = null;
    try {
      this.#outlines[name] = await fetchOutlines(name === "fine" ? fine : coarse);
      this.#stale.ground = true;
      this.#ask();
    } catch (error) {
      delete this.#outlines[name]; // The other scale is drawn meanwhile; the next move asks again.
      throw error;
    }
  }

  /** Something is to be drawn, at the next frame. */
  #ask() {
    if (!this.#ground || this.#frame) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      this.#draw(now);
    });
  }

  #draw(now) {
    const view = this.#view;
    const isFine = view.zoom >= FINE_FROM;
    const outlines = (isFine ? this.#outlines.fine : null) ?? this.#outlines.coarse ?? this.#outlines.fine;
    const isOther = outlines !== this.#ground.outlines;
    this.#ground.outlines = outlines;
    const isMoving = this.#flight.isMoving || this.#rest !== 0;
    this.#ground.show(view, this.#colours, { isMoving, isStale: isOther || this.#stale.ground });
    const isCarrying = this.#places.isCarrying(now);
    const isNew = this.#places.follow(view, now, !this.#flight.isWelcome);
    this.#marks.show(view, this.#colours, {
      marks: () => this.#places.marks(now), radius, isStale: isNew || isCarrying || this.#stale.marks,
    });
    this.#stale = { ground: false, marks: isCarrying && !this.#places.isCarrying(now) };
    this.#card.follow(view);
    this.#scale.show(view);
    if (isNew || isCarrying) this.#ask();
  }

  #set(view) {
    this.#view = view;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#rested(), REST);
    this.#ask();
  }

  /** Draws sharply where the map has come to rest, and lets the address say where that is. */
  #rested() {
    clearTimeout(this.#rest);
    this.#rest = 0;
    this.#need(this.#view.zoom).catch(() => {});
    this.#ask();
    if (this.hasAttribute("source")) this.#remember();
  }

  #remember() {
    const address = new URL(location.href);
    address.searchParams.set("map-at", this.#view.address);
    const open = this.#places.ids[this.#places.opened];
    if (open === undefined && !this.#card.isOpen) address.searchParams.delete("map-id");
    else if (open !== undefined) address.searchParams.set("map-id", open);
    history.replaceState(history.state, "", decodeURIComponent(address.search).length < 2000 ? address : location.href);
  }

  #repaint() {
    this.#colours = colours(this);
    this.#stale = { ground: true, marks: true };
    this.#ask();
  }

  #resized() {
    if (!this.clientWidth || (this.clientWidth === this.#view.width && this.clientHeight === this.#view.height)) return;
    const isHome = this.#view === this.#home;
    this.#view = this.#view.resized(this.clientWidth, this.clientHeight);
    if (isHome) this.#home = this.#view;
    this.#stale = { ground: true, marks: true };
    this.#ask();
  }

  #failed() {
    const note = Object.assign(document.createElement("p"), { className: "map-note", textContent: `${this.#phrases.say("map.failed")} ` });
    const again = Object.assign(document.createElement("button"), { type: "button", textContent: this.#phrases.say("map.retry") });
    again.addEventListener("click", async () => {
      note.remove();
      await this.#fetchPlaces().then(() => this.#ask(), () => this.#failed());
    });
    note.append(again);
    this.after(note);
  }

  #say(text) {
    if (this.#status) this.#status.textContent = text;
  }

  /** Says what is seen, to who hears the page. */
  #tell() {
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      const degrees = this.#view.under(this.#view.width / 2, this.#view.height / 2);
      const where = this.#card.placeText({ latitude: Number(this.#view.address.split(",")[0]), longitude: wrapped(degrees.x) });
      this.#say(`${where}. ${this.#phrases.count("map.cluster", this.#places.seen(this.#view))}`);
    }, 500);
  }

  #tool(event) {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const far = 200;
    const move = {
      closer: () => this.zoomBy(1),
      farther: () => this.zoomBy(-1),
      all: () => this.all(),
      west: () => this.moveBy(far, 0),
      east: () => this.moveBy(-far, 0),
      north: () => this.moveBy(0, far),
      south: () => this.moveBy(0, -far),
    };
    move[event.currentTarget.dataset.move]();
  }

  // What the gestures ask for.

  hold() {
    this.#flight.end();
  }

  drag(right, down) {
    this.#set(this.#view.moved(right, down));
  }

  pinch(factor, left, top) {
    this.#flight.end();
    this.#set(this.#view.zoomed(this.#view.zoom + Math.log2(factor), left, top));
  }

  glide(speed) {
    this.#flight.glide(this.#view, speed);
  }

  rest() {}

  zoomBy(steps, left = this.#view.width / 2, top = this.#view.height / 2) {
    const from = this.#flight.target ?? this.#view;
    this.#flight.to(this.#view, from.zoomed(Math.round(from.zoom + steps), left, top));
    this.#tell();
  }

  moveBy(right, down) {
    this.#flight.to(this.#view, (this.#flight.target ?? this.#view).moved(right, down));
    this.#tell();
  }

  all() {
    const isKnown = this.hasAttribute("source") && this.#places.count;
    const whole = isKnown ? this.#view.showing(this.#places.bounds, 6) : this.#home;
    this.#flight.to(this.#view, whole);
    this.#tell();
  }

  hover(spot) {
    const mark = spot && this.#places.under(this.#view, spot.left, spot.top, 10);
    this.classList.toggle("is-over", Boolean(mark && this.#leads(mark)));
    this.title = mark && this.#places.named && mark.count === 1 ? this.#places.named[mark.first].title : "";
  }

  /** Whether something happens when a mark is opened. */
  #leads(mark) {
    return !this.#places.named || this.#places.named.length > 1 || Boolean(this.#places.named[mark.first].href);
  }

  tap(left, top, reach) {
    const mark = this.#places.under(this.#view, left, top, reach);
    if (!mark || !this.#leads(mark)) {
      if (this.#card.isOpen) this.escape();
      return false;
    }
    this.#open(mark, false);
    return true;
  }

  enter() {
    const mark = this.#places.under(this.#view, this.#view.width / 2, this.#view.height / 2, this.#view.height / 2);
    if (mark && this.#leads(mark)) this.#open(mark, true);
  }

  escape() {
    const hadFocus = this.closest("figure").querySelector(".map-card")?.contains(document.activeElement);
    this.#card.close();
    this.#places.opened = -1;
    this.#stale.marks = true;
    this.#rested();
    if (hadFocus) this.focus({ preventScroll: true });
  }

  /** A closer view of a cluster, or the card of a place. */
  async #open(mark, withFocus) {
    if (!this.#places.isPlace(mark)) {
      const near = this.#view.showing(mark, 12);
      this.#flight.to(this.#view, near.with({ zoom: Math.max(near.zoom, this.#view.zoom + 1) }));
      return this.#tell();
    }
    this.#places.opened = mark.first;
    this.#stale.marks = true;
    this.#ask();
    const named = this.#places.named?.[mark.first];
    await this.#card.open(this.#places.at(mark.first), named ? { ...named, withFocus } : { ...this.#asked(mark), withFocus });
    this.#rested();
  }

  /** Where the server tells about a place. */
  #asked(mark) {
    const id = this.#places.ids[mark.first];
    const address = new URL(this.getAttribute("source").replace("/map.json", "/map"), location.href);
    address.searchParams.set("map-id", id);
    const href = `${address.pathname.replace(/\/map$/, "")}/${encodeURIComponent(id)}`;
    return { address: address.pathname + address.search, title: String(id), href };
  }
}

customElements.define("almanac-map", AlmanacMap);
