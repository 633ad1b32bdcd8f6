/** What this browser asked to be told, as it remembers it, and how it asks the server. */
import { registeredForMessages } from "./device-worker.js";

const KEY = "almanac.subscriptions";

/** The remembered subscriptions: `{ id, watch }` each. */
export function remembered() {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}

export function remember(id, watch) {
  save([...remembered().filter((own) => own.id !== id), { id, watch }]);
}

export function forget(id) {
  save(remembered().filter((own) => own.id !== id));
}

function save(all) {
  localStorage.setItem(KEY, JSON.stringify(all));
}

/** The remembered subscription to the same thing. */
export function find(watch) {
  const wanted = text(watch);
  return remembered().find((own) => text(own.watch) === wanted);
}

function text({ dataset, id, query }) {
  return JSON.stringify([dataset, id ?? null, query ?? null]);
}

/** Whether this browser can be told anything. */
export function canBeTold() {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Asks to be told; only ever after a click. Gives the subscription, or null where a person says no. */
export async function subscribe(watch) {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const registration = await registeredForMessages();
  const push = await pushSubscription(registration.pushManager);
  const answer = await fetch("/subscriptions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ subscription: push.toJSON(), watch }),
  });
  if (!answer.ok) throw Object.assign(new Error("refused"), { status: answer.status });
  const subscription = await answer.json();
  remember(subscription.id, watch);
  return subscription;
}

/** The browser's own subscription, made for the key that the server has now. */
async function pushSubscription(manager) {
  const answer = await fetch("/push/key");
  if (!answer.ok) throw new Error(`${answer.status}`);
  const key = await answer.text();
  const old = await manager.getSubscription();
  if (old && encoded(old.options.applicationServerKey) === key) return old;
  await old?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function encoded(buffer) {
  const text = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Ends a subscription; one that the server no longer has is as good as ended. */
export async function unsubscribe(id) {
  const answer = await fetch(`/subscriptions/${id}`, { method: "DELETE" });
  if (!answer.ok && answer.status !== 404) throw new Error(`${answer.status}`);
  forget(id);
}
