// A copy button beside every address and block of code. Made here, because without script there is nothing it could do.
(() => {
  "use strict";
  const { copy, copied, copyLink } = document.documentElement.dataset;

  /** Where the clipboard interface is missing (pages that are not from a safe origin), the old command still works. */
  function fallback(text) {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "sr";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done ? Promise.resolve() : Promise.reject(new Error("copy"));
  }

  function write(text) {
    if (!navigator.clipboard) return fallback(text);
    return navigator.clipboard.writeText(text).catch(() => fallback(text));
  }

  function button(read) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "copy";
    made.textContent = copy;
    made.addEventListener("click", () => {
      write(read()).then(
        () => {
          made.textContent = copied;
          setTimeout(() => (made.textContent = copy), 1600);
        },
        () => {},
      );
    });
    made.setAttribute("aria-live", "polite");
    return made;
  }

  /** A heading's own link goes there, and takes the address along. */
  function copyAddress(link) {
    link.title = copyLink;
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      write(link.href).then(
        () => {
          link.dataset.copied = copied;
          said.textContent = copied;
          setTimeout(() => {
            delete link.dataset.copied;
            said.textContent = "";
          }, 1600);
        },
        () => {},
      );
    });
  }

  const said = document.createElement("p");
  said.className = "sr";
  said.setAttribute("role", "status");
  document.querySelector("main")?.append(said);
  for (const link of document.querySelectorAll('main :is(h2, h3, h4)[id] > a[href^="#"]')) copyAddress(link);
  for (const box of document.querySelectorAll("[data-copy-from]")) {
    const text = box.textContent.trim();
    box.append(button(() => text));
  }
  for (const code of document.querySelectorAll("pre.code:not(.small), .prose pre")) {
    if (code.closest("[data-no-copy]")) continue;
    const holder = document.createElement("div");
    holder.className = "code-holder";
    code.replaceWith(holder);
    holder.append(
      code,
      button(() => code.textContent),
    );
  }
})();
