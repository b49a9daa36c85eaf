// A block that a link leads to is opened, with all that it stands in; "expand all" opens a whole tree.
(() => {
  "use strict";
  function reveal() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let details = target.closest("details"); details; details = details.parentElement.closest("details")) details.open = true;
    target.scrollIntoView();
  }

  for (const button of document.querySelectorAll("[data-expand]")) {
    const tree = document.getElementById(button.dataset.expand);
    const all = tree ? [...tree.querySelectorAll("details")] : [];
    if (all.length === 0) continue;
    button.hidden = false;
    button.addEventListener("click", () => {
      const open = all.some((details) => !details.open);
      for (const details of all) details.open = open;
      button.textContent = open ? button.dataset.collapseText : button.dataset.expandText;
    });
  }
  addEventListener("hashchange", reveal);
  reveal();
})();
