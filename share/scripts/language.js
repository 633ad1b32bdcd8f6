/** An address that answers in the page's language, whatever was chosen in another tab since. */
export function spoken(address) {
  const { lang } = document.documentElement;
  return `${address}${address.includes("?") ? "&" : "?"}lang=${encodeURIComponent(lang)}`;
}
