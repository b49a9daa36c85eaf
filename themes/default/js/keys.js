// `/` and Ctrl K go to the search.
(() => {
  "use strict";
  function typing(target) {
    return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  }

  document.addEventListener("keydown", (event) => {
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target);
    const combination = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    if (!slash && !combination) return;
    const input = document.querySelector("[data-search]:not([hidden]) input");
    if (!input) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
})();
