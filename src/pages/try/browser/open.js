/* Shows the tab, and loads what it needs when a reader opens it. Nothing else of the tool is on a page before. */
(() => {
  for (const tab of document.querySelectorAll("[data-try]")) {
    tab.hidden = false;
    tab.closest(".duo").addEventListener("change", function load({ target }) {
      if (target.value !== "try") return;
      this.removeEventListener("change", load);
      const files = document.getElementById("try-files").content.cloneNode(true);
      for (const each of files.children) each.onerror = () => (window.msgdocsTry ||= []).push({ lost: each.src });
      document.head.append(files);
    });
  }
})();
