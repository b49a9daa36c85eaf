// Addresses are input. A fragment is looked up as the HTML standard does: as it is, then decoded; what cannot be decoded names nothing.
window.msgdocsTarget = (hash) => {
  "use strict";
  const name = hash.slice(1);
  try {
    return document.getElementById(name) ?? document.getElementById(decodeURIComponent(name));
  } catch {
    return null;
  }
};
// Leads an address with an anchor of an earlier version, which had escapes or other signs, to the anchor of now.
(() => {
  "use strict";
  const signs = [
    ["bindings.~007e~002e", "bindings."],
    ["~007e(?=\\w{4})", "~"],
    ["\\.~003d([^.]*)", ".($1)"],
    ["\\.~003f([^.]*)", ".(any.$1)"],
    ["~005b~005d", "*"],
    ["~007b~002a~007d", "(*)"],
    ["~002e", ":"],
    ["~0020", "+"],
    ["~002f", "/"],
    ["~0024", "$$"],
    ["~0040", "@"],
    ["examples\\.\\.", "examples-"],
  ];
  // A row may be on a further page of its tree. The link to where the nearest row above it goes on leads there.
  const further = () => {
    let nearest = "";
    let to;
    for (const { hash, href, pathname } of document.links) {
      const start = hash.replace(/(~\.)?~\d*$/, "");
      if (/\.\d+\.html#.*~\d*$/.test(href) && location.hash.startsWith(start) && start > nearest) [nearest, to] = [start, pathname];
    }
    if (to && to !== location.pathname) location.replace(to + location.hash);
  };
  const forward = () => {
    const hash = signs
      .reduce((all, [escaped, sign]) => all.replace(new RegExp(escaped, "g"), sign), location.hash)
      // What follows two of these signs is a hash.
      .replace(/~~\w{16}|~(?!00[2-7])\w{4}/g, (all) => (all[5] ? all : String.fromCharCode(`0x${all.slice(1)}`)));
    if (window.msgdocsTarget(location.hash)) return;
    if (window.msgdocsTarget(hash)) location.replace(hash);
    else if (location.hash) further();
  };
  addEventListener("hashchange", forward);
  forward();
})();
