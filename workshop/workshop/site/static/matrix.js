// The matrix of the atlas: the arrow keys lead from cell to cell, and a family shows its encodings.
"use strict";

(() => {
  const table = document.getElementById("atlas-matrix");
  if (!table) return;
  const rows = [...table.tBodies[0].rows];
  const form = document.querySelector(".atlas-tools");

  const linkIn = (cell) => (cell && !cell.hidden ? cell.querySelector("a") : null);

  // One link of the matrix is in the order of the Tab key; the arrow keys reach the others.
  let current = null;
  function makeCurrent(link) {
    if (current) current.tabIndex = -1;
    current = link;
    if (current) current.tabIndex = 0;
  }

  function firstLink() {
    for (const row of rows) {
      const link = row.hidden ? null : linkIn(row.cells[0]);
      if (link) return link;
    }
    return null;
  }

  // The next cell with a link in a direction, over cells that are empty or not shown.
  function next(cell, down, right) {
    let row = rows.indexOf(cell.parentElement);
    let column = cell.cellIndex;
    for (;;) {
      row += down;
      column += right;
      if (!rows[row] || !rows[row].cells[column]) return null;
      const link = rows[row].hidden ? null : linkIn(rows[row].cells[column]);
      if (link) return link;
    }
  }

  function lastIn(row, cells) {
    return cells.map((cell) => linkIn(cell)).filter(Boolean)[0] || null;
  }

  const moves = {
    ArrowUp: (cell) => next(cell, -1, 0),
    ArrowDown: (cell) => next(cell, 1, 0),
    ArrowLeft: (cell) => next(cell, 0, -1),
    ArrowRight: (cell) => next(cell, 0, 1),
    Home: (cell) => lastIn(cell.parentElement, [...cell.parentElement.cells]),
    End: (cell) => lastIn(cell.parentElement, [...cell.parentElement.cells].reverse()),
  };

  table.tBodies[0].addEventListener("keydown", (event) => {
    const cell = event.target.closest("td, th");
    if (!moves[event.key] || !cell || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const link = moves[event.key](cell);
    if (link) link.focus();
  });
  table.tBodies[0].addEventListener("focusin", (event) => {
    const link = event.target.closest("a");
    if (link) makeCurrent(link);
  });

  for (const button of table.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const open = button.getAttribute("aria-expanded") !== "true";
      button.setAttribute("aria-expanded", String(open));
      for (const cell of table.querySelectorAll(`[data-family="${button.dataset.family}"]`)) {
        if (cell.dataset.folds) cell.hidden = !open;
      }
    });
  }

  function filter() {
    const name = form.elements.name.value.trim().toLowerCase();
    const state = form.elements.state.value;
    let shown = 0;
    for (const row of rows) {
      const has = (what) => row.querySelector(`td.${what}`) !== null || row.dataset.kinds.split(" ").includes(what);
      const fits = !state || (state === "pass" ? !has("fail") && !has("known") : has(state));
      row.hidden = !fits || !row.dataset.name.toLowerCase().includes(name);
      if (!row.hidden) shown += 1;
    }
    form.querySelector("output").textContent =
      shown === rows.length ? `${shown} implementations` : `${shown} of ${rows.length} implementations`;
    if (!current || current.closest("tr").hidden) makeCurrent(firstLink());
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", filter);
  for (const link of table.tBodies[0].querySelectorAll("a")) link.tabIndex = -1;
  filter();
})();
