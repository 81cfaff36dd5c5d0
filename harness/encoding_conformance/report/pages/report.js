"use strict";

// Makes what is folded away when it is opened, and applies the filter. The data is in the page; see harness/encoding_conformance/report/html.py.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const roles = Object.fromEntries(Object.entries(data.roles).map(([role, letter]) => [letter, role]));
  const form = document.getElementById("filter");
  const CHUNK = 200;

  function element(name, className, ...children) {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }

  function boxes(texts, letters) {
    const all = texts.split(" ").slice(0, letters.length);
    return element("span", "chips", ...all.map((text, i) => element("span", "chip " + roles[letters[i]], text)));
  }

  const named = (names) => element("span", "faint", ` ${names}`);

  function answer([text, texts, letters, names]) {
    return letters ? element("span", "", text + " ", boxes(texts, letters), named(names)) : element("span", "", text);
  }

  function described(rows) {
    const list = element("dl", "");
    for (const [label, content] of rows) {
      if (content) list.append(element("dt", "", label), element("dd", label === "rerun" ? "rerun" : "", content));
    }
    return list;
  }

  function matches(encoding, verdict, requirements) {
    const { encoding: e, verdict: v, requirement: r } = form.elements;
    return (!e.value || e.value === encoding) && (!v.value || v.value === verdict) && (!r.value || requirements.includes(r.value));
  }

  const matching = (list) => data.lists[list].filter(([encoding, , verdict, requirements]) => matches(encoding, verdict, requirements));

  function explained(row) {
    const [, , , requirements, , , wrong, expected, got, why, location, note, law, rerun] = row;
    return described([
      ["why", why],
      ["law", law],
      ["wrong", wrong.join("; ")],
      ...expected.map((each, i) => [i ? "or expected" : "expected", answer(each)]),
      ["got", got && answer(got)],
      ...requirements.map((id) => ["spec", `${data.sections[id]} [${id}]`]),
      ["at", location],
      ["note", note],
      ["rerun", rerun],
    ]);
  }

  function member(row) {
    const [, id, , , operation, input] = row;
    if (row.length === 4) return element("li", "", element("code", "", id));
    const summary = element("summary", "", element("code", "", id), ` ${operation} `);
    if (operation) summary.append(boxes(input[0], input[1]), named(input[2]));
    const details = element("details", "", summary);
    details.addEventListener("toggle", () => {
      details.querySelector("dl")?.remove();
      if (details.open) details.append(explained(row));
    });
    return element("li", "", details);
  }

  function fill(details) {
    details.querySelector("ol")?.remove();
    details.querySelector("button")?.remove();
    if (!details.open) return;
    const rows = matching(details.dataset.list);
    const list = element("ol", "");
    const more = element("button", "");
    more.type = "button";
    let shown = 0;
    const extend = () => {
      const first = list.children.length;
      list.append(...rows.slice(shown, shown + CHUNK).map(member));
      shown += CHUNK;
      more.hidden = shown >= rows.length;
      more.textContent = `show ${Math.min(CHUNK, rows.length - shown)} more of ${rows.length - shown}`;
      if (first) list.children[first].querySelector("summary")?.focus();
    };
    more.addEventListener("click", extend);
    extend();
    details.append(list, more);
  }

  function counted(shown, all) {
    return shown === all ? all.toLocaleString("en") : `${shown.toLocaleString("en")} of ${all.toLocaleString("en")}`;
  }

  function filter() {
    const sums = { causes: 0, all: 0 };
    for (const details of document.querySelectorAll("details.list")) {
      const shown = matching(details.dataset.list).length;
      details.querySelector(".shown").textContent = counted(shown, data.lists[details.dataset.list].length);
      details.hidden = !shown;
      if (details.open) fill(details);
    }
    for (const article of document.querySelectorAll("article")) {
      const { encoding, verdict, requirements } = article.dataset;
      const list = article.querySelector("details.list");
      article.hidden = !matches(encoding, verdict, requirements.split(" ")) && (!list || list.hidden);
      sums.all += 1;
      sums.causes += !article.hidden;
      document.querySelector(`tr[data-cause="${article.id}"]`).hidden = article.hidden;
    }
    for (const section of document.querySelectorAll("section.folds")) {
      section.hidden = !section.querySelector("article:not([hidden]), details.list:not([hidden])");
    }
    for (const row of document.querySelectorAll("tr[data-encoding]")) {
      row.hidden = form.elements.encoding.value && form.elements.encoding.value !== row.dataset.encoding;
    }
    const noun = sums.all === 1 ? "cause" : "causes";
    document.getElementById("matching").textContent = sums.all ? `${counted(sums.causes, sums.all)} ${noun}` : "";
  }

  for (const details of document.querySelectorAll("details.list")) details.addEventListener("toggle", () => fill(details));
  form.addEventListener("change", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  filter();
})();
