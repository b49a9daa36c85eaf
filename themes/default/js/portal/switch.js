/*
 * The switchers of a portal: a box and a list of all APIs or of all versions, from data that is loaded when one is first opened.
 * No markup is ever made from text.
 */
(() => {
  "use strict";
  const form = document.querySelector("[data-search]");
  const root = form?.getAttribute("data-root") ?? "";
  const MOST = 100;

  function row(text, detail, href, current) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = href;
    if (current) link.setAttribute("aria-current", "true");
    const name = document.createElement("bdi");
    name.textContent = text;
    const small = document.createElement("small");
    small.textContent = detail;
    link.append(name, small);
    item.append(link);
    return item;
  }

  /** All APIs that have pages, or the versions of one. */
  function entriesOf(panel, data) {
    const own = panel.dataset.api;
    if (panel.dataset.switch === "apis") {
      return data.apis
        .filter((api) => api[4] !== 0)
        .map(([name, title, version]) => ({
          text: title || name,
          detail: version,
          href: root + "apis/" + name + "/index.html",
          current: name === own,
        }));
    }
    const api = data.apis.find(([name]) => name === own);
    if (!api) return [];
    const versions = [[api[2], ""], ...api[7]];
    return versions.map(([version, folder]) => {
      const href = root + "apis/" + own + "/" + folder + "index.html";
      return {
        text: version,
        detail: "",
        href,
        current: new URL(href, location.href).pathname === new URL(panel.querySelector("a").href).pathname,
      };
    });
  }

  async function fill(panel) {
    if (panel.dataset.filled !== undefined || !window.msgdocsSearch) return;
    panel.dataset.filled = "";
    let entries;
    try {
      entries = entriesOf(panel, await window.msgdocsSearch.load("apis"));
    } catch {
      // The links of the page stay.
      return;
    }
    const list = document.createElement("ul");
    list.dataset.list = "";
    const show = (words) => {
      const fits = entries.filter(({ text, href }) => words.every((word) => (text + " " + href).toLowerCase().includes(word)));
      list.replaceChildren(...fits.slice(0, MOST).map((each) => row(each.text, each.detail, each.href, each.current)));
    };
    show([]);
    const inner = panel.querySelector(".switcher-panel");
    if (entries.length > 5) {
      const box = document.createElement("input");
      box.type = "search";
      box.autocomplete = "off";
      box.placeholder = panel.querySelector("summary > .sr").textContent.replace(/: $/, "");
      box.setAttribute("aria-label", box.placeholder);
      box.addEventListener("input", () => show(box.value.toLowerCase().split(/\s+/).filter(Boolean)));
      box.addEventListener("keydown", (event) => {
        if (event.key === "Enter") list.querySelector("a")?.click();
      });
      inner.prepend(box);
      box.focus();
    }
    inner.append(list);
    // It is in the list.
    inner.querySelector("[aria-current]").parentElement.hidden = entries.length > 0;
  }

  for (const panel of document.querySelectorAll("details.switcher")) {
    panel.addEventListener("toggle", () => {
      if (!panel.open) return;
      fill(panel);
      panel.querySelector("input")?.focus();
    });
    panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      panel.open = false;
      panel.querySelector("summary").focus();
    });
    document.addEventListener("click", (event) => {
      if (panel.open && !panel.contains(event.target)) panel.open = false;
    });
  }
})();
