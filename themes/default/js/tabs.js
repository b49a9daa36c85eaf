// Wires the tabs of sections that are alternatives (ARIA Authoring Practices, automatic activation). Without script the sections stand below
// one another.
(() => {
  "use strict";
  /** What a sign says to those who see it. */
  function unseen(text) {
    const element = document.createElement("span");
    element.className = "sr";
    element.textContent = ` ${text.trim()}`;
    return element;
  }

  function connect(tab, panel, select) {
    if (panel.dataset.tab === "bad") tab.append(unseen(panel.querySelector(".badge").lastChild.textContent));
    tab.addEventListener("click", () => select(tab, false));
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
  }

  function show(tab, panel, on) {
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    if (on) panel.removeAttribute("hidden");
    else panel.setAttribute("hidden", "until-found");
  }

  function keyed(event, tabs, select) {
    const at = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    select(tabs.at(to % tabs.length), true);
  }

  function enhance(list) {
    const panels = [...list.parentElement.querySelectorAll(":scope > [data-tab]")];
    const tabs = [...list.children];
    const select = (tab, focus) => {
      tabs.forEach((each, index) => show(each, panels[index], each === tab));
      if (focus) tab.focus();
      // Sideways only: a tab may be chosen by what stands far above it, and the page stays.
      const [box, room] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
      list.scrollLeft += Math.min(0, box.left - room.left) + Math.max(0, box.right - room.right);
    };
    tabs.forEach((tab, index) => connect(tab, panels[index], select));
    list.addEventListener("keydown", (event) => keyed(event, tabs, select));
    const reveal = () => {
      const target = window.msgdocsTarget(location.hash);
      const at = target ? panels.findIndex((panel) => panel.contains(target)) : -1;
      if (at >= 0) select(tabs[at], false);
      return at >= 0 ? target : undefined;
    };
    panels.forEach((panel, index) => panel.addEventListener("beforematch", () => select(tabs[index], false)));
    addEventListener("hashchange", () => reveal()?.scrollIntoView({ block: "nearest" }));
    tabs.forEach((tab, index) => show(tab, panels[index], index === 0));
    list.hidden = false;
    reveal();
  }

  for (const list of document.querySelectorAll("[data-tabs] > .tabs")) enhance(list);
})();
