// Which side the words take is chosen once and kept on every page. The radios alone do the rest.
(() => {
  "use strict";
  const root = document.documentElement;
  const radios = [...document.querySelectorAll('input[name="side"]')];
  function show() {
    for (const radio of radios) if (root.dataset.side) radio.checked = radio.value === root.dataset.side;
  }

  for (const radio of radios) {
    radio.addEventListener("change", () => {
      root.dataset.side = radio.value;
      try {
        localStorage.setItem("msgdocs-side", radio.value);
      } catch {
        // The choice holds for this page then.
      }
    });
  }
  show();
})();
