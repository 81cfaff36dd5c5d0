"use strict";

// Shows only what belongs to the chosen encoding and requirement. The page can be read without it.
(() => {
  const form = document.getElementById("filter");
  const causes = [...document.querySelectorAll("article")];

  function filter() {
    const { encoding, requirement } = form.elements;
    for (const each of document.querySelectorAll("[data-encoding]")) {
      const { encoding: e, requirement: r } = each.dataset;
      each.hidden = (encoding.value && e !== encoding.value) || (requirement.value && r !== undefined && r !== requirement.value);
    }
    const shown = causes.filter((each) => !each.closest("[hidden]")).length;
    document.getElementById("matching").textContent = `${shown} of ${causes.length} causes`;
  }

  form.addEventListener("change", filter);
  form.hidden = causes.length < 2;
})();
