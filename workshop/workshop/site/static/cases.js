// The lists of test vectors. A list is made when it is opened, from a script of data, because a page that is a file may read nothing
// else.
"use strict";

(() => {
  // The longest input that stands beside an id.
  const SHORT = 40;
  const loading = new Map();

  window.conformLists = (data) => {
    document.currentScript.data = data;
  };

  function element(name, text) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function load(address) {
    if (!loading.has(address)) {
      const script = element("script");
      script.src = address;
      loading.set(
        address,
        new Promise((done, failed) => {
          script.addEventListener("load", () => done(script.data));
          script.addEventListener("error", () => failed(new Error(`${address} cannot be read`)));
        }),
      );
      document.head.append(script);
    }
    return loading.get(address);
  }

  function item([id, told], rerun) {
    const list = element("dl");
    for (const [label, text] of [...told, ["rerun", `${rerun} ${id}`]]) {
      const value = element("dd");
      value.append(element("code", text));
      list.append(element("dt", label), value);
    }
    const summary = element("summary");
    summary.append(element("code", id));
    const [asked] = told;
    if (asked && asked[1].length <= SHORT) summary.append(element("small", `${asked[0]} ${asked[1]}`));
    const details = element("details");
    details.append(summary, list);
    const made = element("li");
    made.append(details);
    return made;
  }

  function show(details, { rerun, every, lists }) {
    const { items, more } = lists[Number(details.dataset.list)];
    const list = element("ul");
    list.append(...items.map((each) => item(each, rerun)));
    details.append(list);
    if (more) {
      const left = element("p", `${more.toLocaleString("en")} more are left out. The report of `);
      left.append(element("code", every), " has all of them.");
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
