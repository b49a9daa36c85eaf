/*
 * The filter of the home page: text, and values of facets. Values of one kind are joined by or, kinds by and; it works over all APIs,
 * not over those of this page alone. What is chosen stands behind the `#` of the address.
 */
(() => {
  "use strict";
  const table = document.querySelector("[data-apis] table");
  const holder = document.querySelector("[data-filter-apis]");
  if (!table || !holder) return;
  const box = holder.querySelector("input");
  const shown = document.querySelector("[data-shown]");
  const said = shown.dataset.said;
  const usual = shown.textContent;
  const active = document.querySelector("[data-active]");
  const none = document.querySelector("[data-no-apis]");
  const bodies = [...table.tBodies];
  const rest = document.querySelectorAll("main > .pages, main > .turn");
  const MOST = 200;
  const chosen = new Map();
  const found = document.createElement("tbody");
  found.hidden = true;
  table.append(found);

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  const figure = (number) => String(number).replace(/\B(?=(?:\d{3})+$)/g, holder.dataset.thousands);

  /* A verdict, with the sign that it has in the list of the page. */
  function verdict(className, sign, text) {
    const made = element("span", className);
    const mark = element("span", "", sign);
    mark.setAttribute("aria-hidden", "true");
    made.append(...(sign ? [mark, " "] : []), text);
    return made;
  }

  const valuesOf = (data, api, kind) => api[3][data.kinds.indexOf(kind)].map((at) => data.values[data.kinds.indexOf(kind)][at]);

  function fits(data, api, words, without) {
    const text = (
      api[0] +
      " " +
      api[1] +
      " " +
      api[3].map((ids, kind) => ids.map((at) => data.values[kind][at]).join(" ")).join(" ")
    ).toLowerCase();
    if (!words.every((word) => text.includes(word))) return false;
    for (const [kind, values] of chosen) {
      if (kind !== without && values.size > 0 && !valuesOf(data, api, kind).some((value) => values.has(value))) return false;
    }
    return true;
  }

  function row(data, api) {
    const known = document.getElementById("api-" + api[0]);
    if (known && !found.contains(known)) {
      const copy = known.cloneNode(true);
      copy.removeAttribute("id");
      return copy;
    }
    const [name, title, version, , ways, [passed, all, unchecked = ""]] = api;
    const made = element("tr");
    const head = element("th");
    head.scope = "row";
    const bdi = element("bdi");
    const link = element("a", "", title || name);
    link.href = document.querySelector("[data-search]").getAttribute("data-root") + "apis/" + name + "/index.html";
    bdi.append(ways === 0 ? title || name : link);
    head.append(bdi);
    if (title) head.append(" ", element("small", "key mono", name));
    const owner = element("td", "c-owner");
    const named = valuesOf(data, api, "owner").join(", ");
    if (named) owner.append(element("bdi", "", named));
    else if (ways === 0) owner.append(element("span", "none", holder.dataset.noOwner));
    const channels = element("td", "ways");
    if (ways !== 0)
      channels.append(element("span", "way-send", "↑ " + figure(ways[0])), " ", element("span", "way-receive", "↓ " + figure(ways[1])));
    const checks = element("td", "checks-cell");
    const inner = element("div", "checks");
    for (const state of valuesOf(data, api, "state")) {
      const isBad = data.bad.includes(state);
      inner.append(verdict("badge " + (isBad ? "bad" : "warn"), isBad ? "✗" : "", state));
    }
    if (all > 0 || unchecked) {
      const isFine = all > 0 && passed === all;
      inner.append(verdict("fit-" + (isFine ? "ok" : "warn"), isFine ? "✓" : "", figure(passed) + " / " + figure(all) + unchecked));
    }
    checks.append(inner);
    made.append(
      head,
      element("td", "c-ver mono", version),
      owner,
      element("td", "protos", valuesOf(data, api, "protocol").join(", ")),
      channels,
      checks,
    );
    return made;
  }

  function chips() {
    active.replaceChildren(
      ...[...chosen].flatMap(([kind, values]) =>
        [...values].map((value) => {
          const button = element("button", "", value + " ×");
          button.type = "button";
          button.setAttribute("aria-label", active.dataset.remove + ": " + value);
          button.addEventListener("click", () => turn(kind, value));
          return button;
        }),
      ),
    );
  }

  function remember(isOn) {
    const pairs = [...chosen].flatMap(([kind, values]) => [...values].map((value) => [kind, value]));
    if (box.value) pairs.push(["q", box.value]);
    const hash = isOn ? "#" + new window.URLSearchParams(pairs) : location.pathname + location.search;
    try {
      history.replaceState(null, "", hash);
    } catch {
      // Some pages from disk have no history of their own.
    }
  }

  let latest = 0;
  async function show() {
    latest += 1;
    const mine = latest;
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isOn = words.length > 0 || [...chosen.values()].some((values) => values.size > 0);
    let data;
    try {
      data = await window.msgdocsSearch.load("apis");
    } catch {
      return;
    }
    if (mine !== latest) return;
    const met = isOn ? data.apis.filter((api) => fits(data, api, words)) : data.apis;
    found.replaceChildren(...(isOn ? met.slice(0, MOST).map((api) => row(data, api)) : []));
    for (const body of bodies) body.hidden = isOn;
    for (const each of rest) each.hidden = isOn;
    found.hidden = !isOn;
    none.hidden = met.length > 0;
    shown.textContent = isOn ? said.replace("{}", figure(met.length)) : usual;
    for (const facet of document.querySelectorAll("[data-facets] [aria-pressed]")) {
      const { kind, value } = facet.dataset;
      facet.setAttribute("aria-pressed", String(chosen.get(kind)?.has(value) ?? false));
      const count = data.apis.filter((api) => valuesOf(data, api, kind).includes(value) && fits(data, api, words, kind)).length;
      facet.querySelector(".count").textContent = figure(count);
    }
    chips();
    remember(isOn);
  }

  function turn(kind, value) {
    const values = chosen.get(kind) ?? new Set();
    chosen.set(kind, values);
    if (!values.delete(value)) values.add(value);
    show();
  }

  // They stay the links that they are without script, so that nothing moves.
  for (const section of document.querySelectorAll("[data-facets]")) {
    for (const link of section.querySelectorAll("a[data-value]")) {
      link.dataset.kind = section.dataset.facets;
      link.setAttribute("role", "button");
      link.setAttribute("aria-pressed", "false");
      link.addEventListener("click", (event) => {
        event.preventDefault();
        turn(link.dataset.kind, link.dataset.value);
      });
      link.addEventListener("keydown", (event) => {
        if (event.key !== " ") return;
        event.preventDefault();
        link.click();
      });
    }
  }
  box.addEventListener("input", show);
  holder.hidden = false;
  const kinds = new Set([...document.querySelectorAll("[data-facets]")].map((section) => section.dataset.facets));
  for (const [kind, value] of new window.URLSearchParams(location.hash.slice(1))) {
    if (kind === "q") box.value = value;
    else if (kinds.has(kind)) chosen.set(kind, (chosen.get(kind) ?? new Set()).add(value));
  }
  if (box.value || chosen.size > 0) show();
})();
