/** Ends of what a text may stand in: attributes, elements whose content is raw, comments, data of scripts. */
const closing = ["title", "textarea", "style", "script", "template", "noscript", "noembed", "noframes", "iframe", "xmp", "plaintext", "pre", "code", "svg", "math", "select", "table", "option", "button", "details", "main", "body", "html"]; // prettier-ignore

const RUNS = "<img src=x onerror=alert(1)>";

export const breakouts: readonly string[] = [
  ...closing.map((name) => `</${name}>${RUNS}`),
  ...["script", "style", "title"].flatMap((name) => [`</${name} >${RUNS}`, `</${name}/x>${RUNS}`, `</${name.toUpperCase()}\n>${RUNS}`]),
  `"]}</script>${RUNS}`,
  `\\"};alert(1);//`,
  `\\u003c/script\\u003e\\u003cscript\\u003ealert(1)`,
  `<!--<script>alert(1)`,
  `<!--<script></script>--!>${RUNS}`,
  `--!>${RUNS}`,
  `<!-->${RUNS}-->`,
  `<!--->${RUNS}-->`,
  `]]>${RUNS}`,
  `?>${RUNS}`,
  `<![><img src="]>${RUNS}//">`,
  `<? x="><script>alert(1)</script>">`,
  `<! x="><script>alert(1)</script>">`,
  `</ x="><script>alert(1)</script>">`,
  `<% x="%><script>alert(1)</script>">`,
  `<script>({0:#0=alert/#0#/#0#(0)})</script>`,
  `"><b/x="`,
  `'/onclick=alert(1)//`,
  "`/onclick=alert(1)//",
  `x onclick=alert(1)`,
  `&quot; onclick=alert(1) &quot;`,
  `&#34; onclick=alert(1) &#x22;`,
  `\u2028</script>\u2029${RUNS}`,
  `*/alert(1)/*`,
  `//\nalert(1)`,
  `//\ralert(1)`,
  `;alert(1);`,
  `__proto__`,
  `"__proto__":{"polluted":true}`,
];
