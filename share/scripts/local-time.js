/** Instants in the zone of the person who reads; the server writes them in UTC. */
export class LocalTime {
  #phrases;
  #zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

  constructor(phrases) {
    this.#phrases = phrases;
  }

  get isUTC() {
    return ["UTC", "Etc/UTC", "GMT"].includes(this.#zone);
  }

  /** "Warsaw time": the same in summer and winter, so it holds for every row. */
  get zone() {
    return this.#phrases.say("live.zone", { zone: this.#place });
  }

  /** The zone's city, whose name is English; in other languages the language's name for the zone. */
  get #place() {
    const { lang } = document.documentElement;
    if (lang === "en") return this.#zone.split("/").at(-1).replaceAll("_", " ");
    const style = { timeZone: this.#zone, timeZoneName: "shortGeneric" };
    const parts = new Intl.DateTimeFormat(lang, style).formatToParts();
    return parts.find(({ type }) => type === "timeZoneName").value;
  }

  /** Rewrites every instant below an element. */
  rewrite(root) {
    if (this.isUTC) return;
    for (const time of root.querySelectorAll("time[datetime]")) {
      const text = this.text(new Date(time.dateTime));
      const node = time.querySelector("span")?.firstChild ?? time.firstChild;
      if (text && node) node.data = text;
    }
  }

  /** An instant as the server writes it: "21 Nov 2026, 15:02:48". */
  text(date) {
    if (Number.isNaN(date.getTime())) return null;
    const two = (number) => String(number).padStart(2, "0");
    return this.#phrases.say("date.instant", {
      day: date.getDate(),
      month: this.#phrases.say(`date.month.${date.getMonth() + 1}.short`),
      year: date.getFullYear(),
      time: [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":"),
    });
  }

  /** Says the zone in the headings of times, and at the foot of the page. */
  label(headings) {
    if (this.isUTC) return;
    for (const label of headings.querySelectorAll(".zone")) {
      label.textContent = this.zone;
      label.title = this.#zone;
      const foot = document.querySelector(".foot .times");
      if (foot) foot.textContent = this.#phrases.say("live.times", { zone: this.zone });
    }
  }
}
