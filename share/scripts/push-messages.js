/** Shows what a push message says while no page is open, and opens its page. */

self.addEventListener("push", (event) => {
  event.waitUntil(show(read(event.data)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

/** The notice in a message; something is shown for one that cannot be read, as browsers ask. */
function read(data) {
  try {
    return data.json();
  } catch {
    return { title: "Almanac", body: "", url: "/", tag: "almanac" };
  }
}

function show({ title, body, url, tag, lang }) {
  return self.registration.showNotification(title, {
    body,
    tag,
    lang,
    data: { url: ownPath(url) },
  });
}

/** A path on this server, whatever a message says. */
function ownPath(url) {
  const target = new URL(url ?? "/", self.location.origin);
  return target.origin === self.location.origin ? target.pathname.replace(/^\/+/, "/") + target.search : "/";
}

/** Shows a page: in a window that has it open, else in a new one. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const address = new URL(path, self.location.origin).href;
  const there = windows.find((window) => window.url === address);
  if (there) return there.focus();
  return self.clients.openWindow(address);
}
