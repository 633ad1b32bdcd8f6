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
import { onLook } from "./look.js";
import { Ground, Marks } from "./map-layers.js";
import { Flight } from "./map-flight.js";
import { outline } from "./map-outlines.js";
import { OutlineShelf } from "./map-shelf.js";
import { Places } from "./map-places.js";
import { Scale } from "./map-scale.js";
import { MapView, project, wrapped } from "./map-view.js";
import { element, Voice } from "./map-voice.js";
import { keyPart } from "./path-part.js";
import { Phrases } from "./phrases.js";

const REST = 160;
const FAR = 200;

class AlmanacMap extends HTMLElement {
  #phrases;
  #view;
  #home;
  #places = new Places();
  #flight = new Flight((view) => this.#set(view), () => this.#rested());
  #outlines;
  #colours;
  #ground;
  #marks;
  #card;
  #scale;
  #voice;
  #ended = new AbortController();
  #frame = 0;
  #rest = 0;
  #stale = { ground: true, marks: true };

  connectedCallback() {
    this.#phrases = new Phrases(this.getAttribute("words"));
    this.#places.label = (count) => this.#phrases.number(count);
    const [x, y, zoom] = this.getAttribute("view").split(" ").map(Number);
    this.#view = this.#home = new MapView(x, y, zoom, this.clientWidth, this.clientHeight);
    // A figure is half as high as the map of a page, so the same zoom shows half as much.
    const fineFrom = this.hasAttribute("source") ? 2.25 : 3.25;
    this.#outlines = new OutlineShelf(this.getAttribute("outlines"), fineFrom, () => this.#arrived());
    this.#start();
  }

  disconnectedCallback() {
    this.#ended.abort();
    this.#flight.end();
    cancelAnimationFrame(this.#frame);
  }

  async #start() {
    this.ariaBusy = "true"; // The server's drawing of the same view stands here until then.
    const [places] = await Promise.allSettled([this.#fetchPlaces(), this.#outlines.need(this.#view.zoom)]);
    this.ariaBusy = null;
    if (this.#ended.signal.aborted) return;
    if (!this.#outlines.suiting(this.#view.zoom)) return; // The server's drawing stays.
    this.#takeOver();
    if (places.status === "rejected") this.#failed();
  }

  /** Covers the server's drawing with the same picture, and listens from then on. */
  #takeOver() {
    const { signal } = this.#ended;
    this.#ground = new Ground(this);
    this.#marks = new Marks(this);
    this.append(element("span", { className: "cross" }));
    this.#voice = new Voice(this, this.#phrases);
    const drawing = this.querySelector(".drawing");
    const name = [drawing?.ariaLabel, this.#phrases.say("map.help")].filter(Boolean).join(". ");
    Object.assign(this, { tabIndex: 0, role: "application", ariaLabel: name });
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
    onLook(() => this.#repaint(), signal);
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

  #arrived() {
    this.#stale.ground = true;
    this.#ask();
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
    const outlines = this.#outlines.suiting(view.zoom);
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
    this.#outlines.need(this.#view.zoom);
    this.#ask();
    if (this.hasAttribute("source")) this.#remember();
  }

  #remember() {
    const address = new URL(location.href);
    address.searchParams.set("map-at", this.#view.address);
    const open = this.#places.ids[this.#places.opened];
    if (open === undefined && !this.#card.isOpen) address.searchParams.delete("map-id");
    else if (open !== undefined) address.searchParams.set("map-id", open);
    history.replaceState(history.state, "", address);
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
    this.#voice.failed(() => this.#fetchPlaces().then(() => this.#ask(), () => this.#failed()));
  }

  #tell() {
    this.#voice.tell(() => this.#view, this.#places);
  }

  /** A button's link is the way without a script; here it moves the map. */
  #tool(event) {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const moves = {
      closer: () => this.zoomBy(1),
      farther: () => this.zoomBy(-1),
      all: () => this.all(),
      west: () => this.moveBy(FAR, 0),
      east: () => this.moveBy(-FAR, 0),
      north: () => this.moveBy(0, FAR),
      south: () => this.moveBy(0, -FAR),
    };
    moves[event.currentTarget.dataset.move]();
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
    const href = `${address.pathname.replace(/\/map$/, "")}/${encodeURIComponent(keyPart(String(id)))}`;
    return { address: address.pathname + address.search, title: String(id), href };
  }
}

customElements.define("almanac-map", AlmanacMap);
