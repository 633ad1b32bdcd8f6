/** The line that says that a page is from this device, and how old it is. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LONGEST = 20 * 365 * DAY; // what seems older was kept, or is read, under a wrong clock

/**
 * "From the copy on this device, kept 3 hours ago. The server cannot be reached."
 *
 * `kind` is kept, visited or live; `words` has say and count, as phrases have.
 */
export function deviceLine(words, kind, at, now) {
  return words.say(`offline.line.${kind}`, { age: ageText(words, at, now) });
}

/** How long ago something was; without a number where the clock cannot tell. */
export function ageText(words, at, now) {
  const age = at ? now.getTime() - at.getTime() : NaN;
  if (!(age >= -MINUTE && age < LONGEST)) return words.say("offline.age.unknown");
  if (age < MINUTE) return words.say("offline.age.now");
  if (age < HOUR) return words.count("offline.age.minutes", Math.floor(age / MINUTE));
  if (age < DAY) return words.count("offline.age.hours", Math.floor(age / HOUR));
  return words.count("offline.age.days", Math.floor(age / DAY));
}
