// The colour scheme: as the system, light, dark, in turn. Remembered, except "as the system".
(() => {
  "use strict";
  const button = document.querySelector("[data-theme-switch]");
  if (!button) return;
  const root = document.documentElement;
  const label = button.querySelector(".sr");
  const order = ["system", "light", "dark"];

  function current() {
    return root.dataset.theme ?? "system";
  }

  function say() {
    const text = button.dataset[current()];
    label.textContent = text;
    button.title = text;
  }

  function remember(choice) {
    try {
      if (choice === "system") localStorage.removeItem("msgdocs-theme");
      else localStorage.setItem("msgdocs-theme", choice);
    } catch {
      // The choice holds for this page then.
    }
  }

  button.addEventListener("click", () => {
    const next = order[(order.indexOf(current()) + 1) % order.length];
    if (next === "system") delete root.dataset.theme;
    else root.dataset.theme = next;
    remember(next);
    say();
  });
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== "msgdocs-theme") return;
    if (newValue === "light" || newValue === "dark") root.dataset.theme = newValue;
    else delete root.dataset.theme;
    say();
  });
  say();
  button.hidden = false;
})();
// Whether source lines are shown, code or example, and the language and server of code, are chosen once, too.
(() => {
  "use strict";
  const root = document.documentElement;
  function keep(name, value) {
    try {
      localStorage.setItem(`msgdocs-${name}`, value);
    } catch {
      // The choice holds for this page then.
    }
  }

  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-keep]") && !target.value.startsWith("own-")) keep(target.dataset.keep, target.value);
  });
  for (const each of document.querySelectorAll("details.at > summary"))
    each.addEventListener("click", () => keep("server", each.parentElement.id));
  const lines = document.querySelector("[data-source-switch]");
  if (lines && root.dataset.source) lines.checked = root.dataset.source === "on";
  lines?.addEventListener("change", () => {
    keep("source", (root.dataset.source = lines.checked ? "on" : "off"));
  });
})();
// The last of the scripts: all of them ran.
document.documentElement.dataset.ready = "";
