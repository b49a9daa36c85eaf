// A copy button beside every address and block of code. Made here, because without script there is nothing it could do.
(() => {
  "use strict";
  const { copy, copyAddress, copyCode, copyCommand, copyExample, copied, copiedLink, copyLink } = document.documentElement.dataset;

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

  function plainButton(read, text) {
    const made = document.createElement("button");
    const label = document.createTextNode(text);
    made.type = "button";
    made.append(label);
    made.addEventListener("click", () => {
      write(read()).then(
        () => {
          label.data = copied;
          setTimeout(() => (label.data = text), 1600);
        },
        () => {},
      );
    });
    made.setAttribute("aria-live", "polite");
    return made;
  }

  /** Screen readers say what a button copies. */
  function button(read, kind, name) {
    const made = plainButton(read, copy);
    const unseen = document.createElement("span");
    unseen.className = "sr";
    unseen.textContent = ` ${window.msgdocsName(`${kind}:`, name)}`;
    made.className = "copy";
    made.append(unseen);
    return made;
  }

  /**
   * The page as Markdown. Its text comes when the menu is opened, with those of other pages in a script: the policy lets no page fetch, and
   * from disk none could.
   */
  async function offerPage(link) {
    const root = document.querySelector("[data-search]").dataset.root;
    const path = decodeURIComponent(link.href.slice(new URL(root, location.href).href.length));
    const starts = await window.msgdocsSearch.load("pages");
    const [number] = starts.findLast(([, start]) => start <= path);
    const texts = await window.msgdocsSearch.load("texts", number);
    if (typeof texts[path] === "string") link.before(plainButton(() => texts[path], link.dataset.copyPage));
  }

  const page = document.querySelector("[data-copy-page]");
  page?.closest("details").addEventListener("toggle", () => offerPage(page).catch(() => {}), { once: true });

  const menu = document.querySelector(".hand");
  document.addEventListener("click", ({ target }) => {
    if (menu && !menu.contains(target)) menu.open = false;
  });
  menu?.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  /** Blocks of code with the heading that each stands under. A row that opens is a heading only of code inside of it. */
  const headings = new Map();
  let heading;
  for (const each of document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6, details:has(pre) > summary, pre)")) {
    if (each.matches("pre")) headings.set(each, heading);
    else heading = each;
  }

  /** An example by its message where a page has several, its name and its part, a command by its tool and server, other code by the heading that it stands under. */
  function nameOf(code) {
    const before = code.previousElementSibling;
    const example = code.closest(".example, .sample");
    const message = example?.closest(".pick, .message")?.querySelector(":is(h2, h3) bdi");
    const names = [message, example?.querySelector("[data-tab-name]"), before?.matches(".example-label") && before].filter(Boolean);
    return (names.length > 0 ? names : [headings.get(code)]).map((each) => each?.textContent.trim() ?? "").join(" ");
  }

  function kindOf(code) {
    if (code.closest(".commands")) return copyCommand;
    return code.closest(".example") ? copyExample : copyCode;
  }

  /** The link of a heading or a field goes there, and takes the address along. */
  function takeAddress(link, event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    write(link.href).then(
      () => {
        link.dataset.copied = copiedLink;
        said.textContent = copiedLink;
        setTimeout(() => {
          delete link.dataset.copied;
          said.textContent = "";
        }, 1600);
      },
      () => {},
    );
  }

  const said = document.createElement("p");
  said.className = "sr";
  said.setAttribute("role", "status");
  document.querySelector("main")?.append(said);
  const links = 'main :is(h2, h3, h4)[id] > a[href^="#"]';
  for (const link of document.querySelectorAll(links)) link.title = copyLink;
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(`.schema-name > a, ${links}`);
    if (link) takeAddress(link, event);
  });
  for (const box of document.querySelectorAll("[data-copy-from]")) {
    const text = box.textContent.trim();
    box.append(button(() => text, copyAddress, text));
  }
  for (const code of document.querySelectorAll("pre.code:not(.small), .prose pre")) {
    if (code.closest("[data-no-copy]")) continue;
    const [kind, name] = [kindOf(code), nameOf(code)];
    const holder = document.createElement("div");
    holder.className = "code-holder";
    code.replaceWith(holder);
    holder.append(
      code,
      button(() => code.textContent, kind, name),
    );
  }
})();
