/** Marks pictures that have come, or that will not: until then a skeleton stands in their place. */
const there = (image) => image.classList.add("is-there");
const settled = ({ target }) => target instanceof HTMLImageElement && there(target);

document.addEventListener("load", settled, { capture: true });
document.addEventListener("error", settled, { capture: true });
for (const image of document.images) if (image.complete) there(image);
