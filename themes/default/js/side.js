// Which side the words take, and whether source lines are shown, is chosen once and kept on every page. The controls alone do the rest.
(() => {
  "use strict";
  const root = document.documentElement;
  const radios = [...document.querySelectorAll('input[name="side"]')];
  function show() {
    for (const radio of radios) if (root.dataset.side) radio.checked = radio.value === root.dataset.side;
  }

  function keep(name, value) {
    root.dataset[name] = value;
    try {
      localStorage.setItem(`msgdocs-${name}`, value);
    } catch {
      // The choice holds for this page then.
    }
  }

  for (const radio of radios) radio.addEventListener("change", () => keep("side", radio.value));
  show();

  const lines = document.querySelector("[data-source-switch]");
  if (lines && root.dataset.source) lines.checked = root.dataset.source === "on";
  lines?.addEventListener("change", () => keep("source", lines.checked ? "on" : "off"));
})();
