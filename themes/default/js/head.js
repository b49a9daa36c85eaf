// Runs before anything is drawn: a chosen colour scheme must not flash, and what needs script must not be shown without it.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");
  // Room is kept for what the other scripts add; where they do not come, nothing waits for them.
  addEventListener("load", () => {
    if (!("ready" in root.dataset)) root.classList.remove("js");
  });
  // The browser gives up a transition when the window changes its size or the reader goes on. No event leads to all of them, and the
  // page is there all the same.
  addEventListener("unhandledrejection", (event) => {
    if (event.reason instanceof window.DOMException && /transition/i.test(event.reason.message)) event.preventDefault();
  });
  const counts = new Map();
  /** A short name that no other button of the page has. Where it is cut, its end is kept: names go from the large to the small. */
  window.msgdocsName = (kind, text) => {
    const letters = [...text.replace(/\s+/g, " ").trim()];
    const short = `${kind} ${letters.length > 50 ? `…${letters.slice(-50).join("")}` : letters.join("")}`.trim();
    const count = (counts.get(short) ?? 0) + 1;
    counts.set(short, count);
    return count === 1 ? short : `${short} (${count})`;
  };
  try {
    const allowed = { theme: ["light", "dark"], source: ["on", "off"] };
    for (const [name, values] of Object.entries(allowed)) {
      const chosen = localStorage.getItem(`msgdocs-${name}`);
      if (values.includes(chosen)) root.dataset[name] = chosen;
    }
    // Code or example, the language and the server of code, chosen while the page is read, so that nothing is drawn twice.
    const [code, view, server] = ["code", "view", "server"].map((name) => localStorage.getItem(`msgdocs-${name}`));
    const choose = () => {
      for (const each of document.querySelectorAll("[data-keep]")) if ([code, view].includes(each.value)) each.checked = true;
      for (const each of document.querySelectorAll("details.at")) if (each.id === server) each.open = true;
    };
    if (code || view || server) {
      const watching = new MutationObserver(choose);
      watching.observe(root, { childList: true, subtree: true });
      addEventListener("DOMContentLoaded", () => watching.disconnect());
    }
  } catch {
    // Storage is closed to some pages from disk; then the system decides.
  }
})();
