/*
 * The preview's part of a page: loads it again when it would look different, exchanges its style sheet when only that has changed, and
 * shows what is wrong over it. It runs before the page's security policy stands, which forbids to open a connection later. Everything
 * that comes from a document is put in as text.
 */
(() => {
  "use strict";
  const { version } = document.currentScript.dataset;
  const path = location.pathname;
  const KEEP = "msgdocs-preview";
  const DISMISSED = "msgdocs-preview-dismissed";

  /* ---- the worker ---- */
  const shared = "SharedWorker" in window ? new SharedWorker("/__msgdocs/worker.js").port : new Worker("/__msgdocs/worker.js");
  const hello = () => shared.postMessage({ kind: "hello", path, version });
  shared.onmessage = ({ data }) => {
    if (data.kind === "reload") reload();
    else if (data.kind === "state") whenReady(() => show(data.state));
  };
  addEventListener("pagehide", () => shared.postMessage({ kind: "bye" }));
  addEventListener("pageshow", ({ persisted }) => persisted && hello());
  hello();

  function whenReady(then) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", then, { once: true });
    else then();
  }

  /* ---- what a reader has done to the page, over a reload ---- */
  function stored(key, value) {
    try {
      if (value === undefined) return sessionStorage.getItem(key);
      if (value === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, value);
    } catch {
      // Storage may be closed; then nothing is kept.
    }
    return null;
  }

  /** A block's name that is the same in the next build: its own id, or its number below the nearest one that has an id. */
  function nameOf(element) {
    if (element.id) return `#${element.id}`;
    const owner = element.parentElement?.closest("[id]") ?? document.body;
    const kin = [...owner.querySelectorAll(element.localName)];
    return `${owner.id ? `#${owner.id}` : ""} ${kin.indexOf(element)}`;
  }

  /** What is at the top of the window, to be put there again although what stands above it may grow. */
  function anchor() {
    for (const element of document.querySelectorAll("main [id]")) {
      const { top, height } = element.getBoundingClientRect();
      if (height > 0 && top >= 0 && top < innerHeight) return { id: element.id, top };
    }
    return undefined;
  }

  let leaving = false;

  function reload() {
    leaving = true;
    const details = {};
    for (const each of document.querySelectorAll("details")) details[nameOf(each)] = each.open;
    const tabs = [...document.querySelectorAll("[role=tab][aria-selected=true][id]")].map(({ id }) => id);
    const rail = document.querySelector(".rail")?.scrollTop ?? 0;
    stored(
      KEEP,
      JSON.stringify({ path, x: scrollX, y: scrollY, anchor: anchor(), details, tabs, rail, focus: document.activeElement?.id }),
    );
    // The browser would put the page back too: smoothly, so that it would still be scrolling, and go on from where we put it.
    if (stored(KEEP)) history.scrollRestoration = "manual";
    location.reload();
  }
  // A page that is already being left, and waits for the next one, has to leave it at that.
  addEventListener("load", () => setTimeout(() => leaving || (history.scrollRestoration = "auto"), 1000));

  function restoreBlocks({ details, tabs }) {
    for (const each of document.querySelectorAll("details")) {
      const open = details[nameOf(each)];
      if (open !== undefined && each.open !== open) each.open = open;
    }
    for (const id of tabs) document.querySelector(`[role=tab][aria-selected=false]#${CSS.escape(id)}`)?.click();
  }

  /** What storage holds may be written by anyone on this origin. */
  function read(text) {
    try {
      const { path: of, x, y, anchor: at, details, tabs, rail, focus } = JSON.parse(text);
      const [left, top, scrolled, below] = [x, y, rail, at?.top].map((each) => Number(each) || 0);
      const [id, focused, ...names] = [at?.id ?? "", focus ?? "", ...tabs].map(String);
      return { path: of, left, top, anchor: { id, top: below }, details: { ...details }, tabs: names, rail: scrolled, focus: focused };
    } catch {
      return undefined;
    }
  }

  function restore() {
    const text = stored(KEEP);
    if (!text) return;
    stored(KEEP, null);
    const kept = read(text);
    if (kept?.path !== path) return;
    restoreBlocks(kept);
    document.getElementById(kept.focus)?.focus({ preventScroll: true });
    const rail = document.querySelector(".rail");
    if (rail) rail.scrollTop = kept.rail;
    const place = () => {
      scrollTo({ left: kept.left, top: kept.top, behavior: "instant" });
      const at = kept.top > 0 && document.getElementById(kept.anchor.id);
      if (at) scrollBy({ top: at.getBoundingClientRect().top - kept.anchor.top, behavior: "instant" });
    };
    place();
    // Images may come later.
    if (document.readyState !== "complete") addEventListener("load", place, { once: true });
  }
  whenReady(restore);

  /* ---- the style sheet ---- */
  const STYLE = /(^|\/)assets\/site-[0-9a-f]+\.css$/;

  function exchangeStyle(style) {
    const old = [...document.querySelectorAll("link[rel=stylesheet]")].filter(({ href }) => STYLE.test(new URL(href).pathname));
    const link = old.at(-1);
    if (!link || !style || new URL(link.href).pathname === `/${style}`) return;
    const fresh = document.createElement("link");
    fresh.rel = "stylesheet";
    fresh.href = `/${style}`;
    fresh.addEventListener("load", () => old.forEach((each) => each.remove()));
    fresh.addEventListener("error", () => fresh.remove());
    link.after(fresh);
  }

  /* ---- the problems ---- */
  let overlay;

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function item({ message, hint, place, href, code }) {
    const row = element("li");
    row.append(element("p", "what", message));
    if (hint) row.append(element("p", "hint", hint));
    const where = element("p", "where");
    if (place && href) {
      const link = element("a", "", place);
      link.href = href;
      where.append(link);
    } else if (place) where.append(element("span", "", place));
    if (code) where.append(element("span", "code", code));
    if (where.hasChildNodes()) row.append(where);
    return row;
  }

  function build() {
    const host = element("div");
    host.id = "msgdocs-problems";
    const root = host.attachShadow({ mode: "open" });
    const style = element("link");
    style.rel = "stylesheet";
    style.href = "/__msgdocs/overlay.css";
    const panel = element("section", "panel");
    panel.tabIndex = -1;
    panel.setAttribute("role", "region");
    const title = element("h2");
    title.setAttribute("role", "status");
    const close = element("button", "", "Dismiss");
    close.type = "button";
    close.title = "Escape";
    const header = element("header");
    header.append(title, close);
    const list = element("ol");
    const more = element("p", "more");
    const lead = element("p", "lead");
    panel.append(header, lead, list, more);
    const pill = element("button", "pill");
    pill.type = "button";
    root.append(style, panel, pill);
    document.documentElement.append(host);
    const made = { host, panel, title, close, lead, list, more, pill, key: "" };
    close.addEventListener("click", () => fold(made, true));
    pill.addEventListener("click", () => fold(made, false));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !made.host.isConnected || made.panel.hidden) return;
      event.preventDefault();
      fold(made, true);
    });
    return made;
  }

  function fold(made, folded) {
    const had = made.host.shadowRoot.activeElement;
    made.panel.hidden = folded;
    made.pill.hidden = !folded;
    stored(DISMISSED, folded ? made.key : null);
    if (had) (folded ? made.pill : made.close).focus();
  }

  function show({ style, lead, troubles, more }) {
    exchangeStyle(style);
    if (troubles.length === 0) {
      overlay?.host.remove();
      overlay = undefined;
      return;
    }
    overlay ??= build();
    overlay.key = JSON.stringify([troubles, more]);
    const count = troubles.length + more;
    const text = `${count} problem${count === 1 ? "" : "s"}`;
    overlay.title.textContent = text;
    overlay.panel.setAttribute("aria-label", text);
    overlay.pill.textContent = text;
    overlay.lead.textContent = lead;
    overlay.list.replaceChildren(...troubles.map(item));
    overlay.more.textContent = more > 0 ? `and ${more} more in the terminal` : "";
    const folded = stored(DISMISSED) === overlay.key;
    overlay.panel.hidden = folded;
    overlay.pill.hidden = !folded;
  }
})();
