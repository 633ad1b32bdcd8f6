/** What every page loads: the elements that keep server-rendered pages fresh. */
import "./look.js";
import "./arrivals.js";
import "./atlas.js";
import "./filling.js";
import "./freshness.js";
import { loadParts } from "./late-parts.js";
import "./palette.js";
import "./pictures.js";
import "./search-field.js";
import "./steady-form.js";
import "./watch.js";

loadParts();
