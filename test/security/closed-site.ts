import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { html, parse } from "parse5";

const base = fileURLToPath(new URL("../../", import.meta.url));

/** Every word that our own templates, styles and views are written with: a class of any other making is a stranger's. */
const ownWords = new Set(
  [
    "templates",
    "themes",
    "src/pages",
    "src/samples",
    "src/changes/pages",
    "src/portal/pages",
    "src/prose/markdown",
    "src/text/json",
    "src/schema",
  ].flatMap((folder) =>
    readdirSync(join(base, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8").match(/[a-z][a-z0-9]*/g) ?? []),
  ),
);

const ofOwnWords = (name: string): boolean => name.split("-").every((word) => ownWords.has(word));
const classes = { test: (value: string): boolean => value.split(" ").every((name) => name === "" || ofOwnWords(name)) };
const text = /^/;
const empty = /^$/;
const number = /^-?\d+(?:\.\d+)?$/;
/** What `#anchor`s are made of, footnotes with a colon; never a name that a script of ours would look for. */
const id = /^(?=.)[\p{L}\p{N}_.~*():+/@$-]*(?:fn(?:ref)?:[A-Za-z0-9._~%-]+)?$/u;
/** The name of a group of radios or of exclusive details. */
const group = /^[A-Za-z0-9._~/-]+$/;
const link = /^(?:https?:\/\/|mailto:|#|(?:\.\.\/)*(?!\/)[A-Za-z0-9._~/%+-]*(?:#[\p{L}\p{N}_.~*():+/@$%-]*)?(?:\?[^:]*)?$)/u;
const own = /^(?:\.\.\/)*[a-z0-9/._-]+$/;

type Values = Readonly<Record<string, { test(value: string): boolean }>>;

/** Attributes that any of the elements may have. */
const anywhere: Values = {
  class: classes,
  id,
  hidden: empty,
  lang: /^[a-z]{2}$/,
  dir: /^(?:ltr|rtl|auto)$/,
  tabindex: /^(?:0|-1)$/,
  role: /^[a-z]+$/,
  title: text,
  "aria-label": text,
  "aria-labelledby": id,
  "aria-describedby": id,
  "aria-controls": id,
  "aria-current": /^(?:page|true|location)$/,
  "aria-hidden": /^true$/,
  "aria-expanded": /^(?:true|false)$/,
  "aria-live": /^polite$/,
};

/** Attributes of our scripts: `data-` and a name that our own files hold. What a script does with the value, the browser tests try. */
const data = /^data-[a-z]+(?:-[a-z]+)*$/;

const drawn: Values = Object.fromEntries(
  "viewbox viewBox width height fill stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray d cx cy r x y x1 x2 y1 y2 rx ry points transform text-anchor focusable"
    .split(" ")
    .map((name) => [name, /^[A-Za-z0-9 .,#()-]*$/]),
);

/** Elements of SVG that our pictures are made of. */
const drawing = new Set("svg g path circle ellipse line polyline polygon rect text tspan".split(" "));

const POLICY =
  /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types msgdocs-search(?: msgdocs-homes)?$/;

/** Element → its own attributes. Written down a second time, on purpose: it must not be read from the code under test. */
const elements: Readonly<Record<string, Values>> = {
  ...Object.fromEntries(
    "html head title body header footer main nav aside article section div p h1 h2 h3 h4 h5 h6 ul li dl dt dd blockquote pre figure figcaption table caption thead tbody tr br hr strong em b i s del sup sub small code kbd span bdi wbr abbr summary mark var template"
      .split(" ")
      .map((name) => [name, {}]),
  ),
  a: { href: link, rel: /^(?:next|prev|noopener|noreferrer| )+$/, download: /^[a-z0-9][a-z0-9-]*(?:\.[a-z]+){1,3}$/ },
  button: { type: /^button$/, "aria-selected": /^true$/ },
  // Names of groups: `name` of these two clobbers nothing (WHATWG HTML § 7.2.2.3).
  details: { open: empty, name: group },
  form: { action: own, role: /^search$/ },
  img: { src: own, alt: text, width: number, height: number, loading: /^lazy$/ },
  input: {
    type: /^(?:search|radio|checkbox)$/,
    name: group,
    value: /^(?:client|application|[0-9]+|[a-z]+)$/,
    checked: empty,
    placeholder: text,
    autocomplete: /^off$/,
    spellcheck: /^false$/,
  },
  label: { for: id },
  link: { rel: /^(?:stylesheet|icon|canonical|alternate)$/, href: own, type: /^text\/markdown$/ },
  meta: {
    charset: /^utf-8$/,
    name: /^(?:viewport|description|color-scheme|robots|generator|theme-color)$/,
    content: text,
    "http-equiv": /^Content-Security-Policy$/,
  },
  ol: { start: number },
  script: { src: own, defer: empty },
  td: { colspan: number, rowspan: number },
  th: { scope: /^(?:col|row|rowgroup)$/, colspan: number, rowspan: number },
  ...Object.fromEntries([...drawing].map((name) => [name, drawn])),
};

/** Whether an element is of the language that its name is of here: drawings hold nothing but drawn elements and a title, pages no others. */
function isOfItsLanguage({ tagName, namespaceURI }: Tree.Element): boolean {
  const isDrawn = namespaceURI === html.NS.SVG;
  if (isDrawn) return drawing.has(tagName) || tagName === "title" || tagName === "a";
  return namespaceURI === html.NS.HTML && !drawing.has(tagName);
}

function valuesOf(element: Tree.Element): Values | undefined {
  return Object.hasOwn(elements, element.tagName) ? elements[element.tagName] : undefined;
}

function attributeFits(values: Values, { name, value }: { name: string; value: string }): boolean {
  const rule = [values, anywhere].find((each) => Object.hasOwn(each, name))?.[name];
  if (rule) return rule.test(value);
  return data.test(name) && ofOwnWords(name.slice(5));
}

function offendersIn(element: Tree.Element): string[] {
  const values = valuesOf(element);
  if (!values || !isOfItsLanguage(element)) return [`<${element.tagName}>`];
  const found = element.attrs
    .filter((attr) => !attributeFits(values, attr))
    .map(({ name, value }) => `<${element.tagName} ${name}="${value}">`);
  if (element.tagName === "script" && element.childNodes.length > 0) found.push("<script> with a text");
  if (element.tagName === "template" && element.attrs.length > 0) found.push("<template> with attributes");
  return found;
}

/** Whether the policy is there, and before everything that could be loaded. */
function policyProblem(html: string): string[] {
  const written =
    /^<!doctype html>\n<html[^<>]*>\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(
      html,
    )?.[1];
  return POLICY.test(written?.replaceAll("&#x27;", "'") ?? "") ? [] : [`policy: ${written}`];
}

/** What an independent parser finds in a whole page that is not in the closed set. */
export function outsideOfPage(html: string): string[] {
  const found = policyProblem(html);
  const document = parse(html);
  const open: Tree.Node[] = [...document.childNodes];
  for (let node = open.pop(); node; node = open.pop()) {
    if ("tagName" in node) found.push(...offendersIn(node));
    else if (node.nodeName !== "#text" && node.nodeName !== "#documentType") found.push(node.nodeName);
    if ("content" in node) open.push(node.content);
    if ("childNodes" in node) open.push(...node.childNodes);
  }
  return found;
}

/** Paths that are ours alone: no letter of them is a stranger's unless it is one of a few harmless ones. */
const PATH =
  /^(?:(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:html|js|css|json|yaml|avsc|proto|raml|txt|xml|md|png|svg|ico)|\.nojekyll|_headers)$/;

/** The same over all pages of a site, each finding under its page; and the paths. */
export function outsideOfSite(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, contents]) => {
    const wrong = PATH.test(path) && path.length < 200 ? [] : [`path ${path}`];
    return path.endsWith(".html") ? [...wrong, ...outsideOfPage(contents).map((each) => `${path}: ${each}`)] : wrong;
  });
}
