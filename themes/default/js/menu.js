// The sidebar as a drawer on narrow screens. Without script it is opened by its address (#nav).
(() => {
  "use strict";
  const rail = document.getElementById("nav");
  const open = document.querySelector("[data-menu-open]");
  const close = document.querySelector("[data-menu-close]");
  if (!rail || !open || !close) return;

  function show(shown) {
    rail.toggleAttribute("data-open", shown);
    open.setAttribute("aria-expanded", String(shown));
    if (shown) close.focus();
    else open.focus();
  }

  open.setAttribute("role", "button");
  open.setAttribute("aria-expanded", "false");
  open.setAttribute("aria-controls", "nav");
  open.addEventListener("click", (event) => {
    event.preventDefault();
    show(true);
  });
  open.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    show(true);
  });
  close.addEventListener("click", (event) => {
    event.preventDefault();
    if (location.hash === "#nav") history.replaceState(null, "", location.pathname + location.search);
    show(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && rail.hasAttribute("data-open")) show(false);
  });
  document.addEventListener("click", (event) => {
    if (rail.hasAttribute("data-open") && !rail.contains(event.target) && !open.contains(event.target)) rail.removeAttribute("data-open");
  });
})();
