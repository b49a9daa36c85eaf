/** Between the letters of a scheme or before them, browsers take these away; so do some libraries, and some not. */
const dropped = ["\t", "\n", "\r", "&Tab;", "&NewLine;", "&#9;", "&#x0A;", "&#0000013"];
const before = ["\u0000", "\u0008", "\u001f", "\u0020", "\u00a0", "\u1680", "\u2003", "\u2028", "\u202f", "\u3000", "\ufeff", "\u200b", "&#1;", "&#xA0", "&#x2000;", "&nbsp;"]; // prettier-ignore
const schemes = ["vbscript:msgbox(1)", "livescript:alert(1)", "mocha:alert(1)", "data:,alert(1)", "data:text/html;charset=utf-7;base64,PHNjcmlwdD4=", "data:image/svg+xml;base64,PHN2Zy8+", "data:application/xhtml+xml,<x/>", "data:text/xml,<x/>", "blob:https://evil.example/x", "filesystem:https://evil.example/x", "file:///etc/passwd", "ftp://evil.example/", "view-source:https://evil.example/", "feed:javascript:alert(1)", "jar:https://evil.example/x!/y", "mhtml:https://evil.example/x", "about:blank", "chrome://settings", "intent://x#Intent;scheme=javascript;end", "ms-word:ofe|u|https://evil.example/x", "tel:1?x=javascript:alert(1)", "sms:1", "ws://evil.example/", "x-schema:x", "urn:x:y"]; // prettier-ignore
const hosts = ["\\\\evil.example/x", "/\\evil.example/x", "\\/evil.example/x", "///evil.example/x", "/\t/evil.example/x", "https:evil.example", "https:/evil.example", "https:\\\\evil.example", "https://fine.example@evil.example/", "https://evil.example\u3002/", "https://xn--80ak6aa92e.com/", "?javascript:alert(1)", "#javascript:alert(1)", "./javascript:alert(1)", "../../../../etc/passwd", "%2e%2e/%2e%2e/x", "mailto:a@b.example?attach=/etc/passwd&body=<script>alert(1)</script>", "mailto:x\"onclick=\"alert(1)"]; // prettier-ignore

export const addresses: readonly string[] = [
  ...dropped.flatMap((each) => [
    `java${each}script:alert(1)`,
    `[x](java${each}script:alert(1))`,
    `<a href="j${each}avascript:alert(1)">x</a>`,
  ]),
  ...before.flatMap((each) => [`${each}javascript:alert(1)`, `[x](<${each}javascript:alert(1)>)`]),
  ...schemes.flatMap((each) => [each, `[x](<${each}>)`]),
  ...hosts.flatMap((each) => [each, `![x](<${each}>)`]),
  `&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)`,
  `[x](&#x6a&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3aalert(1))`,
  `[x](javascript&colon;alert(1))`,
  `[x](javascript&#58;alert(1) 'y')`,
  `[x](%6A%61vascript:alert(1))`,
  `[x](j\\avascript:alert(1))`,
  `\\j\\av\\a\\s\\cr\\i\\pt\\:alert\\(1\\)`,
  `ｊavascript：alert(1)`,
  `javaſcript:alert(1)`,
  `javascript\u200d:alert(1)`,
  `javascript://fine.example/%0aalert(1)`,
  `javascript:"/*'/*\`/*--></noscript></title></textarea></style></template></script><html onmouseover=alert(1)//`,
];
