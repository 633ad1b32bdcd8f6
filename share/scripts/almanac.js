/** What every page loads: the elements that keep server-rendered pages fresh. */
import "./arrivals.js";
import "./freshness.js";
import "./subscriptions.js";
import "./table.js";
import "./watch.js";
