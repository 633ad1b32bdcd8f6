/** What every page loads: the elements that keep server-rendered pages fresh. */
import "./look.js";
import "./arrivals.js";
import "./atlas.js";
import "./filling.js";
import "./freshness.js";
import { loadParts } from "./late-parts.js";
import "./palette.js";
import "./periodic-checks.js";
import "./pictures.js";
import "./search-field.js";
import "./steady-form.js";
import "./watch.js";

loadParts();

/** What is for later, when the server may be gone, comes when nothing else is to be done. */
addEventListener("load", () => {
  const soon = window.requestIdleCallback ?? ((work) => setTimeout(work, 500));
  soon(() => import("./device-start.js").catch(() => {}), { timeout: 5000 });
});
