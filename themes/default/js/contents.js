// Marks the place in the page's contents, and brings the current page into view in the sidebar.
(() => {
  "use strict";
  const links = [...document.querySelectorAll(".contents a")];
  const targets = links.map((link) => window.msgdocsTarget(link.hash));
  /** What a link asked for stays marked until the reader scrolls: near the end of a page it cannot come up to the header. */
  let asked = targets.indexOf(window.msgdocsTarget(location.hash));

  /** The last section that begins above the line where anchors land. */
  function reached() {
    const line = Number.parseFloat(window.getComputedStyle(document.documentElement).scrollPaddingTop) + 2;
    const end = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    if (end && scrollY > 0) return links.length - 1;
    return targets.findLastIndex((target) => target && target.getBoundingClientRect().top <= line);
  }

  let marked;

  /** Where nothing changes the list stays: it must not move under a finger. */
  function mark() {
    const at = asked >= 0 ? asked : reached();
    if (at === marked) return;
    marked = at;
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

  function follow(hash) {
    asked = targets.indexOf(window.msgdocsTarget(hash));
    ask();
  }

  function forget({ target }) {
    if (!target.closest?.(".contents")) asked = -1;
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
    addEventListener("hashchange", () => follow(location.hash));
    for (const link of links) link.addEventListener("click", () => follow(link.hash));
    for (const type of ["wheel", "touchmove", "keydown", "pointerdown"]) addEventListener(type, forget, { passive: true });
    ask();
  }
})();
