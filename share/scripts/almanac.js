/** What every page loads: the elements that keep server-rendered pages fresh. */
import "./arrivals.js";
import "./freshness.js";
import "./near-me.js";
import "./pair.js";
import "./palette.js";
import "./search-field.js";
import "./table.js";
if (document.querySelector("almanac-map")) import("./map.js");
