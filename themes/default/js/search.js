/*
 * The search box: a combobox (WAI-ARIA 1.2) over what search-find.js finds. Arrows choose, Enter opens, Escape closes.
 * No markup is ever made from text.
 */
(function () {
  const form = document.querySelector("[data-search]");
  if (!form) return;
  const input = form.querySelector("input");

  /* ---- the list ---- */
  const list = document.createElement("ul");
  list.id = "found";
  list.className = "found";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", form.getAttribute("data-results") || "Results");
  list.hidden = true;
  const status = document.createElement("p");
  status.className = "sr";
  status.setAttribute("role", "status");
  form.append(list, status);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-controls", "found");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  let chosen = -1;
  let latest = 0;

  function close() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    chosen = -1;
  }

  function choose(next) {
    const items = list.children;
    if (items.length === 0) return;
    if (items[chosen]) items[chosen].setAttribute("aria-selected", "false");
    chosen = (next + items.length) % items.length;
    items[chosen].setAttribute("aria-selected", "true");
    items[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", items[chosen].id);
  }

  function span(className, text) {
    const element = document.createElement("span");
    element.className = className;
    element.textContent = text;
    return element;
  }

  function item(hit, index) {
    const element = document.createElement("li");
    element.id = "found-" + index;
    element.setAttribute("role", "option");
    element.setAttribute("aria-selected", "false");
    const link = document.createElement("a");
    link.href = hit.href;
    link.tabIndex = -1;
    link.append(
      span("found-kind", form.getAttribute("data-kind-" + hit.kind) || hit.kind),
      span("found-title", hit.title),
      span("found-context", hit.context),
    );
    element.append(link);
    return element;
  }

  async function search() {
    latest += 1;
    const mine = latest;
    const text = input.value.trim();
    if (text === "") return close();
    let hits;
    try {
      hits = await window.msgdocsSearch.find(text);
    } catch {
      return;
    }
    if (mine !== latest) return;
    list.replaceChildren(...hits.map(item));
    chosen = -1;
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    input.removeAttribute("aria-activedescendant");
    const none = form.getAttribute("data-none") || "Nothing found";
    if (hits.length === 0) {
      const empty = document.createElement("li");
      empty.className = "found-none";
      empty.setAttribute("role", "option");
      empty.setAttribute("aria-disabled", "true");
      empty.textContent = none;
      list.append(empty);
    }
    status.textContent = hits.length === 0 ? none : String(hits.length);
    if (hits.length > 0) choose(0);
  }

  function open() {
    const link = list.hidden || chosen < 0 ? null : list.children[chosen].querySelector("a");
    if (!link) return false;
    close();
    input.blur();
    location.href = link.href;
    return true;
  }

  form.hidden = false;
  input.addEventListener("input", search);
  input.addEventListener("focus", function () {
    window.msgdocsSearch.warm();
    if (input.value.trim() !== "" && list.hidden) search();
  });
  input.addEventListener("keydown", function (event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Escape") {
      if (list.hidden) input.value = "";
      close();
    }
  });
  form.addEventListener("submit", function (event) {
    if (open()) event.preventDefault();
    else if (input.value.trim() !== "") event.preventDefault();
  });
  document.addEventListener("click", function (event) {
    if (!form.contains(event.target)) close();
  });

  /* The search page: a query in its address is searched at once. */
  const asked = new window.URLSearchParams(location.search).get("q");
  if (asked) {
    input.value = asked;
    search();
  }
})();
