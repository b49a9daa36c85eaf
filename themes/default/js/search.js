/*
 * The search box: a combobox (WAI-ARIA 1.2) over what search-find.js finds. Arrows choose, Enter opens, Escape closes. While it is
 * used it stands before the page. On the search page the results stand on the page itself. No markup is ever made from text.
 */
(() => {
  "use strict";
  const form = document.querySelector("[data-search]");
  if (!form) return;
  const input = form.querySelector("input");
  const page = document.querySelector("[data-search-page]");
  /* What a glance takes in: each may stand in a part of the index of its own. */
  const FEW = 15;
  const MANY = 100;
  const said = (name) => form.getAttribute("data-" + name);

  const list = document.createElement("ul");
  list.id = "found";
  list.className = page ? "found-all" : "found";
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  if (page) {
    page.append(status, list);
    page.hidden = false;
    status.className = "sub";
    const notice = document.querySelector("[data-search-none]");
    if (notice) notice.hidden = true;
  } else {
    status.className = "find-status";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", said("results"));
    list.hidden = true;
    form.append(list, document.getElementById("find-foot"));
    form.querySelector("[data-found]").replaceWith(status);
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-controls", "found");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");
  }
  let chosen = -1;
  let latest = 0;

  function show(shown) {
    if (!page) form.toggleAttribute("data-open", shown);
  }

  /* What is on its way still may not open it again. */
  function close() {
    if (page) return;
    latest += 1;
    show(false);
    status.textContent = "";
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    chosen = -1;
  }

  function choose(next) {
    const items = list.querySelectorAll("[aria-selected]");
    if (items.length === 0) return;
    if (items[chosen]) items[chosen].setAttribute("aria-selected", "false");
    chosen = (next + items.length) % items.length;
    items[chosen].setAttribute("aria-selected", "true");
    items[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", items[chosen].id);
  }

  /* A text with what was typed marked in it; a long one from shortly before the first mark on. */
  function span(className, text, typed) {
    const element = document.createElement("span");
    element.className = className;
    const marked = typed ? window.msgdocsSearch.marks(text, typed) : [];
    const start = marked.length > 0 && marked[0][0] > 70 ? text.lastIndexOf(" ", marked[0][0] - 30) + 1 : 0;
    let at = start;
    if (start > 0) element.append("… ");
    for (const [from, to] of marked) {
      const mark = document.createElement("mark");
      mark.textContent = text.slice(from, to);
      element.append(text.slice(at, from), mark);
      at = to;
    }
    element.append(text.slice(at));
    return element;
  }

  /* Whether the application sends or receives. */
  function glyphs(way) {
    const glyph = span("glyph " + way, way === "send" ? "↑" : "↓");
    glyph.setAttribute("aria-hidden", "true");
    return [glyph, span("sr", said(way + "s"))];
  }

  function item(link, index) {
    const element = document.createElement("li");
    if (!page) {
      element.setAttribute("role", "none");
      link.id = "found-" + index;
      link.setAttribute("role", "option");
      link.setAttribute("aria-selected", "false");
      link.tabIndex = -1;
    }
    element.append(link);
    return element;
  }

  /* What a hit is, what it belongs to, and why it was found: a word of its description, else one of its values. */
  function linkTo(hit, typed) {
    const link = document.createElement("a");
    link.href = hit.href;
    const title = span("found-title", hit.title, typed);
    title.dir = "auto";
    const context = hit.context === hit.title ? "" : hit.context;
    const isIn = (text) => window.msgdocsSearch.marks(text, typed).length > 0;
    const values = hit.values && ![hit.title, context, hit.about].some(isIn) && isIn(hit.values);
    link.append(span("found-kind", said("kind-" + hit.kind) ?? hit.kind), title, span("found-context", context, typed));
    link.append(span(values ? "found-about found-values" : "found-about", values ? hit.values : hit.about, typed));
    if (hit.fields) link.addEventListener("click", (event) => expand(event, hit, typed));
    if (hit.kind === "operation" && hit.note) link.append(...glyphs(hit.note));
    else link.append(span("found-note", hit.note));
    return link;
  }

  /* In the place of what stands for several fields, these. */
  async function expand(event, hit, text) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const mine = latest;
    const fields = await window.msgdocsSearch.fieldsOf(hit).catch(() => []);
    if (mine !== latest || fields.length === 0) return;
    const at = listed.indexOf(hit);
    render(listed.toSpliced(at, 1, ...fields), text);
    choose(at);
    input.focus();
  }

  function allOf(text) {
    return form.getAttribute("action") + "?q=" + encodeURIComponent(text);
  }

  function allLink(text) {
    const link = document.createElement("a");
    link.href = allOf(text);
    link.className = "found-more";
    link.textContent = said("all");
    return link;
  }

  let listed = [];

  function render(hits, text, none = said("none")) {
    listed = hits;
    const links = hits.map((hit) => linkTo(hit, text));
    const more = hits.more || hits.length >= (page ? MANY : FEW);
    if (!page && more) links.push(allLink(text));
    list.replaceChildren(...links.map(item));
    chosen = -1;
    list.hidden = hits.length === 0;
    status.textContent = hits.length === 0 ? none : hits.length + (more ? "+ " : " ") + said("count");
    if (page) return;
    input.setAttribute("aria-expanded", !list.hidden);
    input.removeAttribute("aria-activedescendant");
    choose(0);
  }

  /* Before anything is typed: what was opened lately. */
  async function lately() {
    const mine = latest;
    const hits = await window.msgdocsSearch.find("").catch(() => []);
    if (mine !== latest || hits.length === 0) return;
    render(hits, "");
    status.textContent = said("lately");
  }

  async function search() {
    latest += 1;
    const mine = latest;
    const text = input.value.trim();
    if (text === "") {
      list.replaceChildren();
      close();
      show(true);
      if (!page) await lately();
      return;
    }
    show(true);
    let hits;
    try {
      hits = await window.msgdocsSearch.find(text, page ? MANY : FEW, () => mine === latest);
    } catch {
      if (mine === latest) render([], text, said("failed"));
      return;
    }
    if (mine === latest) render(hits, text);
  }

  function open() {
    const link = list.hidden ? null : list.querySelector("[aria-selected=true]");
    if (!link) return false;
    if (!listed[chosen]?.fields) {
      close();
      input.blur();
    }
    link.click();
    return true;
  }

  form.hidden = false;
  input.addEventListener("input", search);
  input.addEventListener("focus", () => {
    window.msgdocsSearch.warm();
    show(true);
    if (!page && list.hidden) search();
  });
  input.addEventListener("keydown", (event) => {
    if (page) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Escape") {
      // The browser's own Escape empties the box; here it first closes the list.
      if (list.hidden) input.blur();
      else event.preventDefault();
      close();
    }
  });
  /* A form's own way would not do from disk, where no address is 'self'. */
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (page) list.querySelector("a")?.focus();
    else if (!open() && text !== "") location.href = allOf(text);
  });
  if (!page) {
    // What darkens the page is of the form itself.
    document.addEventListener("pointerdown", (event) => {
      if (event.target !== form && form.contains(event.target)) return;
      if (form.hasAttribute("data-open")) event.preventDefault();
      close();
      input.blur();
    });
    form.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !form.contains(event.relatedTarget)) close();
    });
  }

  /* The search page: a query in its address is searched at once. */
  const asked = page && new window.URLSearchParams(location.search).get("q");
  if (page && !asked) input.focus({ preventScroll: true });
  if (asked) {
    input.value = asked;
    search();
  }
})();
