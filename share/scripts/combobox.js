let pointer = "";
let hasMoved = false;

// Browsers also send moves when something scrolls under a pointer that rests.
window.addEventListener("pointermove", ({ screenX, screenY }) => {
  const place = `${screenX} ${screenY}`;
  hasMoved = pointer !== "" && pointer !== place;
  pointer = place;
}, { capture: true, passive: true });

/**
 * A field over a list of options (ARIA's combobox pattern): the focus stays in the field, the
 * arrows move among the options, and Enter chooses the active one.
 */
export class Combobox {
  /** Whether the person, rather than the list's order, made the active option active. */
  isGuided = false;
  #input;
  #list;
  #active = null;

  /** `enter(event)` is told of Enter where no option is active; options are links or take clicks. */
  constructor(input, list, { enter = () => {} } = {}) {
    this.#input = input;
    this.#list = list;
    input.addEventListener("keydown", (event) => this.#press(event, enter));
    list.addEventListener("pointermove", (event) => this.#point(event));
    list.addEventListener("pointerdown", (event) => {
      if (event.button === 0) event.preventDefault(); // The field keeps the focus.
    });
    list.addEventListener("mousedown", (event) => {
      if (event.button === 0) event.preventDefault();
    });
  }

  /** The option that Enter chooses; null for none. */
  get active() {
    return this.#active;
  }

  /** The options in sight, in their order. */
  get options() {
    return [...this.#list.querySelectorAll("[role=option]")].filter((each) =>
      !each.closest("[hidden]"));
  }

  /** Takes the options anew: the one that was chosen stays active if it is still there. */
  renew({ first = true } = {}) {
    const options = this.options;
    this.#list.querySelectorAll("[role=option]").forEach((option, index) => {
      option.id = `${this.#list.id}-${index}`;
      if (option !== this.#active) option.ariaSelected = "false";
    });
    const kept = this.isGuided ? this.#active : null;
    const same = options.find((option) => kept && isSame(option, kept));
    this.isGuided = Boolean(same);
    this.#input.ariaExpanded = String(options.length > 0);
    this.activate(same ?? (first ? options[0] : null), { isRevealed: Boolean(same) });
    if (!same) this.#list.scrollTop = 0;
  }

  /** Makes an option the active one; none for null. */
  activate(option, { isRevealed = true } = {}) {
    if (this.#active) this.#active.ariaSelected = "false";
    this.#active = option ?? null;
    if (!option) return this.#input.removeAttribute("aria-activedescendant");
    option.ariaSelected = "true";
    this.#input.setAttribute("aria-activedescendant", option.id);
    if (isRevealed) option.scrollIntoView({ block: "nearest" });
  }

  #press(event, enter) {
    if (event.isComposing || event.altKey) return;
    if (event.key === "Enter") return this.#choose(event, enter);
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const options = this.options;
    const at = options.indexOf(this.#active);
    const last = options.length - 1;
    const to = {
      ArrowDown: () => (at === last ? 0 : at + 1),
      ArrowUp: () => (at <= 0 ? last : at - 1),
      PageDown: () => nextGroup(options, at),
      PageUp: () => previousGroup(options, at),
    }[event.key];
    if (!to || last < 0) return;
    event.preventDefault();
    this.isGuided = true;
    const next = to();
    this.activate(options[next]);
    if (next === 0) this.#list.scrollTop = 0; // The heading above the first one, too.
  }

  #choose(event, enter) {
    enter(event);
    if (event.defaultPrevented || !this.#active) return;
    event.preventDefault();
    const { ctrlKey, metaKey, shiftKey } = event;
    const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
    this.#active.dispatchEvent(new MouseEvent("click", click));
  }

  /** Options that scroll under a resting pointer do not become active. */
  #point(event) {
    const option = event.target.closest("[role=option]");
    if (!hasMoved || !option || option === this.#active) return;
    this.isGuided = true;
    this.activate(option, { isRevealed: false });
  }
}

function isSame(one, other) {
  return one === other || (one.href && one.href === other.href);
}

function nextGroup(options, at) {
  const group = options[at]?.parentElement;
  const next = options.findIndex((each, index) => index > at && each.parentElement !== group);
  return next < 0 ? options.length - 1 : next;
}

function previousGroup(options, at) {
  const first = (index) => options.findIndex((each) =>
    each.parentElement === options[index]?.parentElement);
  const own = first(Math.max(at, 0));
  return own < at ? own : first(Math.max(own - 1, 0));
}
