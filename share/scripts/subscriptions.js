import { LocalTime } from "./local-time.js";
import * as own from "./own-subscriptions.js";
import { Phrases } from "./phrases.js";

/** <almanac-subscriptions words="{…}">: what this browser is told about, and how that goes. */
class Subscriptions extends HTMLElement {
  #phrases;
  #time;
  #lost = 0;

  connectedCallback() {
    this.#phrases = new Phrases(this.getAttribute("words"));
    this.#time = new LocalTime(this.#phrases);
    this.#list();
  }

  async #list() {
    const all = await Promise.all(own.remembered().map(({ id }) => this.#ask(id)));
    for (const subscription of all.filter(Boolean)) this.#add(subscription);
    this.#count();
    if (this.#lost > 0) this.#tell(this.#phrases.count("notifications.lost", this.#lost));
  }

  /** What the server knows of a subscription; one that it does not know is forgotten. */
  async #ask(id) {
    try {
      const answer = await fetch(`/subscriptions/${id}.json`);
      if (answer.status === 404) this.#lose(id);
      return answer.ok ? await answer.json() : null;
    } catch {
      return null; // Without the server there is nothing to tell of it.
    }
  }

  #lose(id) {
    own.forget(id);
    this.#lost += 1;
  }

  #count() {
    const isEmpty = this.querySelector("li") === null;
    this.querySelector(".empty").hidden = !isEmpty;
    this.querySelector("ul").hidden = isEmpty;
  }

  #add(subscription) {
    const item = this.querySelector("template").content.cloneNode(true).querySelector("li");
    const link = item.querySelector("a");
    link.textContent = subscription.title;
    link.href = subscription.href;
    this.#describe(item, subscription);
    item.querySelector(".test").addEventListener("click", () => this.#test(item, subscription.id));
    item.querySelector(".remove").addEventListener("click", () =>
      this.#remove(item, subscription.id),
    );
    this.querySelector("ul").append(item);
  }

  #describe(item, { state, made, last_delivered, ended, trouble }) {
    const say = (key, date) => this.#phrases.say(key, { moment: this.#moment(date) });
    const lines = [
      say("notifications.made", made),
      last_delivered
        ? say("notifications.last", last_delivered)
        : this.#phrases.say("notifications.never"),
    ];
    if (state === "dead") lines.push(say("notifications.ended", ended));
    if (trouble) {
      const values = { what: trouble.what, moment: this.#moment(trouble.next_attempt) };
      lines.push(this.#phrases.say("notifications.wait", values));
    }
    item.dataset.state = state;
    item.querySelector(".state").textContent = lines.join(" ");
    item.querySelector(".test").disabled = state === "dead";
  }

  #moment(text) {
    return this.#time.text(new Date(text)) ?? "";
  }

  async #test(item, id) {
    await this.#act(async () => {
      const answer = await fetch(`/subscriptions/${id}/test`, { method: "POST" });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const subscription = await answer.json();
      this.#describe(item, subscription);
      if (subscription.state === "live") this.#say("notifications.sent");
    });
  }

  async #remove(item, id) {
    await this.#act(async () => {
      await own.unsubscribe(id);
      item.remove();
      this.#count();
    });
  }

  async #act(work) {
    this.#say(null);
    try {
      await work();
    } catch {
      this.#say("notifications.failed");
    }
  }

  #say(key) {
    this.#tell(key ? this.#phrases.say(key) : "");
  }

  #tell(text) {
    const status = this.querySelector("[role=status]");
    status.textContent = text;
    status.classList.toggle("unseen", !text);
  }
}

customElements.define("almanac-subscriptions", Subscriptions);
