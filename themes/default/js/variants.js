// The variant of a payload that is chosen has its example in front, and the other way round. The radios alone show its fields.
(() => {
  "use strict";
  /** The tab of the first example of a variant. */
  function tabOf(bar, number) {
    const panel = bar.closest(".variants").querySelector(`[data-v="${number}"]`);
    return panel && document.getElementById(`${panel.id}-tab`);
  }

  function pick(bar, number) {
    const radio = bar.querySelector(`[value="${number}"]`);
    if (radio) radio.checked = true;
  }

  for (const bar of document.querySelectorAll(".variant-bar")) {
    const rows = [...bar.closest(".variants").querySelectorAll(".words > .schema > .schema-rows > .schema-choice")];
    bar.addEventListener("change", ({ target }) => tabOf(bar, target.value)?.click());
    bar.closest(".variants").addEventListener("click", ({ target }) => {
      const tab = target.closest("[role=tab]");
      const panel = tab && document.getElementById(tab.getAttribute("aria-controls"));
      if (panel?.dataset.v) pick(bar, panel.dataset.v);
    });
    const reveal = () => {
      const target = window.msgdocsTarget(location.hash);
      const at = target ? rows.findIndex((row) => row.contains(target)) : -1;
      if (at >= 0) pick(bar, at + 1);
      const chosen = bar.querySelector(":checked");
      if (chosen && !target?.closest("[data-v]")) tabOf(bar, chosen.value)?.click();
    };
    addEventListener("hashchange", reveal);
    reveal();
  }
})();
