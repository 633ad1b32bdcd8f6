/** Asks where the device is, once its person says so, and goes to what is near. */
class NearMe extends HTMLElement {
  #button;
  #note;
  #words;

  connectedCallback() {
    if (!navigator.geolocation) return; // the form below works without
    this.#button = this.querySelector("button");
    this.#note = this.querySelector(".note");
    this.#words = JSON.parse(this.getAttribute("words"));
    this.#button.addEventListener("click", () => this.#locate());
    this.hidden = false;
  }

  #locate() {
    if (this.#button.ariaDisabled === "true") return; // one that is disabled would lose the focus
    this.#button.ariaDisabled = "true";
    this.#note.textContent = this.#words.asking;
    navigator.geolocation.getCurrentPosition(
      (position) => this.#go(position.coords),
      (error) => this.#tell(error.code === error.PERMISSION_DENIED ? "denied" : "failed"),
      { maximumAge: 60_000, timeout: 15_000 },
    );
  }

  /** Four decimals are about ten metres: enough to find what is near, and no more is told. */
  #go({ latitude, longitude }) {
    const place = new URLSearchParams({ lat: latitude.toFixed(4), lon: longitude.toFixed(4) });
    this.#tell("");
    location.assign(`${this.getAttribute("action")}?${place}`);
  }

  #tell(word) {
    this.#button.ariaDisabled = null;
    this.#note.textContent = word ? this.#words[word] : "";
  }
}

customElements.define("almanac-near-me", NearMe);
