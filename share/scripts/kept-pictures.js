/** The pictures of a kept dataset, as far as the server has them already. */
import { manifest, parts } from "./kept-store.js";
import { bringPictures } from "./shell-pictures.js";

const MOST = 500;

/** Brings them one after the other; those that do not come are missing, as they are online. */
export async function keepPictures(dataset) {
  try {
    if (!(await manifest(dataset))?.pictures) return;
    const addresses = [];
    for await (const { rows } of parts(dataset)) {
      addresses.push(...rows.map(({ page }) => page?.picture).filter(isOwn));
    }
    await bringPictures(addresses.slice(0, MOST).map((each) => new URL(each, location.origin).href));
  } catch {
    // The pages are whole without them.
  }
}

/** Whether a picture is on the server: others would make it ask elsewhere. */
function isOwn(address) {
  return typeof address === "string" && address.startsWith("/pictures/");
}
