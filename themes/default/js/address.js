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
// Items and choices once had other signs in their anchors: who kept such an address is led to the new one.
(() => {
  "use strict";
  const forward = () => {
    const hash = location.hash
      .replaceAll("~005b~005d", "*")
      .replace(/~003(d|f)([^.]*)/g, (_, sign, name) => (sign === "d" ? `(${name})` : `(any.${name})`));
    if (hash !== location.hash && !window.msgdocsTarget(location.hash) && window.msgdocsTarget(hash)) location.replace(hash);
  };
  addEventListener("hashchange", forward);
  forward();
})();
