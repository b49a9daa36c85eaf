/*
 * Asks for the parts of the search when they are needed, as scripts, so that it works from disk too (`fetch` and modules do not):
 * search-find.js, which finds, and the index, which it reads.
 */
(() => {
  "use strict";
  const form = document.querySelector("[data-search]");
  if (!form) return;
  const root = form.getAttribute("data-root") || "";

  const parts = new Map();
  const waiting = new Map();
  const allowed = /^(?:apis|find|terms|pages|(?:hits|titles|texts)-\d+)\.js$/;
  const rules = {
    createScriptURL(name) {
      if (!allowed.test(name)) throw new TypeError("not a part of the index");
      return root + "search/" + name;
    },
  };
  const policy = window.trustedTypes?.createPolicy("msgdocs-search", rules) ?? rules;

  /* What finds, the terms, the APIs of a portal and the list of texts are one file each. */
  function nameOf(part, number) {
    return (["find", "terms", "apis", "pages"].includes(part) ? part : part + "-" + number) + ".js";
  }

  function load(part, number) {
    const name = nameOf(part, number);
    const known = parts.get(name);
    if (known) return known;
    const promise = new Promise((resolve, reject) => {
      waiting.set(name, resolve);
      const script = document.createElement("script");
      const fail = () => {
        parts.delete(name);
        script.remove();
        reject(new Error("Cannot load " + name));
      };
      script.onerror = fail;
      // A file that came damaged has run by now and gave nothing.
      script.onload = () => {
        if (waiting.has(name)) fail();
      };
      script.src = policy.createScriptURL(name);
      document.head.append(script);
    });
    parts.set(name, promise);
    return promise;
  }

  window.msgdocsSearch = {
    /* What finds comes when it is first asked, and takes this place. */
    async find(...asked) {
      await load("find");
      return window.msgdocsSearch.find(...asked);
    },
    warm() {
      for (const part of ["find", "terms"]) load(part).catch(() => {});
    },
    load,
    take(part, number, value) {
      const name = nameOf(part, number);
      waiting.get(name)?.(value);
      waiting.delete(name);
    },
  };
})();
