/** Names that a script finds in place of its own when an element of a document carries them. */
const names = "attributes body children cookie createElement adoptNode getElementById firstElementChild activeElement hasChildNodes innerHTML insertBefore location name namespaceURI nodeName nodeType ownerDocument parentNode querySelector removeAttributeNode removeChild setAttribute submit acceptCharset stylesheet action elements length style textContent title document window self top parent frames history event trustedTypes customElements navigator localStorage search dialog results defaultStatus default root constructor toString valueOf".split(" "); // prettier-ignore

const forms: readonly ((name: string) => string)[] = [
  (name) => `<input name=${name}>123`,
  (name) => `<form onclick=alert(1)><input name=${name}></form>`,
  (name) => `<a id=${name}></a><a id=${name} name=href href="cid:alert(1)"></a>`,
  (name) => `<iframe name=${name} srcdoc="<a id=x>"></iframe>`,
  (name) => `<object id=${name}></object><embed name=${name}>`,
  (name) => name,
];

export const clobbering: readonly string[] = names.flatMap((name, at) => [
  `<img src=x name=${name}><img src=y id=${name}>`,
  (forms[at % forms.length] ?? String)(name),
]);
