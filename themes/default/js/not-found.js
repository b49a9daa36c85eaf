// Leads from the page that something of the API had to where it lives now. Its site lists these in `homes.js`.
(() => {
  "use strict";
  const root = new URL("../", document.currentScript.src);
  const path = location.pathname.startsWith(root.pathname) ? location.pathname.slice(root.pathname.length) : "";
  const [, folder = "", page] = /^(apis\/[^/]+\/(?:v-[^/]+\/)?)?((?:channels|messages|schemas)\/[^/]+\.html)$/.exec(path) ?? [];
  if (!page) return;
  // A part of the page is a part of the section: `#payload.id` of a message, `#schema.id` of a schema, and all of a channel.
  const partOf = (section, rows) => {
    const [, start, rest = ""] = /^#(\w+)((?:\.[^]*)?)$/.exec(location.hash) ?? [];
    if (start === "schema") return (rest && rest !== ".~" ? rows : section) + rest;
    if (/^(?:headers|payload|examples)$/.test(start)) return `${section}.${start}${rest}`;
    return start === "parameter" || start === "servers" ? start + rest : section;
  };
  window.msgdocsHomes = (homes) => {
    const [home, section, rows = section] = Object.hasOwn(homes, page) ? homes[page].split("#") : [];
    if (home) location.replace(`${root}${folder}${home}#${partOf(section, rows)}`);
  };
  const list = `${root}${folder}homes.js`;
  // The path matched the pattern above, so it is that of a list, whatever the policy is asked for.
  const policy = window.trustedTypes?.createPolicy("msgdocs-homes", { createScriptURL: () => list });
  const script = document.createElement("script");
  script.src = policy?.createScriptURL("") ?? list;
  document.head.append(script);
})();
