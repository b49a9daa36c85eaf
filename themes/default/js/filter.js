// Filters the links of the sidebar as one types; words in any order, case and accents do not matter. A group that fits keeps all it has.
(() => {
  "use strict";
  const box = document.querySelector("[data-filter]");
  const input = box?.querySelector("input");
  if (!input) return;
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = new Map([...document.querySelectorAll(".rail li, .rail .nav-group")].map((part) => [part, plain(part.textContent)]));
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "nav-none";
  box.append(status);

  /** How many are left, for those who do not see the list; what it does not hold the whole document may. */
  function say(found) {
    const search = document.querySelector("[data-search]");
    const count = document.createElement("span");
    count.className = "sr";
    count.textContent = input.value.trim() && found ? `${found} ${search?.dataset.count ?? ""}` : "";
    if (found || !search) return status.replaceChildren(count);
    const link = document.createElement("a");
    link.href = `${search.action}?q=${encodeURIComponent(input.value.trim())}`;
    link.textContent = box.dataset.none.replace("{}", () => input.value.trim());
    status.replaceChildren(link);
  }

  function filter() {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    const fits = (part) => words.every((word) => texts.get(part).includes(word));
    let whole = null;
    for (const part of texts.keys()) {
      const isGroup = part.matches(".nav-group");
      if (isGroup) whole = fits(part) ? part.nextElementSibling : null;
      part.toggleAttribute("data-off", !fits(part) && (isGroup || part.parentElement !== whole));
    }
    for (const group of document.querySelectorAll(".rail .nav-group[data-off]")) {
      if (group.nextElementSibling?.querySelector("li:not([data-off])")) group.removeAttribute("data-off");
    }
    for (const section of document.querySelectorAll(".rail .nav-section")) {
      const isOn = section.querySelector("li:not([data-off]), .nav-group:not([data-off])") !== null;
      section.toggleAttribute("data-off", words.length > 0 && !isOn);
    }
    say(document.querySelectorAll(".rail :is(li, .nav-group):not([data-off])").length);
  }

  input.addEventListener("input", filter);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") document.querySelector(".rail :is(li, .nav-group):not([data-off]) a, .nav-none a")?.click();
    if (event.key !== "Escape") return;
    input.value = "";
    filter();
  });
  box.hidden = false;
})();
