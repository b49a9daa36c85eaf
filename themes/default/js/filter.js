// Filters the links of the sidebar as one types; words in any order, case and accents do not matter.
(() => {
  "use strict";
  const box = document.querySelector("[data-filter]");
  const input = box?.querySelector("input");
  const items = [...document.querySelectorAll(".rail li")];
  if (!input) return;
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = items.map((item) => plain(item.textContent));

  function filter() {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    items.forEach((item, index) => item.toggleAttribute("data-off", !words.every((word) => texts[index].includes(word))));
    for (const section of document.querySelectorAll(".rail .nav-section")) {
      section.toggleAttribute("data-off", words.length > 0 && !section.querySelector("li:not([data-off])"));
    }
  }

  input.addEventListener("input", filter);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") document.querySelector(".rail li:not([data-off]) a")?.click();
    if (event.key !== "Escape") return;
    input.value = "";
    filter();
  });
  box.hidden = false;
})();
