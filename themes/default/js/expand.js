// A block that a link leads to is opened, with all that it stands in; a button opens or closes a whole tree.
(() => {
  "use strict";
  function reveal() {
    const target = window.msgdocsTarget(location.hash);
    if (!target) return;
    for (let details = target.closest("details"); details; details = details.parentElement.closest("details")) details.open = true;
    target.scrollIntoView();
  }

  /** A button over each tree in which several things are closed. */
  function offer(tree, all) {
    const { expand, collapse } = document.documentElement.dataset;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy expand";
    const label = document.createTextNode("");
    const unseen = document.createElement("span");
    unseen.className = "sr";
    unseen.textContent = ` ${tree.previousElementSibling?.textContent ?? ""}`;
    button.append(label, unseen);
    const say = () => (label.data = all.some((details) => !details.open) ? expand : collapse);
    button.addEventListener("click", () => {
      const open = all.some((details) => !details.open);
      for (const details of all) details.open = open;
      say();
    });
    for (const details of all) details.addEventListener("toggle", say);
    say();
    tree.prepend(button);
  }

  for (const tree of document.querySelectorAll("main .schema")) {
    const all = [...tree.querySelectorAll("details.schema-below")];
    if (all.length > 1) offer(tree, all);
  }
  addEventListener("hashchange", reveal);
  reveal();
})();
