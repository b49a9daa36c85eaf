// Filters the cards of groups on the overview as one types.
(() => {
  "use strict";
  const input = document.querySelector("[data-filter-groups] input");
  const cards = [...document.querySelectorAll(".groups > .group")];
  input?.addEventListener("input", () => {
    const asked = input.value.trim().toLowerCase();
    for (const card of cards) card.hidden = !card.textContent.toLowerCase().includes(asked);
  });
})();
