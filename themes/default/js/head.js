// Runs before anything is drawn: a chosen colour scheme must not flash, and what needs script must not be shown without it.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");
  // Room is kept for what the other scripts add; where they do not come, nothing waits for them.
  addEventListener("load", () => {
    if (!("ready" in root.dataset)) root.classList.remove("js");
  });
  try {
    const chosen = localStorage.getItem("msgdocs-theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch {
    // Storage is closed to some pages from disk; then the system decides.
  }
})();
