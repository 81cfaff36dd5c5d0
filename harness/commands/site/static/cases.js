// The lists of test vectors on the page of an implementation. A list is made when it is opened, from a script of data, because a
// page that is a file may read nothing else.
"use strict";

(() => {
  const waiting = new Map();

  window.conformCases = (data) => {
    document.currentScript.cases = data;
  };

  function element(name, text) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function load(address) {
    if (!waiting.has(address)) {
      waiting.set(
        address,
        new Promise((done, failed) => {
          const script = element("script");
          script.src = address;
          script.addEventListener("load", () => done(script.cases));
          script.addEventListener("error", () => failed(new Error(`${address} cannot be read`)));
          document.head.append(script);
        }),
      );
    }
    return waiting.get(address);
  }

  function row(list, name, text) {
    const told = element("dd");
    told.append(element("code", text));
    list.append(element("dt", name), told);
  }

  function item(data, [id, operation, input, permitted, came]) {
    const made = element("li");
    const details = element("details");
    const summary = element("summary");
    summary.append(element("code", id));
    details.append(summary);
    const list = element("dl");
    if (operation) row(list, operation, input);
    for (const each of permitted) row(list, "permitted", each);
    if (came) row(list, "came", came);
    row(list, "again", `conform run -i ${data.implementation} -e ${data.encoding} -k ${id}`);
    details.append(list);
    made.append(details);
    return made;
  }

  function show(details, data) {
    const { cases, more } = data.reasons[Number(details.dataset.reason)];
    const list = element("ul");
    list.append(...cases.map((each) => item(data, each)));
    details.append(list);
    if (more) {
      const left = element("p", `${more.toLocaleString("en")} more are left out. The report of `);
      left.append(element("code", `conform run -i ${data.implementation} -e ${data.encoding} --json FILE`), " has all of them.");
      details.append(left);
    }
  }

  for (const details of document.querySelectorAll("details.cases")) {
    details.addEventListener(
      "toggle",
      () => {
        load(details.dataset.script).then(
          (data) => show(details, data),
          (error) => details.append(element("p", error.message)),
        );
      },
      { once: true },
    );
  }
})();
