/** What every page loads: the elements that keep server-rendered pages fresh. */
import "./freshness.js";
import "./table.js";
