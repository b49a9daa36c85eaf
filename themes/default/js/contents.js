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

  let waiting = false;
  function ask() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mark();
    });
  }

  function showHere() {
    const rail = document.querySelector(".rail");
    const here = rail?.querySelector("[aria-current]");
    if (here && here.offsetTop + here.offsetHeight > rail.clientHeight) rail.scrollTop = here.offsetTop - rail.clientHeight / 2;
  }

  // Places are asked for just before the page is drawn: sooner, it would be laid out now and again after what other scripts add.
  requestAnimationFrame(showHere);
  if (links.length > 0) {
    addEventListener("scroll", ask, { passive: true });
    ask();
  }
})();
