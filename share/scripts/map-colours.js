/** The colours of the page's tokens as a canvas takes them, by day or by night. */
const NAMES = {
  land: "--land",
  coast: "--coast",
  border: "--border",
  graticule: "--graticule",
  accent: "--accent",
  leaf: "--leaf",
  cluster: "--cluster",
  clusterInk: "--cluster-ink",
};

export function colours(box) {
  const probe = document.createElement("span");
  probe.hidden = true;
  box.append(probe);
  const found = { font: getComputedStyle(box).fontFamily };
  for (const [name, token] of Object.entries(NAMES)) {
    probe.style.color = `var(${token})`;
    found[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return found;
}
