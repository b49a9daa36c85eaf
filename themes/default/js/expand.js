// A block that a link leads to is opened, with all that it stands in; a button opens or closes a whole tree.
(() => {
  "use strict";
  function reveal() {
    const target = window.msgdocsTarget(location.hash);
    if (!target) return;
    for (let details = target.closest("details"); details; details = details.parentElement.closest("details")) details.open = true;
    const side = target.closest(".duo > .panel");
    const views = side?.parentElement.querySelectorAll("[data-keep=view]");
    if (views?.length) views[Number(side.matches(".examples"))].checked = true;
    target.scrollIntoView();
  }

  /** The headings that a tree stands under, and the names of its binding and its row. */
  function nameOf(tree, above) {
    const row = tree.closest(".row")?.querySelector(".name");
    const names = [tree.closest(".binding")?.querySelector(".proto"), row?.querySelector("a") ?? row];
    return [...above, ...names].map((each) => each?.textContent ?? "").join(" ");
  }

  /** A button over each tree in which several things are closed. */
  function offer(tree, all, name) {
    const { expand, collapse } = document.documentElement.dataset;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy expand";
    const label = document.createTextNode("");
    const unseen = document.createElement("span");
    unseen.className = "sr";
    unseen.textContent = ` ${window.msgdocsName("", name)}`;
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

  let headings = [];
  for (const each of document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6, .schema)")) {
    if (each.matches(".schema")) {
      const all = [...each.querySelectorAll("details.schema-below")];
      // The title of a page names what stands under no other heading.
      if (all.length > 1) offer(each, all, nameOf(each, headings.length > 1 ? headings.slice(1) : headings));
    } else headings = [...headings.filter(({ localName }) => localName < each.localName), each];
  }
  addEventListener("hashchange", reveal);
  reveal();
})();
