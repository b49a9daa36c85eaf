// Sections that are alternatives become tabs (ARIA Authoring Practices, automatic activation). Without script they stand below one another.
(() => {
  "use strict";
  /** What a sign says to those who see it. */
  function unseen(text) {
    const element = document.createElement("span");
    element.className = "sr";
    element.textContent = ` ${text.trim()}`;
    return element;
  }

  function tabFor(panel, select) {
    const name = panel.querySelector("[data-tab-name]");
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `${panel.id}-tab`;
    tab.textContent = name.textContent;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    tab.className = panel.dataset.tab;
    if (panel.dataset.tab === "bad") tab.append(unseen(panel.querySelector(".badge").lastChild.textContent));
    tab.addEventListener("click", () => select(tab, false));
    name.classList.add("sr");
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    return tab;
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

  function enhance(box) {
    const panels = [...box.querySelectorAll(":scope > [data-tab]")];
    if (panels.length < 2) return;
    const select = (tab, focus) => {
      tabs.forEach((each, index) => show(each, panels[index], each === tab));
      if (focus) tab.focus();
      tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    };
    const tabs = panels.map((panel) => tabFor(panel, select));
    const list = document.createElement("div");
    list.className = "tabs";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-labelledby", box.getAttribute("aria-labelledby"));
    list.append(...tabs);
    list.addEventListener("keydown", (event) => keyed(event, tabs, select));
    panels[0].before(list);
    const reveal = () => {
      const target = window.msgdocsTarget(location.hash);
      const at = target ? panels.findIndex((panel) => panel.contains(target)) : -1;
      if (at >= 0) select(tabs[at], false);
      return at >= 0 ? target : undefined;
    };
    panels.forEach((panel, index) => panel.addEventListener("beforematch", () => select(tabs[index], false)));
    addEventListener("hashchange", () => reveal()?.scrollIntoView({ block: "nearest" }));
    tabs.forEach((tab, index) => show(tab, panels[index], index === 0));
    reveal();
  }

  for (const box of document.querySelectorAll("[data-tabs]")) enhance(box);
})();
