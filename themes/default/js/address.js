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
