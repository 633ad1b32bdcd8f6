/** A greeting as a notification of the system, which a tap turns into its page. */
import { registeredForMessages } from "./device-worker.js";

/** "granted", "denied", "default" where nobody was asked yet, or null where there are none. */
export function canBeNotified() {
  return "Notification" in window && "serviceWorker" in navigator ? Notification.permission : null;
}

/** Shows it through the service worker, so that a tap also opens a page of a closed app. */
export async function notify({ title, facts, picture, href }) {
  try {
    const registration = await registeredForMessages();
    await registration.showNotification(title, {
      body: facts.map((fact) => `${fact.title}: ${fact.text}`).join("\n"),
      icon: picture,
      tag: "greeting",
      lang: document.documentElement.lang,
      silent: true,
      data: { url: href },
    });
    return true;
  } catch {
    return false;
  }
}
