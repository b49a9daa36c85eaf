import type { Code } from "#text";
import { catalog, readLimits } from "#text";

/** The subset of JSON Schema (draft 07) that the schema of the settings uses. */
export interface SettingRule {
  readonly type?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, SettingRule>>;
  readonly properties?: Readonly<Record<string, SettingRule>>;
  readonly additionalProperties?: boolean | SettingRule;
  readonly items?: SettingRule;
  /** Alternatives by the type of the value. */
  readonly anyOf?: readonly SettingRule[];
}

/** A setting. `is`: `plain` is taken as written, or by its default; `path` is made absolute; all others are read by code. */
export interface SettingRow extends SettingRule {
  readonly is?: "plain" | "path";
}

/** Settings by their names. */
export type SettingRows = Readonly<Record<string, SettingRow>>;

const text = (description: string) => ({ type: "string", minLength: 1, description }) as const;

const line = (description: string, example: string) => ({ is: "plain", ...text(description), examples: [example] }) as const;

const path = (description: string, example: string) => ({ is: "path", ...text(description), examples: [example] }) as const;

const flag = <Default extends boolean>(usual: Default, description: string) =>
  ({ is: "plain", type: "boolean", default: usual, description, examples: [!usual] }) as const;

const limit = (usual: number, description: string) => ({ type: "integer", minimum: 1, default: usual, description }) as const;

const LEVELS = ["error", "warning", "warn", "info", "off"] as const;

/** The codes whose levels can be changed. */
const levels: Readonly<Partial<Record<Code, SettingRule>>> = Object.fromEntries(
  Object.entries(catalog).flatMap(([code, definition]) => ("fatal" in definition ? [] : [[code, { enum: LEVELS }]])),
);

const read = {
  $schema: {
    type: "string",
    description: "The URL of this schema, for editors. msgdocs ignores it.",
    examples: ["https://unpkg.com/msgdocs/docs/settings.schema.json"],
  },
  document: path(
    "The document to read. The default is msgapi.{yaml,yml,json}, then asyncapi.{yaml,yml,json}, in the working folder.",
    "asyncapi.yaml",
  ),
  documents: {
    type: "array",
    description:
      "The documents of several APIs: paths and globs. Without an argument, build makes a portal of them, and check checks them together. Files that match a glob but are not documents are left out.",
    examples: [["services/*/asyncapi.yaml", { path: "legacy/orders.yaml", name: "orders" }]],
    items: {
      anyOf: [
        text("A path or a glob with * and **."),
        {
          type: "object",
          additionalProperties: false,
          required: ["path"],
          properties: {
            path: text("The document, or a glob."),
            name: text(
              "The name of the API in URLs. The default is the last part of the document's id, or the name of its folder, or its title.",
            ),
            versions: text("A path or a glob of other versions of the same API."),
            perspective: {
              enum: ["application", "client"],
              description:
                "Whose side the document describes. The default is the setting perspective. What a client's document sends, the application receives.",
            },
          },
        },
      ],
    },
  },
  root: path(
    "References may read files in this folder. The default is the document's folder; with `documents`, it is the folder of the settings if that contains the document. It can be at most the top of the repository, unless you pass --root or --trust-settings.",
    "..",
  ),
  hideInternal: flag(false, "Leave out everything with x-internal: true."),
  onlyTags: {
    type: "array",
    description: "Show only channels and operations with one of these tags. The tags of an operation's channel and messages count too.",
    items: text("The name of a tag."),
    examples: [["public"]],
  },
  remote: {
    type: "object",
    additionalProperties: false,
    description: "What references may read over the network. It has no effect without --allow-remote or --trust-settings.",
    properties: {
      allow: {
        type: "array",
        items: { type: "string", minLength: 1, format: "uri" },
        description: "https URLs. Only what is below one of them is read.",
      },
      headerEnv: {
        type: "object",
        additionalProperties: { type: "string", minLength: 1 },
        description: "For an origin, the name of the environment variable that holds its Authorization header.",
      },
    },
    examples: [{ allow: ["https://schemas.example.com/"] }],
  },
  limits: {
    type: "object",
    description: "Sizes in bytes, times in milliseconds.",
    additionalProperties: false,
    properties: {
      yamlBytes: limit(readLimits.yamlBytes, "The size of one YAML file."),
      jsonBytes: limit(readLimits.jsonBytes, "The size of one JSON file."),
      totalBytes: limit(readLimits.totalBytes, "The size of all files together."),
      files: limit(readLimits.files, "The number of files that are read."),
      depth: limit(readLimits.depth, "The depth to which maps and lists may be nested."),
      repeatedMembers: limit(
        readLimits.repeatedMembers,
        "Items and entries that YAML aliases may repeat in one file, and references in all files, for each megabyte or part of it.",
      ),
      reportCharacters: limit(50_000_000, "The characters of all problems in one report."),
      descriptionBytes: limit(65_536, "The size of one description."),
      pages: limit(6_000, "The number of pages of a site. A document with 200 characters or more for each page may have more."),
      siteCharacters: limit(70_000_000, "The characters of all files of a site, for each megabyte of the documents or part of it."),
      schemaRows: limit(1_000, "Schema rows on one page."),
      repeatedRows: limit(
        40_000,
        "Schema rows on all pages together that belong to schemas with their own pages, for each megabyte of the documents or part of it.",
      ),
      schemaDepth: limit(6, "The levels of a schema that are shown in place."),
      listRows: limit(100, "Rows of a list on one page."),
      sourceLines: limit(1_000, "Lines of source on one page."),
      printItems: limit(80, "The channels, operations, messages, schemas and guides on the print page. With more there is no print page."),
      sampleNodes: limit(500, "Values in one generated sample."),
      patternMs: limit(1_000, "Time for matching one pattern."),
      validationMs: limit(5_000, "Time for validating all examples."),
      markdownMs: limit(5_000, "Time for checking all Markdown. Texts after that are shown as written."),
      remoteFiles: limit(20, "The number of files fetched over the network."),
      remoteBytes: limit(5_242_880, "The decompressed size of one file from the network."),
      remoteMs: limit(10_000, "Time for one file from the network."),
    },
    examples: [{ pages: 10000 }],
  },
} as const satisfies SettingRows;

const output = {
  output: path("The folder to write the site to. It must be missing, empty, or written by msgdocs before.", "site"),
  cache: path(
    "A folder in which builds keep results for the next build. You can delete it at any time. It is used only with --cache, MSGDOCS_CACHE_KEY or --trust-settings, because a stranger may have committed entries to the repository.",
    ".cache",
  ),
  siteUrl: {
    is: "plain",
    type: "string",
    minLength: 1,
    description: "The URL at which the site will be served. It is needed for canonical links, the sitemap and link previews.",
    format: "uri",
    examples: ["https://docs.example.com/orders/"],
  },
  redirects: {
    description:
      "Old paths of the site, and the paths to which they lead now. With the word pages, everything of the API that lives on the page of something else has a small page at the address that its own page would have, for hosts that do not show 404.html.",
    anyOf: [
      { type: "string", enum: ["pages"], description: "A small page for everything that lives elsewhere." },
      { type: "object", description: "By the old path.", additionalProperties: text("A path in the site.") },
    ],
    examples: [{ "old.html": "index.html" }, "pages"],
  },
  noindex: flag(false, "Ask search engines not to index the site."),
} as const satisfies SettingRows;

const checked = {
  changes: {
    type: "object",
    additionalProperties: false,
    description: "How changes between two versions of a document are judged, where what they mean is a matter of agreement.",
    properties: {
      newMessages: {
        description:
          "Whether it is compatible when a channel also carries messages of another kind: for all channels, or by a channel's key or address, with * for the others. By default it breaks receivers, since a program that knows each message fails on another one.",
        anyOf: [
          { type: "string", enum: ["breaking", "compatible"], description: "For all channels." },
          {
            type: "object",
            description: "By a channel's key or address.",
            additionalProperties: { enum: ["breaking", "compatible"] },
          },
        ],
      },
    },
    examples: [{ newMessages: "compatible" }, { newMessages: { "/events": "compatible" } }],
  },
  strict: flag(false, "Fail on warnings too."),
  allowErrors: flag(false, "Build the site even if there are errors. Pages mark them."),
  extends: {
    enum: ["strict"],
    description:
      "A set of rule levels to start from. strict adds warnings for what the format does not require but readers miss: descriptions, examples, a contact, used components, sorted tags, ids that are names. Levels in rules override it.",
    examples: ["strict"],
  },
  rules: {
    type: "object",
    description: "The levels of rules, by code. The levels of errors that prevent a site cannot be changed.",
    properties: levels,
    additionalProperties: false,
    patternProperties: {
      "^(asyncapi[23]?-|invalid-ref$|no-\\$ref-siblings$)": {
        description: "The id of a rule in another tool. See docs/legacy-rule-ids.md",
        enum: LEVELS,
      },
    },
    examples: [{ "example/payload": "warning", "style/operation-id": "off" }],
  },
  baseline: path("A file of known problems, written by --write-baseline. Only new problems are reported.", "msgdocs-baseline.json"),
  ruleset: path(
    "A ruleset of Spectral that check runs beside its own rules, as far as it is data. What cannot run is named with its line.",
    ".spectral.yaml",
  ),
  maxProblems: {
    is: "plain",
    type: "integer",
    minimum: 1,
    description: "The most problems to list. By default all are listed.",
    examples: [100],
  },
  coverage: {
    type: "object",
    additionalProperties: false,
    description: "Let check measure how much of the document has descriptions and examples, as with --coverage.",
    properties: {
      threshold: {
        type: "integer",
        minimum: 0,
        description: "The required share in percent. Less than that is an error (coverage/threshold).",
      },
    },
    examples: [{ threshold: 50 }],
  },
} as const satisfies SettingRows;

const pages = {
  guides: {
    type: "array",
    description: "Your own Markdown pages: paths, or globs with * and **.",
    items: text("A path or a glob."),
    examples: [["docs/*.md"]],
  },
  reader: {
    is: "plain",
    enum: ["application", "client"],
    default: "client",
    description:
      'Who reads the site, and so whose code it shows: those who write a client ("Orders sends, you can receive"), or those who write the application itself.',
    examples: ["application"],
  },
  perspective: {
    is: "plain",
    enum: ["application", "client"],
    default: "application",
    description: "What the verbs of the document mean. With client they say what a client does: what it sends, the application receives.",
    examples: ["client"],
  },
  navigation: {
    description: "The sidebar.",
    type: "object",
    additionalProperties: false,
    properties: {
      groupBy: { enum: ["auto", "tag", "address", "none"], default: "auto", description: "How long lists in the sidebar are grouped." },
    },
    examples: [{ groupBy: "tag" }],
  },
  generatedExamples: {
    enum: ["always", "missing"],
    default: "missing",
    description: "Which messages get generated examples: only those without their own example of the payload, or all.",
    examples: ["always"],
  },
  code: {
    type: "array",
    items: {
      enum: ["cli", "javascript", "typescript", "python", "java", "go", "kotlin", "scala", "csharp", "rust", "swift", "ruby", "php"],
    },
    default: ["cli", "javascript", "python", "java", "go"],
    examples: [["cli", "python"]],
    description:
      "The languages of code samples, in the order of their tabs. Those beyond the default need templates of yours. Languages of your templates that are not in the list come last. An empty list turns generated samples off. Samples in the document (x-codeSamples) are always shown, and come first.",
  },
  tryIt: {
    description:
      "Whether readers can compose a message in the page, with the verdict of its schema at each key press, and send it to servers of the document that speak WebSocket or MQTT over WebSocket. A list of names of servers allows only these. Only then does the Content-Security-Policy of a page allow connections, to its own servers alone.",
    anyOf: [
      { type: "boolean", description: "Composing, and all servers of the document or nothing." },
      { type: "array", items: text("The name of a server."), description: "Composing, and only these servers." },
    ],
    default: false,
    examples: [true, ["staging"]],
  },
  show: {
    description: "What else pages show.",
    type: "object",
    additionalProperties: false,
    properties: {
      source: {
        type: "boolean",
        default: false,
        description:
          "Whether pages show the source line of each part, and what tools write into schemas for themselves, such as $schema. With false, readers can turn it on at the bottom of the menu, and the details of each page name its line.",
      },
      problems: {
        type: "boolean",
        default: true,
        description:
          "Whether pages of a site that is built in spite of problems show them. The verdict on an example stays, for readers copy examples. msgdocs check tells all.",
      },
      assistants: {
        type: "boolean",
        default: true,
        description:
          "Whether each page links to ChatGPT and Claude, with a question that names the page. It needs siteUrl. Nothing is sent before a reader follows the link.",
      },
    },
    examples: [{ source: true }],
  },
  sourceUrl: line(
    "The URL of a source line, such as https://example.com/blob/main/{path}#L{line}.",
    "https://github.com/example/orders/blob/main/{path}#L{line}",
  ),
  feedbackUrl: line(
    "The URL at which readers say what they think of a page, such as a form or a new issue. {path} and {title} are those of the page.",
    "https://example.com/feedback?page={path}&title={title}",
  ),
  editUrl: line(
    "The URL at which the source can be edited, such as https://example.com/edit/main/{path}.",
    "https://github.com/example/orders/edit/main/{path}",
  ),
  editor: line(
    "The editor that opens when you click a problem in the preview: vscode, vscodium, cursor, windsurf, zed, idea, webstorm, sublime, textmate, or a URL with {path}, {line} and {column}.",
    "vscode",
  ),
} as const satisfies SettingRows;

const look = {
  theme: {
    type: "string",
    minLength: 1,
    description: "The folder of a theme in the project, or the name of a built-in theme.",
    default: "default",
    examples: ["paper"],
  },
  templates: path("A folder of templates, scripts and styles. Each replaces the theme's file at the same path.", "brand"),
  logo: path("An image for the header of every page.", "brand/logo.svg"),
  favicon: path("An icon for the browser tab.", "brand/favicon.svg"),
  links: {
    type: "array",
    description: "More links in the header of every page.",
    items: {
      type: "object",
      additionalProperties: false,
      required: ["text", "url"],
      properties: {
        text: text("The text of the link."),
        url: { type: "string", minLength: 1, format: "uri-reference", description: "The target: an http, https or mailto URL, or a path." },
      },
    },
    examples: [[{ text: "Support", url: "https://example.com/support" }]],
  },
  footer: line(
    "A text at the bottom of every page, in Markdown. Links in it must be full URLs.",
    "Owned by the [orders team](https://example.com/orders).",
  ),
  language: {
    is: "plain",
    type: "string",
    minLength: 1,
    description:
      "The language of the interface as a BCP 47 tag: en, de, or any other language with your own words. Problems are always in English.",
    default: "en",
    examples: ["de"],
  },
  words: path(
    "A YAML or JSON file with your own words for the interface: a map from keys such as site.channels to texts, or to texts by plural category (one, other).",
    "words.yaml",
  ),
  csp: {
    type: "object",
    description:
      "More sources for the Content-Security-Policy, by directive, for your own templates. A script that loads other scripts needs require-trusted-types-for with 'none' as its only source. This turns Trusted Types off.",
    patternProperties: { "^[a-z][a-z-]*$": { type: "array", items: text("A source, such as https://stats.example.com.") } },
    additionalProperties: false,
    examples: [{ "script-src": ["https://stats.example.com"] }],
  },
  analytics: {
    type: "object",
    additionalProperties: false,
    required: ["script"],
    description:
      "A script that counts visits, such as that of Plausible, Umami or GoatCounter. The Content-Security-Policy allows this script and its requests to its own host. It is not in the preview, in a single file, or on the print page.",
    properties: {
      script: { type: "string", minLength: 1, format: "uri", description: "The URL of the script." },
      integrity: text("The hash of the script, such as sha384-…. A script with another hash does not run."),
      data: {
        type: "object",
        description: "The data attributes of the script: domain for data-domain.",
        additionalProperties: false,
        patternProperties: { "^[a-z][a-z0-9-]*$": { type: "string", description: "The value of the attribute." } },
      },
    },
    examples: [{ script: "https://plausible.io/js/script.js", data: { domain: "docs.example.com" } }],
  },
} as const satisfies SettingRows;

const forms = {
  embed: flag(false, "Make pages without header, sidebar, search and footer, to show them inside another site, for example in a frame."),
  markdownOnly: flag(false, "Write each page only as Markdown with front matter (title, description), for another site generator."),
  markdown: flag(
    true,
    "Write each page as Markdown too, for programs. With false there are no such files and no links to them, and llms.txt links to the HTML pages. markdownOnly overrides this.",
  ),
  schemaFiles: flag(
    true,
    "Write each message schema and each named schema as a file to download. With false there are no such files and no links to them.",
  ),
} as const satisfies SettingRows;

const portals = {
  title: { type: "string", minLength: 1, description: "The title of the portal. The default is APIs.", examples: ["Events of the shop"] },
  brokers: {
    type: "object",
    description:
      "Hosts that belong to one broker: a name, and URLs such as kafka://a:9092. In a portal, channels with the same address on the same broker are one channel.",
    examples: [{ events: ["kafka://a.example:9092", "kafka://b.example:9092"] }],
    additionalProperties: { type: "array", items: text("protocol://host[:port][/path]") },
  },
  takeAll: {
    type: "array",
    description:
      "The names of APIs in a portal that must take every message of the channels from which they receive, such as an archive. Without it, a receiver need not document every message.",
    examples: [["archive"]],
    items: text("The name of an API."),
  },
  group: {
    enum: ["folder", "tag", "owner", "none"],
    default: "none",
    description: "How the home page of a portal groups APIs.",
    examples: ["folder"],
  },
  released: {
    type: "object",
    description:
      "The dates on which versions of the APIs in a portal were released: the name of the API, and a date for each version. The page of changes and its feed show them.",
    examples: [{ orders: { "2.0.0": "2026-03-01" } }],
    additionalProperties: {
      type: "object",
      additionalProperties: { type: "string", format: "date", description: "A date, such as 2026-03-01." },
    },
  },
} as const satisfies SettingRows;

/** The sections of the settings in the guide. */
export const settingSections: Readonly<Record<string, SettingRows>> = {
  "What is read": read,
  "Where it goes": output,
  "What is checked": checked,
  "What is on the pages": pages,
  "What it looks like": look,
  "Other forms": forms,
  Portals: portals,
};

/** Every setting. Types, defaults, the check, the published schema and the page of the guide come from these rows. */
export const settingRows = { ...read, ...output, ...checked, ...pages, ...look, ...forms, ...portals } as const;

/** The schema of the settings, as it is published for editors. */
export const settingsSchema: SettingRule = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Settings of msgdocs (msgdocs.yaml)",
  description: "Paths are relative to the settings file.",
  type: "object",
  additionalProperties: false,
  properties: Object.fromEntries(Object.entries(settingRows as SettingRows).map(([key, rule]) => [key, { ...rule, is: undefined }])),
} as SettingRule;
