// Marks the place in the page's contents, and brings the current page into view in the sidebar.
(() => {
  "use strict";
  const links = [...document.querySelectorAll(".contents a")];
  const targets = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const LINE = 150;

  function mark() {
    let at = -1;
    targets.forEach((target, index) => {
      if (target && target.getBoundingClientRect().top <= LINE) at = index;
    });
    const end = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    if (end && scrollY > 0) at = links.length - 1;
    links.forEach((link, index) => {
      if (index === at) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    const list = links[at]?.closest("ul");
    if (list && list.scrollWidth > list.clientWidth) list.scrollLeft = links[at].parentElement.offsetLeft - list.clientWidth / 3;
  }

  if (links.length > 0) {
    let waiting = false;
    addEventListener(
      "scroll",
      () => {
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => {
          waiting = false;
          mark();
        });
      },
      { passive: true },
    );
    mark();
  }

  const rail = document.querySelector(".rail");
  const here = rail?.querySelector("[aria-current]");
  if (here && here.offsetTop + here.offsetHeight > rail.clientHeight) rail.scrollTop = here.offsetTop - rail.clientHeight / 2;
})();
