/** What somebody wrote or chose in a form and has not sent: it outlives the page around it. */
const FIELDS = "main :is(input:not([type]), input[type=search], select)[name]";

/** Takes note of what is not sent; gives what puts it into the same fields of the page that came. */
export function keepUnsent() {
  const drafts = unsentFields().map((field) => ({
    name: field.name,
    value: field.value,
    caret: field === document.activeElement ? [field.selectionStart, field.selectionEnd] : null,
  }));
  return () => drafts.forEach(write);
}

/** Gives fields back what the page had in them: somebody goes elsewhere on purpose. */
export function forgetUnsent() {
  for (const field of unsentFields()) field.value = own(field);
}

/** Whether somebody is writing in a field that the page's script has not heard of. */
export function isWritten(field) {
  return field === document.activeElement && field.value !== own(field);
}

/** A list's search field is no part of what comes and goes. */
function unsentFields() {
  return [...document.querySelectorAll(FIELDS)].filter((field) =>
    field.value !== own(field) && !field.closest("almanac-search"));
}

/** The value that a field had from its page. */
function own(field) {
  if (field.localName !== "select") return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? "";
}

/** The text, and with the focus the caret; who listens to the field learns of it as if it were typed. */
function write({ name, value, caret }) {
  const field = [...document.querySelectorAll(FIELDS)].find((each) => each.name === name);
  if (!field) return;
  field.value = value;
  if (!caret) return;
  field.focus({ preventScroll: true });
  if (field.localName !== "select") field.setSelectionRange(...caret);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
