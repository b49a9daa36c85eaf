import { quote, type Variables } from "./line.ts";
import { syntax, textWith } from "./code/source.ts";

/** How a language writes texts and reads the environment. */
interface Literals {
  /** The name of its tab. */
  readonly name: string;
  readonly text: (text: string) => string;
  readonly variable: (name: string) => string;
  /** What joins a text and variables. */
  readonly plus: string;
}

const hex = (character: string, digits: number): string => (character.codePointAt(0) ?? 0).toString(16).padStart(digits, "0");
const braced = (character: string): string => `\\u{${hex(character, 1)}}`;
const units = (character: string): string => character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""); // prettier-ignore
const java = { text: syntax.java.text, plus: " + " };
const scripted = { name: "TypeScript", text: syntax.javascript.text, variable: (name: string) => `process.env.${name}`, plus: " + " };

/** Every language that a template of code may be in. Its holes are written by these alone, so that no text can leave its literal. */
const LITERALS: ReadonlyMap<string, Literals> = new Map<string, Literals>([
  ["cli", { name: "", text: quote, variable: (name) => `"$${name}"`, plus: "" }],
  ["javascript", { ...scripted, name: "JavaScript" }],
  ["typescript", scripted],
  ["python", { name: "Python", text: syntax.python.text, variable: (name) => `os.environ["${name}"]`, plus: " + " }],
  ["java", { ...java, name: "Java", variable: (name) => `System.getenv("${name}")` }],
  ["go", { name: "Go", text: syntax.go.text, variable: (name) => `os.Getenv("${name}")`, plus: " + " }],
  ["kotlin", { name: "Kotlin", text: (text) => textWith(text, units, "$"), variable: (name) => `System.getenv("${name}")`, plus: " + " }],
  ["scala", { name: "Scala", text: (text) => textWith(text, units), variable: (name) => `sys.env("${name}")`, plus: " + " }],
  ["csharp", { name: "C#", text: (text) => textWith(text, units), variable: (name) => `Environment.GetEnvironmentVariable("${name}")`, plus: " + " }],
  ["rust", { name: "Rust", text: (text) => textWith(text, braced), variable: (name) => `&std::env::var("${name}").unwrap()`, plus: ".to_owned() + " }],
  ["swift", { name: "Swift", text: (text) => textWith(text, braced), variable: (name) => `ProcessInfo.processInfo.environment["${name}"]!`, plus: " + " }],
  ["ruby", { name: "Ruby", text: (text) => textWith(text, braced, "#"), variable: (name) => `ENV.fetch("${name}")`, plus: " + " }],
  ["php", { name: "PHP", text: (text) => textWith(text, braced, "$"), variable: (name) => `getenv("${name}")`, plus: " . " }],
]); // prettier-ignore

/** The languages that templates of code may be in, with the names of their tabs. */
export const templateLanguages: ReadonlyMap<string, string> = new Map([...LITERALS].map(([language, { name }]) => [language, name]));

/** A value of the context as code of a language: a text, a number, a truth, or a variable of the reader's environment. */
export function literal(language: string, value: unknown): string {
  const own = LITERALS.get(language);
  if (!own) throw new Error(`there are no literals of ${language}`);
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return language === "python" ? (value ? "True" : "False") : String(value);
  if (typeof value === "object" && value !== null && "names" in value) {
    const { before, names } = value as Variables;
    return [...(before === "" ? [] : [own.text(before)]), ...names.map(own.variable)].join(own.plus);
  }
  return own.text(typeof value === "string" ? value : "");
}
