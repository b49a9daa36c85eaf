/** Elements. What is in them is always text: nothing of a document, a payload or a frame becomes markup. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export const button = (label, act, className = "copy") => {
  const made = element("button", { type: "button", className, textContent: label });
  made.addEventListener("click", act);
  return made;
};

/** Attributes that have no property of the same name. */
export function attributes(made, all) {
  for (const [name, value] of Object.entries(all)) made.setAttribute(name, value);
  return made;
}

export const fill = (text, blanks) => text.replace(/\{(\w+)\}/g, (all, name) => (name in blanks ? String(blanks[name]) : all));

/** A button that copies a text and says so. */
export function copyButton(words, label, read) {
  const made = button(label, () => {
    navigator.clipboard?.writeText(read()).then(
      () => {
        made.textContent = words.copied;
        setTimeout(() => (made.textContent = label), 1600);
      },
      () => {},
    );
  });
  return attributes(made, { "aria-live": "polite" });
}
