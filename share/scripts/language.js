/** An address that answers in the page's language, whatever was chosen in another tab since. */
export function spoken(address) {
  const url = new URL(address, location.href);
  url.searchParams.set("lang", document.documentElement.lang);
  return url.href;
}
