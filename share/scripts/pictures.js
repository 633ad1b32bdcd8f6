/**
 * Marks pictures that have come; until then a skeleton stands in their place. Where one does not
 * come, the record's code is drawn, as the server draws it for a record without a picture.
 */
const KIND = ".picture, .plate > img";

function come(image) {
  image.classList.add("is-there");
}

function draw(image) {
  if (!image.matches(KIND)) return;
  const drawn = document.createElement("span");
  drawn.className = `${image.className} drawn`.trim();
  drawn.ariaHidden = "true";
  drawn.textContent = code(image);
  image.replaceWith(drawn);
}

/** The beginning of the key of the record that a picture is of, from the address of its page. */
function code(image) {
  const link = image.closest(".entry, .greeting")?.querySelector(".more a, .name a, a.line");
  const path = link ? new URL(link.href).pathname : location.pathname;
  return [...decodeURIComponent(path.split("/").pop())].slice(0, 3).join("");
}

/** A picture that settled before anybody listened. */
function take(image) {
  if (image.naturalWidth > 0) come(image);
  else image.decode().then(() => come(image), () => draw(image));
}

function settle(act) {
  return ({ target }) => target instanceof HTMLImageElement && act(target);
}

document.addEventListener("load", settle(come), { capture: true });
document.addEventListener("error", settle(draw), { capture: true });
for (const image of document.images) if (image.complete) take(image);
