/** A table's rows as a grid: roles that stay where the layout is ours, and columns by content. */

/** Gives a row and its cells their roles; links leave the tab order, Enter on the row opens. */
export function adornRow(row, times) {
  row.role = "row";
  row.tabIndex = -1;
  for (const cell of row.cells) cell.role = cell.localName === "th" ? "rowheader" : "gridcell";
  for (const link of row.querySelectorAll("a")) link.tabIndex = -1;
  times.rewrite(row);
}

/** Gives the table and its head their roles. */
export function adornHead(table) {
  table.role = "grid";
  table.ariaReadOnly = "true";
  table.tHead.role = table.tBodies[0].role = "rowgroup";
  const row = table.tHead.rows[0];
  row.role = "row";
  row.ariaRowIndex = 1;
  for (const cell of row.cells) cell.role = "columnheader";
}

/** Says how many rows the grid has, its head included; at most once a second. */
export function countRows(table, total) {
  table.rowTotal = total;
  const wanted = String(total + 1);
  if (table.ariaRowCount === wanted || table.isCounting) return;
  table.ariaRowCount = wanted;
  table.isCounting = true;
  setTimeout(() => {
    table.isCounting = false;
    countRows(table, table.rowTotal);
  }, 1000);
}

/**
 * The columns by the longest text that each one holds: as wide as that, or as its equal share of
 * a narrow page, and what is left is shared in proportion.
 */
export function columns(table) {
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows];
  const longest = (index) =>
    Math.max(...rows.map((row) => weight(row.cells[index])), weight(heads[index]));
  const share = `${Math.floor(100 / heads.length)}%`;
  return heads.map((_, index) => {
    const characters = Math.ceil(longest(index));
    return `minmax(min(calc(${characters}ch + var(--air)), ${share}), ${characters}fr)`;
  }).join(" ");
}

function weight(cell) {
  const unseen = cell?.querySelector(".unseen")?.textContent.length ?? 0;
  const characters = (cell?.textContent.trim().length ?? 0) - unseen;
  return cell?.classList.contains("title") ? characters * 1.2 : characters;
}
